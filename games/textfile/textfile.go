// Package textfile reads text files as people bring them from any system, and replaces a file whole
// or not at all.
//
// A text may have been written on Windows, by a spreadsheet or by a command line that redirects
// into UTF-16: [Reader] makes UTF-8 of it, without a byte order mark, with "\n" at the end of a line.
package textfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/google/renameio/v2"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Reader returns the text of r in UTF-8, without a byte order mark, with "\n" at the end of each
// line. UTF-16 is recognised by its mark, or by its first two letters if they are ASCII. Any other
// byte stays as it is.
func Reader(r io.Reader) io.Reader {
	text := bufio.NewReader(r)
	first, _ := text.Peek(4) // a shorter text has no more
	switch {
	case bytes.HasPrefix(first, []byte("\ufeff")):
		text.Discard(len("\ufeff")) // not by the decoder of UTF-8, which alters what is not UTF-8
	case bytes.HasPrefix(first, []byte{0xFF, 0xFE}), zeros(first) == "x0x0":
		return transform.NewReader(text, transform.Chain(utf16(unicode.LittleEndian), lineEnds{}))
	case bytes.HasPrefix(first, []byte{0xFE, 0xFF}), zeros(first) == "0x0x":
		return transform.NewReader(text, transform.Chain(utf16(unicode.BigEndian), lineEnds{}))
	}
	return transform.NewReader(text, lineEnds{})
}

func utf16(order unicode.Endianness) transform.Transformer {
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder()
}

// zeros writes bytes as "0" or "x": UTF-16 puts a zero beside each ASCII letter.
func zeros(first []byte) string {
	return strings.Map(func(r rune) rune {
		if r != 0 {
			return 'x'
		}
		return '0'
	}, string(first))
}

// lineEnds makes "\n" of the "\r\n" of Windows and of the "\r" of old Macs.
type lineEnds struct{ transform.NopResetter }

func (lineEnds) Transform(dst, src []byte, atEOF bool) (wrote, read int, err error) {
	for read < len(src) {
		if wrote == len(dst) {
			return wrote, read, transform.ErrShortDst
		}
		c, long := src[read], 1
		if c == '\r' {
			if read+1 == len(src) && !atEOF {
				return wrote, read, transform.ErrShortSrc
			}
			if c = '\n'; read+1 < len(src) && src[read+1] == '\n' {
				long = 2
			}
		}
		dst[wrote] = c
		wrote, read = wrote+1, read+long
	}
	return wrote, read, nil
}

// Decode returns a text that is in memory as [Reader] does.
func Decode(raw []byte) []byte {
	text, _ := io.ReadAll(Reader(bytes.NewReader(raw))) // neither memory nor the decoders fail
	return text
}

// A BadLine says why a line is no text.
type BadLine struct {
	Number int // from 1
	Err    error
}

func (b *BadLine) Error() string { return fmt.Sprintf("line %d %v", b.Number, b.Err) }
func (b *BadLine) Unwrap() error { return b.Err }

// Text is [Decode] for what has to be text. Its error is a [*BadLine] for the first line that is
// none: it is neither UTF-8 nor UTF-16, or has a NUL byte.
func Text(raw []byte) ([]byte, error) {
	text, number := Decode(raw), 0
	for line := range bytes.Lines(text) {
		number++
		if err := CheckLine(line); err != nil {
			return nil, &BadLine{number, err}
		}
	}
	return text, nil
}

// CheckLine returns why a line is no text, as the end of a sentence about it.
func CheckLine(line []byte) error {
	switch {
	case !utf8.Valid(line):
		return errors.New("is not UTF-8: save the file as UTF-8")
	case bytes.IndexByte(line, 0) >= 0:
		return errors.New("has a NUL byte, as a power cut may leave them: expected text")
	}
	return nil
}

// Open opens a file as [os.OpenFile] does, or makes it for its owner alone. It does not block on a
// FIFO: anything but a regular file is an error.
func Open(path string, flag int) (*os.File, error) {
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

// ReadBytes reads a whole file by [Open]. A file of more than most bytes is an error.
func ReadBytes(path string, most int64) ([]byte, error) {
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

// mostPassword is more than the password of any broker has, in bytes (MQTT 5, 3.1.3.6).
const mostPassword = 1 << 16

// ReadPassword returns the password in a file, which may be a pipe: its text without the line end
// behind it.
func ReadPassword(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	raw, err := io.ReadAll(io.LimitReader(file, mostPassword+1))
	if err == nil && len(raw) > mostPassword {
		err = fmt.Errorf("%s: a password has at most %d bytes", path, mostPassword)
	}
	if err != nil {
		return nil, err
	}
	return bytes.TrimRight(Decode(raw), "\n"), nil
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

// SyncFolder waits until the names of a folder's files are on the disk.
func SyncFolder(folder string) error {
	file, err := os.Open(folder)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
