package mqtt

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"

	"arbitre/games/textfile"

	"github.com/gorilla/websocket"
)

// A Broker says where a broker is, and as whom it is used.
type Broker struct {
	URL      *url.URL // as [address.ParseURL] returns it
	User     string
	Password func() ([]byte, error) // asked at each connection; nil for none
	CAFile   string                 // in PEM, of the authority that is trusted; "" for the machine's
	// Dial connects in place of the URL; nil to use that.
	Dial func(context.Context) (net.Conn, error)
}

// Roots reads the authorities that are trusted from a file of PEM; none from no file.
func Roots(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	roots := x509.NewCertPool()
	if err == nil && !roots.AppendCertsFromPEM(textfile.Decode(text)) {
		err = fmt.Errorf("%s has no certificate in PEM", file)
	}
	return roots, err
}

// open opens a connection to the broker. One goroutine at a time may write to it.
func (b Broker) open(ctx context.Context) (net.Conn, error) {
	roots, err := Roots(b.CAFile)
	if err != nil {
		return nil, err
	}
	trust := &tls.Config{RootCAs: roots, ServerName: b.URL.Hostname()}
	if strings.HasPrefix(b.URL.Scheme, "ws") {
		dialer := websocket.Dialer{
			NetDialContext:  func(ctx context.Context, _, _ string) (net.Conn, error) { return b.dial(ctx) },
			TLSClientConfig: trust, Subprotocols: []string{"mqtt"}, // MQTT 5, 6
		}
		socket, _, err := dialer.DialContext(ctx, b.URL.String(), nil)
		if err != nil {
			return nil, err
		}
		return newStream(socket), nil
	}
	conn, err := b.dial(ctx)
	if err != nil || b.URL.Scheme == "mqtt" {
		return conn, err
	}
	secure := tls.Client(conn, trust)
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return secure, nil
}

// dial connects to the address of the URL. A name that ends with .local the machine has to find: a
// program without cgo asks only servers of names, and Home Assistant is homeassistant.local.
func (b Broker) dial(ctx context.Context) (net.Conn, error) {
	if b.Dial != nil {
		return b.Dial(ctx)
	}
	host := b.URL.Hostname()
	if strings.HasSuffix(host, ".local") {
		if found, err := exec.CommandContext(ctx, "getent", "ahostsv4", host).Output(); err == nil {
			host, _, _ = strings.Cut(string(found), " ")
		}
	}
	return new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(host, b.URL.Port()))
}

// A stream is a web socket as a connection: MQTT's packets don't keep to its messages (MQTT 5, 6).
type stream struct {
	net.Conn // below the web socket
	socket   *websocket.Conn
	in       io.Reader
}

func newStream(s *websocket.Conn) stream {
	return stream{s.NetConn(), s, websocket.JoinMessages(s, "")}
}

func (s stream) Read(b []byte) (int, error) { return s.in.Read(b) }

func (s stream) Write(b []byte) (int, error) {
	return len(b), s.socket.WriteMessage(websocket.BinaryMessage, b)
}

// SetWriteDeadline tells the web socket, which sets its own with each write.
func (s stream) SetWriteDeadline(t time.Time) error { return s.socket.SetWriteDeadline(t) }

func (s stream) SetDeadline(t time.Time) error {
	return errors.Join(s.SetReadDeadline(t), s.SetWriteDeadline(t))
}
