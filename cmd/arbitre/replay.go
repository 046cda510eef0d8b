package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
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
	"periph.io/x/devices/v3/ssd1306/image1bit"
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
	until := func(text string) (err error) {
		r.until, err = parseTime(text)
		return err
	}
	c.Flags().Func("until", "stop the clock at `T`, such as 30s or 1m20s; a bare number is in nanoseconds", until)
	c.Flags().StringVar(&r.view, "view", "",
		"print what `WHO` sees at the end, public, judge or seat:N, instead of the facts")
	c.Flags().StringVar(&r.language, "language", "", "say view and picture in the language `L`, such as fr")
	c.Flags().StringVar(&r.png, "png", "", "write the judge's display at the end to `FILE`, as a picture")
	c.Flags().StringVar(&r.gif, "gif", "", "write the judge's display to `FILE` as it changes, as an animation")
	r.which.flags(c)
	r.which.runOutFlag(c)
	offers(c, "view", func() []string { return []string{"judge", "public"} })
	offers(c, "language", wording.Codes)
	return c
}

// A replay is what to print of a journal.
type replay struct {
	which                    whichJournal
	until                    time.Duration
	view, language, png, gif string
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
	var times []time.Duration // at which a film may change
	filmed := func(at time.Duration) {
		if r.gif != "" {
			times = append(times, at)
		}
	}
	silent := r.view != "" || r.png != "" || r.gif != ""
	tell := func(facts []games.Fact) {
		for _, f := range facts {
			if !silent {
				encoder.Encode(f) // where that fails, Flush says so
			}
			filmed(f.At)
		}
	}
	table, tail, err := playFile(w, path, r.until, func(l journal.Line) {
		tell(l.Facts)
		filmed(l.Input.At)
	})
	if err != nil || table == nil {
		return err
	}
	stop := r.until
	if !tail.Later { // else the game went on after that
		stop = min(stop, r.which.until(path, table.Now()))
	}
	tell(table.Advance(stop))
	phrases := wording.NewPhrases(all.Games())
	if r.view != "" {
		who, err := parseAudience(r.view, table.Start().Seats)
		if err != nil {
			return config.Wrong(err)
		}
		if err := phrases.Text(out, onTheBox(table, who), in); err != nil {
			return err
		}
	}
	painter := display.NewPainter(phrases)
	if r.gif != "" {
		draw := func(t *games.Table) *image1bit.VerticalLSB { return still(painter, t, in) }
		if err := r.film(path, times, draw); err != nil {
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
	return errors.Join(new(canvas.PNGWriter).Write(file, still(painter, table, in), zoom), file.Close())
}

// onTheBox is what somebody sees there. Whoever has the judge's keys may be playing, and a game
// that goes on stays secret.
func onTheBox(table *games.Table, a games.Audience) games.View {
	v := table.View(a)
	if cover := table.Rules().Cover; a == games.Judge && cover != nil {
		cover(&v)
	}
	return v
}

// still is the judge's display as a game is now.
func still(painter *display.Painter, table *games.Table, in wording.Language) *image1bit.VerticalLSB {
	picture := canvas.NewPicture(display.Height)
	painter.Draw(picture, display.Scene{
		View:     onTheBox(table, games.Judge),
		Dialogue: keys.Dialogue{Rows: display.Height},
		Language: in,
		Now:      table.Now(),
	})
	return picture
}

// film writes an animation: a picture for each of these times, in their order, for as long as it
// stood there, but no longer than anybody cares to look at it.
func (r replay) film(path string, times []time.Duration, still func(*games.Table) *image1bit.VerticalLSB) error {
	const (
		least = 400 * time.Millisecond
		most  = 2 * time.Second
		last  = 4 * time.Second
	)
	if path == "-" {
		return refuse("an animation needs a journal in a file: it is played once for each picture")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	slices.Sort(times)
	times = slices.Compact(times)
	var film gif.GIF
	var before *image1bit.VerticalLSB
	for i, at := range times {
		table, _, err := journal.Play(text, all.Games(), at, func(journal.Line) {})
		if err != nil {
			return err
		}
		table.Advance(at)
		shows := last
		if i+1 < len(times) {
			shows = min(max(times[i+1]-at, least), most)
		}
		hundredths := int(shows / (10 * time.Millisecond))
		picture := still(table)
		if before != nil && bytes.Equal(picture.Pix, before.Pix) {
			film.Delay[len(film.Delay)-1] += hundredths
			continue
		}
		film.Image, film.Delay = append(film.Image, canvas.Enlarged(picture, zoom)), append(film.Delay, hundredths)
		before = picture
	}
	file, err := os.Create(r.gif)
	if err != nil {
		return err
	}
	return errors.Join(gif.EncodeAll(file, &film), file.Close())
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
