package results

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"

	"arbitre/games"
)

// A Book is the results of a folder while games are being played. Any goroutine may ask it, and
// never waits for what the book reads and plays.
type Book struct {
	folder  string
	rules   games.Rulebook
	clock   Clock
	report  func(error)
	changed func()

	open   context.Context // until the book is closed
	cancel context.CancelFunc
	work   sync.WaitGroup

	reading sync.Mutex // held while journals are played, and taken before the others
	whole   bool       // guarded by reading: the past has all that the folder has, but for ended

	diary sync.Mutex // held while the diary is read or written, and taken before mu

	mu    sync.Mutex // guards what follows, and is never held for long
	past  *past
	ended []string // journals that were put away and have no line yet
}

// Open begins a book. It knows nothing before the first [Book.Look]. Changed is called, in another
// goroutine, whenever there may be new answers. Report is called each time that the folder was read
// or written, with nil where that went well; else it is read again with the next game.
func Open(folder string, rules games.Rulebook, clock Clock, report func(error), changed func()) *Book {
	b := &Book{folder: folder, rules: rules, clock: clock, report: report, changed: changed, past: newPast(nil)}
	b.open, b.cancel = context.WithCancel(context.Background())
	return b
}

// Close waits for the journal that is being played. Journals that it has not read yet are read by
// the next Book.
func (b *Book) Close() {
	b.mu.Lock()
	b.cancel()
	b.mu.Unlock()
	b.work.Wait()
}

// beside does something in another goroutine, while the book is open.
func (b *Book) beside(work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open.Err() == nil {
		b.work.Go(work)
	}
}

// Look lets the book read its folder. It never waits. A folder whose store was lost takes a while.
func (b *Book) Look() { b.beside(b.catchUp) }

// Ended tells the book of a journal that was put away. It never waits.
func (b *Book) Ended(journal string) {
	b.mu.Lock()
	b.ended = append(b.ended, filepath.Base(journal))
	b.mu.Unlock()
	b.Look()
}

// catchUp takes the journals that were put away. At first, and after a failure, it reads the whole
// folder, in which they are as well.
func (b *Book) catchUp() {
	b.reading.Lock()
	defer b.reading.Unlock()
	b.mu.Lock()
	ended := b.ended
	b.ended = nil
	b.mu.Unlock()
	var err error
	if b.whole {
		err = b.take(ended)
	} else {
		err = b.readAll()
	}
	if b.whole = err == nil; b.open.Err() == nil {
		b.report(err)
	}
	b.changed()
}

// take takes journals that were put away, and writes their lines.
func (b *Book) take(ended []string) error {
	var lines []byte
	for _, name := range ended {
		g, err := play(b.folder, name, b.rules)
		if err != nil {
			continue // [Read] tells of it
		}
		b.mu.Lock()
		if !b.past.has(name) { // else it was put away while everything was read
			b.past.add(g)
			b.past.fold(b.clock.read())
			lines = append(lines, encode(g)...)
		}
		b.mu.Unlock()
	}
	return appendLines(b.folder, storeFile, lines)
}

// readAll reads the folder, and writes the lines that its store lacks.
func (b *Book) readAll() error {
	// Most of what is read is only added up. Of many journals little stays in memory meanwhile, and
	// nothing afterwards.
	if names, _ := finished(b.folder); len(names) > 100 {
		defer debug.FreeOSMemory()
		defer debug.SetGCPercent(debug.SetGCPercent(20))
	}
	stored, err := readStore(b.folder)
	list, lines, _, unread := collect(b.open, b.folder, b.rules, stored)
	if err == nil {
		err = appendLines(b.folder, storeFile, lines)
	}
	b.diary.Lock()
	defer b.diary.Unlock()
	diary, _, unsaid := readDiary(b.folder)
	p := newPast(diary)
	p.add(list...)
	p.fold(b.clock.read())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past = p
	return errors.Join(err, unread, unsaid)
}

// note writes an entry into the diary. It returns when that is on the disk.
func (b *Book) note(e entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	defer b.changed()
	b.diary.Lock()
	defer b.diary.Unlock()
	if err := appendLines(b.folder, diaryFile, append(line, '\n')); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.past.note(e)
	return nil
}

// Began notes in which journal a game begins now, so that its evening is known even if the wall
// clock jumps. It never waits. If it can't be written, the name of the journal tells the time.
func (b *Book) Began(journal string) {
	e := b.clock.read()
	e.Journal, _, _ = strings.Cut(filepath.Base(journal), ".")
	b.beside(func() {
		if err := b.note(e); err != nil {
			b.report(err)
		}
	})
}

// SetName says who sits at a seat from now on; "" is nobody who would say. It returns when that is
// on the disk. A name counts for the game that is on, and for the rest of the evening; if the seat
// had none, also for the evening's games before.
func (b *Book) SetName(seat games.Seat, name string) error {
	name, err := tidy(name)
	if err != nil {
		return err
	}
	e := b.clock.read()
	e.Seat, e.Name = seat, name
	if err := e.check(); err != nil {
		return err
	}
	return b.note(e)
}

// evening is the one that is on. The caller holds mu.
func (b *Book) evening() evening {
	all, now := b.past.evenings(b.clock.read())
	if len(all) > 0 {
		if v := all[len(all)-1]; !v.from.After(now) && now.Sub(v.until) < pause {
			return v
		}
	}
	return evening{}
}

// Evening lists the games of the current evening in the order in which they began. An evening ends
// six hours after its last game.
func (b *Book) Evening() []Game {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.evening().games()
}

// AllTime adds up what was ever played.
func (b *Book) AllTime() []Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.past.rows(b.clock.read())
}

// Seated tells who sits where this evening.
func (b *Book) Seated() map[games.Seat]string {
	b.mu.Lock()
	defer b.mu.Unlock()
	v := b.evening()
	seated := v.seated(v.until)
	maps.DeleteFunc(seated, func(_ games.Seat, name string) bool { return name == "" })
	return seated
}

// Names lists everyone who was ever named, who was named last first.
func (b *Book) Names() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.past.known()
}
