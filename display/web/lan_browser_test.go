package web

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"arbitre/display/web/browser"
	"arbitre/display/web/site"
	"arbitre/games/mito"

	"golang.org/x/sys/unix"
)

// A lan is a network namespace for a box, with a virtual cable to the browsers' machine.
type lan struct {
	testing.TB
	name    string
	address string // of the box
}

// newLAN makes a lan until the test ends. Its addresses are from the range for benchmarks (RFC
// 2544).
func newLAN(t testing.TB) *lan {
	t.Helper()
	n := rand.Uint32N(1 << 15) // of the nets with four addresses each
	address := func(i uint32) string {
		return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, 198<<24|18<<16+4*n+i))).String()
	}
	l := &lan{t, fmt.Sprint("arbitre-", n), address(2)}
	if out, err := exec.Command("ip", "netns", "add", l.name).CombinedOutput(); err != nil {
		t.Skipf("needs the right to make a network: %v, %s", err, out)
	}
	t.Cleanup(func() { exec.Command("ip", "netns", "delete", l.name).Run() }) // and with it both ends of the cable
	end := fmt.Sprint("arbitre", n)
	l.ip("link", "add", end, "type", "veth", "peer", "name", "cable", "netns", l.name)
	l.ip("address", "add", address(1)+"/30", "dev", end)
	l.ip("link", "set", end, "up")
	l.ip("-n", l.name, "address", "add", l.address+"/30", "dev", "cable")
	l.cable("up")
	return l
}

func (l *lan) ip(args ...string) {
	l.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		l.Fatalf("ip %v: %v\n%s", args, err, out)
	}
}

// cable plugs the cable in ("up") or pulls it ("down"), without closing connections.
func (l *lan) cable(how string) {
	l.Helper()
	l.ip("-n", l.name, "link", "set", "cable", how)
}

// listen listens on a port of the box.
func (l *lan) listen(port int) net.Listener {
	l.Helper()
	type listening struct {
		net.Listener
		err error
	}
	done := make(chan listening)
	go func() {
		runtime.LockOSThread() // for good: the thread in the other network then ends with its goroutine
		there, err := os.Open("/run/netns/" + l.name)
		if err == nil {
			err = errors.Join(unix.Setns(int(there.Fd()), unix.CLONE_NEWNET), there.Close())
		}
		if err != nil {
			done <- listening{err: err}
			return
		}
		listener, err := site.Listen(context.Background(), net.JoinHostPort(l.address, strconv.Itoa(port)))
		done <- listening{listener, err}
	}()
	on := <-done
	if on.err != nil {
		l.Fatal(on.err)
	}
	return on.Listener
}

// However the link is lost, a page says so, within 6 s on an idle machine, and is back within 1.5 s
// of the link's return. The limits of the test are wider, for a busy machine; it logs the times.
func saysThatTheLinkIsLost(t *testing.T, e engine) {
	if os.Getenv("ARBITRE_ROOT") != "1" {
		t.Skip("needs root and iproute2, for a network of its own: set ARBITRE_ROOT=1")
	}
	lan := newLAN(t)
	var h *evening
	open := func() {
		h = serveOn(t, named(), lan.listen(8080))
		h.sit(mito.Rules(), mitoStart())
	}
	open()
	for _, loss := range []struct {
		name       string
		lose, back func()
	}{
		{"the link is down", func() { lan.cable("down") }, func() { lan.cable("up") }},
		{"the box is dead", func() { h.close() }, open},
		{"the box has no power", func() { lan.cable("down"); h.close() }, func() { open(); lan.cable("up") }},
	} {
		t.Run(loss.name, func(t *testing.T) {
			p := pickUp(t, e, h, "/?lang=en")
			p.live()
			browser.See[bool](p.Tab, `(link => {
				window.said = [];
				new MutationObserver(() => said.push([Date.now(), link.dataset.link])).
					observe(link, {attributeFilter: ["data-link"]});
				return true;
			})(document.getElementById("link"))`)
			loss.lose()
			lost := time.Now()
			p.Await(`said.some(s => s[1] !== "live")`)
			loss.back()
			back := time.Now()
			p.live()
			first := browser.See[int64](p.Tab, `said.find(s => s[1] !== "live")[0]`)
			last := browser.See[int64](p.Tab, `said.findLast(s => s[1] === "live")[0]`)
			said, found := time.UnixMilli(first).Sub(lost), time.UnixMilli(last).Sub(back)
			t.Logf("it says so after %v, and is back after %v", said.Round(10*time.Millisecond),
				found.Round(10*time.Millisecond))
			if said > 20*time.Second || found > 15*time.Second {
				t.Error("nobody waits so long")
			}
		})
	}
}
