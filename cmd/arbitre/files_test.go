package main

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"arbitre/display/wording"
)

// Somebody with fewer rights has laid links into the folder where root is going to write.
func TestAFileThatIsCreatedFollowsNoLink(t *testing.T) {
	root := t.TempDir()
	other := filepath.Join(root, "other")
	check(t, os.MkdirAll(other, 0o700))
	victim := filepath.Join(other, "passwd")
	path := filepath.Join(root, "new", "folder")
	folder := must(openFolder(path))
	defer folder.Close()
	it := filepath.Join(path, "it")
	writeNew := func(file *os.File) error {
		_, err := file.WriteString("new")
		return err
	}
	for what, make := range map[string]func() error{
		"a link":      func() error { return os.Symlink(victim, it) },
		"a hard link": func() error { return os.Link(victim, it) },
		"a FIFO":      func() error { return syscall.Mkfifo(it, 0o600) },
		"a file":      func() error { return os.WriteFile(it, []byte("older and longer"), 0o600) },
		"nothing":     func() error { return nil },
	} {
		check(t, os.WriteFile(victim, []byte("root's"), 0o600))
		check(t, make())
		if err := create(folder, "it", writeNew); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if got, _ := os.ReadFile(it); string(got) != "new" {
			t.Errorf("%s: %q", what, got)
		}
		if got, _ := os.ReadFile(victim); string(got) != "root's" {
			t.Errorf("%s: another's file is %q", what, got)
		}
		os.Remove(it)
	}
	check(t, os.Symlink(other, filepath.Join(path, "pictures")))
	if err := create(folder, "pictures/passwd", writeNew); err == nil {
		t.Error("a file was put into a linked folder")
	}
}

// A scene is a picture, which the page shows beside those of the same name. One language
// stands for all.
func TestScenesAreWritten(t *testing.T) {
	path := t.TempDir()
	check(t, writeScenes(path, []wording.Language{wording.German}))
	page := must(os.ReadFile(filepath.Join(path, "index.html")))
	written, err := filepath.Glob(filepath.Join(path, "*.de.png"))
	if err != nil || len(written) < 100 || bytes.Count(page, []byte("<img ")) != len(written) {
		t.Errorf("%d pictures are written, %v, and these are shown:\n%s", len(written), err, page)
	}
	const one = "mito-by-a-hair.de.png"
	if _, err := os.Stat(filepath.Join(path, one)); err != nil || !bytes.Contains(page, []byte(one)) {
		t.Errorf("%s is missing: %v", one, err)
	}
}
