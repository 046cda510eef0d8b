package film

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"image/gif"
	"io"
	"slices"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
)

// A Moment is when a verdict fell: after which line of the journal, from 1, and at which time.
type Moment struct {
	Line int
	At   time.Duration
}

// Last returns the moment of the last verdict in a game's history; false if there is none. Where a judge
// has ruled on a race it is that of the race, for all that was to be seen happened there.
func Last(history []games.Fact) (m Moment, ok bool) {
	var prior Moment
	for _, f := range slices.Backward(history) {
		at := Moment{f.Line, f.At}
		ignored, isIgnored := f.What.(games.Ignored)
		switch {
		case !ok && f.Decides():
			m, ok = at, true
		case !ok, isIgnored && ignored.Why == games.Late:
			continue
		case prior == Moment{} && at != m:
			prior = at
		case at != m && at != prior:
			return m, true
		}
		if _, raced := f.Judgement(); raced {
			return at, true
		}
	}
	return m, ok
}

// of reports whether a fact is the verdict of this moment.
func (m Moment) of(f games.Fact) bool { return f.Line == m.Line && f.At == m.At && f.Decides() }

// Measures of the film of a moment.
const (
	Length = 10 * time.Second // of the film
	before = 5 * time.Second  // of the game before the verdict, which then stays
	tick   = 100 * time.Millisecond
	blink  = 300 * time.Millisecond // how long a blinking lamp is lit, and dark
	finish = 2 * time.Second        // how long the photo finish takes to be drawn
)

// A Camera films moments as everyone sees them: what only the judge or a player may know is in no
// film. One goroutine owns it.
type Camera struct {
	rules   games.Rulebook
	phrases wording.Phrases
	painter *display.Painter
	faces   typeface.Faces
}

// NewCamera returns a camera for games of these rules. It opens the fonts.
func NewCamera(rules games.Rulebook, phrases wording.Phrases) *Camera {
	return &Camera{rules, phrases, display.NewPainter(phrases), typeface.New()}
}

// ErrGone says that a journal does not have the verdict.
var ErrGone = errors.New("the journal does not have this verdict")

// Film returns a GIF of the moment, read from its game's journal, with who sits where. It keeps no more
// of the game in memory than the table does, and stops when the context ends.
func (c *Camera) Film(
	ctx context.Context, text io.ReadSeeker, m Moment, sitters map[games.Seat]games.Sitter, l wording.Language,
) ([]byte, error) {
	p, err := c.seek(ctx, text, m)
	if err != nil {
		return nil, err
	}
	v := p.table.View(games.Public)
	picture := newStage(c.faces, c.phrases.In(l, v.Game), wording.NamesOf(v, sitters), v)
	panel := canvas.NewPicture()
	var r reel
	for at := time.Duration(0); at < Length; at += tick {
		if err := rest(ctx); err != nil {
			return nil, err
		}
		now := max(0, m.At-before+at)
		if now <= m.At {
			p.play(now)
			if at == before {
				p.finish()
				if p.err != nil {
					return nil, p.err
				}
				if !slices.ContainsFunc(p.table.History(), m.of) {
					return nil, ErrGone
				}
			}
			v = p.table.View(games.Public)
			c.painter.Draw(panel, display.Scene{View: v, Language: l, Now: now, Sitters: sitters})
		}
		if picture.draw(panel, v, min(now, m.At), at) {
			r.add(picture.Paletted)
		}
		r.stay(tick, Length)
	}
	out := resting{ctx: ctx}
	err = gif.EncodeAll(&out, &r.film)
	return out.written, err
}

// finish plays all inputs that are left.
func (p *player) finish() {
	for p.waiting {
		p.play(p.ahead.At)
	}
}

// seek plays a journal up to the beginning of a film, and returns a player of its next lines.
func (c *Camera) seek(ctx context.Context, text io.ReadSeeker, m Moment) (*player, error) {
	table, tail, err := journal.PlayFrom(&resting{ctx: ctx, text: text}, c.rules, max(0, m.At-before), func(journal.Line) {})
	if err != nil {
		return nil, err
	}
	if table == nil || table.Lines() > m.Line {
		return nil, ErrGone
	}
	if _, err := text.Seek(tail.Whole, io.SeekStart); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, journal.LongestLine+1)
	p := &player{table: table}
	p.next = func() (in games.Input, ok bool) {
		if p.err != nil || table.Lines() >= m.Line || !lines.Scan() {
			p.err = cmp.Or(p.err, lines.Err())
			return in, false
		}
		in, p.err = journal.ParseInput(lines.Bytes())
		return in, p.err == nil
	}
	return p, nil
}

// A resting reads and writes in small pieces, and rests before each, until its context ends.
type resting struct {
	ctx     context.Context
	text    io.Reader
	written []byte
}

// piece is how many bytes are read or written at once, at most.
const piece = 4 << 10

func (r *resting) Read(b []byte) (int, error) {
	if err := rest(r.ctx); err != nil {
		return 0, err
	}
	return r.text.Read(b[:min(len(b), piece)])
}

func (r *resting) Write(b []byte) (int, error) {
	r.written = append(r.written, b...)
	return len(b), rest(r.ctx)
}

// rest lets all others work first: a machine with one core has a game to referee. It returns an error
// when the context has ended.
func rest(ctx context.Context) error {
	time.Sleep(time.Millisecond)
	return context.Cause(ctx)
}
