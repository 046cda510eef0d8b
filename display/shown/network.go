package shown

import (
	"strings"
	"unicode"
)

// A Network is a Wi-Fi of other people, as a radio hears it.
type Network struct {
	SSID     []byte `json:"ssid"` // up to 32 bytes, of which a stranger may have made anything
	Lock     Lock   `json:"lock,omitempty"`
	Strength int    `json:"strength,omitempty"` // in percent
}

// A Lock is how a network is locked; the zero value is not at all.
type Lock string

// The locks. Nobody can join a network with one of the last two by a key alone.
const (
	OpenPrivate Lock = "owe" // without a key, but encrypted
	WPA         Lock = "psk" // WPA2-Personal, or that and WPA3-Personal
	WPA3        Lock = "sae" // WPA3-Personal alone
	Enterprise  Lock = "enterprise"
	WEP         Lock = "wep"
)

// Never returns the word for why a network with this lock can't be joined, "" for one that can.
func (l Lock) Never() string {
	switch l {
	case Enterprise:
		return "wifi_enterprise"
	case WEP:
		return "wifi_wep"
	}
	return ""
}

// Name returns the network's name for people: what can't be seen, or is no UTF-8, is U+FFFD. It may be
// written from right to left.
func (n Network) Name() string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, strings.ToValidUTF8(string(n.SSID), string(unicode.ReplacementChar)))
}

// Homes are the networks that the box may join from its own Wi-Fi.
type Homes struct {
	Near []Network // the strongest first
	Open bool      // the box can be asked to join one now
	Last string    // the name of the network that it was to join last; "" if there was none
	Why  string    // the word for why it could not; "" if it could, or still tries
}
