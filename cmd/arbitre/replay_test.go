package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Facts that a full disk does not take are no success (null(4), /dev/full).
func TestWhatCannotBePrintedIsAnError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	evening := []byte(`{"v":1,"t":0,"start":"mito","seats":[1,2,3]}` + "\n")
	for i := range 2000 { // more than a buffer holds
		evening = fmt.Appendf(evening, `{"t":%d,"press":%d}`+"\n", int64(i+1)*2e9, i%3+1)
	}
	path := filepath.Join(t.TempDir(), "evening.jsonl")
	if err := os.WriteFile(path, evening, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"replay", "explain"} {
		var told bytes.Buffer
		status := run([]string{command, path}, world{out: full, err: &told, env: os.Getenv})
		if status != statusFailed || !strings.Contains(told.String(), "no space left on device") {
			t.Errorf("%s: status %d, %q", command, status, &told)
		}
	}
}

// Two games that differ only in the secret can't be told apart by what explain prints.
func TestExplainTellsNothingOfTheSecret(t *testing.T) {
	explained := func(secret string) string {
		journal := filepath.Join(t.TempDir(), "mog.jsonl")
		text := `{"v":1,"t":0,"start":"mog","seats":[1,2,3]}
{"t":1000000000,"answer":"secret","value":[` + secret + `]}
{"t":2000000000,"answer":"designate","value":[1,2,8]}
{"t":3000000000,"press":3}
`
		if err := os.WriteFile(journal, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if status := run([]string{"explain", journal}, world{out: &out, err: &out, env: os.Getenv}); status != 0 || !strings.Contains(out.String(), "Race 1") {
			t.Fatalf("status %d\n%s", status, &out)
		}
		return out.String()
	}
	if one, other := explained("1,2,3"), explained("1,2,4"); one != other {
		t.Errorf("%s\n%s", one, other)
	}
}
