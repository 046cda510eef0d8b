package results

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/games"
	"arbitre/games/disk"
	"arbitre/games/retry"
)

// A Book is the results of a folder while games are being played. Any goroutine may ask it; it plays journals in one of its own.
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

	naming sync.Mutex // guards namesFile
	mu     sync.Mutex // guards what follows, and is never held for long
	games  []Game     // without names
	diary  []entry
	drawn  *drawn // of both; nil where it must be made anew
}

// A Table is what came of some games. Whoever has it must not change it.
type Table struct {
	Games []Game // in the order in which they began, those among them that were left before their end
	Rows  []Row
}

// Open begins a book. It returns at once, and knows everything soon: a folder whose store was lost takes a while.
// Changed is called, in another goroutine, whenever there may be other answers than before. Report is called with an
// error when the folder can't be read or the store not be written, and with nil once they can; the book then still
// tells what it knows.
func Open(folder string, rules games.Rulebook, clock Clock, report func(error), changed func()) *Book {
	ctx, cancel := context.WithCancel(context.Background())
	b := &Book{
		folder: folder, rules: rules, clock: clock, report: report, changed: changed,
		wake: make(chan struct{}, 1), cancel: cancel, done: make(chan struct{}),
	}
	b.Look()
	go b.keep(ctx)
	return b
}

// Close ends the book's own goroutine, after the journal that it plays. What it has not seen, the next will.
func (b *Book) Close() {
	b.cancel()
	<-b.done
	b.writing.Wait()
}

// Look lets the book look for journals that were put away. It never waits.
func (b *Book) Look() {
	select {
	case b.wake <- struct{}{}:
	default: // it is about to
	}
}

func (b *Book) keep(ctx context.Context) {
	defer close(b.done)
	stored, _ := disk.Read(filepath.Join(b.folder, storeFile), mostStored) // without it the journals tell everything
	records := parseStore(stored)
	var again <-chan time.Time
	outage := retry.Outage{Report: b.report}
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		case <-again:
		}
		var err error
		records, err = catchUp(b.folder, b.rules, records, func() bool { return ctx.Err() != nil })
		if text := formatStore(records); err == nil && !bytes.Equal(text, stored) {
			if err = disk.Replace(filepath.Join(b.folder, storeFile), text); err == nil {
				stored = text
			}
		}
		b.mu.Lock()
		b.games, b.drawn = past(records), nil
		b.mu.Unlock()
		err = errors.Join(err, b.readNames())
		b.changed()
		again = nil
		if pause := outage.Tried(err); pause > 0 {
			again = time.After(pause)
		}
	}
}

func (b *Book) readNames() error {
	b.naming.Lock()
	defer b.naming.Unlock()
	return b.takeNames()
}

// takeNames reads the names. Lines that are wrong are no trouble of the box: [Read] tells of them.
func (b *Book) takeNames() error {
	diary, err := readNames(b.folder)
	unread := (*fs.PathError)(nil)
	b.mu.Lock()
	defer b.mu.Unlock()
	if !errors.As(err, &unread) {
		b.diary, b.drawn, err = diary, nil, nil
	}
	return err
}

// note writes down what has happened. It returns when that is on the disk.
func (b *Book) note(e entry) error {
	b.naming.Lock()
	err := errors.Join(appendEntry(b.folder, e), b.takeNames())
	b.naming.Unlock()
	b.changed()
	return err
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

// evenings are all, and what time it is in them.
func (b *Book) evenings() ([]evening, Moment) {
	now := b.clock.read()
	b.mu.Lock()
	defer b.mu.Unlock()
	if d := b.drawn; d != nil && now.boot != "" {
		passed := now.up - d.when.up
		if jump := now.wall.Sub(d.when.wall.Time) - passed; jump.Abs() < slow && passed < time.Minute {
			return d.all, Moment{d.at.Add(passed)}
		}
	}
	b.drawn = &drawn{when: now}
	b.drawn.all, b.drawn.at = evenings(b.games, b.diary, now)
	return b.drawn.all, b.drawn.at
}

// evening is the one that is on.
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
	list := b.evening().games
	return Table{list, Standings(list)}
}

// AllTime tells what was ever played.
func (b *Book) AllTime() Table {
	all, _ := b.evenings()
	var list []Game
	for _, e := range all {
		list = append(list, e.games...)
	}
	return Table{list, Standings(list)}
}

// Seated tells who sits where this evening.
func (b *Book) Seated() map[games.Seat]string {
	e := b.evening()
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
	var known []string
	for _, e := range slices.Backward(b.diary) {
		if name := e.name(); name != "" && !slices.Contains(known, name) {
			known = append(known, name)
		}
	}
	return known
}
