package textfile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestOnlyAFileIsRead(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "it")
	for _, tt := range []struct {
		make func() error
		want string
	}{
		{func() error { return syscall.Mkfifo(path, 0o600) }, "it is no file"},
		{func() error { return os.Mkdir(path, 0o700) }, "it is no file"},
		{func() error { return os.Symlink("/dev/zero", path) }, "it is no file"},
		{func() error { return os.Symlink("it", path) }, "too many levels of symbolic links"},
		{func() error { return os.WriteFile(path, []byte("12345"), 0o600) }, "it is larger than 4 bytes"},
		{func() error { return nil }, "open " + path + ": no such file or d"},
	} {
		check(t, tt.make())
		if _, err := ReadBytes(path, 4); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
		os.Remove(path)
	}
	check(t, os.WriteFile(path, []byte("1234"), 0o600))
	if text, err := ReadBytes(path, 4); err != nil || string(text) != "1234" {
		t.Errorf("read %q, %v", text, err)
	}
}

func TestAFileOrALinkInItsPlaceIsReplaced(t *testing.T) {
	root := t.TempDir()
	other, path := filepath.Join(root, "other"), filepath.Join(root, "new folder", "it")
	check(t, os.WriteFile(other, []byte("another's"), 0o644))
	for _, text := range []string{"first", "second", ""} {
		check(t, Replace(path, []byte(text)))
		info, err := os.Lstat(path)
		if got, _ := os.ReadFile(path); err != nil || string(got) != text || info.Mode() != 0o600 {
			t.Errorf("%q is there, mode %v, %v; want %q", got, info.Mode(), err, text)
		}
		os.Remove(path)
		if err := os.Symlink(other, path); err != nil { // a user who can write there could have it written elsewhere
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(other); string(got) != "another's" {
		t.Errorf("the link was followed: %q", got)
	}
}

func TestWhatCannotBeReplaced(t *testing.T) {
	full := t.TempDir()
	check(t, os.MkdirAll(filepath.Join(full, "it", "more"), 0o700))
	if err := Replace(filepath.Join(full, "it"), nil); err == nil {
		t.Error("a full folder was replaced")
	}
	file := filepath.Join(t.TempDir(), "file")
	check(t, os.WriteFile(file, nil, 0o600))
	if err := Replace(filepath.Join(file, "it"), nil); err == nil {
		t.Error("a file is taken for a folder")
	}
	if left, _ := os.ReadDir(full); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// check ends a test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
