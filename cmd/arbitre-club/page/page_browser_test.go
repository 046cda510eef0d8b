package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"testing"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt"
	"arbitre/display/mqtt/address"
	"arbitre/display/web/browser"
	"arbitre/display/wording"
	"arbitre/games"

	"github.com/eclipse/paho.golang/paho"
)

// joins has the club follow a broker of its own, and returns how a table publishes there.
func (h *hall) joins() (publish func(topic string, what any)) {
	h.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	h.must(err)
	end, err := h.Carry(listener, club.Entry{Prefix: "arbitre"})
	h.must(err)
	h.Cleanup(func() { end() })
	address := listener.Addr().String()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	h.Cleanup(func() { stop(); <-done })

	conn, err := net.Dial("tcp", address)
	h.must(err)
	table := paho.NewClient(paho.ClientConfig{Conn: conn})
	_, err = table.Connect(ctx, &paho.Connect{ClientID: "table", CleanStart: true, KeepAlive: 30})
	h.must(err)
	return func(topic string, what any) {
		h.Helper()
		payload, err := json.Marshal(what)
		if text, plain := what.(string); plain {
			payload = []byte(text)
		}
		h.must(err)
		_, err = table.Publish(ctx, &paho.Publish{Topic: "arbitre/" + topic, QoS: 1, Retain: true, Payload: payload})
		h.must(err)
	}
}

// pickUp opens a page in a browser, with a size.
func (h *hall) pickUp(t *testing.T, c *browser.Chromium, address string, width, height int) *browser.Tab {
	t.Helper()
	page, err := c.Another(t)
	h.must(err)
	tab := &browser.Tab{TB: t, Page: page}
	toFront(tab)
	tab.Go(address)
	tab.Resize(width, height)
	tab.Await(`document.getElementById("link")?.dataset.link === "live"`)
	return tab
}

// toFront brings a page to the front: others have no stream.
func toFront(tab *browser.Tab) {
	tab.Helper()
	if err := tab.Page.(*browser.Chromium).Front(); err != nil {
		tab.Fatal(err)
	}
}

// reads waits until the first element of a selector contains a text.
func reads(tab *browser.Tab, selector, text string) {
	tab.Helper()
	tab.Await(fmt.Sprintf(`document.querySelector(%q)?.textContent.replace(/\s+/g, " ").includes(%q)`, selector, text))
}

func TestBrowsersSeeTheClub(t *testing.T) {
	c := browser.Start(t)
	t.Run("a game that a table tells of is shown live", func(t *testing.T) { showsAGame(t, c) })
	t.Run("the organiser draws rounds, and answers about Anna", func(t *testing.T) { organises(t, c) })
	t.Run("the pages fit a phone in all languages", func(t *testing.T) { fits(t, c) })
	t.Run("a television turns its pages", func(t *testing.T) { turns(t, c) })
}

// evening has two tables tell of a game that is on, and of games before.
func (h *hall) evening() (publish func(string, any)) {
	h.Helper()
	publish = h.joins()
	for i, table := range []string{"Kitchen", "Hall"} {
		topic := address.Slug(table)
		publish(topic+"/status", mqtt.Online)
		publish(topic+"/games", mqtt.Games{game(2*i, "Anna", "Jean-Baptiste"), game(2*i+1, "Anna", "Cleo", "Dan")})
		publish(topic+"/state", mqtt.State{Table: table, Game: &mqtt.Game{ID: fmt.Sprintf("%016x", 9+i), Kind: "slap",
			Name: "Slaps"}, Turn: []games.Seat{1}, Places: []mqtt.Place{
			{Seat: 1, Name: "Anna", Total: 3}, {Seat: 2, Name: "Jean-Baptiste", Total: 10}}, Headline: "Slap!"})
	}
	return publish
}

func showsAGame(t *testing.T, c *browser.Chromium) {
	h := newHall(t)
	tab := h.pickUp(t, c, h.url+"/?lang=fr", 360, 640)
	reads(tab, "#tables", "Aucune table ne s’est encore annoncée.")
	publish := h.evening()
	reads(tab, "#tables .now .game", "HallTape !")
	reads(tab, "#tables .now .said", "Slap!")
	reads(tab, "#tables .turn", "1Anna joue3")
	reads(tab, "#evening tbody tr", "Anna446/6")
	if !browser.See[bool](tab, `[...document.querySelectorAll("#tables .name")].every(name => {
		const letters = new Range();
		letters.selectNode(name.firstChild);
		return letters.getBoundingClientRect().top >= name.getBoundingClientRect().top;
	})`) {
		t.Error("accents of names are cut off")
	}
	publish("hall/status", mqtt.Offline)
	reads(tab, ".offline", "non connectée")
	publish("kitchen/games", mqtt.Games{
		game(0, "Anna", "Jean-Baptiste"), game(1, "Anna", "Cleo", "Dan"), game(7, "Dan", "Anna")})
	reads(tab, "#evening tbody tr", "Anna456/7")
	reads(tab, "#evening tbody tr:nth-child(2)", "Dan13")
}

func organises(t *testing.T, c *browser.Chromium) {
	h := newHall(t)
	h.evening()
	board := h.pickUp(t, c, h.url+"/?lang=en", 1280, 720)
	tab := h.pickUp(t, c, h.url+"/?lang=en", 360, 640)
	tab.Go(h.url + "/organiser")
	reads(tab, "#told", "use the link that arbitre-club prints")
	h.must(tab.Begin(h.pages.Link(h.url))) // in the same tab

	reads(tab, "#questions", "Is Anna the same person at Hall and Kitchen?")
	tab.Choose("No, different people")
	reads(tab, "#questions", "Is Cleo the same person")
	tab.Choose("Yes, one person")
	reads(tab, "#questions", "Is Dan the same person")
	tab.Choose("All 2 names are one person each")
	tab.Await(`document.getElementById("questions").hidden`)
	for _, name := range []string{"Anna (Kitchen)", "Jean-Baptiste", "Cleo"} {
		tab.Choose(name)
		tab.Await(fmt.Sprintf(`[...document.querySelectorAll("#present [aria-pressed=true]")]
			.some(b => b.textContent === %q)`, name))
	}
	tab.Enter(`#arrive input`, "cleo\r") // she is here already
	tab.Await(`document.querySelector("#arrive input").value === ""`)
	tab.Enter(`#arrive input`, "Nadia\r")
	reads(tab, "#count", "4")
	tab.Choose("Draw the next round")
	reads(tab, "#seating .caption", "Round 1")
	toFront(board)
	reads(board, "#evening", "Anna (Kitchen)")
	reads(board, "#seating", "Nadia")

	toFront(tab)
	tab.Choose("Take round 1 back")
	tab.Await(`document.getElementById("seating").hidden`)
	tab.Choose("20:30 Slap: Leave out")
	reads(tab, "#games .left-out", "20:30")
	reads(tab, "#games .left-out button", "Count after all")
	toFront(board)
	board.Await(`document.getElementById("seating").hidden`)
	reads(board, "#evening", "Anna (Kitchen)22")
}

func fits(t *testing.T, c *browser.Chromium) {
	h := newHall(t).enters()
	h.evening()
	for _, name := range []string{"Anna", "Jean-Baptiste", "Cleo", "Dan"} {
		h.tells("present", `{"name":"`+name+`","here":true}`, 204)
	}
	h.tells("draw", `{"tables":[{"table":"Kitchen","game":"slap"},{"table":"Hall"}]}`, 204)
	tab := h.pickUp(t, c, h.pages.Link(h.url), 360, 640)
	for _, path := range []string{"/organiser", "/"} {
		for _, l := range wording.Codes() {
			tab.Go(h.url + path + "?lang=" + l)
			reads(tab, "#seating", "Cleo")
			for _, size := range []string{"", "212.5%"} {
				if !browser.See[bool](tab, fmt.Sprintf(`document.documentElement.style.fontSize = %q,
					document.querySelectorAll("details").forEach(d => { d.open = true }),
					document.documentElement.scrollWidth <= document.documentElement.clientWidth`, size)) {
					t.Errorf("%s in %s is wider than the phone with letters of %q", path, l, size)
				}
			}
		}
	}
	tab.Photograph("club-phone.png")
}

// On a television nothing is longer than the screen, and whatever stands in a column is shown in
// the course of time.
func turns(t *testing.T, c *browser.Chromium) {
	h := newHall(t)
	publish := h.joins()
	var list mqtt.Games
	for n := range 24 {
		list = append(list, game(n, fmt.Sprint("Player ", n), fmt.Sprint("Player ", (n+1)%24)))
	}
	publish("hall/games", list)
	tab := h.pickUp(t, c, h.url+"/?lang=en", 1280, 720)
	reads(tab, "#evening", "Player 23")
	if !browser.See[bool](tab, `document.documentElement.scrollHeight <= innerHeight`) {
		t.Error("the page is longer than the screen")
	}
	tab.Await(`document.querySelector(".more").scrollTop > 200`) // 10 s later
}
