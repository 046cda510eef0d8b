package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/games/gametest"
	"arbitre/games/results"
)

// typed runs a command line over a folder of the club, and returns what it prints and says.
func typed(t *testing.T, folder string, args ...string) (printed, said string) {
	t.Helper()
	var out, err strings.Builder
	root := rootCommand()
	root.SetArgs(append(args, "--folder", folder))
	root.SetOut(&out)
	root.SetErr(&err)
	if root.Execute() != nil && err.Len() == 0 {
		t.Errorf("%v: failed without a word", args)
	}
	return out.String(), err.String()
}

// Games that were imported have the ids that tables tell, count once, and are exported.
func TestGamesThatWereImportedAreExported(t *testing.T) {
	parent, folder := t.TempDir(), t.TempDir()
	journals := filepath.Join(parent, "demo")
	if err := os.Mkdir(journals, 0o700); err != nil {
		t.Fatal(err)
	}
	const story = "quiz 1 2\n5 press 1\n6 verdict \"right\"\n9 finish \"over\""
	for name, text := range map[string]string{
		"2026-03-14T20-15-00-quiz.jsonl": string(gametest.Journal(story)),
		"2026-03-21T20-15-00-quiz.jsonl": string(gametest.Journal(story)),
		"names.jsonl": `{"from":"2026-03-14T20:15:00","seat":1,"name":"Anna"}` + "\n" +
			`{"from":"2026-03-21T20:15:00","seat":2,"name":"=Ben"}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(journals, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ table, want string }{{"Große Küche", "2 of 2 new"},
		{"grosse-kuche", "0 of 2 new, 2 there already"}} { // who types its topic calls it nothing else
		printed, said := typed(t, folder, "import", "--table", tt.table, journals)
		if printed != journals+": "+tt.want+"\n" || said != "" {
			t.Errorf("import prints %q and says %q", printed, said)
		}
	}
	if err := os.Remove(filepath.Join(journals, "2026-03-21T20-15-00-quiz.jsonl")); err != nil {
		t.Fatal(err)
	}
	printed, said := typed(t, folder, "import", journals)
	if printed != journals+": 0 of 1 new, 1 there already\n" || said != "" {
		t.Errorf("import of one game prints %q and says %q", printed, said)
	}
	printed, said = typed(t, folder, "import", parent)
	want := "no journals in " + parent + ", but " + journals + " has some"
	if printed != "" || !strings.Contains(said, want) {
		t.Errorf("of a folder without journals it prints %q and says %q", printed, said)
	}
	for format, want := range map[string][]string{
		"csv":     {",1,Anna,1,true,false", ",2,'=Ben,0,false,false"},
		"json":    {`"table":"Große Küche"`, `"name":"Anna"`, `"id":"` + results.ID("2026-03-14T20-15-00-quiz", 0)},
		"bgstats": {`"name": "Quiz"`, `"name": "Große Küche"`, `"name": "Anna"`},
	} {
		out, said := typed(t, folder, "export", format)
		for _, part := range want {
			if !strings.Contains(out, part) || said != "" {
				t.Errorf("export %s: %s in\n%s%s", format, part, out, said)
			}
		}
	}
	if all, _ := typed(t, folder, "export", "json"); strings.Count(all, `"id"`) != 2 {
		t.Errorf("twice imported, the club has %s", all)
	}
	out, said := typed(t, folder, "export", "xml")
	if out != "" || !strings.Contains(said, "expected csv, json or bgstats") {
		t.Errorf("export xml: %q, %q", out, said)
	}
}
