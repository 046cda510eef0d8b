package hw_test

import (
	"slices"
	"testing"
	"time"

	"arbitre/hw"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A knob moves the two contacts of an encoder as they do: clockwise A closes first, then B, then A
// opens, then B.
type knob struct {
	place int
	at    time.Duration
	edges []hw.Edge
}

func (k *knob) contact(b hw.Button, down bool) {
	k.at += 20 * us
	k.edges = append(k.edges, hw.Edge{At: k.at, Button: b, Down: down})
}

// move goes to the next place, clockwise or back; the contact bounces a number of times.
func (k *knob) move(clockwise bool, bounces int) {
	next := k.place + 1
	if !clockwise {
		next = k.place - 1
	}
	a := func(place int) bool { return place&3 == 1 || place&3 == 2 }
	b := func(place int) bool { return place&3 == 2 || place&3 == 3 }
	for range bounces {
		if a(k.place) != a(next) {
			k.contact(hw.EncoderA, a(next))
			k.contact(hw.EncoderA, a(k.place))
		} else {
			k.contact(hw.EncoderB, b(next))
			k.contact(hw.EncoderB, b(k.place))
		}
	}
	if a(k.place) != a(next) {
		k.contact(hw.EncoderA, a(next))
	} else {
		k.contact(hw.EncoderB, b(next))
	}
	k.place = next
}

// keys returns the keys that contacts press when the knob turns: + is next, - previous.
func (k *knob) keys(t interface{ Errorf(string, ...any) }, detent hw.Detent, start ...hw.Button) string {
	c := newTable(detent)
	c.Resync(0, start)
	var keys []byte
	for _, e := range k.edges {
		told := slices.Clone(c.Edge(e))
		if len(told) == 0 {
			continue
		}
		press := hw.Edge{At: e.At, Button: hw.KeyNext, Down: true}
		key := byte('+')
		if told[0].Button == hw.KeyPrevious {
			press.Button, key = hw.KeyPrevious, '-'
		}
		release := press
		release.Down = false
		if diff := gocmp.Diff([]hw.Edge{press, release}, told); diff != "" {
			t.Errorf("a detent is no press and release at its time (-want +got):\n%s", diff)
		}
		keys = append(keys, key)
	}
	if due, ok := c.Deadline(); ok {
		t.Errorf("the encoder is due at %v", due)
	}
	return string(keys)
}

func TestEncoder(t *testing.T) {
	for _, tt := range []struct {
		name    string
		detent  hw.Detent
		place   int         // at the start
		start   []hw.Button // closed there
		moves   string      // > one place clockwise, < one back
		bounces int
		want    string
	}{
		{name: "half a click and back again", detent: hw.FullStep, moves: ">><<", want: ""},
		{name: "resting where B closes, once on this side and once on that", detent: hw.FullStep,
			moves: "<" + ">>>>" + ">><<" + ">>>>" + "<<<<" + "<><>" + "<<<<", bounces: 3, want: "++--"},
		{name: "resting with both closed", detent: hw.FullStep, place: 2, start: []hw.Button{hw.EncoderA, hw.EncoderB},
			moves: ">>>><<<<", want: "+-"},
		{name: "half steps, begun between two", detent: hw.HalfStep, place: 1, start: []hw.Button{hw.EncoderA},
			moves: "<" + ">>>>" + "<<", want: "++-"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := knob{place: tt.place}
			for _, m := range tt.moves {
				k.move(m == '>', tt.bounces)
			}
			if got := k.keys(t, tt.detent, tt.start...); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEveryClickCountsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		detent := rapid.SampledFrom([]hw.Detent{hw.FullStep, hw.HalfStep}).Draw(t, "detent")
		k := knob{place: rapid.SampledFrom([]int{0, 2}).Draw(t, "place")}
		var start []hw.Button
		if k.place == 2 {
			start = []hw.Button{hw.EncoderA, hw.EncoderB}
		}
		var want []byte
		for _, clockwise := range rapid.SliceOfN(rapid.Bool(), 0, 30).Draw(t, "clicks") {
			key := byte('-')
			if clockwise {
				key = '+'
			}
			want = append(want, key)
			for range int(detent) {
				k.move(clockwise, rapid.IntRange(0, 3).Draw(t, "bounces"))
			}
			if detent == hw.FullStep { // the knob trembles at rest
				for range rapid.IntRange(0, 2).Draw(t, "trembles") {
					k.move(clockwise, 0)
					k.move(!clockwise, 0)
				}
			}
		}
		if got := k.keys(t, detent, start...); got != string(want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestAWireOfTheEncoderThatIsLooseTurnsNothing(t *testing.T) {
	k := knob{}
	for i := range 1001 {
		k.contact(hw.EncoderA, i%2 == 0)
	}
	if got := k.keys(t, hw.HalfStep); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestAfterALossTheKnobIsWhereItsContactsSay(t *testing.T) {
	c := newTable(hw.FullStep)
	turn := func(edges ...hw.Edge) (keys int) {
		for _, e := range edges {
			keys += len(c.Edge(e)) / 2
		}
		return keys
	}
	a, b := hw.Edge{Button: hw.EncoderA, Down: true}, hw.Edge{Button: hw.EncoderB, Down: true}
	aUp, bUp := hw.Edge{Button: hw.EncoderA}, hw.Edge{Button: hw.EncoderB}
	if n := turn(a, b); n != 0 {
		t.Errorf("%d clicks in half a turn", n)
	}
	for _, contact := range []hw.Button{hw.EncoderA, hw.EncoderB} { // the other half was lost
		c.Take(hw.Event{Edge: hw.Edge{At: time.Second, Button: contact}, Anew: true})
	}
	if n := turn(b, a, bUp, aUp); n != 1 {
		t.Errorf("%d clicks in one back", n)
	}
}

func TestShortcutsAreButtonsOfTheirOwn(t *testing.T) {
	if _, ok := hw.Button(8).Shortcut(); ok {
		t.Error("a seat is a shortcut")
	}
	if _, ok := hw.KeyOK.Shortcut(); ok {
		t.Error("a key is a shortcut")
	}
	for i := range 3 {
		if got, ok := hw.Shortcut(i).Shortcut(); !ok || got != i {
			t.Errorf("shortcut %d is %d, %v", i, got, ok)
		}
	}
	for b, want := range map[hw.Button]string{3: "button 3", hw.KeyOK: "key OK", hw.EncoderB: "encoder B",
		hw.Shortcut(0): "shortcut 1"} {
		if b.String() != want {
			t.Errorf("%q is not %q", b, want)
		}
	}
}
