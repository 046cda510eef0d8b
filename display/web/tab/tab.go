// Package tab is one page in a real browser, moved and looked at by tests.
package tab

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// A Tab is a page that is open. Whatever goes wrong with it ends the test.
type Tab struct {
	testing.TB
	ctx context.Context
}

// Need skips a test that needs a browser, unless ARBITRE_BROWSER=1 says that Chromium is installed.
func Need(t testing.TB) {
	t.Helper()
	if os.Getenv("ARBITRE_BROWSER") != "1" {
		t.Skip("needs Chromium: set ARBITRE_BROWSER=1")
	}
}

// Open shows a page in a new browser, in English and with a viewport of 1280 × 800, until the test ends.
func Open(t testing.TB, url string) *Tab {
	t.Helper()
	Need(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // its sandbox refuses to run as root, as it does in a container
		chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en"),
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Error(err)
		}
		cancel()
	})
	b := &Tab{TB: t, ctx: ctx}
	b.Do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(url))
	return b
}

// Another opens one more tab in the same window, until the test ends.
func (b *Tab) Another(url string) *Tab {
	b.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewWindow(false))
	b.Cleanup(cancel)
	other := &Tab{TB: b.TB, ctx: ctx}
	other.Do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(url))
	return other
}

// Front has the tab seen, and no other of its window.
func (b *Tab) Front() {
	b.Helper()
	Call(b, page.BringToFront, cdp.Empty{})
	b.Await(`!document.hidden`)
}

// In is the same tab, for a subtest to tell what goes wrong.
func (b *Tab) In(t testing.TB) *Tab { return &Tab{t, b.ctx} }

// Do runs steps of chromedp.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// See tells what a JavaScript expression is in the page.
func See[T any](b *Tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Await waits for a JavaScript expression to be true.
func (b *Tab) Await(expression string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Poll[bool](expression))
	for ; err != nil && ctx.Err() == nil && left(err); time.Sleep(20 * time.Millisecond) {
		_, err = chromedp.Run(ctx, chromedp.Poll[bool](expression)) // on the page that came after
	}
	if err != nil {
		b.Photograph("failed.png")
		b.Fatalf("%s: %v", expression, err)
	}
}

// left tells whether the page went while it was asked.
func left(err error) bool {
	return strings.Contains(err.Error(), "context with specified id") || strings.Contains(err.Error(), "context was destroyed") ||
		strings.Contains(err.Error(), "navigated or closed")
}

// Call sends one command of the Chrome DevTools Protocol.
func Call[P, R any](b *Tab, c cdp.Command[P, R], params P) {
	b.Helper()
	_, err := chromedp.Run(b.ctx, func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, c, params) })
	if err != nil {
		b.Fatal(err)
	}
}

// Key moves a key at a time, which the browser takes for the time of the event. Code and key are those of
// KeyboardEvent.
func (b *Tab) Key(at time.Time, code, key string, down bool) {
	b.Helper()
	kind := input.DispatchKeyEventTypeRawKeyDown
	if !down {
		kind = input.DispatchKeyEventTypeKeyUp
	}
	Call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: kind, Code: code, Key: key, Timestamp: input.TimeSinceEpoch(float64(at.UnixMicro()) / 1e6)})
}

// Tap presses keys, one 5 ms after the other, and lets them go 30 ms after the first. It says so in one step of the
// page and with those times: however long the machine stands still meanwhile, nobody takes a key for one that is held,
// or the second for one that is late.
func (b *Tab) Tap(codes ...string) {
	b.Helper()
	type key struct {
		Code string `json:"code"`
		Key  string `json:"key"`
	}
	var keys []key
	for _, code := range codes {
		keys = append(keys, key{code, KeyOf(code)})
	}
	list, err := json.Marshal(keys)
	if err != nil {
		b.Fatal(err)
	}
	See[bool](b, fmt.Sprintf(`(keys => {
		const now = performance.now();
		const tell = (kind, key, at) => {
			const event = new KeyboardEvent(kind, {...key, bubbles: true, cancelable: true});
			Object.defineProperty(event, "timeStamp", {value: at});
			document.activeElement.dispatchEvent(event);
		};
		keys.forEach((key, i) => tell("keydown", key, now - 30 + 5 * i));
		keys.forEach(key => tell("keyup", key, now));
		return true;
	})(%s)`, list))
}

// KeyOf is what the key of a code types on a QWERTY keyboard: KeyboardEvent.key of KeyboardEvent.code.
func KeyOf(code string) string { return strings.TrimPrefix(strings.TrimPrefix(code, "Digit"), "Key") }

// Photograph keeps a picture of the page in the folder $ARBITRE_ARTEFACTS, if there is one.
func (b *Tab) Photograph(name string) {
	b.Helper()
	folder := os.Getenv("ARBITRE_ARTEFACTS")
	if folder == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(folder, name), b.Picture(), 0o666); err != nil {
		b.Fatal(err)
	}
}

// Picture is what is seen of the page, a PNG.
func (b *Tab) Picture() []byte {
	b.Helper()
	picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	return picture
}
