// Package disk opens and replaces files so that neither a file of another kind, nor a power cut, nor a disk that fails
// costs more than that file.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Open opens a file as [os.OpenFile] does, if it is one. It never waits, as for the other end of a FIFO, and what is no
// regular file is an error.
func Open(path string, flag int) (*os.File, error) {
	file, err := os.OpenFile(path, flag|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("it is %s, expected a file", kind(info.Mode()))}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a FIFO"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return mode.Type().String()
}

// Read reads a file that [Open] opens, of a size that its owner can need at most.
func Read(path string, most int64) ([]byte, error) {
	file, err := Open(path, os.O_RDONLY)
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

// Replace puts a text in the place of a file, whole or not at all, durably, and for its owner alone. Whatever lies
// there, a link for instance, is replaced and not followed; its folder is made.
func Replace(path string, text []byte) error { return replace(path, text, 0o700, 0o600) }

// Publish is [Replace] for a file that all may read.
func Publish(path string, text []byte) error { return replace(path, text, 0o755, 0o644) }

func replace(path string, text []byte, folderMode, mode fs.FileMode) error {
	folder, name := filepath.Split(path)
	if err := os.MkdirAll(filepath.Clean(folder), folderMode); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Clean(folder), "."+name+"-*")
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Chmod(mode), file.Sync(), file.Close()); err == nil {
		err = Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// Create puts a new file, for all to read, in the place of whatever has its name in a folder: no link is followed, that
// somebody may have laid there for whoever writes with more rights than he has.
func Create(folder *os.Root, name string) (*os.File, error) {
	if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return folder.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
}

// Folder opens a folder to [Create] files in, and makes it if need be.
func Folder(path string) (*os.Root, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	return os.OpenRoot(path)
}

// Rename gives a file another name in its folder, durably.
func Rename(from, to string) error {
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
