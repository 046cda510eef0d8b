package header

// Spread lets tests call spread.
var Spread = spread
