package mqtt

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
	"golang.org/x/time/rate"
)

// A Client is who connects to a broker.
type Client struct {
	ID      string
	Longest uint32              // bytes of a packet that it takes; 0 is what a table takes: 16 KiB, eight at a time
	Will    *paho.WillMessage   // what the broker says for it once it is gone; nil for nothing
	Hear    func(*paho.Publish) // takes what the broker tells; nil for nothing
}

// errNamesake says why two tables take the connection from each other.
var errNamesake = errors.New("another table has this one's name there: give each its own, table below [mqtt]")

// Session connects to the broker, which forgets the session when it ends, and calls a function. The
// context of that ends when the connection is lost. The error is the function's, or why the
// connection could not be made within ten seconds, or was lost.
func (b Broker) Session(ctx context.Context, as Client, do func(context.Context, *paho.Client) error) error {
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	hello := &paho.Connect{ClientID: as.ID, CleanStart: true, KeepAlive: 30, // seconds
		Username: b.User, UsernameFlag: b.User != "", WillMessage: as.Will,
		Properties: &paho.ConnectProperties{MaximumPacketSize: &as.Longest}}
	if as.Longest == 0 {
		as.Longest, hello.Properties.ReceiveMaximum = 16<<10, new(uint16(8))
	}
	if b.Password != nil {
		password, err := b.Password()
		if err != nil {
			return err
		}
		hello.Password, hello.PasswordFlag = password, len(password) > 0
	}
	soon, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, err := b.open(soon)
	if err != nil {
		return err
	}
	client := paho.NewClient(paho.ClientConfig{
		Conn:          &link{Conn: conn, writer: make(chan struct{}, 1), in: bufio.NewReader(conn), most: uint64(as.Longest)},
		OnClientError: lost,
		OnServerDisconnect: func(d *paho.Disconnect) {
			cause := errors.New((&packets.Disconnect{ReasonCode: d.ReasonCode}).Reason())
			if d.ReasonCode == packets.DisconnectSessionTakenOver {
				cause = errNamesake
			}
			lost(cause)
		},
		OnPublishReceived: []func(paho.PublishReceived) (bool, error){func(r paho.PublishReceived) (bool, error) {
			if as.Hear != nil {
				as.Hear(r.Packet)
			}
			return true, nil
		}},
	})
	if answer, err := client.Connect(soon, hello); err != nil && answer != nil {
		return errors.New((&packets.Connack{ReasonCode: answer.ReasonCode}).Reason())
	} else if err != nil {
		return err
	}
	defer client.Disconnect(&paho.Disconnect{ReasonCode: packets.DisconnectDisconnectWithWillMessage})
	err = do(ctx, client)
	return cmp.Or(context.Cause(ctx), err)
}

// Try connects once as a table does, beside it, and publishes an empty message that is not
// retained. The error says what is wrong.
func (b Broker) Try(table Topic) error {
	table.Suffix = Doctor
	return b.Session(context.Background(), Client{ID: "arbitre-doctor-" + table.Table},
		func(ctx context.Context, client *paho.Client) error { // package paho gives up after ten seconds
			_, err := client.Publish(ctx, &paho.Publish{QoS: 1, Topic: table.String()})
			return err
		})
}

// A slow connection is read no faster than the pace, so that a flood takes no time from the table.
type slow struct {
	net.Conn
	pace *rate.Limiter
}

func (s slow) Read(b []byte) (int, error) {
	n, err := s.Conn.Read(b[:min(len(b), s.pace.Burst())])
	s.pace.WaitN(context.Background(), n) // no error: n is no more than its burst
	return n, err
}

// throttled returns the broker as a table reads it: at most four kilobytes a second. An acknowledgement
// has some thirty bytes with TLS.
func (b Broker) throttled() Broker {
	dial := b.dial
	b.Dial = func(ctx context.Context) (net.Conn, error) {
		conn, err := dial(ctx)
		return slow{conn, rate.NewLimiter(4<<10, 16<<10)}, err
	}
	return b
}

// A link is a connection with two limits that package paho lacks. Paho reserves as many bytes as
// the head of a packet says, up to a quarter of a gigabyte, and waits for ever to write a packet.
type link struct {
	net.Conn
	writer chan struct{} // of capacity 1: full while a goroutine writes a packet
	in     *bufio.Reader
	most   uint64 // bytes of a packet that is read
	rest   int    // bytes of the present packet that were not read yet
}

// Lock waits until no other goroutine writes. Package packets then writes one packet, and calls
// Unlock. A packet that can't be written within ten seconds is an error.
func (l *link) Lock() {
	l.writer <- struct{}{}
	l.SetWriteDeadline(time.Now().Add(10 * time.Second)) // on an error writing fails, too
}

// Unlock lets another goroutine write.
func (l *link) Unlock() { <-l.writer }

// Read looks at the head of each packet: a byte, and how many bytes follow, as a varint of up to
// four bytes (MQTT 5, 2.1).
func (l *link) Read(b []byte) (int, error) {
	for size := 2; l.rest == 0; size++ {
		head, err := l.in.Peek(size)
		if err != nil {
			return 0, err
		}
		length, known := binary.Uvarint(head[1:])
		switch {
		case length > l.most || known == 0 && size == 5:
			return 0, fmt.Errorf("the broker sends a packet of more than %d bytes", l.most)
		case known > 0:
			l.rest = size + int(length)
		}
	}
	n, err := l.in.Read(b[:min(len(b), l.rest)])
	l.rest -= n
	return n, err
}
