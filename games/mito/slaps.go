package mito

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// People slap before anyone has declared the card, so that their presses do something else:
// nothing, end a turn, or call. This file remembers those presses and finds, once a card is
// declared, in which turn it was laid and which presses were slaps of it (RACE-5, MITO-14).

// A turn is one seat's time to lay a card.
type turn struct {
	number int // within the round, from 1
	seat   games.Seat
	began  time.Duration
	after  int // how many presses had been remembered when it began
}

// A press that joined no race when it came may still turn out to have been a slap.
type press struct {
	race.Press
	did   effect
	ended int  // number of the turn that it ended, if it did
	quick bool // that turn was too short to lay a card in
	order int  // its number among all that were remembered, from 1
}

// An effect is what a press did when it came.
type effect uint8

const (
	noEffect  effect = iota // or one that was withdrawn, such as a call (MITO-7)
	endedTurn               // the turn of its seat
	checked                 // called, accused its own seat, or came during the open check
)

// A history holds the turns and presses of a round that a declaration may look back at.
type history struct {
	limits    race.Limits
	turns     []turn  // by time
	lastCard  int     // number of the turn in which the last card was laid; 0 before the first
	takenBack int     // how many of the last turns are off during the check of a double press (MITO-11)
	ended     int     // number of the turn that the guardian himself ended last; 0 if no double press can follow
	presses   []press // by time
	lines     int     // how many presses were remembered in the round
	calling   bool    // a check is open
	called    time.Duration
	now       time.Duration // the highest time of an input or deadline so far
	analysis  *analysis     // what analyse has found since the last input; nil before
}

// advance notes that an input or deadline has come.
func (h *history) advance(at time.Duration) { h.now, h.analysis = max(h.now, at), nil }

// turn returns the turn that is on.
func (h *history) turn() turn { return h.turns[len(h.turns)-1-h.takenBack] }

// announceTurn says whose turn it is, if it was another's before.
func (h *history) announceTurn(step *games.Step, before games.Seat) {
	if now := h.turn().seat; now != before {
		step.Add(games.Turn{Seat: now})
	}
}

// endOf returns when a turn ended; it must not be the last one.
func (h *history) endOf(t turn) time.Duration { return h.turns[t.number].began }

// begin begins the next turn.
func (h *history) begin(step *games.Step, seat games.Seat) {
	h.turns = append(h.turns, turn{number: len(h.turns) + 1, seat: seat, began: step.At, after: h.lines})
	step.Add(games.Turn{Seat: seat})
}

// rewindTo goes back to the turn in which the declared card was laid, and closes an open check. Until
// another turn begins, nothing may be asked about slaps.
func (h *history) rewindTo(laid turn) {
	h.turns = h.turns[:laid.number]
	h.lastCard, h.ended = laid.number, 0
	h.calling, h.takenBack = false, 0
}

// resumeCard goes back to the turn of the last card, which is not resolved after all.
func (h *history) resumeCard() { h.turns = h.turns[:h.lastCard] }

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
		h.takenBack = h.turn().number - h.ended
	}
}

// endCheck closes the check. A verdict drops its presses, and the turns that a double press took
// back. If the call was withdrawn those turns are on again, and its presses may be slaps.
func (h *history) endCheck(verdict bool) {
	if verdict {
		h.presses = slices.DeleteFunc(h.presses, func(p press) bool { return p.did == checked })
		h.turns, h.ended = h.turns[:len(h.turns)-h.takenBack], 0
	}
	for i, p := range h.presses {
		if p.did == checked {
			h.presses[i].did = noEffect
		}
	}
	h.calling, h.takenBack = false, 0
}

// end remembers the press that ends the turn that is on.
func (h *history) end(at time.Duration) {
	on := h.turn()
	quick := at-on.began <= h.limits.Burst/2 // too fast for laying a card (RACE-5, 1)
	h.remember(press{Press: race.Press{Seat: on.seat, At: at}, did: endedTurn, ended: on.number, quick: quick})
}

// note remembers a press that has no effect, or belongs to the open check.
func (h *history) note(seat games.Seat, at time.Duration) {
	p := press{Press: race.Press{Seat: seat, At: at}}
	if h.calling {
		p.did = checked
	}
	h.remember(p)
}

// remember inserts a press by its time, for it may have been delivered late.
func (h *history) remember(p press) {
	h.lines++
	p.order = h.lines
	i := len(h.presses)
	for i > 0 && h.presses[i-1].At > p.At {
		i--
	}
	h.presses = slices.Insert(h.presses, i, p)
}

// oldestCounted returns the earliest end of a burst that a declaration at a time still counts. A check
// stops this clock: people declare no card before they know who is accused.
func (h *history) oldestCounted(at time.Duration) time.Duration {
	if h.calling {
		at = min(at, h.called)
	}
	return at - h.limits.Declare
}

// afterCard returns the turn that followed the last card, or the round's first.
func (h *history) afterCard() turn { return h.turns[h.lastCard] }

// recent returns the index of the first press that can be part of a burst which a declaration at a
// time still counts. A pause of two bursts parts them (RACE-5, 2), so no older press matters, and a
// long round costs no more than a short one.
func (h *history) recent(at time.Duration) int {
	i, _ := slices.BinarySearchFunc(h.presses, h.oldestCounted(at), byTime)
	for 0 < i && i < len(h.presses) && h.presses[i].At-h.presses[i-1].At < 2*h.limits.Burst {
		i--
	}
	return i
}

func byTime(p press, at time.Duration) int { return cmp.Compare(p.At, at) }

// since returns the presses from an index on that may be slaps of a card laid in a turn. They came
// after that turn began, and after the one that followed the last card: of the very instant at which
// it began, in later lines of the journal. began is the later of the two times. The press that ended
// the turn before is no slap.
func (h *history) since(laid turn, from int) (slaps []press, began time.Duration) {
	laid = h.turns[max(h.lastCard, laid.number-1)]
	first, _ := slices.BinarySearchFunc(h.presses, laid.began, byTime)
	from = max(from, first)
	earlier := func(p press) bool {
		return p.did == endedTurn && p.ended < laid.number || p.At == laid.began && p.order <= laid.after
	}
	return slices.DeleteFunc(slices.Clone(h.presses[from:]), earlier), laid.began
}

// bursts returns the bursts since the last card that a declaration at a time would count.
func (h *history) bursts(at time.Duration) []burst {
	slaps, _ := h.since(h.afterCard(), h.recent(at))
	bursts, _ := findBursts(slaps, h.limits.Burst, h.oldestCounted(at))
	return bursts
}

// A slapping holds what a declaration takes for the slaps of its card (RACE-5).
type slapping struct {
	burst                 // the one that the slaps begin with; zero without slaps
	clear   bool          // it is known which burst that is
	lagged  bool          // each burst is of another seat: at a mosquito that all have slapped, one was late
	from    time.Duration // no earlier press counts
	presses []race.Press  // by time; they count if their seats race
	tooOld  []race.Press  // presses without effect, too long ago to count
	pressed []games.Seat  // by time, the seats shown as having slapped, without those that only passed after the burst
}

// slapping returns what a declaration at a time takes for the slaps of a card laid in a turn.
func (h *history) slapping(laid turn, at time.Duration) slapping {
	slaps, from := h.since(laid, 0)
	bursts, clear := findBursts(slaps, h.limits.Burst, h.oldestCounted(at))
	s := slapping{clear: clear, lagged: !clear && areOnce(bursts), from: from}
	for _, b := range bursts {
		if len(b.seats) > len(s.seats) {
			s.burst = b
		}
	}
	first := s.first
	if len(s.seats) == 0 {
		first = at - h.limits.Lookback
	}
	for _, slap := range slaps {
		if slap.did == endedTurn {
			if slap.At < first || !clear && !slap.quick {
				continue
			}
		} else if slap.At < first || len(s.seats) == 0 { // without a burst passes alone count (RACE-5, 4)
			s.tooOld = append(s.tooOld, slap.Press)
			continue
		}
		s.presses = append(s.presses, slap.Press)
		if (slap.did != endedTurn || slap.At <= s.last) && !slices.Contains(s.pressed, slap.Seat) {
			s.pressed = append(s.pressed, slap.Seat)
		}
	}
	return s
}

// others reports whether anyone but the layer has slapped.
func (s slapping) others(layer games.Seat) bool {
	return slices.ContainsFunc(s.pressed, func(seat games.Seat) bool { return seat != layer })
}

// laid returns the turn in which the card was laid that is declared at a time (MITO-14): the one in
// which most seats began to slap or, if another seat is named as the layer, that seat's last turn.
// ok is false if that one ended too long before the slaps.
func (h *history) laid(layer games.Seat, at time.Duration) (t turn, ok bool) {
	t, onlyPasses := h.likelyTurn(at)
	on := h.turn()
	switch {
	case layer == 0 && onlyPasses:
		return on, true // these may be no slaps at all
	case layer == 0, layer == t.seat:
		return t, true
	case layer == on.seat:
		return on, true
	}
	for _, t := range slices.Backward(h.turns) {
		if t.seat != layer {
			continue
		}
		if slaps := h.slapping(t, at); len(slaps.pressed) > 0 {
			at = slaps.first
		}
		return t, t.number == len(h.turns) || h.endOf(t) >= at-h.limits.Lookback
	}
	return turn{}, false
}

// likelyTurn returns the turn in which the card was most likely laid, by the burst with most seats,
// the latest of equals (MITO-14). Without a burst it is the turn that is on. onlyPasses reports
// whether every press of that burst was a pass.
func (h *history) likelyTurn(at time.Duration) (t turn, onlyPasses bool) {
	var most burst
	for _, b := range h.bursts(at) {
		if len(b.seats) >= len(most.seats) {
			most = b
		}
	}
	on := h.turn()
	if len(most.seats) == 0 {
		return on, most.onlyPasses
	}
	number := on.number
	for number > h.lastCard+1 && h.turns[number-1].began > most.turnBy {
		number--
	}
	t = h.turns[number-1]
	if len(most.seats) == 1 && most.seats[0] == t.seat {
		return on, most.onlyPasses // a player who alone ended his own turn at once has slapped no card of his
	}
	return t, most.onlyPasses
}

// An ending is a turn, ended by a press, in which the card to be declared may have been laid.
type ending struct {
	turn
	until time.Duration // when it will be too long ago; 0 if the slaps after it keep it open
}

// endings returns, the latest first, one ended turn of each seat in which the card may have been
// laid (MITO-14): the seat's last, or the likely turn. It ended at most lookback before the slaps
// of its card began or, without slaps, before now.
func (h *history) endings(likely turn, at time.Duration) []ending {
	oldest := at
	if i := h.recent(at); i < len(h.presses) {
		oldest = min(at, h.presses[i].At)
	}
	var seen []games.Seat
	var endings []ending
	for _, t := range slices.Backward(h.turns[h.lastCard : len(h.turns)-1]) { // a turn has one card
		if h.endOf(t) < oldest-h.limits.Lookback-h.limits.Settle {
			break // too long ago, whatever was slapped; a late press may have ended a turn before its time
		}
		if slices.Contains(seen, t.seat) {
			continue
		}
		seen = append(seen, t.seat)
		if t.seat == likely.seat && likely.number < t.number {
			t = likely
		}
		slaps := h.slapping(t, at)
		switch ended := h.endOf(t); {
		case !slaps.others(t.seat):
			if until := ended + h.limits.Lookback; until >= at {
				endings = append(endings, ending{t, until})
			}
		case ended >= slaps.first-h.limits.Lookback:
			endings = append(endings, ending{turn: t})
		}
	}
	return endings
}

// An analysis is what the presses so far show of the card that is about to be declared.
type analysis struct {
	endings []ending
	likely  turn // most likely the one in which it was laid
	slaps   slapping
}

// analyse returns what a declaration now would find, computed once for all views after an input.
func (h *history) analyse() *analysis {
	if h.analysis != nil {
		return h.analysis
	}
	likely, _ := h.likelyTurn(h.now)
	o := &analysis{endings: h.endings(likely, h.now), likely: likely}
	if len(o.endings) > 0 && len(h.bursts(h.now)) == 0 {
		o.likely = o.endings[0].turn // the player who has just ended his turn, rather than the one in turn by now
	}
	o.slaps = h.slapping(o.likely, h.now)
	h.analysis = o
	return o
}

// slappers returns, by time, the seats whose slaps wait for a card to be declared. A call alone, open or
// withdrawn, is shown as none (MITO-16).
func (h *history) slappers() []games.Seat {
	slap := func(p press) bool { return p.did != endedTurn || p.quick }
	if !slices.ContainsFunc(h.presses[h.recent(h.now):], slap) {
		return nil // spares a look at all turns that ended: a lamp waits for this view
	}
	o := h.analyse()
	pressed := o.slaps.pressed
	alone := len(pressed) == 1 && slices.ContainsFunc(h.presses, func(p press) bool {
		return p.Seat == pressed[0] && p.At == h.called
	})
	if alone || !h.calling && !o.slaps.others(o.likely.seat) {
		return nil
	}
	return pressed
}

// maybeSlap reports whether another seat pressed at about the time of the call (MITO-16).
func (h *history) maybeSlap(guardian games.Seat) bool {
	return slices.ContainsFunc(h.presses, func(p press) bool {
		return p.Seat != guardian && p.did != endedTurn && (p.At-h.called).Abs() <= h.limits.Burst
	})
}

// layers returns who may have laid the card, the likeliest first; nil if there is no choice.
func (h *history) layers() []games.Candidate {
	o, on := h.analyse(), h.turn()
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
	if h.takenBack > 0 {
		before := h.turns[len(h.turns)-1] // the call (MITO-11)
		layers = append(layers, games.Candidate{Seat: before.seat})
	}
	if len(layers) < 2 {
		return nil
	}
	return layers
}
