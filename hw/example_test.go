package hw_test

import (
	"fmt"
	"time"

	"arbitre/hw"
)

// Three edges of contacts that bounce are one press, at the time of the first touch.
func Example() {
	contacts := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), hw.FullStep, func(hw.Button, error) {})
	tell := func(told []hw.Edge) {
		for _, e := range told {
			fmt.Println(e.Button, e.At, e.Down)
		}
	}
	for _, e := range []hw.Edge{
		{At: 5000 * time.Microsecond, Button: 1, Down: true},
		{At: 5300 * time.Microsecond, Button: 1},
		{At: 5400 * time.Microsecond, Button: 1, Down: true},
		{At: 90 * time.Millisecond, Button: 1},
	} {
		tell(contacts.Edge(e))
	}
	tell(contacts.Elapse(time.Second))
	// Output:
	// button 1 5ms true
	// button 1 90ms false
}
