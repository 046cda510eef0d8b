package hw

// The parsers of the kernel's lists.
var (
	KeyboardsIn = keyboardsIn
	CardsIn     = cardsIn
)
