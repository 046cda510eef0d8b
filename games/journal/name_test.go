package journal_test

import (
	"testing"
	"time"

	"arbitre/games/journal"
)

func TestNames(t *testing.T) {
	began := time.Date(2026, 3, 14, 20, 15, 0, 0, time.UTC)
	stem := journal.NameOf(began, "mito")
	for _, end := range []string{journal.OpenEnd, journal.LeftEnd, journal.BrokenEnd, journal.OverEnd} {
		at, got, ok := journal.ParseName(stem + "-2" + end)
		if !ok || !at.Equal(began) || got != end || journal.IsName(stem+end) != (end != journal.BrokenEnd) {
			t.Errorf("%s: %v, %q, %v", end, at, got, ok)
		}
		if got := journal.WithEnd("/folder/"+stem+end,
			journal.LeftEnd); got != "/folder/2026-03-14T20-15-00-mito.left.jsonl" {
			t.Errorf("%s: %s", end, got)
		}
	}
	for _, other := range []string{"", "results.jsonl", "names.jsonl", "mine.jsonl", stem, stem + ".json",
		"2026-13-14T20-15-00-mito.jsonl", "2026-03-14T20-15-00", ".2026-03-14T20-15-00-mito.jsonl"} {
		if _, end, ok := journal.ParseName(other); ok || end != "" {
			t.Errorf("%q is taken for a journal", other)
		}
	}
}
