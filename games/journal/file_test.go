package journal

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
)

func press(at time.Duration) games.Input { return games.Input{At: at, Kind: games.Press, Seat: 1} }

// A disk that takes nothing for a while: the file is open for reading alone.
func TestLinesThatCouldNotBeWrittenGoOutInOrderOnceTheyCan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	f, err := Create(path, games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	writable := f.file
	if f.file, err = os.Open(path); err != nil {
		t.Fatal(err)
	}
	for at := range 3 {
		if f.Append(press(time.Duration(at))) == nil {
			t.Fatal("a line was written where nothing can be")
		}
	}
	if f.Sync() == nil {
		t.Fatal("a sync hides that lines are missing")
	}
	f.file.Close()
	f.file = writable
	if err := errors.Join(f.Append(press(3)), f.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	want := `{"v":1,"t":0,"start":"mito","seats":[1,2,3]}` + "\n" +
		`{"t":0,"press":1}` + "\n" + `{"t":1,"press":1}` + "\n" + `{"t":2,"press":1}` + "\n" + `{"t":3,"press":1}` + "\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestPressesAreSyncedSoonAfterAndOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	synctest.Test(t, func(t *testing.T) {
		f, err := Create(path, games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		f.Append(press(1))
		f.Append(press(2))
		f.mu.Lock()
		dirty := f.dirty
		f.mu.Unlock()
		if !dirty {
			t.Error("presses are waited for")
		}
		time.Sleep(SyncWithin)
		synctest.Wait()
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.dirty {
			t.Errorf("%v later they are not on the disk", SyncWithin)
		}
	})
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	if _, err := Create(filepath.Join(t.TempDir(), "nowhere", "a.jsonl"), games.Start{Game: "mito"}); err == nil {
		t.Error("a journal was made in no folder")
	}
}

func BenchmarkAppend(b *testing.B) {
	f, err := Create(filepath.Join(b.TempDir(), "a.jsonl"), games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	b.ReportAllocs()
	for b.Loop() {
		if err := f.Append(press(1)); err != nil {
			b.Fatal(err)
		}
	}
}
