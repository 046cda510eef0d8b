// Package wifi has NetworkManager make a Wi-Fi of the box's own, for a room without one, and join that
// of a home from there. The daemon may not ask NetworkManager for anything: its half of the package,
// [Client], asks a helper, and [Serve] is that helper, a process of its own that can do nothing else.
package wifi

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/games"
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
	// Why is the reason of Failed or, of Up, why the box has not joined Home.
	Why  Reason `json:"why,omitempty"`
	Home string `json:"home,omitempty"` // the name of the network that it joins, or was to join
}

// Says returns how it is with the Wi-Fi, in the words of the displays.
func (s State) Says() games.Text {
	switch {
	case s.Why != "":
		return games.Text{Word: string(s.Why)}
	case s.Phase == Up:
		return games.Text{Word: "wifi_on", Extra: s.Network}
	case s.Opens(), s.Phase == Joined:
		return games.Text{Word: "wifi_" + string(s.Phase)}
	}
	return games.Text{Word: "wifi_off"}
}

// Opens reports whether the box has its Wi-Fi, or may have it in a moment.
func (s State) Opens() bool { return s.Phase == Up || s.Phase == Starting || s.Phase == Joining }

// Invitation returns how a phone joins the Wi-Fi.
func (s State) Invitation() display.Invitation {
	return display.Invitation{Network: s.Network, Key: s.Key, Link: Code(s.Network, s.Key)}
}

// A Phase of the box's own Wi-Fi; the zero value is that there is none.
type Phase string

// The phases.
const (
	Starting Phase = "starting"
	Up       Phase = "up"
	Failed   Phase = "failed"
	Joining  Phase = "joining" // there is none while the box tries to join a home's
	Joined   Phase = "joined"  // nor after that
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

	WrongKey  Reason = "wifi_wrong_key"
	NotFound  Reason = "wifi_not_found"
	NoAddress Reason = "wifi_no_address" // the network gives it none
	NotJoined Reason = "wifi_not_joined" // for any other reason
)

// letters are those of names and keys: small ones that nobody takes for another or for a digit.
const letters = "abcdefghjkmnpqrstuvwxyz"

// random returns n random letters, each of 4.5 bits.
func random(n int) string {
	b := make([]byte, n)
	for i := range b {
		at, _ := rand.Int(rand.Reader, big.NewInt(int64(len(letters)))) // never fails
		b[i] = letters[at.Int64()]
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
	near  []shown.Network
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

// Homes returns the networks that the box may join, and how it was the last time.
func (c *Client) Homes() shown.Homes {
	c.mu.Lock()
	defer c.mu.Unlock()
	return shown.Homes{Near: c.near, Open: c.state.Phase == Up, Last: c.state.Home, Why: string(c.state.Why)}
}

// Search looks for networks anew. The box's own is away meanwhile.
func (c *Client) Search() error { return c.ask(wish{Search: true}, State{Phase: Starting}) }

// Join leaves the box's own Wi-Fi and joins a network, which is then kept. One that the radio has not
// heard hides its name. If that fails, the box's own is back, with the reason. An error, a
// [games.Refusal], says why it is not even tried.
func (c *Client) Join(ssid []byte, key string) error {
	w := wish{Network: shown.Network{SSID: ssid, Lock: shown.WPA}, Key: key}
	if key == "" {
		w.Network.Lock = ""
	}
	near := c.Homes().Near
	if i := slices.IndexFunc(near, func(n shown.Network) bool { return bytes.Equal(n.SSID, ssid) }); i >= 0 {
		w.Network = near[i]
	}
	if why := w.refused(); why != "" {
		return games.Refuse(games.Text{Word: why}, errors.New("no network that can be joined so"))
	}
	return c.ask(w, State{Phase: Joining, Home: w.Network.Name()})
}

// ask tells the helper a wish, and notes the state that follows. Only the Wi-Fi's own phones ask.
func (c *Client) ask(w wish, next State) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	line, err := json.Marshal(w)
	if err == nil && (c.link == nil || c.state.Phase != Up) {
		err = errors.New("the box's own Wi-Fi is not up")
	}
	if err == nil {
		c.link.SetWriteDeadline(time.Now().Add(time.Second))
		_, err = c.link.Write(append(line, '\n'))
	}
	if err != nil {
		return games.Refuse(games.Text{Word: "not_now"}, err)
	}
	c.set(next)
	return nil
}

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
		said = true
		news, err := parseNews(lines.Bytes())
		if err != nil {
			break
		}
		if news.Phase == Failed || news.Phase == Joined {
			return news.State, true
		}
		c.mu.Lock()
		if c.link == link && news.Near != nil {
			c.near = news.Near
		} else if c.link == link {
			c.set(news.State)
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
