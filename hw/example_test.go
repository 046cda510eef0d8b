package hw_test

import (
	"errors"
	"fmt"
	"time"

	"arbitre/hw"
)

// A button that bounces when it is pressed, and again when it is let go, is one press with the time
// of its first touch, and one release. A button that is down for too long is ignored.
func ExampleContacts() {
	contacts := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), func(b hw.Button, fault error) {
		fmt.Printf("%v: %v (stuck: %t)\n", b, fault, errors.Is(fault, hw.Stuck))
	})
	tell := func(edges []hw.Edge) {
		for _, e := range edges {
			fmt.Printf("%v, down %t, at %v\n", e.Button, e.Down, e.At)
		}
	}
	const ms = time.Millisecond
	for i, at := range []time.Duration{100 * ms, 101 * ms, 102 * ms, 300 * ms, 301 * ms, 302 * ms, 500 * ms} {
		tell(contacts.Take(hw.Event{Edge: hw.Edge{At: at, Button: 1, Down: i%2 == 0}}))
	}
	tell(contacts.Elapse(time.Second))
	tell(contacts.Elapse(2 * time.Minute))
	// Output:
	// button 1, down true, at 100ms
	// button 1, down false, at 302ms
	// button 1, down true, at 500ms
	// button 1: it is stuck, or held for too long (stuck: true)
	// button 1, down false, at 1m0.5s
}

// The chip has lost the release of a button and the press after it, while its line was not read:
// the next edge is down once more. What happened since the last look is reported as lost, and how
// the button stands is no press.
func ExampleWires() {
	wires := hw.NewWires([]hw.Button{1})
	tell := func(e hw.Event) {
		if e.Lost > 0 {
			fmt.Printf("%d lost between %v and %v\n", e.Lost, e.At, e.Until)
			return
		}
		fmt.Printf("%v, down %t, at %v, resynced %t\n", e.Button, e.Down, e.At, e.Resynced)
	}
	down := func(int) bool { return true }
	wires.Edge(0, 1*time.Second, true, 1, tell)
	wires.Agree(1100*time.Millisecond, 1100*time.Millisecond, down, tell)
	wires.Edge(0, 2*time.Second, true, 2, tell)
	// Output:
	// button 1, down true, at 1s, resynced false
	// 1 lost between 1.1s and 2s
	// button 1, down true, at 2s, resynced true
}
