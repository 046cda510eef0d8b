package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"arbitre/hw"

	"github.com/godbus/dbus/v5" // D-Bus in plain Go: Avahi's own library is C
	"golang.org/x/sys/unix"
)

// An announcement makes the pages known on the network by a name, arbitre.local, and as a web service (_http._tcp), with
// the system's Avahi. Where there is no Avahi the box has no name, which is no trouble: it has its address.
type announcement struct {
	port uint16 // 0 where phones can't come by a name, and nothing is announced
	four bool   // IPv4 only
	log  *slog.Logger
	told atomic.Pointer[string]
}

// newAnnouncement is for pages served at an address as of net.Listen. Of one that is not for the whole network, such as
// 127.0.0.1 or one of several addresses, nothing is announced: the name would lead elsewhere.
func newAnnouncement(listen string, log *slog.Logger) *announcement {
	a := &announcement{log: log}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return a
	}
	ip, err := netip.ParseAddr(host)
	if host != "" && (err != nil || !ip.IsUnspecified()) {
		return a
	}
	if n, err := strconv.ParseUint(port, 10, 16); err == nil {
		a.port, a.four = uint16(n), ip.Is4()
	}
	return a
}

// name is what phones find the box by now: arbitre.local; arbitre-2.local where another machine has that; the machine's own
// where there are many. It is empty where no name leads here, or none yet. Any goroutine may ask.
func (a *announcement) name() string {
	if name := a.told.Load(); name != nil {
		return *name
	}
	return ""
}

func (a *announcement) tell(name string) {
	if name == a.name() {
		return
	}
	a.told.Store(&name)
	if name != "" {
		a.log.Info("the pages are known on the network", "name", name)
	}
}

// run announces until the context ends, which takes the name back. It wakes up when Avahi or the addresses of the machine
// change, and, while there is no system bus, to look for one.
func (a *announcement) run(ctx context.Context) {
	if a.port == 0 {
		return
	}
	outage := hw.NewOutage(func(err error) {
		if err != nil {
			a.log.Info("the pages have no name on the network, only an address", "err", err)
		}
	})
	for {
		err := a.withAvahi(ctx, func() { outage.Tried(nil) })
		a.tell("")
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

// The D-Bus interfaces of avahi-daemon (/usr/share/dbus-1/interfaces), and numbers of its avahi-common/defs.h. Whoever may
// use the system bus may publish (/usr/share/dbus-1/system.d/avahi-dbus.conf).
const (
	avahi       = "org.freedesktop.Avahi"
	avahiServer = avahi + ".Server"
	avahiGroup  = avahi + ".EntryGroup"

	anyInterface   int32  = -1
	anyProtocol    int32  = -1
	plain          uint32 = 0
	noReverse      uint32 = 16 // an address has one name that it leads back to, and that is the machine's
	groupIsThere   int32  = 2  // AVAHI_ENTRY_GROUP_ESTABLISHED
	groupCollides  int32  = 3
	groupHasFailed int32  = 4
)

// avahiPatience is how long an answer of Avahi may take, which is as long as libdbus waits.
const avahiPatience = 25 * time.Second

// withAvahi publishes for as long as the system bus is there. Works is called while it is.
func (a *announcement) withAvahi(ctx context.Context, works func()) error {
	// Signals in order: an end of one publication is not to be taken for that of the next.
	conn, err := dbus.ConnectSystemBus(dbus.WithContext(ctx), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		return fmt.Errorf("no system bus: %w", err)
	}
	defer conn.Close() // Avahi takes back what was published through it
	moved, err := addressChanges()
	if err != nil {
		return fmt.Errorf("noticing when an address changes: %w", err)
	}
	defer moved.Close()
	signals := make(chan *dbus.Signal, 16)
	conn.Signal(signals)
	for _, match := range [][]dbus.MatchOption{
		{dbus.WithMatchSender("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, avahi)},
		{dbus.WithMatchSender(avahi), dbus.WithMatchInterface(avahiServer)},
	} {
		if err := conn.AddMatchSignalContext(ctx, match...); err != nil {
			return err
		}
	}

	p := publisher{announcement: a, conn: conn}
	var owner string
	err = conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetNameOwner", 0, avahi).Store(&owner)
	if err != nil && !isBusError(err, "org.freedesktop.DBus.Error.NameHasNoOwner") {
		return err
	}
	for err = p.begin(ctx, owner); err == nil; {
		works()
		select {
		case signal, ok := <-signals:
			if !ok {
				return errors.New("the system bus has gone")
			}
			err = p.hear(ctx, signal)
		case _, ok := <-moved.changes:
			if !ok {
				return errors.New("the kernel no longer says when an address changes")
			}
			err = p.publish(ctx)
		}
	}
	return err
}

// A publisher has Avahi publish what is to be published as of now.
type publisher struct {
	*announcement
	conn  *dbus.Conn
	owner string // who is Avahi on the bus; empty while it does not run
	host  string // the machine's name as Avahi has it: "raspberrypi.local"
	try   int    // which name is tried, from 1 on
	now   publication
	group dbus.ObjectPath // of what is published now
}

// begin is for an Avahi that has begun, or has ended.
func (p *publisher) begin(ctx context.Context, owner string) error {
	p.owner, p.host, p.try, p.now, p.group = owner, "", 1, publication{}, ""
	p.tell("")
	if owner == "" {
		p.log.Info("Avahi does not run: the pages have no name on the network, only an address")
		return nil
	}
	return p.ask(ctx)
}

// ask asks again for the machine's own name: Avahi chooses another where two machines have the same.
func (p *publisher) ask(ctx context.Context) error {
	if err := p.call(ctx, "/", avahiServer+".GetHostNameFqdn").Store(&p.host); err != nil {
		return p.refused(err)
	}
	return p.publish(ctx)
}

// hear takes a signal of the bus or of Avahi. What others send counts for nothing.
func (p *publisher) hear(ctx context.Context, signal *dbus.Signal) error {
	switch {
	case signal.Sender == "org.freedesktop.DBus" && signal.Name == "org.freedesktop.DBus.NameOwnerChanged":
		var name, old, owner string
		if err := dbus.Store(signal.Body, &name, &old, &owner); err != nil {
			return err
		}
		return p.begin(ctx, owner)
	case signal.Sender != p.owner:
	case signal.Name == avahiServer+".StateChanged":
		return p.ask(ctx)
	case signal.Name == avahiGroup+".StateChanged" && signal.Path == p.group:
		var state int32
		var reason string
		if err := dbus.Store(signal.Body, &state, &reason); err != nil {
			return err
		}
		switch state {
		case groupIsThere:
			p.tell(p.now.name)
		case groupCollides:
			return p.yield(ctx)
		case groupHasFailed:
			return p.refused(dbus.Error{Name: reason})
		}
	}
	return nil
}

// yield leaves a name to another machine that has it, and takes the next. It ends: from some try on the names are the same.
func (p *publisher) yield(ctx context.Context) error {
	p.tell("")
	p.log.Info("the name is another's on this network", "name", p.now.name)
	p.try++
	return p.publish(ctx)
}

// refused is for what Avahi won't do: it wouldn't the next time either, unless something has changed by then. What is no
// answer of Avahi is returned.
func (p *publisher) refused(err error) error {
	if _, answered := errors.AsType[dbus.Error](err); !answered {
		return err
	}
	p.tell("")
	p.log.Info("Avahi does not make the pages known", "err", err)
	return nil
}

// publish replaces what is published, if it is no longer right.
func (p *publisher) publish(ctx context.Context) error {
	if p.host == "" {
		return nil
	}
	own, err := reachable(p.four)
	if err != nil {
		return err
	}
	if len(own) == 0 {
		p.try = 1 // the next network is another one
	}
	next := newPublication(p.host, own, p.try)
	if next.equal(p.now) {
		return nil
	}
	if next.name != p.now.name {
		p.tell("")
	}
	if p.group != "" {
		p.call(ctx, p.group, avahiGroup+".Free") // an Avahi that fails here has ended, and its groups with it
	}
	p.now, p.group = next, ""
	if next.name == "" {
		return nil
	}
	err = p.commit(ctx)
	if isBusError(err, avahi+".CollisionError") { // with another program of this machine
		return p.yield(ctx)
	}
	if err != nil {
		return p.refused(err)
	}
	return nil // Avahi signals how it went
}

// commit publishes in a group of its own, so that its signals are told from those of the last.
func (p *publisher) commit(ctx context.Context) error {
	if err := p.call(ctx, "/", avahiServer+".EntryGroupNew").Store(&p.group); err != nil {
		return err
	}
	for _, a := range p.now.addresses {
		err := p.call(ctx, p.group, avahiGroup+".AddAddress", a.link, anyProtocol, noReverse, p.now.name, a.ip.String()).Err
		if err != nil {
			return err
		}
	}
	err := p.call(ctx, p.group, avahiGroup+".AddService", anyInterface, anyProtocol, plain,
		p.now.service, "_http._tcp", "", p.now.name, p.port, [][]byte{[]byte("path=/")}).Err
	if err != nil {
		return err
	}
	return p.call(ctx, p.group, avahiGroup+".Commit").Err
}

// call calls the Avahi that runs now: none is started that somebody has stopped, and none is taken for another.
func (p *publisher) call(ctx context.Context, path dbus.ObjectPath, method string, args ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(ctx, avahiPatience)
	defer cancel()
	return p.conn.Object(p.owner, path).CallWithContext(ctx, method, dbus.FlagNoAutoStart, args...)
}

func isBusError(err error, name string) bool {
	e, ok := errors.AsType[dbus.Error](err)
	return ok && e.Name == name
}

// A publication is what is published of the box. The zero value is nothing.
type publication struct {
	name      string      // "arbitre.local"
	service   string      // what a list of web services shows
	addresses []reachedAt // of the name; none where it is the machine's own, which Avahi publishes anyway
}

func (p publication) equal(q publication) bool {
	return p.name == q.name && p.service == q.service && slices.Equal(p.addresses, q.addresses)
}

// mostNames are tried before the machine's own name has to do.
const mostNames = 9

// newPublication is that of a try, on a machine that Avahi knows as host, "raspberrypi.local".
//
// The name has addresses of its own. An alias of the machine's name (CNAME) would follow the machine by itself, but not all
// who know mDNS follow an alias (Windows does not, nor has every macOS); addresses all resolve. Each is published on its
// own interface, as Avahi does with the machine's: from a box between two networks, each learns the address it can reach.
func newPublication(host string, own []reachedAt, try int) publication {
	if len(own) == 0 {
		return publication{}
	}
	label, domain, _ := strings.Cut(host, ".")
	p := publication{name: "arbitre." + domain, service: "arbitre"}
	switch {
	case try > mostNames:
		p.name, p.service = host, "arbitre "+label
	case try > 1:
		p.name, p.service = fmt.Sprintf("arbitre-%d.%s", try, domain), fmt.Sprint("arbitre ", try)
	}
	if !strings.EqualFold(p.name, host) {
		p.addresses = own
	}
	return p
}

// A reachedAt is an address of this machine, for those on the network of one interface.
type reachedAt struct {
	link int32 // index of the interface
	ip   netip.Addr
}

// reachable are the addresses of this machine for which Avahi speaks: those of interfaces that know multicast and have
// more than one other end. Not the link-local ones of IPv6: a browser can't say over which link.
func reachable(four bool) (own []reachedAt, err error) {
	links, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	for _, link := range links {
		if link.Flags&(net.FlagUp|net.FlagMulticast|net.FlagLoopback|net.FlagPointToPoint) != net.FlagUp|net.FlagMulticast {
			continue
		}
		networks, err := link.Addrs()
		if err != nil {
			continue // it has just gone
		}
		for _, n := range networks {
			prefix, err := netip.ParsePrefix(n.String())
			if err != nil {
				continue
			}
			ip := prefix.Addr().Unmap()
			if ip.Is4() || !four && ip.IsGlobalUnicast() {
				own = append(own, reachedAt{int32(link.Index), ip})
			}
		}
	}
	return own, nil
}

// A movement tells that an address of this machine has come or gone: changes has something when that was so since it was
// last empty, and is closed when no more is told.
type movement struct {
	*os.File
	changes chan struct{}
}

// addressChanges are as rtnetlink(7) tells them.
func addressChanges() (*movement, error) {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, unix.NETLINK_ROUTE)
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	m := &movement{os.NewFile(uintptr(fd), "netlink"), make(chan struct{}, 1)}
	groups := &unix.SockaddrNetlink{Family: unix.AF_NETLINK, Groups: unix.RTMGRP_IPV4_IFADDR | unix.RTMGRP_IPV6_IFADDR}
	if err := unix.Bind(fd, groups); err != nil {
		m.Close()
		return nil, os.NewSyscallError("bind", err)
	}
	go func() {
		defer close(m.changes)
		unread := make([]byte, 1) // what changed is read afresh: messages may be lost, and no buffer need be large enough
		for {
			if _, err := m.Read(unread); err != nil && !errors.Is(err, unix.ENOBUFS) {
				return
			}
			select {
			case m.changes <- struct{}{}:
			default:
			}
		}
	}()
	return m, nil
}
