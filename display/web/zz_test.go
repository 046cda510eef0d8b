package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"arbitre/display/web/browser"
)

func TestZZAxe(t *testing.T) {
	browser.Need(t)
	at, phones, _ := startTable(t)
	axe, _ := os.ReadFile("/tmp/names-x/axe/package/axe.min.js")
	table := browser.Open(t, at+"?lang=en")
	table.Await(`document.body.dataset.link === "live"`)
	tab := browser.Open(t, phones+"name?lang=en")
	enter := func(i int, name, colour string) {
		b := fmt.Sprintf(`{"key":"%s","name":%q,"colour":%q}`, strings.Repeat("abcdefgh"[i:i+1], 16), name, colour)
		r, _ := http.NewRequest("POST", phones+"name", bytes.NewReader([]byte(b)))
		r.Header.Set("Content-Type", "application/json")
		a, err := http.DefaultClient.Do(r)
		if err != nil || a.StatusCode != 200 {
			t.Fatal(err, a)
		}
	}
	check := func(tab *browser.Tab, name string) {
		for _, w := range [][2]int{{360, 700}, {1920, 1080}, {3840, 2160}} {
			tab.Resize(w[0], w[1])
			for _, scheme := range []string{"light", "dark"} {
				tab.Page.(*browser.Chromium).Scheme(scheme)
				time.Sleep(200 * time.Millisecond)
				tab.Photograph(fmt.Sprintf("zz-%s-%d-%s.png", name, w[0], scheme))
				if browser.See[bool](tab, `document.documentElement.scrollWidth > innerWidth`) {
					t.Errorf("%s wide at %d", name, w[0])
				}
				tab.Ask(string(axe) + ";1")
				tab.Ask(`(window.axeDone = null, axe.run().then(r => { window.axeDone = JSON.stringify(r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0,120) + " " + n.failureSummary.slice(0,200))])) }, e => { window.axeDone = JSON.stringify([["error", [String(e)]]]) }), 1)`)
				var got string
				for range 100 {
					text, _ := tab.Ask(`window.axeDone`)
					json.Unmarshal(text, &got)
					if got != "" {
						break
					}
					time.Sleep(100 * time.Millisecond)
				}
				if got != "[]" {
					t.Errorf("%s %d %s: %s", name, w[0], scheme, got)
				}
			}
		}
	}
	check(tab, "empty")
	for i, who := range [][2]string{{"Anna", "red"}, {"Jean-Baptiste", "yellow"}, {"אסתר", "violet"}} {
		enter(i, who[0], who[1])
		time.Sleep(900 * time.Millisecond)
		table.Tap(fmt.Sprint("Digit", i+1))
		time.Sleep(300 * time.Millisecond)
	}
	enter(4, "Zed", "blue")
	tab.Enter("#my-name", "Zoé")
	tab.Choose("Send")
	tab.Await(`!document.getElementById("me-told").hidden`)
	see := browser.See[string](tab, `document.getElementById("me-told").textContent`)
	t.Log(see)
	browser.See[bool](tab, `document.querySelector("#me details").open = true`)
	check(tab, "wait")
	table.Tap("Enter")
	check(table, "table")
	tab.Go(phones + "?lang=en")
	tab.Await(`document.querySelectorAll(".seat").length === 4`)
	check(tab, "scoreboard")
	tab.Go(phones + "tv?lang=en")
	time.Sleep(time.Second)
	check(tab, "tv")
}
