package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/display"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
)

func replayCommand() command {
	return command{
		name: "replay", args: "[--until T] [--view WHO] [--png FILE] [--language L] [--demo] [--config FILE] [JOURNAL]",
		about: "play a journal again and print its facts, one JSON line each",
		details: `
  --until T      stop the clock at T, such as 30s or 1m20s; a bare number is in nanoseconds
  --view WHO     print what public, judge or seat:N sees at the end, instead of the facts
  --language L   the language of view and picture: fr, de or en
  --png FILE     write the judge's display at the end as a picture
  --demo         the latest game of the virtual table
  --config FILE  where the journals are, instead of /etc/arbitre/arbitre.toml

Without JOURNAL it is the latest game; - is one on standard input.
A line that is wrong ends it: FILE:LINE says why, and the exit status is 2.
A last line that a power cut left in pieces is dropped with a warning.`,
		example: "arbitre replay --view judge evening.jsonl",
		run:     replay,
	}
}

func replay(w world, args []string) (err error) {
	set := flag.NewFlagSet("replay", flag.ContinueOnError)
	until := time.Duration(math.MaxInt64)
	set.Func("until", "", func(text string) (err error) {
		until, err = parseTime(text)
		return err
	})
	var which journalFlags
	which.define(set)
	view := set.String("view", "", "")
	language := set.String("language", "", "")
	picture := set.String("png", "", "")
	arguments, err := flags(set, args, 0, 1, "at most one journal")
	if err != nil {
		return err
	}
	c, path, err := which.find(w, arguments)
	if err != nil {
		return err
	}
	in := w.language(c)
	if *language != "" {
		if in, err = display.ParseLanguage(*language); err != nil {
			return badInput{err}
		}
	}
	out := bufio.NewWriterSize(w.out, 1<<16)
	defer func() { err = errors.Join(err, out.Flush()) }()
	encoder := json.NewEncoder(out)
	tell := func(facts []games.Fact) {
		for _, f := range facts {
			encoder.Encode(f) // where that fails, Flush says so
		}
	}
	if *view != "" || *picture != "" {
		tell = func([]games.Fact) {}
	}
	table, err := playFile(w, path, until, func(l journal.Line) { tell(l.Facts) })
	if err != nil || table == nil {
		return err
	}
	tell(table.Advance(until))
	if *view != "" {
		who, err := parseAudience(*view, table.Start().Seats)
		if err != nil {
			return badInput{err}
		}
		if err := display.Text(out, table.View(who), in); err != nil {
			return err
		}
	}
	if *picture == "" {
		return nil
	}
	file, err := os.Create(*picture)
	if err != nil {
		return err
	}
	return writePicture(display.NewPainter(), file, display.Height, display.Scene{
		View: table.View(games.Judge), Dialogue: display.Dialogue{Rows: display.Height}, Language: in, Now: min(until, table.Now()),
	})
}

// playFile plays a journal from disk and warns of a torn tail. Its errors name file and line.
func playFile(w world, path string, until time.Duration, see func(journal.Line)) (*games.Table, error) {
	text := w.in
	if path == "-" {
		path = "standard input"
	} else {
		file, err := os.Open(path)
		if err != nil {
			return nil, badInput{err}
		}
		defer file.Close()
		text = file
	}
	table, tail, err := journal.PlayFrom(text, all.Games(), until, see)
	if wrong := (*journal.LineError)(nil); errors.As(err, &wrong) {
		return nil, refuse("%s:%d: %w", path, wrong.Line, wrong.Err)
	} else if err != nil {
		return nil, badInput{err}
	}
	if tail.Torn > 0 {
		w.say("%s:%d: warning: the last line is torn and was dropped", path, tail.Torn)
	}
	if table == nil && tail.Torn == 0 {
		w.say("%s: warning: the journal is empty", path)
	}
	return table, nil
}

// parseTime takes a duration, or nanoseconds as journals have them.
func parseTime(text string) (time.Duration, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Duration(n), nil
	}
	t, err := time.ParseDuration(text)
	if err != nil {
		return 0, errors.New(`expected a time such as "30s"`)
	}
	return t, nil
}

func parseAudience(who string, seats []games.Seat) (games.Audience, error) {
	switch {
	case who == "public":
		return games.Public, nil
	case who == "judge":
		return games.Judge, nil
	case strings.HasPrefix(who, "seat:"):
		if n, err := strconv.Atoi(who[len("seat:"):]); err == nil && slices.Contains(seats, games.Seat(n)) {
			return games.Player(games.Seat(n)), nil
		}
	}
	return 0, fmt.Errorf("nobody is called %q: expected public, judge or seat:N, a seat of %d", who, seats)
}
