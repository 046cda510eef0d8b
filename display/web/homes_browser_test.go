package web

import (
	"bufio"
	"encoding/json"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/shown"
	"arbitre/display/web/browser"
	"arbitre/games/mito"
)

// evil is a name that a stranger may give a network.
const evil = `<img src=x onerror=document.title="evil">` + "\u202e\x00\xff"

// besideHomes returns the client of a Wi-Fi of the box's own that hears four homes, and its helper, which
// the test plays.
func besideHomes(t *testing.T) (client *wifi.Client, helper net.Conn) {
	t.Helper()
	listener, err := net.Listen("unix", filepath.Join(t.TempDir(), "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	client = wifi.NewClient(listener.Addr().String())
	client.Open()
	helper, err = listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { helper.Close() })
	helper.SetDeadline(time.Now().Add(5 * time.Minute))
	says := json.NewEncoder(helper)
	near := []shown.Network{{SSID: []byte("Home"), Lock: shown.WPA, Strength: 80}, {SSID: []byte(evil[:32]), Lock: shown.WPA3, Strength: 40},
		{SSID: []byte("אסתר"), Strength: 30}, {SSID: []byte(strings.Repeat("W", 32)), Lock: shown.Enterprise, Strength: 20}}
	says.Encode(map[string]any{"near": near})
	says.Encode(ownWifi)
	for client.State().Phase != wifi.Up {
		time.Sleep(time.Millisecond)
	}
	return client, helper
}

// ownWifi is the Wi-Fi of the box's own.
var ownWifi = wifi.State{Phase: wifi.Up, Network: "arbitre-kx", Key: "abcdefghjkmn"}

// The judge has the box join a home's network, with a helper at the other end that does as the one of
// the box does: it fails once, and works the second time. Strangers' names are text, and no more.
func joinsAHome(t *testing.T, e engine) {
	client, helper := besideHomes(t)
	wishes, says := bufio.NewReader(helper), json.NewEncoder(helper)
	o := named()
	o.Homes = client
	h := serve(t, o)
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	p.Resize(360, 700)
	p.Await(`!document.getElementById("joins").hidden`)
	p.Go(h.url + "/wifi?lang=en")
	p.Await(`document.querySelectorAll("[name=home]").length === 5 && document.querySelectorAll("[name=home]:disabled").length === 1`)
	if browser.See[bool](p.Tab, "document.documentElement.scrollWidth > innerWidth") {
		t.Error("the page is wider than the phone")
	}
	if browser.See[bool](p.Tab, `document.querySelector("main img") !== null || document.title === "evil" || document.getElementById("locked").offsetParent !== null`) {
		t.Error("a name is more than text, or a key is asked for before a network is chosen")
	}
	wishIs := func(want string) {
		t.Helper()
		if got, err := wishes.ReadString('\n'); err != nil || strings.TrimSpace(got) != want {
			t.Fatalf("the helper is asked for %s, %v; want %s", got, err, want)
		}
	}
	p.Click(`label[for="home-0"]`)
	p.Enter("#key", "a wrong one")
	p.Photograph("wifi.png")
	p.Choose("Join")
	wishIs(`{"network":{"ssid":"SG9tZQ==","lock":"psk","strength":80},"key":"a wrong one"}`)
	p.Await(`document.getElementById("wifi-told").textContent.startsWith("The box tries Home.") && document.getElementById("key").value === ""`)
	p.Photograph("wifi-tries.png")
	failed := ownWifi
	failed.Home, failed.Why = "Home", wifi.WrongKey
	says.Encode(failed)
	p.says("#wifi-told", "Home: Wrong Wi-Fi password")
	p.Photograph("wifi-failed.png")
	p.Choose("Join") // without a key
	p.says("#wifi-told", "the password has 8 to 63 letters")
	p.Click(`label[for="home-4"]`)
	p.Enter("#ssid", "Nässe")
	p.Enter("#key", "the right one")
	p.Choose("Join")
	wishIs(`{"network":{"ssid":"TsOkc3Nl","lock":"psk"},"key":"the right one"}`)
	says.Encode(wifi.State{Phase: wifi.Joined, Home: "Nässe"})
	p.Await(`document.getElementById("wifi-told").textContent.startsWith("The box tries Nässe.")`)
}
