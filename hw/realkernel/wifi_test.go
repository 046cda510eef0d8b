package realkernel

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/scan"

	"golang.org/x/sys/unix"
)

// In a room without a network a box, in which nothing is plugged, makes one: a phone joins it by the
// code on the display, asks whether it has the Internet, is led to the scoreboard, becomes the judge's
// by the next code, and tells what day it is. The Wi-Fi ends by the menu.
func TestCardOwnWifi(t *testing.T) {
	c := newCard(t)
	c.bringsTests()
	c.configures("language = 'en'\n[buzzer]\nenabled = false\n[judge]\nshutdown = '5s'\n")
	c.boot(withHeader)
	c.opens()
	if on := c.says("systemctl is-active NetworkManager wpa_supplicant"); on != "inactive\ninactive" {
		t.Errorf("before anybody asks for a network they are %q", on)
	}
	out, code := c.try(runTest("TestOnCardOwnWifi", ""))
	t.Log(out)
	if code != 0 {
		t.Fatalf("it failed\n%s", c.do("journalctl --boot --no-pager | tail -60"))
	}
	if left := c.says("ls -A /etc/NetworkManager/dnsmasq-shared.d /data/networks"); strings.Contains(left, "arbitre") {
		t.Errorf("it leaves behind\n%s", left)
	}
	if exposed := c.do("systemd-analyze security --no-pager --threshold=15 arbitre.service arbitre-wifi@x.service"); exposed != "" {
		t.Log(exposed[strings.LastIndex(exposed, "\n")+1:])
	}
}

// soon waits for what takes an emulated machine half a minute.
func (p *table) soon(what string, is func() bool) {
	p.Helper()
	for range 240 {
		if is() {
			return
		}
		time.Sleep(time.Second / 4)
	}
	p.Fatalf("waited in vain: %s\n%s", what, art(p.panel.picture().Pix))
}

func TestOnCardOwnWifi(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	p.isReady()
	p.isSeen()
	says := func(line string) func() bool {
		return func() bool {
			return strings.Contains(do(t, "journalctl", "--boot", "--unit=arbitre", "--output=cat"), line)
		}
	}
	for _, key := range []int{previous, previous, ok} { // the last but one of the lobby's list: phone
		p.reads()
		p.press(key)
	}
	p.soon("a box without a radio says so", says("why=wifi_no_radio"))

	if err := os.CopyFS("/run/guest", os.DirFS("/boot/firmware/guest")); err != nil {
		t.Fatal(err)
	}
	do(t, "modprobe", "mac80211")
	do(t, "insmod", "/run/guest/mac80211_hwsim.ko", "radios=2")
	station := exec.Command("unshare", "--net", "sleep", "infinity")
	if err := station.Start(); err != nil {
		t.Fatal(err)
	}
	defer station.Process.Kill()
	time.Sleep(time.Second)
	leaves(t, "wlan1", station.Process.Pid)

	p.reads()
	p.press(ok) // try again
	began := time.Now()
	var code []string
	p.soon("the display shows the way into the Wi-Fi", func() bool {
		code = regexp.MustCompile(`^WIFI:S:(arbitre-[a-z]{2});T:WPA;P:([a-z]{12});;$`).FindStringSubmatch(scan.Code(p.panel.picture()))
		return code != nil
	})
	t.Logf("%s is up after %.0f s", code[1], time.Since(began).Seconds())
	if strings.Contains(do(t, "journalctl", "--boot", "--output=cat"), code[2]) {
		t.Error("the log tells the key")
	}
	inside := func(test, environment string) {
		t.Helper()
		phone := exec.Command("nsenter", "--net", "--target", strconv.Itoa(station.Process.Pid), os.Args[0], "-test.v", "-test.run", "^"+test+"$")
		phone.Env = append(os.Environ(), environment)
		out, err := phone.CombinedOutput()
		t.Logf("%s", out)
		if err != nil {
			t.Fatal(err)
		}
	}
	inside("TestInPhoneJoins", "JOINS="+code[1]+" "+code[2])
	link := ""
	p.soon("the display shows the way to the judge's page", func() bool {
		link = scan.Code(p.panel.picture())
		return strings.HasPrefix(link, "http://")
	})
	inside("TestInPhoneJudges", "LINK="+link)
	if names, err := os.ReadFile(filepath.Join(state, "names.jsonl")); err != nil || !strings.Contains(string(names), `"2026-12-24T20:15:`) {
		t.Errorf("the box has not learnt the date: %v\n%s", err, names)
	}
	p.soon("the Wi-Fi ends", func() bool {
		networks, err := net.InterfaceByName("wlan0")
		addresses, _ := networks.Addrs()
		return err == nil && len(addresses) == 0
	})

	client := wifi.NewClient(wifi.Socket)
	do(t, "systemctl", "stop", "NetworkManager")
	own := "/run/systemd/system/arbitre-wifi@.service.d"
	if err := errors.Join(os.MkdirAll(own, 0o755), os.WriteFile(own+"/zz.conf", []byte("[Service]\nExecStartPre=\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	do(t, "systemctl", "daemon-reload")
	client.Open()
	p.soon("that NetworkManager does not run is said", func() bool { return client.State().Why == wifi.Stopped })
}

// leaves moves a radio into the network namespace of a process (nl80211.h, SET_WIPHY_NETNS).
func leaves(t testing.TB, name string, process int) {
	t.Helper()
	index, err := os.ReadFile("/sys/class/net/" + name + "/phy80211/index")
	if err != nil {
		t.Fatal(err)
	}
	radio, err := strconv.Atoi(strings.TrimSpace(string(index)))
	if err != nil {
		t.Fatal(err)
	}
	socket, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_GENERIC)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(socket)
	attribute := func(kind uint16, value []byte) []byte {
		b := binary.NativeEndian.AppendUint16(nil, uint16(4+len(value)))
		b = append(binary.NativeEndian.AppendUint16(b, kind), value...)
		return append(b, make([]byte, -len(b)&3)...)
	}
	ask := func(family uint16, command byte, attributes ...[]byte) []byte {
		t.Helper()
		body := []byte{command, 1, 0, 0}
		for _, a := range attributes {
			body = append(body, a...)
		}
		b := binary.NativeEndian.AppendUint32(nil, uint32(16+len(body)))
		b = binary.NativeEndian.AppendUint16(b, family)
		b = binary.NativeEndian.AppendUint16(b, unix.NLM_F_REQUEST|unix.NLM_F_ACK)
		b = append(append(b, make([]byte, 8)...), body...)
		reply := make([]byte, 64<<10)
		if err := unix.Sendto(socket, b, 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
			t.Fatal(err)
		}
		n, _, err := unix.Recvfrom(socket, reply, 0)
		if err != nil {
			t.Fatal(err)
		}
		if kind := binary.NativeEndian.Uint16(reply[4:]); kind == unix.NLMSG_ERROR {
			if code := int32(binary.NativeEndian.Uint32(reply[16:])); code != 0 {
				t.Fatalf("netlink: %v", unix.Errno(-code))
			}
		}
		return reply[16:n]
	}
	family := ask(unix.GENL_ID_CTRL, unix.CTRL_CMD_GETFAMILY, attribute(unix.CTRL_ATTR_FAMILY_NAME, []byte("nl80211\x00")))
	number := uint16(0)
	for rest := family[4:]; len(rest) >= 4; {
		n, kind := int(binary.NativeEndian.Uint16(rest)), binary.NativeEndian.Uint16(rest[2:])
		if kind == unix.CTRL_ATTR_FAMILY_ID {
			number = binary.NativeEndian.Uint16(rest[4:])
		}
		rest = rest[min(len(rest), (max(n, 4)+3)&^3):]
	}
	unix.Recvfrom(socket, make([]byte, 4096), 0) // the acknowledgement of that
	ask(number, unix.NL80211_CMD_SET_WIPHY_NETNS, attribute(unix.NL80211_ATTR_WIPHY, binary.NativeEndian.AppendUint32(nil, uint32(radio))),
		attribute(unix.NL80211_ATTR_PID, binary.NativeEndian.AppendUint32(nil, uint32(process))))
}

// dhcpScript is what udhcpc calls with what the server has given.
const dhcpScript = `#!/bin/sh
[ "$1" = bound ] || exit 0
/run/guest/busybox ifconfig $interface $ip netmask $subnet
echo "nameserver $dns" > /run/phone/resolv.conf
`

// TestInPhone… run where the phone's radio is.

// A phone that has the wrong key is not let in; one with the right key is, and is led to the scoreboard
// whatever name it asks for.
func TestInPhoneJoins(t *testing.T) {
	network, key, ok := strings.Cut(os.Getenv("JOINS"), " ")
	if !ok {
		t.Skip("is run by TestOnCardOwnWifi")
	}
	const folder = "/run/phone"
	if err := errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(folder+"/dhcp", []byte(dhcpScript), 0o700)); err != nil {
		t.Fatal(err)
	}
	do(t, "/run/guest/busybox", "ifconfig", "lo", "up")
	joins := func(key, until string) {
		t.Helper()
		log := folder + "/" + key
		known := fmt.Sprintf("network={\nssid=%q\npsk=%q\nkey_mgmt=WPA-PSK\n}\n", network, key)
		if err := os.WriteFile(folder+"/conf", []byte(known), 0o600); err != nil {
			t.Fatal(err)
		}
		supplicant := exec.Command("wpa_supplicant", "-i", "wlan1", "-c", folder+"/conf", "-f", log)
		if err := supplicant.Start(); err != nil {
			t.Fatal(err)
		}
		for range 240 {
			if said, _ := os.ReadFile(log); strings.Contains(string(said), until) {
				if key == "wrongwrongwrong" {
					supplicant.Process.Kill()
					supplicant.Wait()
				}
				return
			}
			time.Sleep(time.Second / 4)
		}
		said, _ := os.ReadFile(log)
		t.Fatalf("waited in vain: %s\n%s", until, said)
	}
	joins("wrongwrongwrong", "WRONG_KEY")
	joins(key, "CTRL-EVENT-CONNECTED")
	do(t, "/run/guest/busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-s", folder+"/dhcp", "-t", "20", "-T", "1")
	given, err := os.ReadFile(folder + "/resolv.conf")
	if err != nil || string(given) != "nameserver "+wifi.Address.String()+"\n" {
		t.Fatalf("it is given %q, %v", given, err)
	}
	names := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, net.JoinHostPort(wifi.Address.String(), "53"))
	}}
	browser := http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: (&net.Dialer{Resolver: names}).DialContext}}
	asks := func(url string) {
		answer, err := browser.Get(url)
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		page, err := io.ReadAll(answer.Body)
		if at := answer.Request.URL.String(); err != nil || at != "http://10.77.85.1/" || !strings.Contains(string(page), `data-page="scoreboard"`) {
			t.Errorf("%s leads to %s, %v", url, at, err)
		}
	}
	asks("http://connectivitycheck.gstatic.com/generate_204")
	asks("http://captive.apple.com/hotspot-detect.html")
	asks("http://www.msftconnecttest.com/connecttest.txt")
	asks("http://detectportal.firefox.com/canonical.html")
	var guests sync.WaitGroup // and others ask without end
	for range 8 {
		guests.Go(func() {
			for range 5 {
				asks("http://nobody.example/generate_204")
			}
		})
	}
	guests.Wait()
}

// The phone scans the way to the judge's page, opens it, tells the date, and ends the Wi-Fi by the
// box's menu.
func TestInPhoneJudges(t *testing.T) {
	link := os.Getenv("LINK")
	if link == "" {
		t.Skip("is run by TestOnCardOwnWifi")
	}
	home, secret, ok := strings.Cut(link, "/j#")
	if !ok || home != "http://"+wifi.Address.String() {
		t.Fatalf("the code is %s", link)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Timeout: time.Minute, Jar: jar}
	post := func(path, text string, want int) {
		t.Helper()
		answer, err := browser.Post(home+path, "application/json", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if said, _ := io.ReadAll(answer.Body); answer.StatusCode != want {
			t.Fatalf("%s %s: %s\n%s", path, text, answer.Status, said)
		}
	}
	post("/judge/answer", `{"prompt":"game","value":"settings"}`, http.StatusUnauthorized)
	post("/judge/pair", `{"secret":"`+secret+`"}`, http.StatusNoContent)
	events, err := browser.Get(home + "/judge/events?time=2026-12-24T20:15:07")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	if first, err := bufio.NewReader(events.Body).ReadString('\n'); err != nil {
		t.Fatal(first, err)
	}
	post("/judge/answer", `{"prompt":"game","value":"settings"}`, http.StatusNoContent)
	post("/judge/answer", `{"prompt":"settings","value":"wifi"}`, http.StatusNoContent)
	post("/judge/answer", `{"prompt":"wifi","value":"wifi_end"}`, http.StatusNoContent)
}
