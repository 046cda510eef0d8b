package web

import (
	"bytes"
	"context"
	"encoding/json"
	"image/gif"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/slap"
)

// film returns the path of the film that everyone's page offers now.
func (h *evening) film() (path string) {
	h.Helper()
	h.in(func() {
		var page struct{ Film string }
		if err := json.Unmarshal(h.web.present().of(channel{public, wording.English}), &page); err != nil {
			h.Error(err)
		}
		path = page.Film
	})
	return path
}

// slapped begins a game of slaps and plays a race.
func slapped(t *testing.T) (h *evening, film string) {
	h = serve(t, named())
	h.sit(slap.Rules(), games.Start{Game: "slap", Seats: []games.Seat{1, 2, 3}})
	if path := h.film(); path != "" {
		t.Errorf("before any verdict there is %s", path)
	}
	h.raced(7*time.Millisecond, 2, 3, 1)
	h.decided("")
	return h, h.film()
}

// decided waits until the page offers another film than before.
func (h *evening) decided(before string) {
	h.Helper()
	for until := time.Now().Add(10 * time.Second); h.film() == before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			h.Fatal("no verdict falls")
		}
	}
}

// watched asks for a film, and returns it.
func (h *evening) watched(path string) string {
	h.Helper()
	status, film, header := h.ask("GET "+path, "")
	if status != http.StatusOK || header.Get("Content-Type") != "image/gif" || header.Get("Cache-Control") != "no-store" {
		h.Fatalf("%s: %d %.80q %v", path, status, film, header)
	}
	if g, err := gif.DecodeAll(strings.NewReader(film)); err != nil || len(g.Image) < 2 {
		h.Errorf("%s: it is no film: %v", path, err)
	}
	return film
}

// The last verdict has a film until it is taken back or another falls, with the names as they are.
func TestTheFilmOfTheLastVerdict(t *testing.T) {
	h, race := slapped(t)
	film := h.watched(race)
	for _, path := range []string{"/film/1-1.gif", strings.Replace(race, ".gif", "", 1), "/film/..%2f..%2fetc%2fpasswd"} {
		if status, said, _ := h.ask("GET "+path, "", "Accept-Language", "de"); status != http.StatusGone ||
			said != "Dieses Urteil wurde zurückgenommen, oder ein anderes ist gefolgt." {
			t.Errorf("%s: %d %q", path, status, said)
		}
	}
	if err := h.web.options.SetName(2, "Otto"); err != nil {
		t.Fatal(err)
	}
	if h.watched(race) == film {
		t.Error("a name is not that of the player")
	}
	h.tell(`slap "right"`)
	if h.film() != race {
		t.Errorf("the judge has spoken, and there is %s, want still %s", h.film(), race)
	}
	h.tell(`finish "over"`)
	next := h.film()
	h.watched(next)
	if status, said, _ := h.ask("GET "+race, ""); status != http.StatusGone {
		t.Errorf("the race before: %d %q", status, said)
	}
	h.tell("undo")
	if h.film() != race {
		t.Errorf("the end is taken back, and there is %s, want %s", h.film(), race)
	}
	h.watched(race)
	if status, said, _ := h.ask("GET "+next, ""); status != http.StatusGone {
		t.Errorf("what was taken back: %d %q", status, said)
	}
}

// A hundred phones cost one film, as do those that leave before it is made.
func TestACrowdCostsOneFilm(t *testing.T) {
	h, path := slapped(t)
	h.web.films.turn <- struct{}{} // as if one was being made
	impatient, leave := context.WithCancel(t.Context())
	var crowd sync.WaitGroup
	for range 50 {
		crowd.Go(func() {
			r := newRequest(t, "GET", h.url+path, "", nil).WithContext(impatient)
			if answer, err := http.DefaultClient.Do(r); err == nil {
				answer.Body.Close()
				t.Error("there was nothing to wait for")
			}
		})
	}
	leave()
	crowd.Wait()
	<-h.web.films.turn
	film := h.watched(path)
	made := h.web.films.tried
	for range 50 {
		crowd.Go(func() {
			if h.watched(path) != film {
				t.Error("phones see different films")
			}
		})
	}
	crowd.Wait()
	if h.web.films.tried != made {
		t.Error("it was made again")
	}
}

// A journal that can't be read is not read again and again, and one that is not there has no film.
func TestAFilmThatCannotBeMade(t *testing.T) {
	h, path := slapped(t)
	journal, err := os.ReadFile(h.journal)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Replace(journal, []byte("press"), []byte("pross"), 1)
	for range 2 {
		if err := os.WriteFile(h.journal, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if status, said, _ := h.ask("GET "+path, ""); status != http.StatusServiceUnavailable ||
			said != "The film could not be made. Try again later." {
			t.Errorf("a damaged journal: %d %q", status, said)
		}
		damaged = journal
	}
	h.web.films.tried = time.Time{}
	h.watched(path)
	h.web.films.name = ""
	if err := os.Remove(h.journal); err != nil {
		t.Fatal(err)
	}
	if status, said, _ := h.ask("GET "+path, ""); status != http.StatusGone {
		t.Errorf("without a journal: %d %q", status, said)
	}
}
