package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// OpenFile opens a journal, or a file beside one, as [os.OpenFile] does. It does not block on a
// FIFO: anything but a regular file is an error.
func OpenFile(path string, flag int) (*os.File, error) {
	file, err := os.OpenFile(path, flag|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("it is no file, but a folder, a FIFO or a device")}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// ReadFile reads a file by [OpenFile]. A file of more than most bytes is an error.
func ReadFile(path string, most int64) ([]byte, error) {
	file, err := OpenFile(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is larger than %d bytes", most)}
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// Replace writes a file atomically and durably, readable by its owner alone. A symbolic link is
// replaced and not followed. A missing folder is made.
func Replace(path string, text []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	err := renameio.WriteFile(path, text, 0o600, renameio.WithTempDir(folder), renameio.WithStaticPermissions(0o600))
	if err != nil {
		return err
	}
	return SyncFolder(folder)
}

// rename renames a file within its folder, durably.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(to))
}

// SyncFolder waits until the names of a folder's files are on the disk.
func SyncFolder(folder string) error {
	file, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
