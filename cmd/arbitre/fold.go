package main

import (
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// folded runs what prints lines for people. On a terminal that is narrower than a line, the line
// goes on below its last column.
func (w world) folded(forPeople bool, print func(world) error) error {
	file, ok := w.out.(*os.File)
	if !ok || !forPeople {
		return print(w)
	}
	size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 {
		return print(w)
	}
	f := &folding{to: file, width: int(size.Col)}
	w.out = f
	return errors.Join(print(w), f.flush())
}

// A folding writer breaks lines that are longer than a width between words.
type folding struct {
	to    io.Writer
	width int
	line  []byte // the beginning of a line whose end was not written yet
}

func (f *folding) Write(text []byte) (int, error) {
	for _, b := range text {
		if f.line = append(f.line, b); b == '\n' {
			if err := f.flush(); err != nil {
				return 0, err
			}
		}
	}
	return len(text), nil
}

func (f *folding) flush() error {
	text := strings.TrimSuffix(string(f.line), "\n")
	end := string(f.line[len(text):])
	f.line = f.line[:0]
	column := len([]rune(text[:strings.LastIndex(text, "  ")+1])) // behind the last gap
	if column += 1; column == 1 || column > f.width/2 {
		column = 2
	}
	line := []rune(text)
	for len(line) > f.width {
		at := f.width
		for at > column && line[at] != ' ' {
			at--
		}
		if at <= column {
			break // a word longer than the line
		}
		if _, err := io.WriteString(f.to, strings.TrimRight(string(line[:at]), " ")+"\n"); err != nil {
			return err
		}
		line = append([]rune(strings.Repeat(" ", column)), line[at+1:]...)
	}
	_, err := io.WriteString(f.to, string(line)+end)
	return err
}
