package race

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"arbitre/games"
)

// Limits are the spans by which races are decided: the option "race" of every game.
type Limits struct {
	Tie      time.Duration // presses less than this apart can't be told apart (RACE-3)
	Settle   time.Duration // how late a press may be delivered (RACE-2)
	Timeout  time.Duration // how long after its opening a race is over at the latest (RACE-4)
	Lookback time.Duration // how long ago the turn of a card's layer may have ended (MITO-14)
	Quiet    time.Duration // how long after a race its entrants' presses are late (RACE-6)
	Burst    time.Duration // the longest gap between slaps of one card (RACE-5)
	Declare  time.Duration // how long before a declaration its card may have been slapped (RACE-5)

	Devices []Device // polled for their buttons; each edge of any other seat's button is stamped (RACE-9)
}

// DefaultLimits returns the limits of a new game, and of a start line that leaves some out.
func DefaultLimits() Limits {
	return Limits{
		Tie:      time.Millisecond,
		Settle:   10 * time.Millisecond,
		Timeout:  5 * time.Second,
		Lookback: 1500 * time.Millisecond,
		Quiet:    time.Second,
		Burst:    time.Second,
		Declare:  15 * time.Second,
	}
}

// A Device is polled for the buttons of some seats. A press is stamped only when the device is
// asked next.
type Device struct {
	Resolution time.Duration // the longest from a press to its stamp
	Seats      []games.Seat
}

// Value returns the option "race" for a start line, with every limit.
func (l Limits) Value() games.Value {
	var fields []games.Field
	for _, s := range l.spans() {
		fields = append(fields, games.Field{Key: s.key, Value: games.Word(s.of.String())})
	}
	var devices []games.Value
	for _, d := range l.Devices {
		devices = append(devices, games.Row(games.Field{Key: "resolution", Value: games.Word(d.Resolution.String())},
			games.Field{Key: "seats", Value: games.List(games.SeatsOr(d.Seats))}))
	}
	if devices != nil {
		fields = append(fields, games.Field{Key: "devices", Value: games.List(devices)})
	}
	return games.Row(fields...)
}

// A span is one duration of Limits, with its key in a start line.
type span struct {
	key string
	of  *time.Duration
}

func (l *Limits) spans() []span {
	return []span{
		{"tie", &l.Tie}, {"settle", &l.Settle}, {"timeout", &l.Timeout}, {"lookback", &l.Lookback}, {"quiet", &l.Quiet},
		{"burst", &l.Burst}, {"declare", &l.Declare},
	}
}

// ReadLimits reads the option "race" of a start line, by default DefaultLimits.
func ReadLimits(r *games.Reader) Limits {
	if !r.Has(games.RaceOption) {
		return DefaultLimits()
	}
	return games.Read(r, games.RaceOption, func(v games.Value) (Limits, error) {
		l, err := ParseLimits(v)
		for _, d := range l.Devices {
			for _, seat := range d.Seats {
				err = errors.Join(err, games.CheckSeat(r.Seats(), seat))
			}
		}
		return l, err
	})
}

// ParseLimits reads the option "race" of a start line; what it leaves out is the default. Tie and
// timeout must be positive: without a tie, two presses of one instant would be told apart unfairly.
func ParseLimits(v games.Value) (Limits, error) {
	l := DefaultLimits()
	spans := l.spans()
	keys := []string{"devices"}
	for _, s := range spans {
		keys = append(keys, s.key)
	}
	o, err := v.Reader(keys...)
	if err != nil {
		return l, err
	}
	for _, s := range spans {
		if o.Has(s.key) {
			*s.of = games.Read(o, s.key, games.Value.Duration)
		}
	}
	l.Devices = games.Read(o, "devices", parseDevices)
	if err = o.Err(); err == nil && (l.Tie == 0 || l.Timeout == 0) {
		err = errors.New("tie and timeout must be longer than nothing")
	}
	return l, err
}

func parseDevices(v games.Value) (devices []Device, err error) {
	list, err := v.List()
	if err != nil {
		return nil, err
	}
	var seats []games.Seat
	for _, item := range list {
		d, err := parseDevice(item)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", item, err)
		}
		devices, seats = append(devices, d), append(seats, d.Seats...)
	}
	slices.Sort(seats)
	if len(slices.Compact(slices.Clone(seats))) != len(seats) {
		return nil, fmt.Errorf("%s: expected each seat once", v)
	}
	return devices, nil
}

func parseDevice(v games.Value) (d Device, err error) {
	o, err := v.Reader("resolution", "seats")
	if err != nil {
		return d, err
	}
	d = Device{games.Read(o, "resolution", games.Value.Duration), games.Read(o, "seats", games.Value.Seats)}
	if err = o.Err(); err == nil && (d.Resolution == 0 || len(d.Seats) == 0) {
		err = errors.New("expected resolution and seats, the resolution longer than nothing")
	}
	return d, err
}

// Resolution returns how late a seat's press may be stamped: 0 if its button is not polled.
func (l Limits) Resolution(seat games.Seat) time.Duration {
	for _, d := range l.Devices {
		if slices.Contains(d.Seats, seat) {
			return d.Resolution
		}
	}
	return 0
}

// apart returns how far apart the stamps of two seats must be to decide (RACE-3, RACE-9).
//
// The later stamp may be late by its device's resolution, and its press the earlier one; the tie
// covers other delays of a stamp. Two buttons of one device are no better: it may report two that
// it finds pressed at once in any order, one at this poll and one at the next.
func (l Limits) apart(a, b games.Seat) time.Duration {
	return l.Tie + max(l.Resolution(a), l.Resolution(b))
}

// wait returns how long after a press a decision waits: by then all presses that can't be told
// apart from it have been stamped and delivered (RACE-2, RACE-9).
func (l Limits) wait() time.Duration {
	var late time.Duration
	for _, d := range l.Devices {
		late = max(late, d.Resolution)
	}
	return l.Settle + l.Tie + late
}

// tied returns, ascending, p's seat and those whose presses can't be told apart from p. The clause
// is RACE-1 if p stands alone; else RACE-9 if a device's resolution is a reason, or RACE-3.
func (l Limits) tied(order order, p Press) (seats []games.Seat, clause string) {
	clause = "RACE-1"
	for _, other := range order {
		gap := (other.At - p.At).Abs()
		if gap >= l.apart(p.Seat, other.Seat) {
			continue
		}
		seats = append(seats, other.Seat)
		switch {
		case gap >= l.Tie:
			clause = "RACE-9"
		case clause == "RACE-1" && other.Seat != p.Seat:
			clause = "RACE-3"
		}
	}
	slices.Sort(seats)
	return seats, clause
}
