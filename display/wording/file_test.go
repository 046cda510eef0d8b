package wording

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const english = `# What is said.
[sentences]
turn = {seat} to play
owe = {seats} give{s:s|} {n} card{n:|s}

[rules]
deal (MITO-3) = Eight cards each.
key OK = a = b
`

// The texts of a language stand behind the English ones; a missing file has none.
func TestAFileIsRead(t *testing.T) {
	folder := fstest.MapFS{"words.en.txt": {Data: []byte(english)},
		"words.it.txt": {Data: []byte("[sentences]\nplay = gioca\nturn = tocca a {seat}\n")}}
	got := Read(folder, "words", "it")
	want := []Entry{
		{Section: "sentences", Key: "turn", Text: "{seat} to play"},
		{Section: "sentences", Key: "owe", Text: "{seats} give{s:s|} {n} card{n:|s}"},
		{Section: "rules", Key: "deal", Text: "Eight cards each."},
		{Section: "rules", Key: "key OK", Text: "a = b"},
		{Section: "sentences", Key: "play", Text: "gioca"},
		{Section: "sentences", Key: "turn", Text: "tocca a {seat}"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := Read(folder, "mogelmotte", "it"); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestAWrongLineIsNamedAndTheRestIsRead(t *testing.T) {
	got, err := parse("stray = x\n[words]\nyes: si\nno = no\r\n")
	if diff := cmp.Diff([]Entry{{Section: "words", Key: "no", Text: "no"}}, got); diff != "" {
		t.Error(diff)
	}
	want := `line 1: expected "key = text" below a [section]: stray = x` + "\n" +
		`line 3: expected "key = text" below a [section]: yes: si`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestWhatATranslatorHasLeftIsNamed(t *testing.T) {
	read := func(text string) []Entry {
		entries, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return entries
	}
	all := "[sentences]\nturn = tocca a {seat}\nowe = {seats} d{s:à|anno} {n} cart{n:a|e}\n" +
		"[rules]\ndeal = Otto carte.\nkey OK = x\n"
	if got := compare(read(english), read(all)); got != nil {
		t.Errorf("of a whole translation: %q", got)
	}
	got := compare(read(english), read("[sentences]\nturn = tocca a {seats}\n"+
		"turn = tocca a {seat\nowe = {n} {seats}\nplay = gioca\n[rules]\ndeal = Otto carte.\n"))
	want := []string{
		"[sentences] turn stands twice",
		`[sentences] turn has the gaps ["{seat"], expected ["{seat}"]`,
		"[rules] key OK is missing: a = b",
		"[sentences] play is not said in English",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// compare lists the texts that a translation lacks, has in excess or twice, or fills with other
// gaps.
func compare(english, other []Entry) (faults []string) {
	theirs := map[Entry]string{} // by an entry without its text
	for _, e := range other {
		at := Entry{Section: e.Section, Key: e.Key}
		if _, twice := theirs[at]; twice {
			faults = append(faults, fmt.Sprintf("[%s] %s stands twice", e.Section, e.Key))
		}
		theirs[at] = e.Text
	}
	for _, e := range english {
		at := Entry{Section: e.Section, Key: e.Key}
		text, ok := theirs[at]
		switch want, got := gaps(e.Text), gaps(text); {
		case !ok:
			faults = append(faults, fmt.Sprintf("[%s] %s is missing: %s", e.Section, e.Key, e.Text))
		case !slices.Equal(want, got):
			faults = append(faults, fmt.Sprintf("[%s] %s has the gaps %q, expected %q", e.Section, e.Key, got, want))
		}
		delete(theirs, at)
	}
	for _, e := range other {
		if _, ok := theirs[Entry{Section: e.Section, Key: e.Key}]; ok {
			faults = append(faults, fmt.Sprintf("[%s] %s is not said in English", e.Section, e.Key))
		}
	}
	return faults
}

// gaps returns the gaps that a text and its translation must share: all but plurals, which differ
// by language. A gap that is not closed reaches to the end.
func gaps(text string) (named []string) {
	for {
		_, rest, opens := strings.Cut(text, "{")
		if !opens {
			slices.Sort(named)
			return named
		}
		gap, after, closes := strings.Cut(rest, "}")
		plural := (strings.HasPrefix(gap, "s:") || strings.HasPrefix(gap, "n:")) && strings.Contains(gap, "|")
		switch {
		case !closes:
			named = append(named, "{"+gap)
		case !plural:
			named = append(named, "{"+gap+"}")
		}
		text = after
	}
}
