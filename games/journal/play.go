package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"arbitre/games"
	"arbitre/games/textfile"
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
	Torn  int   // number of the torn line; 0 for none
	Open  bool  // the last whole line lacks its newline
	Later bool  // a line later than until follows, and was not played
}

// torn reports whether a power cut tore a line; ended is whether it has its newline. If the size of
// a file was on the disk before its content, the file system reads zeros: on ext4 at the end, or in
// a block before one that was written.
func torn(line []byte, ended bool) bool {
	return bytes.IndexByte(line, 0) >= 0 || !ended && !json.Valid(line)
}

// LongestLine is the greatest length of a line in bytes, without its newline. The longest line of a
// game, a start with all names, has some hundred.
const LongestLine = 64 << 10

// Play plays a journal line by line, up to the first line after until, and calls see with each. It
// ends before a torn line. The table is nil if not even the start line is whole. Deadlines after
// the last line have not fired.
//
// A bad line is a [*LineError]. If deadlines fire up to its time, see is called with their facts.
func Play(text []byte, rules games.Rulebook, until time.Duration, see func(Line)) (*games.Table, Tail, error) {
	return PlayFrom(bytes.NewReader(text), rules, until, see)
}

// PlayFrom is Play for a journal that is not in memory, and may have been through another system: it
// is read by [textfile.Reader].
func PlayFrom(text io.Reader, rules games.Rulebook, until time.Duration, see func(Line)) (*games.Table, Tail, error) {
	return playText(textfile.Reader(text), rules, until, see)
}

// playText is PlayFrom for a text in the form in which journals are written.
func playText(text io.Reader, rules games.Rulebook, until time.Duration, see func(Line)) (*games.Table, Tail, error) {
	p := player{rules: rules, until: until}
	var tail Tail
	lines := bufio.NewReaderSize(text, LongestLine+1)
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		ended := err == nil
		switch {
		case err == io.EOF && len(line) == 0:
			return p.table, tail, nil
		case err == bufio.ErrBufferFull && bytes.IndexByte(line, 0) < 0:
			return p.table, tail, &LineError{number, fmt.Errorf("the line is longer than %d bytes", LongestLine)}
		case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
			return p.table, tail, err
		}
		if torn(line, ended) {
			tail.Torn = number
			return p.table, tail, nil
		}
		played, later, err := p.play(line)
		if later {
			tail.Later = true
			return p.table, tail, nil
		}
		if err == nil || played.Facts != nil {
			played.Number = number
			see(played)
		}
		if err != nil {
			return p.table, tail, &LineError{number, err}
		}
		tail.Whole += int64(len(line))
		tail.Open = !ended
	}
}

// A player plays a journal.
type player struct {
	rules games.Rulebook
	until time.Duration
	table *games.Table // nil before the start line
}

// play plays one line, unless it is later than until.
func (p *player) play(line []byte) (played Line, later bool, err error) {
	if p.table == nil {
		if played.Start, err = ParseStart(line); err != nil {
			return played, false, err
		}
		game, err := p.rules.Find(played.Start.Game)
		if err != nil {
			return played, false, err
		}
		p.table, played.Facts, err = games.NewTable(game, played.Start)
		return played, false, err
	}
	in, err := ParseInput(line)
	switch {
	case in.At > p.until:
		return played, true, nil
	case err == nil:
		played.Input = in
		played.Facts, err = p.table.Apply(in)
	case in.At >= 0: // a bad line with a time, up to which deadlines fire
		played.Facts = p.table.Advance(in.At)
	}
	return played, false, err
}
