package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"arbitre/display/web/browser"

	"github.com/gorilla/websocket"
)

// An engine is a running browser of some kind. It returns its page for the next test, without cookies: a page
// of its own for each would take a process each time.
type engine func(testing.TB) (browser.Page, error)

// A page with tabs can open others in its window and bring one to the front.
type besides interface {
	Another(testing.TB) (browser.Page, error)
	Front() error
}

// start runs a browser's program until the test ends, and returns the first match of a regular
// expression in its output; "" does not wait for one.
func start(t testing.TB, line string, program string, args ...string) (found string) {
	t.Helper()
	command := exec.Command(program, args...)
	command.Env = append(os.Environ(), "LANG=C.UTF-8", "HOME="+t.TempDir(), "WEBKIT_DISABLE_COMPOSITING_MODE=1",
		"NO_AT_BRIDGE=1")
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stdout = command.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	if line == "" {
		go io.Copy(io.Discard, said)
		return ""
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if found := regexp.MustCompile(line).FindString(lines.Text()); found != "" {
			go io.Copy(io.Discard, said)
			return found
		}
	}
	t.Fatalf("%s never says %s", program, line)
	panic("not reached")
}

func chromium(t testing.TB) engine { return browser.Start(t).Fresh }

// keystrokes returns the key actions that type a text (WebDriver, section 17.4.2, keyboard actions;
// BiDi has the same).
func keystrokes(text string) []any {
	var moves []any
	for _, key := range strings.NewReplacer("\r", "\uE007", "\b", "\uE003", "\t", "\uE004").Replace(text) {
		for _, move := range []string{"keyDown", "keyUp"} {
			moves = append(moves, map[string]any{"type": move, "value": string(key)})
		}
	}
	return []any{map[string]any{"type": "key", "id": "keyboard", "actions": moves}}
}

// click returns the pointer actions of a mouse click.
func click(x, y float64) []any {
	return []any{map[string]any{"type": "pointer", "id": "mouse", "actions": []any{
		map[string]any{"type": "pointerMove", "x": math.Round(x), "y": math.Round(y)},
		map[string]any{"type": "pointerDown", "button": 0},
		map[string]any{"type": "pointerUp", "button": 0},
	}}}
}

// A fox is a page in Firefox, driven by WebDriver BiDi (W3C).
type fox struct {
	*socket
	context string
}

// firefox starts Firefox with some more preferences.
func firefox(t testing.TB, preferences ...string) engine {
	t.Helper()
	if _, err := exec.LookPath("firefox-esr"); err != nil {
		t.Skip("needs Firefox, of firefox-esr")
	}
	profile := t.TempDir()
	preferences = append(preferences, `"intl.accept_languages", "en"`, `"remote.active-protocols", 1`)
	var settings strings.Builder
	for _, p := range preferences {
		fmt.Fprintf(&settings, "user_pref(%s);\n", p)
	}
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	at := start(t, `ws://\S+`, "firefox-esr", "--headless", "--no-remote", "--profile",
		profile, "--remote-debugging-port", "0", "about:blank")
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), at+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	s := &socket{conn: conn}
	if _, err := s.call("session.new", map[string]any{"capabilities": map[string]any{}}); err != nil {
		t.Fatal(err)
	}
	page, err := (&fox{s, ""}).Another(t)
	if err != nil {
		t.Fatal(err)
	}
	return func(testing.TB) (browser.Page, error) {
		_, err := s.call("storage.deleteCookies", map[string]any{})
		_, left := page.(*fox).do("browsingContext.navigate", map[string]any{"url": "about:blank", "wait": "complete"})
		return page, errors.Join(err, left, page.(*fox).Front())
	}
}

func (f *fox) do(method string, params map[string]any) (json.RawMessage, error) {
	params["context"] = f.context
	return f.call(method, params)
}

func (f *fox) Another(t testing.TB) (browser.Page, error) {
	opened, err := told[struct{ Context string }](
		f.call("browsingContext.create", map[string]any{"type": "tab"}))
	other := &fox{f.socket, opened.Context}
	t.Cleanup(func() { other.do("browsingContext.close", map[string]any{}) })
	return other, err
}

func (f *fox) Front() error {
	_, err := f.do("browsingContext.activate", map[string]any{})
	return err
}

func (f *fox) Begin(url string) error {
	_, err := f.do("browsingContext.navigate", map[string]any{"url": url, "wait": "none"})
	return err
}

func (f *fox) Ask(expression string) ([]byte, error) {
	answer, err := f.call("script.evaluate", map[string]any{
		"expression": "JSON.stringify((" + expression + "))", "awaitPromise": false,
		"target": map[string]any{"context": f.context}})
	is, err := told[struct {
		Type   string
		Result struct{ Value string }
	}](answer, err)
	if err == nil && is.Type != "success" {
		err = fmt.Errorf("%s", answer)
	}
	return []byte(is.Result.Value), err
}

func (f *fox) Type(text string) error { return f.perform(keystrokes(text)) }

func (f *fox) Press(x, y float64) error { return f.perform(click(x, y)) }

func (f *fox) perform(actions []any) error {
	_, err := f.do("input.performActions", map[string]any{"actions": actions})
	return err
}

func (f *fox) Size(width, height int) error {
	_, err := f.do("browsingContext.setViewport",
		map[string]any{"viewport": map[string]int{"width": width, "height": height}})
	return err
}

func (f *fox) Picture() ([]byte, error) {
	shot, err := told[struct{ Data []byte }](f.do("browsingContext.captureScreenshot", map[string]any{}))
	return shot.Data, err
}

// A kit is the page of WebKit, driven by WebDriver (W3C), which can't bring another window to the
// front.
type kit struct{ session string } // its address

func (k *kit) do(method, path string, body any) (json.RawMessage, error) {
	patience := 2 * time.Minute // several browsers start at once
	if path == "/screenshot" {
		patience = 5 * time.Second // the driver waits for ever for a window that is not drawn
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	text, _ := json.Marshal(body)
	request, err := http.NewRequestWithContext(ctx, method, k.session+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var told struct{ Value json.RawMessage }
	if err = json.NewDecoder(answer.Body).Decode(&told); err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s", told.Value)
	}
	return told.Value, err
}

// screen starts an X server until the test ends, and returns its display.
func screen(t testing.TB) (display string) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1400x1700x24", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{writer}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
	number, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return ":" + strings.TrimSpace(number)
}

func webkit(t testing.TB) engine {
	t.Helper()
	browsers, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	_, noScreen := exec.LookPath("Xvfb")
	_, noDriver := exec.LookPath("WebKitWebDriver")
	if noDriver != nil || noScreen != nil || len(browsers) == 0 {
		t.Skip("needs WebKit, of webkit2gtk-driver and xvfb")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	start(t, "", "env", "DISPLAY="+screen(t), "WebKitWebDriver", "--port="+port)
	k := &kit{session: "http://127.0.0.1:" + port + "/session"}
	options := map[string]any{"binary": browsers[len(browsers)-1], "args": []string{"--automation"}}
	var session struct{ SessionID string }
	for late := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		session, err = told[struct{ SessionID string }](k.do("POST", "", map[string]any{
			"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}}))
		if err == nil {
			break
		}
		if time.Now().After(late) {
			t.Fatal(err)
		}
	}
	k.session += "/" + session.SessionID
	t.Cleanup(func() { k.do("DELETE", "", nil) })
	return func(testing.TB) (browser.Page, error) {
		_, err := k.do("DELETE", "/cookie", nil) // cookies of the last visited box
		return k, errors.Join(err, k.Begin("about:blank"))
	}
}

func (k *kit) Begin(url string) error {
	_, err := k.do("POST", "/url", map[string]any{"url": url})
	return err
}

func (k *kit) Ask(expression string) ([]byte, error) {
	script := "return JSON.stringify((" + expression + "))"
	text, err := told[string](k.do("POST", "/execute/sync", map[string]any{"script": script, "args": []any{}}))
	return []byte(text), err
}

func (k *kit) Type(text string) error { return k.perform(keystrokes(text)) }

func (k *kit) Press(x, y float64) error { return k.perform(click(x, y)) }

func (k *kit) perform(actions []any) error {
	_, err := k.do("POST", "/actions", map[string]any{"actions": actions})
	return err
}

// Size sets the window's size so that the page in it has this size.
func (k *kit) Size(width, height int) error {
	frame, err := told[[2]int](k.Ask(`[outerWidth - innerWidth, outerHeight - innerHeight]`))
	if err == nil {
		_, err = k.do("POST", "/window/rect", map[string]any{"width": width + frame[0], "height": height + frame[1]})
	}
	return err
}

func (k *kit) Picture() ([]byte, error) { return told[[]byte](k.do("GET", "/screenshot", nil)) }

// told decodes the JSON of an answer.
func told[T any](answer []byte, err error) (v T, _ error) {
	if err == nil {
		err = json.Unmarshal(answer, &v)
	}
	return v, err
}

// A socket sends commands on a WebSocket, one at a time.
type socket struct {
	conn *websocket.Conn
	last int
}

// call sends a command and waits for its answer.
func (s *socket) call(method string, params any) (json.RawMessage, error) {
	s.last++
	// several browsers start at once, on a machine that is busy
	s.conn.SetReadDeadline(time.Now().Add(5 * time.Minute)) // on an error reading fails, too
	if err := s.conn.WriteJSON(map[string]any{"id": s.last, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		var answer struct {
			ID             int
			Result         json.RawMessage
			Error, Message string
		}
		if err := s.conn.ReadJSON(&answer); err != nil {
			return nil, err
		}
		if answer.ID != s.last {
			continue // an event
		}
		if answer.Error != "" {
			return nil, fmt.Errorf("%s: %s: %s", method, answer.Error, answer.Message)
		}
		return answer.Result, nil
	}
}
