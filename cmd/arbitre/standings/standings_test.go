package standings_test

import (
	"testing"
	"time"

	"arbitre/cmd/arbitre/standings"
	"arbitre/display/wording"
)

// A day is written as people write it, the first of a month, too.
func TestDatesAreWrittenAsPeopleDo(t *testing.T) {
	for _, c := range []struct {
		in       wording.Language
		day      int
		expected string
	}{
		{wording.English, 1, "1 August 2026"},
		{wording.English, 14, "14 August 2026"},
		{wording.German, 1, "1. August 2026"},
		{wording.German, 14, "14. August 2026"},
		{wording.French, 1, "1er août 2026"},
		{wording.French, 14, "14 août 2026"},
	} {
		got := standings.Printer{Say: wording.Translate(c.in)}.Date(time.Date(2026, time.August, c.day, 20, 0, 0, 0, time.UTC))
		if got != c.expected {
			t.Errorf("%v: %s, want %s", c.in, got, c.expected)
		}
	}
}
