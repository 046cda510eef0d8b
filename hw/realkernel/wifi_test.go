package realkernel

import (
	"bufio"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/cmd/arbitre/wifi"
)

// In a room without a network a box, in which nothing is plugged, makes one: a phone joins it by the
// code on the display, asks whether it has the Internet, is led to the scoreboard, becomes the judge's
// by the next code, and tells what day it is. The Wi-Fi ends by the menu.
func TestCardOwnWifi(t *testing.T) {
	c := newCard(t)
	c.bringsTests()
	c.configures(inARoom)
	c.boot(withHeader)
	c.opens()
	if on := c.says("systemctl is-active NetworkManager wpa_supplicant"); on != "inactive\ninactive" {
		t.Errorf("before anybody asks for a network they are %q", on)
	}
	c.tests("TestOnCardOwnWifi", "")
	if left := c.says("ls -A /etc/NetworkManager/dnsmasq-shared.d /data/networks"); strings.Contains(left, "arbitre") {
		t.Errorf("it leaves behind\n%s", left)
	}
	if exposed := c.do("systemd-analyze security --no-pager --threshold=15 arbitre.service arbitre-wifi@x.service"); exposed != "" {
		t.Log(exposed[strings.LastIndex(exposed, "\n")+1:])
	}
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
	p.reads()
	p.press(previous, previous, ok) // the last but one of the lobby's list: phone
	p.soon("a box without a radio says so", says("why=wifi_no_radio"))

	anna := newPhone(radios(t, 1)[0])
	p.reads()
	p.press(ok) // try again
	began := time.Now()
	p.must(p.showsWifi(anna))
	t.Logf("%s is up after %.0f s", anna.network, time.Since(began).Seconds())
	if strings.Contains(do(t, "journalctl", "--boot", "--output=cat"), anna.key) {
		t.Error("the log tells the key")
	}
	p.admitsPhone(anna)
	p.isJudgedByPhone(anna)
	if names, err := os.ReadFile(filepath.Join(state, "names.jsonl")); err != nil || !strings.Contains(string(names), `"2026-12-24T20:15:`) {
		t.Errorf("the box has not learnt the date: %v\n%s", err, names)
	}
	p.must(endsWifi())

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

// must ends the test if something has failed, with what the display shows.
func (p *table) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatalf("%v\n%s", err, art(p.panel.picture().Pix))
	}
}

// admitsPhone has a phone join: with the wrong key it is not let in; with the right one it is, and is led to
// the scoreboard whatever name it asks for.
func (p *table) admitsPhone(anna *phone) {
	p.Helper()
	p.must(anna.associate("wrongwrongwrong", "WRONG_KEY"))
	anna.leave()
	p.must(anna.join())
	given, err := os.ReadFile("/run/phone/resolv.conf")
	if err != nil || string(given) != "nameserver "+wifi.Address.String()+"\n" {
		p.Fatalf("it is given %q, %v", given, err)
	}
	for _, url := range []string{
		"http://connectivitycheck.gstatic.com/generate_204",
		"http://captive.apple.com/hotspot-detect.html",
		"http://www.msftconnecttest.com/connecttest.txt",
		"http://detectportal.firefox.com/canonical.html",
	} {
		if err := anna.isLed(url); err != nil {
			p.Error(err)
		}
	}
	var guests sync.WaitGroup // and others ask without end
	for range 8 {
		guests.Go(func() {
			for range 5 {
				if err := anna.isLed("http://nobody.example/generate_204"); err != nil {
					p.Error(err)
				}
			}
		})
	}
	guests.Wait()
}

// isJudgedByPhone has the phone scan the way to the judge's page, open it, tell the date, and end the Wi-Fi by
// the box's menu.
func (p *table) isJudgedByPhone(anna *phone) {
	p.Helper()
	link, err := p.judgeLink()
	p.must(err)
	post := func(path, text string, want int) {
		p.Helper()
		if status, said, err := anna.send(path, text); err != nil || status != want {
			p.Fatalf("%s %s: %d, %v\n%s", path, text, status, err, said)
		}
	}
	post("/judge/answer", `{"prompt":"game","value":"settings"}`, http.StatusUnauthorized)
	post("/judge/pair", `{"secret":"`+strings.TrimPrefix(link, home+"/j#")+`"}`, http.StatusNoContent)
	events, err := anna.browser.Get(home + "/judge/events?time=2026-12-24T20:15:07")
	p.must(err)
	defer events.Body.Close()
	if first, err := bufio.NewReader(events.Body).ReadString('\n'); err != nil {
		p.Fatal(first, err)
	}
	post("/judge/answer", `{"prompt":"game","value":"settings"}`, http.StatusNoContent)
	post("/judge/answer", `{"prompt":"settings","value":"wifi"}`, http.StatusNoContent)
	post("/judge/answer", `{"prompt":"wifi","value":"wifi_end"}`, http.StatusNoContent)
}
