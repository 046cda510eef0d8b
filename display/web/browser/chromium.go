package browser

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Chromium is a page in Chromium, which can do more than others (Chrome DevTools Protocol).
type Chromium struct{ ctx context.Context }

// Open loads a page in a new Chromium, in English and with a viewport of 1280 × 800. It is closed
// when the test ends.
func Open(t testing.TB, url string) *Tab {
	t.Helper()
	b := &Tab{t, Start(t)}
	b.Go(url)
	return b
}

// Start starts a Chromium that runs until the test ends, with further flags such as "proxy-server=…".
func Start(t testing.TB, flags ...string) *Chromium {
	t.Helper()
	Need(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // the sandbox refuses to run as root, as in a container
		chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en"),
	)
	for _, flag := range flags {
		name, value, _ := strings.Cut(flag, "=")
		options = append(options, chromedp.Flag(name, value))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Error(err)
		}
		cancel()
	})
	c := &Chromium{ctx}
	if err := c.wide(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *Chromium) wide() error { return chromedp.Do(c.ctx, chromedp.EmulateViewport(1280, 800)) }

// Fresh returns the page as it was at the start, without cookies.
func (c *Chromium) Fresh(testing.TB) (Page, error) {
	_, err := chromedp.Run(c.ctx, command(network.ClearBrowserCookies, cdp.Empty{}))
	return c, errors.Join(err, c.wide(), c.Front(), c.Begin("about:blank"))
}

// Another opens one more page in the same window, until the test ends.
func (c *Chromium) Another(t testing.TB) (Page, error) {
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithNewWindow(false))
	t.Cleanup(cancel)
	other := &Chromium{ctx}
	return other, other.wide()
}

// Front brings the page to the front of its window.
func (c *Chromium) Front() error {
	_, err := chromedp.Run(c.ctx, command(page.BringToFront, cdp.Empty{}))
	return err
}

func (c *Chromium) Begin(url string) error {
	went, err := chromedp.Run(c.ctx, command(page.Navigate, page.NavigateParams{URL: url}))
	if err == nil && went.ErrorText != "" {
		err = errors.New(went.ErrorText)
	}
	return err
}

func (c *Chromium) Ask(expression string) ([]byte, error) {
	// A page that is left while it evaluates may never answer.
	ctx, cancel := context.WithTimeout(c.ctx, 5*time.Second)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[[]byte](expression, chromedp.EvalAsValue))
}

func (c *Chromium) Type(text string) error { return chromedp.Do(c.ctx, chromedp.KeyEvent(text)) }

func (c *Chromium) Press(x, y float64) error { return chromedp.Do(c.ctx, chromedp.MouseClickXY(x, y)) }

// Size makes a small page a phone's, with touch and two pixels per CSS pixel. A large one is a television's:
// with four times as many pixels it would be drawn for seconds.
func (c *Chromium) Size(width, height int) error {
	var phone []chromedp.EmulateViewportOption
	if width < 1280 {
		phone = []chromedp.EmulateViewportOption{chromedp.EmulateScale(2), chromedp.EmulateMobile, chromedp.EmulateTouch}
	}
	return chromedp.Do(c.ctx, chromedp.EmulateViewport(int64(width), int64(height), phone...))
}

func (c *Chromium) Picture() ([]byte, error) {
	return chromedp.Run(c.ctx, chromedp.CaptureScreenshot())
}

// Scheme sets the browser's preferred colour scheme: dark or light.
func (c *Chromium) Scheme(name string) error {
	_, err := chromedp.Run(c.ctx, command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}))
	return err
}

// command returns a command of the Chrome DevTools Protocol as an action.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[R] {
	return func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, c, params) }
}

// Call sends one command of the Chrome DevTools Protocol to a tab of Chromium.
func Call[P, R any](b *Tab, c cdp.Command[P, R], params P) {
	b.Helper()
	if _, err := chromedp.Run(b.Page.(*Chromium).ctx, command(c, params)); err != nil {
		b.Fatal(err)
	}
}

// Key presses or releases a key in Chromium, with a given time of the event. Code and key are those
// of KeyboardEvent.
func (b *Tab) Key(at time.Time, code, key string, down bool) {
	b.Helper()
	kind := input.DispatchKeyEventTypeRawKeyDown
	if !down {
		kind = input.DispatchKeyEventTypeKeyUp
	}
	Call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: kind, Code: code, Key: key, Timestamp: input.TimeSinceEpoch(float64(at.UnixMicro()) / 1e6)})
}
