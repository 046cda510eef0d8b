package web

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"arbitre/display/shown"
	"arbitre/games"
)

// A street has the networks that a box hears.
type street struct {
	homes shown.Homes
	wish  string // the last one
}

func (s *street) Homes() shown.Homes { return s.homes }
func (s *street) Search() error      { s.wish = "search"; return nil }
func (s *street) Join(ssid []byte, key string) error {
	s.wish = string(ssid) + " " + key
	if len(key) < 8 {
		return games.Refuse(games.Text{Word: "wifi_key"}, errors.New("a short key"))
	}
	return nil
}

// Only a paired phone may see what is near the box, and have it join a home's network. Its key is on no
// page.
func TestOnlyAPairedPhoneJoinsAHome(t *testing.T) {
	air := &street{homes: shown.Homes{Open: true, Last: "Home", Why: "wifi_wrong_key", Near: []shown.Network{
		{SSID: []byte("<script>\xff\x00"), Lock: shown.WPA, Strength: 7}, {SSID: []byte("Office"), Lock: shown.Enterprise}}}}
	h := serve(t, Options{Homes: air})
	const wish = `{"ssid":"SG9tZQ==","key":"a key of the home"}`
	asks := func(cookie, line, body string) (int, string) {
		code, said, _ := h.ask(line, body, "Cookie", cookie)
		return code, said
	}
	for _, stranger := range []string{"", sessionCookie + "=AAAA"} {
		for _, try := range [][2]string{{"GET /wifi/near", ""}, {"POST /wifi/join", wish}, {"POST /wifi/search", "{}"}} {
			if code, said := asks(stranger, try[0], try[1]); code != http.StatusUnauthorized || air.wish != "" {
				t.Errorf("a stranger's %s is answered %d, and does %q\n%s", try[0], code, air.wish, said)
			}
		}
		if _, page := asks(stranger, "GET /wifi", ""); !strings.Contains(page, `data-page="pair"`) {
			t.Error("a stranger has the page")
		}
	}
	judge := h.pair()
	for _, try := range []struct {
		path, body string
		code       int
		does       string
	}{
		{"/wifi/join", wish, http.StatusNoContent, "Home a key of the home"},
		{"/wifi/search", "{}", http.StatusNoContent, "search"},
		{"/wifi/join", `{"ssid":"SG9tZQ==","key":"short"}`, http.StatusUnprocessableEntity, "Home short"},
		{"/wifi/join", `{"ssid":"no base64!","key":"12345678"}`, http.StatusBadRequest, ""},
		{"/wifi/join", `{"ssid":"SG9tZQ==","key":"12345678","more":1}`, http.StatusBadRequest, ""},
		{"/wifi/join", `{"key":"` + strings.Repeat("x", mostOfAnswer) + `"}`, http.StatusRequestEntityTooLarge, ""},
	} {
		air.wish = ""
		if code, said := asks(judge, "POST "+try.path, try.body); code != try.code || air.wish != try.does || strings.Contains(said, "a key of") {
			t.Errorf("%.40s is answered %d, and does %q\n%s", try.body, code, air.wish, said)
		}
	}
	const page = `{"near":[{"ssid":"PHNjcmlwdD7/AA==","lock":"psk","strength":7,"name":"\u003cscript\u003e` + "\ufffd\ufffd" + `"},` +
		`{"ssid":"T2ZmaWNl","lock":"enterprise","name":"Office","never":"wants a user name: not possible here"}],` +
		`"open":true,"last":"Home","said":"Wrong Wi-Fi password"}`
	if _, got := asks(judge, "GET /wifi/near", ""); got != page {
		t.Errorf("the page has\n%s\nwant\n%s", got, page)
	}
	h.web.Phones.Unpair()
	if code, _ := asks(judge, "POST /wifi/join", wish); code != http.StatusUnauthorized {
		t.Errorf("an unpaired phone is answered %d", code)
	}
}
