package club_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt"

	"github.com/eclipse/paho.golang/paho"
	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// carries has the club carry a broker until the test or the returned function ends it.
func (h *hall) carries(at string, e club.Entry) (address string, end func()) {
	h.Helper()
	listener := must(net.Listen("tcp", at))
	e.Prefix = "arbitre"
	closes := must(h.Carry(listener, e))
	end = sync.OnceFunc(func() { closes() })
	h.Cleanup(end)
	return listener.Addr().String(), end
}

// follow has a club follow a broker until the test ends.
func (h *hall) follow(address, user, password string) {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		at := mqtt.Broker{URL: &url.URL{Scheme: "mqtt", Host: address}, User: user,
			Password: func() ([]byte, error) { return []byte(password), nil }}
		err := h.Follow(ctx, at, "arbitre")
		if err != nil {
			h.Error(err)
		}
	}()
	h.Cleanup(func() { stop(); <-done })
}

// until waits for what is to come.
func (h *hall) until(what string, come func() bool) {
	h.Helper()
	late := time.After(20 * time.Second)
	for {
		changed := h.Changed()
		if come() {
			return
		}
		select {
		case <-changed:
		case <-late:
			h.Fatalf("%s: never; tables %+v", what, h.Tables())
		}
	}
}

// waitForReport waits until it is reported that the broker serves nobody. The club then takes note
// that no table can be heard, which is a change.
func (h *hall) waitForReport() {
	h.Helper()
	h.until("a report", func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return len(h.reported) > 0
	})
}

// enter connects a client, whose last will is on a topic; "" for none.
func enter(t *testing.T, address, user, password, will string) (*paho.Client, error) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	c := paho.NewClient(paho.ClientConfig{Conn: conn})
	hello := &paho.Connect{ClientID: t.Name() + user + will, CleanStart: true, KeepAlive: 30,
		Username: user, UsernameFlag: user != "", Password: []byte(password), PasswordFlag: password != ""}
	if will != "" {
		hello.WillMessage = &paho.WillMessage{Topic: will, Payload: []byte("offline"), QoS: 1, Retain: true}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err = c.Connect(ctx, hello); err == nil {
		t.Cleanup(func() { conn.Close() })
	}
	return c, err
}

// publish publishes as a table does.
func publish(t *testing.T, c *paho.Client, topic, payload string, retain bool) error {
	t.Helper()
	_, err := c.Publish(t.Context(), &paho.Publish{Topic: topic, Payload: []byte(payload), QoS: 1, Retain: retain})
	return err
}

// A house is a broker that lets everybody in. Until it heals it may be deaf, and lets nobody subscribe,
// or ends the connection of who has; and it may take nothing from the club.
type house struct {
	broker.HookBase
	deaf, ends bool
	keeps      bool // what the club would clear
	heals      atomic.Bool
	asked      atomic.Pointer[packets.Subscriptions] // the last subscription
}

func (*house) ID() string { return "house" }

func (*house) Provides(b byte) bool {
	return slices.Contains([]byte{broker.OnConnectAuthenticate, broker.OnACLCheck, broker.OnPacketSent, broker.OnSubscribe}, b)
}

func (*house) OnConnectAuthenticate(*broker.Client, packets.Packet) bool { return true }

func (h *house) OnACLCheck(client *broker.Client, topic string, write bool) bool {
	if write {
		return !h.keeps || h.heals.Load() || !strings.HasPrefix(client.ID, "arbitre-club-") || topic == mqtt.MembersTopic("arbitre")
	}
	return !h.deaf || h.ends || h.heals.Load()
}

func (h *house) OnSubscribe(_ *broker.Client, p packets.Packet) packets.Packet {
	h.asked.Store(&p.Filters)
	return p
}

func (h *house) OnPacketSent(client *broker.Client, p packets.Packet, _ []byte) {
	if p.FixedHeader.Type == packets.Suback && h.ends && !h.heals.Load() {
		client.Stop(nil)
	}
}

// starts serves it at an address until the test or the returned function ends it.
func (h *house) starts(t *testing.T, at string) (address string, end func()) {
	t.Helper()
	listener := must(net.Listen("tcp", at))
	can := broker.NewDefaultServerCapabilities()
	can.MaximumMessageExpiryInterval = 0
	b := broker.New(&broker.Options{Capabilities: can, Logger: slog.New(slog.DiscardHandler)})
	check(t, errors.Join(b.AddHook(h, nil), b.Serve()))
	var mu sync.Mutex
	var open []net.Conn
	end = sync.OnceFunc(func() {
		listener.Close() // the broker itself ends with the tests: see Club.Carry
		mu.Lock()
		defer mu.Unlock()
		for _, c := range open {
			c.Close()
		}
	})
	t.Cleanup(end)
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, c)
			mu.Unlock()
			go b.EstablishConnection("", c)
		}
	}()
	return listener.Addr().String(), end
}

func TestWhatIsRetainedIsHeardAndWhatComesAfter(t *testing.T) {
	t.Parallel()
	first := new(house)
	address, end := first.starts(t, "127.0.0.1:0")
	table := must(enter(t, address, "", "", "arbitre/kitchen/status"))
	say := func(suffix, payload string) {
		t.Helper()
		check(t, publish(t, table, "arbitre/kitchen/"+suffix, payload, true))
	}
	say("status", "online")
	say("state", `{"table":"Kitchen"}`)
	h := newHall(t)
	h.follow(address, "", "")
	online := func() bool { all := h.Tables(); return len(all) == 1 && all[0].Online }
	h.until("what was said before", func() bool { return online() && h.Tables()[0].State.Table == "Kitchen" })
	var asked []string
	for _, f := range *first.asked.Load() {
		asked = append(asked, fmt.Sprint(f.Filter, " ", f.Qos))
	}
	same(t, "asked for", asked, []string{"arbitre/+/state 1", "arbitre/+/games 1", "arbitre/+/status 1"})

	say("state", `{"table":"Küche"}`)
	h.until("what is said later", func() bool { return h.Tables()[0].State.Table == "Küche" })

	table.Disconnect(&paho.Disconnect{ReasonCode: 0x04}) // with the will
	h.until("the last will", func() bool { return !online() })
	table = must(enter(t, address, "", "", "arbitre/kitchen/status"))
	say("status", "online")
	h.until("the table's return", online)

	end()
	h.until("the end of the broker", func() bool { return !online() })
	h.mu.Lock()
	if len(h.reported) != 1 || strings.Contains(h.reported[0], "nil") {
		t.Errorf("of the end of the broker it reports %q", h.reported)
	}
	h.mu.Unlock()
	new(house).starts(t, address)
	h.until("what is said to another broker", func() bool {
		again, err := enter(t, address, "", "", "")
		return err == nil && publish(t, again, "arbitre/kitchen/status", "online", true) == nil && online()
	})
}

func TestABrokerThatRefusesToTellIsAskedAgain(t *testing.T) {
	for what, rights := range map[string]*house{"a subscription": {deaf: true}, "a connection": {deaf: true, ends: true}} {
		t.Run(what, func(t *testing.T) {
			address, _ := rights.starts(t, "127.0.0.1:0")
			h := newHall(t)
			h.follow(address, "", "")
			table := must(enter(t, address, "", "", ""))
			check(t, publish(t, table, "arbitre/kitchen/status", "online", true))
			h.waitForReport()
			if strings.Contains(h.reported[0], "nil") {
				t.Errorf("it is reported without a reason: %s", h.reported[0])
			}
			rights.heals.Store(true)
			h.until("what was retained", func() bool { return len(h.Tables()) == 1 })
		})
	}
}

// A connection that was lost after more than a second is sought again at once.
func TestABrokerThatComesAndGoesIsTriedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		at := mqtt.Broker{URL: &url.URL{Scheme: "mqtt", Host: "broker"}, Dial: func(context.Context) (net.Conn, error) {
			tries++
			time.Sleep(2 * time.Second)
			return nil, errors.New("it is away")
		}}
		must(0, newHall(t).Follow(ctx, at, "arbitre"))
		if tries != 30 { // with 0.05 seconds between
			t.Errorf("in a minute it is tried %d times", tries)
		}
	})
}

// A broker that is away is tried again after 0.05, 0.1, 0.2 … 5 seconds, and a file that can't be written
// every second. Each is reported at most once a minute.
func TestWhatIsAwayIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t)
		var tries atomic.Int64
		ctx, stop := context.WithCancel(t.Context())
		at := mqtt.Broker{URL: &url.URL{Scheme: "mqtt", Host: "broker"}, Dial: func(context.Context) (net.Conn, error) {
			tries.Add(1)
			return nil, errors.New("it is away")
		}}
		done := make(chan error)
		go func() { done <- h.Follow(ctx, at, "arbitre") }()
		time.Sleep(59 * time.Second)
		if tries := tries.Load(); tries != 18 { // 8 within 6.35 s
			t.Errorf("in a minute it is tried %d times", tries)
		}
		file := filepath.Join(h.folder, "club.db")
		must(0, os.Rename(file, file+".away"))
		must(0, os.Mkdir(file, 0o700))
		h.says("kitchen", mqtt.GamesSuffix, mqtt.Games{game(id(1), start, "Anna")})
		time.Sleep(59 * time.Second)
		h.mu.Lock()
		for i, want := range []string{"the broker: it is away", "it is tried again: ", "the broker: it is away"} {
			if len(h.reported) != 3 || !strings.HasPrefix(h.reported[i], want) {
				t.Errorf("reported %q, want %q at %d", h.reported, want, i)
			}
		}
		h.mu.Unlock()
		must(0, os.Remove(file))
		must(0, os.Rename(file+".away", file))
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		same(t, "kept at the end", told(h.Games()), []string{"kitchen " + id(1) + " Anna"})
	})
}

func TestOnlyWhoKnowsThePasswordEnters(t *testing.T) {
	h := newHall(t)
	address, _ := h.carries("127.0.0.1:0", club.Entry{User: "club", Password: []byte("secret"),
		Tables: map[string]string{"grosse-kuche": "onions"}})
	for _, tt := range []struct {
		user, password string
		enters         bool
	}{
		{"club", "secret", true}, {"club", "wrong", false}, {"other", "secret", false}, {"", "", false}, {"", "secret", false},
		{"Große Küche", "onions", true}, {"grosse-kuche", "secret", false}, {"club", "onions", false},
	} {
		if _, err := enter(t, address, tt.user, tt.password, ""); (err == nil) != tt.enters {
			t.Errorf("%s with %q: %v", tt.user, tt.password, err)
		}
	}
	for _, will := range []string{"arbitre/grosse-kuche/status", "arbitre/hall/status"} {
		_, err := enter(t, address, "grosse-kuche", "onions", will)
		if own := will == "arbitre/grosse-kuche/status"; (err == nil) != own {
			t.Errorf("a will on %s: %v", will, err)
		}
	}
	table := must(enter(t, address, "grosse-kuche", "onions", ""))
	whole := must(enter(t, address, "club", "secret", ""))
	for topic, own := range map[string]bool{"arbitre/grosse-kuche/state": true, "arbitre/hall/state": false,
		"homeassistant/device/arbitre_grosse-kuche/config": true, "homeassistant/device/arbitre_hall/config": false,
		"homeassistant/status": false} {
		if err := publish(t, table, topic, "{}", true); (err == nil) != own {
			t.Errorf("of a table with a password %s: %v", topic, err)
		}
		if err := publish(t, whole, topic, "{}", true); err != nil {
			t.Errorf("of who may do everything %s: %v", topic, err)
		}
	}
	alone, _ := newHall(t).carries("127.0.0.1:0", club.Entry{Tables: map[string]string{"hall": "x"}})
	if _, err := enter(t, alone, "", "", ""); err == nil {
		t.Error("where tables have passwords somebody without one enters")
	}
	guest := newHall(t)
	guest.follow(address, "club", "wrong")
	guest.waitForReport()
}

func TestOnlyKnownTopicsAreTaken(t *testing.T) {
	h := newHall(t)
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	c := must(enter(t, address, "", "", ""))
	for topic, taken := range map[string]bool{
		"arbitre/kitchen/state": true, "arbitre/kitchen/arm": true, "arbitre/kitchen/event": true, "arbitre/kitchen/doctor": true,
		"homeassistant/device/arbitre_kitchen/config": true, "homeassistant/status": true,
		"arbitre/kitchen": false, "arbitre/members": false, "arbitre/Küche/state": false, "arbitre/kitchen/state/x": false, "other": false,
		"arbitre/kitchen/7": false, "arbitre/kitchen/homeassistant": false, "homeassistant/7": false,
		"homeassistant/device/arbitre_/config": false, "homeassistant/device/arbitre_Küche/config": false,
	} {
		if err := publish(t, c, topic, "{}", false); (err == nil) != taken {
			t.Errorf("%s: %v; want it taken: %v", topic, err, taken)
		}
	}
	for _, will := range []string{"other", "arbitre/kitchen/7"} {
		if _, err := enter(t, address, "", "", will); err == nil {
			t.Errorf("somebody left a will at %s", will)
		}
	}
	long := strings.Repeat("x", 16<<10)
	for suffix, most := range map[string]int{"state": 16 << 10, "event": 16 << 10, "games": 256 << 10} {
		for _, size := range []int{most, most + 1} {
			text := strings.Repeat(long, 1+size>>14)[:size]
			if err := publish(t, c, "arbitre/kitchen/"+suffix, text, true); (err == nil) != (size == most) {
				t.Errorf("%d bytes at %s: %v", size, suffix, err)
			}
		}
	}
	if got := heardBy(t, address, "arbitre/kitchen/event"); got != "" {
		t.Errorf("an event is kept: %.20s", got)
	}
	go c.Publish(t.Context(), &paho.Publish{Topic: "arbitre/kitchen/games", Payload: make([]byte, 300<<10), QoS: 1})
	<-c.Done() // for a packet of 300 kB is not taken
}

// heardBy returns what a broker keeps at a topic, "" for nothing.
func heardBy(t *testing.T, address, topic string) (kept string) {
	t.Helper()
	const last = "arbitre/reader/event" // what comes after all that is kept
	conn := must(net.Dial("tcp", address))
	defer conn.Close()
	done, ended := make(chan struct{}), false
	c := paho.NewClient(paho.ClientConfig{Conn: conn, OnPublishReceived: []func(paho.PublishReceived) (bool, error){
		func(p paho.PublishReceived) (bool, error) {
			if e := p.Packet.Properties.MessageExpiry; e != nil {
				t.Errorf("what is kept at %s ends after %d s", topic, *e)
			}
			switch {
			case ended: // what comes later is not kept
			case p.Packet.Topic == last:
				ended = true
				close(done)
			default:
				kept = string(p.Packet.Payload)
			}
			return true, nil
		}}})
	must(c.Connect(t.Context(), &paho.Connect{ClientID: rand.Text(), CleanStart: true, KeepAlive: 30}))
	must(c.Subscribe(t.Context(), &paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: topic}, {Topic: last}}}))
	must(c.Publish(t.Context(), &paho.Publish{Topic: last}))
	<-done
	return kept
}

// says publishes what a table says, kept, and reports whether it is taken.
func says(t *testing.T, c *paho.Client, table string, suffix mqtt.Suffix, what any) bool {
	t.Helper()
	payload, plain := what.(string)
	if !plain {
		payload = string(must(json.Marshal(what)))
	}
	return publish(t, c, mqtt.Topic{Prefix: "arbitre", Table: table, Suffix: suffix}.String(), payload, true) == nil
}

// Tables that nobody has lock out none that is there, and what they say takes no more than so much
// memory. Those with results stay.
func TestInventedTablesGiveWay(t *testing.T) {
	h := newHall(t)
	l := h.Limits()
	l.Tables, l.Retained = 20, 1<<20
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	guest := must(enter(t, address, "guest", "", ""))
	real := must(enter(t, address, "real", "", "arbitre/kitchen/status"))
	says(t, real, "kitchen", mqtt.GamesSuffix, mqtt.Games{game(id(1), start, "Anna")})
	h.keep()
	for i := range 30 {
		if !says(t, guest, fmt.Sprint("x", i), mqtt.Status, mqtt.Online) {
			t.Fatalf("invented table %d is refused", i)
		}
	}
	for _, table := range []string{"kitchen", "hall"} { // the first has results, the second is new
		if !says(t, real, table, mqtt.Status, mqtt.Online) || !says(t, real, table, mqtt.StateSuffix, mqtt.State{Table: table}) {
			t.Errorf("%s is locked out", table)
		}
	}
	all := h.Tables()
	there := func(name string) bool {
		return slices.ContainsFunc(all, func(t club.Table) bool { return t.Name == name })
	}
	if len(all) != 20 || !there("kitchen") || !there("hall") || there("x0") {
		t.Errorf("%d tables, with kitchen %v, hall %v, the first invented %v", len(all), there("kitchen"), there("hall"), there("x0"))
	}
	if got := heardBy(t, address, "arbitre/x0/status"); got != "" {
		t.Errorf("of a table that gave way the broker keeps %q", got)
	}
	if got := heardBy(t, address, "arbitre/hall/status"); got != mqtt.Online {
		t.Errorf("of a table that is there the broker keeps %q", got)
	}
	big := strings.Repeat(" ", 100<<10)
	for i := range 30 { // one in place of the other
		if !says(t, real, "hall", mqtt.GamesSuffix, big[i:]) {
			t.Fatalf("what a table says for the %dth time is refused", i)
		}
	}
	for i := range 30 { // 3 MB in all
		says(t, guest, fmt.Sprint("y", i), mqtt.GamesSuffix, big)
	}
	if got := heardBy(t, address, "arbitre/kitchen/games"); !strings.Contains(got, "Anna") {
		t.Errorf("of the table with results the broker keeps %.20q", got)
	}
	kept := 0
	for i := range 30 {
		kept += len(heardBy(t, address, fmt.Sprintf("arbitre/y%d/games", i)))
	}
	if kept == 0 || kept > 1<<20 {
		t.Errorf("the broker keeps %d bytes", kept)
	}
}

// Where no table can give way, the broker keeps so many bytes, and no more. What is cleared, replaced
// or forgotten makes room.
func TestWhatTheBrokerKeepsIsBounded(t *testing.T) {
	h := newHall(t)
	h.Limits().Retained = 100_000
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	for i := range 6 {
		add(t, h.Club, fmt.Sprint(i), game(id(i), start)) // so that it has played
	}
	c := must(enter(t, address, "", "", ""))
	for i, step := range []struct {
		table string
		bytes int
		taken bool
	}{
		{"0", 40_000, true}, {"1", 40_000, true}, {"2", 20_001, false}, {"2", 20_000, true}, {"3", 1, false}, {"3", 0, true},
		{"0", 0, true}, {"3", 39_999, true}, {"4", 2, false}, {"4", 1, true}, {"1", 30_000, true}, {"5", 10_001, false},
		{"5", 10_000, true}, {"2", 0, true}, {"2", 20_000, true}, {"0", 1, false}, {"forget 1", 0, true}, {"0", 30_001, false}, {"0", 30_000, true},
	} {
		if table, forget := strings.CutPrefix(step.table, "forget "); forget {
			must(h.Forget(table))
			h.keep()
		} else if says(t, c, table, mqtt.GamesSuffix, strings.Repeat(" ", step.bytes)) != step.taken {
			t.Errorf("step %d, %d bytes of table %s: want them taken: %v", i, step.bytes, table, step.taken)
		}
	}
}

// What is kept has no end, and no session outlasts its connection. A last will is heard, and nobody is
// served once the club has closed.
func TestTheClubsOwnBroker(t *testing.T) {
	h := newHall(t)
	address, end := h.carries("127.0.0.1:0", club.Entry{})
	is := func(online bool) func() bool {
		return func() bool { all := h.Tables(); return len(all) == 1 && all[0].Online == online }
	}
	table := must(enter(t, address, "", "", "arbitre/kitchen/status"))
	says(t, table, "kitchen", mqtt.Status, mqtt.Online)
	h.until("the table", is(true))
	table.Disconnect(&paho.Disconnect{ReasonCode: 0x04}) // with the will
	h.until("the last will", is(false))
	if got := heardBy(t, address, "arbitre/kitchen/status"); got != mqtt.Offline {
		t.Errorf("of a table that is gone the broker keeps %q", got)
	}

	hour := uint32(3600)
	last := paho.NewClient(paho.ClientConfig{Conn: dial(t, "127.0.0.1", address, nil)})
	granted := must(last.Connect(t.Context(), &paho.Connect{ClientID: "last", KeepAlive: 30,
		Properties: &paho.ConnectProperties{SessionExpiryInterval: &hour}}))
	if s := granted.Properties.SessionExpiryInterval; s == nil || *s != 0 {
		t.Errorf("a session is kept for %v", s)
	}
	will := &paho.WillMessage{Topic: "arbitre/kitchen/status", Payload: make([]byte, 16<<10+1)}
	greedy := paho.NewClient(paho.ClientConfig{Conn: dial(t, "127.0.0.1", address, nil)})
	if _, err := greedy.Connect(t.Context(), &paho.Connect{ClientID: "greedy", KeepAlive: 30, WillMessage: will}); err == nil {
		t.Error("a last will may be longer than what a table says")
	}
	end()
	<-last.Done()
}

// What is refused without a word, of a client of MQTT 3.1.1, or without an acknowledgement, is
// neither kept nor heard, and costs no connection.
func TestWhatIsRefusedIsNotKept(t *testing.T) {
	h := newHall(t)
	address, _ := h.carries("127.0.0.1:0", club.Entry{})
	for qos := range 2 {
		c := dial(t, "127.0.0.1", address, []byte("\x10\x0d\x00\x04MQTT\x04\x02\x00\x1e\x00\x01x"))
		topic := "arbitre/kitchen/state"
		c.Write(fmt.Appendf(nil, "%c\xff\xff\x01\x00%c%s", 0x31|qos<<1, len(topic), topic)) // with 32,767 bytes
		c.Write(slices.Concat([]byte{0, 1}[:2*qos], make([]byte, 32_767-2-len(topic)-2*qos)))
		c.Write([]byte{0xc0, 0})
		c.SetReadDeadline(time.Now().Add(20 * time.Second))
		answer := make([]byte, 6) // to its greeting, and to its ping
		if _, err := io.ReadFull(c, answer); err != nil || string(answer) != "\x20\x02\x00\x00\xd0\x00" {
			t.Errorf("with QoS %d it is answered %x, %v", qos, answer, err)
		}
	}
	c := must(enter(t, address, "", "", ""))
	must(c.Publish(t.Context(), &paho.Publish{Topic: "arbitre/kitchen/state", Payload: make([]byte, 16<<10+1), Retain: true}))
	if got := heardBy(t, address, "arbitre/kitchen/state"); got != "" || len(h.Tables()) != 0 {
		t.Errorf("kept %.20q, heard %+v", got, h.Tables())
	}
	must(c.Publish(t.Context(), &paho.Publish{Topic: "arbitre/kitchen/state", Payload: []byte("{}")}))
	h.until("what is small enough", func() bool { return len(h.Tables()) == 1 })
}

// Tables that the club has heard are there after another start, though its broker has forgotten them.
func TestATableThatIsOffIsNotConnected(t *testing.T) {
	folder := inMemory(t)
	first := &hall{TB: t, Club: open(t, folder)}
	address, end := first.carries("127.0.0.1:0", club.Entry{})
	table := must(enter(t, address, "", "", "arbitre/kuche/status"))
	says(t, table, "kuche", mqtt.Status, mqtt.Online)
	says(t, table, "kuche", mqtt.StateSuffix, mqtt.State{Table: "Küche"})
	says(t, table, "hall", mqtt.Status, mqtt.Online)
	says(t, table, "hall", mqtt.Status, "") // it has another name from then on
	first.keep()
	end()
	again := &hall{TB: t, Club: open(t, folder)}
	again.carries("127.0.0.1:0", club.Entry{})
	if all := again.Tables(); len(all) != 1 || all[0].Online || all[0].State.Table != "Küche" {
		t.Errorf("after another start: %+v", all)
	}
	must(again.Forget("kuche"))
	last := &hall{TB: t, Club: open(t, folder)}
	last.carries("127.0.0.1:0", club.Entry{})
	if all := last.Tables(); len(all) != 0 {
		t.Errorf("of tables that are forgotten there are %+v", all)
	}
}

// What the organiser has forgotten is gone at the broker, too, with the names of its players: the club's own,
// and another.
func TestATableIsForgotten(t *testing.T) {
	for _, what := range []string{"the club's own", "another", "one that refuses at first"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			other := &house{keeps: what != "another"}
			var address string
			if what != "the club's own" {
				address, _ = other.starts(t, "127.0.0.1:0")
				h.follow(address, "", "")
			} else {
				address, _ = h.carries("127.0.0.1:0", club.Entry{})
				ctx, stop := context.WithCancel(t.Context())
				done := make(chan struct{})
				go func() { defer close(done); h.Run(ctx) }()
				t.Cleanup(func() { stop(); <-done })
			}
			keeps := func(topic, want string) {
				t.Helper()
				for late := time.Now().Add(20 * time.Second); heardBy(t, address, topic) != want; {
					if time.Now().After(late) {
						t.Fatalf("at %s the broker keeps %s, want %s", topic, heardBy(t, address, topic), want)
					}
				}
			}
			guest := must(enter(t, address, "", "", ""))
			for i, table := range []string{"kitchen", "mallory"} {
				says(t, guest, table, mqtt.Status, mqtt.Online)
				says(t, guest, table, mqtt.GamesSuffix, mqtt.Games{game(id(2*i), start, table), game(id(2*i+1), start, table)})
			}
			h.until("their games", func() bool { return len(h.Games()) == 4 })
			keeps("arbitre/members", `["mallory","kitchen"]`)
			if n, err := open(t, h.folder).Forget("mallory", "nobody"); n != 2 || err != nil {
				t.Errorf("%d games are forgotten, %v; want 2", n, err)
			}
			h.until("the end of a table", func() bool { return len(h.Tables()) == 1 && len(h.Games()) == 2 })
			if what == "one that refuses at first" {
				h.waitForReport()
				if want := `it is tried again: the broker does not forget ["mallory" "nobody"] yet: `; !strings.HasPrefix(h.reported[0], want) {
					t.Errorf("reported %q", h.reported)
				}
				other.heals.Store(true)
			}
			for _, suffix := range []mqtt.Suffix{mqtt.GamesSuffix, mqtt.Status} { // the status is cleared last
				keeps(mqtt.Topic{Prefix: "arbitre", Table: "mallory", Suffix: suffix}.String(), "")
			}
			keeps("arbitre/members", `["kitchen"]`)
			if heardBy(t, address, "arbitre/kitchen/games") == "" {
				t.Error("the broker has forgotten another table")
			}
			h.keep()
			says(t, guest, "mallory", mqtt.Status, mqtt.Online)
			h.until("its return", func() bool { return len(h.Tables()) == 2 })
			h.keep()
			if n := len(h.Tables()); n != 2 {
				t.Errorf("it is forgotten again: %d tables", n)
			}
		})
	}
}
