package layers

import (
	"maps"
	"slices"
	"time"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/games"
	"arbitre/hw"
)

const (
	// holdToLeave is how long a button is held to leave the test. Every short press is one that is tested.
	holdToLeave = 2 * time.Second
	// betweenLooks is how often the test looks which buttons have moved by themselves.
	betweenLooks = time.Second
)

// A Tryout of the buttons shows what is pressed: its name, where it is, and for how long its
// contacts bounced; its lamp is lit meanwhile. It names the buttons that move untouched.
type Tryout struct {
	Meter *hw.Meter // of the raw edges

	down    []hw.Button
	shown   hw.Button     // the last one that was pressed; 0 is none
	leaves  time.Duration // when that one ends the test, if it is still held
	bounced *hw.Bounced   // of its last press; nil until it is let go
	strays  map[hw.Button]int
	looks   time.Duration // when to look for strays next
	rests   time.Duration // when the test ends, for lack of a press
}

// NewTryout begins a test.
func NewTryout(m Moment) *Tryout {
	return &Tryout{Meter: hw.NewMeter(hw.DefaultDebounce()), strays: map[hw.Button]int{},
		looks: m.Now + betweenLooks, rests: m.Now + m.Config.OLED.Blank}
}

// Press shows what is pressed. No press does anything else.
func (t *Tryout) Press(m Moment, e hw.Event) (effects []Effect, on hw.Event, mine bool) {
	if e.Button == 0 { // a letter of a keyboard
		return nil, e, true
	}
	t.down = slices.DeleteFunc(t.down, func(b hw.Button) bool { return b == e.Button })
	t.rests = m.Now + m.Config.OLED.Blank
	if e.Down {
		t.down = append(t.down, e.Button)
		t.shown, t.leaves, t.bounced = e.Button, e.At+holdToLeave, nil
		return []Effect{Cue{Cue: games.CueJoined}}, e, true
	}
	if bounced := t.Meter.Released(e.Button); t.shown == e.Button {
		t.bounced = &bounced
	}
	return nil, e, true
}

// isDown reports whether a button is held now.
func (t *Tryout) isDown(b hw.Button) bool { return slices.Contains(t.down, b) }

// Take ends the test by an answer on a page, Back, or a button that is held.
func (t *Tryout) Take(m Moment, in Input) (effects []Effect, mine bool) {
	switch {
	case in.Kind != games.Elapse:
		return t.question(m).Take(m, in)
	case t.isDown(t.shown) && m.Now >= t.leaves, m.Now >= t.rests:
		return []Effect{Close{}, Cue{Cue: games.CueTurn}}, false
	case m.Now >= t.looks:
		maps.Copy(t.strays, t.Meter.Strays(m.Now, t.isDown))
		t.looks = m.Now + betweenLooks
	}
	return nil, false
}

// Due returns when the test ends or looks for strays.
func (t *Tryout) Due() (at time.Duration, ok bool) {
	if at = min(t.looks, t.rests); t.isDown(t.shown) {
		at = min(at, t.leaves)
	}
	return at, true
}

func (t *Tryout) question(m Moment) *Asked { return &Asked{Question: Row("try"), Serial: m.Serial} }

// View shows what was pressed last, and what moves by itself.
func (t *Tryout) View(m Moment, a games.Audience, below games.View) games.View {
	if a != games.Judge {
		return below
	}
	v := games.View{Headline: games.Text{Word: "try_any"}}
	if t.shown != 0 {
		v.Headline = wiring.NameOf(t.shown, "try_pressed")
		if place := m.Config.Wires().Of()[t.shown]; place != "" {
			v.Lines = append(v.Lines, games.Text{Word: "try_place", Extra: place})
		}
		if t.bounced != nil {
			v.Lines = append(v.Lines, games.Text{Word: "try_bounced", Span: max(t.bounced.Closing, t.bounced.Opening)})
		}
	}
	for _, b := range slices.Sorted(maps.Keys(t.strays)) {
		v.Lines = append(v.Lines, wiring.NameOf(b, "try_strays"))
	}
	v.Lines = append(v.Lines, games.Text{Word: "hold_to_leave"})
	return t.question(m).View(m, a, v)
}

// Places returns the lamps: those of the buttons that are down are lit.
func (t *Tryout) Places(*Box) (places []games.Place, ok bool) {
	for _, b := range t.down {
		if b > 0 {
			places = append(places, games.Place{Seat: games.Seat(b), Lamp: games.Lit})
		}
	}
	return places, true
}
