package shown

import (
	"testing"
	"unicode/utf8"
)

// A stranger's bytes turn no text around, end no line and hide nothing.
func TestANetworksNameIsForPeople(t *testing.T) {
	for ssid, want := range map[string]string{
		"Jörg’s 🎲":         "Jörg’s 🎲",
		"אסתר":             "אסתר",
		"<b>&amp;":         "<b>&amp;", // who shows it escapes it
		"a\x00b\nc\x1b[1m": "a\ufffdb\ufffdc\ufffd[1m",
		"\u202eabc\u2066":  "\ufffdabc\ufffd",
		"\xff\xfea":        "\ufffda",
	} {
		if got := (Network{SSID: []byte(ssid)}).Name(); got != want || !utf8.ValidString(got) {
			t.Errorf("%q is %q, want %q", ssid, got, want)
		}
	}
}
