package site

import (
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"arbitre/display/wording"
)

// languageCookie remembers the language that was chosen by "?lang=".
const languageCookie = "arbitre_language"

// LongestCookie is the most that browsers keep a cookie, in seconds (RFC 6265bis, section 5.5).
const LongestCookie = 400 * 24 * 60 * 60

// mostAccepted is how many bytes of Accept-Language are read. They name about eight languages, the
// preferred first.
const mostAccepted = 128

// LanguageOf returns the language for a request: that of its address, or of its cookie, or one that
// the browser accepts, or else the site's own.
func (s *Site) LanguageOf(r *http.Request) wording.Language {
	wished := []string{r.URL.Query().Get("lang")}
	if c, err := r.Cookie(languageCookie); err == nil {
		wished = append(wished, c.Value)
	}
	header := r.Header.Get("Accept-Language")
	if len(header) > mostAccepted {
		header = header[:1+strings.LastIndexByte(header[:mostAccepted], ',')]
	}
	accepted, _, _ := language.ParseAcceptLanguage(strings.TrimSuffix(header, ",")) // none after an error
	for _, tag := range accepted {
		base, _ := tag.Base()
		wished = append(wished, base.String())
	}
	for _, code := range wished {
		if l, err := wording.ParseLanguage(code); err == nil {
			return l
		}
	}
	return s.options.Language()
}

// Words returns the pages' dictionary, which nobody may change.
func (s *Site) Words(l wording.Language) map[string]string { return s.translations[l]().words }

// Word returns a text of the pages' dictionary.
func (s *Site) Word(l wording.Language, key string) string { return s.Words(l)[key] }
