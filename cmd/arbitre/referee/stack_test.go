package referee

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/health"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display/keys"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw"
)

// A plain game of two shows the views that a test sets, and accepts every input unless it is to
// refuse answers.
type plain struct {
	views   map[games.Audience]games.View
	due     time.Duration // its deadline; 0 is none
	refuses error         // each answer
}

func (*plain) Press(*games.Step, games.Seat)           {}
func (g *plain) Answer(*games.Step, games.Input) error { return g.refuses }
func (*plain) Lost(*games.Step, int)                   {}
func (*plain) Elapse(*games.Step)                      {}
func (g *plain) Deadline() (time.Duration, bool)       { return g.due, g.due > 0 }
func (*plain) LateLimit() time.Duration                { return 0 }
func (*plain) Places() []games.Place                   { return []games.Place{{Seat: 1, Lamp: games.Lit}, {Seat: 2}} }
func (g *plain) View(a games.Audience) games.View      { return g.views[a] }
func (g *plain) asks(a games.Audience, id string) {
	g.views[a] = games.View{Prompts: []games.Prompt{{ID: id, For: a}}}
}
func (g *plain) begin(*games.Step, games.Start) (games.Game, error) { return g, nil }

// A plainBox is a stack over a plain game, and what the judge has there.
type plainBox struct {
	*stack
	console console
}

// newPlain returns a box at a plain game, which like most games only asks the judge in the
// background.
func newPlain(t *testing.T) (*plainBox, *plain) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	s := newStack(Options{
		Box:      layers.Box{Rules: all.Games(), Seats: []games.Seat{1, 2, 3}, Phrases: wording.NewPhrases(all.Games())},
		Language: wording.English,
		Contacts: hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), nil),
		Health:   health.New(log),
		Log:      log,
	}, time.Hour)
	play := games.Prompt{ID: "play", For: games.Judge, Background: true, Options: games.Words("ant")}
	g := &plain{views: map[games.Audience]games.View{games.Judge: {Prompts: []games.Prompt{play}}}}
	table, _, err := games.NewTable(games.Rules{Name: "mito", Least: 1, Most: 2, Begin: g.begin},
		games.Start{Game: "mito", Seats: []games.Seat{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	s.match = match.New(table, nil, match.HouseRules{}, s.now, 0, nil)
	return &plainBox{s, console{stack: s, exec: executor{s}}}, g
}

// sees returns whose view the display shows, its headline and its first question.
func (s *plainBox) sees() string {
	s.console.exec.take(layers.Input{Input: games.Input{Kind: games.Elapse}}) // the test has changed the game's views
	a, v := s.refresh()
	s.drawn(a, v)
	said := a.String() + " " + v.Headline.Word
	if len(v.Prompts) > 0 {
		said += " " + v.Prompts[0].ID
	}
	return said
}

func answer(id string, seat games.Seat, value string) layers.Input {
	keys := games.Keys{Seat: seat}
	return layers.Input{Input: games.Input{Kind: games.Answer, Prompt: id, Keys: keys, Value: games.Word(value)}}
}

// gives passes an input that must be accepted.
func (s *plainBox) gives(t *testing.T, in layers.Input) {
	t.Helper()
	if err := s.console.exec.take(in); err != nil {
		t.Fatal(err)
	}
}

// What the display shows, step by step: a player's own question is covered until he takes the
// display, and a result is seen before the next question.
func TestTheDisplayIsHandedAround(t *testing.T) {
	back := layers.Input{Input: games.Input{Kind: games.Undo}}
	type step struct {
		game func(*plain)
		give *layers.Input
		want string
	}
	give := func(in layers.Input, want string) step { return step{give: &in, want: want} }
	shows := func(want string, change func(*plain)) step { return step{game: change, want: want} }
	word := func(g *plain) { g.asks(2, "word") }
	secret := func(g *plain) { g.views[2] = games.View{Secret: []games.Text{{Word: "your_word"}}} }
	ahead := func(player games.Audience) func(*plain) {
		word := games.Prompt{ID: "word", For: player, Background: true, Options: games.Words("ant")}
		return func(g *plain) { g.views = map[games.Audience]games.View{player: {Prompts: []games.Prompt{word}}} }
	}
	for name, steps := range map[string][]step{
		"what a player is asked": {
			shows("seat:2 for_eyes cover", word),
			give(answer("cover", 2, "ready"), "seat:2  word"),
			shows("judge  play", func(g *plain) { delete(g.views, 2) }),
			shows("seat:2 for_eyes cover", word), // the next time it is covered again
		},
		"what he may answer ahead": {
			shows("judge  prepare", ahead(1)),
			give(answer("prepare", 1, "ready"), "seat:1 for_eyes cover"),
			give(answer("cover", 1, "ready"), "seat:1  word"),
			give(back, "judge  prepare"),
		},
		"what he may answer ahead waits for what the judge is asked": {
			shows("judge  play", func(g *plain) { ahead(2)(g); g.asks(games.Judge, "play") }),
		},
		"who has asked for the display keeps it when another is asked": {
			shows("judge  prepare", ahead(2)),
			give(answer("prepare", 2, "ready"), "seat:2 for_eyes cover"),
			shows("seat:2 for_eyes cover", func(g *plain) { g.asks(1, "word") }),
		},
		"what he answers ahead, until the game accepts it": {
			shows("judge  prepare", ahead(2)),
			give(answer("prepare", 2, "ready"), "seat:2 for_eyes cover"),
			give(answer("cover", 2, "ready"), "seat:2  word"),
			shows("seat:2  word", func(g *plain) { g.refuses = errors.ErrUnsupported }),
			give(answer("word", 2, "ant"), "seat:2  word"),
			shows("seat:2  word", func(g *plain) { g.refuses = nil }),
			give(answer("word", 2, "ant"), "judge  prepare"),
		},
		"what he looks at while he holds his button": {
			shows("seat:2 peek peek", func(g *plain) {
				g.views[2] = games.View{Headline: games.Text{Word: "peek"},
					Prompts: []games.Prompt{{ID: "peek", For: 2, Shape: games.Peek}}}
			}),
		},
		"his own secret, again": {
			shows("judge  play", secret),
			give(back, "judge  stop"),
			give(answer("stop", 0, "look"), "seat:2 for_eyes cover"),
			give(answer("cover", 2, "ready"), "seat:2 your_word hide"),
			give(answer("hide", 2, "done"), "judge  play"),
		},
		"his own secret, never mind": {
			shows("judge  play", secret),
			give(back, "judge  stop"),
			give(answer("stop", 0, "look"), "seat:2 for_eyes cover"),
			give(back, "judge  play"),
		},
		"a result before the next question": {
			shows("judge found seen", func(g *plain) {
				g.views[games.Public] = games.View{Result: 1}
				g.views[games.Judge] = games.View{Headline: games.Text{Word: "found"},
					Prompts: []games.Prompt{{ID: "token", For: games.Judge, Options: games.Words("a", "b")}}}
			}),
			give(answer("seen", 0, "ready"), "judge found token"),
		},
		"a result before a player is asked": {
			shows("judge found seen", func(g *plain) {
				g.views[games.Public] = games.View{Result: 1}
				g.views[games.Judge] = games.View{Headline: games.Text{Word: "found"}}
				word(g)
			}),
			give(back, "judge found stop"), // Back counts as having seen it
			give(answer("stop", 0, "continue"), "seat:2 for_eyes cover"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := newPlain(t)
			for i, step := range steps {
				if step.game != nil {
					step.game(g)
				} else if err := s.console.exec.take(*step.give); (err != nil) != (g.refuses != nil) {
					t.Fatal(err)
				}
				if got := s.sees(); got != step.want {
					t.Fatalf("step %d: the display shows %q, want %q", i, got, step.want)
				}
			}
		})
	}
}

// A late answer to the question after one result does not count for the next result. What happens after
// it was shown counts as having seen it.
func TestEachResultIsSeenByAnAnswerOfItsOwn(t *testing.T) {
	s, g := newPlain(t)
	token := games.Prompt{ID: "token", For: games.Judge, Options: games.Words("a", "b")}
	g.views[games.Judge] = games.View{Prompts: []games.Prompt{token}}
	var asked []games.Question
	for result := range 2 {
		s.tell([]games.Fact{{What: games.Turn{Seat: 1}}})
		g.views[games.Public] = games.View{Result: result + 1}
		if got := s.sees(); got != "judge  seen" {
			t.Fatalf("after a result the display shows %q", got)
		}
		_, v := s.displayView(s.moment())
		asked = append(asked, v.Prompts[0].Question())
	}
	if asked[0] == asked[1] {
		t.Errorf("both results ask %+v", asked[0])
	}
	s.tell([]games.Fact{{What: games.Turn{Seat: 1}}}) // the second was shown before
	if got := s.sees(); got != "judge  token" {
		t.Errorf("after something else the display shows %q", got)
	}
	g.views[games.Public] = games.View{Result: 3}
	for typed, want := range []string{"judge  seen", "judge  token"} { // the first letter comes too soon to have read it
		s.sees()
		s.console.typed('A', s.now+time.Duration(typed)*ReadingTime)
		if got := s.sees(); got != want {
			t.Errorf("after letter %d the display shows %q, want %q", typed+1, got, want)
		}
	}
}

// A player's unfinished entry is kept when the table goes on, and is there when he has the display
// again.
func TestWhatAPlayerEntersAheadIsKept(t *testing.T) {
	s, g := newPlain(t)
	word := games.Prompt{ID: "word", For: 2, Background: true, Shape: games.Letters, Max: 5}
	g.views = map[games.Audience]games.View{1: {Prompts: []games.Prompt{word}}, 2: {Prompts: []games.Prompt{word}}}
	enters := func(k keys.Key) string {
		_, v := s.displayView(s.moment())
		s.dialogue.Press(k, 0, v)
		return s.dialogue.Draft(v).Word.Letters
	}
	for _, in := range []layers.Input{answer("prepare", 2, "ready"), answer("cover", 2, "ready")} {
		s.sees()
		s.gives(t, in)
	}
	s.sees()
	enters(keys.OK) // opens the waiting prompt
	if word := enters(keys.OK); len(word) != 1 {
		t.Fatalf("%q is entered, want a letter", word)
	}
	s.tell([]games.Fact{{What: games.Turn{Seat: 1}}})
	if got := s.sees(); got != "judge  prepare" {
		t.Errorf("the table goes on, and the display shows %q", got)
	}
	s.console.exec.do(layers.Look{Seat: 1})
	s.sees()
	s.gives(t, answer("cover", 1, "ready"))
	if s.sees(); s.dialogue.Drafting() {
		t.Error("another player sees what was entered")
	}
	s.console.exec.do(layers.TakeBack{})
	s.sees()
	s.gives(t, answer("prepare", 2, "ready"))
	s.sees()
	s.gives(t, answer("cover", 2, "ready"))
	if word := enters(keys.Next); len(word) != 1 {
		t.Errorf("%q is left of what was entered", word)
	}
}

// In a pause everyone sees that the game is paused, its time stops, and no button counts.
func TestAPauseStandsOverTheGame(t *testing.T) {
	for _, of := range []string{"pause", "help"} {
		s, g := newPlain(t)
		g.views[games.Judge], g.due = games.View{}, 5*time.Minute
		s.match.Press(hw.Edge{At: s.now, Button: 1, Down: true}, 0)
		s.ask(layers.Menu, layers.Subject{})
		s.gives(t, answer("stop", 0, of))
		v := s.view(s.moment(), games.Public)
		if v.Headline.Word != "paused" || v.Seats[0].Lamp != games.Dark || s.lamps(false)[0] != hw.Dark {
			t.Errorf("%s: everyone sees %+v", of, v)
		}
		if down := s.match.Table().Down(); len(down) > 0 {
			t.Errorf("%v are still down", down)
		}
		if v := s.view(s.moment(), games.Judge); of == "help" && (v.Panel != games.Leaflet || len(v.Lines) < 5) {
			t.Errorf("the judge reads %+v", v)
		}
		lines, before := s.match.Table().Lines(), s.gameTime()
		if _, due := s.due(); due {
			t.Errorf("%s: a clock of the game runs", of)
		}
		s.now += time.Hour
		s.match.Press(hw.Edge{At: s.now, Button: 1, Down: true}, 0)
		if s.gameTime() != before || s.match.Table().Lines() != lines {
			t.Errorf("%s: it is %v, and was %v; %d lines, and were %d", of, s.gameTime(), before,
				s.match.Table().Lines(), lines)
		}
		s.gives(t, layers.Input{Input: games.Input{Kind: games.Undo}})
		if s.now += time.Second; s.gameTime() != before+time.Second {
			t.Errorf("%s: it is %v after a second", of, s.gameTime())
		}
	}
}

// No question of the box hides a new question of the game, unless the game is paused; an older one may wait.
func TestQuestionsOfTheBoxGiveWay(t *testing.T) {
	for _, q := range layers.Table() {
		s, g := newPlain(t)
		g.asks(games.Judge, "verdict")
		s.sees()
		s.ask(q.ID, layers.Subject{})
		if got := s.sees(); strings.HasSuffix(got, " verdict") != q.OnceOver {
			t.Errorf("%s is asked after the game's question, and the display shows %q", q.ID, got)
		}
		g.asks(games.Judge, "accused")
		if got := s.sees(); strings.HasSuffix(got, " accused") == q.PausesGame {
			t.Errorf("%s is open, the game asks something new, and the display shows %q", q.ID, got)
		}
	}
	s, g := newPlain(t)
	s.ask(layers.Menu, layers.Subject{})
	g.views[games.Judge].Prompts[0].ID = "next"
	if got := s.sees(); got != "judge  stop" {
		t.Errorf("the game asks something in the background, and the display shows %q", got)
	}
}

// A question of the box is seen at once when it comes, and what lies below it when it goes: no earlier
// refusal hides them.
func TestAQuestionOfTheBoxEndsARefusal(t *testing.T) {
	for _, change := range []func(*plainBox){
		func(s *plainBox) { s.ask(layers.Phones, layers.Subject{}) },
		func(s *plainBox) { s.close() },
	} {
		s, _ := newPlain(t)
		s.ask(layers.Menu, layers.Subject{})
		s.console.exec.showRefusal(errors.New("too late"))
		if change(s); s.dialogue.Refused() {
			t.Errorf("the display shows the refusal still, and %v is asked", s.asked)
		}
	}
}

// Names are entered on phones while no press is a game's, tried, or learnt.
func TestWhenNamesAreEntered(t *testing.T) {
	for _, when := range []struct {
		name string
		is   func(*plainBox, *plain)
		want bool
	}{
		{"a game is on", func(*plainBox, *plain) {}, false},
		{"a game is over", func(_ *plainBox, g *plain) { g.views[games.Public] = games.View{Over: true} }, true},
		{"no game is on", func(s *plainBox, _ *plain) { s.match = nil }, true},
		{"the buttons are tried", func(s *plainBox, _ *plain) { s.match, s.asked = nil, layers.NewTryout(s.moment()) }, false},
		{"the buttons are learnt", func(s *plainBox, _ *plain) { s.match, s.learning = nil, &layers.Learning{} }, false},
		{"a first game is guided", func(s *plainBox, _ *plain) { s.match, s.guide = nil, &layers.Guide{} }, false},
	} {
		s, g := newPlain(t)
		if when.is(s, g); s.claiming() != when.want {
			t.Errorf("%s: names are entered: %v", when.name, !when.want)
		}
	}
}

// However a game ends, and whatever was asked before, the box then asks how to go on.
func TestAfterAGameItIsAskedWhatIsNext(t *testing.T) {
	over := func(g *plain) {
		g.views[games.Public] = games.View{Over: true}
		g.views[games.Judge] = games.View{Headline: games.Text{Word: "game_over"}}
	}
	pages := web.New(web.Options{})
	defer pages.Close()
	for name, steps := range map[string][]func(*plainBox, *plain) (want string){
		"nothing else is asked": {
			func(*plainBox, *plain) string { return "judge game_over again" },
		},
		"the menu is open": {
			func(s *plainBox, _ *plain) string {
				s.ask(layers.Menu, layers.Subject{})
				return "judge game_over stop"
			},
			func(s *plainBox, _ *plain) string {
				s.gives(t, answer("stop", 0, "continue"))
				return "judge game_over again"
			},
		},
		"a phone is invited": {
			func(s *plainBox, _ *plain) string {
				s.console.exec.do(layers.Invite{})
				return "judge game_over again"
			},
			func(s *plainBox, _ *plain) string {
				s.console.exec.do(layers.Uninvite{})
				return "judge game_over again"
			},
		},
		"it goes on after an undo": {
			func(*plainBox, *plain) string { return "judge game_over again" },
			func(_ *plainBox, g *plain) string { clear(g.views); return "judge " },
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := newPlain(t)
			s.Pages, s.Show = pages.Phones, pages.Show
			over(g)
			for i, step := range steps {
				if want := step(s, g); s.sees() != want {
					t.Fatalf("step %d: the display shows %q, want %q", i, s.sees(), want)
				}
			}
		})
	}
}
