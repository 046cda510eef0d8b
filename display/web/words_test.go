package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games/all"
)

// Every word that a page uses is in the dictionary, and every word of the dictionary is used.
func TestEveryWordIsSaid(t *testing.T) {
	var sources []string
	for _, pattern := range []string{"pages/*", "*.go", "site/pages/*", "site/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, found...)
	}
	var source strings.Builder
	said := map[string]bool{}
	for _, name := range sources {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
		for _, m := range regexp.MustCompile(`\b(?:[wW]ords\.|data-(?:word|label)=")([a-z_0-9]+)`).FindAllStringSubmatch(string(text), -1) {
			said[m[1]] = true
		}
	}
	for key, text := range wording.Dictionary(files, "words", wording.English) {
		if !said[key] && !strings.Contains(source.String(), `"`+key+`"`) {
			t.Errorf("%s: %q is never said", key, text)
		}
		delete(said, key)
	}
	for word := range said {
		t.Errorf("%s is said, and has no word", word)
	}
}

// Whatever is refused has its words in every language.
func TestEveryFailureHasWords(t *testing.T) {
	for _, l := range wording.Languages() {
		words := wording.Dictionary(files, "words", l)
		for _, err := range []error{errAnswered, errBusy, errAnew, errHeld, errNotPaired, site.ErrNotUnderstood,
			errExhausted, errGuessing, errNoInvitation, errWrongCode} {
			if words[err.Error()] == "" {
				t.Errorf("%s has no words for %q", l, err)
			}
		}
	}
}

// No page lacks a part. Pages are made on their first request, which would be late to find out.
func TestEveryPageIsWhole(t *testing.T) {
	o := sitePages(wording.NewPhrases(all.Games()), nil, nil)
	s := site.New(o)
	defer s.Close()
	for _, name := range o.Pages {
		for _, l := range wording.Codes() {
			got := httptest.NewRecorder()
			s.Page(name)(got, httptest.NewRequest(http.MethodGet, "/?lang="+l, nil))
			if page := got.Body.String(); !strings.HasPrefix(page, "<!doctype html>") || strings.Contains(page, "{{") {
				t.Errorf("page %s in %s: %.200s", name, l, page)
			}
		}
	}
}
