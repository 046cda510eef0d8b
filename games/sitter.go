package games

// A Sitter is who sits at a seat, and what he has chosen there.
type Sitter struct {
	Name   string // of one person, or of several who share the seat
	Colour string // one of [Colours]; "" if he has chosen none
	Team   string // what he calls his team, in whichever game he has one; "" if he has not said
	// Said grows with the time at which he called his team that: of its members the last one is heard.
	Said int
}

// Colours lists the colours that players choose from.
func Colours() []string {
	return []string{"red", "orange", "yellow", "green", "turquoise", "blue", "violet", "pink"}
}
