package club_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
)

// dial connects to a broker from an address of this machine, and sends some bytes.
func dial(t testing.TB, from, address string, first []byte) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c := must(d.DialContext(context.Background(), "tcp", address))
	c.Write(first) // it may be closed already
	t.Cleanup(func() { c.Close() })
	return c
}

// hello returns the packet with which a client says who it is.
func hello(id string) []byte {
	var text bytes.Buffer
	p := packets.NewControlPacket(packets.CONNECT)
	*p.Content.(*packets.Connect) = packets.Connect{ProtocolName: "MQTT", ProtocolVersion: 5, ClientID: id,
		CleanStart: true, Properties: &packets.Properties{}, WillProperties: &packets.Properties{}}
	must(p.WriteTo(&text))
	return text.Bytes()
}

// entersFrom connects a table from an address, and fails if it is not let in.
func entersFrom(t *testing.T, from, address, id string) *paho.Client {
	t.Helper()
	c := paho.NewClient(paho.ClientConfig{Conn: dial(t, from, address, nil)})
	if _, err := c.Connect(t.Context(), &paho.Connect{ClientID: id, CleanStart: true, KeepAlive: 30}); err != nil {
		t.Fatalf("a table from %s is not let in: %v", from, err)
	}
	return c
}

// isOpen reports whether a broker has left a connection open.
func isOpen(c net.Conn) bool {
	c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := io.Copy(io.Discard, c)
	wrong, ok := err.(net.Error)
	return ok && wrong.Timeout()
}

func TestTheLimitsAreDocumented(t *testing.T) {
	text := string(must(os.ReadFile("../README.md")))
	for _, bound := range club.Bounds() {
		if !strings.Contains(text, bound) {
			t.Errorf("README.md does not say %q", bound)
		}
	}
}

// Whoever opens connections and says nothing, from one address or a hundred, shuts nobody out: a
// table gets in even from there.
func TestIdleConnectionsShutNobodyOut(t *testing.T) {
	h := newHall(t)
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	first := entersFrom(t, "127.0.0.1", address, "first")
	var idle []net.Conn
	for range 1_205 {
		idle = append(idle, dial(t, "127.0.0.1", address, nil))
	}
	entersFrom(t, "127.0.0.1", address, "second")
	open := len(idle)
	for late := time.Now().Add(30 * time.Second); open > 32 && time.Now().Before(late); { // some wait to be accepted
		idle = slices.DeleteFunc(idle, func(c net.Conn) bool { return !isOpen(c) })
		open = len(idle)
	}
	if open == 0 || open > 32 {
		t.Errorf("of one address %d connections are open, want at most 32", open)
	}
	for i := range 1_300 {
		dial(t, fmt.Sprintf("127.0.0.%d", 100+i%100), address, hello("x")[:5])
	}
	entersFrom(t, "127.0.0.1", address, "third")
	entersFrom(t, "127.0.1.1", address, "fourth")
	if !says(t, first, "kitchen", mqtt.Status, mqtt.Online) {
		t.Error("a table that is there has lost its connection")
	}
}

// Strangers who say who they are keep their places, up to so many an address, until there are too many:
// then one of the address with the most gives way. A table with results keeps its own, and whoever is
// at its address.
func TestStrangersGiveWayToTables(t *testing.T) {
	for _, crowd := range []struct{ addresses, each, beside int }{{20, 6, 0}, {30, 2, 3}} {
		h := newHall(t)
		l := h.Limits()
		l.Clients, l.OfAddress = 60, 4
		address, _ := h.carries("127.0.0.1:0", club.Entry{})
		table := entersFrom(t, "127.0.0.1", address, "table")
		says(t, table, "kitchen", mqtt.GamesSuffix, mqtt.Games{game(id(1), start, "Anna")})
		h.keep()
		says(t, table, "kitchen", mqtt.Status, mqtt.Online) // now it is known
		connections := map[string][]net.Conn{}
		enters := func(from string, n int) {
			for i := range n {
				c := dial(t, from, address, hello(fmt.Sprint(from, "-", i)))
				c.SetReadDeadline(time.Now().Add(10 * time.Second))
				c.Read(make([]byte, 1)) // until it is answered, or closed
				connections[from] = append(connections[from], c)
			}
		}
		open := func(from string) (n int) {
			for _, c := range connections[from] {
				if isOpen(c) {
					n++
				}
			}
			return n
		}
		enters("127.0.0.1", crowd.beside)
		for i := range crowd.addresses {
			enters(fmt.Sprint("127.0.0.", 100+i), crowd.each)
		}
		if n := open("127.0.0.100"); n > 4 {
			t.Errorf("an address has %d connections", n)
		}
		all := 0
		for tries := 0; all != 60 && tries < 100; tries++ { // who gives way is closed a moment later
			time.Sleep(time.Duration(min(tries, 1)) * 50 * time.Millisecond)
			all = 1 // the table
			for from := range connections {
				all += open(from)
			}
		}
		if all != 60 {
			t.Errorf("%d connections are open in all, want 60", all)
		}
		for i := range 5 {
			entersFrom(t, fmt.Sprint("127.0.1.", i+1), address, fmt.Sprint("new", i))
		}
		if n := open("127.0.0.1"); n != crowd.beside {
			t.Errorf("beside the table %d connections are left, want %d", n, crowd.beside)
		}
		if crowd.beside == 0 {
			entersFrom(t, "127.0.0.1", address, "table, again")
		}
		if !says(t, table, "kitchen", mqtt.Status, mqtt.Online) {
			t.Error("the table with results has lost its connection")
		}
	}
}

// Of an address the oldest that has not said who it is gives way, and of all the newest of the address
// with the most. Whoever leaves makes room. At each step a connection comes from an address, idle or to
// enter, or the one of a number goes.
func TestWhoGivesWay(t *testing.T) {
	for steps, open := range map[string]string{ // of each connection at the end
		"1i 1i 1i 1i": "-+++", "1e 1i 1e 1i 1i": "+-+-+", "1i 1e 1e 1e": "-+++", "1e 1e 1e 1e": "+++-", "1e 1e 1e 1i": "+++-",
		"1e 1e 1e 2e 2e 3e 4e": "++-++++", "1i 1e 1e 2e 2e 3e 4e": "-++++++", "1e 1e 1e 2i 2i 3e 4e": "++-++++",
		"1e 1e 2e 2e 3e 3e 3e": "++++++-", "1e 1e 2e 2e 3i 3e 3e": "++++-++",
		"1e 1e 1e 2e 2e 2e #0 1e 1e": "-++++++-", "1e 1e 1e 2e 2e 2e #3 #4 3e 3e 3e 1e": "++---+++-+",
	} {
		h := newHall(t)
		l := h.Limits()
		l.Clients, l.OfAddress = 6, 3
		address, _ := h.carries("127.0.0.1:0", club.Entry{})
		var all []net.Conn
		for i, step := range strings.Fields(steps) {
			if gone, goes := strings.CutPrefix(step, "#"); goes {
				all[gone[0]-'0'].Write([]byte{packets.DISCONNECT << 4, 0})
				io.Copy(io.Discard, all[gone[0]-'0']) // until it is closed
				continue
			}
			c := dial(t, "127.0.3."+step[:1], address, nil)
			if all = append(all, c); step[1:] == "e" {
				c.Write(append(hello(fmt.Sprint(i)), packets.PINGREQ<<4, 0))
				c.SetReadDeadline(time.Now().Add(20 * time.Second))
				for b := []byte{0}; b[0] != packets.PINGRESP<<4; { // then it has entered
					if _, err := c.Read(b); err != nil {
						break
					}
				}
			}
		}
		var got string
		for late := time.Now().Add(3 * time.Second); got != open && time.Now().Before(late); { // one may wait to be accepted
			got = ""
			for _, c := range all {
				got += map[bool]string{true: "+", false: "-"}[isOpen(c)]
			}
		}
		if got != open {
			t.Errorf("after %s open are %s, want %s", steps, got, open)
		}
	}
}

// The addresses of tables with results are known, as long as they are not too many.
func TestSoManyAddressesAreKnown(t *testing.T) {
	h := newHall(t)
	l := h.Limits()
	l.Clients, l.OfAddress, l.Known = 6, 3, 1
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	var tables []*paho.Client
	for i := range 6 { // two from each address
		table := entersFrom(t, fmt.Sprint("127.0.0.", 1+i/2), address, fmt.Sprint(i))
		add(t, h.Club, fmt.Sprint("t", i/2), game(id(i/2), start))
		says(t, table, fmt.Sprint("t", i/2), mqtt.Status, mqtt.Online)
		tables = append(tables, table)
	}
	entersFrom(t, "127.0.0.9", address, "new")
	entersFrom(t, "127.0.0.9", address, "newer")
	for i, table := range tables {
		if i == 3 || i == 5 { // they have given way
			<-table.Done()
		} else if !says(t, table, "t0", mqtt.Status, mqtt.Online) {
			t.Errorf("table %d has lost its connection", i)
		}
	}
}

// A first packet may have 16,383 bytes, and come a byte at a time.
func TestTheFirstPacketIsSmall(t *testing.T) {
	address, _ := newHall(t).carries("127.0.0.1:0", club.Entry{})
	for n, enters := range map[int]bool{100: true, 127: true, 128: true, 16_383: true, 16_384: false} {
		text := hello(strings.Repeat("x", n-len(hello(""))+2))
		c := dial(t, "127.0.0.1", address, nil)
		for i := range text {
			c.Write(text[i : i+1])
			if i > 10 { // all of its head
				c.Write(text[i+1:])
				break
			}
		}
		c.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := c.Read(make([]byte, 1)); (err == nil) != enters {
			t.Errorf("with %d bytes: %v", n, err)
		}
	}
}

// An hour's worth of what strangers send: halves of packets, a byte at a time, and far too much. The
// broker closes them, and a table gets in all the while.
func TestHostileConnections(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Limits().Wait = 1500 * time.Millisecond
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	huge := []byte{packets.CONNECT << 4, 0xff, 0xff, 0xff, 0x7f}
	var all sync.WaitGroup
	var mu sync.Mutex
	closed := map[string]time.Duration{}
	for what, first := range map[string][]byte{
		"half": hello("half")[:6], "nothing": nil, "huge": huge, "huge and late": huge[:1],
		"256 kB": {packets.CONNECT << 4, 0x80, 0x80, 0x10}, "not MQTT": []byte("GET / HTTP/1.1\r\n\r\n"),
		"subscribe first": {packets.SUBSCRIBE<<4 | 2, 3, 0, 1, 0}, "slow": nil,
	} {
		for i := range 30 {
			c := dial(t, fmt.Sprint("127.0.2.", 1+i), address, first)
			all.Go(func() {
				began := time.Now()
				slow := hello("slow")
				for n := 0; isOpen(c) && time.Since(began) < 30*time.Second; n++ {
					switch {
					case what == "slow" && n < len(slow)-1:
						c.Write(slow[n : n+1])
					case what == "huge and late" && n == 0:
						c.Write(huge[1:])
					}
					time.Sleep(200 * time.Millisecond)
				}
				mu.Lock()
				defer mu.Unlock()
				closed[what] = max(closed[what], time.Since(began))
			})
		}
	}
	for i := range 5 {
		entersFrom(t, "127.0.0.1", address, fmt.Sprint("table", i))
	}
	all.Wait()
	if closed["256 kB"] >= closed["nothing"] { // a packet that is too long is not waited for
		t.Errorf("closed after %v", closed)
	}
	for what, late := range closed {
		if late >= 30*time.Second {
			t.Errorf("%s: it is never closed", what)
		}
	}
}

// Who takes nothing that he is sent is no client, though he says that he lives.
func TestWhoTakesNothingIsClosed(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.Limits().Wait = 1500 * time.Millisecond
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	c := dial(t, "127.0.0.1", address, hello("deaf"))
	c.Write([]byte{packets.SUBSCRIBE<<4 | 2, 7, 0, 1, 0, 0, 1, '#', 0})
	guest := entersFrom(t, "127.0.0.1", address, "guest")
	big := string(make([]byte, 200<<10))
	for range 100 {
		says(t, guest, "kitchen", mqtt.GamesSuffix, big)
	}
	for late := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if _, err := c.Write([]byte{packets.PINGREQ << 4, 0}); err != nil {
			return
		}
		if time.Now().After(late) {
			t.Fatal("it is never closed")
		}
	}
}
