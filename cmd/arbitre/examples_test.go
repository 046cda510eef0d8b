package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
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
