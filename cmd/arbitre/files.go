package main

import (
	"errors"
	"io/fs"
	"os"
)

// openFolder opens a folder to [create] files in, and makes it if need be.
func openFolder(path string) (*os.Root, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	return os.OpenRoot(path)
}

// create writes a new file, for all to read, in the place of whatever has its name in a folder. It
// follows no link: an attacker may have laid one there so that root writes over a file of the
// system.
func create(folder *os.Root, name string, write func(*os.File) error) error {
	if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := folder.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}
