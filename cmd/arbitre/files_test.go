package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Somebody with fewer rights has prepared the folder for whoever writes there.
func TestAFileThatIsCreatedFollowsNoLink(t *testing.T) {
	root := t.TempDir()
	other := filepath.Join(root, "other")
	if err := os.MkdirAll(other, 0o700); err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(other, "passwd")
	path := filepath.Join(root, "new", "folder")
	folder, err := openFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	it := filepath.Join(path, "it")
	for what, make := range map[string]func() error{
		"a link":      func() error { return os.Symlink(victim, it) },
		"a hard link": func() error { return os.Link(victim, it) },
		"a FIFO":      func() error { return syscall.Mkfifo(it, 0o600) },
		"a file":      func() error { return os.WriteFile(it, []byte("older and longer"), 0o600) },
		"nothing":     func() error { return nil },
	} {
		if err := os.WriteFile(victim, []byte("root's"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := make(); err != nil {
			t.Fatal(err)
		}
		file, err := create(folder, "it")
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		file.WriteString("new")
		file.Close()
		if got, _ := os.ReadFile(it); string(got) != "new" {
			t.Errorf("%s: %q", what, got)
		}
		if got, _ := os.ReadFile(victim); string(got) != "root's" {
			t.Errorf("%s: another's file is %q", what, got)
		}
		os.Remove(it)
	}
	if err := os.Symlink(other, filepath.Join(path, "pictures")); err != nil {
		t.Fatal(err)
	}
	if _, err := create(folder, "pictures/passwd"); err == nil {
		t.Error("a file was put into a linked folder")
	}
}
