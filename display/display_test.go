package display

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"maps"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"periph.io/x/devices/v3/ssd1306/image1bit"
	"pgregory.net/rapid"

	"arbitre/games"
)

var update = flag.Bool("update", false, "write the golden files anew")

// inBlocks is a picture as text, two pixels in a character.
func inBlocks(picture *image1bit.VerticalLSB) string {
	var b strings.Builder
	for y := 0; y < Height; y += 2 {
		var line strings.Builder
		for x := range Width {
			top, bottom := picture.BitAt(x, y), picture.BitAt(x, y+1)
			switch {
			case bool(top && bottom):
				line.WriteString("█")
			case bool(top):
				line.WriteString("▀")
			case bool(bottom):
				line.WriteString("▄")
			default:
				line.WriteString(" ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s is another picture (-update to accept it):\n%s", path, got)
	}
}

// TestScenes holds what every scene looks like, and that all of it can be read: whole, inside the picture, one thing beside the other.
func TestScenes(t *testing.T) {
	painter := NewPainter()
	pictures := make(map[string]*strings.Builder)
	for _, l := range Languages() {
		for _, s := range Scenes(l) {
			picture := NewPicture()
			painter.Draw(picture, s.Scene)
			if painter.spilled > 0 || painter.smeared > 0 {
				t.Errorf("%s in %v: ink beyond the edge %d times, ink over ink %d times", s.Name, l, painter.spilled, painter.smeared)
			}
			if own := s.Name != "table-unknown-word"; own && painter.cut+painter.unsaid > 0 {
				t.Errorf("%s in %v: %d texts shortened, %d lines left out", s.Name, l, painter.cut, painter.unsaid)
			}
			if pictures[s.Name] == nil {
				pictures[s.Name] = new(strings.Builder)
			}
			fmt.Fprintf(pictures[s.Name], "%v\n%s", l, inBlocks(picture))
		}
	}
	for name, text := range pictures {
		golden(t, name, text.String())
	}
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".txt"); pictures[name] == nil && !strings.HasPrefix(name, "text-") {
			t.Errorf("%s is a picture of no scene", f)
		}
	}
}

func seats() *rapid.Generator[[]games.Seat] {
	return rapid.Custom(func(t *rapid.T) []games.Seat {
		s := slices.Collect(maps.Keys(rapid.MapOfN(rapid.IntRange(1, 8), rapid.Just(true), 1, 8).Draw(t, "seats")))
		slices.Sort(s)
		return asSeats(s)
	})
}

func asSeats(numbers []int) []games.Seat {
	s := make([]games.Seat, len(numbers))
	for i, n := range numbers {
		s[i] = games.Seat(n)
	}
	return s
}

func texts(words []string) *rapid.Generator[games.Text] {
	return rapid.Custom(func(t *rapid.T) games.Text {
		return games.Text{
			Word:   rapid.SampledFrom(words).Draw(t, "word"),
			Seat:   games.Seat(rapid.IntRange(1, 12).Draw(t, "seat")),
			Seats:  seats().Draw(t, "seats"),
			Number: rapid.IntRange(-999, 999).Draw(t, "number"),
			Span:   time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "span")),
			Extra:  rapid.SampledFrom([]string{"1/4", "12/12", "3–5"}).Draw(t, "extra"),
		}
	})
}

// views are views in words of the dictionary, with as much in them as a table can have.
func views() *rapid.Generator[games.View] {
	d := newDictionary()
	sentences := slices.Sorted(maps.Keys(d.sentences))
	questions := slices.Sorted(maps.Keys(d.questions))
	words := slices.Sorted(maps.Keys(d.words))
	return rapid.Custom(func(t *rapid.T) games.View {
		v := games.View{
			Headline: texts(sentences).Draw(t, "headline"),
			Lines:    rapid.SliceOfN(texts(sentences), 0, 4).Draw(t, "lines"),
			Race:     &games.Photo{Open: rapid.Bool().Draw(t, "open")},
		}
		for _, s := range seats().Draw(t, "places") {
			v.Seats = append(v.Seats, games.Place{
				Seat:  s,
				Total: rapid.IntRange(-999, 999).Draw(t, "total"),
				Lamp:  games.Lamp(rapid.IntRange(0, 2).Draw(t, "lamp")),
			})
			if rapid.Bool().Draw(t, "pressed") {
				v.Race.Order = append(v.Race.Order, games.Finish{Seat: s, After: time.Duration(rapid.Int64Range(0, int64(6*time.Second)).Draw(t, "after"))})
			} else {
				v.Race.Missing = append(v.Race.Missing, s)
			}
		}
		slices.SortFunc(v.Race.Order, func(a, b games.Finish) int { return int(a.After - b.After) })
		for range rapid.IntRange(0, 2).Draw(t, "prompts") {
			p := games.Prompt{
				ID:   rapid.SampledFrom(questions).Draw(t, "id"),
				For:  games.Judge,
				Keys: games.Keys{Seat: games.Seat(rapid.IntRange(0, 5).Draw(t, "about"))},
				Min:  rapid.IntRange(0, 3).Draw(t, "min"),
				Max:  rapid.IntRange(3, 99).Draw(t, "max"),
				Most: [3]int{43, 20, 8},
			}
			switch p.ID {
			case "laid_by":
				continue // asked by the dialogue alone
			case "hand":
				p.Shape = games.Hand
			case "rounds":
				p.Shape = games.Amount
			}
			var named []games.Seat
			if rapid.Bool().Draw(t, "named") {
				named = seats().Draw(t, "options")
			}
			p.Options = games.SeatsOr(named, rapid.SliceOfNDistinct(rapid.SampledFrom(words), 1, 4, rapid.ID).Draw(t, "words")...)
			if p.ID == "play" {
				p.Background, p.Shape, p.Options = true, games.Choice, play().Options
				p.Out = []games.Seat{1, 2, 3}
				for i, s := range seats().Draw(t, "layers") {
					p.Layers = append(p.Layers, games.Layer{Seat: s, Turns: i})
				}
			}
			v.Prompts = append(v.Prompts, p)
		}
		return v
	})
}

// What the dictionary says is never cut off, never runs off, and nothing is drawn over anything else, whatever the table comes to.
func TestEverythingThatIsSaidCanBeRead(t *testing.T) {
	painter, picture := NewPainter(), NewPicture()
	rapid.Check(t, func(t *rapid.T) {
		v := views().Draw(t, "view")
		var d Dialogue
		for _, k := range rapid.SliceOfN(rapid.SampledFrom([]Key{Previous, Next, OK}), 0, 8).Draw(t, "keys") {
			d.Press(k, 0, v)
		}
		l := rapid.SampledFrom(Languages()).Draw(t, "language")
		painter.Draw(picture, Scene{v, d, l})
		if painter.spilled+painter.smeared+painter.cut > 0 {
			t.Fatalf("ink beyond the edge %d times, ink over ink %d times, %d texts shortened:\n%s",
				painter.spilled, painter.smeared, painter.cut, inBlocks(picture))
		}
	})
}

// Whatever is said, in whatever words, a picture comes of it and stays inside its edges.
func TestAnyTextIsDrawn(t *testing.T) {
	painter, picture := NewPainter(), NewPicture()
	rapid.Check(t, func(t *rapid.T) {
		v := games.View{Headline: games.Text{Word: rapid.String().Draw(t, "headline")}}
		for _, w := range rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "lines") {
			v.Lines = append(v.Lines, games.Text{Word: w})
		}
		if rapid.Bool().Draw(t, "asked") {
			v.Prompts = []games.Prompt{{ID: rapid.String().Draw(t, "id"), Options: games.Words(rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "options")...)}}
		}
		var d Dialogue
		if rapid.Bool().Draw(t, "refused") {
			d.Refuse(rapid.String().Draw(t, "reason"))
		}
		painter.Draw(picture, Scene{View: v, Dialogue: d})
		if painter.spilled > 0 {
			t.Fatalf("ink beyond the edge:\n%s", inBlocks(picture))
		}
	})
}

func TestTextThatIsFarTooLongEndsInAnEllipsis(t *testing.T) {
	painter, picture := NewPainter(), NewPicture()
	painter.Draw(picture, Scene{View: games.View{Headline: games.Text{Word: strings.Repeat("anticonstitutionnellement", 20)}}})
	if painter.cut != 1 {
		t.Fatalf("shortened %d texts, want 1", painter.cut)
	}
	if last := painter.rows[len(painter.rows)-1].text; !bytes.HasSuffix(last, []byte("…")) {
		t.Errorf("the last row is %q, want it to end in …", last)
	}
}

func TestTheSameSceneIsTheSamePicture(t *testing.T) {
	used := NewPainter()
	for _, s := range Scenes(German) {
		a, b := NewPicture(), NewPicture()
		for i := range b.Pix {
			b.Pix[i] = 0xaa // whatever was there before
		}
		NewPainter().Draw(a, s.Scene)
		used.Draw(b, s.Scene)
		if !bytes.Equal(a.Pix, b.Pix) {
			t.Errorf("%s depends on what was drawn before:\n%s\n%s", s.Name, inBlocks(a), inBlocks(b))
		}
	}
}

// The nought of the Go fonts is slashed. Ours is a ring: no ink in the middle, ink all around it.
func TestNoughtIsARing(t *testing.T) {
	painter := NewPainter()
	for size, f := range painter.faces {
		g := f.glyph('0')
		middle := g.columns[len(g.columns)/2]
		left, right := uint64(0), uint64(0)
		for x, c := range g.columns {
			if x < len(g.columns)/2 {
				left |= c
			} else {
				right |= c
			}
		}
		row := uint64(1) << ((g.down-g.up)/2 - g.top)
		if size > 11 && middle&row != 0 {
			t.Errorf("size %d: the middle is inked", size)
		}
		if left&row == 0 || right&row == 0 || bits.OnesCount64(middle) < 2 {
			t.Errorf("size %d: the ring is open: %b", size, g.columns)
		}
	}
}

func TestEveryLetterOfTheThreeLanguagesIsThere(t *testing.T) {
	painter := NewPainter()
	for size, f := range painter.faces {
		missing := f.glyph('\U0010ffff')
		seen := make(map[string]rune)
		for _, r := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?'’&+-−–%/()«»„“”…·" +
			"àâäçéèêëîïôöùûüÿœæßÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆ" {
			g := f.glyph(r)
			shape := fmt.Sprint(g.columns, g.top)
			if len(g.columns) == 0 || r != '?' && shape == fmt.Sprint(missing.columns, missing.top) {
				t.Errorf("size %d lacks %q", size, r)
			}
			// In the smallest size a few accents fall together.
			if other, twice := seen[shape]; twice && size >= small && strings.ContainsRune("àâäçéèêîïôöùûüßœÄÖÜÉ", r) {
				t.Errorf("size %d: %q looks like %q", size, r, other)
			}
			seen[shape] = r
		}
	}
}

func TestPNGShowsEveryPixelEnlarged(t *testing.T) {
	picture := NewPicture()
	NewPainter().Draw(picture, Scenes(French)[0].Scene)
	var b bytes.Buffer
	if err := WritePNG(&b, picture, 4); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	border := (img.Bounds().Dx() - 4*Width) / 2
	for y := range 4 * Height {
		for x := range 4 * Width {
			r, _, _, _ := img.At(border+x, border+y).RGBA()
			if lit := r > 0x8000; lit != bool(picture.BitAt(x/4, y/4)) {
				t.Fatalf("pixel %d,%d of the PNG: lit is %v", x, y, lit)
			}
		}
	}
}

func TestText(t *testing.T) {
	for _, l := range Languages() {
		var b bytes.Buffer
		for _, s := range Scenes(l) {
			if strings.HasPrefix(s.Name, "refused") {
				continue
			}
			fmt.Fprintf(&b, "-- %s --\n", s.Name)
			if err := Text(&b, s.View, l); err != nil {
				t.Fatal(err)
			}
		}
		golden(t, "text-"+l.String(), b.String())
	}
}

func TestLook(t *testing.T) {
	rest := DefaultRest()
	tests := []struct {
		idle time.Duration
		want Look
		next time.Duration
	}{
		{0, Look{}, 2 * time.Minute},
		{2*time.Minute - 1, Look{}, 2 * time.Minute},
		{2 * time.Minute, Look{Dim: true}, 10 * time.Minute},
		{10*time.Minute - 1, Look{Dim: true}, 10 * time.Minute},
		{10 * time.Minute, Look{Dim: true, Mark: 1}, 11 * time.Minute},
		{10*time.Minute + 59*time.Second, Look{Dim: true, Mark: 1}, 11 * time.Minute},
		{11 * time.Minute, Look{Dim: true, Mark: 2}, 12 * time.Minute},
		{30 * time.Hour, Look{Dim: true, Mark: 30*60 - 10 + 1}, 30*time.Hour + time.Minute},
	}
	for _, tt := range tests {
		if got, next := rest.Look(tt.idle); got != tt.want || next != tt.next {
			t.Errorf("idle for %v: %+v until %v, want %+v until %v", tt.idle, got, next, tt.want, tt.next)
		}
	}
	never := Rest{}
	if got, next := never.Look(time.Hour); got != (Look{}) || next != 0 {
		t.Errorf("a display that never rests: %+v, next %v", got, next)
	}
	if got, next := (Rest{Blank: time.Minute}).Look(0); got != (Look{}) || next != time.Minute {
		t.Errorf("a display that never dims: %+v, next %v", got, next)
	}
}

// The caller's timer follows from Look alone: it comes at once or later, never more than once a minute when blank, and the look has changed by then.
func TestLookChangesWhenItSaidItWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minutes := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 30).Draw(t, "minutes")) * time.Minute
		})
		rest := Rest{minutes.Draw(t, "dim"), minutes.Draw(t, "blank")}
		idle := time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "idle"))
		look, next := rest.Look(idle)
		if next == 0 {
			if later, _ := rest.Look(1000 * time.Hour); later != look {
				t.Fatalf("%+v idle for %v: said to stay %+v, is %+v later", rest, idle, look, later)
			}
			return
		}
		if just, _ := rest.Look(next - 1); next <= idle || just != look {
			t.Fatalf("%+v idle for %v: %+v until %v, but %+v just before", rest, idle, look, next, just)
		}
		if then, _ := rest.Look(next); then == look {
			t.Fatalf("%+v idle for %v: still %+v at %v", rest, idle, look, next)
		}
	})
}

// The mark is small, and in the course of its round every place has it once.
func TestMarkWearsEveryPlaceAlike(t *testing.T) {
	painter, picture := NewPainter(), NewPicture()
	const places = Width / 8 * Height / 8
	seen := make(map[string]bool)
	for n := 1; n <= places; n++ {
		painter.DrawMark(picture, n)
		lit := 0
		for y := range Height {
			for x := range Width {
				if picture.BitAt(x, y) {
					lit++
				}
			}
		}
		if lit == 0 || lit > 30 {
			t.Fatalf("mark %d: %d pixels are lit", n, lit)
		}
		seen[string(picture.Pix)] = true
	}
	if len(seen) != places {
		t.Errorf("%d different pictures in %d minutes", len(seen), places)
	}
}

func BenchmarkDraw(b *testing.B) {
	painter, picture := NewPainter(), NewPicture()
	for _, s := range Scenes(German) {
		switch s.Name {
		case "table-turn", "table-slowest", "table-guilty-mito", "table-round-over-eight-extreme", "ask-play", "ask-hand-full", "refused-in-other-words":
			b.Run(s.Name, func(b *testing.B) {
				painter.Draw(picture, s.Scene)
				b.ReportAllocs()
				for b.Loop() {
					painter.Draw(picture, s.Scene)
				}
			})
		}
	}
}

func TestParseLanguage(t *testing.T) {
	for _, l := range Languages() {
		if got, err := ParseLanguage(l.String()); err != nil || got != l {
			t.Errorf("ParseLanguage(%q) = %v, %v", l, got, err)
		}
	}
	if got, err := ParseLanguage("DE"); err != nil || got != German {
		t.Errorf("ParseLanguage(DE) = %v, %v", got, err)
	}
	_, err := ParseLanguage("it")
	if diff := cmp.Diff(`language "it": expected fr, de or en`, fmt.Sprint(err)); diff != "" {
		t.Error(diff)
	}
}
