package wifi

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode"

	"arbitre/display/shown"
)

// Helper and daemon write each other lines of JSON. Longer ones are none, in bytes.
const (
	mostLine = 16 << 10 // of the helper: mostNear networks, each of up to 170 bytes
	mostWish = 1 << 10
)

// mostNear is how many networks a helper tells of: the strongest.
const mostNear = 40

// Limits of networks and of their keys, in bytes (IEEE 802.11-2020, 9.4.2.2 and annex J.4).
const (
	mostSSID = 32
	leastKey = 8
	mostKey  = 63
)

// news is a line of a helper: a new state, or the networks near it.
type news struct {
	State
	Near []shown.Network `json:"near"`
}

// parseNews reads a line of a helper.
func parseNews(line []byte) (n news, err error) {
	if err = json.Unmarshal(line, &n); err == nil && len(n.Near) > mostNear {
		err = errors.New("too many networks")
	}
	for _, near := range n.Near {
		if len(near.SSID) == 0 || len(near.SSID) > mostSSID {
			err = errors.New("no name of a network")
		}
	}
	return n, err
}

// A wish is a line of the daemon: to look for networks anew, or to join one.
type wish struct {
	Search  bool          `json:"search,omitempty"`
	Network shown.Network `json:"network"`
	Key     string        `json:"key,omitempty"`
}

// refused returns the word for why a network can't be joined so, or "" if that can be tried.
func (w wish) refused() string {
	if never := w.Network.Lock.Never(); never != "" {
		return never
	}
	switch w.Network.Lock {
	case shown.WPA, shown.WPA3:
		if len(w.Key) < leastKey || len(w.Key) > mostKey || strings.ContainsFunc(w.Key, unicode.IsControl) {
			return "wifi_key"
		}
	case shown.OpenPrivate, "":
	default:
		return "wifi_not_joined"
	}
	if len(w.Network.SSID) == 0 || len(w.Network.SSID) > mostSSID {
		return "wifi_not_found"
	}
	return ""
}

// parseWish reads a line of the daemon. It returns only what can be done.
func parseWish(line []byte) (w wish, err error) {
	if err = json.Unmarshal(line, &w); err == nil && !w.Search && w.refused() != "" {
		err = errors.New("no wish that can be fulfilled")
	}
	return w, err
}
