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

// gone is how long a browser may leave unacknowledged what it is sent. One that has left the Wi-Fi
// says no goodbye: it would count among those that watch for a quarter of an hour (tcp(7),
// TCP_USER_TIMEOUT and tcp_retries2).
const gone = time.Minute

// unsent is how much of what a browser is sent may wait in the kernel: of a stream that nobody
// reads that is soon full.
const unsent = 16 << 10

// Listen listens at the first of these addresses that can be had. Its connections end when the
// browser is gone.
func Listen(ctx context.Context, addresses ...string) (net.Listener, error) {
	config := net.ListenConfig{Control: func(_, _ string, socket syscall.RawConn) (err error) {
		closed := socket.Control(func(fd uintptr) { // what is accepted inherits it
			err = errors.Join(
				unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(gone.Milliseconds())),
				unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_SNDBUF, unsent))
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

// NamedPage is where phones find the judge's page of a server that listens at an address: by the
// name that the machine has on its network, or else as [NumericPage].
func NamedPage(listen string) string { return judgesPage(listen, ownName(avahiSocket)) }

// NumericPage is where they find it by the machine's own address.
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

// avahiSocket is there while Avahi makes the machine's name known on the network, as Raspberry Pi
// OS has it.
const avahiSocket = "/run/avahi-daemon/socket"

// ownName is the name by which phones find this machine, such as arbitre.local; empty where nobody
// makes it known.
func ownName(socket string) string {
	name, err := os.Hostname()
	if _, gone := os.Stat(socket); err != nil || gone != nil {
		return ""
	}
	name, _, _ = strings.Cut(name, ".") // avahi-daemon.conf(5), host-name
	return name + ".local"
}

// ownAddress is the address of this machine on its network, IPv4 before IPv6; localhost where there
// is no network.
func ownAddress() string {
	addresses, _ := net.InterfaceAddrs() // none, if they can't be told
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

// Near are where the virtual table itself is found on this machine, and what phones find where.
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
