package display

import (
	"fmt"
	"strings"
)

// A Language is what the displays speak.
type Language uint8

// The languages.
const (
	French Language = iota
	German
	English
)

// Languages lists all of them.
func Languages() []Language { return []Language{French, German, English} }

// String is the language's ISO 639-1 code, as the configuration and the lobby name it.
func (l Language) String() string { return [...]string{"fr", "de", "en"}[l] }

// ParseLanguage reads "fr", "de" or "en".
func ParseLanguage(code string) (Language, error) {
	for _, l := range Languages() {
		if strings.EqualFold(code, l.String()) {
			return l, nil
		}
	}
	return French, fmt.Errorf("language %q: expected fr, de or en", code)
}
