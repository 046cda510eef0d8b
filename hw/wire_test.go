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

func TestWires(t *testing.T) {
	const ms = time.Millisecond
	edge := func(at time.Duration, down bool) Event { return Event{Edge: Edge{At: at, Button: 1, Down: down}} }
	lost := func(since, until time.Duration, n int) Event {
		return Event{Edge: Edge{At: since}, Lost: n, Until: until}
	}
	resynced := func(at time.Duration, down bool) Event {
		return Event{Edge: Edge{At: at, Button: 1, Down: down}, Resynced: true}
	}
	for _, tt := range []struct {
		name  string
		steps []step
		want  []Event
		known time.Duration // up to when all is, after the last look; 0 where there was none
	}{
		{name: "a press and a release",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 0}, {50 * ms, false, 2}, {51 * ms, false, 0}},
			want:  []Event{edge(1*ms, true), edge(50*ms, false)}, known: 51 * ms},
		{name: "an edge that changes nothing: it moved there and back before its thread ran",
			steps: []step{{1 * ms, false, 1}},
			want:  []Event{edge(1*ms, true), edge(1*ms, false)}},
		{name: "the same while it is down",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 2}},
			want:  []Event{edge(1*ms, true), edge(2*ms, false), edge(2*ms, true)}},
		{name: "RACE-8: the same long after it was pressed: it was let go, pressed anew, or neither",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 0}, {90 * ms, true, 2}},
			want:  []Event{edge(1*ms, true), lost(2*ms, 90*ms, 1), resynced(90*ms, true)}, known: 2 * ms},
		{name: "the same when it was just seen down: it bounced, as contacts do when they open",
			steps: []step{{1 * ms, true, 1}, {75*ms + 1, true, 0}, {90 * ms, true, 2}},
			want:  []Event{edge(1*ms, true), edge(90*ms, false), edge(90*ms, true)}, known: 75*ms + 1},
		{name: "RACE-8: the same when it was seen down 15 ms before",
			steps: []step{{1 * ms, true, 1}, {75 * ms, true, 0}, {90 * ms, true, 2}},
			want:  []Event{edge(1*ms, true), lost(75*ms, 90*ms, 1), resynced(90*ms, true)}, known: 75 * ms},
		{name: "RACE-8: the release is lost while nobody looks, and the first touch of the next press is merged",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 0}, {900 * ms, false, 0}, {901 * ms, false, 2},
				{903 * ms, true, 3}},
			want:  []Event{edge(1*ms, true), lost(2*ms, 901*ms, 1), resynced(901*ms, false), edge(903*ms, true)},
			known: 2 * ms},
		{name: "RACE-8: the same, and the line was down again at the next look",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 0}, {900 * ms, false, 0}, {903 * ms, true, 0},
				{904 * ms, true, 0}, {902 * ms, true, 2}},
			want: []Event{edge(1*ms, true), lost(904*ms, 904*ms, 1), resynced(904*ms, true)}, known: 904 * ms},
		{name: "a release that was seen, and is merged with its bounces, is none",
			steps: []step{{1 * ms, true, 1}, {90 * ms, true, 0}, {100 * ms, false, 0}, {104 * ms, false, 2}},
			want:  []Event{edge(1*ms, true), edge(100*ms, false)}, known: 90 * ms},
		{name: "RACE-8: the queue ran over: the line's own count jumps",
			steps: []step{{1 * ms, true, 1}, {2 * ms, true, 0}, {9 * ms, false, 5}},
			want:  []Event{edge(1*ms, true), lost(2*ms, 9*ms, 3), resynced(9*ms, false)}, known: 2 * ms},
		{name: "the count wraps around",
			steps: []step{{1 * ms, true, 1 << 31}, {2 * ms, false, 1<<31 + 1}},
			want:  []Event{lost(0, 1*ms, 1<<31-1), resynced(1*ms, true), edge(2*ms, false)}},
		{name: "a level without an edge may be one on its way",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {110*ms - 1, true, 0}}, known: 9 * ms},
		{name: "and here it comes",
			steps: []step{{10 * ms, true, 0}, {9 * ms, true, 1}, {11 * ms, true, 0}},
			want:  []Event{edge(9*ms, true)}, known: 11 * ms},
		{name: "it comes with the stamp of a bounce: it was pressed when it was seen down at the latest",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {12 * ms, true, 1}},
			want:  []Event{edge(10*ms, true)}, known: 9 * ms},
		{name: "and with that of its end",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {12 * ms, false, 1}},
			want:  []Event{edge(10*ms, true), edge(12*ms, false)}, known: 9 * ms},
		{name: "a bounce that was seen, and that no edge tells of, is its first touch",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {11 * ms, false, 0}, {12 * ms, true, 1}},
			want:  []Event{edge(10*ms, true), edge(10*ms, false), edge(12*ms, true)}, known: 11 * ms},
		{name: "interrupts were off: its stamp is less than a millisecond late, however long nobody has looked",
			steps: []step{{9 * ms, false, 0}, {40 * ms, true, 0}, {41*ms - 1, true, 1}},
			want:  []Event{edge(40*ms, true)}, known: 9 * ms},
		{name: "RACE-8: its stamp is later, so that it may have been pressed long ago",
			steps: []step{{9 * ms, false, 0}, {40 * ms, true, 0}, {41 * ms, true, 1}},
			want:  []Event{lost(9*ms, 41*ms, 1), resynced(41*ms, true)}, known: 9 * ms},
		{name: "RACE-8: nobody had looked for long before it was seen down",
			steps: []step{{9 * ms, false, 0}, {40 * ms, true, 0}, {42 * ms, false, 1}},
			want:  []Event{lost(9*ms, 42*ms, 1), resynced(42*ms, false)}, known: 9 * ms},
		{name: "RACE-8: the chip lost the press of a button that is held, and its release is an edge again",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {110 * ms, true, 0}, {150 * ms, false, 1},
				{151 * ms, false, 0}},
			want: []Event{lost(9*ms, 110*ms, 1), resynced(110*ms, true), edge(150*ms, false)}, known: 151 * ms},
		{name: "RACE-8: the chip lost the press, which the release tells",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {15 * ms, false, 1}},
			want:  []Event{lost(9*ms, 15*ms, 1), resynced(15*ms, false)}, known: 9 * ms},
		{name: "a touch of less than 5 ms is none",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {15*ms - 1, false, 1}},
			want:  []Event{edge(10*ms, true), edge(15*ms-1, false)}, known: 9 * ms},
		{name: "RACE-8: the chip lost both",
			steps: []step{{9 * ms, false, 0}, {10 * ms, true, 0}, {15 * ms, false, 0}},
			want:  []Event{lost(9*ms, 15*ms, 2), resynced(15*ms, false)}, known: 15 * ms},
		{name: "a bounce that was seen and merged is none",
			steps: []step{{10 * ms, true, 0}, {15*ms - 1, false, 0}}, known: 15*ms - 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := NewWires([]Button{1})
			var got []Event
			var known time.Duration
			pass := func(e Event) { got = append(got, e) }
			for _, s := range tt.steps {
				if s.number == 0 {
					known = w.Agree(s.at, s.at, func(int) bool { return s.down }, pass)
				} else {
					w.Edge(0, s.at, s.down, s.number, pass)
				}
			}
			if !slices.Equal(got, tt.want) || known != tt.known {
				t.Errorf("%+v, known up to %v; want %+v, %v", got, known, tt.want, tt.known)
			}
		})
	}
}
