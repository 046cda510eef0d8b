package display_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

const now = 5 * time.Second

// press gives keys, "v" next, "^" previous, "o" OK, "<" back, types all others, and returns the
// answers that they made.
func press(d *keys.Dialogue, v games.View, pressed string) (answers []games.Value) {
	for _, k := range pressed {
		if of := strings.IndexRune("^vo<", k); of < 0 {
			d.Type(k, v)
		} else if in, ok := d.Press(keys.Key(of), now, v); ok {
			answers = append(answers, in.Value)
		}
	}
	return answers
}

// play returns the prompt that is always open in a game whose cards are declared.
func play() games.Prompt {
	return games.Prompt{ID: "play", For: games.Judge, Background: true,
		Options: games.Words("mosquito", "cockroach", "spider", "ant", "out")}
}

func kindsOfCards() []games.Count {
	return []games.Count{{Key: "numbers", Most: 43, Worth: 1}, {Key: "actions", Most: 20, Worth: 5},
		{Key: "mitos", Most: 8, Worth: 10}}
}

// letters returns the number of letters of a word.
func letters(word string) (n int) {
	for _, r := range word {
		n += keys.Letters(r)
	}
	return n
}

// Whatever the first page has no room for is on further pages, which go round until the headline
// changes; the points are one key away.
func TestPages(t *testing.T) {
	told := func(seat games.Seat) games.View {
		v := games.View{Prompts: []games.Prompt{play()}}
		v.Game, v.Round, v.Headline = "mito", 1, games.Text{Word: "guilty", Seat: seat}
		v.Lines = []games.Text{{Word: "take_back", Seat: seat},
			{Word: "owe", Seats: []games.Seat{1}, Seat: seat, Number: 1}, {Word: "new_guardian", Seat: seat},
			{Word: "turn", Seat: 4}}
		v.Seats = []games.Place{{Seat: 1, Total: 5}, {Seat: 3, Total: 6}}
		return v
	}
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	pages := 0
	page := func(d keys.Dialogue, v games.View) string {
		pages = painter.Draw(picture, display.Scene{View: v, Dialogue: d, Language: wording.English})
		return inDots(picture)
	}
	d := keys.Dialogue{Shown: true}
	first := page(d, told(3))
	points, seen := told(3), map[string]bool{first: true}
	for range pages {
		press(&d, told(3), "v")
		seen[page(d, told(3))] = true
	}
	if page(d, told(3)) != first || len(seen) != pages {
		t.Errorf("%d different pages of %d, or they do not go round", len(seen), pages)
	}
	points.Seats[1].Total = 7
	press(&d, told(3), "^")
	if was, is := page(d, told(3)), page(d, points); was == is {
		t.Errorf("the key before the first page does not show the points:\n%s", was)
	}
	if d.Follow(told(4)); page(d, told(4)) != page(keys.Dialogue{Shown: true}, told(4)) {
		t.Error("another verdict is not read from its beginning")
	}
	undo := games.Value{}
	if got := press(&d, told(4), "^^ovo<"); !slices.EqualFunc(got, []games.Value{games.Word("cockroach"), undo}, games.Value.Equal) {
		t.Errorf("OK on any page opens what waits, where the arrows choose: %q", got)
	}
}

// A long refusal is shown part by part, in every language, and each part fits on a picture.
func TestALongRefusalIsReadInParts(t *testing.T) {
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	read := func(reason string, l wording.Language) (parts []string) {
		d := keys.Dialogue{Shown: true}
		d.ShowRefusal(reason)
		for d.Refused() {
			part := d.Draft(games.View{}).Refusal
			parts = append(parts, part)
			if painter.Draw(picture, display.Scene{Dialogue: d, Language: l}); painter.Flaws() != "" {
				t.Errorf("%q of %q is not whole:\n%s", part, reason, inDots(picture))
			}
			d.Press(keys.Next, now, games.View{})
		}
		return parts
	}
	long := "il n’y a pas autant de cartes, et celle-ci n’est à personne: il en faut une autre"
	if got := read(long, wording.French); len(got) < 2 || strings.Join(got, " ") != long {
		t.Errorf("%q is told as %q", long, got)
	}
	if got := read("jetzt nicht", wording.German); len(got) != 1 {
		t.Errorf("a short one is told as %q", got)
	}
	for _, l := range wording.Languages() {
		for _, game := range append(all.Games().Names(), "") {
			said := house().In(l, game)
			for _, word := range wordsOf("sentences", game) {
				text := games.Text{Word: word, Seat: 3, Seats: []games.Seat{1, 2, 4, 5}, Number: 8,
					Span: 1500 * time.Millisecond, Extra: "MAMMWOUT"}
				read(said.Sentence(text), l)
			}
		}
	}
}

func TestACopyOfADialogueStaysAsItWas(t *testing.T) {
	painter := display.NewPainter(house())
	drawn := func(d keys.Dialogue, v games.View) string {
		picture := canvas.NewPicture()
		painter.Draw(picture, display.Scene{View: v, Dialogue: d})
		return inDots(picture)
	}
	for _, p := range []games.Prompt{
		{ID: "hand", Shape: games.Hand, Counts: kindsOfCards()},
		{ID: "accuse", Shape: games.Card, Max: 3, Places: 3, Options: games.Words("a", "b", "c", "d")},
		{ID: "guess", Shape: games.Code, Min: 4, Max: 4, Places: 5, Options: games.Words("blue", "red")},
		{ID: "word", Shape: games.Letters, Max: 5},
	} {
		v := games.View{Prompts: []games.Prompt{p}}
		var d keys.Dialogue
		press(&d, v, "vov")
		before := d
		was := drawn(before, v)
		press(&d, v, "v5ov7")
		if diff := cmp.Diff(was, drawn(before, v)); diff != "" {
			t.Errorf("%s:\n%s", p.ID, diff)
		}
		if drawn(d, v) == was {
			t.Errorf("%s: the keys have changed nothing", p.ID)
		}
	}
}

// Whichever keys are pressed while prompts open and close, every answer is one that an open prompt
// takes.
func TestEveryAnswerWasAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d keys.Dialogue
		v := views().Draw(t, "view")
		for range 30 {
			if rapid.IntRange(0, 9).Draw(t, "change") == 0 {
				v = views().Draw(t, "view")
				d.Follow(v)
			}
			if rapid.IntRange(0, 9).Draw(t, "digit") == 0 {
				d.Type(rapid.SampledFrom([]rune("0123456789AEZÉœß")).Draw(t, "typed"), v)
			}
			key := rapid.SampledFrom([]keys.Key{keys.Previous, keys.Next, keys.OK, keys.OK, keys.Back}).Draw(t, "key")
			in, ok := d.Press(key, now, v)
			if !ok || in.Kind == games.Undo {
				continue
			}
			if !slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return wants(p, in) }) {
				t.Fatalf("%+v answers none of %+v", in, v.Prompts)
			}
			if rapid.Bool().Draw(t, "refused") {
				d.ShowRefusal("no")
			} else {
				d.Follow(v)
			}
		}
	})
}

// wants reports whether a prompt takes an answer.
func wants(p games.Prompt, in games.Input) bool {
	if p.ID != in.Prompt {
		return false
	}
	naming, _ := p.Names(in.Value)
	named := func(c games.Candidate) bool { return c.Seat == in.Keys.Seat }
	if p.Keys != in.Keys && !slices.ContainsFunc(naming.Seats, named) {
		return false
	}
	switch p.Shape {
	case games.Hand:
		hand, err := p.Hand(in.Value)
		for i, n := range hand {
			if n > p.Counts[i].Most {
				return false
			}
		}
		return err == nil
	case games.Card:
		if i := slices.IndexFunc(p.Options, in.Value.Equal); i >= 0 {
			return i >= p.Places
		}
		list, err := in.Value.List()
		var last int
		for _, v := range list {
			n, err := v.Int()
			if err != nil || n <= last || n > p.Places {
				return false
			}
			last = n
		}
		return err == nil && len(list) == p.Max
	case games.Code:
		list, err := in.Value.List()
		return err == nil && len(list) == p.Places && !slices.ContainsFunc(list, func(v games.Value) bool {
			return !v.Is("") && !slices.ContainsFunc(p.Options, v.Equal)
		})
	case games.Token:
		fields, err := in.Value.Fields()
		if err != nil || len(fields) != 2 || fields[0].Key != "colour" || fields[1].Key != "position" {
			return false
		}
		n, err := fields[1].Value.Int()
		return err == nil && n >= 1 && n <= p.Places && slices.ContainsFunc(p.Options, fields[0].Value.Equal)
	case games.Letters:
		w, err := in.Value.Word()
		return err == nil && letters(w) <= p.Max // the game refuses a shorter one with a reason
	case games.Peek:
		return false
	case games.Amount:
		n, err := in.Value.Int()
		return err == nil && n >= p.Min && n <= p.Max || slices.ContainsFunc(p.Options, in.Value.Equal)
	}
	return slices.ContainsFunc(p.Options, in.Value.Equal)
}
