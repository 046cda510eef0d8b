package referee

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
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
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// A moment is what had happened, and what everyone had been sent and heard and what was logged, after one thing that somebody did.
type moment struct{ facts, sent string }

// A watch is everything that can be seen and heard of a table by people who are in on no secret of its game.
type watch struct {
	*phone
	folder  string
	seats   []games.Seat
	streams []*stream
	logged  int  // of what there is in the log
	fault   bool // the log repeats what is given
	moments []moment
}

// takeUp has a new daemon go on with the game of a journal, while a phone is paired. A judge who knows the secret is not
// listened to.
func takeUp(t *testing.T, folder string, start games.Start, text []byte, judgeKnows bool) *watch {
	seated := func(s *setup) { s.Seats = start.Seats }
	before := newPhone(t, folder, seated)
	before.pair()
	before.stop()
	path := filepath.Join(folder, "2000-01-01T00-00-00-"+start.Game+journal.OpenEnd)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	w := &watch{phone: newPhone(t, folder, seated), folder: folder, seats: start.Seats}
	w.cookie = before.cookie
	pages := w.referee.Pages
	w.streams = []*stream{listen(t, pages, "/judge/events")}
	for _, l := range wording.Languages() {
		w.streams = append(w.streams, listen(t, pages, "/events?lang="+l.String()))
	}
	if !judgeKnows {
		w.streams = append(w.streams, listen(t, pages, "/judge/events", w.cookie))
	}
	w.look()
	w.press(ok) // resume
	if w.referee.match == nil {
		t.Fatalf("the game is not gone on with:\n%s", &w.log)
	}
	w.look()
	return w
}

// look notes what is new.
func (w *watch) look() {
	w.wait(100 * time.Millisecond) // the pages are sent it
	var m moment
	var sent strings.Builder
	for line := range strings.Lines(w.log.String()[w.logged:]) {
		if strings.Contains(line, "msg=fact") {
			m.facts += line
		} else {
			sent.WriteString(strings.ReplaceAll(line, w.folder, ""))
		}
	}
	w.logged = w.log.Len()
	fmt.Fprint(&sent, w.cues)
	w.cues = nil
	for _, seat := range w.seats {
		fmt.Fprint(&sent, w.lamps[hw.Button(seat)])
	}
	for _, s := range w.streams {
		sent.WriteString(s.news())
	}
	pages := w.referee.Pages
	for _, path := range []string{"/", "/overlay", "/judge", "/judge/events", "/table.js", "/nothing"} {
		sent.WriteString(stranger(pages, "GET", path, ""))
	}
	for _, body := range []string{`{"prompt":"guess","value":"ETAGE"}`, `{"undo":true}`} {
		sent.WriteString(stranger(pages, "POST", "/judge/answer", body))
	}
	sent.WriteString(stranger(pages, "POST", "/judge/pair", `{"code":"999999"}`))
	// When an event is sent is up to the goroutines, and so is the clock that it begins with.
	m.sent = regexp.MustCompile(`data: {"now":\d+`).ReplaceAllString(sent.String(), "data: {")
	w.moments = append(w.moments, m)
}

// given gives the game an input as a line of a journal has it, but now.
func (w *watch) given(line string) {
	in, err := journal.ParseInput([]byte(line))
	if err != nil {
		w.t.Fatal(err)
	}
	if w.fault {
		w.referee.Log.Info("given", "value", string(in.Value))
	}
	in.At = w.referee.match.at(w.now())
	w.referee.refuse(w.referee.play(in)) // the loop sleeps, and has been waited for
	w.edge(hw.KeyBack, false, w.now())   // wakes it
	w.look()
}

// end has somebody come who has seen nothing, and ends everything.
func (w *watch) end() {
	late := listen(w.t, w.referee.Pages, "/events")
	w.moments[len(w.moments)-1].sent += late.news()
	for _, s := range append(w.streams, late) {
		s.stop()
	}
	w.stop()
}

// A pair of games that differ in what is secret alone, parted where they do.
type pair struct {
	number     int
	start      games.Start
	before     [2][]byte   // of their journals
	live       [2][]string // what follows
	judgeKnows bool
}

func newPair(t *testing.T, rules games.Rules, number int) pair {
	t.Helper()
	twins, err := gametest.Twins(rules, number)
	if err != nil {
		t.Fatal(err)
	}
	var tables [2]*games.Table
	for i, text := range twins {
		if tables[i], err = whatIsPlayed(text); err != nil {
			t.Fatal(err)
		}
	}
	p := pair{number: number, start: tables[0].Start()}
	p.judgeKnows = !cmp.Equal(tables[0].View(games.Judge), tables[1].View(games.Judge))
	p.before, p.live = parted(twins)
	return p
}

// play goes on with both games, gives each the inputs that follow, and goes on for so many steps, the same in both. It tells
// what differs while the facts do not, and in how many moments nothing did.
func (p pair) play(t *testing.T, fault bool, steps int) (alike int, diff string) {
	var both [2][]moment
	for i, text := range p.before {
		folder, chance := t.TempDir(), rand.New(rand.NewPCG(uint64(p.number), 0))
		synctest.Test(t, func(t *testing.T) {
			w := takeUp(t, folder, p.start, text, p.judgeKnows)
			w.fault = fault
			for _, line := range p.live[i] {
				w.given(line)
			}
			for range steps {
				somebodyActs(w.phone, p.start.Seats, chance)
				w.look()
			}
			w.end()
			both[i] = w.moments
		})
	}
	for i, a := range both[0] {
		b := both[1][i]
		if a.facts != b.facts {
			break
		}
		if diff := cmp.Diff(a.sent, b.sent); diff != "" {
			return alike, fmt.Sprintf("pair %d, step %d:\n%s\n%s\n%s\n%s", p.number, i, p.before[0], p.live[0], p.live[1], diff)
		}
		alike++
	}
	return alike, ""
}

// stranger is all that a page answers to somebody who is not paired, but for the date.
func stranger(pages http.Handler, method, path, body string) string {
	request := httptest.NewRequest(method, "http://box.test"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	pages.ServeHTTP(answer, request)
	var b strings.Builder
	fmt.Fprintln(&b, method, path, answer.Code)
	for _, key := range slices.Sorted(maps.Keys(answer.Header())) {
		fmt.Fprintln(&b, key, answer.Header()[key])
	}
	return b.String() + answer.Body.String()
}

// parted parts two journals before the first input in which they differ.
func parted(twins [2][]byte) (before [2][]byte, from [2][]string) {
	var lines [2][]string
	for i, text := range twins {
		lines[i] = slices.Collect(strings.Lines(string(text)))
	}
	same := 1 // the start
	for same < len(lines[0]) && lines[0][same] == lines[1][same] {
		same++
	}
	for i, all := range lines {
		before[i], from[i] = []byte(strings.Join(all[:same], "")), all[same:]
	}
	return before, from
}

// somebodyActs does one thing that somebody may do.
func somebodyActs(p *phone, seats []games.Seat, chance *rand.Rand) {
	kind, seat, which := chance.IntN(10), hw.Button(seats[chance.IntN(len(seats))]), chance.IntN(1<<16)
	switch kind {
	case 0, 1:
		p.press(seat)
	case 2, 3: // a token is looked at, for instance
		p.hold(seat, 300*time.Millisecond)
	case 4:
		p.press([]hw.Button{previous, next, ok}[which%3])
	case 5:
		p.hold(ok, time.Second)
	case 6:
		p.wait([]time.Duration{time.Second, 8 * time.Second, 3 * time.Minute}[which%3])
	default: // the phone answers
		prompts := p.referee.view(games.Judge).Prompts
		if len(prompts) == 0 {
			p.post("/judge/answer", `{"undo":true}`)
			return
		}
		asked := prompts[which%len(prompts)]
		value := gametest.Answer(rand.New(rand.NewPCG(uint64(which), 0)), asked)
		if value == games.Word("phone") || value == games.Word("unpair") {
			return // its code is another each time
		}
		keys := ""
		if asked.Keys.Seat != 0 {
			keys += fmt.Sprintf(`"seat":%d,`, asked.Keys.Seat)
		}
		if asked.Keys.Hunt != 0 {
			keys += fmt.Sprintf(`"hunt":%d,`, asked.Keys.Hunt)
		}
		p.post("/judge/answer", fmt.Sprintf(`{"prompt":%q,%s"value":%s}`, asked.ID, keys, string(value)))
	}
}

// Two games that differ in their secret alone can't be told apart by any byte that the daemon sends to somebody who is not
// paired, by its log, its lamps and its sounds, until a fact of the game tells; nor by any that it sends to the judge, who may
// play too, unless the game tells him.
func TestThePagesAndTheLogTellNothingOfASecret(t *testing.T) {
	const pairs, steps = 4, 12
	for _, rules := range all.Games() {
		t.Run(rules.Name, func(t *testing.T) {
			alike := 0
			for number := range pairs {
				n, diff := newPair(t, rules, number).play(t, false, steps)
				if alike += n; diff != "" {
					t.Fatalf("somebody can tell, %s", diff)
				}
			}
			t.Logf("%d of %d moments were alike", alike, pairs*(steps+2))
			if alike < pairs*(steps+2)/4 {
				t.Errorf("only %d moments of %d games were compared", alike, pairs)
			}
		})
	}
}

// That test would catch a log that repeats what a player has entered for himself.
func TestALogThatRepeatsAnswersIsCaught(t *testing.T) {
	for _, rules := range all.Games() {
		for number := range 4 {
			if _, diff := newPair(t, rules, number).play(t, true, 0); diff != "" {
				t.Logf("%s, %.60s", rules.Name, diff)
				return
			}
		}
	}
	t.Error("nothing is caught")
}
