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
		status := execute([]string{command, path}, world{out: full, err: &told, env: os.Getenv})
		if status != statusFailed || !strings.Contains(told.String(), "no space left on device") {
			t.Errorf("%s: status %d, %q", command, status, &told)
		}
	}
}
