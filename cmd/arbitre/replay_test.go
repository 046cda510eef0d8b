package main

import (
	"bytes"
	"fmt"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Of presses that change nothing a film shows nothing.
func TestAFilmDoesNotStandStill(t *testing.T) {
	idle := []byte(`{"v":1,"t":0,"start":"mito","seats":[1,2,3]}` + "\n")
	for i := range 20 {
		idle = fmt.Appendf(idle, `{"t":%d,"press":2}`+"\n", time.Duration(3*(i+1))*time.Second)
	}
	path := filepath.Join(t.TempDir(), "idle.jsonl")
	check(t, os.WriteFile(path, idle, 0o600))
	made := path + ".gif"
	if status := execute([]string{"replay", "--gif", made, path}, world{err: os.Stderr, env: os.Getenv}); status != 0 {
		t.Fatal("exit status", status)
	}
	file := must(os.Open(made))
	defer file.Close()
	film := must(gif.DecodeAll(file))
	if longest := slices.Max(film.Delay); longest > 400 { // hundredths of a second, of the last picture
		t.Errorf("a picture stays for %d hundredths of a second, want 400 at most", longest)
	}
}

// What a full disk does not take was not printed: the exit status says so (full(4)).
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
	check(t, os.WriteFile(path, evening, 0o600))
	for _, command := range []string{"replay", "explain"} {
		var told bytes.Buffer
		status := execute([]string{command, path}, world{out: full, err: &told, env: os.Getenv})
		if status != statusFailed || !strings.Contains(told.String(), "no space left on device") {
			t.Errorf("%s: status %d, %q", command, status, &told)
		}
	}
}
