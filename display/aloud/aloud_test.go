package aloud_test

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display"
	"arbitre/display/aloud"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

var phrases = wording.NewPhrases(all.Games())

// of returns the state of a table, as its box shows it to an audience.
func of(table *games.Table, a games.Audience, l wording.Language) shown.State {
	return shown.State{
		Public: table.View(games.Public), Holder: games.Seat(max(a, 0)), Now: table.Now(), Line: table.Lines(),
		Scene: display.Scene{View: table.View(a), Language: l, Now: table.Now()},
		Told:  table.History(), Verbosity: wording.Everything,
	}
}

// said returns all that may be spoken of a state.
func said(s shown.State) (all []string) {
	say := phrases.In(s.Scene.Language, s.Public.Game).Aloud()
	for _, sentence := range aloud.Sentences(s, games.Fact{Line: 1}, say) {
		all = append(all, sentence.Text)
	}
	all = append(all, aloud.Joined(aloud.Now(s, say)), aloud.Joined(aloud.Leads(s, false, say)))
	return append(all, aloud.Asked(s, say)...)
}

// Two games that differ only in secrets that no fact has told sound the same, whether the judge has the
// display or a player for what he alone may know. And all that is said of them can be pronounced.
func TestNothingSpokenTellsOfASecret(t *testing.T) {
	gametest.CollectRarely()
	const pairs = 50
	for _, rules := range all.Games() {
		for number := range pairs {
			twins, err := gametest.Twins(rules, number)
			if err != nil {
				t.Fatal(err)
			}
			var spoken [len(twins)][]string
			for i, text := range twins {
				table, _, err := journal.Play(text, all.Games(), math.MaxInt64, func(journal.Line) {})
				if err != nil {
					t.Fatal(err)
				}
				seats := table.Start().Seats
				l := wording.Languages()[number%len(wording.Languages())]
				for _, a := range []games.Audience{games.Judge, games.Player(seats[number%len(seats)])} {
					spoken[i] = append(spoken[i], said(of(table, a, l))...)
				}
			}
			if diff := cmp.Diff(spoken[0], spoken[1]); diff != "" {
				t.Fatalf("%s: one can hear:\n%s\n%s\n%s", rules.Name, twins[0], twins[1], diff)
			}
		}
	}
}

// Whoever pairs a phone reads the code.
func TestNoCodeThatPairsAPhoneIsSpoken(t *testing.T) {
	s := shown.State{Scene: display.Scene{Invitation: &display.Invitation{Address: "http://box/judge", Code: "918273"}}}
	if got := said(s); strings.Join(got, "") != "" {
		t.Errorf("it says %q", got)
	}
}

// What a player enters while he holds the display is his, and so is what he is asked.
func TestNothingThatAPlayerEntersIsSpoken(t *testing.T) {
	v := games.View{Game: "motus", Prompts: []games.Prompt{{ID: "word", For: 2, Shape: games.Letters, Max: 5}}}
	s := shown.State{Scene: display.Scene{View: v, Language: wording.English}}
	for _, letter := range "ETAGE" {
		s.Scene.Dialogue.Type(letter, v)
	}
	if got := strings.Join(said(s), " "); !strings.Contains(got, "ETAGE") {
		t.Fatalf("the judge does not hear what he enters himself, but %q", got)
	}
	if s.Holder = 2; strings.Join(said(s), "") != "" {
		t.Errorf("player 2 has the display, and it says %q", said(s))
	}
}

func TestSignsAndAbbreviationsArePronounced(t *testing.T) {
	names := map[games.Seat]string{1: "Anna + Ben", 2: "[[h@l'oU]]", 3: "אסתר", 4: "-x"}
	for _, tt := range []struct {
		language wording.Language
		game     string
		text     games.Text
		want     string
	}{
		{wording.English, "", games.Text{Word: "margin", Span: 37 * time.Millisecond}, "by 37 milliseconds"},
		{wording.German, "", games.Text{Word: "margin", Span: 400 * time.Microsecond}, "um 0,4 Millisekunden"},
		{wording.French, "", games.Text{Word: "seconds", Number: 1}, "1 seconde"},
		{wording.English, "quiz", games.Text{Word: "wrong_minus", Seat: 5, Number: -3}, "5 is wrong: minus 3"},
		{wording.English, "quiz", games.Text{Word: "right", Seat: 1, Number: 1}, "Anna and Ben is right: plus 1"},
		{wording.English, "", games.Text{Word: "dead_heat", Seats: []games.Seat{3, 5}}, "אסתר and 5: dead heat"},
		{wording.French, "", games.Text{Word: "score", Team: 1, Number: -1}, "équipe A : moins 1 point"},
		{wording.English, "", games.RoundOf(2, 3), "Round 2 of 3"},
		{wording.English, "", games.Text{Word: "turn", Seat: 2}, "h l'oU to play"},
		{wording.English, "", games.Text{Word: "turn", Seat: 4}, "-x to play"},
	} {
		say := phrases.In(tt.language, tt.game).Naming(wording.Names{Seats: names}).Aloud()
		if got := say.Pronounced(say.Sentence(tt.text)); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// A Teller says what is new once, what the cursor of a menu comes to, and what is asked for on command.
func TestATellerSaysWhatIsNew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heard []string
		teller := aloud.NewTeller(aloud.Options{
			Rules: all.Games(), Phrases: phrases, Sitters: func() map[games.Seat]games.Sitter { return nil },
			Say: func(_ wording.Language, all []aloud.Sentence) {
				text := ""
				for _, s := range all {
					text += s.Text + "|"
				}
				heard = append(heard, text)
			},
		})
		go teller.Run(t.Context())
		s := shown.State{Verbosity: wording.Verdicts, Line: 1, Scene: display.Scene{Language: wording.English},
			Public: games.View{Game: "slap", Headline: games.Text{Word: "ready"}, Seats: []games.Place{{Seat: 1, Total: 2}, {Seat: 3}}}}
		tell := func(want ...string) {
			t.Helper()
			teller.Show(s)
			synctest.Wait()
			if diff := cmp.Diff(want, heard); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			heard = nil
		}
		tell()
		s.Verbosity = wording.Turns
		tell("Hands ready!|")
		tell()
		s.Line, s.Public.Headline = 2, games.Text{Word: "fastest", Role: games.Verdict, Seat: 3}
		s.Told = []games.Fact{{Line: 2, What: games.Turn{}, Said: []games.Text{s.Public.Headline,
			{Word: "margin", Role: games.News, Span: 7300 * time.Microsecond}}}}
		tell("3 was first!|by 7.3 milliseconds|")
		s.Public.Headline, s.Told = games.Text{Word: "scored", Role: games.News, Seat: 3, Number: 1}, nil
		s.Public.Lines = []games.Text{{Word: "margin", Role: games.News}, {Word: "turn", Seat: 1}, {Word: "ready"}, games.RoundOf(1, 2)}
		tell("3: plus 1|1 to play|")
		s.Public.Headline, s.Public.Lines = s.Public.Lines[1], nil
		tell()     // it was said
		s.Line = 3 // undone
		s.Public.Headline = games.Text{Word: "ready"}
		s.Verbosity = wording.Everything
		s.Scene.View = games.View{Game: "slap", Prompts: []games.Prompt{{ID: "volume", Options: games.Words("loud", "soft")}}}
		tell("Hands ready!|How loud?|Loud|")
		s.Scene.Dialogue.Press(1, 0, s.Scene.View)
		tell("Soft|")
		teller.Command(shown.SayAgain)
		tell("Soft|")
		teller.Command(shown.WhoLeads)
		tell("1 leads: 2|1: 2 points|3: 0 points|")
		teller.Command(shown.WhatNow)
		tell("Hands ready!|How loud?|Soft|")
		s.Verbosity = wording.Silent
		teller.Command(shown.WhatNow)
		tell()
	})
}

// What stands beside a seat for those who look is said once: who the guard is, while a result is in the place of
// that line.
func TestWhatIsNowHasTheMarksOfSeats(t *testing.T) {
	v := games.View{Game: "mito", Headline: games.Text{Word: "slowest", Role: games.Verdict, Seat: 2},
		Lines: []games.Text{{Word: "turn", Seat: 1}}, Seats: []games.Place{{Seat: 1}, {Seat: 2}, {Seat: 3, Mark: "guardian"}}}
	say := phrases.In(wording.English, v.Game).Aloud()
	for range 2 {
		if got := aloud.Joined(aloud.Now(shown.State{Public: v}, say)); strings.Count(got, "Guard: 3") != 1 {
			t.Errorf("what is now is %q", got)
		}
		v.Headline, v.Lines = games.Text{Word: "turn", Seat: 1}, []games.Text{{Word: "guardian", Seat: 3}}
	}
}
