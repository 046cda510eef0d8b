package hw

import (
	"slices"
	"testing"
	"time"
)

// A step is an edge that is read, or a look at the line when none is left to be read.
type step struct {
	at     time.Duration
	down   bool
	number uint32 // of the edge, in all of the line; 0 is a look
}

func TestWire(t *testing.T) {
	const ms = time.Millisecond
	edge := func(at time.Duration, down bool) Edge { return Edge{At: at, Button: 1, Down: down} }
	for _, tt := range []struct {
		name  string
		steps []step
		want  []Edge
		lost  int
		comes bool // the last look says that an edge may be on its way
	}{
		{name: "a press and a release",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 0}, {50 * ms, false, 2}, {51 * ms, false, 0}},
			want:  []Edge{edge(1*ms, true), edge(50*ms, false)}},
		{name: "an edge that changes nothing: it moved there and back before its thread ran",
			steps: []step{{1 * ms, false, 1}},
			want:  []Edge{edge(1*ms, true), edge(1*ms, false)}},
		{name: "the same while it is down",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 2}},
			want:  []Edge{edge(1*ms, true), edge(2*ms, false), edge(2*ms, true)}},
		{name: "the queue ran over: the line's own count jumps",
			steps: []step{{1 * ms, true, 1}, {9 * ms, false, 5}},
			want:  []Edge{edge(1*ms, true), edge(9*ms, false)}, lost: 3},
		{name: "the count wraps around",
			steps: []step{{1 * ms, true, 1 << 31}, {2 * ms, false, 1<<31 + 1}}, lost: 1<<31 - 1,
			want: []Edge{edge(1*ms, true), edge(2*ms, false)}},
		{name: "a level without an edge may be one on its way",
			steps: []step{{10 * ms, true, 0}, {60 * ms, true, 0}}, comes: true},
		{name: "and here it comes",
			steps: []step{{10 * ms, true, 0}, {9 * ms, true, 1}, {11 * ms, true, 0}},
			want:  []Edge{edge(9*ms, true)}},
		{name: "RACE-8: the chip lost the press of a button that is held",
			steps: []step{{10 * ms, true, 0}, {110 * ms, true, 0}}, lost: 1},
		{name: "RACE-8: and its release is an edge again",
			steps: []step{{10 * ms, true, 0}, {110 * ms, true, 0}, {150 * ms, false, 1}, {151 * ms, false, 0}},
			want:  []Edge{edge(150*ms, false)}, lost: 1},
		{name: "RACE-8: the chip lost the press, which the release tells",
			steps: []step{{10 * ms, true, 0}, {50 * ms, false, 1}},
			want:  []Edge{edge(50*ms, true), edge(50*ms, false)}, lost: 1},
		{name: "RACE-8: the chip lost both",
			steps: []step{{10 * ms, true, 0}, {20 * ms, false, 0}}, lost: 2},
		{name: "a bounce that was seen and merged is none",
			steps: []step{{10 * ms, true, 0}, {12 * ms, false, 0}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &wire{button: 1}
			var got []Edge
			lost, comes := 0, false
			for _, s := range tt.steps {
				n := 0
				if s.number == 0 {
					comes, n = w.level(s.down, s.at)
				} else {
					edges, k, missed := w.edge(s.at, s.down, s.number)
					got, n, comes = append(got, edges[:k]...), missed, false
				}
				lost += n
			}
			if !slices.Equal(got, tt.want) || lost != tt.lost || comes != tt.comes {
				t.Errorf("%+v, %d lost, comes %v; want %+v, %d, %v", got, lost, comes, tt.want, tt.lost, tt.comes)
			}
		})
	}
}
