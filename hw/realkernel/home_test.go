package realkernel

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
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
	plug()
	c.tests("TestOnCardJoinsAHome", "")
	c.cut()
	plug()
	c.tests("TestOnCardRejoinsAHome", "")
	c.do("{ " + runTest("TestOnCardTriesAnother", "") + "; } > /run/tries 2>&1 &")
	c.await("the box is in another network that gives it no address yet", func() bool {
		return strings.Contains(c.says("journalctl --boot --unit=NetworkManager --output=cat"), "Connected to wireless network \"Other\"")
	})
	if kept := c.says("ls /data/networks"); kept != "home.nmconnection" {
		t.Errorf("before it has worked it is kept:\n%s\n%s", kept, c.says("cat /run/tries"))
	}
	c.cut()
	plug()
	c.tests("TestOnCardRejoinsAHome", "")
	if kept := c.says("cd /data/networks && ls && cat *"); !strings.Contains(kept, "ssid=Home") || strings.Count(kept, "ssid=") != 1 {
		t.Errorf("after the cut it keeps\n%s", kept)
	}
}

const (
	homeKey  = "cheese & bread"
	wrongKey = "sausage & bread"
)

// A neighbourhood has a home's network beside the box's; its radio is wlan2.
type neighbourhood struct{ away }

// opens opens the home's network, which gives addresses if it is whole.
func (n neighbourhood) opens(name string, whole bool) {
	n.Helper()
	const conf, log = "/run/home.conf", "/run/home.log"
	os.Remove(log)
	text := fmt.Sprintf("network={\nssid=%q\nmode=2\nfrequency=2437\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\npsk=%q\n}\n", name, homeKey)
	write(n, conf, text)
	err := n.run("/run/guest/busybox", "ifconfig", "wlan2", "192.168.77.1", "netmask", "255.255.255.0", "up")
	if err == nil {
		err = n.run("wpa_supplicant", "-B", "-i", "wlan2", "-c", conf, "-f", log, "-P", "/run/home.pid")
	}
	if err == nil {
		err = saysSoon(log, "AP-ENABLED")
	}
	if err == nil && whole {
		err = n.run("dnsmasq", "--conf-file=/dev/null", "--interface=wlan2", "--port=0", "--user=root",
			"--dhcp-range=192.168.77.10,192.168.77.50", "--dhcp-leasefile=/run/leases", "--pid-file=/run/dnsmasq.home")
	}
	if err != nil {
		n.Fatal(err)
	}
}

// isAtHome waits until the box has an address of the home's network.
func (p *table) isAtHome() (address string) {
	p.Helper()
	p.soon("the box is in the home's network", func() bool {
		addresses, _ := radioAddresses()
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
	others := radios(t, 2)
	anna := newPhone(others[0])
	neighbourhood{others[1]}.opens("Home", true)
	p.reads()
	p.must(p.opensWifi(anna))
	p.reads()
	p.press(ok)
	began := time.Now()
	link, err := p.judgeLink()
	p.must(err)
	p.must(anna.join())
	anna.hasTheBoxJoin(strings.TrimPrefix(link, home+"/j#"))
	at := p.isAtHome()
	p.soon("the display shows the way to the pages at home", func() bool {
		link = scan.Code(p.panel.picture())
		return strings.HasPrefix(link, "http://"+at+":8080/j#")
	})
	t.Logf("the box is at home after %.0f s, of which a wrong key took a part", time.Since(began).Seconds())
	anna.leave()
	anna.network, anna.key = "Home", homeKey
	p.must(anna.join())
	anna.follows(link)
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
	n := neighbourhood{radios(t, 2)[1]}
	n.opens("Home", true)
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
		do(t, "/run/guest/busybox", "kill", strings.TrimSpace(read(t, pid)))
	}
	write(t, "/run/neighbourhood", strconv.Itoa(n.process))
}

// Elsewhere it makes its own again and tries another network, until the plug is pulled.
func TestOnCardTriesAnother(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	neighbourhood{away{t, number(t, read(t, "/run/neighbourhood"))}}.opens("Other", false)
	box := wifi.NewClient(wifi.Socket)
	box.Open()
	p.soon("its own Wi-Fi is up", func() bool { return box.State().Phase == wifi.Up })
	if err := box.Join([]byte("Other"), homeKey); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Hour)
}

// asks is send, again and again until there is an answer: the Wi-Fi may be away for a while.
func (p *phone) asks(path, text string) (status int, said string) {
	p.Helper()
	for late := time.Now().Add(3 * time.Minute); ; time.Sleep(time.Second) {
		status, said, err := p.send(path, text)
		if err == nil {
			return status, said
		}
		if time.Now().After(late) {
			p.Fatal(err)
		}
	}
}

// hasTheBoxJoin finds the home's network, in the box's own Wi-Fi, among those that the box hears.
func (p *phone) hasTheBoxJoin(secret string) {
	p.Helper()
	p.browser.Timeout = 10 * time.Second // while the box tries, nothing answers
	if status, said := p.asks("/wifi/near", ""); status != http.StatusUnauthorized {
		p.Errorf("a stranger is answered %d\n%s", status, said)
	}
	if status, said := p.asks("/judge/pair", `{"secret":"`+secret+`"}`); status != http.StatusNoContent {
		p.Fatal(status, said)
	}
	_, near := p.asks("/wifi/near", "")
	if !strings.Contains(near, `{"ssid":"SG9tZQ==","lock":"psk","strength":`) || strings.Contains(near, p.network) {
		p.Errorf("it hears %s", near)
	}
	if status, said := p.asks("/wifi/join", `{"ssid":"SG9tZQ==","key":"`+wrongKey+`"}`); status != http.StatusNoContent {
		p.Fatal(status, said)
	}
	for began := time.Now(); ; time.Sleep(time.Second) {
		_, said := p.asks("/wifi/near", "")
		if strings.Contains(said, `"open":true,"last":"Home","said":"Wrong Wi-Fi password"`) {
			p.Logf("the phone is told so after %.0f s", time.Since(began).Seconds())
			break
		}
		if strings.Contains(said, `"open":true`) || time.Since(began) > 3*time.Minute {
			p.Fatalf("it is told %s", said)
		}
	}
	if status, said := p.asks("/wifi/join", `{"ssid":"SG9tZQ==","key":"`+homeKey+`"}`); status != http.StatusNoContent {
		p.Fatal(status, said)
	}
}

// follows opens the pages in the home's network to which the display leads.
func (p *phone) follows(link string) {
	p.Helper()
	at, secret, _ := strings.Cut(link, "/j#")
	p.site = at
	if status, said := p.asks("/judge/pair", `{"secret":"`+secret+`"}`); status != http.StatusNoContent {
		p.Fatal(status, said)
	}
	if _, page := p.asks("/judge", ""); !strings.Contains(page, `data-page="judge"`) {
		p.Errorf("the page is %s", page)
	}
}
