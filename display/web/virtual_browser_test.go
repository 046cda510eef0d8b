package web

import (
	"fmt"
	"testing"
	"time"

	"arbitre/display/web/browser"
	"arbitre/hw"

	"github.com/chromedp/cdproto/input"
	"github.com/google/go-cmp/cmp"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A page is the virtual table's page in a real browser.
type page struct {
	*browser.Tab
	table *virtualTable
}

func openIn(t *testing.T, e engine, table *virtualTable) *page {
	t.Helper()
	shown, err := e(t)
	if err != nil {
		t.Fatal(err)
	}
	b := &page{&browser.Tab{TB: t, Page: shown}, table}
	b.Go(serveTable(t, table).URL)
	b.Await(`document.body.dataset.link === "live"`)
	return b
}

// key presses or releases a key now.
func (b *page) key(code, key string, down bool) {
	b.Helper()
	b.Key(time.Now(), code, key, down)
}

// repeat sends the key repeat of a held key.
func (b *page) repeat(code, key string) {
	b.Helper()
	yes := true
	browser.Call(b.Tab, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Code: code, Key: key, AutoRepeat: &yes})
}

// touch puts one finger on each of these buttons, and lifts all others.
func (b *page) touch(names ...string) {
	b.Helper()
	kind := input.DispatchTouchEventTypeTouchStart
	if len(names) == 0 {
		kind = input.DispatchTouchEventTypeTouchEnd
	}
	var fingers []*input.TouchPoint
	for i, name := range names {
		at, id := b.place(name), float64(i)
		fingers = append(fingers, &input.TouchPoint{X: at[0], Y: at[1], ID: &id})
	}
	browser.Call(b.Tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: fingers})
}

// mouse moves a button of the mouse at a place.
func (b *page) mouse(kind input.DispatchMouseEventType, x, y float64, button input.MouseButton) {
	b.Helper()
	browser.Call(b.Tab, input.DispatchMouseEvent,
		input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: button, ClickCount: 1})
}

// place returns the middle of a button.
func (b *page) place(name string) [2]float64 {
	b.Helper()
	return browser.See[[2]float64](b.Tab,
		`(r => [r.x + r.width / 2, r.y + r.height / 2])(buttonOf("`+name+`").getBoundingClientRect())`)
}

// expect checks that the next edges are these, such as "button 1 down" and "key OK up".
func (b *page) expect(want ...string) (edges []hw.Edge) {
	b.Helper()
	var got []string
	for range want {
		e := takeEvent(b, b.table)
		edges = append(edges, e)
		got = append(got, e.Button.String()+map[bool]string{true: " down", false: " up"}[e.Down])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		b.Errorf("edges (-want +got):\n%s", diff)
	}
	return edges
}

// shining returns the canvas' pixels in the layout of the panel's memory.
const shining = `(() => {
	const bits = new Array(1024).fill(0), pixels = panel.getImageData(0, 0, 128, 64).data;
	for (let i = 0; i < 128 * 64; i++) if (pixels[4 * i + 3]) bits[(i >> 10) * 128 + i % 128] |= 1 << (i >> 7 & 7);
	return bits;
})()`

// whole reports whether each pixel of the panel takes the same whole number of screen pixels, at
// least four.
const whole = `(scale => scale > 3.9 && Math.abs(scale - Math.round(scale)) < 1e-3)(
	panel.canvas.getBoundingClientRect().width * devicePixelRatio / 128)`

func TestThePageInABrowser(t *testing.T) {
	e := chromium(t)
	for _, claim := range []struct {
		name string
		test func(*page)
	}{
		{"the canvas is the panel's picture", drawsThePanel},
		{"lamps and buzzer", showsLampsAndBuzzer},
		{"keys are told in their order, as far apart as they were", tellsKeysInOrder},
		{"the keys of the keyboard", knowsTheKeyboard},
		{"whoever can't point", servesWhoeverCannotPoint},
		{"a window that is left lets everything go", letsGoWhenLeft},
		{"a button that is held twice", holdsAButtonTwice},
		{"a mouse that slides off a button still lets go", followsTheMouse},
		{"several fingers, and a phone", followsFingers},
	} {
		t.Run(claim.name, func(t *testing.T) {
			b := openIn(t, e, newTable(t, 5))
			session := browser.See[string](b.Tab, "session.id")
			claim.test(b)
			if browser.See[string](b.Tab, "session.id") != session {
				t.Error("something was wrong on the way: the page began another session")
			}
		})
	}
	t.Run("a page whose stream has ended begins another session", func(t *testing.T) {
		beginsAnotherSession(openIn(t, e, newTable(t, 5)))
	})
}

func drawsThePanel(b *page) {
	panel, oled := b.table.Panel, connect(b, b.table)
	inverse := testPicture()
	for i := range inverse.Pix {
		inverse.Pix[i] ^= 0xFF
	}
	for _, picture := range []*image1bit.VerticalLSB{testPicture(), inverse} {
		if err := oled.Draw(picture); err != nil {
			b.Fatal(err)
		}
		first := picture.Pix[0] & 1
		b.Await(fmt.Sprintf(`panel.canvas.style.opacity === "1" && panel.getImageData(0, 0, 1, 1).data[3] === %d`,
			255*int(first)))
		got := make([]byte, 0, len(picture.Pix))
		for _, bits := range browser.See[[]int](b.Tab, shining) {
			got = append(got, byte(bits))
		}
		if !cmp.Equal(got, picture.Pix) {
			b.Errorf("it draws %x, want %x", got, picture.Pix)
		}
	}
	b.Await(whole) // it grows to its place
	if err := oled.SetContrast(0); err != nil {
		b.Fatal(err)
	}
	b.Await(`panel.canvas.style.opacity < .5 && panel.canvas.style.opacity > .1`)
	panel.Tx([]byte{0x00, 0xAE}, nil) // "display off"
	b.Await(`panel.canvas.style.opacity === "0"`)
	panel.Tx([]byte{0x00, 0xAF}, nil) // "display on"
	b.Await(`panel.canvas.style.opacity > .1`)
}

func showsLampsAndBuzzer(b *page) {
	lamps, buzzer := b.table.Lamps, b.table.Buzzer
	lit := `[...document.querySelectorAll("#table .lit")].map(b => b.dataset.button)`
	lamps[2].Out(gpio.High)
	lamps[5].Out(gpio.High)
	b.Await(`buttonOf("5").matches(".lit")`)
	if diff := cmp.Diff([]string{"2", "5"}, browser.See[[]string](b.Tab, lit)); diff != "" {
		b.Errorf("lit (-want +got):\n%s", diff)
	}
	if got, want := browser.See[string](b.Tab, `buttonOf("5").ariaLabel`), "Seat 5, lit"; got != want {
		b.Errorf("a screen reader says %q, want %q", got, want)
	}
	lamps[5].Out(gpio.Low)
	b.Await(`!buttonOf("5").matches(".lit")`)
	buzzer.PWM(gpio.DutyHalf, 880*physic.Hertz)
	b.Await(`buzzer.tone === 880 && buzzer.loudness === 1`)
	buzzer.Out(gpio.Low)
	b.Await(`buzzer.tone === 0`)
}

func tellsKeysInOrder(b *page) {
	browser.See[bool](b.Tab, `(real => window.fetch = async (...request) => {
		if (window.abroad) window.overtakes = true;
		abroad = true;
		await new Promise(late => setTimeout(late, 150));
		const answer = await real(...request);
		abroad = false;
		return answer;
	})(fetch) && true`) // a machine that is busy
	b.Tap("Digit2")
	time.Sleep(2 * hw.DefaultDebounce().Lockout)
	b.Tap("Digit2", "Digit1") // a second press, while the first is still on its way
	browser.See[bool](b.Tab, `["down", "up", "down", "up"].forEach(way => document.body.dispatchEvent(
		new KeyboardEvent("key" + way, {code: "Digit3", bubbles: true}))), true`) // its contacts bounce
	edges := b.expect("button 2 down", "button 2 up", "button 2 down", "button 2 up", "button 1 down",
		"button 1 up", "button 3 down", "button 3 up")
	if up, down := edges[1], edges[2]; down.At-up.At < hw.DefaultDebounce().Lockout {
		b.Errorf("the second press comes %v after the first: it is taken for its bounce", down.At-up.At)
	}
	browser.See[bool](b.Tab, `["1", "2", "3", "4"].forEach(digit => document.body.dispatchEvent(
		new KeyboardEvent("keydown", {code: "Digit" + digit, bubbles: true}))), true`) // in one tick
	edges = b.expect("button 1 down", "button 2 down", "button 3 down", "button 4 down")
	if apart := edges[3].At - edges[0].At; apart > 50*time.Millisecond {
		b.Errorf("presses of one tick are stamped %v apart", apart)
	}
	if browser.See[bool](b.Tab, `!!window.overtakes`) {
		b.Error("one request was sent before the one before it was answered")
	}
}

func knowsTheKeyboard(b *page) {
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
		b.key("Digit8", "8", true) // there is no such seat
		b.key(tt.code, tt.key, true)
		b.repeat(tt.code, tt.key)
		b.key(tt.code, tt.key, false)
		b.expect(tt.want+" down", tt.want+" up")
		time.Sleep(hw.DefaultDebounce().Lockout) // two keys of one button
	}
}

func servesWhoeverCannotPoint(b *page) {
	browser.See[bool](b.Tab, `buttonOf("3").focus(), true`)
	b.key("Space", " ", true)
	b.expect("button 3 down")
	b.key("Space", " ", false)
	b.expect("button 3 up")
	b.key("Enter", "Enter", true) // OK, wherever the focus is
	b.key("Enter", "Enter", false)
	b.expect("key OK down", "key OK up")
	browser.See[bool](b.Tab, `buttonOf("3").click(), true`) // as a screen reader does
	b.expect("button 3 down", "button 3 up")
}

func letsGoWhenLeft(b *page) {
	b.key("Digit1", "1", true)
	b.key("Enter", "Enter", true)
	b.expect("button 1 down", "key OK down")
	browser.See[bool](b.Tab, `dispatchEvent(new Event("blur"))`)
	b.expect("button 1 up", "key OK up")
	b.repeat("Enter", "Enter")
	b.key("Enter", "Enter", false) // a release after the blur sends nothing
	b.key("Digit2", "2", true)
	b.key("Digit2", "2", false)
	b.expect("button 2 down", "button 2 up")
}

func holdsAButtonTwice(b *page) {
	b.key("Digit1", "1", true)
	b.key("Numpad1", "1", true)
	b.key("Digit1", "1", false)
	b.key("Digit2", "2", true)
	b.key("Numpad1", "1", false)
	b.key("Digit2", "2", false)
	b.expect("button 1 down", "button 2 down", "button 1 up", "button 2 up")
}

func followsTheMouse(b *page) {
	at := b.place("4")
	b.mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1], input.MouseButtonRight)
	b.mouse(input.DispatchMouseEventTypeMouseReleased, at[0], at[1], input.MouseButtonRight)
	b.mouse(input.DispatchMouseEventTypeMousePressed, at[0], at[1], input.MouseButtonLeft)
	b.expect("button 4 down")
	if !browser.See[bool](b.Tab, `buttonOf("4").hasPointerCapture(1)`) {
		b.Error("outside of the window nobody would know")
	}
	b.mouse(input.DispatchMouseEventTypeMouseReleased, 5, 5, input.MouseButtonLeft)
	b.expect("button 4 up")
}

func followsFingers(b *page) {
	b.Resize(390, 844)
	b.Await(whole) // the panel shrinks, and the buttons move to their places
	b.touch("2")
	b.touch("2", "5")
	b.touch("2", "5", "ok")
	b.expect("button 2 down", "button 5 down", "key OK down")
	b.touch()
	for range 3 {
		if e := takeEvent(b, b.table); e.Down {
			b.Errorf("%v is still down", e.Button)
		}
	}
	b.Await(`document.documentElement.scrollWidth <= innerWidth`)
}

// beginsAnotherSession checks that a failed session lets its buttons go, and that the next works: when the
// network failed, and when the stream is opened anew.
func beginsAnotherSession(b *page) {
	for _, fails := range []string{`renew(session)`, `document.dispatchEvent(new Event("visibilitychange"))`} {
		session := browser.See[string](b.Tab, "session.id")
		b.key("Digit1", "1", true)
		b.expect("button 1 down")
		browser.See[any](b.Tab, fails+", true")
		b.expect("button 1 up")
		b.Await(`document.body.dataset.link === "live" && session.id !== "` + session + `"`)
		b.key("Digit1", "1", false)
	}
	b.key("Digit2", "2", true)
	b.expect("button 2 down")
}

// keepsItsSession checks that ten presses at the virtual table come through in one session.
func keepsItsSession(t *testing.T, e engine) {
	table := newTable(t, 4)
	b := openIn(t, e, table)
	session := browser.See[string](b.Tab, "session.id")
	for i := range 10 {
		button := 1 + i%4
		// A fast machine's tests are soon back at a button, and what comes so soon bounces.
		b.Await(fmt.Sprintf(`!(performance.now() - up.get("%d") < bounce)`, button))
		b.Tap(fmt.Sprint("Digit", button))
		down, up := takeEvent(t, table), takeEvent(t, table)
		if !down.Down || up.Down || int(down.Button) != button {
			t.Errorf("press %d: %+v, %+v", i, down, up)
		}
	}
	if session != browser.See[string](b.Tab, "session.id") {
		t.Error("it began another session")
	}
}

// isReadOut checks that the page of the virtual table has the display's text and its links for
// screen readers, in another language without being loaded anew: nobody's press is lost meanwhile.
func isReadOut(t *testing.T, e engine) {
	table := newTable(t, 3)
	b := openIn(t, e, table)
	browser.See[bool](b.Tab, `window.stays = true`)
	table.page.Say("fr", "À vos boutons !", nil)
	b.Await(`panel.canvas.ariaLabel.endsWith("À vos boutons !") && panel.canvas.lang === "fr"`)
	b.Await(`document.querySelector("#said[aria-live]").textContent === "À vos boutons !"`)
	b.Await(`document.documentElement.lang === "fr" && document.title === "arbitre : la table" && stays &&
		buttonOf("1").ariaLabel.startsWith("Place 1")`)
	b.Await(`document.querySelector("#scoreboard").href === "http://192.0.2.7:8089/"`)
	b.Await(`document.querySelector("#judge-page").hidden`)
	b.Await(`document.querySelector("#address").textContent === "http://192.0.2.7:8088/" &&
		document.querySelector("#phones img").naturalWidth > 100`)
}
