package match

import (
	"errors"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/hw"
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
			if got := decided(facts); got != c.want {
				t.Errorf("decided = %v, want %v; the facts are\n%s", got, c.want, gametest.Facts(facts))
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
	m = New(table, nil, HouseRules{}, time.Hour, 0)
	at = layers.Moment{Now: time.Hour + 10*time.Second}
	mosquito := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")}
	if refused(m.Give(at, mosquito)) != nil || !m.Decided() {
		t.Fatalf("an answer must be on the disk: %t; want true", m.Decided())
	}
	m.Write()
	return m, at
}

// refused returns why effects are refused, or nil.
func refused(effects []layers.Effect) error {
	for _, e := range effects {
		if why, ok := e.(layers.Refuse); ok {
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
	if in := m.unsaved; len(in) != 3 || in[1].At >= in[0].At || m.Decided() {
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
		{"another seat", 4, at.Now}, {"before the game", 2, time.Hour - 1}, {"in the pause", 2, at.Now + time.Second},
	} {
		if c.what == "in the pause" {
			m.Pause(at.Now)
		}
		if facts, counted, err := m.Press(hw.Edge{At: c.at, Button: c.button, Down: true}, 0); facts != nil || counted || err != nil {
			t.Errorf("%s: it tells %v, counts %t, %v", c.what, facts, counted, err)
		}
	}
	if m.Write(); len(m.unsaved) > 0 {
		t.Errorf("%v wait to be written", m.unsaved)
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
