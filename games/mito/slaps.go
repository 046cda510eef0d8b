package mito

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// People slap before anyone has declared a card, and what their presses did then was not what they
// meant: they had no effect, ended a turn, or called. This file remembers them and finds, once a
// card is declared, in which turn it was laid and which of them were slaps of it (RACE-5, MITO-14).

// A turn is one seat's time to lay a card.
type turn struct {
	number int // within the round, from 1: its place among them
	seat   games.Seat
	began  time.Duration
	carded bool // a card was declared that was laid in it
}

// A press that joined no race when it came may still turn out to have been a slap.
type press struct {
	race.Press
	did   effect
	ended int  // number of the turn that it ended, where it did
	short bool // that turn was too short to lay a card in
}

// An effect is what a press did when it came.
type effect uint8

const (
	noEffect  effect = iota // or what came to nothing, as a call that was withdrawn (MITO-7)
	endedTurn               // of its seat
	checked                 // called, accused its own seat or came meanwhile, in the check that is open
)

// A history is what a declaration may still look back at.
type history struct {
	limits  race.Limits
	turns   []turn  // by time
	back    int     // so many of the last are taken back while a call in the guardian's own turn is checked (MITO-11)
	ended   int     // number of the turn of his own that the guardian ended last; 0 where that can be no double press
	presses []press // by time
	calling bool    // a check is open
	called  time.Duration
	seen    *outlook // at the last look since the last input
}

// turn is the one that is on.
func (h *history) turn() turn { return h.turns[len(h.turns)-1-h.back] }

// endOf is when a turn ended that is not the last.
func (h *history) endOf(t turn) time.Duration { return h.turns[t.number].began }

// begin begins the next turn.
func (h *history) begin(seat games.Seat, at time.Duration) {
	h.turns = append(h.turns, turn{number: len(h.turns) + 1, seat: seat, began: at})
}

// lay notes that the card that is declared was laid in a turn, which is on again.
func (h *history) lay(laid turn) {
	h.turns = h.turns[:laid.number]
	h.turns[laid.number-1].carded = true
	h.ended = 0
}

// doublePress is how soon after ending his turn a guardian's next press is a call (MITO-11).
const doublePress = 400 * time.Millisecond

func (h *history) isDoublePress(guardian games.Seat, at time.Duration) bool {
	if h.ended == 0 {
		return false
	}
	ended := h.turns[h.ended-1]
	return ended.seat == guardian && at-h.endOf(ended) <= doublePress
}

// call begins a check. After a double press the guardian's turn is on again.
func (h *history) call(at time.Duration, double bool) {
	h.calling, h.called = true, at
	if double {
		h.back = h.turn().number - h.ended
	}
}

// endCheck forgets what was pressed in the check if it came to a verdict. If it is withdrawn, that
// came to nothing.
func (h *history) endCheck(verdict bool) {
	if verdict {
		h.presses = slices.DeleteFunc(h.presses, func(p press) bool { return p.did == checked })
		if h.back > 0 {
			h.turns, h.ended = h.turns[:len(h.turns)-h.back], 0
		}
	}
	for i, p := range h.presses {
		if p.did == checked {
			h.presses[i].did = noEffect
		}
	}
	h.calling, h.back = false, 0
}

// end notes the press that ends the turn.
func (h *history) end(at time.Duration) {
	on := h.turn()
	short := at-on.began <= h.limits.Burst/2
	h.remember(press{Press: race.Press{Seat: on.seat, At: at}, did: endedTurn, ended: on.number, short: short})
}

// note keeps a press that has no effect now.
func (h *history) note(seat games.Seat, at time.Duration) {
	p := press{Press: race.Press{Seat: seat, At: at}}
	if h.calling {
		p.did = checked
	}
	h.remember(p)
}

// remember keeps a press, which may have been delivered late.
func (h *history) remember(p press) {
	i := len(h.presses)
	for i > 0 && h.presses[i-1].At > p.At {
		i--
	}
	h.presses = slices.Insert(h.presses, i, p)
}

// reach is the earliest time at which the slaps of a card may have ended that is declared at a
// time. In a check time stands still, for nobody declares a card before it is known who is meant.
func (h *history) reach(at time.Duration) time.Duration {
	if h.calling {
		at = min(at, h.called)
	}
	return at - h.limits.Declare
}

// fresh is the first turn since a card was resolved.
func (h *history) fresh() turn {
	for i, t := range slices.Backward(h.turns[:len(h.turns)-1]) {
		if t.carded {
			return h.turns[i+1]
		}
	}
	return h.turns[0]
}

// since lists the presses that may be slaps of the card of a turn: none before it began nor the one
// that began it, and none from before another card was resolved.
func (h *history) since(laid turn) (slaps []race.Slap, began time.Duration) {
	if fresh := h.fresh(); fresh.number > laid.number {
		laid = fresh
	}
	byTime := func(p press, at time.Duration) int { return cmp.Compare(p.At, at) }
	from, _ := slices.BinarySearchFunc(h.presses, laid.began, byTime)
	slaps = make([]race.Slap, 0, len(h.presses)-from)
	for _, p := range h.presses[from:] {
		if p.did != endedTurn || p.ended >= laid.number {
			slaps = append(slaps, race.Slap{Press: p.Press, Ended: p.did == endedTurn, Short: p.short})
		}
	}
	return slaps, laid.began
}

// bursts are those of all slaps since a card was resolved, as a declaration at a time would find
// them.
func (h *history) bursts(at time.Duration) []race.Burst {
	slaps, _ := h.since(h.fresh())
	bursts, _ := race.Bursts(slaps, h.limits.Burst, h.reach(at))
	return bursts
}

// A slapping is what is known, when a card is declared, of its slaps so far.
type slapping struct {
	race.Burst               // that they begin with; of no seat where nobody has slapped
	clear      bool          // it is known which press began it
	from       time.Duration // no earlier press counts
	presses    []race.Press  // that count, if their seats race, by time
	tooOld     []race.Press  // that had no effect and do not count
	pressed    []games.Seat  // who is shown to have slapped, by time: not whose turn ended after the burst
}

// slapping finds what a declaration at a time would find of the card that was laid in one turn.
func (h *history) slapping(laid turn, at time.Duration) slapping {
	slaps, from := h.since(laid)
	bursts, clear := race.Bursts(slaps, h.limits.Burst, h.reach(at))
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
		first = at - h.limits.Lookback
	}
	for _, slap := range slaps {
		if slap.Ended {
			if slap.At < first || !clear && !slap.Short {
				continue
			}
		} else if slap.At < first || len(s.Seats) == 0 { // while of a turn's end nobody knows: perhaps it was by a slap
			s.tooOld = append(s.tooOld, slap.Press)
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

// others tells whether anyone but the layer has slapped.
func (s slapping) others(layer games.Seat) bool {
	return slices.ContainsFunc(s.Seats, func(seat games.Seat) bool { return seat != layer })
}

// laid finds the turn in which a card was laid that is declared at a time: that in which most seats
// began to slap or, where another seat is named, its last one, if that was not over too long before
// the slaps began (MITO-14).
func (h *history) laid(layer games.Seat, at time.Duration) (turn, bool) {
	t, ends := h.slapped(at)
	on := h.turn()
	switch {
	case layer == 0 && ends:
		return on, true // perhaps nobody has slapped
	case layer == 0, layer == t.seat:
		return t, true
	case layer == on.seat:
		return on, true
	}
	for _, t := range slices.Backward(h.turns) {
		if t.seat != layer {
			continue
		}
		if slaps := h.slapping(t, at); len(slaps.Seats) > 0 {
			at = slaps.First
		}
		return t, t.number == len(h.turns) || h.endOf(t) >= at-h.limits.Lookback
	}
	return turn{}, false
}

// slapped is the turn that was on a little before the burst in which most seats slapped, the latest
// of equals; the one that is on where nobody has. Ends tells whether in that burst turns have only
// ended.
func (h *history) slapped(at time.Duration) (t turn, ends bool) {
	var most race.Burst
	for _, b := range h.bursts(at) {
		if len(b.Seats) >= len(most.Seats) {
			most = b
		}
	}
	on, fresh := h.turn(), h.fresh()
	for _, t := range slices.Backward(h.turns) {
		if t.number <= on.number && (t.number == fresh.number || len(most.Seats) == 0 || t.began <= most.Quiet) {
			if len(most.Seats) == 1 && most.Seats[0] == t.seat {
				break // who alone ended his own turn at once has slapped no card of his
			}
			return t, most.Ends
		}
	}
	return on, false
}

// An ending is a turn that a press ended so that the card which is about to be declared may have
// been laid in it.
type ending struct {
	turn
	until time.Duration // as long as it is one; 0 is as long as the slaps wait that it shows by
}

// endings lists of each seat its last turn, or the one in which most slapped, that ended shortly
// before the slaps or since or, where nobody has slapped, just now (MITO-14). The latest stands
// first.
func (h *history) endings(slapped turn, at time.Duration) []ending {
	var seen []games.Seat
	var endings []ending
	for _, t := range slices.Backward(h.turns[:len(h.turns)-1]) {
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
		slaps := h.slapping(t, at)
		switch ended := h.endOf(t); {
		case !slaps.others(t.seat):
			if until := ended + h.limits.Lookback; until >= at {
				endings = append(endings, ending{t, until})
			}
		case ended >= slaps.First-h.limits.Lookback:
			endings = append(endings, ending{turn: t})
		}
	}
	return endings
}

// An outlook is what the presses tell of the card that is about to be declared.
type outlook struct {
	endings []ending
	likely  turn // in which it was laid
	slaps   slapping
}

// look is the outlook of a declaration now, found once for the views of all.
func (h *history) look(now time.Duration) *outlook {
	if h.seen != nil {
		return h.seen
	}
	slapped, _ := h.slapped(now)
	o := &outlook{endings: h.endings(slapped, now), likely: slapped}
	if len(o.endings) > 0 && len(h.bursts(now)) == 0 {
		o.likely = o.endings[0].turn // who has just ended his turn laid the card, rather than who is in turn by now
	}
	o.slaps = h.slapping(o.likely, now)
	h.seen = o
	return o
}

// slappers are those who have slapped, by time, while that waits for a card to be declared.
func (h *history) slappers(now time.Duration) []games.Seat {
	slap := func(p press) bool { return p.did != endedTurn || p.short }
	if !slices.ContainsFunc(h.presses, slap) {
		return nil // without a look at all the turns that ended: a lamp waits for the view that asks
	}
	o := h.look(now)
	if len(o.slaps.Seats) == 0 || !h.calling && !o.slaps.others(o.likely.seat) {
		return nil
	}
	return o.slaps.pressed
}

// maybeSlap tells whether the call that is being checked was perhaps a slap: another seat pressed
// about then (MITO-16).
func (h *history) maybeSlap(guardian games.Seat) bool {
	return slices.ContainsFunc(h.presses, func(p press) bool {
		return p.Seat != guardian && p.did != endedTurn && (p.At-h.called).Abs() <= h.limits.Burst
	})
}

// layers lists who may have laid the card that somebody is about to declare, the likeliest first.
func (h *history) layers(now time.Duration) []games.Candidate {
	o, on := h.look(now), h.turn()
	layers := []games.Candidate{{Seat: on.seat}}
	for _, e := range o.endings {
		if e.seat == on.seat {
			continue
		}
		l := games.Candidate{Seat: e.seat, Until: e.until}
		if e.number == o.likely.number {
			layers = slices.Insert(layers, 0, l)
		} else {
			layers = append(layers, l)
		}
	}
	if h.back > 0 {
		before := h.turns[len(h.turns)-1] // the call (MITO-11)
		layers = append(layers, games.Candidate{Seat: before.seat})
	}
	if len(layers) < 2 {
		return nil
	}
	return layers
}
