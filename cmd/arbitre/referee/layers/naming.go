package layers

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// A Naming lets players enter their names on phones of their own, while no game is on. A phone says
// only that a player is there: his seat is the one whose button is pressed while the box asks him by
// his name. It asks one after the other, so that no press is taken for another one's.
//
// A player who has pressed for something else, and reads a stranger's name at his seat, takes it back
// by pressing again.
type Naming struct {
	waiting []shown.Claim
	since   time.Duration // when the first of them was asked to press
	shown   time.Duration // when the box began to call him what it does
	done    []shown.Claimed

	sat    Sit    // who sat down last; its seat is 0 if that can't be taken back any more
	phone  string // his
	before games.Sitter
	down   []games.Seat  // whose presses were for names: their releases are, too
	at     time.Duration // when he did
}

// Bounds of the claims, and of the time in which a press belongs to one.
const (
	mostClaims  = 8                // that wait
	mostOfHost  = 4                // of these, from one address: a family may stand behind one
	mostClaimed = 2 * mostClaims   // outcomes that are kept, for phones that were away
	ClaimTime   = 20 * time.Second // in which the one who is asked must press
	claimRead   = 700 * time.Millisecond
	regretTime  = 7 * time.Second // in which a second press takes a name back
)

// Claim takes a name in, or refuses it. A phone that has entered another one keeps its place.
func (n *Naming) Claim(m Moment, c shown.Claim) error {
	ofHost := 0
	for i, other := range n.waiting {
		if other.Phone == c.Phone {
			if n.waiting[i] = c; i == 0 {
				n.shown = m.Now
			}
			return nil
		}
		if other.Host == c.Host {
			ofHost++
		}
	}
	if len(n.waiting) == mostClaims || ofHost == mostOfHost {
		return games.Refuse(games.Text{Word: "claims_full"}, errors.New("too many names wait"))
	}
	if n.waiting = append(n.waiting, c); len(n.waiting) == 1 {
		n.since, n.shown = m.Now, m.Now
	}
	return nil
}

// Claims returns what waits, and what has become of the rest. It is not changed any more.
func (n *Naming) Claims(open bool) shown.Claims {
	return shown.Claims{Open: open, Waiting: slices.Clone(n.waiting), Done: slices.Clone(n.done)}
}

// End refuses all names that wait, for a game begins.
func (n *Naming) End() {
	for len(n.waiting) > 0 {
		n.settle(0, 0, Playing())
	}
	n.sat, n.down = Sit{}, nil
}

// Playing refuses a name while a game is on, for its presses are the game's.
func Playing() error {
	return games.Refuse(games.Text{Word: "claims_later"}, errors.New("a game is on"))
}

// settle ends the first claim, and asks the next one to press.
func (n *Naming) settle(now time.Duration, seat games.Seat, err error) {
	n.done = append(n.done, shown.Claimed{Phone: n.waiting[0].Phone, Seat: seat, Err: err})
	n.done = n.done[max(0, len(n.done)-mostClaimed):]
	n.waiting, n.since, n.shown = slices.Delete(n.waiting, 0, 1), now, now
}

// Waits reports whether a press may name a seat, or the release of one is awaited.
func (n *Naming) Waits() bool { return len(n.waiting) > 0 || n.sat.Seat != 0 || len(n.down) > 0 }

// Press takes a press of a player's button: it names the seat, or takes back what it was named last.
func (n *Naming) Press(m Moment, e hw.Event) (effects []Effect, on hw.Event, mine bool) {
	seat := games.Seat(e.Button)
	pressed := slices.Contains(n.down, seat)
	n.down = games.Without(n.down, seat)
	if !e.Down {
		return nil, e, pressed
	}
	if effects, mine = n.pressed(m, seat); mine {
		n.down = append(n.down, seat)
	}
	return effects, e, mine
}

func (n *Naming) pressed(m Moment, seat games.Seat) (effects []Effect, mine bool) {
	again := seat == n.sat.Seat
	switch {
	case !slices.Contains(m.Seats, seat):
		return nil, false
	case again && m.Now < n.at+claimRead: // he presses until something happens
		return nil, true
	case again && !n.goesOn():
		n.sat = Sit{}
		effects = []Effect{Sit{Seat: seat}}
		if n.before.Name != "" {
			effects = append(effects, Sit{Seat: seat, Sitter: n.before})
		}
		return append(effects, Cue{games.CueLeft}), true
	case len(n.waiting) == 0 || m.Now < n.shown+claimRead: // it was pressed for something else
		return nil, false
	}
	c := n.waiting[0]
	sits := Sit{Seat: seat, Sitter: c.Sitter, Claimed: true}
	if there := m.Sitters[seat].Name; c.Joins && there != "" {
		sits.Name = there + " + " + c.Name
	}
	for other, who := range m.Sitters {
		if other != seat && slices.Contains(m.Here, other) && shares(who.Name, sits.Name) {
			taken := games.Text{Word: "name_taken", Number: int(other)}
			err := games.Refuse(taken, fmt.Errorf("%q sits at %d", c.Name, other))
			n.settle(m.Now, seat, err)
			return []Effect{Reject{err}}, true
		}
	}
	return []Effect{sits, Cue{games.CueJoined}}, true
}

// goesOn reports whether the next name is for the seat of the last one: he corrects it, or shares it.
func (n *Naming) goesOn() bool {
	return len(n.waiting) > 0 && (n.waiting[0].Joins || n.waiting[0].Phone == n.phone)
}

// shares reports whether two names have a person in common.
func shares(a, b string) bool {
	return a != "" && slices.ContainsFunc(results.People(a), func(one string) bool {
		return slices.ContainsFunc(results.People(b), func(other string) bool { return strings.EqualFold(one, other) })
	})
}

// Sat notes whether the seat of the first claim could be named as that wants.
func (n *Naming) Sat(m Moment, s Sit, err error) {
	phone := n.waiting[0].Phone
	if n.settle(m.Now, s.Seat, err); err == nil {
		n.phone, n.sat, n.before, n.at = phone, s, m.Sitters[s.Seat], m.Now
	}
}

// View asks the player who has entered a name to press, or says who sits where now.
func (n *Naming) View(m Moment, a games.Audience, below games.View) games.View {
	var said games.Text
	switch sat := n.sat; {
	case !m.Claiming:
		return below
	case len(n.waiting) > 0:
		if said = (games.Text{Word: "claim", Extra: n.waiting[0].Name}); said.Extra == "" {
			said.Word = "claim_nobody"
		}
	case sat.Seat == 0:
		return below
	default:
		if said = (games.Text{Word: "sits", Number: int(sat.Seat), Extra: sat.Name}); said.Extra == "" {
			said.Word = "sits_nobody"
		}
	}
	if m.Game == nil && !m.Asking && a == games.Judge && len(below.Prompts) > 0 { // the lobby's question gives way
		below.Prompts = slices.Clone(below.Prompts)
		below.Prompts[0].Asks = said
	}
	below.Lines = slices.Concat([]games.Text{said}, below.Lines)
	return below
}

// Take lets time pass: a player who does not press has to enter his name again. Once the judge goes on, the
// last name stands.
func (n *Naming) Take(m Moment, in Input) (effects []Effect, mine bool) {
	if in.Kind != games.Elapse {
		n.sat = Sit{}
		return nil, false
	}
	if len(n.waiting) > 0 && m.Now >= n.since+ClaimTime {
		n.settle(m.Now, 0, games.Refuse(games.Text{Word: "claim_late"}, errors.New("no button was pressed")))
	}
	if m.Now >= n.at+regretTime {
		n.sat = Sit{}
	}
	return nil, false
}

// Due returns when the first claim has waited for long enough, or a name can't be taken back any more.
func (n *Naming) Due() (time.Duration, bool) {
	return Earliest(
		func() (time.Duration, bool) { return n.since + ClaimTime, len(n.waiting) > 0 },
		func() (time.Duration, bool) { return n.at + regretTime, n.sat.Seat != 0 })
}
