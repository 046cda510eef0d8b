package main

import (
	"bufio"
	"bytes"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/display/mqtt"
	"arbitre/display/web/browser"
	"arbitre/games/all"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// A mosquitto is Debian's broker with TLS and a password, in a folder of its own, and a reader of
// all that it is told.
type mosquitto struct {
	*testing.T
	folder        string
	port, sockets string // of MQTT, and of web sockets; both with TLS
	broker        *exec.Cmd
}

const secret = "correct horse"

// needBroker starts a mosquitto.
func needBroker(t *testing.T) *mosquitto {
	t.Helper()
	if os.Getenv("ARBITRE_BROKER") == "" {
		t.Skip("ARBITRE_BROKER=1 runs it: needs mosquitto and mosquitto-clients")
	}
	m := &mosquitto{T: t, folder: t.TempDir(), port: freePort(t), sockets: freePort(t)}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin") // an administrator's folder
	m.certify()
	out, err := exec.Command("mosquitto_passwd", "-c", "-b", m.file("users"), "table", secret).CombinedOutput()
	if err != nil {
		t.Fatalf("mosquitto_passwd: %v\n%s", err, out)
	}
	m.write("rights", "user table\ntopic read #\ntopic readwrite arbitre/kitchen/#\n"+
		"topic readwrite arbitre/salon/#\ntopic readwrite home/salon/#\ntopic readwrite homeassistant/#\n")
	conf := fmt.Sprintf("allow_anonymous false\nuser root\npassword_file %s\nacl_file %s\n",
		m.file("users"), m.file("rights"))
	for port, protocol := range map[string]string{m.port: "mqtt", m.sockets: "websockets"} {
		conf += fmt.Sprintf("listener %s 127.0.0.1\nprotocol %s\ncertfile %s\nkeyfile %s\n",
			port, protocol, m.file("cert.pem"), m.file("key.pem"))
	}
	m.write("mosquitto.conf", conf)
	m.write("password", secret+"\n")
	m.write("table.toml", fmt.Sprintf("[mqtt]\nbroker = \"mqtts://127.0.0.1:%s\"\nuser = \"table\"\n"+
		"password_file = %q\ntable = \"Kitchen\"\n", m.port, m.file("password")))
	t.Setenv("SSL_CERT_FILE", m.file("cert.pem")) // the authorities that the machine trusts
	m.start()
	t.Cleanup(m.kill)
	return m
}

func freePort(t *testing.T) string {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return port
}

func (m *mosquitto) file(name string) string { return filepath.Join(m.folder, name) }

func (m *mosquitto) write(name, text string) {
	m.Helper()
	check(m, os.WriteFile(m.file(name), []byte(text), 0o600))
}

// certify makes a certificate for 127.0.0.1, which is its own authority.
func (m *mosquitto) certify() {
	m.Helper()
	server := httptest.NewTLSServer(nil) // which has one
	server.Close()
	pair := server.TLS.Certificates[0]
	private := must(x509.MarshalPKCS8PrivateKey(pair.PrivateKey))
	m.write("cert.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: pair.Certificate[0]})))
	m.write("key.pem", string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})))
}

// start starts the broker, and its reader as soon as it answers.
func (m *mosquitto) start() {
	m.Helper()
	m.broker = exec.Command("mosquitto", "-c", m.file("mosquitto.conf"))
	check(m, m.broker.Start())
	for until := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", "127.0.0.1:"+m.port); err == nil {
			c.Close()
			break
		} else if time.Now().After(until) {
			m.Fatal(err)
		}
	}
	heard := must(os.OpenFile(m.file("heard"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600))
	defer heard.Close()
	reader := exec.Command("mosquitto_sub", "-V", "5", "-h", "127.0.0.1", "-p", m.port, "--cafile", m.file("cert.pem"),
		"-u", "table", "-P", secret, "-t", "#", "-q", "1", "-v")
	reader.Stdout = heard
	check(m, reader.Start())
	m.Cleanup(func() { reader.Process.Kill(); reader.Wait() })
}

func (m *mosquitto) kill() {
	m.broker.Process.Kill()
	m.broker.Wait()
}

// told returns what was heard on a topic so far.
func (m *mosquitto) told(topic string) (payloads []string) {
	m.Helper()
	heard := must(os.ReadFile(m.file("heard")))
	for line := range strings.Lines(string(heard)) { // "TOPIC PAYLOAD"
		payload, is := strings.CutPrefix(line, topic+" ")
		if payload, whole := strings.CutSuffix(payload, "\n"); is && whole {
			payloads = append(payloads, payload)
		}
	}
	return payloads
}

// await waits until the newest message of a topic has a text.
func (m *mosquitto) await(topic, text string) {
	m.Helper()
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		if told := m.told(topic); len(told) > 0 && strings.Contains(told[len(told)-1], text) {
			return
		}
	}
	m.Fatalf("%s never has %q, but\n%s", topic, text, strings.Join(m.told(topic), "\n"))
}

// thumb opens the page of the virtual table for as long as the test runs, and returns what presses
// its buttons one after the other, each once the judge may have read what it answers.
func (d *demoTable) thumb() (press func(buttons ...string)) {
	d.Helper()
	page := must(http.Get(d.url + "state"))
	d.Cleanup(func() { page.Body.Close() })
	lines, session := bufio.NewReader(page.Body), []string(nil)
	for session == nil {
		line, err := lines.ReadString('\n')
		if err != nil {
			d.Fatal("the page has no session:", err)
		}
		session = regexp.MustCompile(`"session":"(\w+)"`).FindStringSubmatch(line)
	}
	go io.Copy(io.Discard, lines)
	return func(buttons ...string) {
		d.Helper()
		for _, button := range buttons {
			time.Sleep(700 * time.Millisecond)
			for _, down := range []bool{true, false} {
				body := fmt.Sprintf(`{"session":%q,"edges":[{"button":%q,"down":%v}]}`, session[1], button, down)
				answer := must(http.Post(d.url+"edges", "application/json", strings.NewReader(body)))
				if answer.Body.Close(); answer.StatusCode >= 300 {
					d.Fatalf("%s: %s", button, answer.Status)
				}
				time.Sleep(betweenTaps)
			}
		}
	}
}

// The real program tells a real broker of a game, which is killed and comes back meanwhile: what
// was told are the facts of the journal, each once at least and in their order.
func TestBrokerHearsAGame(t *testing.T) {
	m := needBroker(t)
	d := &demoTable{Tab: &browser.Tab{TB: t}, state: t.TempDir()}
	d.start(t, "127.0.0.2:0", "--config", m.file("table.toml"))
	const table = "arbitre/kitchen/"
	m.await(table+"status", "online")
	m.await("homeassistant/device/arbitre_kitchen/config", `"name":"Kitchen"`)
	press := d.thumb()
	press("ok", "1", "2", "3", "ok", "previous", "previous", "ok", "ok", "ok")
	m.await(table+"state", `"turn":[1]`)
	press("1")
	m.await(table+"state", `"turn":[2]`)
	m.kill()
	press("2", "3")
	m.start()
	m.await(table+"state", `"turn":[1]`)
	press("1")
	m.await(table+"state", `"turn":[2]`)
	m.await(table+"event", `"fact":"turn","seat":2`)

	var want []string
	_, _, err := journal.Play(d.journal(), all.Games(), math.MaxInt64, func(l journal.Line) {
		for _, f := range l.Facts {
			line, _ := json.Marshal(f)
			want = append(want, fmt.Sprintf("%d.%d %s", f.Line, f.N, line))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, payload := range m.told(table + "event") {
		var e mqtt.Event
		check(t, json.Unmarshal([]byte(payload), &e))
		got = append(got, fmt.Sprintf("%d.%d %s", e.Line, e.N, e.Fact))
	}
	if diff := cmp.Diff(want, slices.Compact(got)); diff != "" { // a fact that is told again follows itself
		t.Errorf("what the journal has, and what the broker was told (-want +got):\n%s", diff)
	}
	d.command.Process.Signal(os.Interrupt)
	d.command.Wait()
	m.await(table+"status", "offline")
}

// A table that gets another name or prefix, or loses its broker, leaves nothing of the old one there.
// A button that it may not show any more is taken back.
func TestBrokerForgetsAnEarlierName(t *testing.T) {
	m := needBroker(t)
	config := must(os.ReadFile(m.file("table.toml")))
	retained := func() (topics string) { // a line for each topic
		sub := exec.Command("mosquitto_sub", "-V", "5", "-h", "127.0.0.1", "-p", m.port, "--cafile", m.file("cert.pem"),
			"-u", "table", "-P", secret, "-t", "#", "--retained-only", "-F", "%t", "-W", "1")
		out, _ := sub.Output() // it ends with an error, for the time is over
		lines := slices.Sorted(strings.Lines(string(out)))
		return strings.Join(lines, "")
	}
	of := func(prefix, table string) string {
		at := prefix + "/" + table + "/"
		return fmt.Sprintf("%sgames\n%sstate\n%sstatus\nhomeassistant/device/arbitre_%s/config\n", at, at, at, table)
	}
	d := &demoTable{Tab: &browser.Tab{TB: t}, state: t.TempDir()}
	for _, c := range []struct{ name, replaced, by, want, arm string }{
		{"at first", "", "arm = true\n", of("arbitre", "kitchen"), `"arm":{"command_topic"`},
		{"no button", "", "", of("arbitre", "kitchen"), `"arm":{"platform":"button"}`},
		{"the same", "", "", of("arbitre", "kitchen"), `"qos":1`},
		{"another name", "Kitchen", "Salon", of("arbitre", "salon"), ""},
		{"another prefix", "table = \"Kitchen\"", "table = \"Salon\"\nprefix = \"home\"", of("home", "salon"), ""},
		{"no broker", "broker =", "# broker =", "", ""},
	} {
		text := strings.Replace(string(config), c.replaced, c.by, 1)
		if c.replaced == "" {
			text = string(config) + c.by
		}
		m.write("other.toml", text)
		d.start(t, "127.0.0.2:0", "--config", m.file("other.toml"))
		if c.arm != "" {
			m.await("homeassistant/device/arbitre_kitchen/config", c.arm)
		}
		got := retained()
		for until := time.Now().Add(30 * time.Second); got != c.want && time.Now().Before(until); {
			got = retained()
		}
		if got != c.want {
			t.Errorf("%s: the broker keeps\n%s\nwant\n%s", c.name, got, c.want)
		}
		d.command.Process.Signal(os.Interrupt)
		d.command.Wait()
	}
}

// The doctor says what is wrong with the way to the broker, and nobody tells the password.
func TestBrokerIsLookedAtByTheDoctor(t *testing.T) {
	m := needBroker(t)
	config := must(os.ReadFile(m.file("table.toml")))
	for _, c := range []struct{ name, old, now, want string }{
		{"all is well", "", "", "ok       broker"},
		{"a web socket", "mqtts://127.0.0.1:" + m.port, "wss://127.0.0.1:" + m.sockets, "ok       broker"},
		{"another password", "password\"", "mosquitto.conf\"", "Not authorized"},
		{"no password file", "password\"", "nowhere\"", "no such file"},
		{"a certificate for another name", "127.0.0.1", "localhost", "certificate"},
		{"no rights on the topics", "Kitchen", "Bar", "not authorized"},
		{"nobody is there", m.port, "1", "connection refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m.write("other.toml", strings.Replace(string(config), c.old, c.now, 1))
			command := exec.Command("arbitre", "doctor", "--config", m.file("other.toml"))
			command.Env = append(os.Environ(), "LC_ALL=C")
			out, _ := command.CombinedOutput() // other parts are missing here
			said := strings.Contains(strings.ToLower(string(out)), strings.ToLower(c.want))
			if !said || bytes.Contains(out, []byte(secret)) {
				t.Errorf("it says\n%s\nwant %q", out, c.want)
			}
		})
	}
}
