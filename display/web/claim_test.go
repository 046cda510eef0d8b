package web

import (
	"bytes"
	"net/http/httptest"
	"testing"

	"rsc.io/qr"

	"arbitre/display"
)

// What a television and the box show leads phones to where names are entered; nothing leads to a
// machine that no phone can reach.
func TestTheWayToTheNames(t *testing.T) {
	for _, tt := range []struct{ named, numeric, scanned string }{
		{"http://box.local:8080", "http://192.0.2.7:8080", "http://192.0.2.7:8080/name"},
		{"http://box.local", "http://[2001:db8::7]", "http://[2001:db8::7]/name"},
		{"http://box.local", "http://127.0.0.1", "http://box.local/name"},
		{"http://localhost:8080", "http://127.0.0.1:8080", ""},
	} {
		s := New(Options{Addresses: func() (string, string) { return tt.named, tt.numeric }})
		got := httptest.NewRecorder()
		s.ServeHTTP(got, httptest.NewRequest("GET", "http://localhost/qr.png", nil))
		if tt.scanned == "" {
			if got.Code != 404 {
				t.Errorf("%s: a code that leads nowhere", tt.numeric)
			}
		} else if code, err := qr.Encode(tt.scanned, qr.M); err != nil || !bytes.Equal(got.Body.Bytes(), code.PNG()) {
			t.Errorf("%s: the code is not that of %s (%d, %v)", tt.numeric, tt.scanned, got.Code, err)
		}
		s.Close()
	}
	s := New(Options{Addresses: func() (string, string) { return "http://box.local", "http://192.0.2.7" }})
	defer s.Close()
	want := display.Invitation{Address: "http://box.local/name", NumericAddress: "http://192.0.2.7/name", Link: "http://192.0.2.7/name"}
	if got := s.Phones.Welcome(); got != want {
		t.Errorf("the box shows %+v", got)
	}
}
