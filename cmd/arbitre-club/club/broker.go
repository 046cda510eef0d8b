package club

import (
	"crypto/subtle"
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"

	"arbitre/display/mqtt"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
	"golang.org/x/net/netutil"
)

// mostClients is how many connections the club's own broker serves at a time: all tables, and a
// home or two.
const mostClients = mostTables + 200

// ServeBroker serves a broker at a listener, and returns what ends it: it closes the listener and
// all connections. With a user the broker lets nobody else in. It forgets everything at its end,
// for tables say again what counts.
func ServeBroker(at net.Listener, prefix, user string, password []byte) (end func() error, err error) {
	can := broker.NewDefaultServerCapabilities()
	can.MaximumPacketSize = largestPacket
	can.MaximumSessionExpiryInterval = 0 // nothing hangs on a session
	can.MaximumMessageExpiryInterval = 0 // a table that is quiet for a day is still there
	can.MaximumClientWritesPending = 4 * mostTables
	can.MaximumInflight = 4 * mostTables
	b := broker.New(&broker.Options{Capabilities: can, Logger: slog.New(slog.DiscardHandler)})
	rules := &entry{prefix: prefix, user: user, password: password, kept: b.Topics.Retained}
	g := &gate{Listener: at, open: map[net.Conn]bool{}}
	tables := listeners.NewNet("tables", netutil.LimitListener(g, mostClients))
	err = errors.Join(b.AddHook(rules, nil), b.AddListener(tables))
	if err == nil {
		err = b.Serve()
	}
	return g.Close, err
}

// A gate lets tables in, and closes all their connections when it is closed. The broker's own Close
// does so as well (mochi v2.7.9), but waits for ever if a client comes or leaves at that moment.
type gate struct {
	net.Listener
	mu     sync.Mutex // guards what is below
	open   map[net.Conn]bool
	closed bool
}

// Accept waits for the next connection.
func (g *gate) Accept() (net.Conn, error) {
	c, err := g.Listener.Accept()
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, errors.Join(net.ErrClosed, c.Close())
	}
	g.open[c] = true
	return visit{c, g}, nil
}

// Close closes the listener and all connections that are open.
func (g *gate) Close() error {
	err := g.Listener.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for c := range g.open {
		c.Close()
	}
	return err
}

// A visit is a connection through a gate.
type visit struct {
	net.Conn
	gate *gate
}

// Close closes the connection, which the gate forgets.
func (v visit) Close() error {
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	delete(v.gate.open, v.Conn)
	return v.Conn.Close()
}

// entry says who may enter the club's own broker, and what may be published there.
type entry struct {
	broker.HookBase
	prefix, user string
	password     []byte
	kept         *packets.Packets // the retained messages by their topics
}

func (e *entry) ID() string { return "entry" }

func (e *entry) Provides(b byte) bool {
	return slices.Contains([]byte{broker.OnConnectAuthenticate, broker.OnConnect, broker.OnACLCheck}, b)
}

// OnConnectAuthenticate lets in who knows user and password, if there are any.
func (e *entry) OnConnectAuthenticate(_ *broker.Client, p packets.Packet) bool {
	user := subtle.ConstantTimeCompare(p.Connect.Username, []byte(e.user))
	return e.user == "" || user&subtle.ConstantTimeCompare(p.Connect.Password, e.password) == 1
}

// OnConnect holds a last will to the same rules as any message, which the broker does not.
func (e *entry) OnConnect(client *broker.Client, p packets.Packet) error {
	if p.Connect.WillFlag && !e.OnACLCheck(client, p.Connect.WillTopic, true) {
		return packets.ErrNotAuthorized
	}
	return nil
}

// OnACLCheck allows everyone to read, and to publish on the topics of tables and of Home Assistant.
// When the broker has to keep very many messages it takes no further topics.
func (e *entry) OnACLCheck(_ *broker.Client, topic string, write bool) bool {
	const most = 8 * mostTables // messages
	if !write {
		return true
	}
	_, tables := mqtt.ParseTopic(e.prefix, topic)
	_, known := e.kept.Get(topic)
	return (tables || strings.HasPrefix(topic, "homeassistant/")) && (known || e.kept.Len() < most)
}
