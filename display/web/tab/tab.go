// Package tab is one page in a real browser, moved and looked at by tests.
package tab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
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
	b.Do(chromedp.EmulateViewport(1280, 800))
	b.Go(url)
	return b
}

// Another opens one more tab in the same window, until the test ends.
func (b *Tab) Another(url string) *Tab {
	b.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewWindow(false))
	b.Cleanup(cancel)
	other := &Tab{TB: b.TB, ctx: ctx}
	other.Do(chromedp.EmulateViewport(1280, 800))
	other.Go(url)
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

// Ask tells what a JavaScript expression is in the page, or why the page can't tell: it may be on its way to another one.
func Ask[T any](b *Tab, expression string) (T, error) {
	// A page that goes may take the question with it, and nobody answers.
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

// patience is how long a page may take to come to what a test waits for, on a machine that is busy.
const patience = 40 * time.Second

// See tells what a JavaScript expression is in the page, or in the one that it is on its way to.
func See[T any](b *Tab, expression string) T {
	b.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		v, err := Ask[T](b, expression)
		if err == nil {
			return v
		}
		if !gone(err) || time.Now().After(late) {
			b.Fatalf("%s: %v", expression, err)
		}
	}
}

// gone tells whether a question was put while there was no page that could have heard it.
func gone(err error) bool {
	refused, ok := errors.AsType[*cdproto.Error](err)
	return ok && strings.Contains(refused.Message, "context")
}

// Await waits for a JavaScript expression to be true, in this page or in those that come after it. As long as it has an
// error it is not.
func (b *Tab) Await(expression string) {
	b.Helper()
	for late := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		is, err := Ask[bool](b, "!!("+expression+")")
		if is {
			return
		}
		if time.Now().After(late) {
			b.Photograph("failed.png")
			b.Fatalf("%s: %v", expression, cmp.Or(err, errors.New("it is false")))
		}
	}
}

// Go shows a page, and waits until it is there. It may have led to another one by then.
func (b *Tab) Go(url string) {
	b.Helper()
	b.leave(func() error { return b.Begin(url) })
}

// Reload shows the page anew.
func (b *Tab) Reload() {
	b.Helper()
	b.leave(func() error { Call(b, page.Reload, page.ReloadParams{}); return nil })
}

// leave waits until the page has gone, and another is there.
func (b *Tab) leave(begin func() error) {
	b.Helper()
	See[bool](b, `window.old = true`)
	if err := begin(); err != nil {
		b.Fatal(err)
	}
	b.Await(`!window.old && document.readyState === "complete"`)
}

// Begin begins to show a page: for a moment the one before may still be there.
func (b *Tab) Begin(url string) error {
	_, err := chromedp.Run(b.ctx, func(ctx context.Context, t *chromedp.Target) (page.NavigateResult, error) {
		went, err := cdp.Call(ctx, t, page.Navigate, page.NavigateParams{URL: url})
		if err == nil && went.ErrorText != "" {
			err = errors.New(went.ErrorText)
		}
		return went, err
	})
	return err
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

// Enter types into the field that a selector names, once it is there.
func (b *Tab) Enter(selector, text string) {
	b.Helper()
	b.Await(fmt.Sprintf(`(field => field?.offsetParent && (field.focus(), field === document.activeElement))(document.querySelector(%q))`, selector))
	b.Do(chromedp.KeyEvent(text))
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
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
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
	picture, err := b.Picture()
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name), picture, 0o666)
	}
	if err != nil {
		b.Errorf("no picture %s: %v", name, err)
	}
}

// Picture is what is seen of the page, a PNG.
func (b *Tab) Picture() ([]byte, error) { return chromedp.Run(b.ctx, chromedp.CaptureScreenshot()) }
