package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbitre/display/wording"
	"arbitre/games/all"
)

// Every word that a page uses is in the dictionary, and every word of the dictionary is used.
func TestEveryWordIsSaid(t *testing.T) {
	sources, err := filepath.Glob("pages/*")
	if err != nil {
		t.Fatal(err)
	}
	code, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	said := map[string]bool{}
	for _, name := range append(sources, code...) {
		if name == "words.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
		for _, m := range regexp.MustCompile(`\b[wW]ords\.([a-z_0-9]+)`).FindAllStringSubmatch(string(text), -1) {
			said[m[1]] = true
		}
	}
	for _, e := range wording.Read(wordFiles, "words", wording.English) {
		if !said[e.Key] && !strings.Contains(source.String(), `"`+e.Key+`"`) {
			t.Errorf("%s: %q is never said", e.Key, e.Text)
		}
		delete(said, e.Key)
	}
	for word := range said {
		t.Errorf("%s is said, and has no word", word)
	}
}

// Whatever is refused has its words in every language.
func TestEveryFailureHasWords(t *testing.T) {
	for l, said := range speeches(wording.NewPhrases(all.Games())) {
		for _, err := range []error{errAnswered, errBusy, errAnew, errHeld, ErrForgotten, errNotUnderstood,
			errExhausted, errGuessing, errNoInvitation, errWrongCode} {
			if said().words[err.Error()] == "" {
				t.Errorf("%s has no words for %q", l, err)
			}
		}
	}
}

// No page lacks a part. Pages are made on their first request, which would be late to find out.
func TestEveryPageIsWhole(t *testing.T) {
	for l, said := range speeches(wording.NewPhrases(all.Games())) {
		for name, page := range said().pages {
			if !strings.HasPrefix(page, "<!doctype html>") || gap.MatchString(page) {
				t.Errorf("page %s in %s: %.200s", name, l, page)
			}
		}
	}
}
