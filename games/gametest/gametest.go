// Package gametest plays games in tests, written as a table would tell them:
//
//	GAME 1 2 3 4 {"rounds":1}
//	10    play "mosquito"
//	10.3  press 3
//
// A line is a time in seconds and a press, a release, lost edges, an undo, a redo, or a prompt with
// its keys and its answer: `12.9 play seat=2 "mosquito"`. The first line is the game, its seats,
// and its options where it has some. Facts are told the same way, their fields as JSON:
// `10.511 owe {"from":[1,2,3],"to":4,"cards":1}`. [Stories] holds games to what their stories tell.
package gametest

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
)

// Tell plays a story and lets the clock run on until no deadline is left.
func Tell(rules games.Rulebook, story string) ([]games.Fact, error) {
	table, facts, err := Play(rules, story)
	if err != nil {
		return facts, err
	}
	return append(facts, table.RunOut()...), nil
}

// Play plays a story up to its last line.
func Play(rules games.Rulebook, story string) (table *games.Table, facts []games.Fact, err error) {
	text, err := Journal(story)
	if err != nil {
		return nil, nil, err
	}
	table, _, err = journal.Play(text, rules, math.MaxInt64, func(l journal.Line) { facts = append(facts, l.Facts...) })
	return table, facts, err
}

// Facts tells facts, one on a line.
func Facts(facts []games.Fact) string {
	var b strings.Builder
	for _, f := range facts {
		fields, err := json.Marshal(f.What)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&b, "%s %s %s\n", seconds(f.At), f.What.Fact(), fields)
	}
	return b.String()
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// Journal writes a story as the lines of a journal.
func Journal(story string) ([]byte, error) {
	var text []byte
	for i, line := range lines(story) {
		if i == 0 {
			start, err := startOf(line)
			if err != nil {
				return nil, err
			}
			text = journal.AppendStart(text, start)
			continue
		}
		in, err := Input(line)
		if err != nil {
			return nil, err
		}
		text = journal.AppendInput(text, in)
	}
	return text, nil
}

// lines splits a story, its indentation and empty lines aside. A line that begins with one of |;,
// goes on with the one before.
func lines(story string) []string {
	var list []string
	for line := range strings.Lines(story) {
		fields := strings.Join(strings.Fields(line), " ")
		switch {
		case fields == "":
		case fields[0] == '|':
			list[len(list)-1] += " " + fields
		case strings.Contains(";,", fields[:1]):
			list[len(list)-1] += fields
		default:
			list = append(list, fields)
		}
	}
	return list
}

func startOf(line string) (games.Start, error) {
	words, options, _ := strings.Cut(line, " {")
	if options == "" {
		options = "}"
	}
	fields, err := games.Value("{" + options).Fields()
	if err != nil {
		return games.Start{}, err
	}
	game, seats, _ := strings.Cut(words, " ")
	start := games.Start{Game: game}
	for _, s := range strings.Fields(seats) {
		n, err := strconv.Atoi(s)
		if err != nil {
			return games.Start{}, err
		}
		start.Seats = append(start.Seats, games.Seat(n))
	}
	for _, f := range fields {
		if f.Key == "seed" { // of the start line, told among the options
			start.Seed, err = strconv.ParseUint(string(f.Value), 10, 64)
			if err != nil {
				return games.Start{}, err
			}
			continue
		}
		start.Options = start.Options.With(f)
	}
	return start, nil
}

// Input reads one line of a story.
func Input(line string) (games.Input, error) {
	time, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	at, err := Seconds(time)
	if err != nil {
		return games.Input{}, err
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "press", "release", "lost":
		return journal.ParseInput(fmt.Appendf(nil, `{"t":%d,%q:%s}`, at, word, rest))
	case "undo":
		return journal.ParseInput(fmt.Appendf(nil, `{"t":%d,"undo":true}`, at))
	case "redo":
		return journal.ParseInput(fmt.Appendf(nil, `{"t":%d,"redo":true}`, at))
	}
	answer := fmt.Appendf(nil, `{"t":%d,"answer":%q`, at, word)
	for {
		key, after, keyed := strings.Cut(rest, "=")
		if !keyed || strings.ContainsAny(key, ` "{[`) {
			break
		}
		var number string
		number, rest, _ = strings.Cut(after, " ")
		answer = fmt.Appendf(answer, `,%q:%s`, key, number)
	}
	return journal.ParseInput(fmt.Appendf(answer, `,"value":%s}`, rest))
}

// Seconds reads a time such as "10.511".
func Seconds(s string) (time.Duration, error) { return time.ParseDuration(s + "s") }
