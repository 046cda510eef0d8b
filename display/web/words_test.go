package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbitre/display"
)

// Every word that a page says is in the dictionary, in three languages, and every word of the dictionary is said.
func TestEveryWordIsSaid(t *testing.T) {
	sources, err := filepath.Glob("pages/*")
	if err != nil {
		t.Fatal(err)
	}
	code, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	said := map[string]bool{}
	for _, name := range append(sources, code...) {
		if name == "words.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
		for _, m := range regexp.MustCompile(`\b[wW]ords\.([a-z_0-9]+)`).FindAllStringSubmatch(string(text), -1) {
			said[m[1]] = true
		}
	}
	for _, l := range display.Languages() {
		words := pageWords(l)
		for word := range said {
			if words[word] == "" {
				t.Errorf("%s is said, and has no word in %v", word, l)
			}
		}
		for word, text := range words {
			if text == "" || !said[word] && !strings.Contains(all.String(), `"`+word+`"`) {
				t.Errorf("%s: %q in %v is never said", word, text, l)
			}
		}
	}
}
