package web

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"arbitre/display/web/tab"
)

// An engine is a browser that shows one page.
type engine struct {
	testing.TB
	open func(url string) error
	eval func(expression string) (json string, err error) // an expression of JavaScript that is a string
	shot func() (png string, err error)                   // in base64
}

// see tells what an expression is in the page.
func see[T any](e *engine, expression string) (v T) {
	e.Helper()
	text, err := e.eval("JSON.stringify(" + expression + ")")
	if err == nil {
		err = json.Unmarshal([]byte(text), &v)
	}
	if err != nil {
		e.Fatalf("%s: %v", expression, err)
	}
	return v
}

func (e *engine) await(expression string) {
	e.Helper()
	for late := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		text, err := e.eval("String(!!(" + expression + "))") // while a page goes it has an error
		if err == nil && text == "true" {
			return
		}
		if time.Now().After(late) {
			e.photograph("failed")
			e.Fatalf("%s: it is %s, %v", expression, text, err)
		}
	}
}

func (e *engine) photograph(name string) {
	folder := os.Getenv("ARBITRE_ARTEFACTS")
	if folder == "" {
		return
	}
	text, err := e.shot()
	if err != nil {
		e.Fatal(err)
	}
	engine := strings.Split(e.Name(), "/")[1]
	picture, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		e.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("web-%s-%s.png", engine, name)), picture, 0o666); err != nil {
		e.Fatal(err)
	}
}

// start runs a browser's program until the test ends, and returns what matches in one of its first lines.
func start(t testing.TB, line string, program string, args ...string) string {
	t.Helper()
	command := exec.Command(program, args...)
	command.Env = append(os.Environ(), "LANG=C.UTF-8", "HOME="+t.TempDir(), "WEBKIT_DISABLE_COMPOSITING_MODE=1", "NO_AT_BRIDGE=1")
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
	return ""
}

func chromium(t testing.TB) *engine {
	b := tab.Open(t, "about:blank")
	return &engine{t,
		b.Begin,
		func(expression string) (string, error) { return tab.Ask[string](b, expression) },
		func() (string, error) {
			picture, err := b.Picture()
			return base64.StdEncoding.EncodeToString(picture), err
		},
	}
}

// firefox speaks WebDriver BiDi (W3C), with some preferences beside its own.
func firefox(t testing.TB, preferences ...string) *engine {
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
	at := start(t, `ws://\S+`, "firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank")
	s := dialSocket(t, strings.TrimPrefix(at, "ws://"), "/session")
	type context struct {
		Context string `json:"context"`
	}
	call[struct{}](t, s, "session.new", map[string]any{"capabilities": map[string]any{}})
	tree := call[struct {
		Contexts []context `json:"contexts"`
	}](t, s, "browsingContext.getTree", map[string]any{})
	page := tree.Contexts[0].Context
	call[struct{}](t, s, "browsingContext.setViewport", map[string]any{"context": page, "viewport": map[string]int{"width": 390, "height": 844}})
	return &engine{t,
		func(url string) error {
			_, err := s.call("browsingContext.navigate", map[string]any{"context": page, "url": url, "wait": "interactive"})
			return err
		},
		func(expression string) (string, error) {
			answer, err := s.call("script.evaluate", map[string]any{"expression": expression, "target": context{page}, "awaitPromise": false})
			var told struct {
				Type   string
				Result struct{ Value string }
			}
			if err == nil {
				err = json.Unmarshal(answer, &told)
			}
			if err == nil && told.Type != "success" {
				err = fmt.Errorf("%s", answer)
			}
			return told.Result.Value, err
		},
		func() (string, error) {
			answer, err := s.call("browsingContext.captureScreenshot", map[string]any{"context": page})
			var shot struct{ Data string }
			if err == nil {
				err = json.Unmarshal(answer, &shot)
			}
			return shot.Data, err
		},
	}
}

// webkit speaks WebDriver (W3C).
func webkit(t testing.TB) *engine {
	t.Helper()
	browsers, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	_, noScreen := exec.LookPath("Xvfb")
	_, noDriver := exec.LookPath("WebKitWebDriver")
	if noDriver != nil || noScreen != nil || len(browsers) == 0 {
		t.Skip("needs WebKit, of webkit2gtk-driver and xvfb")
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	screen := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x900x24", "-nolisten", "tcp")
	screen.ExtraFiles = []*os.File{writer}
	if err := screen.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Process.Kill(); screen.Wait() })
	number, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	start(t, "", "WebKitWebDriver", "--port="+port)
	base := "http://127.0.0.1:" + port + "/session"
	patient := &http.Client{Timeout: time.Minute}
	ask := func(method, path string, body any) (value json.RawMessage, err error) {
		text, _ := json.Marshal(body)
		request, err := http.NewRequest(method, base+path, bytes.NewReader(text))
		if err != nil {
			return nil, err
		}
		answer, err := patient.Do(request)
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
	options := map[string]any{"binary": browsers[len(browsers)-1], "args": []string{"--automation"}}
	var session struct{ SessionID string }
	for late := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		value, err := ask("POST", "", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}})
		if err == nil {
			err = json.Unmarshal(value, &session)
		}
		if err == nil {
			break
		}
		if time.Now().After(late) {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { ask("DELETE", "/"+session.SessionID, nil) })
	in := "/" + session.SessionID
	text := func(value json.RawMessage, err error) (s string, _ error) {
		if err == nil && json.Unmarshal(value, &s) != nil {
			err = fmt.Errorf("%s is no text", value)
		}
		return s, err
	}
	return &engine{t,
		func(url string) error { _, err := ask("POST", in+"/url", map[string]any{"url": url}); return err },
		func(expression string) (string, error) {
			return text(ask("POST", in+"/execute/sync", map[string]any{"script": "return " + expression, "args": []any{}}))
		},
		func() (string, error) { return text(ask("GET", in+"/screenshot", nil)) },
	}
}

// A socket is a WebSocket on which commands are sent and answered one by one (RFC 6455).
type socket struct {
	conn net.Conn
	in   *bufio.Reader
	last int
}

func dialSocket(t testing.TB, host, path string) *socket {
	t.Helper()
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n", path, host)
	in := bufio.NewReader(conn)
	answer, err := http.ReadResponse(in, nil)
	if err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("the socket at %s: %v, %v", host, answer, err)
	}
	return &socket{conn: conn, in: in}
}

func (s *socket) send(text []byte) error {
	frame := []byte{0x81, 0x80 | byte(len(text))}
	if len(text) > 125 {
		frame = binary.BigEndian.AppendUint16([]byte{0x81, 0x80 | 126}, uint16(len(text))) // nothing here is longer
	}
	var mask [4]byte
	rand.Read(mask[:])
	frame = append(frame, mask[:]...)
	for i, b := range text {
		frame = append(frame, b^mask[i%4])
	}
	_, err := s.conn.Write(frame)
	return err
}

func (s *socket) receive() (text []byte, err error) {
	for {
		var head [2]byte
		if _, err := io.ReadFull(s.in, head[:]); err != nil {
			return nil, err
		}
		size := uint64(head[1] & 0x7F)
		if wide := map[uint64]int{126: 2, 127: 8}[size]; wide > 0 {
			var b [8]byte
			if _, err := io.ReadFull(s.in, b[8-wide:]); err != nil {
				return nil, err
			}
			size = binary.BigEndian.Uint64(b[:])
		}
		part := make([]byte, size)
		if _, err := io.ReadFull(s.in, part); err != nil {
			return nil, err
		}
		switch head[0] & 0x0F {
		case 0, 1:
			if text = append(text, part...); head[0]&0x80 != 0 {
				return text, nil
			}
		case 8:
			return nil, errors.New("the socket is closed")
		}
	}
}

// call sends a command and waits for its answer.
func (s *socket) call(method string, params any) (json.RawMessage, error) {
	s.last++
	text, err := json.Marshal(map[string]any{"id": s.last, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if err := s.send(text); err != nil {
		return nil, err
	}
	s.conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	for {
		text, err := s.receive()
		if err != nil {
			return nil, err
		}
		var answer struct {
			ID             int
			Result         json.RawMessage
			Error, Message string
		}
		if err := json.Unmarshal(text, &answer); err != nil {
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

func call[R any](t testing.TB, s *socket, method string, params any) (result R) {
	t.Helper()
	answer, err := s.call(method, params)
	if err == nil {
		err = json.Unmarshal(answer, &result)
	}
	if err != nil {
		t.Fatal(err)
	}
	return result
}
