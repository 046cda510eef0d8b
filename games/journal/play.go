package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"arbitre/games"
)

// A Line is one line of a journal with the facts that follow from it.
type Line struct {
	Number int         // from 1
	Start  games.Start // of line 1
	Input  games.Input // of every other line
	Facts  []games.Fact
}

// A LineError says what is wrong with one line of a journal and what was expected.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// A Tail describes the end of a journal.
type Tail struct {
	Whole int64 // bytes up to the end of the last whole line
	Torn  int   // number of the torn line, or 0
	Open  bool  // the last whole line lacks its newline
	Later bool  // a line after until follows, unread
}

// torn reports whether a power cut tore a line. If the size of a file was on the disk before its
// content, the file system reads zeros: on ext4 at the end, or in a block before one that was
// written.
func torn(line []byte, ended bool) bool {
	return bytes.IndexByte(line, 0) >= 0 || !ended && !json.Valid(line)
}

// LongestLine is the greatest length of a line in bytes, without its newline. The longest line of a
// game, a start with all names, has some hundred.
const LongestLine = 64 << 10

// Play plays a journal line by line, up to the first line after until, and calls see with each. It
// ends before a torn line. The table is nil if not even the start line is whole. A bad line is a
// [*LineError]; see has the facts of the deadlines up to its time before. Deadlines after the last
// line have not fired.
func Play(text []byte, rules games.Rulebook, until time.Duration, see func(Line)) (*games.Table, Tail, error) {
	return PlayFrom(bytes.NewReader(text), rules, until, see)
}

// PlayFrom is Play for a journal that is not in memory.
func PlayFrom(text io.Reader, rules games.Rulebook, until time.Duration, see func(Line)) (*games.Table, Tail, error) {
	var table *games.Table
	var tail Tail
	lines := bufio.NewReaderSize(text, LongestLine+1)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		ended := err == nil
		switch {
		case err == io.EOF && len(line) == 0:
			return table, tail, nil
		case err == bufio.ErrBufferFull && bytes.IndexByte(line, 0) < 0:
			return table, tail, &LineError{number, fmt.Errorf("the line is longer than %d bytes", LongestLine)}
		case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
			return table, tail, err
		}
		length := int64(len(line))
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if torn(line, ended) {
			tail.Torn = number
			return table, tail, nil
		}
		played, ok, err := playLine(&table, rules, number, line, until)
		if played.Facts != nil || err == nil && ok {
			see(played)
		}
		if err != nil {
			return table, tail, &LineError{number, err}
		}
		if !ok {
			tail.Later = true
			return table, tail, nil
		}
		tail.Whole += length
		tail.Open = !ended
	}
}

// playLine plays one line, and reports whether its time is not after until.
func playLine(table **games.Table, rules games.Rulebook, number int, line []byte, until time.Duration) (Line, bool,
	error) {
	played := Line{Number: number}
	if *table == nil {
		start, err := ParseStart(line)
		if err != nil {
			return played, false, err
		}
		game, err := rules.Find(start.Game)
		if err != nil {
			return played, false, err
		}
		played.Start = start
		*table, played.Facts, err = games.NewTable(game, start)
		return played, true, err
	}
	in, err := ParseInput(line)
	if in.At > until {
		return played, false, nil
	}
	if err != nil {
		if in.At >= 0 { // the line has a time, up to which deadlines fire
			played.Facts = (*table).Advance(in.At)
		}
		return played, false, err
	}
	played.Input = in
	played.Facts, err = (*table).Apply(in)
	return played, true, err
}
