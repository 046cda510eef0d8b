// Package layers has what the box shows and asks by itself, over a game or in its place: the lobby,
// the menu and all other questions of the box, the curtain over a secret, the invitation of a phone.
//
// A layer never calls the referee: a view and an input go in, a view and effects come out, and the
// referee alone carries the effects out:
//
//	input ─► invitation ─► notices ─► question ─► curtain ─► game or lobby      from the top down
//	view  ◄─ invitation ◄─ notices ◄─ question ◄─ curtain ◄─ game or lobby      from the ground up
package layers

import (
	"time"

	"arbitre/games"
	"arbitre/hw"
)

// A Layer is one part of what the box shows and asks, with its own small state.
type Layer interface {
	// View returns what an audience sees. Below is what it would see without this layer.
	View(m Moment, a games.Audience, below games.View) games.View
	// Take handles an input, or the passing of time, and returns what is to be done, in this order.
	// If mine is false, the layer below gets the input, too.
	Take(m Moment, in Input) (effects []Effect, mine bool)
	// Due returns when the layer next changes by itself, by the kernel's clock.
	Due() (at time.Duration, ok bool)
}

// A Presser is a layer that takes the edges of all buttons and keys before the judge's keys and the
// game do, such as one that learns or tests them. If mine is false, they get what it returns in place of
// the edge.
type Presser interface {
	Press(m Moment, e hw.Event) (effects []Effect, on hw.Event, mine bool)
}

// A Lighter is a layer that says what the lamps of the seats do. Lamps come before all that is shown, so
// that it has neither a moment nor a view. If ok is false, the layer below says it.
type Lighter interface {
	Places(*Box) (places []games.Place, ok bool)
}

// An Effect is what a layer wants done, such as [Ask] or [Give]. The referee carries effects out one
// after the other, up to the first that is refused.
type Effect any
