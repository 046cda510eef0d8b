package match

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// The facts of a decision by the arbiter, of a race, shout, call or buzz, are told from all others:
// the presses that led to one must be on the disk before it is shown.
func TestDecided(t *testing.T) {
	const motus = `
		motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
		1 word hunt=1 "ETAGE"
		2 word hunt=2 "BALLE"
		3 guess hunt=1 "ETAGE"
		4 guess hunt=2 "BALLE"
		5 super_team 1
		6 word "COCON"`
	const mastermind = `
		mastermind 1 2 3 {"dealer":"table","call":"any","first":1}`
	for _, c := range []struct {
		name, story string
		want        bool
	}{
		{"a turn that ends", "mito 1 2 3\n1 press 1", false},
		{"the guardian's call", "mito 1 2 3\n1 press 1\n3 press 1", false},
		{"a race", "mito 1 2 3\n1 play \"mosquito\"\n2 press 2", true},
		{"a token", "mog 1 2 3\n1 secret [1,4,7]\n2 designate [1,2,3]", false},
		{"a shout", "mog 1 2 3\n1 secret [1,4,7]\n2 press 3", true},
		{"a guess", mastermind + "\n1 guess \"done\"", false},
		{"a call", mastermind + "\n1 press 2", true},
		{"calls that can't be told apart", mastermind + "\n1 press 2\n1 press 3", true},
		{"a found word", motus, false},
		{"a buzz for a word", motus + "\n7 press 3", true},
		{"a buzz for a question", "quiz 1 2\n1 press 2", true},
		{"a slap", "slap 1 2\n1 press 2", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts, err := gametest.Tell(all.Games(), c.story)
			if err != nil {
				t.Fatal(err)
			}
			var r Record
			if r.judge(facts); r.Decided() != c.want {
				t.Errorf("decided = %v, want %v; the facts are\n%s", r.Decided(), c.want, gametest.Facts(facts))
			}
		})
	}
}

// newMatch returns a game of Mito with three seats, ten seconds after its begin, in which a mosquito of
// seat 1 was just declared and written: seats 2 and 3 race.
func newMatch(t *testing.T) (m *Match, at layers.Moment) {
	t.Helper()
	mito, err := all.Games().Find("mito")
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := games.NewTable(mito, games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	m = New(table, nil, HouseRules{}, time.Hour, 0, nil)
	at = layers.Moment{Now: time.Hour + 10*time.Second}
	mosquito := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")}
	if refused(m.Give(at, mosquito)) != nil || !m.Record.Decided() {
		t.Fatalf("an answer must be on the disk: %t; want true", m.Record.Decided())
	}
	m.Record.Write()
	return m, at
}

// refused returns why effects are refused, or nil.
func refused(effects []layers.Effect) error {
	for _, e := range effects {
		if why, ok := e.(layers.Reject); ok {
			return why.Err
		}
	}
	return nil
}

// A press counts from its own time even if a later one was read first. One that is read too late
// has no effect, but is written. What the game can't take at all is refused in words.
func TestWhatAMatchTakes(t *testing.T) {
	m, at := newMatch(t)
	press := func(b hw.Button, at time.Duration) error {
		_, _, err := m.Press(hw.Edge{At: at, Button: b, Down: true}, 0)
		return err
	}
	second, first := press(2, at.Now+3*time.Millisecond), press(3, at.Now+time.Millisecond)
	if err := errors.Join(second, first, press(1, time.Hour+time.Second)); err != nil {
		t.Errorf("a press is refused: %v", err)
	}
	elephant := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("elephant")}
	effects, _ := m.Take(at, layers.Input{Input: elephant})
	if err, refusal := refused(effects), (*games.Refusal)(nil); !errors.As(err, &refusal) {
		t.Errorf("an answer that nobody offers gets %v, want a refusal", err)
	}
	if in := m.Record.unsaved; len(in) != 3 || in[1].At >= in[0].At || m.Record.Decided() {
		t.Errorf("the journal gets %+v, want three presses, the second before the first", in)
	}
}

// A press of a seat that does not play, or from before the game or in a pause, is none of the game's.
func TestWhatIsNoPressOfTheGame(t *testing.T) {
	m, at := newMatch(t)
	for _, c := range []struct {
		what   string
		button hw.Button
		at     time.Duration
	}{
		{"another seat", 4, at.Now}, {"before the game", 2, time.Hour - 1}, {"in the pause", 2, at.Now},
	} {
		if c.what == "in the pause" {
			m.Pause(at.Now)
		}
		if facts, counted, err := m.Press(hw.Edge{At: c.at, Button: c.button, Down: true}, 0); facts != nil || counted || err != nil {
			t.Errorf("%s: it tells %v, counts %t, %v", c.what, facts, counted, err)
		}
	}
	if m.Record.Write(); len(m.Record.unsaved) > 0 {
		t.Errorf("%v wait to be written", m.Record.unsaved)
	}
}

// While edges may be missing, a race that a press joins is void at once.
func TestARaceIsVoidWhereEdgesMayBeMissing(t *testing.T) {
	for _, lostUntil := range []time.Duration{0, time.Hour + 10*time.Second, time.Hour + 11*time.Second} {
		m, at := newMatch(t)
		edge := hw.Edge{At: at.Now + 500*time.Millisecond, Button: 2, Down: true}
		facts, _, _ := m.Press(edge, lostUntil)
		if void := len(facts) > 0; void != (edge.At <= lostUntil) {
			t.Errorf("edges may be missing until %v: the press tells %v", lostUntil, facts)
		}
	}
}

// A fake game shows the views that a test sets, and takes every answer unless it is to refuse them.
type fake struct {
	views   map[games.Audience]games.View
	due     time.Duration // its deadline; 0 is none
	refuses error
	given   []games.Input
	looked  int // how often a view was made
	begun   int // how often it was begun, once more to find what an undo takes back
}

func (*fake) Press(*games.Step, games.Seat) {}
func (g *fake) Answer(_ *games.Step, in games.Input) error {
	if g.refuses == nil {
		g.given = append(g.given, in)
	}
	return g.refuses
}
func (*fake) Lost(*games.Step, int)             {}
func (*fake) Elapse(*games.Step)                {}
func (g *fake) Deadline() (time.Duration, bool) { return g.due, g.due > 0 }
func (*fake) LateLimit() time.Duration          { return 0 }
func (*fake) Places() []games.Place             { return []games.Place{{Seat: 1, Lamp: games.Lit}} }
func (g *fake) View(a games.Audience) games.View {
	g.looked++
	v := g.views[a]
	v.Secret = slices.Clone(v.Secret)
	return v
}

// newFake returns a match of a fake game of seats 1 and 2, an hour after the machine was started.
func newFake(t *testing.T, house HouseRules, views map[games.Audience]games.View) (*Match, *fake, layers.Moment) {
	t.Helper()
	g := &fake{views: views}
	rules := games.Rules{Name: "fake", Least: 1, Most: 2,
		Begin: func(*games.Step, games.Start) (games.Game, error) { g.begun++; return g, nil },
		Cover: func(v *games.View) { clear(v.Secret); v.Secret = nil }}
	table, _, err := games.NewTable(rules, games.Start{Game: "fake", Seats: []games.Seat{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	return New(table, nil, house, time.Hour, 5, nil), g, layers.Moment{Now: time.Hour + time.Minute}
}

func choiceOf(id string, words ...string) games.Prompt {
	return games.Prompt{ID: id, For: games.Judge, Options: games.Words(words...)}
}

func answer(id, word string) layers.Input {
	return layers.Input{Input: games.Input{Kind: games.Answer, Prompt: id, Value: games.Word(word)}}
}

// What layers know of a game is what its views show.
func TestWhatLayersKnowOfAGame(t *testing.T) {
	waits := choiceOf("play", "ant", "bee")
	waits.Background = true
	word, ahead := games.Prompt{ID: "word", For: 2}, games.Prompt{ID: "word", For: 1, Background: true}
	for name, tc := range map[string]struct {
		views map[games.Audience]games.View
		want  layers.Game
	}{
		"nothing is asked": {nil, layers.Game{}},
		"the judge is asked in the background": {map[games.Audience]games.View{games.Judge: {Prompts: []games.Prompt{waits}}},
			layers.Game{}},
		"the judge is asked": {
			map[games.Audience]games.View{games.Judge: {Prompts: []games.Prompt{waits, choiceOf("verdict", "a", "b"), choiceOf("more", "a", "b")}}},
			layers.Game{Asks: games.Question{ID: "verdict", Serial: 5}, AsksOnDisplay: true},
		},
		"a player is asked, and another ahead": {
			map[games.Audience]games.View{2: {Prompts: []games.Prompt{word}}, 1: {Prompts: []games.Prompt{ahead}}},
			layers.Game{Holder: 2, Ahead: 1},
		},
		"both are asked": {
			map[games.Audience]games.View{2: {Prompts: []games.Prompt{word}}, 1: {Prompts: []games.Prompt{word}}},
			layers.Game{Holder: 1},
		},
		"it is over": {map[games.Audience]games.View{games.Public: {Over: true, Result: 3}}, layers.Game{Over: true, Results: 3}},
		"between":    {map[games.Audience]games.View{games.Public: {Next: 2, Result: 1}}, layers.Game{Between: true, Results: 1}},
	} {
		m, _, _ := newFake(t, HouseRules{}, tc.views)
		tc.want.Seats = []games.Seat{1, 2}
		if diff := cmp.Diff(&tc.want, m.Game()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		v := m.View(layers.Moment{}, games.Judge, games.View{})
		if says := len(v.Lines) > 0 && v.Lines[0].Word == "between"; says != tc.want.Between {
			t.Errorf("%s: it says %v", name, v.Lines)
		}
	}
	m, g, at := newFake(t, HouseRules{}, nil)
	m.Take(at, answer("play", "ant"))
	m.Game()
	m.Offer(&layers.Offers{})
	looked, begun := g.looked, g.begun
	m.Game()
	if m.Offer(&layers.Offers{}); g.looked != looked || g.begun != begun {
		t.Error("it is looked at or played again, though nothing has happened")
	}
	if !m.Game().Kept || m.Serial() < 5 {
		t.Errorf("something has happened, and it is %+v", m.Game())
	}
}

// The judge sees no secret that he is not to know, unless this house says that he does not play.
func TestTheHouseRevealsToTheJudge(t *testing.T) {
	for _, reveal := range []bool{false, true} {
		secret := map[games.Audience]games.View{games.Judge: {Secret: []games.Text{{Word: "code"}}}, 1: {Secret: []games.Text{{Word: "code"}}}}
		m, _, _ := newFake(t, HouseRules{Reveal: reveal}, secret)
		if v := m.View(layers.Moment{}, games.Judge, games.View{}); (len(v.Secret) > 0) != reveal {
			t.Errorf("revealed: %t; the judge sees %+v", reveal, v.Secret)
		}
		m.house.Reveal = true
		if v := m.View(layers.Moment{}, games.Judge, games.View{}); v.Secret[0].Word != "code" {
			t.Errorf("once it was hidden it is %+v", v.Secret)
		}
		if v := m.View(layers.Moment{}, 1, games.View{}); len(v.Secret) != 1 {
			t.Errorf("the player sees %+v", v.Secret)
		}
		var o layers.Offers
		if m.Offer(&o); !slices.Equal(o.Secrets, []games.Seat{1}) || !o.Undo.IsZero() || !o.Redo.IsZero() {
			t.Errorf("it offers %+v", o)
		}
	}
}

// In a pause the game's time stands still, its lamps are dark, and only what was due before it fires.
func TestAPause(t *testing.T) {
	m, g, at := newFake(t, HouseRules{}, nil)
	g.due = 2 * time.Minute
	if due, ok := m.Due(); !ok || due != time.Hour+2*time.Minute || m.At(at.Now) != time.Minute || m.Kernel(time.Minute) != at.Now {
		t.Errorf("it is due at %v, %t; it is %v", due, ok, m.At(at.Now))
	}
	m.Pause(at.Now + time.Minute)
	if due, ok := m.Due(); !ok || due != at.Now+time.Minute {
		t.Errorf("what was due when the pause began is due at %v, %t", due, ok)
	}
	m.Proceed(at.Now + time.Minute)
	m.Pause(at.Now)
	dark, _ := m.Places(nil)
	if _, ok := m.Due(); ok || m.At(at.Now+time.Hour) != time.Minute || len(dark) > 0 {
		t.Errorf("in the pause it is due: %t, it is %v, lamps %v", ok, m.At(at.Now+time.Hour), dark)
	}
	m.Proceed(at.Now + time.Hour)
	if due, ok := m.Due(); !ok || due != 2*time.Hour+2*time.Minute || m.At(at.Now+time.Hour+time.Second) != time.Minute+time.Second {
		t.Errorf("after the pause it is due at %v, %t; it is %v", due, ok, m.At(at.Now+time.Hour+time.Second))
	}
	m.Proceed(at.Now + 2*time.Hour)
	if lit, _ := m.Places(nil); m.At(at.Now+time.Hour) != time.Minute || len(lit) != 1 {
		t.Errorf("without a pause it is %v, lamps %v", m.At(at.Now+time.Hour), lit)
	}
}

func TestWhatAnAnswerDoes(t *testing.T) {
	m, g, at := newFake(t, HouseRules{}, nil)
	if effects, mine := m.Take(at, layers.Input{Input: games.Input{Kind: games.Undo}}); !mine || cmp.Diff([]layers.Effect{layers.Ask{ID: layers.Menu}}, effects) != "" {
		t.Errorf("Back does %v", effects)
	}
	effects, _ := m.Take(at, answer("play", "ant"))
	if _, back := effects[len(effects)-1].(layers.TakeBack); !back || refused(effects) != nil || len(g.given) != 1 || g.given[0].At != time.Minute {
		t.Errorf("an answer does %v; the game got %v", effects, g.given)
	}
	g.refuses = errors.New("no")
	refusal := (*games.Refusal)(nil)
	if effects, _ = m.Take(at, answer("play", "ant")); !errors.As(refused(effects), &refusal) {
		t.Errorf("what the game refuses does %v", effects)
	}
	if effects, mine := m.Take(at, layers.Input{Input: games.Input{Kind: games.Elapse}}); !mine || refused(effects) != nil {
		t.Errorf("the time does %v", effects)
	}
	if m.Record.Write(); m.Record.Decided() || len(m.Record.unsaved) > 0 || m.Recorded() != (layers.Recorded{}) || m.Record.File != nil {
		t.Errorf("without a journal %v wait to be written", m.Record.unsaved)
	}
}

// A question whose clock runs is stopped before a choice answers it.
func TestAChoiceIsMadeInTime(t *testing.T) {
	for until, want := range map[time.Duration]int{0: 1, 2 * time.Minute: 2} {
		verdict := choiceOf("verdict", "right", "wrong")
		verdict.Until = until
		m, g, at := newFake(t, HouseRules{}, map[games.Audience]games.View{games.Judge: {Prompts: []games.Prompt{verdict}}})
		if m.Take(at, answer("verdict", "right")); len(g.given) != want || want == 2 && !g.given[0].BeginsEntry() {
			t.Errorf("with a clock until %v the game gets %+v", until, g.given)
		}
	}
}

// What this house doubts is taken when it is given once more, but not after another answer.
func TestTheHouseDoubts(t *testing.T) {
	doubt := func(in games.Input) (said games.Text) {
		if in.Value.Equal(games.Word("XYLEM")) {
			said.Word = "unknown_word"
		}
		return said
	}
	for _, tc := range []struct {
		words string
		taken int
	}{{"ETAGE", 1}, {"XYLEM", 0}, {"XYLEM XYLEM", 1}, {"XYLEM ETAGE XYLEM", 1}, {"XYLEM XYLEM XYLEM", 1}} {
		m, _, at := newFake(t, HouseRules{Doubt: doubt}, nil)
		for word := range strings.FieldsSeq(tc.words) {
			m.Take(at, answer("word", word))
		}
		if len(m.Record.unsaved) != tc.taken {
			t.Errorf("%s: the game got %v, want %d", tc.words, m.Record.unsaved, tc.taken)
		}
	}
	two, _, at := newFake(t, HouseRules{Doubt: doubt}, nil)
	for _, id := range []string{"word", "other"} { // a word of one question is doubted anew in another
		if two.Take(at, answer(id, "XYLEM")); len(two.Record.unsaved) > 0 {
			t.Errorf("%s: the game got %v unasked", id, two.Record.unsaved)
		}
	}
	m, g, at := newFake(t, HouseRules{Doubt: doubt}, nil)
	doubted, _ := m.Take(at, answer("word", "XYLEM"))
	if refusal := (*games.Refusal)(nil); !errors.As(refused(doubted), &refusal) || refusal.Say.Word != "unknown_word" {
		t.Errorf("a doubt does %v", doubted)
	}
	g.refuses = errors.New("too long")
	effects, _ := m.Take(at, answer("word", "XYLEM"))
	if refusal := (*games.Refusal)(nil); !errors.As(refused(effects), &refusal) || refusal.Say.Word == "unknown_word" {
		t.Errorf("what the game refuses is doubted: %v", effects)
	}
}

// Undo and redo are named by what they take back and bring again.
func TestUndoIsNamed(t *testing.T) {
	m, at := newMatch(t)
	var o layers.Offers
	if m.Offer(&o); o.Undo.Word != "undo" || o.Undo.Extra != "mosquito" || !o.Redo.IsZero() {
		t.Errorf("it offers %+v", o)
	}
	if err := refused(m.Give(at, games.Input{Kind: games.Undo})); err != nil || !m.Record.Decided() {
		t.Fatalf("an undo: %v, must be on the disk: %t; want true", err, m.Record.Decided())
	}
	o = layers.Offers{}
	if m.Offer(&o); !o.Undo.IsZero() || o.Redo.Word != "redo" || o.Redo.Extra != "mosquito" {
		t.Errorf("after an undo it offers %+v", o)
	}
	for _, tc := range []struct {
		in    games.Input
		asked games.Prompt
		want  games.Text
	}{
		{games.Input{Kind: games.Press, Seat: 2}, games.Prompt{}, games.Text{Word: "undo", Seat: 2, Extra: "did_press"}},
		{games.Input{Kind: games.Lost}, games.Prompt{}, games.Text{Word: "undo", Extra: "did_lost"}},
		{games.Input{Prompt: "word", Value: games.Word("SECRET")}, games.Prompt{ID: "word", For: 3, Shape: games.Letters},
			games.Text{Word: "undo", Seat: 3, Extra: "did_word"}},
		{games.Input{Prompt: "first", Value: games.Number(4)}, games.Prompt{ID: "first", Options: games.Numbers(1, 5)},
			games.Text{Word: "undo", Number: 4, Extra: "did_first"}},
		{games.Input{Prompt: "verdict", Keys: games.Keys{Seat: 2}, Value: games.Word("guilty")},
			games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 2}, Options: games.Words("guilty", "innocent")},
			games.Text{Word: "undo", Seat: 2, Extra: "did_verdict"}},
	} {
		if got := taken("undo", tc.in, tc.asked); !got.Equal(tc.want) {
			t.Errorf("%+v is named %+v, want %+v", tc.in, got, tc.want)
		}
	}
}

// out makes seat 1 of a round of Mito go out, so that the hands of 2 to 4 are counted.
func out(t *testing.T) (m *Match, at layers.Moment, hands []layers.Hand) {
	t.Helper()
	mito, _ := all.Games().Find("mito")
	rounds := games.Agreed{}.With(games.Field{Key: "rounds", Value: games.Number(2)})
	table, _, err := games.NewTable(mito, games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3, 4}, Options: rounds})
	if err != nil {
		t.Fatal(err)
	}
	m, at = New(table, nil, HouseRules{}, time.Hour, 5, nil), layers.Moment{Now: time.Hour + time.Minute}
	empty := games.Input{Kind: games.Answer, Prompt: "play", Keys: games.Keys{Seat: 1}, Value: games.Word("out")}
	if err := refused(m.Give(at, empty)); err != nil {
		t.Fatal(err)
	}
	for seat := range games.Seat(3) {
		in := games.Input{Kind: games.Answer, Prompt: "hand", Keys: games.Keys{Seat: seat + 2}}
		for _, p := range table.View(games.Judge).Prompts {
			in.Value = p.HandOf([]int{int(seat) + 1, 0, 0})
			p.Keys = in.Keys
			hands = append(hands, layers.Hand{In: in, Asked: p})
		}
	}
	return m, at, hands
}

// The last hand of a round is held back until the judge has looked at all of them.
func TestTheLastHandIsHeldBack(t *testing.T) {
	m, at, hands := out(t)
	for _, h := range hands[:2] {
		if effects, _ := m.Take(at, layers.Input{Input: h.In}); refused(effects) != nil {
			t.Fatalf("a hand does %v", effects)
		}
	}
	if asked := m.View(at, games.Judge, games.View{}).Prompts[0].Serial; asked != m.Serial() || asked <= 5 {
		t.Errorf("the last question has the serial %d, and that is %d", m.Serial(), asked)
	}
	lines := m.Table().Lines()
	effects, _ := m.Take(at, layers.Input{Input: hands[2].In})
	ask, ok := effects[0].(layers.Ask)
	if !ok || ask.ID != layers.HandsOK || len(ask.About.Hands) != 3 || lines != 4 || m.Table().Lines() != lines {
		t.Fatalf("the last hand does %v, after %d lines", effects, m.Table().Lines())
	}
	for i, h := range ask.About.Hands {
		if h.Asked.Seat != games.Seat(i+2) {
			t.Errorf("hand %d is that of seat %d", i, h.Asked.Seat)
		}
	}
	changed := slices.Clone(ask.About.Hands)
	changed[0].In.Value = changed[0].Asked.HandOf([]int{4, 0, 0})
	recounts := m.Recount(at, layers.Reentered(changed, 0))
	if len(recounts) != 4 || refused(recounts) != nil || m.Table().Lines() != lines+4 {
		t.Errorf("the first hand is not mended by %v, after %d lines", recounts, m.Table().Lines())
	}
	wrong := slices.Clone(ask.About.Hands)
	wrong[0].In.Value = games.Word("none")
	if err := refused(m.Recount(at, layers.Reentered(wrong, 0))); err == nil || m.Table().Lines() != lines+4 {
		t.Errorf("what is no hand is taken, after %d lines", m.Table().Lines())
	}
	usual := hands[2]
	asked, _ := m.Table().Asked(usual.In)
	usual.In.Value = asked.Unchanged()
	for from, want := range map[shown.Viewer]string{shown.Box: layers.Unsure, 3: layers.HandsOK} {
		effects, _ = m.Take(at, layers.Input{Input: usual.In, From: from})
		if ask, ok := effects[0].(layers.Ask); !ok || ask.ID != want {
			t.Errorf("an unchanged hand from %d does %v, want %s", from, effects, want)
		}
	}
	invalid := hands[2]
	invalid.In.Value = games.Word("none")
	if effects, _ = m.Take(at, layers.Input{Input: invalid.In}); refused(effects) == nil {
		t.Errorf("what is no hand does %v", effects)
	}
}

// Lost edges count as lost where the game could have had them, and void what is open.
func TestLostEdges(t *testing.T) {
	for _, tc := range []struct {
		what        string
		from, until time.Duration // after the declaration
		void        bool
	}{
		{"during the race", 0, time.Second, true},
		{"before the game", -2 * time.Minute, -time.Minute, false},
		{"since before the game", -2 * time.Minute, time.Second, true},
		{"now", time.Second, 0, true},
	} {
		m, at := newMatch(t)
		facts, err := m.Lose(1, at.Now+tc.from, at.Now+tc.until)
		if void := len(facts) > 1; err != nil || void != tc.void || m.Record.Decided() != tc.void {
			t.Errorf("%s: it tells %v, %v; want void: %t", tc.what, facts, err, tc.void)
		}
		if Undecided(m.Table()) == tc.void {
			t.Errorf("%s: the race is open: %t", tc.what, !tc.void)
		}
	}
}
