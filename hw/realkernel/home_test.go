package realkernel

import (
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
	"testing"
	"time"

	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/scan"
)

// From its own Wi-Fi a box joins a home's, as its judge's phone asks: a wrong key brings its own back,
// with the reason; with the right one the display leads to the pages there. Without its plug it rejoins
// by itself, also if that was pulled while it tried another network.
func TestCardJoinsAHome(t *testing.T) {
	c := newCard(t)
	c.bringsTests()
	c.configures(inARoom)
	plug := func() {
		c.boot(withHeader)
		c.opens()
	}
	tests := func(name string) {
		t.Helper()
		out, code := c.try(runTest(name, ""))
		t.Log(out)
		if code != 0 {
			t.Fatalf("%s failed\n%s", name, c.do("journalctl --boot --no-pager | tail -120"))
		}
	}
	plug()
	tests("TestOnCardJoinsAHome")
	c.cut()
	plug()
	tests("TestOnCardRejoinsAHome")
	c.do("{ " + runTest("TestOnCardTriesAnother", "") + "; } > /run/tries 2>&1 &")
	c.await("the box is in another network that gives it no address yet", func() bool {
		return strings.Contains(c.says("journalctl --boot --unit=NetworkManager --output=cat"), "Connected to wireless network \"Other\"")
	})
	if kept := c.says("ls /data/networks"); kept != "home.nmconnection" {
		t.Errorf("before it has worked it is kept:\n%s\n%s", kept, c.says("cat /run/tries"))
	}
	c.cut()
	plug()
	tests("TestOnCardRejoinsAHome")
	if kept := c.says("cd /data/networks && ls && cat *"); !strings.Contains(kept, "ssid=Home") || strings.Count(kept, "ssid=") != 1 {
		t.Errorf("after the cut it keeps\n%s", kept)
	}
}

const (
	homeKey  = "cheese & bread"
	wrongKey = "sausage & bread"
)

// A street is the air around the box, whose radio is wlan0: the radio of a phone and that of a home,
// each in a network of its own.
type street struct{ phone, home *exec.Cmd }

// newStreet makes the radios.
func newStreet(t *testing.T) street {
	t.Helper()
	if err := os.CopyFS("/run/guest", os.DirFS("/boot/firmware/guest")); err != nil {
		t.Fatal(err)
	}
	do(t, "modprobe", "mac80211")
	do(t, "insmod", "/run/guest/mac80211_hwsim.ko", "radios=3")
	var s street
	for radio, in := range map[string]**exec.Cmd{"wlan1": &s.phone, "wlan2": &s.home} {
		*in = exec.Command("unshare", "--net", "sleep", "infinity")
		if err := (*in).Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		leaves(t, radio, (*in).Process.Pid)
	}
	return s
}

// inside runs a program where a radio is.
func inside(t *testing.T, where *exec.Cmd, environment string, command ...string) {
	t.Helper()
	program := exec.Command("nsenter", append([]string{"--net", "--target", strconv.Itoa(where.Process.Pid)}, command...)...)
	program.Env = append(os.Environ(), environment)
	out, err := program.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Fatal(err)
	}
}

// opens opens the home's network, which gives addresses if it is whole.
func (s street) opens(t *testing.T, name string, whole bool) {
	t.Helper()
	const conf = "/run/home.conf"
	text := fmt.Sprintf("network={\nssid=%q\nmode=2\nfrequency=2437\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\npsk=%q\n}\n", name, homeKey)
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	inside(t, s.home, "", "/run/guest/busybox", "ifconfig", "wlan2", "192.168.77.1", "netmask", "255.255.255.0", "up")
	inside(t, s.home, "", "wpa_supplicant", "-B", "-i", "wlan2", "-c", conf, "-f", "/run/home.log", "-P", "/run/home.pid")
	if whole {
		inside(t, s.home, "", "dnsmasq", "--conf-file=/dev/null", "--interface=wlan2", "--port=0", "--user=root",
			"--dhcp-range=192.168.77.10,192.168.77.50", "--dhcp-leasefile=/run/leases", "--pid-file=/run/dnsmasq.home")
	}
}

// isAtHome waits until the box has an address of the home's network.
func (p *table) isAtHome() (address string) {
	p.Helper()
	p.soon("the box is in the home's network", func() bool {
		wlan, err := net.InterfaceByName("wlan0")
		if err != nil {
			return false
		}
		addresses, _ := wlan.Addrs()
		for _, a := range addresses {
			if ip := a.(*net.IPNet).IP.String(); strings.HasPrefix(ip, "192.168.77.") {
				address = ip
			}
		}
		return address != ""
	})
	return address
}

// The judge's phone has the box join the home's network, first with a wrong key.
func TestOnCardJoinsAHome(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	p.isReady()
	p.isSeen()
	s := newStreet(t)
	s.opens(t, "Home", true)
	for _, key := range []int{previous, previous, ok} { // the last but one of the lobby's list: phone
		p.reads()
		p.press(key)
	}
	var code []string
	p.soon("the display shows the way into the Wi-Fi", func() bool {
		code = regexp.MustCompile(`^WIFI:S:(arbitre-[a-z]{2});T:WPA;P:([a-z]{12});;$`).FindStringSubmatch(scan.Code(p.panel.picture()))
		return code != nil
	})
	scans := func() (link string) {
		t.Helper()
		p.soon("the display shows the way to the judge's page", func() bool {
			link = scan.Code(p.panel.picture())
			return strings.HasPrefix(link, "http://")
		})
		return link
	}
	p.reads()
	p.press(ok)
	began := time.Now()
	inside(t, s.phone, "JOINS="+code[1]+" "+code[2]+" "+scans(), os.Args[0], "-test.v", "-test.run", "^TestInPhoneHasTheBoxJoin$")
	at := p.isAtHome()
	link := ""
	p.soon("the display shows the way to the pages at home", func() bool {
		link = scan.Code(p.panel.picture())
		return strings.HasPrefix(link, "http://"+at+":8080/j#")
	})
	t.Logf("the box is at home after %.0f s, of which a wrong key took a part", time.Since(began).Seconds())
	inside(t, s.phone, "JOINS=Home|"+homeKey+"|"+link, os.Args[0], "-test.v", "-test.run", "^TestInPhoneFollows$")
	log := do(t, "journalctl", "--boot", "--output=cat")
	for _, said := range []string{"phase=joining", "why=wifi_wrong_key", "phase=joined"} {
		if !strings.Contains(log, said) {
			t.Errorf("the log lacks %s", said)
		}
	}
	for _, key := range []string{homeKey, wrongKey, strconv.Quote(homeKey)} {
		if strings.Contains(log, key) {
			t.Errorf("the log tells the key %s", key)
		}
		filepath.WalkDir(state, func(path string, d os.DirEntry, err error) error {
			if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), key) {
				t.Errorf("%s tells the key %s", path, key)
			}
			return nil
		})
	}
	if kept := do(t, "stat", "-c", "%n %a", "/data/networks/home.nmconnection"); strings.TrimSpace(kept) != "/data/networks/home.nmconnection 600" {
		t.Errorf("it keeps %s", kept)
	}
	if all, err := os.ReadDir("/data/networks"); err != nil || len(all) != 1 {
		t.Errorf("it keeps %v, %v", all, err)
	}
}

// A box that knows a network is in it soon after its start, and its pages are there, without anybody.
func TestOnCardRejoinsAHome(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	p.isReady()
	s := newStreet(t)
	s.opens(t, "Home", true)
	at := p.isAtHome()
	p.soon("its pages are there", func() bool {
		answer, err := http.Get("http://" + at + ":8080/")
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	for _, pid := range []string{"/run/home.pid", "/run/dnsmasq.home"} { // it is moved away
		text, err := os.ReadFile(pid)
		if err != nil {
			t.Fatal(err)
		}
		do(t, "/run/guest/busybox", "kill", strings.TrimSpace(string(text)))
	}
	if err := os.WriteFile("/run/street", []byte(strconv.Itoa(s.home.Process.Pid)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Elsewhere it makes its own again and tries another network, until the plug is pulled.
func TestOnCardTriesAnother(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	text, err := os.ReadFile("/run/street")
	if err != nil {
		t.Fatal(err)
	}
	process, _ := strconv.Atoi(string(text))
	s := street{home: &exec.Cmd{Process: &os.Process{Pid: process}}}
	s.opens(t, "Other", false)
	box := wifi.NewClient(wifi.Socket)
	box.Open()
	p.soon("its own Wi-Fi is up", func() bool { return box.State().Phase == wifi.Up })
	if err := box.Join([]byte("Other"), homeKey); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Hour)
}

// enters has the phone join a network and get an address there.
func enters(t *testing.T, network, key string) {
	t.Helper()
	folder := t.TempDir()
	conf := fmt.Sprintf("network={\nssid=%q\npsk=%q\nkey_mgmt=WPA-PSK\n}\n", network, key)
	for name, text := range map[string]string{"conf": conf, "dhcp": dhcpScript} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	os.MkdirAll("/run/phone", 0o700)
	supplicant := exec.Command("wpa_supplicant", "-i", "wlan1", "-c", folder+"/conf", "-f", folder+"/log")
	if err := supplicant.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		supplicant.Process.Kill()
		supplicant.Wait()
	})
	for said := ""; !strings.Contains(said, "CTRL-EVENT-CONNECTED"); time.Sleep(time.Second / 4) {
		text, _ := os.ReadFile(folder + "/log")
		if said = string(text); strings.Count(said, "\n") > 1000 {
			t.Fatal(said)
		}
	}
	do(t, "/run/guest/busybox", "udhcpc", "-i", "wlan1", "-n", "-q", "-s", folder+"/dhcp", "-t", "20", "-T", "1")
}

// browse returns a browser, and what asks for a path of a site until it gets an answer.
func browse(t *testing.T, home string) (asks func(path, text string) (status int, said string)) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Timeout: 10 * time.Second, Jar: jar}
	return func(path, text string) (status int, said string) {
		t.Helper()
		for late := time.Now().Add(3 * time.Minute); ; time.Sleep(time.Second) {
			var answer *http.Response
			if text == "" {
				answer, err = browser.Get(home + path)
			} else {
				answer, err = browser.Post(home+path, "application/json", strings.NewReader(text))
			}
			if err == nil {
				defer answer.Body.Close()
				body, _ := io.ReadAll(answer.Body)
				return answer.StatusCode, string(body)
			}
			if time.Now().After(late) {
				t.Fatal(err)
			}
		}
	}
}

// The judge's phone, in the box's own Wi-Fi, finds the home's network among those that the box hears.
func TestInPhoneHasTheBoxJoin(t *testing.T) {
	var network, key, link string
	if n, _ := fmt.Sscan(os.Getenv("JOINS"), &network, &key, &link); n != 3 {
		t.Skip("is run by TestOnCardJoinsAHome")
	}
	enters(t, network, key)
	home, secret, _ := strings.Cut(link, "/j#")
	asks := browse(t, home)
	if status, said := asks("/wifi/near", ""); status != http.StatusUnauthorized {
		t.Errorf("a stranger is answered %d\n%s", status, said)
	}
	if status, said := asks("/judge/pair", `{"secret":"`+secret+`"}`); status != http.StatusNoContent {
		t.Fatal(status, said)
	}
	_, near := asks("/wifi/near", "")
	if !strings.Contains(near, `{"ssid":"SG9tZQ==","lock":"psk","strength":`) || strings.Contains(near, network) {
		t.Errorf("it hears %s", near)
	}
	if status, said := asks("/wifi/join", `{"ssid":"SG9tZQ==","key":"`+wrongKey+`"}`); status != http.StatusNoContent {
		t.Fatal(status, said)
	}
	for began := time.Now(); ; time.Sleep(time.Second) {
		_, said := asks("/wifi/near", "")
		if strings.Contains(said, `"open":true,"last":"Home","said":"Wrong Wi-Fi password"`) {
			t.Logf("the phone is told so after %.0f s", time.Since(began).Seconds())
			break
		}
		if strings.Contains(said, `"open":true`) || time.Since(began) > 3*time.Minute {
			t.Fatalf("it is told %s", said)
		}
	}
	if status, said := asks("/wifi/join", `{"ssid":"SG9tZQ==","key":"`+homeKey+`"}`); status != http.StatusNoContent {
		t.Fatal(status, said)
	}
}

// The phone follows the box into the home's network, and opens the page there that the display leads to.
func TestInPhoneFollows(t *testing.T) {
	to := strings.Split(os.Getenv("JOINS"), "|")
	if len(to) != 3 {
		t.Skip("is run by TestOnCardJoinsAHome")
	}
	enters(t, to[0], to[1])
	home, secret, _ := strings.Cut(to[2], "/j#")
	asks := browse(t, home)
	if status, said := asks("/judge/pair", `{"secret":"`+secret+`"}`); status != http.StatusNoContent {
		t.Fatal(status, said)
	}
	if _, page := asks("/judge", ""); !strings.Contains(page, `data-page="judge"`) {
		t.Errorf("the page is %s", page)
	}
}
