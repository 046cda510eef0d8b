package wifi

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/display/shown"
	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// connect returns a daemon whose Wi-Fi is up with these networks near, and its helper's side.
func connect(t *testing.T, near ...shown.Network) (*Client, net.Conn, *bufio.Reader) {
	t.Helper()
	c := NewClient(filepath.Join(t.TempDir(), "socket"))
	helpers := must(net.Listen("unix", c.socket))
	t.Cleanup(func() { helpers.Close() })
	c.Open()
	helper := must(helpers.Accept())
	t.Cleanup(func() { helper.Close() })
	helper.SetDeadline(time.Now().Add(time.Minute))
	is(c, helper, news{Near: near})
	is(c, helper, State{Phase: Up, Network: "arbitre-kx", Key: "abcdefghjkmn"})
	return c, helper, bufio.NewReader(helper)
}

// is has the helper tell something, and waits until the daemon knows the state.
func is(c *Client, helper net.Conn, line any) {
	json.NewEncoder(helper).Encode(line)
	if state, ok := line.(State); ok {
		for (<-c.Changes()).Phase != state.Phase {
		}
	}
}

var near = []shown.Network{{SSID: []byte("Home"), Lock: shown.WPA3, Strength: 80}, {SSID: []byte("Café"), Strength: 40},
	{SSID: []byte("Office"), Lock: shown.Enterprise, Strength: 30}, {SSID: []byte("Old"), Lock: shown.WEP, Strength: 20}}

// The daemon asks for what can be done, with the lock that the radio has heard, and for nothing while
// the box tries. The phone is told why it failed.
func TestADaemonJoinsAHome(t *testing.T) {
	for _, tt := range []struct {
		ssid, key string
		want      string // the line, or the word of the refusal
	}{
		{"Home", "secret of the home", `{"network":{"ssid":"SG9tZQ==","lock":"sae","strength":80},"key":"secret of the home"}`},
		{"Café", "", `{"network":{"ssid":"Q2Fmw6k=","strength":40}}`},
		{"Hidden", "12345678", `{"network":{"ssid":"SGlkZGVu","lock":"psk"},"key":"12345678"}`},
		{"\xff\x00", "", `{"network":{"ssid":"/wA="}}`},
		{"Home", "short", "wifi_key"},
		{"Home", strings.Repeat("x", 64), "wifi_key"},
		{"Home", "a line\nand another", "wifi_key"},
		{"Office", "12345678", "wifi_enterprise"},
		{"Old", "12345678", "wifi_wep"},
		{"", "12345678", "wifi_not_found"},
		{strings.Repeat("x", 33), "12345678", "wifi_not_found"},
	} {
		t.Run(fmt.Sprintf("%q", tt.ssid), func(t *testing.T) {
			c, helper, wishes := connect(t, near...)
			if err := c.Join([]byte(tt.ssid), tt.key); err != nil {
				if why, ok := errors.AsType[*games.Refusal](err); !ok || why.Say.Word != tt.want {
					t.Errorf("it is refused with %v, want %s", err, tt.want)
				}
				return
			}
			line, err := wishes.ReadString('\n')
			if err != nil || strings.TrimSpace(line) != tt.want {
				t.Errorf("it asks for %s, %v", line, err)
			}
			if c.Join([]byte("Home"), "12345678") == nil || c.Search() == nil || c.Homes().Open {
				t.Error("it asks again while the box tries")
			}
			is(c, helper, State{Phase: Up, Network: "arbitre-kx", Key: "abcdefghjkmn", Home: "Home", Why: WrongKey})
			if got := c.Homes(); !got.Open || got.Why != string(WrongKey) || got.Last != "Home" || len(got.Near) != len(near) {
				t.Errorf("then it is %+v", got)
			}
			if said := fmt.Sprintf("%+v", c.State()); tt.key != "" && strings.Contains(said, tt.key) {
				t.Error("the state tells the key")
			}
			if err := c.Search(); err != nil || c.State().Phase != Starting {
				t.Errorf("it can't search: %v", err)
			}
			is(c, helper, State{Phase: Joined, Home: "Home"})
			if c.State().Phase != Joined || c.Homes().Open {
				t.Errorf("at last it is %+v", c.State())
			}
		})
	}
}

// Of what a room full of access points sends, the strongest of each name is told, and it has room in a
// line.
func TestTheStrongestNetworksAreTold(t *testing.T) {
	heard := []shown.Network{{SSID: nil, Strength: 99}, {SSID: make([]byte, 8), Strength: 99}, {SSID: []byte("twice"), Strength: 3}, {SSID: []byte("twice"), Strength: 98}}
	for i := range 100 {
		heard = append(heard, shown.Network{SSID: fmt.Appendf(nil, "%032d", i), Lock: shown.Enterprise, Strength: 90 - i%50})
	}
	got := strongest(heard)
	if len(got) != mostNear || string(got[0].SSID) != "twice" || got[0].Strength != 98 || string(got[1].SSID) == "twice" {
		t.Errorf("it tells of %d, %s first", len(got), got[0].SSID)
	}
	line, err := json.Marshal(news{Near: got})
	if err != nil || len(line) > mostLine {
		t.Errorf("a line of %d bytes, %v", len(line), err)
	}
	if back, err := parseNews(line); err != nil || !cmp.Equal(back.Near, got) {
		t.Errorf("it is read with %v", err)
	}
}

// The locks, by the flags of access points as NetworkManager has them.
func TestALockIsAsTheAirSays(t *testing.T) {
	for _, tt := range []struct {
		flags, security uint32
		want            shown.Lock
	}{
		{0, 0, ""},
		{0, 0x1000, ""}, // open, beside one of OWE
		{1, 0x800, shown.OpenPrivate},
		{1, 0, shown.WEP},
		{1, 0x188, shown.WPA},
		{1, 0x588, shown.WPA}, // WPA2 and WPA3
		{1, 0x488, shown.WPA3},
		{1, 0x288, shown.Enterprise},
		{1, 0x2000, shown.Enterprise},
	} {
		if got := lockOf(tt.flags, tt.security); got != tt.want {
			t.Errorf("%#x, %#x is %q, want %q", tt.flags, tt.security, got, tt.want)
		}
	}
}

// A helper does what it can do, and nothing after a line that is none.
func TestAHelperReadsItsDaemon(t *testing.T) {
	h := helper{wishes: make(chan wish, 1)}
	h.read(strings.NewReader(`{"search":true}` + "\n" + `{"search":true}` + "\n{}\n" + strings.Repeat("x", 2*mostWish)))
	if got := <-h.wishes; !got.Search || len(h.wishes) > 0 {
		t.Errorf("it reads %+v and %d more", got, len(h.wishes))
	}
	for _, line := range []string{"rubbish\n", "{}\n", strings.Repeat(" ", 2*mostWish) + `{"search":true}` + "\n"} {
		h.read(strings.NewReader(line + `{"search":true}` + "\n"))
		if len(h.wishes) > 0 {
			t.Errorf("it goes on after %.20q", line)
		}
	}
}

// Whatever comes as a line is refused, or can be done and is within its limits.
func FuzzLines(f *testing.F) {
	for _, line := range []string{`{"search":true}`, `{"network":{"ssid":"SG9tZQ==","lock":"psk"},"key":"12345678"}`, `{"phase":"up"}`,
		`{"near":[{"ssid":"/wA=","lock":"sae","strength":80}]}`, `{"near":[]}`, `{"near":[{"ssid":""}]}`, `{"key":1}`} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		if w, err := parseWish(line); err == nil && !w.Search {
			if n := len(w.Network.SSID); n == 0 || n > mostSSID {
				t.Errorf("a name of %d bytes", n)
			}
			if locked := w.Network.Lock == shown.WPA || w.Network.Lock == shown.WPA3; locked && (len(w.Key) < leastKey || len(w.Key) > mostKey) {
				t.Errorf("a key of %d bytes", len(w.Key))
			}
			again, err := json.Marshal(w)
			if back, e := parseWish(again); err != nil || e != nil || !bytes.Equal(back.Network.SSID, w.Network.SSID) {
				t.Errorf("%s is read as %+v, %v, %v", again, back, err, e)
			}
		}
		if n, err := parseNews(line); err == nil && len(n.Near) > mostNear {
			t.Errorf("%d networks", len(n.Near))
		}
	})
}
