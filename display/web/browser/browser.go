// Package browser drives a page in a real browser, for tests.
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

// A Page is a page in a browser of some kind. All methods may fail while it loads another page.
type Page interface {
	Begin(url string) error                         // begins to load a page: the one before may stay for a moment
	Ask(expression string) (json []byte, err error) // the value of a JavaScript expression
	Type(text string) error                         // on the keyboard; "\r" is Enter, "\b" is Backspace
	Press(x, y float64) error                       // clicks with the mouse
	Size(width, height int) error                   // sets the size of the page, in CSS pixels
	Picture() (png []byte, err error)               // a screenshot of the visible part
}

// A Tab is an open page of a test. Every error ends the test.
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

// In returns the same tab for a subtest, which then reports its errors.
func (b *Tab) In(t testing.TB) *Tab { return &Tab{t, b.Page} }

// patience is how long a test waits for a page on a busy machine.
const patience = 40 * time.Second

// insist does something again and again until it succeeds: a page that is just being left refuses
// whatever is asked of it.
func (b *Tab) insist(what string, do func() error) {
	b.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		err := do()
		if err == nil {
			return
		}
		if time.Now().After(late) {
			b.GiveUp("%s: %v", what, err)
		}
	}
}

// wait evaluates a JavaScript expression in this page or in those that follow it, until enough
// returns nil for its value.
func (b *Tab) wait(expression string, enough func(json []byte) error) {
	b.Helper()
	b.insist(expression, func() error {
		text, err := b.Ask(expression)
		if err != nil {
			return err
		}
		return enough(text)
	})
}

// See returns the value of a JavaScript expression in the page, or in the one that it is loading.
func See[T any](b *Tab, expression string) (v T) {
	b.Helper()
	b.wait(expression, func(text []byte) error { return json.Unmarshal(text, &v) })
	return v
}

// Await waits until a JavaScript expression is true.
func (b *Tab) Await(expression string) {
	b.Helper()
	b.wait("!!("+expression+")", func(text []byte) error {
		if string(text) != "true" {
			return errors.New("it is false")
		}
		return nil
	})
}

// Go loads a page, and waits until it or one that it leads to is complete.
func (b *Tab) Go(url string) {
	b.Helper()
	See[bool](b, `window.old = true`)
	if err := b.Begin(url); err != nil {
		b.Fatal(err)
	}
	b.Await(`!window.old && document.readyState === "complete"`)
}

// Resize sets the size of the page in CSS pixels, or the least width that the window allows.
func (b *Tab) Resize(width, height int) {
	b.Helper()
	b.insist("resizing the window", func() error { return b.Size(width, height) })
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

// Click clicks on an element with the mouse: browsers allow some things only after a real click.
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

// Headline waits until the page's headline is this text.
func (b *Tab) Headline(text string) {
	b.Helper()
	b.Await(fmt.Sprintf(`document.getElementById("headline")?.textContent.replaceAll("\u00a0", " ") === %q`, text))
}

// Asked waits for a question on the judge's page, and opens it if it is a background question.
func (b *Tab) Asked(question string) {
	b.Helper()
	b.Await(fmt.Sprintf(`(() => {
		const title = [...document.querySelectorAll(".prompt h3")]
			.find(t => t.textContent.replaceAll("\u00a0", " ") === %q);
		if (title?.closest("details")) title.closest("details").open = true;
		return !!title;
	})()`, question))
}

// Choose clicks the visible button with this label for screen readers, once no answer is pending.
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

// Tap presses and releases keys, one after the other. Press and release of one key happen in one
// step of the page: however slow the machine is, the key is not taken for a held one.
func (b *Tab) Tap(codes ...string) {
	b.Helper()
	for _, code := range codes {
		See[bool](b, fmt.Sprintf(`["keydown", "keyup"].every(kind => document.activeElement.dispatchEvent(
			new KeyboardEvent(kind, {code: %q, key: %q, bubbles: true, cancelable: true})) || true)`,
			code, KeyOf(code)))
	}
}

// KeyOf returns the KeyboardEvent.key that a KeyboardEvent.code types on a QWERTY keyboard.
func KeyOf(code string) string { return strings.TrimPrefix(strings.TrimPrefix(code, "Digit"), "Key") }

// Photograph writes a screenshot of a page in Chromium into the folder $ARBITRE_ARTEFACTS, if that is set: in
// other browsers the page looks the same, and some draw it for seconds.
func (b *Tab) Photograph(name string) {
	b.Helper()
	if _, ok := b.Page.(*Chromium); ok {
		b.photograph(name)
	}
}

// GiveUp ends the test with what is wrong, and writes a screenshot in any browser.
func (b *Tab) GiveUp(format string, args ...any) {
	b.Helper()
	b.photograph("failed.png")
	b.Fatalf(format, args...)
}

func (b *Tab) photograph(name string) {
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
