package club

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"arbitre/display/web/site"
)

// A gate lets connections in. Where there are too many of an address, one of these that has not said
// who it is gives way to the newest; where there are too many in all, one of the address with the
// most, if need be the last that came. Addresses from which a table with results has spoken keep
// theirs. The gate closes all connections when it is closed: the broker's own Close does so as well
// (mochi v2.7.9), but waits for ever if a client comes or leaves at that moment.
type gate struct {
	net.Listener
	most   limits
	mu     sync.Mutex              // guards what is below
	open   map[netip.Addr][]*visit // by address, the oldest first
	number int                     // of all
	known  map[netip.Addr]bool     // addresses of tables with results
	closed bool
}

func newGate(l net.Listener, most limits) *gate {
	return &gate{Listener: l, most: most, open: map[netip.Addr][]*visit{}, known: map[netip.Addr]bool{}}
}

// Accept waits for the next connection that is let in.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		v := &visit{Conn: c, gate: g, from: site.AddressOf(c.RemoteAddr().String())}
		if err := g.admit(v); errors.Is(err, net.ErrClosed) {
			return nil, errors.Join(err, c.Close())
		} else if err == nil {
			c.SetReadDeadline(time.Now().Add(g.most.Wait)) // the broker sets another once it knows who it is
			return v, nil
		}
		c.Close()
	}
}

// errTooMany refuses a connection.
var errTooMany = errors.New("too many connections")

// admit takes a connection in, if there is room or can be made.
func (g *gate) admit(v *visit) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return net.ErrClosed
	}
	crowd, full := v.from, len(g.open[v.from]) >= g.most.OfAddress
	if !full && g.number >= g.most.Clients {
		full = true
		for from, visits := range g.open {
			if len(visits) > len(g.open[crowd]) && !g.known[from] {
				crowd = from
			}
		}
	}
	if full && !g.closeOne(crowd, crowd != v.from) {
		return errTooMany
	}
	g.open[v.from] = append(g.open[v.from], v)
	g.number++
	return nil
}

// closeOne closes a connection of an address: the oldest that has not said who it is; else, with
// evenIdentified, the newest. It reports whether it has. The caller holds mu.
func (g *gate) closeOne(from netip.Addr, evenIdentified bool) bool {
	visits := g.open[from]
	i := slices.IndexFunc(visits, func(v *visit) bool { return !v.entered })
	if i < 0 && evenIdentified {
		i = len(visits) - 1
	}
	if i < 0 {
		return false
	}
	visits[i].Conn.Close()
	g.remove(visits[i])
	return true
}

// enters takes note that a connection has said who it is, and was let in by the broker.
func (g *gate) enters(v *visit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v.entered = true
}

// knows takes note that a table with results speaks from the address of a connection.
func (g *gate) knows(v *visit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.known) < g.most.Known {
		g.known[v.from] = true
	}
}

// remove forgets a connection. The caller holds mu.
func (g *gate) remove(v *visit) {
	i := slices.Index(g.open[v.from], v)
	if i < 0 {
		return
	}
	g.number--
	if g.open[v.from] = slices.Delete(g.open[v.from], i, i+1); len(g.open[v.from]) == 0 {
		delete(g.open, v.from)
	}
}

// Close closes the listener and all connections that are open.
func (g *gate) Close() error {
	err := g.Listener.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for _, visits := range g.open {
		for _, v := range visits {
			v.Conn.Close()
		}
	}
	return err
}

// A visit is a connection through a gate.
type visit struct {
	net.Conn
	gate    *gate
	from    netip.Addr
	entered bool // it has said who it is; guarded by the gate's mu
	head    int  // bytes of the head of the first packet that were read: the kind, and two of its length
}

// Close closes the connection, which the gate forgets.
func (v *visit) Close() error {
	v.gate.mu.Lock()
	defer v.gate.mu.Unlock()
	v.gate.remove(v)
	return v.Conn.Close()
}

// Read reads, unless the first packet says that it has 16 KiB or more, as none has that tells who it
// is: the broker would reserve as much before it has read it. The length stands in seven bits a byte,
// the least first, and the eighth says that more follow (MQTT 5, 1.5.5).
func (v *visit) Read(b []byte) (int, error) {
	n, err := v.Conn.Read(b)
	for i := 0; i < n && v.head < 3; i++ {
		switch more := b[i]&0x80 != 0; {
		case v.head == 2 && more:
			return 0, errors.New("the first packet is too long")
		case v.head == 1 && !more:
			v.head = 3
		default:
			v.head++
		}
	}
	return n, err
}

// Write writes. Who takes nothing for too long is no client any more, however often it says that it
// is: what waits for it takes memory.
func (v *visit) Write(b []byte) (int, error) {
	v.Conn.SetWriteDeadline(time.Now().Add(v.gate.most.Wait)) // on an error writing fails, too
	n, err := v.Conn.Write(b)
	if err != nil {
		v.Close() // the broker would try the next packet
	}
	return n, err
}

// SetDeadline sets until when the client has to say something.
func (v *visit) SetDeadline(t time.Time) error { return v.Conn.SetReadDeadline(t) }
