package sim_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"arbitre/hw"
	"arbitre/hw/sim"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
)

// A tab is the table's page in a real browser.
type tab struct {
	testing.TB
	ctx   context.Context
	table *sim.Table
}

func open(t *testing.T, table *sim.Table) *tab {
	t.Helper()
	if os.Getenv("ARBITRE_BROWSER") != "1" {
		t.Skip("needs Chromium: set ARBITRE_BROWSER=1")
	}
	server := serve(t, table)
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
	b := &tab{TB: t, ctx: ctx, table: table}
	b.do(chromedp.EmulateViewport(1280, 800), chromedp.Navigate(server.URL))
	b.await(`document.body.dataset.link === "live"`)
	return b
}

// in lets a subtest tell what goes wrong.
func (b *tab) in(t *testing.T) *tab { return &tab{t, b.ctx, b.table} }

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

func see[T any](b *tab, expression string) T {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func (b *tab) await(expression string) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 20*time.Second)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression)); err != nil {
		b.Fatalf("%s: %v", expression, err)
	}
}

// call sends one command of the Chrome DevTools Protocol.
func call[P, R any](b *tab, c cdp.Command[P, R], params P) {
	b.Helper()
	_, err := chromedp.Run(b.ctx, func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, c, params) })
	if err != nil {
		b.Fatal(err)
	}
}

// key moves a key at a time, which the browser takes for the time of the event.
func (b *tab) key(at time.Time, code, key string, down bool) {
	b.Helper()
	kind := input.DispatchKeyEventTypeRawKeyDown
	if !down {
		kind = input.DispatchKeyEventTypeKeyUp
	}
	call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: kind, Code: code, Key: key, Timestamp: input.TimeSinceEpoch(float64(at.UnixMicro()) / 1e6)})
}

// repeat is what the system does while a key is held.
func (b *tab) repeat(code, key string) {
	b.Helper()
	yes := true
	call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Code: code, Key: key, AutoRepeat: &yes})
}

// touch puts the fingers where the buttons of these names are, and nowhere else.
func (b *tab) touch(names ...string) {
	b.Helper()
	kind := input.DispatchTouchEventTypeTouchStart
	if len(names) == 0 {
		kind = input.DispatchTouchEventTypeTouchEnd
	}
	var fingers []*input.TouchPoint
	for i, name := range names {
		at := see[[2]float64](b, `(r => [r.x + r.width / 2, r.y + r.height / 2])(buttonOf("`+name+`").getBoundingClientRect())`)
		id := float64(i)
		fingers = append(fingers, &input.TouchPoint{X: at[0], Y: at[1], ID: &id})
	}
	call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: fingers})
}

// moves takes the next edges, and tells which buttons went down (positive for a seat) and came up.
func (b *tab) moves(n int) (moves []string, edges []hw.Edge) {
	b.Helper()
	for range n {
		e := takeEvent(b, b.table)
		edges = append(edges, e)
		move := e.Button.String() + " up"
		if e.Down {
			move = e.Button.String() + " down"
		}
		moves = append(moves, move)
	}
	return moves, edges
}

func (b *tab) expect(want ...string) []hw.Edge {
	b.Helper()
	got, edges := b.moves(len(want))
	if diff := cmp.Diff(want, got); diff != "" {
		b.Errorf("edges (-want +got):\n%s", diff)
	}
	return edges
}

// photograph keeps a picture of the page, if there is a folder for it.
func (b *tab) photograph(name string) {
	b.Helper()
	folder := os.Getenv("ARBITRE_ARTEFACTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), picture, 0o666); err != nil {
		b.Fatal(err)
	}
}

// shining are the canvas' pixels, as the panel's own memory would have them.
const shining = `(() => {
	const bits = new Array(1024).fill(0), pixels = panel.getImageData(0, 0, 128, 64).data;
	for (let i = 0; i < 128 * 64; i++) if (pixels[4 * i + 3]) bits[(i >> 10) * 128 + i % 128] |= 1 << (i >> 7 & 7);
	return bits;
})()`

func TestThePageInABrowser(t *testing.T) {
	table := newTable(t, 5)
	oled := connect(t, table)
	if err := oled.Draw(testPicture()); err != nil {
		t.Fatal(err)
	}
	b := open(t, table)

	t.Run("the canvas is the panel's picture", func(t *testing.T) {
		b := b.in(t)
		same := func() bool {
			got := make([]byte, 0, 1024)
			for _, bits := range see[[]int](b, shining) {
				got = append(got, byte(bits))
			}
			return cmp.Equal(got, table.Panel.Picture().Pix)
		}
		if !same() {
			t.Error("at first it is not")
		}
		inverse := testPicture()
		for i := range inverse.Pix {
			inverse.Pix[i] ^= 0xFF
		}
		if err := oled.Draw(inverse); err != nil {
			t.Fatal(err)
		}
		b.await(`panel.getImageData(0, 0, 1, 1).data[3] === 0`)
		if !same() {
			t.Error("after a change it is not")
		}
		scale := see[float64](b, `panel.canvas.getBoundingClientRect().width * devicePixelRatio / 128`)
		if scale < 4 || scale != float64(int(scale)) {
			t.Errorf("a pixel is %v of the screen's", scale)
		}
		if err := oled.SetContrast(0); err != nil {
			t.Fatal(err)
		}
		b.await(`panel.canvas.style.opacity < .5 && panel.canvas.style.opacity > .1`)
		if err := oled.Blank(); err != nil {
			t.Fatal(err)
		}
		b.await(`panel.canvas.style.opacity === "0"`)
		if err := oled.SetContrast(255); err != nil {
			t.Fatal(err)
		}
		if err := oled.Draw(testPicture()); err != nil {
			t.Fatal(err)
		}
		b.await(`panel.canvas.style.opacity === "1"`)
	})

	t.Run("lamps and buzzer", func(t *testing.T) {
		b := b.in(t)
		lit := `[...document.querySelectorAll("#table .lit")].map(b => b.dataset.button)`
		table.Lamps[2].Out(gpio.High)
		table.Lamps[5].Out(gpio.High)
		b.await(`buttonOf("5").matches(".lit")`)
		if diff := cmp.Diff([]string{"2", "5"}, see[[]string](b, lit)); diff != "" {
			t.Errorf("lit (-want +got):\n%s", diff)
		}
		if got := see[string](b, `buttonOf("5").ariaLabel`); got != "Seat 5, lit" {
			t.Errorf("a screen reader says %q", got)
		}
		table.Lamps[5].Out(gpio.Low)
		b.await(`!buttonOf("5").matches(".lit")`)
		table.Buzzer.PWM(gpio.DutyHalf, 880*physic.Hertz)
		b.await(`buzzer.tone === 880`)
		table.Buzzer.Out(gpio.Low)
		b.await(`buzzer.tone === 0`)
	})

	t.Run("keys 3 ms apart are 3 ms apart in the race", func(t *testing.T) {
		b := b.in(t)
		if !see[bool](b, `crossOriginIsolated`) {
			t.Error("the page's clock is coarse: it is not isolated")
		}
		before := hw.Clock{}.Now()
		at := time.Now()
		time.Sleep(20 * time.Millisecond)
		b.key(at.Add(3*time.Millisecond), "Digit2", "2", true) // the network turns them around
		b.key(at, "Digit1", "1", true)
		edges := b.expect("button 2 down", "button 1 down") // both are held
		if got := edges[0].At - edges[1].At; (got - 3*time.Millisecond).Abs() > 200*time.Microsecond {
			t.Errorf("%v apart, want 3ms", got)
		}
		if now := (hw.Clock{}).Now(); edges[1].At < before-50*time.Millisecond || edges[0].At > now {
			t.Errorf("%v and %v are not between %v and %v", edges[1].At, edges[0].At, before, now)
		}
		b.photograph("page-pressed.png")
		b.key(time.Now(), "Digit1", "1", false)
		b.key(time.Now(), "Digit2", "2", false)
		b.expect("button 1 up", "button 2 up")
	})

	t.Run("the keys of the keyboard", func(t *testing.T) {
		b := b.in(t)
		for _, tt := range []struct{ code, key, want string }{
			{"Digit3", "3", "button 3"},
			{"Digit4", "'", "button 4"}, // AZERTY, without shift
			{"Numpad5", "5", "button 5"},
			{"", "1", "button 1"}, // a keyboard on the screen
			{"ArrowLeft", "ArrowLeft", "key previous"},
			{"ArrowUp", "ArrowUp", "key previous"},
			{"ArrowRight", "ArrowRight", "key next"},
			{"ArrowDown", "ArrowDown", "key next"},
			{"Enter", "Enter", "key OK"},
			{"NumpadEnter", "Enter", "key OK"},
			{"Backspace", "Backspace", "key back"},
		} {
			b.key(time.Now(), "Digit8", "8", true) // there is no such seat
			b.key(time.Now(), tt.code, tt.key, true)
			b.repeat(tt.code, tt.key)
			b.key(time.Now(), tt.code, tt.key, false)
			b.expect(tt.want+" down", tt.want+" up")
		}
	})

	t.Run("whoever can't point", func(t *testing.T) {
		b := b.in(t)
		see[bool](b, `buttonOf("3").focus(), true`)
		b.key(time.Now(), "Space", " ", true)
		b.expect("button 3 down")
		b.key(time.Now(), "Space", " ", false)
		b.expect("button 3 up")
		b.key(time.Now(), "Enter", "Enter", true) // OK, wherever the focus is
		b.key(time.Now(), "Enter", "Enter", false)
		b.expect("key OK down", "key OK up")
		see[bool](b, `buttonOf("3").click(), true`) // as a screen reader does
		b.expect("button 3 down", "button 3 up")
	})

	t.Run("a window that is left lets everything go", func(t *testing.T) {
		b := b.in(t)
		b.key(time.Now(), "Digit1", "1", true)
		b.key(time.Now(), "Enter", "Enter", true)
		b.expect("button 1 down", "key OK down")
		see[bool](b, `dispatchEvent(new Event("blur"))`)
		b.expect("button 1 up", "key OK up")
		b.repeat("Enter", "Enter")
		b.key(time.Now(), "Enter", "Enter", false) // which says nothing any more
		b.key(time.Now(), "Digit2", "2", true)
		b.key(time.Now(), "Digit2", "2", false)
		b.expect("button 2 down", "button 2 up")
	})

	t.Run("a button that is held twice", func(t *testing.T) {
		b := b.in(t)
		b.key(time.Now(), "Digit1", "1", true)
		b.key(time.Now(), "Numpad1", "1", true)
		b.key(time.Now(), "Digit1", "1", false)
		b.key(time.Now(), "Digit2", "2", true)
		b.key(time.Now(), "Numpad1", "1", false)
		b.key(time.Now(), "Digit2", "2", false)
		b.expect("button 1 down", "button 2 down", "button 1 up", "button 2 up")
	})

	t.Run("a mouse that slides off a button still lets go", func(t *testing.T) {
		b := b.in(t)
		at := see[[2]float64](b, `(r => [r.x + r.width / 2, r.y + r.height / 2])(buttonOf("4").getBoundingClientRect())`)
		call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMousePressed, X: at[0], Y: at[1], Button: input.MouseButtonRight, Buttons: 2, ClickCount: 1})
		call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseReleased, X: at[0], Y: at[1], Button: input.MouseButtonRight, ClickCount: 1})
		call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMousePressed, X: at[0], Y: at[1], Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
		b.expect("button 4 down")
		if mouse := 1; !see[bool](b, fmt.Sprintf(`buttonOf("4").hasPointerCapture(%d)`, mouse)) {
			t.Error("outside of the window nobody would know")
		}
		call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseReleased, X: 5, Y: 5, Button: input.MouseButtonLeft, ClickCount: 1})
		b.expect("button 4 up")
	})

	t.Run("several fingers, and a phone", func(t *testing.T) {
		b := b.in(t)
		b.photograph("page.png")
		b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(3), chromedp.EmulateMobile, chromedp.EmulateTouch))
		b.await(`innerWidth === 390`)
		b.touch("2")
		b.touch("2", "5")
		b.touch("2", "5", "ok")
		b.expect("button 2 down", "button 5 down", "key OK down")
		b.photograph("page-phone.png")
		b.touch()
		_, edges := b.moves(3)
		for _, e := range edges {
			if e.Down {
				t.Errorf("%v is still down", e.Button)
			}
		}
		if overflows := see[bool](b, `document.documentElement.scrollWidth > innerWidth`); overflows {
			t.Error("the page is wider than the phone")
		}
		scale := see[float64](b, `panel.canvas.getBoundingClientRect().width * devicePixelRatio / 128`)
		if scale < 4 || (scale-float64(int(scale+.5))) > 1e-3 {
			t.Errorf("a pixel is %v of the screen's", scale)
		}
		b.do(chromedp.EmulateViewport(1280, 800))
	})

	t.Run("nothing was wrong on the way", func(t *testing.T) {
		b := b.in(t)
		if session, now := "session.batches", see[int](b, "session.batches"); now < 20 {
			t.Errorf("%s is %d: the page began another session", session, now)
		}
	})
}

func TestThePageFindsBackToItsTable(t *testing.T) {
	b := open(t, newTable(t, 4))
	session := see[string](b, `session.id`)
	b.key(time.Now(), "Digit1", "1", true)
	b.expect("button 1 down")
	see[any](b, `renew(session)("the network failed"), true`)
	b.expect("button 1 up")
	b.await(`document.body.dataset.link === "live" && session.id !== "` + session + `"`)
	b.key(time.Now(), "Digit2", "2", true)
	b.expect("button 2 down")
}

func TestThePageSpeaksTheLanguageOfItsBrowser(t *testing.T) {
	b := open(t, newTable(t, 8))
	for language, want := range map[string]string{"fr-CH": "Place 1, éteint", "de": "Platz 1, dunkel", "en-GB": "Seat 1, dark", "is": "Seat 1, dark"} {
		call(b, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "a browser", AcceptLanguage: language})
		b.do(chromedp.Reload())
		b.await(`document.body.dataset.link === "live"`)
		if got := see[string](b, `buttonOf("1").ariaLabel`); got != want {
			t.Errorf("in %s it says %q, want %q", language, got, want)
		}
		b.photograph("page-" + language + ".png")
	}
}
