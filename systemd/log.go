package systemd

import (
	"io"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"
)

// OpenLog begins a log on standard error, which may be the journal, from a level on ("info").
// Logging never waits for its reader. Closing writes the remaining lines, if the reader takes them.
func OpenLog(to io.Writer, env func(string) string, from string) (log *slog.Logger, closed func()) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(from)); err != nil {
		level = slog.LevelInfo
	}
	options := slog.HandlerOptions{Level: level}
	if isJournal(to, env("JOURNAL_STREAM")) {
		to = prioritized{to}
		options.ReplaceAttr = func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{} // the journal has its own
			}
			return a
		}
	}
	lines := newLines(to, slog.New(slog.NewTextHandler(to, &options)))
	return slog.New(slog.NewTextHandler(lines, &options)), lines.close
}

// lines pass the log on to a writer that may stall, as a pipe without a reader does. Meanwhile the
// newest lines are dropped and counted.
type lines struct {
	queue   chan []byte
	dropped atomic.Int64
	written chan struct{} // closed after the last
}

const (
	mostLines = 256                    // that wait to be written
	parting   = 500 * time.Millisecond // how long closing waits for the last lines
)

// newLines passes lines on to a writer, and logs there how many were dropped.
func newLines(to io.Writer, own *slog.Logger) *lines {
	l := &lines{queue: make(chan []byte, mostLines), written: make(chan struct{})}
	go func() {
		defer close(l.written)
		for line := range l.queue {
			if line == nil {
				return
			}
			to.Write(line) // its failure can be told nowhere
			if n := l.dropped.Swap(0); n > 0 {
				own.Warn("whoever reads the log is too slow: lines are missing here", "lines", n)
			}
		}
	}()
	return l
}

// Write takes one line.
func (l *lines) Write(line []byte) (int, error) {
	select {
	case l.queue <- slices.Clone(line):
	default:
		l.dropped.Add(1)
	}
	return len(line), nil
}

func (l *lines) close() {
	late := time.NewTimer(parting)
	defer late.Stop()
	select {
	case l.queue <- nil:
	case <-late.C:
		return
	}
	select {
	case <-l.written:
	case <-late.C:
	}
}
