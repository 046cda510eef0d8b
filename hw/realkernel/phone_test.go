package realkernel

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/wifi"

	"golang.org/x/sys/unix"
)

// A phone has the second of two radios, in a network namespace of its own, and a browser without
// pictures: what it asks and gets is what pages do.
type phone struct {
	testing.TB
	process      int // whose network is the phone's
	language     string
	network, key string // of the Wi-Fi, as its camera has read them
	lobby        []byte // what the display showed when it came
	supplicant   *exec.Cmd
	browser      *http.Client
}

// newPhone makes the box's radio and the phone's.
func newPhone(t testing.TB) *phone {
	t.Helper()
	if err := os.CopyFS("/run/guest", os.DirFS("/boot/firmware/guest")); err != nil {
		t.Fatal(err)
	}
	do(t, "modprobe", "mac80211")
	do(t, "insmod", "/run/guest/mac80211_hwsim.ko", "radios=2")
	station := exec.Command("unshare", "--net", "sleep", "infinity")
	if err := station.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { station.Process.Kill(); station.Wait() })
	p := &phone{TB: t, process: station.Process.Pid}
	await(t, "a network of the phone's own", func() bool {
		own, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/net", p.process))
		box, _ := os.Readlink("/proc/self/ns/net")
		return err == nil && own != box
	})
	leaves(t, "wlan1", p.process)
	if err := errors.Join(os.MkdirAll("/run/phone", 0o700), os.WriteFile("/run/phone/dhcp", []byte(dhcpScript), 0o700)); err != nil {
		t.Fatal(err)
	}
	p.run("/run/guest/busybox", "ifconfig", "lo", "up")
	return p
}

// inside is a program that runs in the phone's network.
func (p *phone) inside(program string, args ...string) *exec.Cmd {
	return exec.Command("nsenter", append([]string{"--net", "--target", strconv.Itoa(p.process), program}, args...)...)
}

func (p *phone) run(program string, args ...string) error {
	out, err := p.inside(program, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

// enter runs something in the phone's network, on a thread of its own.
func (p *phone) enter(do func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		network, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", p.process))
		if err == nil {
			defer network.Close()
			err = unix.Setns(int(network.Fd()), unix.CLONE_NEWNET)
		}
		if err == nil {
			err = do()
		}
		done <- err
	}()
	return <-done
}

// dial connects from the phone. A name is looked up where DHCP has said.
func (p *phone) dial(ctx context.Context, network, address string) (c net.Conn, err error) {
	names := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return p.dial(ctx, network, net.JoinHostPort(wifi.Address.String(), "53"))
	}}
	err = p.enter(func() (err error) {
		c, err = (&net.Dialer{Resolver: names}).DialContext(ctx, network, address)
		return err
	})
	return c, err
}

// join joins the Wi-Fi as a new phone.
func (p *phone) join() error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	p.browser = &http.Client{Timeout: time.Minute, Jar: jar, Transport: &http.Transport{DialContext: p.dial}}
	known := fmt.Sprintf("network={\nssid=%q\npsk=%q\nkey_mgmt=WPA-PSK\nscan_ssid=1\n}\n", p.network, p.key)
	os.Remove("/run/phone/log")
	if err := os.WriteFile("/run/phone/conf", []byte(known), 0o600); err != nil {
		return err
	}
	p.supplicant = p.inside("wpa_supplicant", "-i", "wlan1", "-c", "/run/phone/conf", "-f", "/run/phone/log")
	if err := p.supplicant.Start(); err != nil {
		return err
	}
	err = soon("it joins", func() error {
		said, err := os.ReadFile("/run/phone/log")
		if err == nil && !bytes.Contains(said, []byte("CTRL-EVENT-CONNECTED")) {
			err = errors.New(string(said))
		}
		return err
	})
	if err != nil {
		return err
	}
	return p.run("/run/guest/busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-s", "/run/phone/dhcp", "-t", "20", "-T", "1")
}

// leave is what a phone does whose Wi-Fi has gone.
func (p *phone) leave() {
	if p.supplicant != nil {
		p.supplicant.Process.Kill()
		p.supplicant.Wait()
		p.supplicant = nil
		p.browser.CloseIdleConnections()
	}
}

// post sends what a page sends, once the box takes it: a question may not be open yet.
func (p *phone) post(path string, what map[string]any) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return soon(path+" "+string(body), func() error {
		answer, err := p.browser.Post(home+path, "application/json", bytes.NewReader(body))
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if said, _ := io.ReadAll(answer.Body); answer.StatusCode >= 300 {
			return fmt.Errorf("%s: %s", answer.Status, said)
		}
		return nil
	})
}

// A judgePage is what the robot reads of the judge's page.
type judgePage struct {
	Seats []struct {
		Seat int
		Name string
	}
	Prompts []struct {
		ID      string
		Asked   int
		Options []struct{ Value any }
	}
}

// page returns what the judge's page shows.
func (p *phone) page() (page judgePage, err error) {
	ask, err := http.NewRequest("GET", home+"/judge/events", nil)
	if err != nil {
		return page, err
	}
	ask.Header.Set("Accept-Language", p.language)
	events, err := p.browser.Do(ask)
	if err != nil {
		return page, err
	}
	defer events.Body.Close()
	lines := bufio.NewScanner(events.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if text, is := strings.CutPrefix(lines.Text(), "data:"); is && json.Unmarshal([]byte(text), &page) == nil {
			return page, nil
		}
	}
	return page, fmt.Errorf("%s: %w", events.Status, cmp.Or(lines.Err(), io.EOF))
}

func (p *phone) look(is func(judgePage) bool) error {
	page, err := p.page()
	if err == nil && !is(page) {
		err = fmt.Errorf("the page shows %+v", page)
	}
	return err
}

// asked waits until the box asks something.
func (p *phone) asked(prompt string) error {
	return soon("it asks "+prompt, func() error {
		return p.look(func(page judgePage) bool {
			for _, q := range page.Prompts {
				if q.ID == prompt {
					return true
				}
			}
			return false
		})
	})
}

// answer answers a question once it is asked.
func (p *phone) answer(prompt string, value any) error {
	if err := p.asked(prompt); err != nil {
		return err
	}
	return p.post("/judge/answer", map[string]any{"prompt": prompt, "value": value})
}

// loads loads the scoreboard again and again, eight at a time.
func (p *phone) loads(ctx context.Context) (n int) {
	loaded := make(chan bool)
	for range 8 {
		go func() {
			for ctx.Err() == nil {
				if answer, err := p.browser.Get(home + "/"); err == nil {
					io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
				}
				loaded <- true
			}
			loaded <- false
		}()
	}
	for ended := 0; ended < 8; {
		if <-loaded {
			n++
		} else {
			ended++
		}
	}
	return n
}

// relays lets programs elsewhere use the phone's network, by a proxy at its port 1080 (RFC 1928,
// without authentication, CONNECT alone).
func (p *phone) relays() error {
	var proxy net.Listener
	err := p.enter(func() (err error) {
		proxy, err = net.Listen("tcp4", "10.0.2.15:1080")
		return err
	})
	if err != nil {
		return err
	}
	p.Cleanup(func() { proxy.Close() })
	go func() {
		for {
			c, err := proxy.Accept()
			if err != nil {
				return
			}
			go p.relay(c)
		}
	}()
	return nil
}

func (p *phone) relay(c net.Conn) {
	defer c.Close()
	b := make([]byte, 512)
	read := func(n int) []byte {
		if _, err := io.ReadFull(c, b[:n]); err != nil {
			clear(b[:n])
		}
		return b[:n]
	}
	read(int(read(2)[1])) // the ways to authenticate
	c.Write([]byte{5, 0}) // none
	host := ""
	switch ask := read(4); ask[3] {
	case 1:
		host = net.IP(read(4)).String()
	case 3:
		host = string(read(int(read(1)[0])))
	default:
		return
	}
	to, err := p.dial(p.Context(), "tcp4", net.JoinHostPort(host, strconv.Itoa(int(binary.BigEndian.Uint16(read(2))))))
	if err != nil {
		c.Write([]byte{5, 4, 0, 1, 0, 0, 0, 0, 0, 0}) // host unreachable
		return
	}
	defer to.Close()
	c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	go func() { io.Copy(to, c); to.Close() }()
	io.Copy(c, to)
}
