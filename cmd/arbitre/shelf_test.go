package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
)

func mitoOfThree() games.Start { return games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}} }

func TestNoTwoJournalsHaveTheSameName(t *testing.T) {
	s := shelf{folder: t.TempDir()}
	clock := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC) // stands still, as that of a Pi without a network may
	seen := map[string]bool{}
	for range 3 {
		file, err := s.create(mitoOfThree(), clock)
		if err != nil {
			t.Fatal(err)
		}
		if seen[file.Path()] {
			t.Fatalf("%s was used before", file.Path())
		}
		seen[file.Path()] = true
		if err := errors.Join(file.Close(), s.putAway(file.Path())); err != nil {
			t.Fatal(err)
		}
	}
	if kept, _ := filepath.Glob(filepath.Join(s.folder, "*.jsonl")); len(kept) != 3 {
		t.Errorf("kept %v, want three journals", kept)
	}
}

func TestAGameThatIsPlayedElsewhereIsNotOffered(t *testing.T) {
	s := shelf{folder: t.TempDir()}
	older, err := s.create(mitoOfThree(), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	older.Close()
	playing, err := s.create(mitoOfThree(), time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.unfinished(); got != older.Path() {
		t.Errorf("offered is %q, want the one that nobody plays", got)
	}
	if _, _, err := journal.Resume(playing.Path(), rules); !errors.Is(err, journal.ErrBusy) {
		t.Errorf("resumed in two places: %v", err)
	}
	playing.Close()
	if got := s.unfinished(); got != playing.Path() {
		t.Errorf("offered is %q, want the last", got)
	}
}

func TestAFolderThatCannotHoldJournals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if (shelf{folder: filepath.Join(file, "journals")}).check() == nil {
		t.Error("a file is taken for a folder")
	}
}
