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
	ended int           // number of the turn that it ended, where it did
	began time.Duration // of that turn
}

// A deed is what a press did when it came.
type deed uint8

const (
	nothing   deed = iota // or what came to nothing, as a call that was withdrawn (MITO-7)
	tooLate               // in the quiet of a race (RACE-6)
	endedTurn             // of its seat
	checked               // called, accused its own seat or came meanwhile, in the check that is open
	judged                // the same in a check that came to a verdict
)

// mostPresses are remembered, far more than people make within the time that a card may take to be declared.
const mostPresses = 1024

// remember keeps a press for the declarations that can still reach it.
func (g *Game) remember(p press) {
	horizon := g.horizon(p.at)
	g.presses = slices.DeleteFunc(g.presses, func(p press) bool { return p.at < horizon })
	if len(g.presses) == mostPresses {
		g.presses = slices.Delete(g.presses, 0, 1)
	}
	g.presses = append(g.presses, p)
}

// horizon is before which no press and no turn's end matters to a declaration at a time or later.
func (g *Game) horizon(at time.Duration) time.Duration {
	if g.checking() {
		at = min(at, g.check.called)
	}
	return at - max(g.limits.Declare, doublePress) - g.limits.Lookback - g.limits.Settle
}

// spent is what a press that outlived an undo counts as: nothing, where the check was undone that it was ignored in.
func (g *Game) spent(why string) deed {
	switch {
	case why == games.Late:
		return tooLate
	case why == games.Checking && g.checking():
		return checked
	}
	return nothing
}

// endCheck turns what was pressed during a check into what it came to; if it is withdrawn, to nothing.
func (g *Game) endCheck(verdict bool) {
	became := nothing
	if verdict {
		became = judged
	}
	for i, p := range g.presses {
		if p.did == checked {
			g.presses[i].did = became
		}
	}
}

// A slapping is what is known, when a card is declared, of its slaps so far.
type slapping struct {
	race.Burst               // of the presses that show when the card was laid; of no seat where there are none
	clear      bool          // or nobody can know which press began it
	from       time.Duration // no earlier press counts
	presses    []race.Press  // that count, if their seats race
}

// slapping finds what a declaration at a time would find of the card that was laid in one turn.
func (g *Game) slapping(laid turn, at time.Duration) slapping {
	s := g.marked(laid, at)
	switch {
	case len(s.presses) == 0:
		s.from = max(at-g.limits.Lookback, laid.began)
		s.presses = g.among(laid, func(p press) bool { return p.did == endedTurn && p.at >= s.from })
	case s.clear:
		s.presses = race.SkipStray(g.among(laid, func(p press) bool { return p.at >= s.First }), g.limits.Burst)
		s.from = max(s.First-g.limits.Burst, laid.began) // what is still delivered belongs to the burst, if it is not before that
	}
	return s
}

// marked finds of that no more than the presses that show when the card was laid, and their burst.
func (g *Game) marked(laid turn, at time.Duration) slapping {
	s := slapping{clear: true, presses: g.among(laid, func(p press) bool { return g.isMark(p, at) })}
	if len(s.presses) > 0 {
		passed := g.among(laid, func(p press) bool { return p.did == endedTurn && !g.isMark(p, at) })
		s.Burst, s.clear = race.FindBurst(s.presses, passed, g.limits.Burst)
	}
	return s
}

// seats lists who has slapped, by time.
func (s slapping) seats() []games.Seat {
	var seats []games.Seat
	for _, p := range slices.SortedStableFunc(slices.Values(s.presses), func(a, b race.Press) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Seat, b.Seat))
	}) {
		if !slices.Contains(seats, p.Seat) {
			seats = append(seats, p.Seat)
		}
	}
	return seats
}

// others tells whether anyone but the layer has slapped. Whoever only ended his own turn at once has slapped no card of his.
func (s slapping) others(layer games.Seat) bool {
	return slices.ContainsFunc(s.Seats, func(seat games.Seat) bool { return seat != layer })
}

// isMark tells whether a press shows when a card was laid that is declared at a time: it had no effect, it belongs to the
// check that is open, or it ended a turn that was too short to lay a card in.
func (g *Game) isMark(p press, at time.Duration) bool {
	switch p.did {
	case nothing:
		return p.at >= at-g.limits.Declare
	case endedTurn:
		return p.at >= at-g.limits.Declare && g.isShort(p.at-p.began)
	}
	return p.did == checked
}

// isShort tells whether a turn was too short to lay a card in, so that the press that ended it was a slap.
func (g *Game) isShort(turn time.Duration) bool { return turn <= g.limits.Burst/2 }

// among lists those presses that may be slaps of the card of a turn, none before it began nor the one that began it.
func (g *Game) among(laid turn, counts func(press) bool) []race.Press {
	var presses []race.Press
	for _, p := range g.presses {
		if p.at >= laid.began && p.did != tooLate && (p.did != endedTurn || p.ended >= laid.number) && counts(p) {
			presses = append(presses, race.Press{Seat: p.seat, At: p.at})
		}
	}
	return presses
}

// laid finds the turn in which a card was laid that is declared at a time: the one that is on, or the last one of the seat
// that is named, if that was not over too long before the slaps began (MITO-14).
func (g *Game) laid(layer games.Seat, at time.Duration) (turn, bool) {
	on := g.turn()
	if layer == 0 {
		layer = on.seat
	}
	if layer == on.seat {
		return g.beforeSlaps(on, at), true
	}
	turns := g.lately()
	for i, t := range slices.Backward(turns) {
		if t = g.beforeSlaps(t, at); t.seat == layer && (i == len(turns)-1 || g.endOf(t) >= g.slapped(t, at)-g.limits.Lookback) {
			return t, true
		}
	}
	return turn{}, false
}

// beforeSlaps is the turn in which a seat laid a card, if its turn has come again among the slaps because all others were
// in turn when they slapped, and the turn before was over shortly before the slaps at most. Else it is the later one.
func (g *Game) beforeSlaps(later turn, at time.Duration) turn {
	for _, t := range slices.Backward(g.lately()) {
		if t.number >= later.number || t.seat != later.seat {
			continue
		}
		slaps := g.marked(t, at)
		if len(slaps.Seats) > 0 && g.endOf(t) >= slaps.First-g.limits.Lookback &&
			slaps.First <= later.began && later.began <= slaps.Last {
			return t
		}
		break
	}
	return later
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

// slapped is when the slaps of a turn's card began, or the time of its declaration where there are none.
func (g *Game) slapped(laid turn, at time.Duration) time.Duration {
	if slaps := g.marked(laid, at); len(slaps.Seats) > 0 {
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

// endings lists of each seat its last turn that ended shortly before the slaps or among them
// or, where nobody has slapped, just now (MITO-14). The latest stands first.
func (g *Game) endings() []ending {
	turns := g.lately()
	slapped := slices.ContainsFunc(g.presses, func(p press) bool { return g.isMark(p, g.now) })
	seen := make([]games.Seat, 0, len(g.seats))
	endings := make([]ending, 0, len(g.seats))
	for _, t := range slices.Backward(turns[:len(turns)-1]) {
		if slices.Contains(seen, t.seat) {
			continue
		}
		seen = append(seen, t.seat)
		var slaps slapping
		if slapped { // else there are none, of any turn
			t = g.beforeSlaps(t, g.now)
			slaps = g.marked(t, g.now)
		}
		ended, others := g.endOf(t), slaps.others(t.seat)
		switch {
		case t.carded, others && ended < slaps.First-g.limits.Lookback:
			continue // nobody lays two cards, nor so early
		case others && ended <= slaps.Last+g.limits.Lookback:
			endings = append(endings, ending{turn: t, ended: ended})
		default:
			endings = append(endings, ending{t, ended, ended + g.limits.Lookback})
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
		o := &outlook{endings: g.endings()}
		o.likely = g.turn()
		if o.likely.number == last(g.lately()).number { // not after the guardian's double press (MITO-11)
			o.likely = g.endedBySlap(o.endings)
		}
		o.slaps = g.slapping(o.likely, g.now)
		g.outlook = o
	}
	return g.outlook
}

// endedBySlap is the turn before the slaps: who has just ended his turn has laid the card rather than the seat that is in
// turn by now. But in a turn too short for a card nobody has laid one, and the turn before it is meant.
func (g *Game) endedBySlap(endings []ending) turn {
	likely := last(g.lately())
	for i, e := range endings {
		if i > 0 && e.ended != likely.began {
			break
		}
		likely = e.turn
		if !g.isShort(e.ended - e.began) {
			break
		}
	}
	return likely
}

// fades is when the earliest press that waits for its declaration has waited too long, and the display lets go of it.
func (g *Game) fades() (time.Duration, bool) {
	if g.phase != playing {
		return 0, false
	}
	var due time.Duration
	for _, p := range g.presses {
		if fade := p.at + g.limits.Declare + 1; p.did == nothing && (due == 0 || fade < due) {
			due = fade
		}
	}
	return due, due > 0
}

// forget lets go of the presses that have waited too long.
func (g *Game) forget(at time.Duration) {
	g.presses = slices.DeleteFunc(g.presses, func(p press) bool { return p.did == nothing && p.at < at-g.limits.Declare })
}

// tooEarly lists the presses of entrants that had no effect in the layer's turn and are too old to be slaps of its card.
func (g *Game) tooEarly(entrants []games.Seat, laid turn, slaps slapping) []race.Press {
	return g.among(laid, func(p press) bool {
		return p.did == nothing && slices.Contains(entrants, p.seat) && !slices.Contains(slaps.presses, race.Press{Seat: p.seat, At: p.at})
	})
}

// develop makes the photo of a race that is over: who is missing in it may have pressed too early.
func (g *Game) develop(over games.RaceOver) *games.Photo {
	photo := &games.Photo{RaceOver: over}
	for _, seat := range over.Missing {
		for _, p := range slices.Backward(g.early) {
			if p.Seat == seat {
				photo.Uncounted = append(photo.Uncounted, games.Finish{Seat: seat, After: p.At - over.Zero})
				break
			}
		}
	}
	return photo
}
