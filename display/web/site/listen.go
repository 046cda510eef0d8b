package site

import (
	"context"
	"errors"
	"net"
	"os"
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
// stream without a reader is soon noticed.
const sendBuffer = 16 << 10

// Listen listens at the first free address. Its connections close when the browser is gone.
func Listen(ctx context.Context, addresses ...string) (net.Listener, error) {
	config := net.ListenConfig{Control: func(_, _ string, socket syscall.RawConn) error { return closesWhenGone(socket) }}
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

// ListenOn listens as [Listen] does, at a socket that is open already. The file stays open.
func ListenOn(file *os.File) (net.Listener, error) {
	socket, err := file.SyscallConn()
	if err == nil {
		err = closesWhenGone(socket)
	}
	if err != nil {
		return nil, err
	}
	return net.FileListener(file)
}

// closesWhenGone sets a socket's options, which accepted connections inherit.
func closesWhenGone(socket syscall.RawConn) (err error) {
	closed := socket.Control(func(fd uintptr) {
		err = errors.Join(
			unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(userTimeout.Milliseconds())),
			unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_SNDBUF, sendBuffer))
	})
	return errors.Join(closed, err)
}

// Named returns the URL of a server that listens at an address, without a path. The URL has the
// machine's name on its network, or is that of [Numeric] if the machine has none.
func Named(listen string) string { return address(listen, ownName(avahiSocket)) }

// Numeric returns the same URL with the machine's own IP address.
func Numeric(listen string) string { return address(listen, "") }

func address(listen, name string) string {
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
	if port == "80" {
		return "http://" + host
	}
	return "http://" + net.JoinHostPort(host, port)
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
