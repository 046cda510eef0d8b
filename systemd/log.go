package box

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/systemd"
)

// OpenLog begins a log on standard error, which may be systemd's journal. Nobody who logs ever waits for its reader.
// What is still to be written when it is closed is, unless the reader takes none of it.
func OpenLog(to io.Writer, env func(string) string, c config.Config) (log *slog.Logger, closed func()) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log.Level)); err != nil {
		level = slog.LevelInfo
	}
	options := slog.HandlerOptions{Level: level}
	if systemd.IsJournal(to, env("JOURNAL_STREAM")) {
		to = systemd.Prioritized{Journal: to}
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

// Lines pass on what is logged to a writer that may stall, as a pipe does that nobody reads: then the newest are dropped,
// and counted.
type lines struct {
	queue   chan []byte
	dropped atomic.Int64
	written chan struct{} // closed after the last
}

const (
	mostLines = 256                    // that wait to be written
	parting   = 500 * time.Millisecond // for what is still to be written at the end
)

// newLines passes lines on to a writer, and has a log on the same one tell how many were dropped.
func newLines(to io.Writer, own *slog.Logger) *lines {
	l := &lines{queue: make(chan []byte, mostLines), written: make(chan struct{})}
	go func() {
		defer close(l.written)
		for line := range l.queue {
			if line == nil {
				return
			}
			to.Write(line) // there is nobody to tell that it failed
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

// Sparing is a log of what strangers bring about: of each kind of line one a second, which says how many were left out.
// The message is the kind, and with it the link that it tells: nobody gets in by one that was left out.
func Sparing(log *slog.Logger) *slog.Logger {
	return slog.New(spareHandler{log.Handler(), &lulls{of: map[string]lull{}}})
}

type spareHandler struct {
	slog.Handler
	lulls *lulls
}

// Lulls are kept for each kind of line, by all loggers that were made of one.
type lulls struct {
	mu sync.Mutex
	of map[string]lull
}

// A lull is when a line of one kind was last written, and how many have been left out since.
type lull struct {
	last    time.Time
	leftOut int
}

// lullLength is how far apart lines of one kind are.
const lullLength = time.Second

func (h spareHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return spareHandler{h.Handler.WithAttrs(attrs), h.lulls}
}

func (h spareHandler) WithGroup(name string) slog.Handler {
	return spareHandler{h.Handler.WithGroup(name), h.lulls}
}

func (h spareHandler) Handle(ctx context.Context, r slog.Record) error {
	name := r.Message
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "link" {
			name += a.Value.String()
		}
		return true
	})
	h.lulls.mu.Lock()
	kind := h.lulls.of[name]
	spared := r.Time.Sub(kind.last) < lullLength
	if spared {
		h.lulls.of[name] = lull{kind.last, kind.leftOut + 1}
	} else {
		h.lulls.of[name] = lull{last: r.Time}
	}
	h.lulls.mu.Unlock()
	if spared {
		return nil
	}
	if kind.leftOut > 0 {
		r.AddAttrs(slog.Int("left_out_before", kind.leftOut))
	}
	return h.Handler.Handle(ctx, r)
}
