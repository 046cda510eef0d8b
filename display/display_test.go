package display_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/bits"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"periph.io/x/devices/v3/ssd1306/image1bit"
	"pgregory.net/rapid"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/scenes"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

var update = flag.Bool("update", false, "accept the pictures as they are drawn now")

// house returns the words of all games. They are read once: they never change.
var house = sync.OnceValue(func() wording.Phrases { return wording.NewPhrases(all.Games()) })

// wordsOf returns the keys in a section of the box's and a game's files of words; "" is no game.
func wordsOf(section wording.Section, game string) []string {
	found := map[string]bool{}
	read := func(folder fs.FS, name string) {
		for _, e := range wording.Read(folder, name, wording.English) {
			if e.Section == section {
				found[e.Key] = true
			}
		}
	}
	read(os.DirFS("wording"), "words")
	for _, r := range all.Games() {
		if r.Name == game {
			read(r.Words, "words")
			read(r.Words, r.Name)
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// inDots returns a picture as text, with two by four pixels in each character.
func inDots(picture *image1bit.VerticalLSB) string {
	dots := [...][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}} // of a Braille pattern
	var b strings.Builder
	for y := 0; y < picture.Rect.Dy(); y += len(dots) {
		var line strings.Builder
		for x := 0; x < canvas.Width; x += 2 {
			const none = '⠀'
			pattern := none
			for i := range dots {
				for j, dot := range dots[i] {
					if picture.BitAt(x+j, y+i) {
						pattern |= dot
					}
				}
			}
			if pattern == none {
				pattern = ' '
			}
			line.WriteRune(pattern)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// telling lists the scenes whose pictures are kept in testdata: one of each kind, in one language.
// All others are only checked by rules.
func telling() []string {
	return []string{
		"fr mito-turn", "fr mito-turn-page-2", "de mito-two-pressed", "fr mito-never-pressed", "en mito-by-a-hair",
		"en mito-by-a-hair-page-2",
		"de mito-dead-heat", "fr mito-missing-public", "en mito-guilty", "de box-totals-8", "fr mito-game-over",
		"en box-joined",
		"de box-fault-button_stuck", "fr mog-designate-refused", "en box-invitation-2", "de mito-declare",
		"en mito-accused-or-slaps", "fr mito-call", "de mito-hand-actions", "en quiz-open", "en quiz-right-three",
		"de mog-designate-two", "en mog-lay", "fr mog-unmasked", "fr mog-unmasked-page-2",
		"de mastermind-answers",
		"en mastermind-audited", "fr mastermind-guess", "en mastermind-token-position", "fr motus-hunts-later",
		"de motus-solo-four-clock", "fr motus-motus",
		"de motus-long-clock", "en motus-long-guess-clock", "fr motus-super-proposes", "de motus-over-teams",
		"de motus-over-teams-page-2", "en mog-found-page-2",
	}
}

// told caches the stories by language.
var told sync.Map

// stories returns every scene in one language. They are made once.
func stories(t testing.TB, l wording.Language) []scenes.Story {
	t.Helper()
	tell := sync.OnceValues(func() ([]scenes.Story, error) { return scenes.Of(all.Games(), l, joined()) })
	once, _ := told.LoadOrStore(l, tell)
	all, err := once.(func() ([]scenes.Story, error))()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// joined is how players join, at five seats, a game with a long name.
func joined() scenes.View {
	const game = "mogelmotte"
	v := games.View{Game: game, Panel: games.Entrants, Headline: games.Text{Word: "joined", Seats: []games.Seat{1, 2, 4}, Extra: game}}
	for s := range games.Seat(5) {
		v.Seats = append(v.Seats, games.Place{Seat: s + 1, Lamp: games.Blinking})
	}
	return scenes.View{Name: "joined", View: v}
}

// TestTelling compares the words and pictures of the telling scenes with those in testdata.
func TestTelling(t *testing.T) {
	const path, heading = "testdata/scenes.txt", "== "
	named := map[string]scenes.Story{} // by language and name
	for _, l := range wording.Languages() {
		for _, s := range stories(t, l) {
			named[l.String()+" "+s.Name] = s
		}
	}
	var got strings.Builder
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	for _, name := range telling() {
		s, ok := named[name]
		if !ok {
			t.Errorf("no scene is named %s", name)
		}
		fmt.Fprintf(&got, "%s%s\n", heading, name)
		if err := house().Text(&got, s.View, s.Language); err != nil {
			t.Fatal(err)
		}
		painter.Draw(picture, s.Scene)
		got.WriteString(inDots(picture))
	}
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(kept), heading)
	for _, picture := range strings.Split(got.String(), heading) {
		if !slices.Contains(want, picture) {
			t.Errorf("another picture, or a new one: %s", picture)
		}
	}
	if string(kept) != got.String() {
		t.Errorf("%s is another; where the pictures above are better, accept them: go test ./display -run %s -update",
			path, t.Name())
	}
}

// TestScenes checks that all of every scene can be read: not shortened, inside the picture, nothing
// over anything else.
func TestScenes(t *testing.T) {
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	for _, l := range wording.Languages() {
		for i, s := range stories(t, l) {
			if i%2 > 0 {
				s.Sitters = map[games.Seat]games.Sitter{1: {Name: "Anna"}, 2: {Name: "Jean-Baptiste", Team: "Foxes"}, 3: {Name: "Zoé"}}
			}
			painter.Draw(picture, s.Scene)
			own := strings.HasPrefix(s.Name, "box-unknown-word")
			if flaws := painter.Flaws(); !own && flaws != "" {
				t.Errorf("%s in %v: %s:\n%s", s.Name, l, flaws, inDots(picture))
			}
			for text, at := range painter.Edges() {
				if text != "" && (at[0] < 1 || at[1] >= canvas.Width-1) {
					t.Errorf("%s in %v: %q has the columns %v:\n%s", s.Name, l, text, at, inDots(picture))
				}
			}
		}
	}
}

// Without keys and without a panel a picture has every line of the view, but for the round and
// for tokens, which grids show.
func TestEveryLineIsShownToEveryone(t *testing.T) {
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	for _, l := range wording.Languages() {
		for _, s := range stories(t, l) {
			if s.Dialogue.Shown || s.View.Panel != games.Nothing {
				continue
			}
			painter.Draw(picture, s.Scene)
			shown := strings.Join(slices.Collect(maps.Keys(painter.Edges())), " ")
			for _, line := range s.View.Lines {
				words := strings.Fields(house().In(l, s.View.Game).Sentence(line))
				if line.Role != games.Round && line.Grid == 0 && !strings.Contains(shown, words[len(words)-1]) {
					t.Errorf("%s in %v: nobody is told %q:\n%s", s.Name, l, words, inDots(picture))
				}
			}
		}
	}
}

// In any view with words of the dictionary, whatever the seats are called, no text is shortened or leaves the picture, and nothing
// is drawn over anything else.
func TestEverythingThatIsSaidCanBeRead(t *testing.T) {
	painter := display.NewPainter(house())
	rapid.Check(t, func(t *rapid.T) {
		v := views().Draw(t, "view")
		picture := canvas.NewPicture()
		d := keys.Dialogue{Shown: true}
		if rapid.IntRange(0, 3).Draw(t, "public") == 0 {
			v.Prompts, d = nil, keys.Dialogue{}
		}
		three := rapid.SampledFrom([]keys.Key{keys.Previous, keys.Next, keys.OK})
		for _, k := range rapid.SliceOfN(three, 0, 8).Draw(t, "keys") {
			d.Press(k, 0, v)
		}
		for _, r := range rapid.StringOfN(rapid.RuneFrom([]rune("0123478AEWÉŒß")), 0, 8, -1).Draw(t, "typed") {
			d.Type(r, v)
		}
		l := rapid.SampledFrom(wording.Languages()).Draw(t, "language")
		sitters := map[games.Seat]games.Sitter{}
		for seat := range games.Seat(8) {
			name := rapid.SampledFrom([]string{"", "Al", "Zoé", "Jean-Baptiste", strings.Repeat("W", 30), "אסתר", "علی\u200cرضا", "👩‍🔬"})
			sitters[seat+1] = games.Sitter{Name: name.Draw(t, "name"), Team: name.Draw(t, "team")}
		}
		painter.Draw(picture, display.Scene{View: v, Dialogue: d, Language: l, Sitters: sitters})
		if flaws := painter.Flaws(); flaws != "" {
			t.Fatalf("%s:\n%s", flaws, inDots(picture))
		}
	})
}

// Where a question needs its whole row, the mark for a fault makes room.
func TestAQuestionIsWholeThoughAPartFails(t *testing.T) {
	for _, l := range wording.Languages() {
		for _, game := range append(all.Games().Names(), "") {
			for _, q := range wordsOf("questions", game) {
				v := games.View{
					Game: game, Seats: []games.Place{{Seat: 1}}, Lines: []games.Text{{Word: "disk_full", Role: games.Fault}},
					Prompts: []games.Prompt{{ID: q, For: games.Judge, Keys: games.Keys{Seat: 12}, Options: games.Numbers(1, 2)}},
				}
				scene := display.Scene{View: v, Dialogue: keys.Dialogue{Shown: true}, Language: l}
				if blocks, cut := display.Composed(house(), scene); cut > 0 {
					t.Errorf("%s %q in %v is shortened: %+v", game, q, l, blocks)
				}
			}
		}
	}
}

// What a menu offers stands there whole: what can be taken back or brought again in each game, and each game by its name.
func TestWhatAMenuOffersIsWhole(t *testing.T) {
	for _, game := range all.Games().Names() {
		labels := []games.Text{{Word: "left_game", Extra: game}, {Word: "counted", Extra: game}, {Word: "for_fun", Extra: game}}
		for _, word := range append(wordsOf("words", game), wordsOf("words", "")...) {
			if strings.HasPrefix(word, "did_") {
				labels = append(labels, games.Text{Word: "undo", Extra: word, Seat: 8, Number: 8}, games.Text{Word: "redo", Extra: word, Seat: 8, Number: 8})
			}
		}
		for _, l := range wording.Languages() {
			for _, label := range labels {
				v := games.View{Game: game, Prompts: []games.Prompt{{ID: "stop", For: games.Judge, Options: games.Words("continue", "undo", "back", "leave"),
					Labels: []games.Text{{}, label, {}, {}}}}}
				d := keys.Dialogue{Shown: true}
				d.Press(keys.Next, 0, v)
				scene := display.Scene{View: v, Dialogue: d, Language: l}
				if _, cut := display.Composed(house(), scene); cut > 0 {
					t.Errorf("%s in %v is shortened: %q", game, l, scene.Spoken(house()))
				}
			}
		}
	}
}

// Any text at all is drawn, and its ink stays inside the picture.
func TestAnyTextIsDrawn(t *testing.T) {
	painter := display.NewPainter(house())
	rapid.Check(t, func(t *rapid.T) {
		picture := canvas.NewPicture()
		v := games.View{Headline: games.Text{Word: rapid.String().Draw(t, "headline")}}
		for _, w := range rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "lines") {
			v.Lines = append(v.Lines, games.Text{Word: w})
		}
		if rapid.Bool().Draw(t, "asked") {
			v.Prompts = []games.Prompt{{ID: rapid.String().Draw(t, "id"),
				Options: games.Words(rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "options")...)}}
		}
		d := keys.Dialogue{Shown: true}
		if rapid.Bool().Draw(t, "refused") {
			d.ShowRefusal(rapid.String().Draw(t, "reason"))
		}
		painter.Draw(picture, display.Scene{View: v, Dialogue: d})
		if painter.Spilled() > 0 {
			t.Fatalf("ink beyond the edge:\n%s", inDots(picture))
		}
	})
}

func TestTextThatIsFarTooLongEndsInAnEllipsis(t *testing.T) {
	endless := games.View{Headline: games.Text{Word: strings.Repeat("anticonstitutionnellement", 20)}}
	blocks, cut := display.Composed(house(), display.Scene{View: endless})
	if last := blocks[len(blocks)-1].Text; cut != 1 || !strings.HasSuffix(last, "…") {
		t.Errorf("%d texts are shortened, the last row is %q; want 1, and that it ends in …", cut, last)
	}
}

// An advice with a word that is wider than a row is shortened, and counted, rather than lose the
// rest of its text unnoticed.
func TestAnAdviceWithAnEndlessWordEndsInAnEllipsis(t *testing.T) {
	advice := "Say " + strings.Repeat("anticonstitutionnellement", 20) + " and lay the card."
	rules := games.Rules{Name: "slap",
		Words: fstest.MapFS{"words.en.txt": {Data: []byte("[rules]\nsay = " + advice + "\n")}}}
	phrases := wording.NewPhrases(games.Rulebook{rules})
	s := display.Scene{View: phrases.Leaflet("slap"), Dialogue: keys.Dialogue{Shown: true}}
	press(&s.Dialogue, s.View, "v")
	blocks, cut := display.Composed(phrases, s)
	ends := func(b canvas.Block) bool { return strings.HasSuffix(b.Text, "…") }
	if cut != 1 || !slices.ContainsFunc(blocks, ends) {
		t.Errorf("%d texts are shortened, %q; want 1, ending in …", cut, inWords(blocks))
	}
}

// Every scene can be written as plain lines, none of them empty.
func TestText(t *testing.T) {
	for _, l := range wording.Languages() {
		for _, s := range stories(t, l) {
			var b strings.Builder
			if err := house().Text(&b, s.View, l); err != nil {
				t.Fatal(err)
			}
			if text := b.String(); strings.ContainsAny(text, "{}~") || strings.Contains("\n"+text, "\n\n") {
				t.Errorf("%s in %v: %s", s.Name, l, text)
			}
		}
	}
}

func TestLook(t *testing.T) {
	rest := display.Rest{Dim: 2 * time.Minute, Blank: 10 * time.Minute}
	tests := []struct {
		idle time.Duration
		want display.Look
		next time.Duration
	}{
		{0, display.Look{}, 2 * time.Minute},
		{2*time.Minute - 1, display.Look{}, 2 * time.Minute},
		{2 * time.Minute, display.Look{Dim: true}, 10 * time.Minute},
		{10*time.Minute - 1, display.Look{Dim: true}, 10 * time.Minute},
		{10 * time.Minute, display.Look{Dim: true, Mark: 1}, 11 * time.Minute},
		{10*time.Minute + 59*time.Second, display.Look{Dim: true, Mark: 1}, 11 * time.Minute},
		{11 * time.Minute, display.Look{Dim: true, Mark: 2}, 12 * time.Minute},
		{30 * time.Hour, display.Look{Dim: true, Mark: 30*60 - 10 + 1}, 30*time.Hour + time.Minute},
	}
	for _, tt := range tests {
		if got, next := rest.Look(tt.idle); got != tt.want || next != tt.next {
			t.Errorf("idle for %v: %+v until %v, want %+v until %v", tt.idle, got, next, tt.want, tt.next)
		}
	}
	never := display.Rest{}
	if got, next := never.Look(time.Hour); got != (display.Look{}) || next != 0 {
		t.Errorf("a display that never rests: %+v, next %v", got, next)
	}
	if got, next := (display.Rest{Blank: time.Minute}).Look(0); got != (display.Look{}) || next != time.Minute {
		t.Errorf("a display that never dims: %+v, next %v", got, next)
	}
}

// A caller needs no timer but the one of Look: the look stays the same until then, and has changed
// then.
func TestLookChangesWhenItSaidItWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minutes := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 30).Draw(t, "minutes")) * time.Minute
		})
		rest := display.Rest{Dim: minutes.Draw(t, "dim"), Blank: minutes.Draw(t, "blank")}
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

// The mark is small, and visits every place once a round.
func TestMarkWearsEveryPlaceAlike(t *testing.T) {
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	const places = canvas.Width / 8 * canvas.Height / 8
	seen := make(map[string]bool)
	for n := 1; n <= places; n++ {
		painter.DrawMark(picture, n)
		lit := 0
		for _, eight := range picture.Pix {
			lit += bits.OnesCount8(eight)
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

// The picture of a running clock changes at NextTick, and not before.
func TestNextTickIsWhenThePictureChanges(t *testing.T) {
	painter := display.NewPainter(house())
	at := func(v games.View, now time.Duration) string {
		picture := canvas.NewPicture()
		painter.Draw(picture, display.Scene{View: v, Now: now})
		return string(picture.Pix)
	}
	for _, s := range stories(t, wording.French) {
		clock := strings.Contains(s.Name, "-clock") || slices.ContainsFunc(s.View.Seats, func(p games.Place) bool {
			return p.Clock != nil && p.Clock.Until > s.Now
		})
		if _, runs := display.NextTick(s.View, s.Now); runs != clock && s.Dialogue.Shown {
			t.Errorf("%s: a clock runs: %v", s.Name, runs)
		}
		now := s.Now
		for range 40 { // of an hour, the first are enough
			next, ok := display.NextTick(s.View, now)
			if !ok {
				break
			}
			if at(s.View, now) != at(s.View, next-1) {
				t.Errorf("%s: the picture of %v changes before %v", s.Name, now, next)
			}
			if at(s.View, now) == at(s.View, next) {
				t.Errorf("%s: the picture of %v is the same at %v", s.Name, now, next)
			}
			now = next
		}
	}
}

func TestNextTick(t *testing.T) {
	until := func(times ...time.Duration) games.View {
		var v games.View
		for _, u := range times {
			v.Prompts = append(v.Prompts, games.Prompt{ID: "guess", Until: u})
		}
		return v
	}
	tests := []struct {
		view games.View
		now  time.Duration
		want time.Duration // 0 is never
	}{
		{until(), 0, 0},
		{until(0), 5 * time.Second, 0},
		{until(8 * time.Second), 0, 1 * time.Second},
		{until(8 * time.Second), 500 * time.Millisecond, 1 * time.Second},
		{until(8 * time.Second), 1 * time.Second, 2 * time.Second},
		{until(8 * time.Second), 7 * time.Second, 8 * time.Second},
		{until(8 * time.Second), 8 * time.Second, 0},
		{until(8300*time.Millisecond, 0, 8*time.Second), 0, 300 * time.Millisecond},
		{until(8300*time.Millisecond, 0, 8*time.Second), 300 * time.Millisecond, 1 * time.Second},
	}
	for _, tt := range tests {
		if got, ok := display.NextTick(tt.view, tt.now); got != tt.want || ok != (tt.want != 0) {
			t.Errorf("%v at %v: next is %v, %v; want %v", tt.view.Prompts, tt.now, got, ok, tt.want)
		}
	}
}

// BenchmarkDraw draws all scenes in turn; its time is that of one.
func BenchmarkDraw(b *testing.B) {
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	all := stories(b, wording.German)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		painter.Draw(picture, all[n%len(all)].Scene)
	}
}
