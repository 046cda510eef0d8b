package club_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt"

	"github.com/eclipse/paho.golang/paho"
	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// carry serves a broker of the club's own until the test or the returned function ends it.
func carry(t *testing.T, at, user, password string) (address string, end func()) {
	t.Helper()
	listener := must(net.Listen("tcp", at))
	closes := must(club.ServeBroker(listener, "arbitre", user, []byte(password)))
	end = sync.OnceFunc(func() { closes() })
	t.Cleanup(end)
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

func TestWhatIsRetainedIsHeardAndWhatComesAfter(t *testing.T) {
	address, end := carry(t, "127.0.0.1:0", "", "")
	table := must(enter(t, address, "", "", "arbitre/kitchen/status"))
	say := func(leaf, payload string) {
		t.Helper()
		if err := publish(t, table, "arbitre/kitchen/"+leaf, payload, true); err != nil {
			t.Fatal(err)
		}
	}
	say("status", "online")
	say("state", `{"table":"Kitchen"}`)
	h := newHall(t)
	h.follow(address, "", "")
	online := func() bool { all := h.Tables(); return len(all) == 1 && all[0].Online }
	h.until("what was said before", func() bool { return online() && h.Tables()[0].State.Table == "Kitchen" })

	say("state", `{"table":"Küche"}`)
	h.until("what is said later", func() bool { return h.Tables()[0].State.Table == "Küche" })

	table.Disconnect(&paho.Disconnect{ReasonCode: 0x04}) // with the will
	h.until("the last will", func() bool { return !online() })
	table = must(enter(t, address, "", "", "arbitre/kitchen/status"))
	say("status", "online")
	h.until("the table's return", online)

	end()
	h.until("the end of the broker", func() bool { return !online() })
	carry(t, address, "", "")
	h.until("what is said to another broker", func() bool {
		again, err := enter(t, address, "", "", "")
		return err == nil && publish(t, again, "arbitre/kitchen/status", "online", true) == nil && online()
	})
}

// A deaf broker lets nobody subscribe until it heals, or ends the connection of who has.
type deaf struct {
	broker.HookBase
	ends  bool
	heals atomic.Bool
}

func (d *deaf) Provides(b byte) bool {
	return slices.Contains([]byte{broker.OnConnectAuthenticate, broker.OnACLCheck, broker.OnPacketSent}, b)
}

func (d *deaf) OnConnectAuthenticate(*broker.Client, packets.Packet) bool { return true }

func (d *deaf) OnACLCheck(_ *broker.Client, _ string, write bool) bool {
	return write || d.ends || d.heals.Load()
}

func (d *deaf) OnPacketSent(client *broker.Client, p packets.Packet, _ []byte) {
	if p.FixedHeader.Type == packets.Suback && d.ends && !d.heals.Load() {
		client.Stop(nil)
	}
}

func TestABrokerThatRefusesToTellIsAskedAgain(t *testing.T) {
	for what, rights := range map[string]*deaf{"a subscription": {}, "a connection": {ends: true}} {
		t.Run(what, func(t *testing.T) {
			listener := must(net.Listen("tcp", "127.0.0.1:0"))
			b := broker.New(&broker.Options{Logger: slog.New(slog.DiscardHandler)})
			if err := errors.Join(b.AddHook(rights, nil), b.Serve()); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { listener.Close() }) // the broker ends with the tests: see club.ServeBroker
			go func() {
				for {
					c, err := listener.Accept()
					if err != nil {
						return
					}
					go b.EstablishConnection("", c)
				}
			}()
			h := newHall(t)
			h.follow(listener.Addr().String(), "", "")
			table := must(enter(t, listener.Addr().String(), "", "", ""))
			if err := publish(t, table, "arbitre/kitchen/status", "online", true); err != nil {
				t.Fatal(err)
			}
			h.waitForReport()
			rights.heals.Store(true)
			h.until("what was retained", func() bool { return len(h.Tables()) == 1 })
		})
	}
}

func TestOnlyWhoKnowsThePasswordEnters(t *testing.T) {
	address, _ := carry(t, "127.0.0.1:0", "club", "secret")
	for _, tt := range []struct {
		user, password string
		enters         bool
	}{{"club", "secret", true}, {"club", "wrong", false}, {"other", "secret", false}, {"", "", false}} {
		if _, err := enter(t, address, tt.user, tt.password, ""); (err == nil) != tt.enters {
			t.Errorf("%s with %q: %v", tt.user, tt.password, err)
		}
	}
	h := newHall(t)
	h.follow(address, "club", "wrong")
	h.waitForReport()
}

func TestOnlyTopicsOfTablesAndOfTheHouseAreTaken(t *testing.T) {
	address, _ := carry(t, "127.0.0.1:0", "", "")
	c := must(enter(t, address, "", "", ""))
	for topic, taken := range map[string]bool{
		"arbitre/kitchen/state": true, "arbitre/kitchen/arm": true, "homeassistant/device/arbitre_kitchen/config": true,
		"arbitre/kitchen": false, "arbitre/Küche/state": false, "arbitre/kitchen/state/x": false, "other": false,
	} {
		if err := publish(t, c, topic, "{}", false); (err == nil) != taken {
			t.Errorf("%s: %v; want it taken: %v", topic, err, taken)
		}
	}
	if _, err := enter(t, address, "", "", "other"); err == nil {
		t.Error("somebody left a will elsewhere")
	}
	go c.Publish(t.Context(), &paho.Publish{Topic: "arbitre/kitchen/games", Payload: make([]byte, 300<<10), QoS: 1})
	<-c.Done() // for a packet of 300 kB is not taken
}

func TestTheBrokerKeepsOnlySoMuch(t *testing.T) {
	address, _ := carry(t, "127.0.0.1:0", "", "")
	c := must(enter(t, address, "", "", ""))
	taken := 0
	for i := range 8_100 {
		topic := mqtt.Topic{Prefix: "arbitre", Table: "kitchen", Leaf: mqtt.Leaf(fmt.Sprint(i))}
		if publish(t, c, topic.String(), "x", true) == nil {
			taken++
		}
	}
	if taken > 8_000 {
		t.Errorf("it keeps %d messages", taken)
	}
	if err := publish(t, c, "arbitre/kitchen/0", "y", true); err != nil {
		t.Error("what it keeps can't be changed any more:", err)
	}
	if _, err := enter(t, address, "", "", "arbitre/garden/status"); err == nil {
		t.Error("somebody left a will, which it would have to keep, too")
	}
}
