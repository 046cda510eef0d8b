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

// OpenFile opens a journal, or a file that lies beside one, as [os.OpenFile] does. It never waits,
// as for the other end of a FIFO, and what is no regular file is an error.
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

// ReadFile reads a file that [OpenFile] opens, of a size that its owner can need at most.
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

// Replace puts a text in the place of a file, whole or not at all, durably, for its owner alone. A
// link there is replaced and not followed; the folder is made.
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

// rename gives a file another name in its folder, durably.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(to))
}

// SyncFolder waits until the names in a folder are on the disk.
func SyncFolder(folder string) error {
	file, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
