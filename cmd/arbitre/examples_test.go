package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The worked examples of the rules, as the command prints them.
func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("../../games/journal/testdata/*.facts.jsonl")
	if err != nil || len(paths) < 9 {
		t.Fatalf("%d examples, %v; want at least 9", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".facts.jsonl"), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var out, stderr bytes.Buffer
			journal := strings.Replace(path, ".facts", "", 1)
			if status := run([]string{"replay", journal}, world{out: &out, err: &stderr, env: os.Getenv}); status != 0 {
				t.Fatalf("exit status %d: %s", status, &stderr)
			}
			if diff := cmp.Diff(decode(t, want), decode(t, out.Bytes())); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}

// What the README shows of a command is what it prints.
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
		run(strings.Fields(string(example[1])), world{out: &out, err: &stderr, env: os.Getenv})
		if diff := cmp.Diff(string(example[2]), out.String()+stderr.String()); diff != "" {
			t.Errorf("arbitre %s (-README +printed):\n%s", example[1], diff)
		}
	}
}

func decode(t *testing.T, lines []byte) (facts []any) {
	for line := range bytes.Lines(lines) {
		var f any
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		facts = append(facts, f)
	}
	return facts
}
