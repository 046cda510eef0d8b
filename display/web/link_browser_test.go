package web

import (
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/display/web/browser"
	"arbitre/games"
	"arbitre/games/mito"
	"arbitre/games/quiz"
)

// An air carries connections between the phones and the box. While it is locked nothing comes
// through and no connection is closed, as when somebody leaves the Wi-Fi with his phone.
type air struct{ sync.RWMutex }

// between puts the air between the phones and the box.
func (a *air) between(h *evening) {
	h.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { listener.Close() })
	address := strings.TrimPrefix(h.url, "http://")
	h.url = "http://" + listener.Addr().String()
	go func() {
		for {
			phone, err := listener.Accept()
			if err != nil {
				return
			}
			box, err := net.Dial("tcp", address)
			if err != nil {
				phone.Close()
				continue
			}
			go a.carry(phone, box)
			go a.carry(box, phone)
		}
	}()
}

func (a *air) carry(from, to net.Conn) {
	defer to.Close()
	for b := make([]byte, 4<<10); ; {
		n, err := from.Read(b)
		a.RLock()
		_, lost := to.Write(b[:n])
		a.RUnlock()
		if err != nil || lost != nil {
			return
		}
	}
}

// A page out of reach says so, does not keep the judge waiting for an answer, and reconnects by
// itself. An answer that it had sent is taken once or not at all.
func outOfReach(t *testing.T, e engine) {
	h := serve(t, named())
	h.web.site.Heartbeat = 300 * time.Millisecond
	h.sit(mito.Rules(), mitoStart())
	var air air
	air.between(h)
	p := judging(t, e, h)
	p.Asked("Action card")
	// The page waits 1 s instead of 15 s for a response, to shorten the test.
	browser.See[bool](p.Tab, `(later => window.setTimeout = (f, ms, ...args) =>
		later(f, ms === 15e3 ? 1e3 : ms, ...args))(setTimeout), true`)
	air.Lock()
	p.Choose("Spider")
	p.Await(`document.getElementById("link").dataset.link === "lost"`)
	p.says(":not([aria-busy]) > .reason", "The box does not answer. Try again.")
	air.Unlock()
	p.Await(`document.getElementById("link").dataset.link === "live"`)
	for late := time.Now().Add(5 * time.Second); h.plays() == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) { // the answer was lost
			p.Choose("Spider")
			break
		}
	}
	p.Asked("Card to whom?")
	if told := browser.See[string](p.Tab, `document.getElementById("told").textContent`); told != "" || h.plays() != 1 {
		t.Errorf("%d cards were laid, and it says %q", h.plays(), told)
	}

	// The page notices a lost link even if it sends nothing, and then shows what it has missed.
	air.Lock()
	p.Await(`document.getElementById("link").dataset.link === "lost"`)
	h.tell(`spider_to 2`)
	air.Unlock()
	p.Asked("Action card")
	p.Await(`document.getElementById("link").dataset.link === "live"`)
}

// front brings the page to the front of its window.
func (p *phone) front() {
	p.Helper()
	if err := p.Page.(besides).Front(); err != nil {
		p.Fatal(err)
	}
	p.Await(`!document.hidden`)
}

// Each scan of the code opens one more tab, and a browser has six connections to the box for all
// its tabs. The tab that is seen must get what it needs.
func withManyTabs(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	window, ok := p.Page.(besides)
	if !ok {
		t.Skip("no driver of this browser brings another of its tabs to the front")
	}
	for range 8 {
		page, err := window.Another(t)
		if err != nil {
			t.Fatal(err)
		}
		other := &phone{&browser.Tab{TB: t, Page: page}, h}
		other.front()
		other.Go(h.url + "/judge?lang=en")
		other.live()
	}
	watching := func() int { return h.web.broadcast.Paired.Taken() }
	p.Await(`document.hidden && document.getElementById("link").dataset.link === "waiting"`)
	p.front()
	p.Await(`document.getElementById("link").dataset.link === "live"`)
	for late := time.Now().Add(20 * time.Second); watching() != 1; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("%d tabs listen, want the one that is seen", watching())
		}
	}
	p.Choose("Spider")
	p.Asked("Card to whom?")
}

// A phone's sleep is a Date.now() far ahead and a performance.now() that has stood still. The page
// then opens a new stream, for it trusts none that it has not heard since, and counts down from the
// box's clock again.
func trustsNoStreamAfterSleep(t *testing.T, e engine) {
	h := serve(t, named())
	h.web.site.Heartbeat = time.Hour // none comes between
	h.sit(quiz.Rules(), games.Start{Game: "quiz", Seats: []games.Seat{1, 2, 3},
		Options: games.Agreed{}.With(games.Field{Key: "answer", Value: games.Word("1m")})})
	p := pickUp(t, e, h, "/?lang=en")
	h.tell("press 3")
	p.Headline("3 answers!")
	browser.See[bool](p.Tab, `window.EventSource = class extends EventSource {
		constructor(url) { super(url); window.another = true; }
	}, ((now, runs) => {
		Date.now = () => now() + 10 * 3600e3;
		performance.now = () => runs() - 3600e3;
		return true;
	})(Date.now, performance.now.bind(performance))`)
	p.Await(`window.another`)
	p.Await(`parseInt(document.getElementById("time").textContent) <= 60`)
	p.live()
}
