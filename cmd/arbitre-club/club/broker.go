package club

import (
	"crypto/subtle"
	"errors"
	"log/slog"
	"net"
	"slices"
	"sync"

	"arbitre/display/mqtt"
	"arbitre/display/mqtt/address"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
)

// An Entry says who may speak at the club's own broker, and where.
type Entry struct {
	Prefix   string // of the topics of tables
	User     string // who may do everything; "" for everybody, unless there are Tables
	Password []byte
	Tables   map[string]string // passwords of tables, by their names in topics: each writes on its own
}

// Carry serves a broker at a listener, from which the club hears what tables say, and returns what
// ends it: it closes the listener and all connections. The broker forgets everything at its end, for
// tables say again what counts. Until then, tables that the club knows are there, but not connected.
func (c *Club) Carry(at net.Listener, e Entry) (end func() error, err error) {
	can := broker.NewDefaultServerCapabilities()
	can.MaximumPacketSize = largestPacket
	can.MaximumSessionExpiryInterval = 0 // nothing hangs on a session
	can.MaximumMessageExpiryInterval = 0 // a table that is quiet for a day is still there
	b := broker.New(&broker.Options{Capabilities: can, InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	g := newGate(at, c.most)
	h := &host{Entry: e, club: c, publish: b.Publish, kept: retained{most: c.most.Retained, packets: b.Topics.Retained, sizes: map[string]int{}}}
	c.connected(e.Prefix, h.retain)
	c.mu.Lock()
	c.heard.restore(c.notes)
	c.mu.Unlock()
	return g.Close, errors.Join(b.AddHook(h, nil), b.AddListener(listeners.NewNet("tables", g)), b.Serve())
}

// A host says who may enter the club's own broker, and what may be published there, and hands that
// on to the club.
type host struct {
	broker.HookBase // does nothing: the broker calls 42 methods of a hook
	Entry
	club *Club
	kept retained

	publish func(topic string, payload []byte, retain bool, qos byte) error // as the club
}

func (h *host) ID() string { return "host" }

func (h *host) Provides(b byte) bool {
	return slices.Contains([]byte{broker.OnConnectAuthenticate, broker.OnConnect, broker.OnACLCheck,
		broker.OnSessionEstablished, broker.OnPublish, broker.OnWillSent}, b)
}

// OnConnectAuthenticate lets in who knows user and password, if there are any.
func (h *host) OnConnectAuthenticate(_ *broker.Client, p packets.Packet) bool {
	user, password := string(p.Connect.Username), h.Password
	switch own, ok := h.Tables[address.Slug(user)]; {
	case h.User == "" && h.Tables == nil:
		return true
	case ok:
		password = []byte(own)
	case h.User == "" || user != h.User:
		return false
	}
	return subtle.ConstantTimeCompare(p.Connect.Password, password) == 1
}

// OnConnect holds a last will to the same rules as any message, which the broker does not.
func (h *host) OnConnect(client *broker.Client, p packets.Packet) error {
	will := packets.Packet{TopicName: p.Connect.WillTopic, Payload: p.Connect.WillPayload}
	if p.Connect.WillFlag && (!h.OnACLCheck(client, will.TopicName, true) || !h.fits(will)) {
		return packets.ErrNotAuthorized
	}
	return nil
}

// OnSessionEstablished has the gate know that the connection is a client's.
func (h *host) OnSessionEstablished(client *broker.Client, _ packets.Packet) {
	if v, ok := client.Net.Conn.(*visit); ok {
		v.gate.enters(v)
	}
}

// table returns the table to which a topic belongs, and which of its topics it is. It is not ok if
// the topic is no table's.
func (h *host) table(topic string) (t mqtt.Topic, ok bool) {
	t, ok = mqtt.ParseTopic(h.Prefix, topic)
	return t, ok && slices.Contains(append(mqtt.Kept(), mqtt.EventSuffix, mqtt.Arm, mqtt.Doctor, mqtt.Home), t.Suffix)
}

// OnACLCheck allows everyone to read, and to publish on the topics of tables and of Home Assistant: a
// table with a password of its own on its own topics alone.
func (h *host) OnACLCheck(client *broker.Client, topic string, write bool) bool {
	t, ok := h.table(topic)
	user := address.Slug(string(client.Properties.Username))
	_, one := h.Tables[user]
	return !write || ok && (!one || user == t.Table) || topic == mqtt.HomeStatus && !one
}

// fits reports whether a message is small enough for its topic.
func (h *host) fits(p packets.Packet) bool {
	if t, _ := h.table(p.TopicName); t.Suffix == mqtt.GamesSuffix {
		return len(p.Payload) <= mostList
	}
	return len(p.Payload) <= mostState
}

// OnPublish takes a message in, if it is no larger than is right for its topic, and if there is room
// for what is to be kept of it. The club hears it.
func (h *host) OnPublish(client *broker.Client, p packets.Packet) (packets.Packet, error) {
	if client.Net.Inline { // the club, whose list of names takes no table's room
		return p, nil
	}
	t, _ := h.table(p.TopicName)
	p.FixedHeader.Retain = p.FixedHeader.Retain && (t.Suffix == mqtt.Home || slices.Contains(mqtt.Kept(), t.Suffix))
	if !h.fits(p) || !h.hears(t, p) {
		if client.Properties.ProtocolVersion < 5 || p.FixedHeader.Qos == 0 {
			return p, packets.ErrRejectPacket
		}
		return p, packets.ErrQuotaExceeded
	}
	if v, ok := client.Net.Conn.(*visit); ok && h.club.hasPlayed(t.Table) {
		v.gate.knows(v)
	}
	return p, nil
}

// OnWillSent has the club hear a last will, which is kept already.
func (h *host) OnWillSent(_ *broker.Client, p packets.Packet) {
	if t, _ := h.table(p.TopicName); !h.hears(t, p) {
		h.kept.delete(p.TopicName)
	}
}

// hears has the club hear a message, and reports whether there is a place for its table, and room for
// what is to be kept. Tables without results give way.
func (h *host) hears(t mqtt.Topic, p packets.Packet) bool {
	if slices.Contains(mqtt.Kept(), t.Suffix) {
		gone, err := h.club.take(t, p.Payload)
		h.club.faults.tell(t.Table, err, h.club.most.Tables)
		h.forget(gone)
		if errors.Is(err, errCrowded) {
			return false
		}
	}
	for p.FixedHeader.Retain && !h.kept.reserve(p.TopicName, len(p.Payload)) {
		gone := h.club.giveWay(t.Table)
		if gone == "" {
			return false
		}
		h.forget(gone)
	}
	return true
}

// retain keeps a message of the club's own, or none at a topic if it is empty.
func (h *host) retain(topic string, payload []byte) error {
	if len(payload) == 0 {
		h.kept.delete(topic)
		return nil
	}
	return h.publish(topic, payload, true, 1)
}

// forget takes away what is kept of tables.
func (h *host) forget(tables ...string) {
	for _, table := range slices.DeleteFunc(tables, func(name string) bool { return name == "" }) {
		h.kept.delete(mqtt.Retained(h.Prefix, table)...)
	}
}

// Retained messages are those that the broker keeps for clients that connect later, of so many bytes
// at most.
type retained struct {
	most    int
	packets *packets.Packets

	mu    sync.Mutex     // guards what is below
	sizes map[string]int // bytes of each, by topic
	bytes int            // of all
}

// reserve reserves room for a message of a size at a topic, and reports whether there is any.
func (r *retained) reserve(topic string, size int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	grows := size - r.sizes[topic]
	if grows > 0 && r.bytes+grows > r.most {
		return false
	}
	r.bytes += grows
	if r.sizes[topic] = size; size == 0 {
		delete(r.sizes, topic)
	}
	return true
}

// delete takes messages away.
func (r *retained) delete(topics ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, topic := range topics {
		r.packets.Delete(topic)
		r.bytes -= r.sizes[topic]
		delete(r.sizes, topic)
	}
}
