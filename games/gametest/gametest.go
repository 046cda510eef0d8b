// Package gametest holds a game to its rule sheet by stories, and to all that every game owes by random
// play. A story is written as a table would tell it:
//
//	GAME 1 2 3 4 seed=42 {"rounds":1}
//	10    play "mosquito"
//	10.3  press 3
//
// A line is a time in seconds and a press, a release, lost edges, an undo, a redo, or a prompt with
// its keys and its answer: `12.9 play seat=2 "mosquito"`. The first line is the game and its seats,
// then the seed and the options where they matter. Facts are told the same way, their fields as
// JSON: `10.511 owe {"from":[1,2,3],"to":4,"cards":1}`. [Stories] holds games to what their stories
// tell.
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

// Tell plays a story, and then all deadlines that are left. It returns the facts.
func Tell(rules games.Rulebook, story string) ([]games.Fact, error) {
	table, facts, err := Play(rules, story)
	if err != nil {
		return facts, err
	}
	return append(facts, table.FireRest()...), nil
}

// Play plays a story up to its last line.
func Play(rules games.Rulebook, story string) (table *games.Table, facts []games.Fact, err error) {
	keep := func(l journal.Line) { facts = append(facts, l.Facts...) }
	table, _, err = journal.Play(Journal(story), rules, math.MaxInt64, keep)
	return table, facts, err
}

// Facts writes facts as stories do, one a line.
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

// Journal writes a story as a journal. It checks nothing but times: a mistake in the story is one
// in the journal.
func Journal(story string) []byte {
	var text []byte
	for i, line := range lines(story) {
		if i == 0 {
			text = appendStart(text, line)
		} else {
			text = appendInput(text, line)
		}
	}
	return text
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

func appendStart(text []byte, line string) []byte {
	words, options, _ := strings.Cut(line, " {")
	game, seats, _ := strings.Cut(words, " ")
	seats, seed, seeded := strings.Cut(seats, " seed=")
	text = fmt.Appendf(text, `{"v":1,"t":0,"start":%q,"seats":[%s]`, game, strings.ReplaceAll(seats, " ", ","))
	if seeded {
		text = fmt.Appendf(text, `,"seed":%s`, seed)
	}
	if options != "" {
		text = fmt.Appendf(text, `,"options":{%s`, options)
	}
	return append(text, "}\n"...)
}

// Input reads one line of a story.
func Input(line string) (games.Input, error) { return journal.ParseInput(appendInput(nil, line)) }

func appendInput(text []byte, line string) []byte {
	seconds, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	at, err := Seconds(seconds)
	if err != nil {
		panic(err)
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	switch word {
	case "press", "release", "lost":
		return fmt.Appendf(text, "{\"t\":%d,%q:%s}\n", at, word, rest)
	case "undo", "redo":
		return fmt.Appendf(text, "{\"t\":%d,%q:true}\n", at, word)
	}
	text = fmt.Appendf(text, `{"t":%d,"answer":%q`, at, word)
	for {
		key, after, keyed := strings.Cut(rest, "=")
		if !keyed || strings.ContainsAny(key, ` "{[`) {
			return fmt.Appendf(text, ",\"value\":%s}\n", rest)
		}
		var number string
		number, rest, _ = strings.Cut(after, " ")
		text = fmt.Appendf(text, `,%q:%s`, key, number)
	}
}

// Seconds reads a time such as "10.511".
func Seconds(s string) (time.Duration, error) { return time.ParseDuration(s + "s") }
