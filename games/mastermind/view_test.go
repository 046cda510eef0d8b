package mastermind

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// said is what a view says, told on one line: the headline, the lines, and every seat with its lamp and its mark.
func said(v games.View) string {
	var b strings.Builder
	tell := func(t games.Text) {
		fmt.Fprintf(&b, "%s", t.Word)
		if t.Seat != 0 {
			fmt.Fprintf(&b, " %d", t.Seat)
		}
		if t.Seats != nil {
			fmt.Fprintf(&b, " %v", t.Seats)
		}
		if t.Number != 0 {
			fmt.Fprintf(&b, " #%d", t.Number)
		}
		if t.Span != 0 {
			fmt.Fprintf(&b, " %v", t.Span)
		}
		if t.Extra != "" {
			fmt.Fprintf(&b, " %q", t.Extra)
		}
		if t.Code != nil {
			fmt.Fprintf(&b, " %q", strings.Join(t.Code, ","))
		}
	}
	tell(v.Headline)
	for _, l := range v.Lines {
		b.WriteString("; ")
		tell(l)
	}
	b.WriteString(" |")
	for _, p := range v.Seats {
		fmt.Fprintf(&b, " %d%s%s", p.Seat, [...]string{"", "*", "!"}[p.Lamp], strings.TrimPrefix("="+p.Mark, "=")[:min(1, len(p.Mark))])
	}
	if v.Over {
		b.WriteString(" over")
	}
	return b.String()
}

func watch(t *testing.T, story string) *games.Table {
	text, err := gametest.Journal(story)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := journal.Play(text, book(), math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A lit lamp is told as *, a blinking one as !, the mark by its first letter: turn, eliminated.
func TestView(t *testing.T) {
	audited := `mastermind 1 2 {"dealer":"table","audit":true,"first":1,"rounds":1}
		1 guess ["red","blue","","",""]`
	for _, c := range []struct{ name, story, public string }{
		{"MM-3 who is to look", `mastermind 1 2`, `peek 1 | 1! 2`},
		{"MM-3 somebody looks", "mastermind 1 2 {\"boards\":2}\n1 press 1\n2 release 1\n3 press 1", `peek 1; board #2 | 1* 2`},
		{"MM-3 who is to enter", `mastermind 1 2 {"dealer":"entered"}`, `enter_token 1 | 1* 2`},
		{"MM-4 the round begins", four(""), `turn 1; round "1/4" | 1*t 2 3 4`},
		{"MM-5 the answers", four("") + "5 " + guess4,
			`turn 2; guessed 1 "red,red,blue,green,"; reply_black 2; reply_none 3; reply_white 4 | 1 2*t 3 4`},
		{"MM-5 the answers of two boards", `mastermind 1 2 {"dealer":"entered","boards":2,"first":2}
			1 token {"colour":"blue","position":5}
			2 token {"colour":"red","position":1}
			3 token {"colour":"red","position":2}
			4 token {"colour":"brown","position":4}
			5 guess ["red","","red","red","blue"]`,
			`turn 1; guessed 2 "red,,red,red,blue"; board_black 1 #1; board_black 1 #2 | 1*t 2`},
		{"MM-8 a call", four("") + "5 press 1", `mastermind 1 | 1*t 2 3 4`},
		{"MM-7 a call ahead of another", four(anyCall) + "5 press 2\n5.004 press 4\n6 press 3", `mastermind 2; margin 4ms | 1t 2* 3 4`},
		{"MM-7 the judge said who was first: by no margin", four(anyCall) + "5 press 2\n5 press 4\n5.004 press 3\n6 call_first 4",
			`mastermind 4 | 1t 2 3 4*`},
		{"MM-9 in vain", four("") + "5 press 1\n6 " + wrong4, `eliminated 1; turn 2 | 1e 2*t 3 4`},
		{"MM-7 a dead heat", four(anyCall) + "5 press 2\n5 press 4\n6 press 3", `dead_heat [2 4] | 1t 2* 3 4*`},
		{"RACE-8 lost", four(anyCall) + "5 press 2\n5 lost 3", `lost #3 | 1t 2 3 4`},
		{"MM-8 solved", four("") + "5 press 1\n6 " + right4,
			`solved 1; code "yellow,red,blue,,green"; codes_left 1 #864; leader [1] #1 | 1* 2 3 4`},
		{"MM-9 a solution tried in vain is ruled out", four("") + "5 press 1\n6 " + possible4 + "\n7 press 2\n8 " + right4,
			`solved 2; code "yellow,red,blue,,green"; codes_left 2 #863; leader [2] #1 | 1e 2* 3 4`},
		{"MM-11 what was said in one round tells nothing of the next", four("") + "5 press 1\n6 " + possible4 + "\n7 " + guess4 +
			"\n8 press 3\n9 " + right4 + `
			10 next_round "ready"
			11 token {"colour":"blue","position":3}
			12 token {"colour":"red","position":2}
			13 token {"colour":"yellow","position":1}
			14 token {"colour":"green","position":5}
			15 press 2
			16 ` + right4,
			`solved 2; code "yellow,red,blue,,green"; codes_left 2 #864; leader [2 3] #1 | 1 2* 3 4`},
		{"MM-10 no codes are counted for nobody", `mastermind 1 2 {"dealer":"entered","first":1,"rounds":3}
			1 token {"colour":"blue","position":5}
			2 token {"colour":"red","position":1}
			3 press 1
			4 solve ["red","","","","blue"]
			5 next_round "ready"
			6 token {"colour":"blue","position":5}
			7 token {"colour":"red","position":1}
			8 press 2
			9 solve ["red","","","","red"]
			10 press 1
			11 solve ["red","","","","red"]`,
			`unsolved; code "red,,,,blue"; leader [1] #1 | 1e 2e`},
		{"MM-10 nobody solves it", `mastermind 1 2 {"dealer":"table","first":1}
			1 press 1
			2 verdict "wrong"
			3 press 2
			4 verdict "wrong"`, `unsolved; leader [1 2] | 1e 2e`},
		{"MM-12 the game is over", four(`,"rounds":1`) + "5 press 1\n6 " + right4,
			`game_over [1]; solved 1; code "yellow,red,blue,,green"; codes_left 1 #864 | 1* 2 3 4 over`},
		{"audit: the answers are noted", audited, `guessed 1 "red,blue,,," | 1 2*t`},
		{"audit: the tokens are shown", audited + "\n2 reply \"none\"\n3 press 2\n4 verdict \"right\"", `solved 2; enter_token 1 | 1* 2`},
		{"audit: all right", audited + "\n2 reply \"none\"\n3 press 2\n4 verdict \"right\"\n" +
			"5 token {\"colour\":\"red\",\"position\":4}\n6 token {\"colour\":\"green\",\"position\":5}",
			`game_over [2]; solved 2; consistent; code ",,,red,green" | 1 2* over`},
		{"audit: not all right", audited + "\n2 reply \"none\"\n3 press 2\n4 verdict \"right\"\n" +
			"5 token {\"colour\":\"red\",\"position\":4}\n6 token {\"colour\":\"blue\",\"position\":5}",
			`game_over [2]; solved 2; wrong_white 2 #1; code ",,,red,blue" | 1 2* over`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.public, said(watch(t, c.story).View(games.Public))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whoever asks why somebody called first is told the order of the presses and the clauses.
func TestJudgementOfACall(t *testing.T) {
	third := games.Finish{Seat: 3, After: 4 * time.Millisecond}
	for _, c := range []struct {
		clause, story string
		want          []games.RaceOver
		cues          []games.Cue
	}{
		{"MM-6 in turn nobody else can be first", four("") + "5 press 1", nil, nil},
		{"RACE-1 the first of the queue, and the next", four(anyCall) + "5 press 2\n5.004 press 3\n6 " + wrong4,
			[]games.RaceOver{
				{Race: "call", Order: []games.Finish{{Seat: 2}, third}, Fastest: 2, Zero: 5 * time.Second, Clauses: []string{"RACE-1", "MM-7"}},
				{Race: "call", Order: []games.Finish{{Seat: 3}}, Fastest: 3, Zero: 5004 * time.Millisecond, Clauses: []string{"RACE-1", "MM-7"}},
			}, []games.Cue{games.CueCall, games.CueCall}},
		{"RACE-3 a dead heat", four(anyCall) + "5 press 4\n5 press 2\n5.004 press 3\n6 call_first 4",
			[]games.RaceOver{{Race: "call", Order: []games.Finish{{Seat: 2}, {Seat: 4}, third}, DeadHeat: []games.Seat{2, 4},
				Zero: 5 * time.Second, Clauses: []string{"RACE-3", "MM-7"}}}, []games.Cue{games.CueDeadHeat}},
		{"RACE-8 lost edges", four(anyCall) + "5 press 4\n5.004 lost 1",
			[]games.RaceOver{{Race: "call", Order: []games.Finish{{Seat: 4}}, Void: true, Zero: 5 * time.Second, Clauses: []string{"RACE-8"}}},
			[]games.Cue{games.CueVoid}},
	} {
		t.Run(c.clause, func(t *testing.T) {
			facts, err := gametest.Tell(book(), c.story)
			if err != nil {
				t.Fatal(err)
			}
			var got []games.RaceOver
			var cues []games.Cue
			for _, f := range facts {
				if judged, ok := f.What.(games.Judged); ok {
					if finish, ok := judged.Judgement(); ok {
						got, cues = append(got, finish), append(cues, f.Cue())
					}
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.cues, cues); diff != "" {
				t.Errorf("cues (-want +got):\n%s", diff)
			}
			photo := watch(t, c.story+"\n9 release 1").View(games.Public).Race // the line lets the deadline pass
			if len(got) > 0 && (photo == nil || !cmp.Equal(photo.RaceOver, got[len(got)-1])) {
				t.Errorf("the photo is %+v", photo)
			}
		})
	}
}

// Each audience is asked what it answers, with the colours that a code or a token is made of.
func TestPromptsOfAView(t *testing.T) {
	table := watch(t, `mastermind 1 2 {"dealer":"entered","first":1,"colours":["a","b","c","d","e","f"]}`)
	colours := games.Words("a", "b", "c", "d", "e", "f")
	want := []games.Prompt{{ID: "token", For: 1, Keys: games.Keys{Seat: 1, Board: 1}, Shape: games.Token, Options: colours, Places: 5}}
	if diff := cmp.Diff(want, table.View(games.Player(1)).Prompts); diff != "" {
		t.Error(diff)
	}
	for _, a := range []games.Audience{games.Public, games.Judge, 2} {
		if asked := table.View(a).Prompts; len(asked) > 0 {
			t.Errorf("%v is asked %v", a, asked)
		}
	}
	for _, tok := range []games.Value{`{"colour":"a","position":1}`, `{"colour":"b","position":2}`} {
		if _, err := table.Apply(games.Input{Kind: games.Answer, Prompt: "token", Value: tok}); err != nil {
			t.Fatal(err)
		}
	}
	want = []games.Prompt{{ID: "guess", For: games.Judge, Keys: games.Keys{Seat: 1}, Shape: games.Code, Background: true, Options: colours, Min: 2, Max: 2, Places: 5}}
	if diff := cmp.Diff(want, table.View(games.Judge).Prompts); diff != "" {
		t.Error(diff)
	}
}

// The display says why an answer is refused.
func TestRefusalsCanBeSaid(t *testing.T) {
	for _, c := range []struct {
		story string
		id    string
		value games.Value
		say   games.Text
	}{
		{`mastermind 1 2 {"dealer":"entered"}` + "\n1 token {\"colour\":\"red\",\"position\":4}",
			"token", `{"colour":"blue","position":4}`, games.Text{Word: "number_taken", Number: 4}},
		{four(""), "guess", `["red","","","",""]`, games.Text{Word: "colours_exact", Number: 4}},
	} {
		_, err := watch(t, c.story).Apply(games.Input{At: 9e9, Kind: games.Answer, Prompt: c.id, Value: c.value})
		refusal, ok := err.(*games.Refusal)
		if !ok || refusal.Say.Word != c.say.Word || refusal.Say.Number != c.say.Number {
			t.Errorf("%s: %v; expected %+v", c.value, err, c.say)
		}
	}
}
