package web

import (
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/display/web/tab"
	"arbitre/games/mito"
)

// An air is what is between the phones and the box. While it is locked nothing comes through and nobody is told, as when
// somebody leaves the Wi-Fi with his phone.
type air struct{ sync.RWMutex }

// between has the phones reach the box through the air from now on.
func (a *air) between(h *evening) {
	h.Helper()
	box := strings.TrimPrefix(h.url, "http://")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { listener.Close() })
	h.url = "http://" + listener.Addr().String()
	go func() {
		for {
			phone, err := listener.Accept()
			if err != nil {
				return
			}
			box, err := net.Dial("tcp", box)
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

// A phone out of reach says so, keeps no judge waiting for an answer, and finds back by itself. What it sent was taken once
// or not at all.
func TestBrowserOutOfReach(t *testing.T) {
	tab.Need(t)
	h := serve(t, named())
	h.web.sign = 300 * time.Millisecond
	h.sit(mito.Rules(), mitoStart())
	var air air
	air.between(h)
	p := judging(t, h)
	p.asked("Action card")
	// The page's patience with an answer is shorter: nobody has to wait for it here.
	tab.See[bool](p.Tab, `(later => window.setTimeout = (f, ms, ...args) => later(f, ms === 15e3 ? 1e3 : ms, ...args))(setTimeout), true`)
	air.Lock()
	p.press("Spider")
	p.Await(`document.getElementById("link").dataset.link === "lost"`)
	p.Await(`document.querySelector(".reason").textContent === "The box does not answer. Try again." && !document.querySelector("[aria-busy]")`)
	p.Photograph("web-out-of-reach.png")
	air.Unlock()
	p.Await(`document.getElementById("link").dataset.link === "live"`)
	if h.plays() == 0 {
		p.press("Spider")
	}
	p.asked("Card to whom?")
	if told := tab.See[string](p.Tab, `document.getElementById("told").textContent`); told != "" || h.plays() != 1 {
		t.Errorf("%d cards were laid, and it says %q", h.plays(), told)
	}

	// Nothing is asked of the box: the page notices all the same, and shows what it has missed.
	air.Lock()
	p.Await(`document.getElementById("link").dataset.link === "lost"`)
	h.tell(`spider_to 2`)
	air.Unlock()
	p.asked("Action card")
	p.Await(`document.getElementById("link").dataset.link === "live"`)
}

// A phone has as many tabs of the page as times its owner has scanned the code; a browser has six connections to the box
// for all of them. The tab that is seen has what it needs.
func TestBrowserWithManyTabs(t *testing.T) {
	tab.Need(t)
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, h)
	for range 8 {
		other := p.Another(h.url + "/judge?lang=en")
		other.Front()
		other.Await(`document.getElementById("link")?.dataset.link === "live"`)
	}
	watching := func() int {
		h.web.mu.Lock()
		defer h.web.mu.Unlock()
		return h.web.crowd[judge]
	}
	p.Await(`document.hidden && document.getElementById("link").dataset.link === "waiting"`)
	p.Front()
	p.Await(`document.getElementById("link").dataset.link === "live"`)
	for late := time.Now().Add(20 * time.Second); watching() != 1; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("%d tabs listen, want the one that is seen", watching())
		}
	}
	p.press("Spider")
	p.asked("Card to whom?")
}

// A link that was cut without a word, or a box that was off, is found again without anybody's doing; so is one whose page
// slept. Meanwhile nothing is called live.
func TestBrowserFindsTheBoxAgain(t *testing.T) {
	tab.Need(t)
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	var air air
	air.between(h)
	p := pickUp(t, h, "/?lang=en")
	p.live()
	const lost = `document.getElementById("link").dataset.link === "lost"`
	air.Lock()
	p.Await(lost) // with the sign that every box gives
	air.Unlock()
	p.live()

	// The page's clock stood still, as on a phone that sleeps; that of the day went on.
	tab.See[bool](p.Tab, `(now => { window.late = 0; Date.now = () => now() + window.late; })(Date.now), true`)
	h.await("/events", 2)
	served := func() int {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.served["/events"]
	}()
	tab.See[bool](p.Tab, `window.late = 600e3, true`)
	h.await("/events", served+1)
	p.live()
}
