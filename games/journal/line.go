// Package journal keeps a game as an append-only file of JSON lines (FORMAT.md). It can be
// played again to the same facts on any machine, or resumed after a power cut.
package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"arbitre/games"
)

// Format is the version that every start line carries.
const Format = 1

// ParseStart reads a first line:
// {"v":1,"t":0,"start":"GAME","seats":[1,2,3,4],"seed":42,"options":{…}}. An error says what is
// wrong and what was expected.
func ParseStart(line []byte) (games.Start, error) {
	fields, err := games.ParseObject(line)
	if err != nil {
		return games.Start{}, fmt.Errorf("%w: expected a start line", err)
	}
	var start games.Start
	version, timed := 0, false
	for _, f := range fields {
		switch f.Key {
		case "v":
			version, err = f.Value.Int()
		case "t":
			timed = true
			if !f.Value.Equal(games.Number(0)) {
				err = fmt.Errorf("%s: expected 0, for a game begins its own time", f.Value.JSON())
			}
		case "start":
			start.Game, err = f.Value.Word()
		case "seats":
			start.Seats, err = f.Value.Seats()
		case "seed":
			start.Seed, err = parseSeed(f.Value)
		case "options":
			var options []games.Field
			options, err = f.Value.Fields()
			start.Options = start.Options.With(options...)
		default:
			return games.Start{}, fmt.Errorf("unknown key %q: expected v, t, start, seats, seed or options", f.Key)
		}
		if err != nil {
			return games.Start{}, fmt.Errorf("key %q: %w", f.Key, err)
		}
	}
	switch {
	case start.Game == "":
		return games.Start{}, errors.New(`no key "start": expected the line that starts a game`)
	case !timed:
		return games.Start{}, errors.New(`no key "t": expected "t":0`)
	case version != Format:
		return games.Start{}, fmt.Errorf(`journal format "v":%d: expected "v":%d`, version, Format)
	}
	return start, nil
}

// parseSeed takes any whole number of 64 bits, with a sign or without.
func parseSeed(v games.Value) (uint64, error) {
	if n, err := v.Whole(); err == nil {
		return uint64(n), nil
	}
	text := v.JSON()
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: expected a whole number", text)
	}
	return n, nil
}

// AppendStart writes a first line, with its newline.
func AppendStart(b []byte, s games.Start) []byte {
	b = fmt.Appendf(b, `{"v":%d,"t":0,"start":`, Format)
	b = games.Word(s.Game).AppendJSON(b)
	b = games.List(games.SeatsOr(s.Seats)).AppendJSON(append(b, `,"seats":`...))
	if s.Seed != 0 {
		b = fmt.Appendf(b, `,"seed":%d`, s.Seed)
	}
	if options := s.Options.All(); len(options) > 0 {
		b = games.Row(options...).AppendJSON(append(b, `,"options":`...))
	}
	return append(b, "}\n"...)
}

// errNoTime is wrapped by the errors of lines whose time can't be read.
var errNoTime = errors.New(`no time: expected "t" in whole nanoseconds from 0`)

// ParseInput reads any line but the first. An error says what is wrong and what was expected; the
// input then has the time of the line, or -1 if that can't be read.
func ParseInput(line []byte) (games.Input, error) {
	fields, err := games.ParseObject(line)
	in := games.Input{At: -1, Kind: games.Elapse}
	for _, f := range fields {
		if f.Key == "t" {
			var wrong error
			if in.At, wrong = parseTime(f.Value); wrong != nil {
				return in, wrong
			}
		}
	}
	if err != nil {
		return in, err
	}
	if in.At < 0 {
		return in, errNoTime
	}
	keyed := "" // a key that only an answer has
	for _, f := range fields {
		ofAnswer, err := readField(&in, f)
		if err != nil {
			return in, err
		}
		if ofAnswer {
			keyed = f.Key
		}
	}
	switch {
	case in.Kind == games.Elapse:
		return in, errors.New("nothing happens: expected press, release, answer, lost, undo or redo")
	case in.Kind == games.Answer && in.Value.IsZero():
		return in, fmt.Errorf(`answer %q has no "value"`, in.Prompt)
	case in.Kind != games.Answer && keyed != "":
		return in, fmt.Errorf("key %q: expected it with an answer only", keyed)
	}
	return in, nil
}

// kinds returns the keys by which lines name the kinds of input.
func kinds() [games.Redo + 1]string {
	return [...]string{
		games.Press: "press", games.Release: "release", games.Answer: "answer",
		games.Lost: "lost", games.Undo: "undo", games.Redo: "redo",
	}
}

// readField reads one field of a line, and reports whether only answers have it.
func readField(in *games.Input, f games.Field) (ofAnswer bool, err error) {
	all := kinds()
	if kind := games.Kind(max(0, slices.Index(all[:], f.Key))); kind != games.Elapse {
		if in.Kind != games.Elapse {
			return false, fmt.Errorf("key %q: expected only one of press, release, answer, lost, undo and redo", f.Key)
		}
		in.Kind = kind
	}
	switch f.Key {
	case "t":
	case "press", "release":
		in.Seat, err = parseSeat(f.Value)
	case "answer":
		in.Prompt, err = f.Value.Word()
	case "lost":
		in.Edges, err = f.Value.AtLeast(1)
	case "undo", "redo":
		if !f.Value.Equal(games.Bool(true)) {
			err = fmt.Errorf("%s: expected true", f.Value.JSON())
		}
	case "value":
		in.Value, ofAnswer = f.Value, true
	case "v", "start", "seats", "seed", "options":
		err = errors.New("a game starts once, on the first line")
	default:
		if ofAnswer, err = in.Keys.Read(f); !ofAnswer {
			return false, fmt.Errorf("unknown key %q: expected press, release, answer, lost, undo or redo", f.Key)
		}
	}
	if err != nil {
		err = fmt.Errorf("key %q: %w", f.Key, err)
	}
	return ofAnswer, err
}

// lastTime is the highest time of a line, 146 years: a game can add deadlines to it without
// overflow.
const lastTime = 1 << 62

func parseTime(v games.Value) (time.Duration, error) {
	n, err := v.Whole()
	switch {
	case err != nil || n < 0:
		return -1, fmt.Errorf("%w, not %s", errNoTime, v.JSON())
	case n > lastTime:
		return -1, fmt.Errorf("%w to %d, not %s", errNoTime, int64(lastTime), v.JSON())
	}
	return time.Duration(n), nil
}

func parseSeat(v games.Value) (games.Seat, error) {
	n, err := v.AtLeast(1)
	return games.Seat(n), err
}

// AppendInput writes a line with its newline.
func AppendInput(b []byte, in games.Input) []byte {
	b = append(b, `{"t":`...)
	b = strconv.AppendInt(b, int64(in.At), 10)
	b = append(b, `,"`...)
	b = append(b, kinds()[in.Kind]...)
	b = append(b, `":`...)
	switch in.Kind {
	case games.Press, games.Release:
		b = strconv.AppendInt(b, int64(in.Seat), 10)
	case games.Lost:
		b = strconv.AppendInt(b, int64(in.Edges), 10)
	case games.Undo, games.Redo:
		b = append(b, "true"...)
	case games.Answer:
		b = games.Word(in.Prompt).AppendJSON(b)
		if keys, err := json.Marshal(in.Keys); err == nil && len(keys) > len("{}") {
			b = append(b, ',')
			b = append(b, keys[1:len(keys)-1]...)
		}
		b = in.Value.AppendJSON(append(b, `,"value":`...))
	}
	return append(b, "}\n"...)
}
