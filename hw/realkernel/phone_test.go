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

// An away is a network namespace of its own, with a radio.
type away struct {
	testing.TB
	process int // whose network it is
}

// radios makes the box's radio, wlan0, and others away from it: wlan1 and so on.
func radios(t testing.TB, others int) (all []away) {
	t.Helper()
	if err := os.CopyFS("/run/guest", os.DirFS("/boot/firmware/guest")); err != nil {
		t.Fatal(err)
	}
	do(t, "modprobe", "mac80211")
	do(t, "insmod", "/run/guest/mac80211_hwsim.ko", fmt.Sprint("radios=", 1+others))
	for i := range others {
		holder := exec.Command("unshare", "--net", "sleep", "infinity")
		if err := holder.Start(); err != nil {
			t.Fatal(err)
		}
		w := away{t, holder.Process.Pid}
		await(t, "a network of its own", func() bool {
			own, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/net", w.process))
			box, _ := os.Readlink("/proc/self/ns/net")
			return err == nil && own != box
		})
		leaves(t, fmt.Sprint("wlan", 1+i), w.process)
		all = append(all, w)
	}
	return all
}

// leaves moves a radio into the network namespace of a process.
func leaves(t testing.TB, name string, process int) {
	t.Helper()
	radio := number(t, strings.TrimSpace(read(t, "/sys/class/net/"+name+"/phy80211/index")))
	if err := nl80211(unix.NL80211_CMD_SET_WIPHY_NETNS, word{unix.NL80211_ATTR_WIPHY, radio}, word{unix.NL80211_ATTR_PID, process}); err != nil {
		t.Fatal(err)
	}
}

// A word is an attribute of 32 bits.
type word struct{ kind, value int }

// nl80211 gives the radios of the caller's network namespace a command (nl80211.h, by generic netlink).
func nl80211(command byte, words ...word) error {
	socket, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_GENERIC)
	if err != nil {
		return err
	}
	defer unix.Close(socket)
	attribute := func(b []byte, kind int, value []byte) []byte {
		b = binary.NativeEndian.AppendUint16(b, uint16(4+len(value)))
		b = append(binary.NativeEndian.AppendUint16(b, uint16(kind)), value...)
		return append(b, make([]byte, -len(value)&3)...)
	}
	ask := func(family uint16, command byte, attributes []byte) ([]byte, error) {
		b := binary.NativeEndian.AppendUint32(nil, uint32(20+len(attributes)))
		b = binary.NativeEndian.AppendUint16(b, family)
		b = binary.NativeEndian.AppendUint16(b, unix.NLM_F_REQUEST|unix.NLM_F_ACK)
		b = append(append(b, make([]byte, 8)...), command, 1, 0, 0)
		reply := make([]byte, 64<<10)
		if err := unix.Sendto(socket, append(b, attributes...), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
			return nil, err
		}
		n, _, err := unix.Recvfrom(socket, reply, 0)
		if err == nil && binary.NativeEndian.Uint16(reply[4:]) == unix.NLMSG_ERROR {
			if code := int32(binary.NativeEndian.Uint32(reply[16:])); code != 0 {
				err = unix.Errno(-code)
			}
		}
		return reply[16:max(n, 20)], err
	}
	family, err := ask(unix.GENL_ID_CTRL, unix.CTRL_CMD_GETFAMILY, attribute(nil, unix.CTRL_ATTR_FAMILY_NAME, []byte("nl80211\x00")))
	if err != nil {
		return err
	}
	unix.Recvfrom(socket, make([]byte, 4096), 0) // the acknowledgement of that
	var its uint16
	for rest := family[4:]; len(rest) >= 4; {
		n, kind := int(binary.NativeEndian.Uint16(rest)), binary.NativeEndian.Uint16(rest[2:])
		if kind == unix.CTRL_ATTR_FAMILY_ID {
			its = binary.NativeEndian.Uint16(rest[4:])
		}
		rest = rest[min(len(rest), (max(n, 4)+3)&^3):]
	}
	var attributes []byte
	for _, w := range words {
		attributes = attribute(attributes, w.kind, binary.NativeEndian.AppendUint32(nil, uint32(w.value)))
	}
	_, err = ask(its, command, attributes)
	return err
}

// inside is a program that runs there.
func (w away) inside(program string, args ...string) *exec.Cmd {
	return exec.Command("nsenter", append([]string{"--net", "--target", strconv.Itoa(w.process), program}, args...)...)
}

func (w away) run(program string, args ...string) error {
	out, err := w.inside(program, args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

// enter runs something there, on a thread of its own.
func (w away) enter(do func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		network, err := os.Open(fmt.Sprintf("/proc/%d/ns/net", w.process))
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

// A phone has the radio wlan1 and a browser without pictures: what it asks and gets is what pages do.
type phone struct {
	away
	site         string // that it is at
	language     string
	network, key string // of the Wi-Fi, as its camera has read them
	lobby        []byte // what the display showed when it came
	supplicant   *exec.Cmd
	browser      *http.Client
}

// newPhone returns a phone.
func newPhone(w away) *phone {
	w.Helper()
	if err := errors.Join(os.MkdirAll("/run/phone", 0o700), os.WriteFile("/run/phone/dhcp", []byte(dhcpScript), 0o700)); err != nil {
		w.Fatal(err)
	}
	if err := w.run("/run/guest/busybox", "ifconfig", "lo", "up"); err != nil {
		w.Fatal(err)
	}
	return &phone{away: w, site: home}
}

// dhcpScript is what udhcpc calls with what the server has given.
const dhcpScript = `#!/bin/sh
[ "$1" = bound ] || exit 0
/run/guest/busybox ifconfig $interface $ip netmask $subnet
echo "nameserver $dns" > /run/phone/resolv.conf
`

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
	if err := p.associate(p.key, "CTRL-EVENT-CONNECTED"); err != nil {
		return err
	}
	return p.run("/run/guest/busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-s", "/run/phone/dhcp", "-t", "20", "-T", "1")
}

// associate tries to join the Wi-Fi with a key, until wpa_supplicant says how that goes.
func (p *phone) associate(key, until string) error {
	known := fmt.Sprintf("network={\nssid=%q\npsk=%q\nkey_mgmt=WPA-PSK\nscan_ssid=1\n}\n", p.network, key)
	os.Remove("/run/phone/log")
	if err := os.WriteFile("/run/phone/conf", []byte(known), 0o600); err != nil {
		return err
	}
	p.supplicant = p.inside("wpa_supplicant", "-i", "wlan1", "-c", "/run/phone/conf", "-f", "/run/phone/log")
	if err := p.supplicant.Start(); err != nil {
		return err
	}
	return saysSoon("/run/phone/log", until)
}

// saysSoon waits until a log has a text.
func saysSoon(log, text string) error {
	return soon("it says "+text, func() error {
		said, err := os.ReadFile(log)
		if err == nil && !bytes.Contains(said, []byte(text)) {
			err = errors.New(string(said))
		}
		return err
	})
}

// leave is what a phone does whose Wi-Fi has gone.
func (p *phone) leave() {
	if p.supplicant != nil {
		p.supplicant.Process.Kill()
		p.supplicant.Wait()
		p.supplicant = nil
	}
	if p.browser != nil {
		p.browser.CloseIdleConnections()
	}
}

// isLed reports as an error that a URL does not lead to the scoreboard.
func (p *phone) isLed(url string) error {
	answer, err := p.browser.Get(url)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if at := answer.Request.URL.String(); err != nil || at != home+"/" || !bytes.Contains(page, []byte(`data-page="scoreboard"`)) {
		return fmt.Errorf("%s leads to %s, %v", url, at, err)
	}
	return nil
}

// send sends what a page sends, or asks for a path if that is nothing.
func (p *phone) send(path, text string) (status int, said string, err error) {
	var answer *http.Response
	if text == "" {
		answer, err = p.browser.Get(p.site + path)
	} else {
		answer, err = p.browser.Post(p.site+path, "application/json", strings.NewReader(text))
	}
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body), err
}

// post sends what a page sends, once the box takes it: a question may not be open yet.
func (p *phone) post(path string, what map[string]any) error {
	body, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return soon(path+" "+string(body), func() error {
		status, said, err := p.send(path, string(body))
		if err == nil && status >= 300 {
			err = fmt.Errorf("%d: %s", status, said)
		}
		return err
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
