package web

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// A sparingLog logs events that strangers cause, without letting them fill the disk: one line a
// second of each kind, with the number of lines left out before it.
type sparingLog struct {
	*slog.Logger
	mu    sync.Mutex
	kinds map[string]loggedKind // by message
}

// A loggedKind has the time of the last line of a kind, and how many were left out since.
type loggedKind struct {
	last    time.Time
	leftOut int
}

func newSparingLog(log *slog.Logger) *sparingLog {
	return &sparingLog{Logger: log, kinds: map[string]loggedKind{}}
}

// spare logs a line, or leaves it out within a second after another with the same message.
func (l *sparingLog) spare(level slog.Level, message string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kind := l.kinds[message]
	if time.Since(kind.last) < time.Second {
		kind.leftOut++
		l.kinds[message] = kind
		return
	}
	if kind.leftOut > 0 {
		args = append(args, "left_out_before", kind.leftOut)
	}
	l.kinds[message] = loggedKind{last: time.Now()}
	l.Log(context.Background(), level, message, args...)
}
