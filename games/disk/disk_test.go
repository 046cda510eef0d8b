package disk_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"arbitre/games/disk"
)

func TestOnlyAFileIsRead(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "it")
	for want, make := range map[string]func() error{
		"a FIFO, expected a file":              func() error { return syscall.Mkfifo(path, 0o600) },
		"a folder, expected a file":            func() error { return os.Mkdir(path, 0o700) },
		"a device, expected a file":            func() error { return os.Symlink("/dev/zero", path) },
		"too many levels of symbolic links":    func() error { return os.Symlink("it", path) },
		"it is larger than 4 bytes":            func() error { return os.WriteFile(path, []byte("12345"), 0o600) },
		"open " + path + ": no such file or d": func() error { return nil },
	} {
		if err := make(); err != nil {
			t.Fatal(err)
		}
		if _, err := disk.Read(path, 4); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		os.Remove(path)
	}
	if err := os.WriteFile(path, []byte("1234"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := disk.Read(path, 4); err != nil || string(text) != "1234" {
		t.Errorf("read %q, %v", text, err)
	}
}

func TestAFileIsReplacedWholeOrNotAtAll(t *testing.T) {
	root := t.TempDir()
	other, path := filepath.Join(root, "other"), filepath.Join(root, "new folder", "it")
	if err := os.WriteFile(other, []byte("another's"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"first", "second", ""} {
		if err := disk.Replace(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Lstat(path)
		if got, _ := os.ReadFile(path); err != nil || string(got) != text || info.Mode() != 0o600 {
			t.Errorf("%q is there, mode %v, %v; want %q", got, info.Mode(), err, text)
		}
		os.Remove(path)
		if err := os.Symlink(other, path); err != nil { // whoever could write there would have it written elsewhere
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(other); string(got) != "another's" {
		t.Errorf("the link was followed: %q", got)
	}

	full := filepath.Join(root, "full")
	if err := os.MkdirAll(filepath.Join(full, "it", "more"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := disk.Replace(filepath.Join(full, "it"), nil); err == nil {
		t.Error("a full folder was replaced")
	}
	if left, _ := os.ReadDir(full); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// Somebody with fewer rights has prepared the folder for whoever writes there.
func TestAFileThatIsCreatedFollowsNoLink(t *testing.T) {
	root := t.TempDir()
	other := filepath.Join(root, "other")
	if err := os.MkdirAll(other, 0o700); err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(other, "passwd")
	path := filepath.Join(root, "new", "folder")
	folder, err := disk.Folder(path)
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
		file, err := disk.Create(folder, "it")
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
	if _, err := disk.Create(folder, "pictures/passwd"); err == nil {
		t.Error("a file was put into a linked folder")
	}
}
