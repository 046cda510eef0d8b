package results

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"arbitre/games"

	"github.com/cenkalti/backoff/v5"
)

// A Book is the results of a folder while games are being played. Any goroutine may ask it; it reads and plays journals in
// one of its own.
type Book struct {
	folder  string
	rules   games.Rulebook
	clock   Clock
	report  func(error)
	changed func()

	wake   chan struct{}
	cancel context.CancelFunc
	done   chan struct{}

	writing sync.WaitGroup // of what nobody waits for

	naming sync.Mutex // guards namesFile, and what is left of it in memory
	mu     sync.Mutex // guards what follows, and is never held for long
	past   *past
	read   *[2]os.FileInfo // the store and the names as past has them; nil where all must be read
	ended  []string        // journals that were put away and have no line yet
	drawn  *drawn          // of the past; nil where it must be made anew
}

// A Table is what came of some games. Whoever has it must not change it.
type Table struct {
	Games []Game // the latest, in the order in which they began, those among them that were left before their end
	Rows  []Row
}

// Open begins a book. It knows nothing before the first [Book.Look].
// Changed is called, in another goroutine, whenever there may be other answers than before. Report is called with an
// error when the folder can't be read or the store not be written, and with nil once they can; the book then still
// tells what it knows.
func Open(folder string, rules games.Rulebook, clock Clock, report func(error), changed func()) *Book {
	ctx, cancel := context.WithCancel(context.Background())
	b := &Book{
		folder: folder, rules: rules, clock: clock, report: report, changed: changed,
		wake: make(chan struct{}, 1), cancel: cancel, done: make(chan struct{}), past: newPast(),
	}
	go b.keep(ctx)
	return b
}

// Close ends the book's own goroutine, after the journal that it plays. What it has not seen, the next will.
func (b *Book) Close() {
	b.cancel()
	<-b.done
	b.writing.Wait()
}

// Look lets the book read what lies in its folder, where it is not what it knows. It never waits. A folder whose store
// was lost takes a while.
func (b *Book) Look() {
	select {
	case b.wake <- struct{}{}:
	default: // it is about to
	}
}

// Ended tells the book of a journal that was put away. It never waits.
func (b *Book) Ended(journal string) {
	b.mu.Lock()
	b.ended = append(b.ended, filepath.Base(journal))
	b.mu.Unlock()
	b.Look()
}

func (b *Book) keep(ctx context.Context) {
	defer close(b.done)
	var again <-chan time.Time
	wait := backoff.NewExponentialBackOff()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		case <-again:
		}
		again = nil
		err := b.catchUp(ctx)
		b.changed()
		if errors.Is(err, errBusy) { // whoever makes the store anew; there is nothing to report
			again = time.After(time.Second)
			continue
		}
		if failing != (err != nil) {
			failing = err != nil
			b.report(err)
		}
		if failing {
			again = time.After(wait.NextBackOff())
		} else {
			wait.Reset()
		}
	}
}

// catchUp takes the journals that were put away, or reads all anew where another program has written.
func (b *Book) catchUp(ctx context.Context) error {
	unlock, err := lock(b.folder, syscall.LOCK_NB)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was played here
	} else if err != nil {
		return err
	}
	defer unlock()
	b.mu.Lock()
	ended := b.ended
	b.ended = nil
	fresh := b.read != nil && unchanged(b.read[0], b.stat(storeFile)) && unchanged(b.read[1], b.stat(namesFile))
	b.mu.Unlock()
	if !fresh {
		return b.readAll(ctx)
	}
	return b.take(ctx, ended)
}

func (b *Book) stat(name string) os.FileInfo {
	info, _ := os.Stat(filepath.Join(b.folder, name)) // nil where it can't be
	return info
}

func unchanged(before, now os.FileInfo) bool {
	if before == nil || now == nil {
		return before == now
	}
	return os.SameFile(before, now) && before.Size() == now.Size() && before.ModTime().Equal(now.ModTime())
}

// take writes the lines of journals that were put away.
func (b *Book) take(ctx context.Context, ended []string) error {
	err := b.write(ctx, ended, func(g Game) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.past.add(g)
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past.shorten(b.clock.read())
	b.drawn = nil
	if b.read[0] = b.stat(storeFile); err != nil {
		b.read = nil // the folder tells which have no line
	}
	return err
}

// together is how many lines are written at once.
const together = 64

// write plays journals and appends a line for each that can be played.
func (b *Book) write(ctx context.Context, journals []string, took func(Game)) error {
	for some := range slices.Chunk(journals, together) {
		var lines []byte
		for _, name := range some {
			if ctx.Err() != nil {
				break
			}
			if g, err := play(b.folder, name, b.rules); err == nil { // [Read] tells of those that can't be
				lines = append(lines, encode(g)...)
				took(g)
			}
		}
		if len(lines) == 0 {
			continue
		}
		if err := appendLines(b.folder, storeFile, lines); err != nil {
			return err
		}
	}
	return nil
}

// sparing keeps small what is in memory while many lines are read one after the other, and needs some more time for it.
const sparing = 25

// readAll reads the store and the names, and appends what a power cut kept from the store.
func (b *Book) readAll(ctx context.Context) error {
	defer debug.FreeOSMemory()
	defer debug.SetGCPercent(debug.SetGCPercent(sparing))
	lines, missing, err := readIndex(b.folder)
	if err == nil && len(missing) > 0 {
		if err = b.write(ctx, missing, func(Game) {}); err == nil {
			lines, _, err = readIndex(b.folder)
		}
	}
	b.naming.Lock()
	defer b.naming.Unlock()
	read := &[2]os.FileInfo{b.stat(storeFile), b.stat(namesFile)}
	past, unread := lines.read()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past, b.drawn, b.read = past, nil, read
	if err = errors.Join(err, unread); err != nil {
		b.read = nil
	}
	return err
}

// note writes down what has happened. It returns when that is on the disk.
func (b *Book) note(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	b.naming.Lock()
	defer b.changed()
	defer b.naming.Unlock()
	before := b.stat(namesFile)
	if err := appendLines(b.folder, namesFile, append(line, '\n')); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past.note(e)
	b.drawn = nil
	if b.read != nil && unchanged(b.read[1], before) {
		b.read[1] = b.stat(namesFile)
	}
	return nil
}

// Began notes in which journal a game begins now, so that its evening is known whatever becomes of the clock on the wall.
// It never waits; where it can't be written, the name of the journal tells the time.
func (b *Book) Began(journal string) {
	e := b.clock.read().entry()
	e.Journal, _, _ = strings.Cut(filepath.Base(journal), ".")
	b.writing.Go(func() {
		if err := b.note(e); err != nil {
			b.Look() // which reports it
		}
	})
}

// SetName says who sits at a seat from now on; "" is nobody who would say. It returns when that is on the disk.
// A name counts for the game that is on, and for the rest of the evening; if the seat had none, also for the
// evening's games before.
func (b *Book) SetName(seat games.Seat, name string) error {
	name, err := tidy(name)
	if err != nil {
		return err
	}
	e := b.clock.read().entry()
	e.Seat, e.Name = seat, &name
	if err := e.check(); err != nil {
		return err
	}
	return b.note(e)
}

// What is drawn up of the past holds for a while, unless the clock on the wall jumps. It is never changed.
type drawn struct {
	all  []evening
	at   Moment
	when reading
}

// slow is by how much the clock on the wall may be off without having jumped.
const slow = 2 * time.Second

// evenings are the latest, and what time it is in them. The caller holds mu.
func (b *Book) evenings() ([]evening, Moment) {
	now := b.clock.read()
	if d := b.drawn; d != nil && now.boot != "" {
		passed := now.up - d.when.up
		if jump := now.wall.Sub(d.when.wall.Time) - passed; jump.Abs() < slow && passed < time.Minute {
			return d.all, Moment{d.at.Add(passed)}
		}
	}
	b.drawn = &drawn{when: now}
	b.drawn.all, b.drawn.at = evenings(b.past.games, b.past.diary, now)
	return b.drawn.all, b.drawn.at
}

// evening is the one that is on. The caller holds mu.
func (b *Book) evening() evening {
	all, now := b.evenings()
	if len(all) > 0 {
		if e := all[len(all)-1]; !e.from.After(now.Time) && now.Sub(e.until.Time) < pause {
			return e
		}
	}
	return evening{}
}

// Evening tells what was played this evening: nothing after a pause of six hours.
func (b *Book) Evening() Table {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.evening()
	if len(e.games) == 0 {
		return Table{}
	}
	early := sums{}
	if len(b.drawn.all) == 1 {
		early = b.past.early
	}
	return Table{e.games, early.and(e.games).rows()}
}

// AllTime adds up what was ever played.
func (b *Book) AllTime() []Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	all, _ := b.evenings()
	whole := b.past.older
	for _, e := range all {
		whole = whole.and(e.games)
	}
	return whole.rows()
}

// Seated tells who sits where this evening.
func (b *Book) Seated() map[games.Seat]string {
	b.mu.Lock()
	e := b.evening()
	b.mu.Unlock()
	sits := map[games.Seat]string{}
	sit(sits, e.names, e.until)
	for seat, name := range sits {
		if name == "" {
			delete(sits, seat)
		}
	}
	return sits
}

// Names lists everyone who was ever named, who was named last first.
func (b *Book) Names() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.past.names)
}
