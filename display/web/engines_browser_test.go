package web

import (
	"fmt"
	"strings"
	"testing"

	"arbitre/display/web/tab"
	"arbitre/games/mito"
)

// The pages do the same in the three engines that phones have, and in a Firefox that gives pages a clock of 17 ms.
func TestBrowsersOfEveryKind(t *testing.T) {
	tab.Need(t)
	for name, begin := range map[string]func(testing.TB) *engine{
		"chromium":  chromium,
		"firefox":   func(t testing.TB) *engine { return firefox(t) },
		"resisting": func(t testing.TB) *engine { return firefox(t, `"privacy.resistFingerprinting", true`) },
		"webkit":    webkit,
	} {
		t.Run(name, func(t *testing.T) {
			e := begin(t)
			h := serve(t, named())
			h.sit(mito.Rules(), mitoStart())
			var air air
			air.between(h)
			t.Run("the judge scans, answers, and is out of reach for a while", func(t *testing.T) { judgesIn(t, e, h, &air) })
			t.Run("the virtual table keeps its session", func(t *testing.T) { pressesIn(t, e) })
		})
	}
}

const isLive = `document.getElementById("link")?.dataset.link === "live"`

func judgesIn(t *testing.T, e *engine, h *evening, air *air) {
	e = &engine{t, e.open, e.eval, e.shot}
	visit := func(url string) {
		t.Helper()
		if err := e.open(url); err != nil {
			t.Fatal(err)
		}
	}
	press := func(label string) {
		t.Helper()
		button := fmt.Sprintf(`[...document.querySelectorAll("main button")].find(b => b.offsetParent && b.textContent.replace(/\s+/g, " ").trim() === %q)`, label)
		e.await(button)
		see[bool](e, "("+button+".click(), true)")
	}
	headline := func(text string) {
		t.Helper()
		e.await(fmt.Sprintf(`document.getElementById("headline")?.textContent === %q`, text))
	}
	visit(h.url + "/?lang=en")
	e.await(isLive)
	headline("Anna to play")
	e.photograph("scoreboard")

	_, secret, _ := strings.Cut(h.web.Invite().Link, "#")
	visit(h.url + shortPath + "?lang=en#" + secret)
	e.await(`document.documentElement.dataset.page === "judge" && location.pathname === "/judge" && ` + isLive)
	press("Spider")
	e.await(`[...document.querySelectorAll(".prompt h3")].some(t => t.textContent.replaceAll("\u00a0", " ") === "Card to whom?")`)
	e.photograph("judge")

	air.Lock()
	e.await(`document.getElementById("link").dataset.link === "lost"`)
	h.tell(`spider_to 2`)
	air.Unlock()
	e.await(isLive)
	e.await(`[...document.querySelectorAll(".prompt h3")].some(t => t.textContent.replaceAll("\u00a0", " ") === "Action card")`)
}

// pressesIn presses buttons of the virtual table, and counts what comes of it.
func pressesIn(t *testing.T, e *engine) {
	e = &engine{t, e.open, e.eval, e.shot}
	table := newTable(t, 4)
	if err := e.open(serveTable(t, table).URL); err != nil {
		t.Fatal(err)
	}
	e.await(`document.body.dataset.link === "live"`)
	const presses = 10
	for i := range presses {
		see[bool](e, fmt.Sprintf(`(dispatchEvent(new KeyboardEvent("keydown", {code: "Digit%[1]d"})), dispatchEvent(new KeyboardEvent("keyup", {code: "Digit%[1]d"})), true)`, 1+i%4))
		down, up := takeEvent(t, table), takeEvent(t, table)
		if !down.Down || up.Down || int(down.Button) != 1+i%4 {
			t.Errorf("press %d: %+v, %+v", i, down, up)
		}
	}
	if batches := see[int](e, "session.batches"); batches < presses {
		t.Errorf("the session has sent %d batches: it began anew", batches)
	}
	t.Logf("the page's clock goes in steps of %v", table.page.Step())
}
