package header

// Spread is for tests.
var Spread = spread
