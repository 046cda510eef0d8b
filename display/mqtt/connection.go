package mqtt

import (
	"bufio"
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

// Connect begins a session with the broker, which forgets it when it ends. The CONNECT packet says
// in its properties how large a packet may be that is taken; who connects is added to it. Connect
// gives up after ten seconds.
func (b Broker) Connect(ctx context.Context, config paho.ClientConfig, hello *paho.Connect) (*paho.Client, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if b.Password != nil {
		password, err := b.Password()
		if err != nil {
			return nil, err
		}
		hello.Password, hello.PasswordFlag = password, len(password) > 0
	}
	conn, err := b.open(ctx)
	if err != nil {
		return nil, err
	}
	longest := uint64(*hello.Properties.MaximumPacketSize)
	config.Conn = &link{Conn: conn, writer: make(chan struct{}, 1), in: bufio.NewReader(conn), most: longest}
	hello.CleanStart, hello.KeepAlive = true, 30 // seconds
	hello.Username, hello.UsernameFlag = b.User, b.User != ""
	client := paho.NewClient(config)
	answer, err := client.Connect(ctx, hello)
	if err != nil && answer != nil {
		err = errors.New((&packets.Connack{ReasonCode: answer.ReasonCode}).Reason())
	}
	return client, err
}

// Try connects once as a table does, beside it, and publishes an empty message that nobody keeps.
// The error says what is wrong.
func (b Broker) Try(table Topic) error {
	ctx := context.Background() // package paho gives up after ten seconds
	hello := &paho.Connect{ClientID: "arbitre-doctor-" + table.Table, Properties: limits()}
	client, err := b.Connect(ctx, paho.ClientConfig{}, hello)
	if err != nil {
		return err
	}
	defer client.Disconnect(&paho.Disconnect{})
	table.Leaf = "doctor"
	_, err = client.Publish(ctx, &paho.Publish{QoS: 1, Topic: table.String()})
	return err
}

// limits are those of a table, to which its broker has little to say: bytes of a packet, and
// messages at a time.
func limits() *paho.ConnectProperties {
	longest, most := uint32(16<<10), uint16(8)
	return &paho.ConnectProperties{MaximumPacketSize: &longest, ReceiveMaximum: &most}
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

// throttled returns the broker as a table reads it: four kilobytes in a second, of which an
// acknowledgement has some thirty bytes with TLS.
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
