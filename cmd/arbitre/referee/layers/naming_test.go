package layers

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/hw"
)

// A desk is a naming with a book of who sits where, in the place of the referee.
type desk struct {
	*testing.T
	Naming
	m    Moment
	full error // why the book takes no name
}

func newDesk(t *testing.T) *desk {
	d := &desk{T: t, m: moment()}
	d.m.Claiming, d.m.Sitters = true, map[games.Seat]games.Sitter{}
	return d
}

func (d *desk) enters(phone, name string, joins ...bool) error {
	return d.Claim(d.m, shown.Claim{Phone: phone, Host: "home", Sitter: games.Sitter{Name: name}, Joins: len(joins) > 0})
}

func (d *desk) waits(span time.Duration) {
	d.m.Now += span
	takes(d.T, &d.Naming, d.m, elapses, false)
}

// presses presses a button and reports whether that was for a name.
func (d *desk) presses(seat games.Seat) (mine bool) {
	effects, _, mine := d.Press(d.m, hw.Event{Edge: hw.Edge{At: d.m.Now, Button: hw.Button(seat), Down: true}})
	for _, e := range effects {
		sits, is := e.(Sit)
		if !is {
			continue
		}
		if before := d.m; sits.Claimed {
			d.Sat(before, sits, d.full)
		}
		if d.full == nil {
			d.m.Sitters[sits.Seat] = sits.Sitter
		}
	}
	if _, _, released := d.Press(d.m, hw.Event{Edge: hw.Edge{At: d.m.Now, Button: hw.Button(seat)}}); released != mine {
		d.Errorf("the press of %d is for a name: %v, its release: %v", seat, mine, released)
	}
	return mine
}

// has fails unless these names are at seats 1, 2, 3 and 4.
func (d *desk) has(want ...string) {
	d.Helper()
	got := []string{}
	for _, seat := range d.m.Seats[:len(want)] {
		got = append(got, d.m.Sitters[seat].Name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		d.Errorf("who sits where (-want +got):\n%s", diff)
	}
}

// says fails unless the box says this of names.
func (d *desk) says(word, name string) {
	d.Helper()
	below := games.View{Lines: []games.Text{{Word: "below"}}, Prompts: []games.Prompt{{ID: "players"}}}
	v := d.View(d.m, games.Judge, below)
	if got := v.Lines[0]; got.Word != word || got.Extra != name {
		d.Errorf("the box says %+v, want %s %s", got, word, name)
	}
	if asks := v.Prompts[0].Asks; word != "below" && asks.Word != word || !below.Prompts[0].Asks.IsZero() {
		d.Errorf("the lobby asks %+v", asks)
	}
}

// ended fails unless this has become of a phone's last name: a seat, or the word of a refusal.
func (d *desk) ended(phone string, want any) {
	d.Helper()
	var got any = "nothing"
	for _, c := range d.Claims(true).Done {
		if c.Phone != phone {
			continue
		}
		got = int(c.Seat)
		if refusal, ok := errors.AsType[*games.Refusal](c.Err); ok {
			got = refusal.Say.Word
		}
	}
	if got != want {
		d.Errorf("the name of %s ended as %v, want %v", phone, got, want)
	}
}

func TestNaming(t *testing.T) {
	for name, story := range map[string]func(d *desk){
		"a press says which seat is his who has entered a name": func(d *desk) {
			d.enters("a", "Anna")
			d.says("claim", "Anna")
			d.waits(time.Second)
			d.presses(2)
			d.has("", "Anna")
			d.says("sits", "Anna")
			d.ended("a", 2)
			d.waits(regretTime)
			d.says("below", "")
		},
		"a press on its way when a name comes is not for it": func(d *desk) {
			d.enters("a", "Anna")
			if d.presses(2) {
				d.Error("a press that meant to join has named a seat")
			}
			d.has("", "")
		},
		"of two who type at once, each is asked by his name": func(d *desk) {
			d.enters("a", "Anna")
			d.enters("b", "Ben")
			d.waits(time.Second)
			d.presses(1)
			d.says("claim", "Ben")
			if d.presses(3) {
				d.Error("Ben has not been asked for long enough")
			}
			d.waits(time.Second)
			d.presses(3)
			d.has("Anna", "", "Ben")
		},
		"who goes on pressing is not the next one": func(d *desk) {
			d.enters("a", "Anna")
			d.enters("b", "Ben")
			d.waits(time.Second)
			d.presses(1)
			d.presses(1)
			d.waits(claimRead / 2)
			d.presses(1)
			d.has("Anna")
			d.ended("b", "nothing")
		},
		"who reads a stranger's name at his seat presses again": func(d *desk) {
			d.m.Sitters[1] = games.Sitter{Name: "Anna"}
			d.enters("x", "Idiot")
			d.waits(time.Second)
			d.presses(1)
			d.says("sits", "Idiot")
			d.waits(time.Second)
			d.presses(1)
			d.has("Anna")
			d.waits(time.Second)
			if d.presses(1) {
				d.Error("a third press is for a name")
			}
		},
		"who has mistyped his name enters it again": func(d *desk) {
			d.enters("a", "Ana")
			d.waits(time.Second)
			d.presses(1)
			d.enters("a", "Anna")
			d.waits(time.Second)
			d.presses(1)
			d.has("Anna")
		},
		"the judge goes on": func(d *desk) {
			d.enters("a", "Anna")
			d.waits(time.Second)
			d.presses(1)
			takes(d.T, &d.Naming, d.m, answers("players", games.Word("ready")), false)
			d.says("below", "")
		},
		"nobody presses in time": func(d *desk) {
			d.enters("a", "Anna")
			d.enters("b", "Ben")
			d.waits(ClaimTime)
			d.ended("a", "claim_late")
			d.says("claim", "Ben")
			d.waits(ClaimTime)
			d.says("below", "")
			if d.presses(1) {
				d.Error("a press is for a name that nobody waits for")
			}
		},
		"a phone that enters another name keeps its place, and its time": func(d *desk) {
			d.enters("a", "Anna")
			d.enters("b", "Ben")
			d.waits(ClaimTime - time.Second)
			d.enters("a", "Anne")
			d.says("claim", "Anne")
			if d.presses(1) {
				d.Error("the new name was not there long enough to be read")
			}
			d.waits(time.Second)
			d.ended("a", "claim_late")
		},
		"a name is taken where somebody has joined by it, in whichever letters": func(d *desk) {
			d.m.Sitters[1], d.m.Here = games.Sitter{Name: "Anna + Ben"}, []games.Seat{1}
			d.enters("x", "BEN")
			d.waits(time.Second)
			d.presses(2)
			d.ended("x", "name_taken")
			d.m.Here = nil // he has stood up
			d.enters("x", "BEN")
			d.waits(time.Second)
			d.presses(2)
			d.ended("x", 2)
		},
		"a button is shared": func(d *desk) {
			d.enters("a", "Anna")
			d.enters("b", "Ben", true)
			d.waits(time.Second)
			d.presses(1)
			d.waits(time.Second)
			d.presses(1)
			d.has("Anna + Ben")
		},
		"a name is taken off a seat": func(d *desk) {
			d.m.Sitters[1] = games.Sitter{Name: "Anna"}
			d.enters("a", "")
			d.says("claim_nobody", "")
			d.waits(time.Second)
			d.presses(1)
			d.has("")
			d.says("sits_nobody", "")
		},
		"the disk takes no name": func(d *desk) {
			d.full = games.Refuse(games.Text{Word: "failed"}, errors.New("disk full"))
			d.enters("a", "Anna")
			d.waits(time.Second)
			d.presses(1)
			d.ended("a", "failed")
			d.says("below", "")
		},
		"a game begins": func(d *desk) {
			d.enters("a", "Anna")
			d.End()
			d.ended("a", "claims_later")
			d.m.Claiming = false
			d.says("below", "")
		},
		"eight names wait at most, and four of one address": func(d *desk) {
			for i := range 3 * mostClaims {
				err := d.Claim(d.m, shown.Claim{Phone: fmt.Sprint(i), Host: fmt.Sprint(i % 3)})
				if got, want := err == nil, i < mostClaims; got != want {
					d.Errorf("name %d waits: %v", i, got)
				}
			}
			if err := d.enters("7", "Zoé"); err != nil {
				d.Error(err)
			}
			d.End()
			for i := range mostClaims {
				if err := d.enters(fmt.Sprint(i), "Zoé"); (err == nil) != (i < mostOfHost) {
					d.Errorf("name %d of one address: %v", i, err)
				}
			}
			for range 2 * mostClaimed {
				d.enters("x", "Zoé")
				d.End()
			}
			if n := len(d.Claims(true).Done); n != mostClaimed {
				d.Errorf("%d outcomes are kept", n)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.T = t
			story(d)
		})
	}
}
