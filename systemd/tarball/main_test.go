package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
)

var when = time.Date(2026, 11, 20, 8, 55, 26, 0, time.UTC)

func TestNeitherTimesNorPermissionsOfTheMachineAreInIt(t *testing.T) {
	made := func(at time.Time, program, text fs.FileMode) []byte {
		t.Helper()
		var out bytes.Buffer
		err := pack(&out, fstest.MapFS{
			"usr/bin/arbitre": {Data: []byte("program"), Mode: program, ModTime: at},
			"README.md":       {Data: []byte("text"), Mode: text, ModTime: at},
		}, "arbitre", when)
		if err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	first := made(time.Now(), 0o755, 0o644)
	if !bytes.Equal(first, made(time.Now().Add(-time.Hour), 0o700, 0o600)) {
		t.Error("the same files give other bytes")
	}
	want := []string{
		"arbitre/ 755 2026-11-20T08:55:26Z",
		"arbitre/README.md 644 2026-11-20T08:55:26Z text",
		"arbitre/usr/ 755 2026-11-20T08:55:26Z",
		"arbitre/usr/bin/ 755 2026-11-20T08:55:26Z",
		"arbitre/usr/bin/arbitre 755 2026-11-20T08:55:26Z program",
	}
	if diff := cmp.Diff(want, list(t, first)); diff != "" {
		t.Errorf("packed (-want +got):\n%s", diff)
	}
}

func TestWhatIsNeitherFileNorFolderIsRefused(t *testing.T) {
	err := pack(io.Discard, fstest.MapFS{"fifo": {Mode: fs.ModeNamedPipe}}, "arbitre", when)
	if err == nil || err.Error() != "fifo is neither a file nor a folder" {
		t.Errorf("the error is %v", err)
	}
}

// list has a line "NAME MODE TIME CONTENT" for each entry.
func list(t *testing.T, packed []byte) (lines []string) {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(zip); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return lines
		} else if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %o %s", h.Name, h.Mode, h.ModTime.UTC().Format(time.RFC3339))
		if content, err := io.ReadAll(archive); err != nil {
			t.Fatal(err)
		} else if len(content) > 0 {
			line += " " + string(content)
		}
		lines = append(lines, line)
	}
}
