package results

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
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
	stored int64    // the size of the store as past has it; unread where all must be read
	ended  []string // journals that were put away and have no line yet
}

const unread = -1

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
		wake: make(chan struct{}, 1), cancel: cancel, done: make(chan struct{}), past: newPast(nil, nil), stored: unread,
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
		if ctx.Err() != nil {
			return // what was not played yet, the next book will
		}
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

// catchUp takes the journals that were put away, or reads all anew where the store is not as it was left.
func (b *Book) catchUp(ctx context.Context) error {
	unlock, err := lock(b.folder, syscall.LOCK_NB)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was played here
	} else if err != nil {
		return err
	}
	defer unlock()
	b.mu.Lock()
	ended, known := b.ended, b.stored != unread && b.stored == b.size()
	b.ended = nil
	b.mu.Unlock()
	if !known {
		return b.readAll(ctx) // in which these are
	}
	for _, name := range ended {
		if b.past.has(name) {
			continue // it was put away while all was read
		}
		g, err := play(b.folder, name, b.rules)
		if err != nil {
			continue // [Read] tells of it
		}
		err = b.append(encode(g))
		b.mu.Lock()
		b.past.add(g)
		b.past.fold(b.clock.read())
		if b.stored = b.size(); err != nil {
			b.stored = unread // the folder tells what has no line
		}
		b.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// size is that of the store; 0 where there is none.
func (b *Book) size() int64 {
	info, err := os.Stat(filepath.Join(b.folder, storeFile))
	if err != nil {
		return 0
	}
	return info.Size()
}

func (b *Book) append(lines []byte) error { return appendLines(b.folder, storeFile, lines) }

// readAll reads the store and the names, and appends what a power cut kept from the store.
func (b *Book) readAll(ctx context.Context) error {
	// Most of what is read is only added up: as little as can be is left in memory meanwhile, and nothing of it afterwards.
	defer debug.FreeOSMemory()
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	list, _, err := collect(ctx, b.folder, b.rules, b.append)
	b.naming.Lock()
	defer b.naming.Unlock()
	diary, _, unreadable := readNames(b.folder)
	p := newPast(list, diary)
	p.fold(b.clock.read())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past, b.stored = p, b.size()
	if err = errors.Join(err, unreadable); err != nil {
		b.stored = unread
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
	if err := appendLines(b.folder, namesFile, append(line, '\n')); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past.note(e)
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

// evening is the one that is on. The caller holds mu.
func (b *Book) evening() evening {
	all, now := b.past.evenings(b.clock.read())
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
	list := b.evening().games
	return Table{list, Standings(list)}
}

// AllTime adds up what was ever played.
func (b *Book) AllTime() []Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	whole := maps.Clone(b.past.older)
	for who, row := range whole {
		if known, ok := b.past.names[who.name]; ok {
			row.Name = known.name
			whole[who] = row
		}
	}
	all, _ := b.past.evenings(b.clock.read())
	for _, e := range all {
		whole.addAll(e.games)
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
	return b.past.names.latest()
}
