// Package scenes makes every scene that the displays can show: from journals beside the games, from
// views of the box itself, which its caller has, and from all faults that there are words for.
package scenes

import (
	"bytes"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
)

// A Story is a scene with a name.
type Story struct {
	Name string
	display.Scene
}

// A View is what the box shows by itself, after some keys: v, ^, o and < stand for Next, Previous, OK
// and Back.
type View struct {
	Name, Keys string
	games.View
}

// Of returns the scenes in the journals beside the games, those of views of the box, and those of
// faults and the like. Every page of a scene is a story.
//
// The journals of a game follow each other in its scenes.journal. A line that begins with # makes a
// scene of the game at that point. It has a name, and then, in any order, "public" (everyone's
// view, too), "seat:2" (that player's view, not the judge's), "later:800ms" (so long after the line
// before), "keys:ov^<A7" (the dialogue after OK, Next, Previous, Back, and typed characters) and
// "refused" (the reason why the answer of these keys is refused).
func Of(book games.Rulebook, l wording.Language, ofTheBox ...View) ([]Story, error) {
	c := collector{phrases: wording.NewPhrases(book), language: l, drawn: map[string]bool{}}
	c.painter = display.NewPainter(c.phrases)
	for _, game := range book {
		text, err := fs.ReadFile(game.Words, "scenes.journal")
		if err != nil {
			continue // a game without scenes
		}
		if err := c.journals(text, game); err != nil {
			return nil, fmt.Errorf("scenes of %s: %w", game.Name, err)
		}
	}
	for _, v := range ofTheBox {
		c.show(v.Name, v.Keys, v.View)
	}
	c.box(book)
	return c.stories, nil
}

// A collector gathers the stories of one language.
type collector struct {
	phrases  wording.Phrases
	painter  *display.Painter
	language wording.Language
	stories  []Story
	drawn    map[string]bool // pages after the first
}

// add adds a scene, and all of its pages.
func (c *collector) add(name string, s display.Scene) {
	s.Language = c.language
	c.stories = append(c.stories, Story{name, s})
	for part := 2; s.Dialogue.Refused(); part++ {
		if s.Dialogue.Press(keys.OK, s.Now, s.View); !s.Dialogue.Refused() {
			return
		}
		c.stories = append(c.stories, Story{fmt.Sprintf("%s-page-%d", name, part), s})
	}
	pages := c.painter.Draw(canvas.NewPicture(), s)
	s.Dialogue.Reset()
	for page := 2; page <= pages; page++ {
		s.Dialogue.Press(keys.Next, s.Now, s.View)
		picture := canvas.NewPicture()
		c.painter.Draw(picture, s)
		last := string(picture.Pix)
		if page == pages && c.drawn[last] {
			return // the same points as in another story
		}
		c.drawn[last] = true
		c.stories = append(c.stories, Story{fmt.Sprintf("%s-page-%d", name, page), s})
	}
}

// journals adds the scenes in the journals of one game.
func (c *collector) journals(text []byte, game games.Rules) error {
	var lines []byte // the lines of the journal so far
	for number, line := range bytes.Split(text, []byte{'\n'}) {
		moment, ok := bytes.CutPrefix(line, []byte("# "))
		switch {
		case bytes.HasPrefix(line, []byte(`{"v":`)):
			lines = append(line[:len(line):len(line)], '\n')
		case !ok:
			lines = append(append(lines, line...), '\n')
		case bytes.Contains(lines, []byte(`"start":"`+game.Name+`"`)):
			if err := c.moment(lines, game, strings.Fields(string(moment))); err != nil {
				return fmt.Errorf("line %d: %w", number+1, err)
			}
		}
	}
	return nil
}

// moment adds the scene that words describe, at the end of a journal.
func (c *collector) moment(lines []byte, game games.Rules, words []string) error {
	table, _, err := journal.Play(lines, games.Rulebook{game}, 1<<62, func(journal.Line) {})
	if err != nil {
		return err
	}
	name, audience, pressed, now := game.Name+"-"+words[0], games.Judge, "", table.Now()
	public, refused := false, false
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, ":")
		switch key {
		case "public":
			public = true
		case "refused":
			refused = true
		case "keys":
			pressed = value
		case "seat":
			seat, _ := strconv.Atoi(value)
			audience = games.Player(games.Seat(seat))
		case "later":
			later, err := time.ParseDuration(value)
			if err != nil {
				return err
			}
			now += later
		default:
			return fmt.Errorf("%q: expected public, refused, seat:N, later:SPAN or keys:KEYS", word)
		}
	}
	table.Advance(now)
	s := display.Scene{View: table.View(audience), Now: now}
	var answer games.Input
	s.Dialogue, answer = c.typed(pressed, now, s.View)
	if refused {
		_, err := table.Apply(answer)
		s.Dialogue.ShowRefusal(c.phrases.In(c.language, game.Name).Refusal(err))
	}
	c.add(name, s)
	if public {
		c.add(name+"-public", display.Scene{View: table.View(games.Public), Now: now})
	}
	return nil
}

// typed returns a dialogue after some keys, and the last answer that they gave. The characters o,
// v, ^ and < stand for the box's keys.
func (c *collector) typed(typed string, now time.Duration, v games.View) (d keys.Dialogue, answer games.Input) {
	d.Shown = true
	for _, r := range typed {
		if k := strings.IndexRune("^vo<", r); k >= 0 {
			answer, _ = d.Press(keys.Key(k), now, v)
		} else {
			d.Type(r, v)
		}
	}
	return d, answer
}
