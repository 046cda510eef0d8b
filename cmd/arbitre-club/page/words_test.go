package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"arbitre/display/wording"
)

// Every word that a page uses is in the dictionary, and every word of the dictionary is used.
func TestEveryWordIsSaid(t *testing.T) {
	const shared = "../../../display/web/site/"
	var source strings.Builder
	for _, pattern := range []string{
		"pages/*", "*.go", shared + "pages/*.html", shared + "pages/*.js", shared + "*.go",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		for _, name := range found {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				source.Write(text)
			}
		}
	}
	said := map[string]bool{}
	for _, use := range []string{
		`\bwords\.([a-z_]+)`, // in pages and scripts
		`(?:Word: |Failure\{http\.\w+, |\.Word\(.*?, )"([a-z_]+)"`, // in refusals
		`'(won|played|beaten)'`, // columns of tables
	} {
		for _, m := range regexp.MustCompile(use).FindAllStringSubmatch(source.String(), -1) {
			said[m[1]] = true
		}
	}
	for _, e := range wording.Read(files, "words", wording.English) {
		if !said[e.Key] {
			t.Errorf("%s: %q is never said", e.Key, e.Text)
		}
		delete(said, e.Key)
	}
	for word := range said {
		t.Errorf("%s is said, and has no word", word)
	}
}
