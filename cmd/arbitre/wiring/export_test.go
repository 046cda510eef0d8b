package wiring

// Spread lets tests call spread.
var Spread = spread
