package journal

import (
	"strings"
	"time"
)

// The ends of journals' names. A name begins with the time at which the game began, and the game:
// 2026-03-14T20-15-00-GAME.open.jsonl.
const (
	OpenEnd   = ".open.jsonl"   // of a game that is played, or was interrupted
	LeftEnd   = ".left.jsonl"   // of one that was left and can be resumed
	BrokenEnd = ".broken.jsonl" // of one that can't be played
	OverEnd   = ".jsonl"        // of one that was put away
)

const stamp = "2006-01-02T15-04-05-"

// NameOf returns the name, without its end, of the journal of a game that begins at a wall time.
func NameOf(began time.Time, game string) string { return began.Format(stamp) + game }

// ParseName returns the time and the end in the name of a journal. It is not ok if that is no
// journal's name.
func ParseName(name string) (began time.Time, end string, ok bool) {
	began, err := time.Parse(stamp, name[:min(len(name), len(stamp))])
	if err != nil {
		return began, "", false
	}
	for _, end := range ends() {
		if strings.HasSuffix(name, end) {
			return began, end, true
		}
	}
	return began, "", false
}

// ends lists the ends of names. OverEnd is the last, since all others end with it.
func ends() []string { return []string{OpenEnd, LeftEnd, BrokenEnd, OverEnd} }

// IsName reports whether a file of the folder is a journal that can be played, by its name.
func IsName(name string) bool {
	_, end, ok := ParseName(name)
	return ok && end != BrokenEnd
}

// IsUnfinished reports whether a journal is that of a game that is played or can be resumed, by its
// name.
func IsUnfinished(name string) bool {
	return strings.HasSuffix(name, OpenEnd) || strings.HasSuffix(name, LeftEnd)
}

// WithEnd returns the path of a journal with another end.
func WithEnd(path, end string) string {
	for _, old := range ends() {
		if stem, ok := strings.CutSuffix(path, old); ok {
			return stem + end
		}
	}
	return path + end
}
