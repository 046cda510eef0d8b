// Package wifi has NetworkManager make a Wi-Fi of the box's own, for a room without one. The daemon
// may not ask NetworkManager for anything: its half of the package, [Client], asks a helper, and
// [Serve] is that helper, a process of its own that can do nothing else.
package wifi

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"
)

// Socket is where systemd starts a helper for each connection.
const Socket = "/run/arbitre-wifi.socket"

// Address is the box's own in its Wi-Fi. systemd listens there for the daemon, on port 80.
var Address = netip.MustParseAddr("10.77.85.1")

// A State is what a helper tells, a line of JSON each time.
type State struct {
	Phase Phase `json:"phase"`
	// Network and Key are what a phone needs to join, from Up on.
	Network string `json:"network,omitempty"`
	Key     string `json:"key,omitempty"`
	Why     Reason `json:"why,omitempty"` // of Failed
}

// A Phase of the box's own Wi-Fi; the zero value is that there is none.
type Phase string

// The phases.
const (
	Starting Phase = "starting"
	Up       Phase = "up"
	Failed   Phase = "failed"
)

// A Reason why there is no Wi-Fi, as the words of the displays have it.
type Reason string

// The reasons.
const (
	NoManager Reason = "wifi_no_manager" // NetworkManager is not installed
	Stopped   Reason = "wifi_stopped"    // or does not run
	NoRadio   Reason = "wifi_no_radio"
	RadioOff  Reason = "wifi_radio_off" // by a switch of the machine
	NoAccess  Reason = "wifi_no_access" // the radio can't be an access point
	Refused   Reason = "wifi_refused"   // NetworkManager has tried, and can't
)

// letters are those of names and keys: small ones that nobody takes for another or for a digit.
const letters = "abcdefghjkmnpqrstuvwxyz"

// random returns n random letters, each of 4.5 bits.
func random(n int) string {
	b := make([]byte, n)
	for i := range b {
		for {
			rand.Read(b[i : i+1]) // never fails
			if int(b[i]) < 256/len(letters)*len(letters) {
				break
			}
		}
		b[i] = letters[int(b[i])%len(letters)]
	}
	return string(b)
}

// Code returns the text of a QR code by which phones join a network (ZXing, "Barcode Contents",
// Wi-Fi Network config).
func Code(network, key string) string {
	escape := strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, `:`, `\:`, `"`, `\"`).Replace
	return "WIFI:S:" + escape(network) + ";T:WPA;P:" + escape(key) + ";;"
}

// A Client is the daemon's half. Its methods wait for nobody, and may be called from any goroutine.
type Client struct {
	socket  string
	changes chan State // the newest; capacity 1

	mu    sync.Mutex
	link  net.Conn // to the helper; nil without one
	state State
}

// NewClient returns a client of the helpers at a socket.
func NewClient(socket string) *Client { return &Client{socket: socket, changes: make(chan State, 1)} }

// IsOffered reports whether this machine has the helper.
func (c *Client) IsOffered() bool {
	info, err := os.Stat(c.socket)
	return err == nil && info.Mode()&fs.ModeSocket != 0
}

// Changes returns the channel of new states. Only the newest is kept.
func (c *Client) Changes() <-chan State { return c.changes }

// State returns the present state.
func (c *Client) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// Open starts the Wi-Fi unless there is one. It lasts as long as its helper's connection.
func (c *Client) Open() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link != nil {
		return
	}
	link, err := net.Dial("unix", c.socket) // at once: systemd accepts, or its queue is full
	if err != nil {
		c.set(State{Phase: Failed, Why: Refused})
		return
	}
	c.link = link
	c.set(State{Phase: Starting})
	go c.listen(link)
}

// Close ends the Wi-Fi.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link != nil {
		c.link.Close()
		c.link = nil
	}
	c.set(State{})
}

// set notes and tells a state. The caller holds mu.
func (c *Client) set(s State) {
	if c.state == s {
		return
	}
	c.state = s
	select {
	case <-c.changes:
	default:
	}
	c.changes <- s
}

// mostLine is the longest line of a helper, in bytes.
const mostLine = 4 << 10

// A helper takes a moment to end its Wi-Fi. Until then systemd starts no other, and closes a connection
// without a word: so often is it tried again, and so long after.
const (
	mostTries    = 20
	betweenTries = time.Second / 4
)

// listen hears the helper of a connection to its end.
func (c *Client) listen(link net.Conn) {
	last, said := c.hear(link)
	for range mostTries {
		if said {
			break
		}
		time.Sleep(betweenTries)
		next, err := net.Dial("unix", c.socket)
		if err != nil {
			break
		}
		c.mu.Lock()
		if c.link != link { // it was closed meanwhile
			c.mu.Unlock()
			next.Close()
			return
		}
		c.link, link = next, next
		c.mu.Unlock()
		last, said = c.hear(link)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link == link {
		c.link = nil
		c.set(last)
	}
}

// hear tells what a helper says, and returns its last state, and whether it has said anything. If it
// ends without a reason, that is one.
func (c *Client) hear(link net.Conn) (last State, said bool) {
	defer link.Close()
	lines := bufio.NewScanner(link)
	lines.Buffer(nil, mostLine)
	last = State{Phase: Failed, Why: Refused}
	for lines.Scan() {
		var s State
		said = true
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			break
		}
		if s.Phase == Failed {
			return s, true
		}
		c.mu.Lock()
		if c.link == link {
			c.set(s)
		}
		c.mu.Unlock()
	}
	return last, said
}

// A failure is a reason with what NetworkManager has said.
type failure struct {
	Reason
	err error
}

func (f failure) Error() string { return fmt.Sprintf("%s: %v", f.Reason, f.err) }

// fail returns a failure.
func fail(r Reason, err error) error {
	if known, ok := errors.AsType[failure](err); ok {
		return known
	}
	return failure{r, err}
}
