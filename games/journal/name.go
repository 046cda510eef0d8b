package journal

import (
	"strings"
	"time"
)

// How the name of a journal ends. It begins with the moment at which its game began, and the game:
// 2026-03-14T20-15-00-GAME.open.jsonl.
const (
	OpenEnd   = ".open.jsonl"   // of a game that goes on, or that a power cut ended
	LeftEnd   = ".left.jsonl"   // of one that was left and can be taken up again
	BrokenEnd = ".broken.jsonl" // of one that nobody can play
	OverEnd   = ".jsonl"        // of one that was put away
)

const stamp = "2006-01-02T15-04-05-"

// NameOf is the name, without its end, of the journal of a game that begins at this wall time.
func NameOf(began time.Time, game string) string { return began.Format(stamp) + game }

// ParseName tells when the game of a journal began, as its name has it, and how that ends. It is
// not ok where no journal has this name.
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

// ends are all of them; the one that ends the others, too, is the last.
func ends() []string { return []string{OpenEnd, LeftEnd, BrokenEnd, OverEnd} }

// IsName tells a journal that can be played from what else lies in its folder.
func IsName(name string) bool {
	_, end, ok := ParseName(name)
	return ok && end != BrokenEnd
}

// IsUnfinished tells the journal of a game that goes on, or can be taken up again, by its name.
func IsUnfinished(name string) bool {
	return strings.HasSuffix(name, OpenEnd) || strings.HasSuffix(name, LeftEnd)
}

// WithEnd is the path of a journal with another end.
func WithEnd(path, end string) string {
	for _, old := range ends() {
		if stem, ok := strings.CutSuffix(path, old); ok {
			return stem + end
		}
	}
	return path + end
}
