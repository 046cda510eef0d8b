package referee

import (
	"slices"
	"testing"
	"time"

	"arbitre/hw"
)

// RACE-1: one of two sources delivers its presses late. However late it is, events are handed over
// in the order of their stamps, and none before all older ones are known. Events of the quick
// source wait meanwhile.
func TestEverythingIsTakenByItsStampOnceAllIsKnown(t *testing.T) {
	type step struct {
		tells []time.Duration // stamps of the events that are read now
		known time.Duration   // no event before this time can come any more
		takes []time.Duration // stamps of the events handed over
	}
	for name, steps := range map[string][]step{
		"at once":                     {{[]time.Duration{5}, 10, []time.Duration{5}}},
		"not in the order of reading": {{[]time.Duration{7, 5, 6}, 10, []time.Duration{5, 6, 7}}},
		"the slow source's press first": {{[]time.Duration{7}, 4, nil},
			{[]time.Duration{5}, 10, []time.Duration{5, 7}}},
		"the slow source's press last": {{[]time.Duration{5}, 6, []time.Duration{5}},
			{[]time.Duration{7}, 10, []time.Duration{7}}},
		"what nothing can come before": {{[]time.Duration{5, 7}, 5, []time.Duration{5}},
			{nil, 7, []time.Duration{7}}},
		"later than the race would wait": {{[]time.Duration{200}, 4, nil}, {nil, 100, nil},
			{[]time.Duration{5}, 300, []time.Duration{5, 200}}},
		"of one moment as they were read": {{[]time.Duration{5, 5}, 5, []time.Duration{5, 5}}},
	} {
		t.Run(name, func(t *testing.T) {
			var now step
			catchUp := func(pass func(hw.Event)) time.Duration {
				for _, at := range now.tells {
					pass(hw.Event{Edge: hw.Edge{At: at}, NoBounce: true})
				}
				return now.known
			}
			contacts := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), nil)
			a := newArrivals(contacts, func() time.Duration { return time.Hour }, catchUp)
			for _, now = range steps {
				var taken []time.Duration
				a.take(func(e hw.Event) { taken = append(taken, e.At) })
				if !slices.Equal(taken, now.takes) {
					t.Errorf("known up to %v, %v is taken, want %v", now.known, taken, now.takes)
				}
			}
		})
	}
}
