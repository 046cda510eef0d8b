package film

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
)

// most is how large a film may be: what people send each other.
const most = 1_500_000

var people = map[games.Seat]games.Sitter{1: {Name: "Anna"}, 2: {Name: "Jean-Baptiste-Maximilian"}, 3: {Name: "אסתר"}, 4: {Name: "Zoé 🎲"}}

// play plays a journal until nothing happens by itself any more.
func play(t testing.TB, text []byte) *games.Table {
	t.Helper()
	table, _, err := journal.Play(text, all.Games(), math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	table.Advance(table.Now() + time.Minute)
	return table
}

// shoot films a moment, in no time.
func shoot(t *testing.T, c *Camera, text []byte, m Moment) (film []byte) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var err error
		if film, err = c.Film(t.Context(), bytes.NewReader(text), m, people, wording.French); err != nil {
			t.Fatalf("%v: %v\n%s", m, err, text)
		}
	})
	return film
}

// watch returns the whole pictures of a film with their delays, having checked what every film owes.
func watch(t *testing.T, m Moment, film []byte) (pictures []*image.RGBA, delays []int) {
	t.Helper()
	if len(film) > most {
		t.Errorf("%v: a film of %d bytes", m, len(film))
	}
	g := must(gif.DecodeAll(bytes.NewReader(film)))
	whole, length := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height)), 0
	for i, part := range g.Image {
		if g.Delay[i] < 2 {
			t.Errorf("%v: picture %d stays for %d0 ms, which browsers take for 100 ms", m, i, g.Delay[i])
		}
		draw.Draw(whole, part.Rect, part, part.Rect.Min, draw.Over)
		shown := *whole
		shown.Pix = bytes.Clone(whole.Pix)
		pictures, length = append(pictures, &shown), length+g.Delay[i]
	}
	if g.Image[0].Rect != whole.Rect || length != 1000 {
		t.Errorf("%v: the first picture is %v of %v, and the film lasts for %d0 ms", m, g.Image[0].Rect, whole.Rect, length)
	}
	return pictures, g.Delay
}

// The verdict of every game is filmed: of a race, with the photo finish, and of a judge.
func TestTheMomentOfEveryGame(t *testing.T) {
	c := NewCamera(all.Games(), wording.NewPhrases(all.Games()))
	journals, _ := filepath.Glob("../../games/journal/testdata/*[a-z].jsonl")
	for _, path := range journals {
		if strings.HasSuffix(path, ".facts.jsonl") {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			text := must(os.ReadFile(path))
			m, ok := Last(play(t, text).History())
			if !ok {
				t.Fatal("it has no verdict")
			}
			if pictures, _ := watch(t, m, shoot(t, c, text, m)); len(pictures) < 2 {
				t.Error("nothing happens")
			}
		})
	}
}

// A slap is filmed and not the judge's word on it, however long that takes.
func TestTheMomentOfASlapIsItsRace(t *testing.T) {
	table, _, err := gametest.Play(all.Games(), "slap 1 2\n1 press 1\n1.005 press 2\n1.3 press 2\n60 slap \"right\"")
	if err != nil {
		t.Fatal(err)
	}
	m, ok := Last(table.History())
	if !ok || m.At > 2*time.Second {
		t.Errorf("the moment is %+v, %t; want that of the race; told was\n%+v", m, ok, table.History())
	}
}

// A mosquito is slapped: lamps blink until all have slapped, the verdict comes after half of the film, and
// the photo finish is drawn to its end.
func TestAFilmOfARace(t *testing.T) {
	text := must(os.ReadFile("../../games/journal/testdata/mito-mosquito.jsonl"))
	c := NewCamera(all.Games(), wording.NewPhrases(all.Games()))
	m := Moment{7, 10511 * time.Millisecond}
	film := shoot(t, c, text, m)
	pictures, delays := watch(t, m, film)
	lamp := func(i, seat int) bool {
		return pictures[i].At(2*gap*unitSize, 280+(seat-1)*rowHigh*unitSize+rowHigh) == colours[lit-ground]
	}
	turned, at := 0, 0
	for i := range pictures {
		if i > 0 && lamp(i, 4) != lamp(i-1, 4) {
			turned++
		}
		if at += delays[i]; i == 0 && !lamp(0, 1) {
			t.Error("1 is in turn, and his lamp is dark")
		}
	}
	if turned < 2 {
		t.Errorf("the lamp of 4, who is to slap, has changed %d times", turned)
	}
	has := func(i int, want color.Color) bool {
		for y := 280; y < pictures[i].Rect.Max.Y; y++ {
			for x := range pictures[i].Rect.Max.X {
				if pictures[i].At(x, y) == want {
					return true
				}
			}
		}
		return false
	}
	last := len(pictures) - 1
	if slowest := colours[wrong-ground]; has(last-1, slowest) || !has(last, slowest) {
		t.Error("who was the slowest is not told by the last picture alone")
	}
	if !bytes.Equal(film, shoot(t, c, text, m)) {
		t.Error("the same film differs")
	}
}

// Whoever plays whatever, each verdict can be filmed as long as it stands, and films of games that differ
// in secrets alone are equal.
func TestFilmsOfRandomGames(t *testing.T) {
	gametest.CollectRarely()
	c := NewCamera(all.Games(), wording.NewPhrases(all.Games()))
	for _, rules := range all.Games() {
		for number := range 1 + gametest.Cases()/5 {
			twins := must(gametest.Twins(rules, number))
			var films [len(twins)][]byte
			for i, text := range twins {
				m, ok := Last(play(t, text).History())
				if !ok {
					continue
				}
				films[i] = shoot(t, c, text, m)
				watch(t, m, films[i])
			}
			if !bytes.Equal(films[0], films[1]) {
				t.Errorf("%s: a film tells a secret apart:\n%s\n%s", rules.Name, twins[0], twins[1])
			}
		}
	}
}

// What comes after a verdict is in no film of it, and what a journal does not have can't be filmed.
func TestAFilmEndsWithItsVerdict(t *testing.T) {
	text := must(os.ReadFile("../../games/journal/testdata/undo-wrong-score.jsonl"))
	c := NewCamera(all.Games(), wording.NewPhrases(all.Games()))
	m, _ := Last(play(t, text).History())
	whole := shoot(t, c, text, m)
	for _, later := range []string{"{\"t\":7000000000,\"press\":1}\n", "{\"t\":9000000000,\"undo\":true}\n{\"t\":90"} {
		if more := shoot(t, c, append(slices.Clip(text), later...), m); !bytes.Equal(more, whole) {
			t.Errorf("%s makes another film of the verdict before it", later)
		}
	}
	for _, gone := range []Moment{{m.Line, m.At + 1}, {m.Line + 1, m.At}, {100, time.Hour}, {0, 0}} {
		if _, err := c.Film(t.Context(), bytes.NewReader(text), gone, nil, wording.English); !errors.Is(err, ErrGone) {
			t.Errorf("%v: %v, want %v", gone, err, ErrGone)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := c.Film(ended, bytes.NewReader(text), m, nil, wording.English); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it ends with its context", err)
	}
}

// What a film costs. It rests between its pieces, so that its time is longer than the work.
func BenchmarkFilm(b *testing.B) {
	text := must(os.ReadFile("../../games/journal/testdata/mito-mosquito.jsonl"))
	c := NewCamera(all.Games(), wording.NewPhrases(all.Games()))
	b.ReportAllocs()
	for b.Loop() {
		must(c.Film(b.Context(), bytes.NewReader(text), Moment{7, 10511 * time.Millisecond}, people, wording.French))
	}
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
