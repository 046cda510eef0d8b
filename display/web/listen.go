package web

import (
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// userTimeout is how long a browser may leave data unacknowledged before its connection is closed.
// A browser that leaves the Wi-Fi closes nothing: by default it would count as a watcher for a
// quarter of an hour (tcp(7), TCP_USER_TIMEOUT and tcp_retries2).
const userTimeout = time.Minute

// sendBuffer is the size of a connection's send buffer in the kernel, in bytes: small, so that a
// stream that nobody reads is soon noticed.
const sendBuffer = 16 << 10

// Listen listens at the first free address. Its connections close when the browser is gone.
func Listen(ctx context.Context, addresses ...string) (net.Listener, error) {
	config := net.ListenConfig{Control: func(_, _ string, socket syscall.RawConn) (err error) {
		closed := socket.Control(func(fd uintptr) { // accepted connections inherit the options
			err = errors.Join(
				unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(userTimeout.Milliseconds())),
				unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_SNDBUF, sendBuffer))
		})
		return errors.Join(closed, err)
	}}
	var failed error
	for _, address := range addresses {
		listener, err := config.Listen(ctx, "tcp", address)
		if err == nil {
			return listener, nil
		}
		failed = errors.Join(failed, err)
	}
	return nil, failed
}

// NamedPage returns the URL of the judge's page of a server that listens at an address. It uses the
// machine's name on its network if it has one, else it is that of [NumericPage].
func NamedPage(listen string) string { return judgesPage(listen, ownName(avahiSocket)) }

// NumericPage returns the same URL with the machine's own IP address.
func NumericPage(listen string) string { return judgesPage(listen, "") }

func judgesPage(listen, name string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = name
		if host == "" {
			host = ownAddress()
		}
	}
	at := "http://" + net.JoinHostPort(host, port)
	if port == "80" {
		at = "http://" + host
	}
	return at + "/judge"
}

// avahiSocket exists while Avahi announces the machine's name, as on Raspberry Pi OS.
const avahiSocket = "/run/avahi-daemon/socket"

// ownName returns the name by which phones find this machine, such as arbitre.local, or "" if Avahi
// does not announce one.
func ownName(socket string) string {
	name, err := os.Hostname()
	if _, missing := os.Stat(socket); err != nil || missing != nil {
		return ""
	}
	name, _, _ = strings.Cut(name, ".") // avahi-daemon.conf(5), host-name
	return name + ".local"
}

// ownAddress returns the address of this machine on its network, IPv4 before IPv6, or localhost
// without a network.
func ownAddress() string {
	addresses, _ := net.InterfaceAddrs() // none after an error
	own := "localhost"
	for _, a := range addresses {
		network, ok := a.(*net.IPNet)
		if !ok || !network.IP.IsGlobalUnicast() {
			continue
		}
		if network.IP.To4() != nil {
			return network.IP.String()
		}
		own = network.IP.String()
	}
	return own
}

// Near returns the address of the virtual table for a browser on this machine, and the URLs for
// phones, given the listeners of the table and of the phones' pages.
func Near(table, phones net.Listener) (own string, near Nearby) {
	own = table.Addr().String()
	near.Judge = NumericPage(phones.Addr().String())
	near.Scoreboard = strings.TrimSuffix(near.Judge, "judge")
	if at, ok := table.Addr().(*net.TCPAddr); ok && !at.IP.IsLoopback() {
		near.Table = strings.TrimSuffix(NumericPage(own), "judge")
		if at.IP.IsUnspecified() {
			own = net.JoinHostPort("localhost", strconv.Itoa(at.Port))
		}
	}
	return own, near
}
