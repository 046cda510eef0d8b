package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatIsAnnounced(t *testing.T) {
	for _, tt := range []struct {
		listen string
		port   uint16
		four   bool
	}{
		{":8080", 8080, false},
		{"[::]:80", 80, false},
		{"0.0.0.0:80", 80, true},
		{"127.0.0.1:8088", 0, false},   // for this machine alone
		{"192.168.1.5:8080", 0, false}, // for one of its networks
		{"raspberrypi:8080", 0, false},
		{":0", 0, false}, // anywhere
		{"", 0, false},
	} {
		a := newAnnouncement(tt.listen, slog.New(slog.DiscardHandler))
		if a.port != tt.port || a.four != tt.four {
			t.Errorf("%q: port %d, IPv4 only %t; want %d, %t", tt.listen, a.port, a.four, tt.port, tt.four)
		}
	}
}

func TestNameOfTheBox(t *testing.T) {
	own := []reachedAt{{2, netip.MustParseAddr("192.168.1.5")}}
	for _, tt := range []struct {
		why  string
		host string
		own  []reachedAt
		try  int
		want publication
	}{
		{"a machine with a name of its own", "raspberrypi.local", own, 1, publication{"arbitre.local", "arbitre", own}},
		{"another box was first", "raspberrypi.local", own, 2, publication{"arbitre-2.local", "arbitre 2", own}},
		{"many boxes", "raspberrypi.local", own, 9, publication{"arbitre-9.local", "arbitre 9", own}},
		{"too many boxes", "raspberrypi.local", own, 10, publication{"raspberrypi.local", "arbitre raspberrypi", nil}},
		{"a machine that is called so", "arbitre.local", own, 1, publication{"arbitre.local", "arbitre", nil}},
		{"however it is written", "Arbitre.local", own, 1, publication{"arbitre.local", "arbitre", nil}},
		{"one that Avahi called so", "arbitre-2.local", own, 2, publication{"arbitre-2.local", "arbitre 2", nil}},
		{"another domain", "pi.games.home", own, 1, publication{"arbitre.games.home", "arbitre", own}},
		{"no network", "raspberrypi.local", nil, 1, publication{}},
		{"no network for a machine that is called so", "arbitre.local", nil, 1, publication{}},
	} {
		if got := newPublication(tt.host, tt.own, tt.try); !got.equal(tt.want) {
			t.Errorf("%s: %v, want %v", tt.why, got, tt.want)
		}
	}
	if p := newPublication("pi.local", own, 11); !p.equal(newPublication("pi.local", own, 10)) {
		t.Errorf("after the last name another is tried: %v", p)
	}
}

// A machine without D-Bus has no name on the network. That is said once, and looked for every minute at most.
func TestNoSystemBus(t *testing.T) {
	bus := filepath.Join(t.TempDir(), "bus")
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path="+bus)
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var said bytes.Buffer
		a := newAnnouncement(":8080", slog.New(slog.NewTextHandler(&said, nil)))
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			a.run(ctx)
		}()
		time.Sleep(time.Hour)
		synctest.Wait()
		if a.name() != "" {
			t.Errorf("the box is called %q", a.name())
		}
		if lines := strings.Count(said.String(), "\n"); lines != 1 || strings.Contains(said.String(), "level=WARN") {
			t.Errorf("want one line that is no warning:\n%s", said.String())
		}
		stop()
		<-ended
	})
}

// TestAvahi announces a box with the real Avahi, and finds it from another machine: in namespaces of their own, each with
// its bus and its Avahi, and a cable between them. Nothing leaves them. Only root may make them and run Debian's Avahi there.
func TestAvahi(t *testing.T) {
	if os.Getenv("ARBITRE_AVAHI") != "1" {
		t.Skip("needs root and Debian's avahi-daemon, avahi-utils, dbus-daemon and iproute2: set ARBITRE_AVAHI=1")
	}
	const within = "ARBITRE_AVAHI_WITHIN"
	if os.Getenv(within) == "" {
		self := exec.Command("/proc/self/exe", "-test.run=^TestAvahi$", "-test.v="+fmt.Sprint(testing.Verbose()))
		self.Env = append(os.Environ(), within+"=1")
		self.SysProcAttr = apart()
		out, err := self.CombinedOutput()
		t.Logf("\n%s", out)
		if err != nil {
			t.Fatal(err)
		}
		return
	}

	t.Run("a phone finds the box by its name", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "phone")
		c.box.avahi()
		c.phone.avahi()
		box := c.announce(":8080")
		box.isCalled("arbitre.local")
		c.phone.finds("arbitre.local", boxAddress)
		c.phone.finds("raspberrypi.local", boxAddress)
		c.phone.browses("arbitre;_http._tcp;local;arbitre.local;" + boxAddress + `;8080;"path=/"`)
		if name := c.phone.resolve("-a", boxAddress); name != "raspberrypi.local" {
			t.Errorf("the address leads back to %q", name)
		}
		box.stop()
		c.phone.doesNotFind("arbitre.local")
		c.phone.finds("raspberrypi.local", boxAddress)
	})

	t.Run("a machine that is called arbitre needs no other name", func(t *testing.T) {
		c := newCable(t, "arbitre", "phone")
		c.box.avahi()
		c.phone.avahi()
		box := c.announce(":8080")
		box.isCalled("arbitre.local")
		c.phone.finds("arbitre.local", boxAddress)
		c.phone.browses("arbitre;_http._tcp;local;arbitre.local;" + boxAddress + `;8080;"path=/"`)
		box.stop()
		c.phone.finds("arbitre.local", boxAddress)
	})

	t.Run("another machine has the name already", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "arbitre")
		c.phone.avahi()
		c.phone.finds("arbitre.local", phoneAddress)
		c.box.avahi()
		c.announce(":8080").isCalled("arbitre-2.local")
		c.phone.finds("arbitre-2.local", boxAddress)
		c.phone.finds("arbitre.local", phoneAddress)
		c.phone.browses("arbitre 2;_http._tcp;local;arbitre-2.local;" + boxAddress + `;8080;"path=/"`)
	})

	t.Run("two networks with the same name become one", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "phone")
		c.phone.avahi()
		c.box.avahi()
		c.box.ip("link", "set", "cable", "down")
		box := c.announce(":8080")
		c.phone.publishes("--address", "--no-reverse", "arbitre.local", "10.77.0.200")
		c.box.ip("link", "set", "cable", "up")
		box.isCalled("arbitre-2.local")
		c.phone.finds("arbitre-2.local", boxAddress)
		c.phone.finds("arbitre.local", "10.77.0.200")
	})

	t.Run("a service of the same name", func(t *testing.T) {
		c := newCable(t, "arbitre", "phone")
		c.box.avahi()
		c.phone.avahi()
		c.phone.publishes("--service", "arbitre", "_http._tcp", "80")
		c.announce(":8080").isCalled("arbitre-2.local")
		c.phone.finds("arbitre-2.local", boxAddress)
		c.phone.finds("arbitre.local", boxAddress)
	})

	t.Run("two daemons on one machine", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "phone")
		c.box.avahi()
		c.phone.avahi()
		c.announce(":8080").isCalled("arbitre.local")
		c.announce(":8081").isCalled("arbitre-2.local")
		c.phone.finds("arbitre.local", boxAddress)
		c.phone.finds("arbitre-2.local", boxAddress)
	})

	t.Run("Avahi starts late and again", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "phone")
		c.phone.avahi()
		box := c.announce(":8080")
		box.says("Avahi does not run")
		avahi := c.box.avahi()
		box.isCalled("arbitre.local")
		c.phone.finds("arbitre.local", boxAddress)
		avahi.stop()
		box.isCalled("")
		c.box.avahi()
		box.isCalled("arbitre.local")
		c.phone.finds("arbitre.local", boxAddress)
	})

	t.Run("the system bus starts late and again", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "phone")
		c.phone.avahi()
		c.box.bus.stop()
		box := c.announce(":8080")
		box.says("no system bus")
		c.box.startBus()
		avahi := c.box.avahi()
		box.isCalled("arbitre.local")
		c.box.bus.stop()
		avahi.stop()
		box.isCalled("")
		c.box.startBus()
		c.box.avahi()
		box.isCalled("arbitre.local")
		c.phone.finds("arbitre.local", boxAddress)
	})

	t.Run("the address comes late and changes", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "phone")
		c.box.ip("address", "del", boxAddress+"/24", "dev", "cable")
		c.box.avahi()
		c.phone.avahi()
		box := c.announce(":8080")
		c.box.ip("address", "add", boxAddress+"/24", "dev", "cable")
		box.isCalled("arbitre.local")
		c.phone.finds("arbitre.local", boxAddress)
		c.box.ip("address", "del", boxAddress+"/24", "dev", "cable")
		box.isCalled("")
		c.box.ip("address", "add", "10.77.0.55/24", "dev", "cable")
		box.isCalled("arbitre.local")
		c.phone.finds("arbitre.local", "10.77.0.55")
	})

	t.Run("an Avahi that publishes for nobody", func(t *testing.T) {
		c := newCable(t, "raspberrypi", "phone")
		c.phone.avahi()
		avahi := c.box.avahi("[publish]", "disable-user-service-publishing=yes")
		box := c.announce(":8080")
		box.says("Not permitted")
		box.isCalled("")
		avahi.stop()
		c.box.avahi()
		box.isCalled("arbitre.local")
	})
}
