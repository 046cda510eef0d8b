// Package address reads what people write to name a broker and a table's topics on it. It connects to
// nothing.
package address

import (
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// ports are those of the schemes of a broker's URL, where it has none (IANA service names; a web
// socket has those of HTTP).
var ports = map[string]string{"mqtt": "1883", "mqtts": "8883", "ws": "80", "wss": "443"}

// ParseURL reads the URL of a broker: mqtt://HOST, mqtts://HOST, ws://HOST/PATH or wss://HOST/PATH,
// each with a port or without. A user or a password has no place in it.
func ParseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("it can't be read") // the error of package url would repeat a password
	case ports[u.Scheme] == "" || u.Hostname() == "":
		return nil, errors.New("expected mqtt://HOST, mqtts://HOST, ws://HOST/PATH or wss://HOST/PATH")
	case u.User != nil:
		return nil, errors.New("user and password have keys of their own")
	case u.Port() == "":
		u.Host = net.JoinHostPort(u.Hostname(), ports[u.Scheme])
	}
	return u, nil
}

// IsPrefix reports whether topics may begin with a text: levels with names, no wildcards, and not a
// server's own topics (MQTT 5, 4.7).
func IsPrefix(text string) bool {
	return !strings.HasPrefix(text, "$") && !strings.ContainsAny(text, "+#\x00") &&
		!slices.Contains(strings.Split(text, "/"), "")
}

// spelled writes letters that Unicode does not take for one from a to z with an accent.
var spelled = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d")

// Slug returns a table's name as a level of a topic: of the letters a to z, digits, and a hyphen in
// place of anything else. It is "" for a name without any of these letters and digits.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range spelled.Replace(strings.ToLower(norm.NFD.String(name))) {
		switch {
		case strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", r):
			b.WriteRune(r)
		case !unicode.IsMark(r) && b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
