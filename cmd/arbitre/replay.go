package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"

	"github.com/spf13/cobra"
)

func replayCommand(w world) *cobra.Command {
	r := replay{until: math.MaxInt64}
	c := &cobra.Command{
		Use: "replay [JOURNAL]", Short: "play a journal again and print its facts, one JSON line each",
		Long: `Without JOURNAL it is the latest game; - is one on standard input.
A line that is wrong ends it: FILE:LINE says why, and the exit status is 2.
A last line that a power cut left in pieces is dropped with a warning.`,
		Example: "arbitre replay --until 1m20s evening.jsonl",
		Args:    takes(0, 1, "at most one journal"),
		RunE:    func(_ *cobra.Command, journals []string) error { return r.run(w, journals) },
	}
	c.Flags().Func("until", "stop the clock at `T`, such as 30s or 1m20s; a bare number is in nanoseconds", func(text string) (err error) {
		r.until, err = parseTime(text)
		return err
	})
	c.Flags().StringVar(&r.view, "view", "", "print what `WHO` sees at the end, public, judge or seat:N, instead of the facts")
	c.Flags().StringVar(&r.language, "language", "", "say view and picture in `L`: "+wording.AnyCode())
	c.Flags().StringVar(&r.png, "png", "", "write the judge's display at the end to `FILE`, as a picture")
	r.which.flags(c)
	r.which.runs(c)
	offers(c, "view", func() []string { return []string{"judge", "public"} })
	offers(c, "language", wording.Codes)
	return c
}

// A replay is what to print of a journal.
type replay struct {
	which               whichJournal
	until               time.Duration
	view, language, png string
}

func (r replay) run(w world, journals []string) (err error) {
	c, path, err := r.which.find(w, journals)
	if err != nil {
		return err
	}
	in := w.language(c)
	if r.language != "" {
		if in, err = wording.ParseLanguage(r.language); err != nil {
			return config.Wrong(err)
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
	if r.view != "" || r.png != "" {
		tell = func([]games.Fact) {}
	}
	table, tail, err := playFile(w, path, r.until, func(l journal.Line) { tell(l.Facts) })
	if err != nil || table == nil {
		return err
	}
	stop := r.until
	if !tail.Later { // else the game went on after that
		stop = min(stop, r.which.until(path, table.Now()))
	}
	tell(table.Advance(stop))
	// The judge's view is what stands on the box: whoever has the keys may be playing, and a game that goes on stays secret.
	view := func(a games.Audience) games.View {
		v := table.View(a)
		if cover := table.Rules().Cover; a == games.Judge && cover != nil {
			cover(&v)
		}
		return v
	}
	phrases := wording.NewPhrases(all.Games())
	if r.view != "" {
		who, err := parseAudience(r.view, table.Start().Seats)
		if err != nil {
			return config.Wrong(err)
		}
		if err := phrases.Text(out, view(who), in); err != nil {
			return err
		}
	}
	if r.png == "" {
		return nil
	}
	file, err := os.Create(r.png)
	if err != nil {
		return err
	}
	return writePicture(display.NewPainter(phrases), new(canvas.PNGWriter), file, display.Height, display.Scene{
		View: view(games.Judge), Dialogue: keys.Dialogue{Rows: display.Height}, Language: in, Now: min(r.until, table.Now()),
	})
}

// playFile plays a journal from disk and warns of a torn tail. Its errors name file and line.
func playFile(w world, path string, until time.Duration, see func(journal.Line)) (*games.Table, journal.Tail, error) {
	text := w.in
	if path == "-" {
		path = "standard input"
	} else {
		file, err := os.Open(path)
		if err != nil {
			return nil, journal.Tail{}, config.Wrong(err)
		}
		defer file.Close()
		text = file
	}
	table, tail, err := journal.PlayFrom(text, all.Games(), until, see)
	if wrong := (*journal.LineError)(nil); errors.As(err, &wrong) {
		return nil, tail, refuse("%s:%d: %w", path, wrong.Line, wrong.Err)
	} else if errors.Is(err, syscall.EISDIR) {
		return nil, tail, refuse("%s is a folder; arbitre results %[1]s reads all that is in it", path)
	} else if err != nil {
		return nil, tail, config.Wrong(err)
	}
	if tail.Torn > 0 {
		w.say("%s:%d: warning: the last line is torn and was dropped", path, tail.Torn)
	}
	if table == nil && tail.Torn == 0 {
		w.say("%s: warning: the journal is empty", path)
	}
	return table, tail, nil
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
