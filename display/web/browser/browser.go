// Package browser is one page in a real browser, moved and looked at by tests.
package browser

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A Page is what a browser of some kind shows, and what a person can do with it. While it is on its
// way to another page whatever it is asked may fail.
type Page interface {
	Begin(url string) error                         // a page: for a moment the one before may still be there
	Ask(expression string) (json []byte, err error) // what a JavaScript expression is
	Type(text string) error                         // by the keyboard; "\r" is Enter, "\b" is Backspace
	Press(x, y float64) error                       // by the mouse
	Size(width, height int) error                   // makes the page so large, in CSS pixels
	Picture() (png []byte, err error)               // what is seen of it
}

// A Tab is a page that is open. Whatever goes wrong with it ends the test.
type Tab struct {
	testing.TB
	Page
}

// Need skips a test that needs a browser, unless ARBITRE_BROWSER=1 says that Chromium is installed.
func Need(t testing.TB) {
	t.Helper()
	if os.Getenv("ARBITRE_BROWSER") != "1" {
		t.Skip("needs Chromium: set ARBITRE_BROWSER=1")
	}
}

// In is the same tab, for a subtest to tell what goes wrong.
func (b *Tab) In(t testing.TB) *Tab { return &Tab{t, b.Page} }

// patience is how long a page may take to come to what a test waits for, on a machine that is busy.
const patience = 40 * time.Second

// wait asks for a JavaScript expression, in this page or in those that come after it, until enough
// says that it is.
func (b *Tab) wait(expression string, enough func(json []byte) error) {
	b.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		text, err := b.Ask(expression)
		if err == nil {
			err = enough(text)
		}
		if err == nil {
			return
		}
		if time.Now().After(late) {
			b.Photograph("failed.png")
			b.Fatalf("%s: %v", expression, err)
		}
	}
}

// See tells what a JavaScript expression is in the page, or in the one that it is on its way to.
func See[T any](b *Tab, expression string) (v T) {
	b.Helper()
	b.wait(expression, func(text []byte) error { return json.Unmarshal(text, &v) })
	return v
}

// Await waits for a JavaScript expression to be true.
func (b *Tab) Await(expression string) {
	b.Helper()
	b.wait("!!("+expression+")", func(text []byte) error {
		if string(text) != "true" {
			return errors.New("it is false")
		}
		return nil
	})
}

// Go shows a page, and waits until it is there. It may have led to another one by then.
func (b *Tab) Go(url string) {
	b.Helper()
	See[bool](b, `window.old = true`)
	if err := b.Begin(url); err != nil {
		b.Fatal(err)
	}
	b.Await(`!window.old && document.readyState === "complete"`)
}

// Resize makes the page so large, in CSS pixels, or as narrow as the browser's window gets.
func (b *Tab) Resize(width, height int) {
	b.Helper()
	if err := b.Size(width, height); err != nil {
		b.Fatal(err)
	}
	b.Await(fmt.Sprintf(`innerWidth >= %[1]d && innerWidth < %[1]d + 100`, width))
}

// Enter types into the field that a selector names, once it is there.
func (b *Tab) Enter(selector, text string) {
	b.Helper()
	b.Await(fmt.Sprintf(`(field => field?.offsetParent && (field.focus(), field === document.activeElement))
		(document.querySelector(%q))`, selector))
	if err := b.Type(text); err != nil {
		b.Fatal(err)
	}
}

// Click clicks on what a selector names, as a person does: some things no script may begin.
func (b *Tab) Click(selector string) {
	b.Helper()
	b.Await(fmt.Sprintf(`document.querySelector(%q)?.offsetParent`, selector))
	at := See[[2]float64](b, fmt.Sprintf(`(e => {
		e.scrollIntoView({block: "center", behavior: "instant"});
		const at = e.getBoundingClientRect();
		return [at.x + at.width / 2, at.y + at.height / 2];
	})(document.querySelector(%q))`, selector))
	if err := b.Press(at[0], at[1]); err != nil {
		b.Fatal(err)
	}
}

// Headline waits for the headline of one of the pages.
func (b *Tab) Headline(text string) {
	b.Helper()
	b.Await(fmt.Sprintf(`document.getElementById("headline")?.textContent.replaceAll("\u00a0", " ") === %q`, text))
}

// Asked waits for a question on the judge's page, and opens it if it waits in the background.
func (b *Tab) Asked(question string) {
	b.Helper()
	b.Await(fmt.Sprintf(`(() => {
		const title = [...document.querySelectorAll(".prompt h3")]
			.find(t => t.textContent.replaceAll("\u00a0", " ") === %q);
		if (title?.closest("details")) title.closest("details").open = true;
		return !!title;
	})()`, question))
}

// Choose presses the visible button that a screen reader calls so, by Enter, as a keyboard does,
// once no answer is on its way.
func (b *Tab) Choose(label string) {
	b.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll("main button, main label, main summary")].find(b => {
		const said = b.cloneNode(true);
		for (const e of said.querySelectorAll('[role="img"]')) e.textContent = e.ariaLabel;
		for (const e of said.querySelectorAll("[aria-hidden]")) e.remove();
		return b.offsetParent && (b.ariaLabel ?? said.textContent).replace(/\s+/g, " ").trim() === %q;
	})`, label)
	b.Await("!!" + button + ` && !document.querySelector("[aria-busy]")`)
	See[bool](b, "("+button+").focus(), ("+button+").click(), true")
}

// Tap presses keys and lets each of them go, one after the other. Of one key it does both in one
// step of the page: however long the machine stands still meanwhile, nobody takes it for one that
// is held.
func (b *Tab) Tap(codes ...string) {
	b.Helper()
	for _, code := range codes {
		See[bool](b, fmt.Sprintf(`["keydown", "keyup"].every(kind => document.activeElement.dispatchEvent(
			new KeyboardEvent(kind, {code: %q, key: %q, bubbles: true, cancelable: true})) || true)`,
			code, KeyOf(code)))
	}
}

// KeyOf is what the key of a code types on a QWERTY keyboard: KeyboardEvent.key of
// KeyboardEvent.code.
func KeyOf(code string) string { return strings.TrimPrefix(strings.TrimPrefix(code, "Digit"), "Key") }

// Photograph keeps a picture of the page in the folder $ARBITRE_ARTEFACTS, if there is one.
func (b *Tab) Photograph(name string) {
	b.Helper()
	folder := os.Getenv("ARBITRE_ARTEFACTS")
	if folder == "" {
		return
	}
	picture, err := b.Picture()
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name), picture, 0o666)
	}
	if err != nil {
		b.Logf("no picture %s: %v", name, err)
	}
}
