package box

import (
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// openPages opens the book of results, and the pages for phones, which it tells.
func (o *open) openPages() (err error) {
	var served atomic.Pointer[web.Server]
	clock := MachineClock()
	if o.Clock != nil {
		clock = results.Clock{Wall: time.Now, Up: o.Clock}
	}
	o.book = results.Open(o.config.Journals, o.Rules, clock, o.Health.Of("results", games.Text{}), func() {
		if pages := served.Load(); pages != nil {
			pages.Refresh()
		}
	})
	o.closing = append(o.closing, o.book.Close)
	listen := o.config.Web.Listen
	if o.Web != nil {
		listen = o.Web.Addr().String()
	}
	if listen == "" {
		return nil
	}
	o.pages, err = web.New(web.Options{
		Phrases: o.Phrases,
		Folder:  o.config.Journals,
		Unkept:  o.Health.Of("paired phones", games.Text{}),
		Hosts:   o.config.Web.Names,
		Address: func() string { return PageAddress(listen, ownName(avahiSocket)) },
		Number:  func() string { return PageAddress(listen, "") },
		Unseen:  o.Panel == nil,
		Log:     Sparing(o.Log),
		Results: func() web.Results {
			return web.Results{Evening: rows(o.Rules, results.Standings(o.book.Evening())), AllTime: rows(o.Rules, o.book.AllTime())}
		},
		Names:   o.book.Seated,
		Known:   o.book.Names,
		SetName: o.book.SetName, LongestName: results.LongestName,
	})
	if err != nil {
		return err
	}
	o.closing = append(o.closing, o.pages.Close)
	served.Store(o.pages)
	report := o.Health.Of("pages", games.Text{Word: "no_web"})
	o.beside(func(ctx context.Context) { serve(ctx, o.Web, listen, o.pages, report) })
	return nil
}

func rows(rules games.Rulebook, standings []results.Row) (rows []web.Row) {
	for _, r := range standings {
		game, err := rules.Find(r.Game)
		rows = append(rows, web.Row{
			Game: r.Game, Few: err == nil && game.FewIsGood(), Name: r.Name, Seat: r.Seat, Played: r.Played, Won: r.Won, Points: r.Points,
		})
	}
	return rows
}

// serve serves until the context ends, on a listener if there is one. Where it can't listen, as before there is a network
// or while another program has the port, it tells so and tries again.
func serve(ctx context.Context, listener net.Listener, address string, pages *web.Server, report func(error)) {
	outage := hw.Outage{Report: report}
	for {
		var err error
		if listener == nil {
			listener, err = ListenForPhones(ctx, address)
		}
		if err == nil {
			outage.Tried(nil)
			err = pages.Serve(ctx, listener)
			listener = nil
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(outage.Tried(err)):
		}
	}
}

// gone is how long a browser may leave unacknowledged what it is sent. One that has left the Wi-Fi says no goodbye: for a
// quarter of an hour it would count among those that watch (tcp(7), TCP_USER_TIMEOUT and tcp_retries2).
const gone = time.Minute

// unsent is how much of what a browser is sent may wait in the kernel: of a stream that nobody reads that is soon full.
const unsent = 16 << 10

// ListenForPhones listens for connections that end when the browser is gone.
func ListenForPhones(ctx context.Context, address string) (net.Listener, error) {
	config := net.ListenConfig{Control: func(_, _ string, socket syscall.RawConn) (err error) {
		closed := socket.Control(func(fd uintptr) { // what is accepted inherits it
			err = errors.Join(
				unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(gone.Milliseconds())),
				unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_SNDBUF, unsent))
		})
		return errors.Join(closed, err)
	}}
	return config.Listen(ctx, "tcp", address)
}

// avahiSocket is there while Avahi makes the machine's name known on the network, as Raspberry Pi OS has it.
const avahiSocket = "/run/avahi-daemon/socket"

// ownName is the name by which phones find this machine, such as arbitre.local; empty where nobody makes it known.
func ownName(socket string) string {
	name, err := os.Hostname()
	if _, gone := os.Stat(socket); err != nil || gone != nil {
		return ""
	}
	name, _, _ = strings.Cut(name, ".") // avahi-daemon.conf(5), host-name
	return name + ".local"
}

// PageAddress is where phones find the judge's page: by the machine's name, or by its address where it has none.
func PageAddress(listen, name string) string {
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

// ownAddress is the address of this machine on its network, IPv4 before IPv6; localhost where there is no network.
func ownAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return "localhost"
	}
	var six string
	for _, a := range addresses {
		network, ok := a.(*net.IPNet)
		if !ok || !network.IP.IsGlobalUnicast() {
			continue
		}
		if network.IP.To4() != nil {
			return network.IP.String()
		}
		six = network.IP.String()
	}
	if six != "" {
		return six
	}
	return "localhost"
}

// ListenNear listens at an address, or at a free port of the same host if that one is taken.
func ListenNear(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		host, _, split := net.SplitHostPort(address)
		if split != nil {
			return nil, split
		}
		return net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	return listener, err
}

// Addresses are where the table itself is found on this machine, and what phones nearby find where.
func Addresses(table, phones net.Listener) (own string, near web.Nearby) {
	own = table.Addr().String()
	near.Judge = PageAddress(phones.Addr().String(), "")
	near.Scoreboard = strings.TrimSuffix(near.Judge, "judge")
	if at, ok := table.Addr().(*net.TCPAddr); ok && !at.IP.IsLoopback() {
		near.Table = strings.TrimSuffix(PageAddress(own, ""), "judge")
		if at.IP.IsUnspecified() {
			own = net.JoinHostPort("localhost", strconv.Itoa(at.Port))
		}
	}
	return own, near
}
