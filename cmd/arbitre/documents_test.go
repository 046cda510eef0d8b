package main

import (
	"bytes"
	"image/gif"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The README shows the output of commands as they print it.
func TestTheREADMEShowsWhatIsPrinted(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?s)```console\n\\$ arbitre ([^\n]*)\n(.*?)```").FindAllSubmatch(text, -1)
	if len(shown) == 0 {
		t.Fatal("it shows nothing")
	}
	for _, example := range shown {
		var out, stderr bytes.Buffer
		execute(strings.Fields(string(example[1])), world{out: &out, err: &stderr, env: os.Getenv})
		if diff := cmp.Diff(string(example[2]), out.String()+stderr.String()); diff != "" {
			t.Errorf("arbitre %s (-README +printed):\n%s", example[1], diff)
		}
	}
}

// The animation in the README is the one that arbitre replay makes of its journal.
func TestTheFilmOfTheREADME(t *testing.T) {
	t.Chdir("../..")
	made := filepath.Join(t.TempDir(), "mosquito.gif")
	command := []string{"replay", "--language", "en", "--gif", made, "games/journal/testdata/mito-mosquito.jsonl"}
	if status := execute(command, world{out: io.Discard, err: os.Stderr, env: os.Getenv}); status != 0 {
		t.Fatal("exit status", status)
	}
	var films [2]*gif.GIF
	for i, path := range []string{"display/mosquito.gif", made} {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if films[i], err = gif.DecodeAll(file); err != nil {
			t.Fatal(err)
		}
	}
	if len(films[1].Image) < 4 {
		t.Errorf("it has %d pictures: expected the turn, the race, its verdict and the next turn", len(films[1].Image))
	}
	if !reflect.DeepEqual(films[0], films[1]) {
		t.Error("it is another one: look at it and accept it, arbitre replay --language en " +
			"--gif display/mosquito.gif games/journal/testdata/mito-mosquito.jsonl")
	}
}

// anchors returns what GitHub makes of the headings of a document.
func anchors(document []byte) (all []string) {
	heading := regexp.MustCompile(`(?m)^#+ (.*)$`)
	markup := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)|[` + "`*" + `]`)
	other := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	for _, h := range heading.FindAllSubmatch(document, -1) {
		plain := other.ReplaceAllString(markup.ReplaceAllString(strings.ToLower(string(h[1])), "$1"), "")
		all = append(all, strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}

// Every document is found from the README, and every link between them leads somewhere.
func TestDocumentsLeadSomewhere(t *testing.T) {
	t.Chdir("../..")
	documents := map[string]bool{} // and whether the README leads to it in one click
	check(t, filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if d != nil && d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".md") {
			documents[path] = path == "README.md"
		}
		return err
	}))
	parts := map[string][]string{} // of documents that a link leads into
	link := regexp.MustCompile(`\]\(([^)\s]*)\)|(?:src|srcset|href)="([^"]*)"`)
	for document := range documents {
		text := must(os.ReadFile(document))
		for _, l := range link.FindAllSubmatch(text, -1) {
			to := string(l[1]) + string(l[2])
			path, part, _ := strings.Cut(to, "#")
			if strings.Contains(path, "://") || strings.HasSuffix(path, "../../releases/latest") { // on GitHub
				continue
			}
			target := document
			if path != "" {
				target = filepath.Join(filepath.Dir(document), path)
			}
			_, err := os.Stat(target)
			if err == nil && part != "" && parts[target] == nil {
				var read []byte
				read, err = os.ReadFile(target)
				parts[target] = anchors(read)
			}
			if err != nil || part != "" && !slices.Contains(parts[target], part) {
				t.Errorf("%s: %s leads nowhere", document, to)
			}
			if _, is := documents[target]; is && document == "README.md" {
				documents[target] = true
			}
		}
	}
	for document, found := range documents {
		if !found && filepath.Base(filepath.Dir(document)) != "fonts" { // it is the fonts' licence
			t.Errorf("the README does not lead to %s", document)
		}
	}
}
