package words

import (
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

func TestAFileIsRead(t *testing.T) {
	got, err := Read(fstest.MapFS{"words.en.txt": {Data: []byte(english)}}, "words.en.txt")
	want := []Entry{
		{Section: "sentences", Key: "turn", Text: "{seat} to play"},
		{Section: "sentences", Key: "owe", Text: "{seats} give{s:s|} {n} card{n:|s}"},
		{Section: "rules", Key: "deal", Note: "MITO-3", Text: "Eight cards each."},
		{Section: "rules", Key: "key OK", Text: "a = b"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestAFileThatThereIsNoneOfSaysNothing(t *testing.T) {
	if got, err := Read(fstest.MapFS{}, "words.it.txt"); got != nil || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestAWrongLineIsNamedAndTheRestIsRead(t *testing.T) {
	got, err := Parse("stray = x\n[words]\nyes: si\nno = no\r\n")
	if diff := cmp.Diff([]Entry{{Section: "words", Key: "no", Text: "no"}}, got); diff != "" {
		t.Error(diff)
	}
	want := `line 1: expected "key = text" below a [section]: stray = x` + "\n" + `line 3: expected "key = text" below a [section]: yes: si`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

func TestCompareNamesWhatATranslatorHasLeft(t *testing.T) {
	parse := func(text string) []Entry {
		entries, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return entries
	}
	all := "[sentences]\nturn = tocca a {seat}\nowe = {seats} d{s:à|anno} {n} cart{n:a|e}\n[rules]\ndeal = Otto carte.\nkey OK = x\n"
	if got := Compare(parse(english), parse(all)); got != nil {
		t.Errorf("of a whole translation: %q", got)
	}
	got := Compare(parse(english), parse("[sentences]\nturn = tocca a {seats}\nturn = tocca a {seat\nowe = {n} {seats}\nplay = gioca\n[rules]\ndeal = Otto carte.\n"))
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
