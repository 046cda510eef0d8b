package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"image/gif"
	"io"
	"math"
	"os"
	"strconv"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/film"
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
	language := func(code string) (err error) {
		r.language, err = wording.ParseLanguage(code)
		return err
	}
	c.Flags().Func("until", "stop the clock at `T`, such as 30s or 1m20s; a bare number is in nanoseconds", until)
	c.Flags().StringVar(&r.view, "view", "",
		"print what `WHO` sees at the end, public, judge or seat:N, instead of the facts")
	c.Flags().Func("language", "say view and picture in the language `L`, such as fr", language)
	c.Flags().StringVar(&r.png, "png", "", "write the judge's display at the end to `FILE`, as a picture")
	c.Flags().StringVar(&r.gif, "gif", "", "write the judge's display to `FILE` as it changes, as an animation")
	r.which.playFlags(c)
	offers(c, "view", func() []string { return []string{"judge", "public"} })
	offers(c, "language", wording.Codes)
	return c
}

// A replay holds the flags of the command.
type replay struct {
	which          whichJournal
	until          time.Duration
	language       wording.Language
	view, png, gif string
}

func (r replay) run(w world, journals []string) (err error) {
	out := bufio.NewWriterSize(w.out, 1<<16)
	defer func() { err = errors.Join(err, out.Flush()) }()
	facts := json.NewEncoder(out)
	silent := r.view != "" || r.png != "" || r.gif != ""
	var lines []journal.Line // for a film alone: a journal may be larger than memory
	table, in, err := r.which.play(w, journals, r.until, func(l journal.Line) {
		if r.gif != "" {
			lines = append(lines, l)
		}
		for _, fact := range l.Facts {
			if !silent {
				facts.Encode(fact) // Flush returns its error
			}
		}
	})
	if err != nil || table == nil {
		return err
	}
	return r.show(out, table, lines, cmp.Or(r.language, in))
}

// show prints the view and writes the pictures that the flags ask for. The lines are those of the
// journal, for a film.
func (r replay) show(out io.Writer, table *games.Table, lines []journal.Line, in wording.Language) error {
	phrases := wording.NewPhrases(all.Games())
	if r.view != "" {
		who, err := parseAudience(r.view, table.Start().Seats)
		if err != nil {
			return err
		}
		v, at := onTheBox(table, who), table.Now()
		if r.until < math.MaxInt64 {
			at = r.until
		}
		v.Seats = games.Stopped(v.Seats, at)
		if err := phrases.Text(out, v, in); err != nil {
			return err
		}
	}
	painter := display.NewPainter(phrases)
	draw := func(t *games.Table) *image1bit.VerticalLSB { return still(painter, t, in) }
	if r.gif != "" {
		animation := film.Display(table.Rules(), lines, draw)
		if err := writeFile(r.gif, func(w io.Writer) error { return gif.EncodeAll(w, animation) }); err != nil {
			return err
		}
	}
	if r.png == "" {
		return nil
	}
	return writeFile(r.png, func(w io.Writer) error { return canvas.WritePNG(w, draw(table), zoom) })
}

// writeFile writes a file that a flag names; links are followed.
func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// onTheBox returns a view as the box shows it. There the judge's view is covered, for the
// judge may be playing.
func onTheBox(table *games.Table, a games.Audience) games.View {
	v := table.View(a)
	if cover := table.Rules().Cover; a == games.Judge && cover != nil {
		cover(&v)
	}
	return v
}

// still draws the judge's display as the game is now.
func still(painter *display.Painter, table *games.Table, in wording.Language) *image1bit.VerticalLSB {
	picture := canvas.NewPicture()
	painter.Draw(picture, display.Scene{
		View:     onTheBox(table, games.Judge),
		Dialogue: keys.Dialogue{Shown: true},
		Language: in,
		Now:      table.Now(),
	})
	return picture
}

// parseTime parses a duration, or a number of nanoseconds as in journals.
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
	for _, a := range games.Audiences(seats) {
		if a.String() == who {
			return a, nil
		}
	}
	return 0, refuse("nobody is called %q: expected public, judge or seat:N, a seat of %d", who, seats)
}
