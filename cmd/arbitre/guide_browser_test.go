package main

import (
	"testing"

	"arbitre/display/web/browser"
)

// The first start of a virtual table leads through a game, in the page as on the box.
func TestBrowserIsLedThroughAFirstGame(t *testing.T) {
	browser.Need(t)
	d := &demoTable{state: t.TempDir()}
	d.start(t, "127.0.0.2:0", "--guide")
	d.Tab = browser.Open(t, d.url)
	d.Await(`document.body.dataset.link === "live"`)
	const said = `document.querySelector("#said").textContent.replaceAll("\u00a0", " ")`
	d.Await(`/Press your button/.test(` + said + `)`)
	d.Photograph("guide-press.png")
	d.keys("Digit2")
	d.Await(`/2: wait for a card/.test(` + said + `)`)
	d.Photograph("guide-wait.png")
	d.keys("Digit2") // at nothing
	d.Await(`/has laid/.test(` + said + `)`)
	d.Await(`/2: slap first/.test(` + said + `)`)
	d.Photograph("guide-slap.png")
	d.keys("Digit2")
	d.Await(`/Now be slow|slap first/.test(` + said + `)`)
	d.Photograph("guide-slapped.png")
}
