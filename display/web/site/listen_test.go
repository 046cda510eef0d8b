package site

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestATakenPortIsNoTrouble(t *testing.T) {
	taken := must(net.Listen("tcp", "127.0.0.1:0"))
	defer taken.Close()
	listener := must(Listen(t.Context(), taken.Addr().String(), "127.0.0.1:0"))
	listener.Close()
	if _, err := Listen(t.Context(), "nonsense", taken.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("no address is free: %v, want %v", err, syscall.EADDRINUSE)
	}
}

// What is set for the listener holds for its connections, too (tcp(7)).
func TestBrowsersThatAreGoneAreNoticed(t *testing.T) {
	listener := must(Listen(t.Context(), "127.0.0.1:0"))
	defer listener.Close()
	socket := must(listener.(*net.TCPListener).SyscallConn())
	var within, buffer int
	var err1, err2 error
	err := socket.Control(func(fd uintptr) {
		within, err1 = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT)
		buffer, err2 = unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_SNDBUF)
	})
	want := [2]int{60_000, 2 * sendBuffer} // the kernel doubles it (socket(7))
	if err := errors.Join(err, err1, err2); err != nil || [2]int{within, buffer} != want {
		t.Errorf("TCP_USER_TIMEOUT and SO_SNDBUF are %d and %d, %v; want %d", within, buffer, err, want)
	}
}

func TestThePagesHaveTheMachinesNameWhereAvahiMakesItKnown(t *testing.T) {
	host := must(os.Hostname())
	label, _, _ := strings.Cut(host, ".")
	socket := filepath.Join(t.TempDir(), "socket")
	if got := ownName(socket); got != "" {
		t.Errorf("without Avahi it is %q", got)
	}
	if err := os.WriteFile(socket, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := ownName(socket), label+".local"; got != want {
		t.Errorf("with Avahi it is %q, want %q", got, want)
	}
}

func TestWhereThePagesAre(t *testing.T) {
	for _, tc := range []struct{ listen, name, want string }{
		{":8080", "arbitre.local", "http://arbitre.local:8080"},
		{"0.0.0.0:80", "arbitre.local", "http://arbitre.local"},
		{"[::]:8080", "arbitre.local", "http://arbitre.local:8080"},
		{"192.168.1.7:8080", "arbitre.local", "http://192.168.1.7:8080"},
		{":8080", "", "http://" + net.JoinHostPort(ownAddress(), "8080")},
	} {
		if got := address(tc.listen, tc.name); got != tc.want {
			t.Errorf("%s, %q: got %s, want %s", tc.listen, tc.name, got, tc.want)
		}
	}
}
