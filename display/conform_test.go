package display_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/slap"
)

// Every game is played by the keys of the judge and of the players. Every view of it must have
// words in every language, and room on the display.
func TestEveryGameCanBeRead(t *testing.T) {
	gametest.CollectRarely()
	for _, rules := range all.Games() {
		t.Run(rules.Name, func(t *testing.T) {
			if err := read(rules); err != nil {
				t.Error(err)
			}
		})
	}
}

// read plays games by random keys, and returns the first view that can't be read.
func read(rules games.Rules) error {
	phrases := wording.NewPhrases(games.Rulebook{rules})
	if missing := unknown(phrases, games.View{Game: rules.Name, Prompts: asksInTheLobby(rules)}); missing != nil {
		return fmt.Errorf("the lobby asks, and there are no words for %s", strings.Join(missing, ", "))
	}
	painter, seen := display.NewPainter(phrases), map[string]bool{}
	for number := range 4 * gametest.Cases() {
		dice := rand.New(rand.NewPCG(uint64(number), 0))
		start := gametest.Start(dice, rules)
		if shown := startsOfScenes(rules); shown != nil && number%2 == 1 {
			start = shown[number/2%len(shown)]
		}
		table, _, err := games.NewTable(rules, start)
		if err != nil {
			return err
		}
		r := reader{rules: rules, phrases: phrases, painter: painter, dice: dice, table: table,
			dialogues: map[games.Audience]*keys.Dialogue{}, seen: seen}
		for _, a := range games.Audiences(table.Start().Seats) {
			r.dialogues[a] = &keys.Dialogue{Shown: a != games.Public} // everyone's display has no keys
		}
		for range 120 {
			if err := r.step(); err != nil {
				return fmt.Errorf("game %d: %w", number, err)
			}
		}
	}
	return nil
}

func one[T any](dice *rand.Rand, list ...T) T { return list[dice.IntN(len(list))] }

// startsOfScenes returns the start lines in a game's scenes.journal. Some have options that no
// lobby offers.
func startsOfScenes(rules games.Rules) (starts []games.Start) {
	text, _ := fs.ReadFile(rules.Words, "scenes.journal")
	for line := range bytes.Lines(text) {
		if start, err := journal.ParseStart(line); err == nil && start.Game == rules.Name {
			starts = append(starts, start)
		}
	}
	return starts
}

// asksInTheLobby returns the prompts of the lobby for every number of seats. An option with a
// single choice is not asked.
func asksInTheLobby(rules games.Rules) (asked []games.Prompt) {
	seats := games.FirstSeats(rules.Most)
	for _, o := range rules.Options {
		p := games.Prompt{ID: o.Key, Seats: o.Seats}
		for n := rules.Least; n <= rules.Most && o.Offer != nil; n++ {
			if choices, _ := o.Offer(games.Terms{Seats: seats[:n]}); len(choices) > 1 {
				p.Options = append(p.Options, choices...)
			}
		}
		if p.Options != nil {
			asked = append(asked, p)
		}
	}
	return asked
}

// A reader plays one game by the dialogues of its audiences, and checks what they see.
type reader struct {
	rules     games.Rules
	phrases   wording.Phrases
	painter   *display.Painter
	dice      *rand.Rand
	table     *games.Table
	dialogues map[games.Audience]*keys.Dialogue
	seen      map[string]bool // the pictures drawn in the first language
}

// step presses or answers, and then checks the view of one audience.
func (r *reader) step() error {
	at := r.table.Now() + one(r.dice, time.Millisecond, 20*time.Millisecond, 2*time.Second)
	r.table.Advance(at)
	in, who := r.operate(at)
	if _, err := r.table.Apply(in); err != nil {
		var refusal *games.Refusal
		if !errors.As(err, &refusal) {
			return fmt.Errorf("what the keys answer, %+v, is refused (%w): let the prompt say what it takes, "+
				"or refuse by games.Refuse with a sentence for the judge", in, err)
		}
		if missing := unknown(r.phrases, games.View{Game: r.rules.Name, Headline: refusal.Say}); missing != nil {
			return fmt.Errorf("it is refused, and there are no words for %s", strings.Join(missing, ", "))
		}
		r.dialogues[who].ShowRefusal(r.phrases.In(one(r.dice, wording.Languages()...), r.rules.Name).Refusal(err))
	}
	for a, d := range r.dialogues {
		d.Follow(r.table.View(a))
	}
	who = one(r.dice, games.Audiences(r.table.Start().Seats)...)
	if missing := slices.DeleteFunc(unknown(r.phrases, r.table.View(who)), r.agreed); len(missing) > 0 {
		return fmt.Errorf("%v sees: there are no words for %s", who, strings.Join(missing, ", "))
	}
	if r.dice.IntN(3) > 0 {
		return nil // pictures change little from step to step
	}
	return r.draw(who, at)
}

// operate has the player who is asked, or else the judge, press keys until they make an input, or
// presses a button.
func (r *reader) operate(at time.Duration) (games.Input, games.Audience) {
	seats := r.table.Start().Seats
	kind := one(r.dice, games.Press, games.Press, games.Release)
	button := games.Input{At: at, Kind: kind, Seat: one(r.dice, seats...)}
	who := games.Judge
	for _, s := range seats {
		if asked := r.table.View(games.Player(s)).Prompts; asked != nil {
			who = games.Player(s)
			if asked[0].Shape == games.Peek {
				button.Seat = s
			}
		}
	}
	v, d := r.table.View(who), r.dialogues[who]
	if r.dice.IntN(3) == 0 || button.Seat == games.Seat(who) {
		return button, games.Judge
	}
	for range 15 {
		if r.dice.IntN(4) == 0 {
			d.Type(one(r.dice, []rune("012345678AELTÉ")...), v)
			continue
		}
		k := one(r.dice, keys.OK, keys.OK, keys.OK, keys.Next, keys.Next, keys.Previous, keys.Back)
		if in, ok := d.Press(k, at, v); ok {
			return in, who
		}
	}
	return games.Input{At: at, Kind: games.Lost, Edges: 1}, who
}

// draw draws the view of an audience in every language. A picture that was drawn before in the first
// language was drawn in all.
func (r *reader) draw(who games.Audience, at time.Duration) error {
	v, d := r.table.View(who), *r.dialogues[who]
	picture := canvas.NewPicture()
	for i, l := range wording.Languages() {
		r.painter.Draw(picture, display.Scene{View: v, Dialogue: d, Language: l, Now: at})
		if look := string(picture.Pix); i == 0 && r.seen[look] {
			break
		} else if i == 0 {
			r.seen[look] = true
		}
		if flaws := r.painter.Flaws(); flaws != "" {
			return fmt.Errorf("%v sees: in %v (headline %q) %s: say it in fewer letters",
				who, l, v.Headline.Word, flaws)
		}
	}
	return nil
}

// agreed reports whether a missing word is one of the start line, such as a table's own colour,
// which needs no translation.
func (r *reader) agreed(missing string) bool {
	_, word, _ := strings.Cut(missing, " ")
	return slices.ContainsFunc(r.table.Start().Options.All(), func(f games.Field) bool {
		return strings.Contains(string(f.Value.AppendJSON(nil)), string(games.Word(word).AppendJSON(nil)))
	})
}

// unknown lists the words of a view that have no text in English. Another test checks the files of
// the other languages.
func unknown(phrases wording.Phrases, v games.View) (missing []string) {
	said := phrases.In(wording.English, v.Game)
	check := func(kind, word string, in wording.Section, keys ...string) {
		for _, key := range keys {
			if _, ok := said.Find(in, key); ok {
				return
			}
		}
		if word != "" {
			missing = append(missing, kind+" "+word)
		}
	}
	sentence := func(kind string, t games.Text) { check(kind, t.Word, wording.Sentences, t.Word) }
	check("game", v.Game, wording.Words, v.Game)
	sentence("headline", v.Headline)
	for _, t := range slices.Concat(v.Secret, v.Lines) {
		sentence("line", t)
	}
	for _, s := range v.Seats {
		check("mark", s.Mark, wording.Words, s.Mark)
	}
	for _, p := range v.Prompts {
		check("prompt", p.ID, wording.Questions, p.ID)
		sentence("question", p.Asks)
		for _, n := range p.Namings {
			check("naming", n.Asks, wording.Questions, n.Asks)
		}
		for _, o := range p.Options {
			if label := p.Label(o); !label.IsZero() {
				sentence("label", label)
			} else if w, err := o.Word(); err == nil {
				check("option", w, wording.Words, p.ID+"."+w, w)
			}
		}
	}
	return missing
}

// The check above finds a word that is missing, and one that is too long.
func TestWhatCannotBeReadIsFound(t *testing.T) {
	for _, tt := range []struct{ key, text, want string }{
		{"slap", "", "prompt slap"},
		{"right", "", "option right"},
		{"never", "", "option never"},
		{"scored", "", "headline scored"},
		{"slap", "slap = " + strings.Repeat("Donaudampfschifffahrtskapitän ", 9) + "\n", "say it in fewer letters"},
	} {
		rules, files := slap.Rules(), fstest.MapFS{}
		for _, l := range wording.Codes() {
			name := "words." + l + ".txt"
			text, err := fs.ReadFile(rules.Words, name)
			if err != nil {
				t.Fatal(err)
			}
			var changed []byte
			for line := range bytes.Lines(text) {
				if bytes.HasPrefix(line, []byte(tt.key+" = ")) {
					line = []byte(tt.text)
				}
				changed = append(changed, line...)
			}
			files[name] = &fstest.MapFile{Data: changed}
		}
		rules.Words = files
		if err := read(rules); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: it says %v, want %q", tt.key, err, tt.want)
		}
	}
}
