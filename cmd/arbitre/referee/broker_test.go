package referee

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/mqtt"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
)

// It measures the time from the press that decides a race until the loser is shown: without a
// broker, and beside brokers that misbehave.
func BenchmarkPressBesideABroker(b *testing.B) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := serveTable(b, listener)
	pages := s.referee.stack.Show
	connack := []byte{0x20, 3, 0, 0, 0}
	loads := map[string]func() (gone func()){"-none": alone}
	for name, does := range map[string]func(net.Conn){
		"-hung":  func(net.Conn) { <-b.Context().Done() },
		"-deaf":  func(c net.Conn) { c.Write(connack); <-b.Context().Done() },
		"-flood": func(c net.Conn) { c.Write(connack); io.Copy(c, flood{}) },
	} {
		loads[name] = func() func() {
			publisher := publisherTo(does)
			s.referee.stack.Show = func(state shown.State) { pages(state); publisher.Show(state) }
			return func() { s.referee.stack.Show = pages; publisher.Close() }
		}
	}
	s.compare(b, loads)
}

// A flood is an endless stream of messages that nobody has asked for.
type flood struct{}

func (flood) Read(b []byte) (int, error) {
	return copy(b, slices.Repeat([]byte{0x30, 4, 0, 1, 'x', 0}, max(1, len(b)/6))), nil
}

// publisherTo returns a publisher to a broker that does something with each connection.
func publisherTo(does func(net.Conn)) *mqtt.Publisher {
	dial := func(context.Context) (net.Conn, error) {
		own, its := net.Pipe()
		go does(its)
		return own, nil
	}
	return mqtt.New(mqtt.Options{
		Broker: mqtt.Broker{URL: &url.URL{Scheme: "mqtt", Host: "broker"}, Dial: dial},
		Prefix: "arbitre", Table: "bench", Rules: all.Games(), Phrases: wording.NewPhrases(all.Games()),
		Sitters: func() map[games.Seat]games.Sitter { return nil },
		Games:   func(string) []results.Game { return nil },
		Tried:   func(error) time.Duration { return time.Second },
		Log:     slog.New(slog.DiscardHandler),
	})
}

// A watched table has begun a quiz whose buttons a broker may switch on.
type watched struct {
	*rig
	answers chan<- shown.Answer
	state   shown.State // the last that was shown
	news    []shown.News
}

func watch(t *testing.T) *watched {
	answers := make(chan shown.Answer)
	w := &watched{answers: answers}
	w.rig = newRig(t, t.TempDir(), func(s *setup) {
		s.Answers = answers
		s.Show = func(state shown.State) { w.state, w.news = state, append(w.news, state.News...) }
	})
	w.pick(games.Word("quiz"))
	w.press(1, 2, ok)
	w.pick(games.Word("armed"))
	for !w.state.Judge.Asks("arm") {
		w.press(ok)
	}
	return w
}

// An answer that comes neither by keys nor by a page counts while its question is open, and once.
func TestABrokerAnswersOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t)
		asked := w.state.Judge.Prompts[0]
		for _, taken := range []bool{true, false} {
			var err error
			in := games.Input{Kind: games.Answer, Prompt: "arm", Value: games.Word("ready")}
			w.answers <- shown.Answer{Input: in, Asked: asked.Serial, Done: func(e error) { err = e }}
			w.wait(time.Second)
			if (err == nil) != taken {
				t.Errorf("the answer was taken: %t (%v), want %t", err == nil, err, taken)
			}
		}
		w.shows("buttons_on", "question_over")
		if last := w.news[len(w.news)-1].What.Fact(); last != "armed" {
			t.Errorf("the last news is %q, want that the buttons are on", last)
		}
	})
}

// What is shown and told of a game has the id that its result will have.
func TestAGameIsShownByItsID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watch(t)
		names, err := filepath.Glob(filepath.Join(w.referee.stack.Folder.Path(), "*"))
		if err != nil || len(names) != 1 {
			t.Fatalf("the journals are %v, %v; want one", names, err)
		}
		if want := results.ID(filepath.Base(names[0]), w.referee.stack.match.Table().Start().Seed); w.state.ID != want {
			t.Errorf("the game is %s, want %s", w.state.ID, want)
		}
		for i, n := range w.news {
			if n.ID != w.state.ID || n.Game != "quiz" || i > 0 && n.Line < w.news[i-1].Line {
				t.Errorf("the news are %+v", n)
			}
		}
	})
}

// A box that starts again goes on where its journal ends: it tells no fact again, and numbers the
// next ones as if it had never stopped.
func TestFactsAreNotToldAgainAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		var told []shown.News
		start := func() *rig {
			return newRig(t, folder, func(s *setup) {
				s.Show = func(state shown.State) { told = append(told, state.News...) }
			})
		}
		g := start()
		g.begin()
		g.press(1) // and lets go, which is a line that tells nothing
		if !strings.Contains(g.log.String(), `msg=fact fact="{`) {
			t.Errorf("the log says no fact:\n%s", &g.log)
		}
		before := told[len(told)-1]
		g.stop()
		told = nil
		g = start()
		g.press(ok) // resume
		if len(told) > 0 {
			t.Errorf("%d facts are told again, the first is %+v", len(told), told[0])
		}
		g.press(2)
		if len(told) == 0 || told[0].ID != before.ID || told[0].Line != before.Line+2 || told[0].N != 1 {
			t.Errorf("after %+v it goes on with %+v", before, told)
		}
	})
}
