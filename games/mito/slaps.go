package mito

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// People slap before anyone has declared, and what their presses did then was not what they meant: they had no effect,
// ended a turn, or called. This file remembers them and finds, once a card is declared, which were slaps of it (RACE-5).

// A press that joined no race when it came may still turn out to have been a slap.
type press struct {
	seat  games.Seat
	at    time.Duration
	did   deed
	ended int  // number of the turn that it ended, where it did
	short bool // that turn was too short to lay a card in
}

// A deed is what a press did when it came.
type deed uint8

const (
	nothing   deed = iota // or what came to nothing, as a call that was withdrawn (MITO-7)
	endedTurn             // of its seat
	checked               // called, accused its own seat or came meanwhile, in the check that is open
)

// remember keeps a press, in order of time, for the declarations that can still reach it.
func (g *Game) remember(p press) {
	i := len(g.presses)
	for i > 0 && g.presses[i-1].at > p.at {
		i--
	}
	calm := i > 0 && p.at-g.presses[i-1].at >= 2*g.limits.Burst
	g.presses = slices.Insert(g.presses, i, p)
	if !calm {
		return // in the midst of a burst, which counts whole
	}
	horizon := g.horizon(p.at)
	for i > 0 && (g.presses[i-1].at >= horizon || g.presses[i].at-g.presses[i-1].at < 2*g.limits.Burst) {
		i--
	}
	g.presses = slices.Delete(g.presses, 0, i)
}

// horizon is before which no burst and no turn's end matters to a declaration at a time or later.
func (g *Game) horizon(at time.Duration) time.Duration {
	return g.reach(at) - max(g.limits.Lookback, 2*g.limits.Burst, doublePress) - g.limits.Settle
}

// reach is when the slaps must have ended at the earliest of a card that is declared at a time. In a check time stands still:
// nobody declares a card before it is known who is meant.
func (g *Game) reach(at time.Duration) time.Duration {
	if g.checking() {
		at = min(at, g.check.called)
	}
	return at - g.limits.Declare
}

// endCheck forgets what was pressed in a check, where it came to a verdict. If it is withdrawn, that came to nothing.
func (g *Game) endCheck(verdict bool) {
	if verdict {
		g.presses = slices.DeleteFunc(g.presses, func(p press) bool { return p.did == checked })
	}
	for i, p := range g.presses {
		if p.did == checked {
			g.presses[i].did = nothing
		}
	}
}

// A slapping is what is known, when a card is declared, of its slaps so far.
type slapping struct {
	race.Burst               // that they begin with; of no seat where nobody has slapped
	clear      bool          // or nobody can know which press began it
	from       time.Duration // no earlier press counts
	presses    []race.Press  // that count, if their seats race, in order of time
	pressed    []games.Seat  // who is shown to have slapped, by time; nobody by the end of a turn long after the burst
}

// slapping finds what a declaration at a time would find of the card that was laid in one turn.
func (g *Game) slapping(laid turn, at time.Duration) slapping {
	slaps, from := g.since(laid)
	bursts, clear := race.Bursts(slaps, g.limits.Burst, g.reach(at))
	s := slapping{clear: clear, from: from}
	for _, b := range bursts {
		if len(b.Seats) > len(s.Seats) {
			s.Burst = b
		}
	}
	if !clear {
		s.Last = bursts[len(bursts)-1].Last
	}
	first := s.First
	if len(s.Seats) == 0 {
		first = at - g.limits.Lookback
	}
	for _, slap := range slaps {
		switch {
		case slap.At < first:
			continue
		case len(s.Seats) == 0 && !slap.Ended: // of a turn's end nobody knows: perhaps it was by a slap
			continue
		case !clear && slap.Ended && !slap.Short:
			continue
		}
		s.presses = append(s.presses, slap.Press)
		if (!slap.Ended || slap.At <= s.Last) && !slices.Contains(s.pressed, slap.Seat) {
			s.pressed = append(s.pressed, slap.Seat)
		}
	}
	if !clear {
		s.Seats = s.pressed
	}
	return s
}

// since lists, in order of time, the presses that may be slaps of the card of a turn: none before it began nor the one that
// began it, and none from before another card was resolved.
func (g *Game) since(laid turn) (slaps []race.Slap, began time.Duration) {
	if fresh := g.fresh(); fresh.number > laid.number {
		laid = fresh
	}
	from, _ := slices.BinarySearchFunc(g.presses, laid.began, func(p press, at time.Duration) int { return cmp.Compare(p.at, at) })
	slaps = make([]race.Slap, 0, len(g.presses)-from)
	for _, p := range g.presses[from:] {
		if p.did != endedTurn || p.ended >= laid.number {
			slaps = append(slaps, race.Slap{Press: race.Press{Seat: p.seat, At: p.at}, Ended: p.did == endedTurn, Short: p.short})
		}
	}
	return slaps, laid.began
}

// bursts are those of all slaps since a card was resolved, as a declaration at a time would find them.
func (g *Game) bursts(at time.Duration) []race.Burst {
	slaps, _ := g.since(g.fresh())
	bursts, _ := race.Bursts(slaps, g.limits.Burst, g.reach(at))
	return bursts
}

// fresh is the first turn since a card was resolved.
func (g *Game) fresh() turn {
	turns := g.lately()
	for i, t := range slices.Backward(turns[:len(turns)-1]) {
		if t.carded {
			return turns[i+1]
		}
	}
	return turns[0]
}

// others tells whether anyone but the layer has slapped.
func (s slapping) others(layer games.Seat) bool {
	return slices.ContainsFunc(s.Seats, func(seat games.Seat) bool { return seat != layer })
}

// laid finds the turn in which a card was laid that is declared at a time: that in which most seats began to slap or, where
// another seat is named, its last one, if that was not over too long before the slaps began (MITO-14).
func (g *Game) laid(layer games.Seat, at time.Duration) (turn, bool) {
	t, ends := g.slapped(at)
	if layer == 0 && ends {
		return g.turn(), true // perhaps nobody has slapped
	}
	if layer == 0 || layer == t.seat {
		return t, true
	}
	if on := g.turn(); layer == on.seat {
		return on, true
	}
	turns := g.lately()
	i := len(turns) - 1
	for i >= 0 && turns[i].seat != layer {
		i--
	}
	if i < 0 || i < len(turns)-1 && g.endOf(turns[i]) < g.began(turns[i], at)-g.limits.Lookback {
		return turn{}, false
	}
	return turns[i], true
}

// slapped is the turn that was on a little before the burst in which most seats slapped, the latest of equals; the one that is
// on where nobody has. Ends tells whether in that burst turns have only ended.
func (g *Game) slapped(at time.Duration) (t turn, ends bool) {
	var most race.Burst
	for _, b := range g.bursts(at) {
		if len(b.Seats) >= len(most.Seats) {
			most = b
		}
	}
	on, fresh := g.turn(), g.fresh()
	for _, t := range slices.Backward(g.lately()) {
		if t.number <= on.number && (t.number == fresh.number || len(most.Seats) == 0 || t.began <= most.Quiet) {
			if len(most.Seats) == 1 && most.Seats[0] == t.seat {
				break // who alone ended his own turn at once has slapped no card of his
			}
			return t, most.Ends
		}
	}
	return on, false
}

// endOf is when a turn ended that is not the last.
func (g *Game) endOf(t turn) time.Duration {
	turns := g.lately()
	return turns[t.number-turns[0].number+1].began
}

// lately lists the turns that a card may have been laid in; those before the call, where there is one (MITO-11).
func (g *Game) lately() []turn {
	if g.checking() {
		return g.check.turns
	}
	return g.turns
}

// began is when the slaps of a turn's card began, or the time of its declaration where there are none.
func (g *Game) began(laid turn, at time.Duration) time.Duration {
	if slaps := g.slapping(laid, at); len(slaps.Seats) > 0 {
		return slaps.First
	}
	return at
}

// An ending is a turn that a press ended so that the card which is about to be declared may have been laid in it.
type ending struct {
	turn
	ended time.Duration
	until time.Duration // as long as it is one; 0 is as long as the slaps wait that it shows by
}

// endings lists of each seat its last turn, or the one in which most slapped, that ended shortly before the slaps or since
// or, where nobody has slapped, just now (MITO-14). The latest stands first.
func (g *Game) endings(slapped turn) []ending {
	turns := g.lately()
	var seen []games.Seat
	var endings []ending
	for _, t := range slices.Backward(turns[:len(turns)-1]) {
		if t.carded {
			break // nobody lays two cards
		}
		if slices.Contains(seen, t.seat) {
			continue
		}
		seen = append(seen, t.seat)
		if t.seat == slapped.seat && slapped.number < t.number {
			t = slapped
		}
		slaps := g.slapping(t, g.now)
		switch ended := g.endOf(t); {
		case !slaps.others(t.seat):
			endings = append(endings, ending{t, ended, ended + g.limits.Lookback})
		case ended >= slaps.First-g.limits.Lookback:
			endings = append(endings, ending{turn: t, ended: ended})
		}
	}
	return endings
}

// An outlook is what the presses tell of the card that is about to be declared.
type outlook struct {
	endings []ending
	likely  turn // the turn in which it was laid
	slaps   slapping
}

// look is the outlook now, found once for the views of all.
func (g *Game) look() *outlook {
	if g.outlook == nil {
		slapped, _ := g.slapped(g.now)
		o := &outlook{endings: g.endings(slapped), likely: slapped}
		if len(o.endings) > 0 && len(g.bursts(g.now)) == 0 {
			o.likely = o.endings[0].turn // who has just ended his turn has laid the card rather than who is in turn by now
		}
		o.slaps = g.slapping(o.likely, g.now)
		g.outlook = o
	}
	return g.outlook
}

// fades is when the last slaps that wait for their declaration have waited too long, and the display lets go of them.
func (g *Game) fades() (time.Duration, bool) {
	if g.phase != playing || len(g.presses) == 0 {
		return 0, false
	}
	due := g.presses[len(g.presses)-1].at + g.limits.Declare + 1
	return due, due > g.now
}

// tooOld lists the presses of a turn that had no effect and are too old to be slaps of its card.
func (g *Game) tooOld(laid turn, slaps slapping) []race.Press {
	var old []race.Press
	presses, _ := g.since(laid)
	for _, slap := range presses {
		if !slap.Ended && !slices.Contains(slaps.presses, slap.Press) {
			old = append(old, slap.Press)
		}
	}
	return old
}

// develop makes the photo of a race that is over: who is missing in it may have pressed too early.
func (g *Game) develop(over games.RaceOver) *games.Photo {
	photo := &games.Photo{RaceOver: over}
	for _, seat := range over.Missing {
		for _, p := range slices.Backward(g.old) {
			if p.Seat == seat {
				photo.Uncounted = append(photo.Uncounted, games.Finish{Seat: seat, After: p.At - over.Zero})
				break
			}
		}
	}
	return photo
}
