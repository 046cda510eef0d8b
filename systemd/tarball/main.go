// Command tarball packs a folder so that the same files give the same bytes on every machine, whoever owns them and
// whenever they were made.
//
//	go run ./systemd/tarball TIME FOLDER NAME > NAME.tar.gz
//
// Everything in the folder stands under NAME/ in the archive, with TIME as the time of its last change (RFC 3339).
package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: tarball TIME FOLDER NAME > NAME.tar.gz")
		os.Exit(2)
	}
	at, err := time.Parse(time.RFC3339, os.Args[1])
	if err == nil {
		err = pack(os.Stdout, os.DirFS(os.Args[2]), os.Args[3], at)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tarball:", err)
		os.Exit(1)
	}
}

// pack writes the files in the order of their names, all of them root's, and readable by everyone.
func pack(w io.Writer, folder fs.FS, name string, at time.Time) error {
	zip, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(zip)
	err = fs.WalkDir(folder, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		h := &tar.Header{Name: path.Join(name, file), Mode: 0o644, Size: info.Size(), ModTime: at, Uname: "root", Gname: "root"}
		switch {
		case info.IsDir():
			h.Typeflag, h.Name, h.Mode, h.Size = tar.TypeDir, h.Name+"/", 0o755, 0
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is neither a file nor a folder", file)
		case info.Mode()&0o100 != 0:
			h.Mode = 0o755
		}
		if err := archive.WriteHeader(h); err != nil || info.IsDir() {
			return err
		}
		content, err := folder.Open(file)
		if err != nil {
			return err
		}
		_, err = io.Copy(archive, content)
		return errors.Join(err, content.Close())
	})
	return errors.Join(err, archive.Close(), zip.Close())
}
