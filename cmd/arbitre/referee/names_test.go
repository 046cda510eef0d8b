package referee

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
	"arbitre/hw"
)

// A parlour is a table whose players enter their names on phones, with the book that keeps them.
type parlour struct {
	*phone
	book *results.Book
}

// openParlour opens it in a folder, where another one may have been before.
func openParlour(t *testing.T, folder string) *parlour {
	p := &parlour{}
	var renamed = make(chan struct{}, 1)
	p.book = results.Open(folder, all.Games(), results.Clock{Wall: time.Now}, func(error) {}, func() {
		select {
		case renamed <- struct{}{}:
		default:
		}
	})
	t.Cleanup(p.book.Close)
	p.book.Look()
	p.phone = newPhoneOf(t, folder, web.Options{Phrases: wording.NewPhrases(all.Games()), Rules: all.Games(), Folder: folder,
		Addresses: func() (string, string) { return "http://box.test", "http://192.0.2.7" },
		Book:      func() web.Book { return web.Book{Sitters: p.book.Sitters(), Known: p.book.Names()} },
		SetName:   p.book.SetName,
	}, func(s *setup) {
		s.Renamed = renamed
		s.Sitters, s.Sit = p.book.Sitters, p.book.Sit
		s.Began, s.PutAway = p.book.Began, p.book.Ended
	})
	return p
}

// enters enters a name on a phone of one letter, and returns the status of the answer.
func (p *parlour) enters(phone, name string) int {
	text, _ := json.Marshal(name)
	return p.post("/name", fmt.Sprintf(`{"key":%q,"name":%s}`, strings.Repeat(phone, 16), text)).Code
}

// sits enters a name and presses the button of a seat.
func (p *parlour) sits(phone, name string, seat games.Seat) {
	p.t.Helper()
	if got := p.enters(phone, name); got != http.StatusOK {
		p.t.Fatalf("%q is refused: %d", name, got)
	}
	p.wait(time.Second)
	p.press(hw.Button(seat))
}

// has fails unless the book has these names.
func (p *parlour) has(want map[games.Seat]string) {
	p.t.Helper()
	got := map[games.Seat]string{}
	for seat, who := range p.book.Sitters() {
		got[seat] = who.Name
	}
	if diff := cmp.Diff(want, got); diff != "" {
		p.t.Errorf("who sits where (-want +got):\n%s", diff)
	}
}

// spoken returns what the display says, in words.
func (p *parlour) spoken() string { return p.picture().Scene.Spoken(p.referee.stack.Phrases) }

// Three enter their names on phones and press: they have joined, and the display, the pages and the
// name log call them so, also after a power cut, and when they play again.
func TestPlayersEnterTheirNames(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		p := openParlour(t, folder)
		p.pick(games.Word("mito"))
		p.enters("a", "  Anna ")
		if said := p.spoken(); !strings.HasPrefix(said, "Anna: press!") {
			t.Errorf("the display says %q", said)
		}
		if page := p.sees("/name/events"); !strings.Contains(page, `"asked":"Anna"`) {
			t.Errorf("the phone's page is told %s", page)
		}
		p.wait(time.Second)
		p.press(2)
		if said := p.spoken(); !strings.HasPrefix(said, "No? Press! 2: Anna\n") || !strings.Contains(said, "At the table: Anna") {
			t.Errorf("the display says %q", said)
		}
		p.sits("b", "אסתר", 1)
		p.press(3) // has no phone
		p.has(map[games.Seat]string{1: "אסתר", 2: "Anna"})
		p.wait(10 * time.Second)
		p.press(ok) // ready
		p.press(previous, previous, ok)
		p.press(ok, ok)
		if said := p.spoken(); !strings.HasPrefix(said, "\u2068אסתר\u2069 to play") {
			t.Errorf("the display says %q", said)
		}
		if got := p.enters("c", "Idiot"); got != http.StatusUnprocessableEntity {
			t.Errorf("in a game a name is taken: %d", got)
		}
		if page := p.sees("/events"); !strings.Contains(page, "\u2068אסתר\u2069 to play") || !strings.Contains(page, `"name":"Anna"`) {
			t.Errorf("the scoreboard is told %s", page)
		}
	})
	synctest.Test(t, func(t *testing.T) { // the plug was pulled
		p := openParlour(t, folder)
		p.wait(time.Second)
		p.press(ok) // goes on
		p.has(map[games.Seat]string{1: "אסתר", 2: "Anna"})
		if said := p.spoken(); !strings.HasPrefix(said, "\u2068אסתר\u2069 to play") {
			t.Errorf("after a power cut the display says %q", said)
		}
	})
	log, err := os.ReadFile(filepath.Join(folder, "names.jsonl"))
	if got := strings.Count(string(log), `"seat":2,"name":"Anna"`); err != nil || got != 1 {
		t.Errorf("Anna stands in the name log %d times, %v:\n%s", got, err, log)
	}
}

// A colour and the name of a team come along, and a team is called as one of it has said last.
func TestATeamIsCalledByItsName(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openParlour(t, t.TempDir())
		for i, who := range []string{"Anna", "Ben", "Cleo", "Dora"} {
			entry := fmt.Sprintf(`{"key":%q,"name":%q,"colour":"blue","team":%q}`, strings.Repeat("abcd"[i:i+1], 16), who,
				[]string{"Foxes", "Owls", "", "נמרים"}[i])
			p.wants(http.StatusOK, p.post("/name", entry))
			p.wait(time.Second)
			p.press(hw.Button(i + 1))
		}
		p.wait(10 * time.Second)
		p.pick(games.Word("quiz"))
		p.press(ok)
		for range 9 {
			if v := p.view(); len(v.Prompts) > 0 && v.Prompts[0].ID == "teams" {
				p.pick(games.Number(2))
			} else if p.referee.stack.match == nil {
				p.press(ok)
			}
		}
		page := wording.Breakable(p.sees("/events"))
		for _, want := range []string{"Team Owls", "Team \u2068נמרים\u2069", `"name":"Anna","colour":"blue"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s is missing: %s", want, page)
			}
		}
	})
}

// Nobody who has only the network renames anybody, fills the box, or shows what is no name.
func TestStrangersNameNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openParlour(t, t.TempDir())
		p.sits("a", "Anna", 1)
		p.wait(10 * time.Second)
		for _, wrong := range []string{"", "{}", `{"key":"short","name":"X"}`, `{"key":"aaaaaaaaaaaaaaaa","name":"X","seat":1}`,
			`{"key":"aaaaaaaaaaaaaaaa","name":"X","colour":"url(//evil)"}`, `{"key":"../../../../../..","name":"X"}`,
			`{"key":"aaaaaaaaaaaaaaaa","name":7}`, `[]`, `null`, strings.Repeat("[", 4000)} {
			if got := p.post("/name", wrong).Code; got != http.StatusBadRequest {
				t.Errorf("%q: %d", wrong, got)
			}
		}
		if got := p.post("/name", `{"key":"aaaaaaaaaaaaaaaa","name":"`+strings.Repeat("x", 5000)+`"}`).Code; got != http.StatusRequestEntityTooLarge {
			t.Errorf("a name of 5,000 letters: %d", got)
		}
		for i, name := range []string{"Ann\u200ba", "\u202eAnna", "2", strings.Repeat("a", 31), "\x1b[2J", "A\u200dB"} {
			p.wait(4 * time.Second)
			if got := p.enters(string(rune('b'+i)), name); got != http.StatusUnprocessableEntity {
				t.Errorf("%q: %d", name, got)
			}
		}
		p.press(1)
		p.has(map[games.Seat]string{1: "Anna"})
		p.wait(time.Hour)
		refused := 0
		for i := range 100 { // a flood from one address
			if p.enters("0123456789"[i%10:i%10+1], "Idiot") == http.StatusTooManyRequests {
				refused++
			}
		}
		if refused != 90 {
			t.Errorf("%d of 100 are refused", refused)
		}
		p.wait(10 * time.Minute)
		p.has(map[games.Seat]string{1: "Anna"})
		if n := len(p.referee.stack.naming.Claims(true).Waiting); n > 0 {
			t.Errorf("%d names wait for ever", n)
		}
	})
}

// The box leads phones to where names are entered, until the first has found it.
func TestTheBoxLeadsPhonesToTheirNames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openParlour(t, t.TempDir())
		p.pick(games.Word("mito"))
		for _, ends := range []func(){
			func() { p.press(ok) },
			func() { p.enters("a", "Anna") },
			func() { p.wait(3 * time.Minute) },
		} {
			p.pick(games.Word("names"))
			i := p.picture().Scene.Invitation
			if i == nil || i.Address != "http://box.test/name" || i.Link != "http://192.0.2.7/name" || i.Code != "" {
				t.Fatalf("the display shows %+v", i)
			}
			if got := p.post("/judge/pair", `{"code":"000000"}`).Code; got != http.StatusForbidden {
				t.Errorf("a phone that reads it is the judge's: %d", got)
			}
			if ends(); p.picture().Scene.Invitation != nil {
				t.Error("the way is still shown")
			}
		}
	})
}

// A name that the judge enters stands on the display, too.
func TestTheJudgeNamesAPlayer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := openParlour(t, t.TempDir())
		p.pair()
		p.pick(games.Word("mito"))
		p.press(1)
		p.wants(http.StatusNoContent, p.post("/judge/name", `{"seat":1,"name":"Anna"}`))
		p.wait(time.Second)
		if said := p.spoken(); !strings.Contains(said, "At the table: Anna") {
			t.Errorf("the display says %q", said)
		}
		if known := p.book.Sitters(); len(known) != 1 {
			t.Errorf("the book knows %v", known)
		}
	})
}
