package hw

// A Detent is how many edges of a rotary encoder's two contacts lie between one click and the next.
type Detent int

// The two kinds that are made (Bourns PEC11H, "How To Order": 20 detents with 20 pulses, 30 with
// 15).
const (
	FullStep Detent = 4 // as many pulses as detents: both contacts are open at each click
	HalfStep Detent = 2 // half as many: both are open at one, and closed at the next
)

// An encoder decodes the Gray code of its contacts, which close one after the other: clockwise A is
// first.
//
//	A  ___|‾‾‾‾‾‾‾|_______      place  0 1 2 3 0
//	B  _______|‾‾‾‾‾‾‾|___
//
// A contact that bounces goes to and fro between two neighbouring places, which comes to nothing. A
// full step counts with its third edge, not its fourth, and the way back likewise: some encoders
// rest right where one contact has its edge.
type encoder struct {
	detent Detent
	a, b   bool // closed
	turned int  // edges since the last detent that counted, clockwise; -2 to 2
}

// take takes an edge of a contact, or its state after edges were lost, and returns the key that it
// presses, or 0.
func (e *encoder) take(of Event) Button {
	before := e.place()
	if of.Button == EncoderA {
		e.a = of.Down
	} else {
		e.b = of.Down
	}
	if of.Anew {
		e.rest()
		return 0
	}
	switch (e.place() - before + 4) % 4 {
	case 1:
		e.turned++
	case 3:
		e.turned--
	}
	detent := int(e.detent)
	switch enough := (3*detent + 3) / 4; {
	case e.turned >= enough:
		e.turned -= detent
		return KeyNext
	case e.turned <= -enough:
		e.turned += detent
		return KeyPrevious
	}
	return 0
}

// rest assumes that the encoder is at a detent, if its place can be one: at the start, or after
// edges were lost.
func (e *encoder) rest() {
	if e.turned = 0; e.detent == HalfStep {
		e.turned = e.place() % 2
	}
}

// place returns where in the turn the contacts are.
func (e *encoder) place() int {
	switch {
	case e.a && e.b:
		return 2
	case e.a:
		return 1
	case e.b:
		return 3
	}
	return 0
}
