package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	boxAddress   = "10.77.0.1"
	phoneAddress = "10.77.0.2"
)

// A cable joins two machines, each with an interface called cable. The box is in the network of this test.
type cable struct {
	t          *testing.T
	box, phone *machine
}

func newCable(t *testing.T, box, phone string) *cable {
	c := &cable{t: t, phone: newMachine(t, phone), box: newMachine(t, box)}
	elsewhere := exec.Command("sleep", "infinity")
	elsewhere.SysProcAttr = apart()
	c.phone.pid = start(t, elsewhere).command.Process.Pid
	c.box.ip("link", "set", "lo", "up")
	c.box.ip("link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", fmt.Sprint(c.phone.pid))
	t.Cleanup(func() { c.box.ip("link", "del", "cable") })
	c.box.ip("address", "add", boxAddress+"/24", "dev", "cable")
	c.phone.ip("address", "add", phoneAddress+"/24", "dev", "cable")
	c.box.ip("link", "set", "cable", "up")
	c.phone.ip("link", "set", "cable", "up")
	return c
}

// apart is for a child with a network of its own.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
}

// announce makes the box known, with pages served at an address.
func (c *cable) announce(listen string) *announced {
	c.t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", c.box.address())
	b := &announced{t: c.t}
	b.announcement = newAnnouncement(listen, slog.New(slog.NewTextHandler(&b.log, nil)))
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { b.run(ctx) })
	b.stop = func() {
		stop()
		running.Wait()
	}
	c.t.Cleanup(b.stop)
	return b
}

type announced struct {
	*announcement
	t    *testing.T
	log  transcript
	stop func()
}

func (b *announced) isCalled(name string) {
	b.t.Helper()
	eventually(b.t, func() (bool, string) {
		return b.name() == name, fmt.Sprintf("the box is called %q, want %q\n%s", b.name(), name, &b.log)
	})
}

func (b *announced) says(what string) {
	b.t.Helper()
	eventually(b.t, func() (bool, string) {
		return strings.Contains(b.log.String(), what), fmt.Sprintf("not said: %s\n%s", what, &b.log)
	})
}

// A machine has a name, a system bus, an Avahi if it is started, and a folder for their files.
type machine struct {
	t      *testing.T
	name   string
	folder string
	pid    int // of who has its network; 0 for that of this test
	bus    *process
}

func newMachine(t *testing.T, name string) *machine {
	m := &machine{t: t, name: name, folder: t.TempDir()}
	m.startBus()
	return m
}

func (m *machine) address() string { return "unix:path=" + filepath.Join(m.folder, "bus") }

// startBus starts a bus with the rules that Debian's system bus has for Avahi.
func (m *machine) startBus() {
	m.bus = start(m.t, exec.Command("dbus-daemon", "--nofork", "--config-file="+m.file("bus.conf",
		`<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">`,
		`<busconfig>`,
		`<type>system</type>`,
		`<listen>`+m.address()+`</listen>`,
		`<policy context="default">`,
		`<allow user="*"/> <deny own="*"/> <deny send_type="method_call"/> <allow send_type="signal"/>`,
		`<allow send_requested_reply="true" send_type="method_return"/>`,
		`<allow send_requested_reply="true" send_type="error"/>`,
		`<allow send_destination="org.freedesktop.DBus"/>`,
		`<allow receive_type="method_call"/> <allow receive_type="method_return"/>`,
		`<allow receive_type="error"/> <allow receive_type="signal"/>`,
		`</policy>`,
		`<include>/usr/share/dbus-1/system.d/avahi-dbus.conf</include>`,
		`</busconfig>`)))
	eventually(m.t, func() (bool, string) {
		conn, err := dbus.Connect(m.address())
		if err != nil {
			return false, fmt.Sprintf("no bus: %v\n%s", err, &m.bus.out)
		}
		conn.Close()
		return true, ""
	})
}

// avahi starts Avahi with lines added to its configuration, and waits until it has its name. What it has in /run is its own.
func (m *machine) avahi(more ...string) *process {
	config := m.file("avahi.conf", slices.Concat([]string{"[server]", "host-name=" + m.name, "allow-interfaces=cable"}, more)...)
	avahi := start(m.t, m.inside("unshare", "--mount", "sh", "-c", `mount -t tmpfs tmpfs /run &&
		exec avahi-daemon --no-drop-root --no-chroot --no-rlimits --file="$1"`, "sh", config))
	conn, err := dbus.Connect(m.address())
	if err != nil {
		m.t.Fatal(err)
	}
	defer conn.Close()
	eventually(m.t, func() (bool, string) {
		var state int32
		err := conn.Object("org.freedesktop.Avahi", "/").Call("org.freedesktop.Avahi.Server.GetState", 0).Store(&state)
		const running = 2
		return err == nil && state == running, fmt.Sprintf("Avahi is in state %d: %v\n%s", state, err, &avahi.out)
	})
	return avahi
}

// finds resolves a name, as often as it takes.
func (m *machine) finds(name, address string) {
	m.t.Helper()
	eventually(m.t, func() (bool, string) {
		got := m.resolve("--name", name)
		return got == address, fmt.Sprintf("%s is at %q, want %q", name, got, address)
	})
}

func (m *machine) doesNotFind(name string) {
	m.t.Helper()
	eventually(m.t, func() (bool, string) {
		got := m.resolve("--name", name)
		return got == "", fmt.Sprintf("%s is still at %q", name, got)
	})
}

// resolve asks the network; the answer is empty if there is none.
func (m *machine) resolve(what, question string) string {
	out, _ := m.inside("avahi-resolve", "-4", what, question).Output()
	_, answer, _ := strings.Cut(strings.TrimSpace(string(out)), "\t")
	return answer
}

// browses finds a web service, as avahi-browse prints it.
func (m *machine) browses(service string) {
	m.t.Helper()
	eventually(m.t, func() (bool, string) {
		out, err := m.inside("avahi-browse", "--resolve", "--parsable", "--terminate", "--no-db-lookup", "_http._tcp").CombinedOutput()
		found := strings.Contains(strings.ReplaceAll(string(out), `\032`, " "), ";"+service+"\n")
		return found, fmt.Sprintf("want %s, found\n%s%v", service, out, err)
	})
}

// publishes has this machine's Avahi publish something, and waits until it is.
func (m *machine) publishes(args ...string) {
	m.t.Helper()
	p := start(m.t, m.inside("avahi-publish", args...))
	eventually(m.t, func() (bool, string) { return strings.Contains(p.out.String(), "Established"), p.out.String() })
}

func (m *machine) ip(args ...string) {
	m.t.Helper()
	if out, err := m.inside("ip", args...).CombinedOutput(); err != nil {
		m.t.Fatalf("ip %v: %v\n%s", args, err, out)
	}
}

// inside is a command in the network of the machine, with its bus.
func (m *machine) inside(name string, args ...string) *exec.Cmd {
	command := exec.Command(name, args...)
	if m.pid != 0 {
		command = exec.Command("nsenter", slices.Concat([]string{"--net", "--target", fmt.Sprint(m.pid), name}, args)...)
	}
	command.Env = append(os.Environ(), "DBUS_SYSTEM_BUS_ADDRESS="+m.address(), "LC_ALL=C")
	return command
}

func (m *machine) file(name string, lines ...string) (path string) {
	path = filepath.Join(m.folder, name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		m.t.Fatal(err)
	}
	return path
}

// A process runs until it is stopped, at the latest at the end of the test.
type process struct {
	command *exec.Cmd
	out     transcript
	stop    func()
}

func start(t *testing.T, command *exec.Cmd) *process {
	t.Helper()
	p := &process{command: command}
	command.Stdout, command.Stderr = &p.out, &p.out
	if command.SysProcAttr == nil {
		command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	p.stop = sync.OnceFunc(func() {
		command.Process.Signal(syscall.SIGTERM)
		command.Wait()
	})
	t.Cleanup(p.stop)
	return p
}

// eventually waits until something is so, or fails with what it is instead.
func eventually(t *testing.T, so func() (bool, string)) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		yes, instead := so()
		if yes {
			return
		}
		if time.Now().After(end) {
			t.Fatal(instead)
		}
	}
}

// A transcript is what several have written.
type transcript struct {
	mu   sync.Mutex
	text strings.Builder
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}
