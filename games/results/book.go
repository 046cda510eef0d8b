package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
)

// A Book is the results of a folder while games are being played. Any goroutine may ask it, and
// never waits for what the book reads and plays.
type Book struct {
	folder  string
	rules   games.Rulebook
	clock   Clock
	report  func(error)
	changed func()

	ctx    context.Context // of the goroutines in work; canceled by Close
	cancel context.CancelFunc
	work   sync.WaitGroup

	// Locked in this order: reading, nameLog, mu.
	reading  sync.Mutex // held while journals are played
	loaded   bool       // guarded by reading: standing holds all of the folder except the journals in ended
	nameLog  sync.Mutex // held while the name log is read or written
	mu       sync.Mutex // guards what follows, and is never held for long
	standing *standing
	ended    []string // journals that were put away and not yet read
	last     string   // the journal of story
	story    Story    // of the last game that was put away
}

// Open returns a book, which is empty before the first [Book.Look]. Changed is called, in any
// goroutine, whenever there may be new answers. Report is called in the background with the outcome
// of each reading, nil for success, and with an error of [Book.Began]. After a failure the whole
// folder is read again with the next game.
func Open(folder string, rules games.Rulebook, clock Clock, report func(error), changed func()) *Book {
	b := &Book{folder: folder, rules: rules, clock: clock, report: report, changed: changed, standing: newStanding(nil, nil)}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

// Close waits for the journal that is being read. The next Book reads those that are left.
func (b *Book) Close() {
	b.mu.Lock()
	b.cancel()
	b.mu.Unlock()
	b.work.Wait()
}

// inBackground starts work in another goroutine, unless the book is closed.
func (b *Book) inBackground(work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ctx.Err() == nil {
		b.work.Go(work)
	}
}

// Look starts to read what is new in the folder and returns at once. A folder whose store was lost
// takes a while.
func (b *Book) Look() { b.inBackground(b.catchUp) }

// Ended starts to read a journal that was put away and returns at once.
func (b *Book) Ended(path string) {
	b.mu.Lock()
	b.ended = append(b.ended, filepath.Base(path))
	b.mu.Unlock()
	b.Look()
}

// catchUp reads the journals that were put away. It reads the whole folder, which has them as well,
// when nothing was read yet, after a failure, and when other games count than before.
func (b *Book) catchUp() {
	b.reading.Lock()
	defer b.reading.Unlock()
	marks := uncounted(b.folder)
	b.mu.Lock()
	ended, marked := b.ended, !slices.Equal(marks, b.standing.marks)
	b.ended = nil
	b.mu.Unlock()
	var err error
	if b.loaded && !marked {
		err = b.take(ended)
	} else {
		err = b.readAll(marks)
	}
	b.tellLast()
	if b.loaded = err == nil; b.ctx.Err() == nil {
		b.report(err)
	}
	b.changed()
}

// take plays journals that were put away, and adds them to the standing and the store.
func (b *Book) take(ended []string) error {
	var lines []byte
	for _, name := range ended {
		g, _, err := play(b.folder, name, b.rules)
		if err != nil {
			continue // [Read] tells of it
		}
		b.mu.Lock()
		if !b.standing.has(name) { // else it was put away while everything was read
			b.standing.add(g)
			b.standing.addUpEarlier(b.clock.read())
			lines = append(lines, encode(line{format, g})...)
		}
		b.mu.Unlock()
	}
	return appendLines(b.folder, storeFile, lines)
}

// readAll reads the folder, which has these marks, and writes the lines that its store lacks.
func (b *Book) readAll(marks []string) error {
	const (
		many    = 100 // journals that leave much garbage: it is collected often, and given back at the end
		sparing = 20  // percent of garbage beside live memory, for which Go allows 100
	)
	names, unread := finished(b.folder)
	if len(names) > many {
		defer debug.FreeOSMemory()
		defer debug.SetGCPercent(debug.SetGCPercent(sparing))
	}
	stored, err := readStore(b.folder)
	list, lines, _ := collect(b.ctx, b.folder, names, b.rules, stored)
	if err == nil {
		err = appendLines(b.folder, storeFile, lines)
	}
	b.nameLog.Lock()
	defer b.nameLog.Unlock()
	nameLog, _, unsaid := readNameLog(b.folder)
	p := newStanding(nameLog, marks)
	p.add(list...)
	p.addUpEarlier(b.clock.read())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.standing = p
	return errors.Join(err, unread, unsaid)
}

// tellLast plays the last game of the evening, unless its story is known.
func (b *Book) tellLast() {
	b.mu.Lock()
	last, known := lastOf(b.evening(*b.standing).games()), b.last
	b.mu.Unlock()
	if last.Journal == known {
		return
	}
	_, story, err := play(b.folder, last.Journal, b.rules)
	if err != nil {
		return // [Read] tells of it
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last, b.story = last.Journal, story
}

// lastOf returns the last of some games that was played to its end; without a journal if none was.
func lastOf(list []Game) Game {
	for _, g := range slices.Backward(list) {
		if g.Over {
			return g
		}
	}
	return Game{}
}

// Last returns the last game of the evening that was put away, and its story. It is not over before
// the first.
func (b *Book) Last() (Game, Story) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if g := lastOf(b.evening(*b.standing).games()); g.Journal == b.last {
		return g, b.story
	}
	return Game{}, Story{}
}

// note adds an entry to the name log. It returns when that is on the disk.
func (b *Book) note(e entry) error {
	b.nameLog.Lock()
	err := appendLines(b.folder, nameLogFile, encode(e))
	if err == nil {
		b.mu.Lock()
		b.standing.note(e)
		b.mu.Unlock()
	}
	b.nameLog.Unlock()
	if err == nil {
		b.changed()
	}
	return err
}

// Began notes that the game of a journal begins now, so that its evening is known even if the wall
// clock jumps, and returns at once. If that can't be written, the name of the journal tells the
// time.
func (b *Book) Began(path string) {
	e := b.clock.read()
	e.Journal = journal.WithEnd(filepath.Base(path), "")
	b.inBackground(func() {
		if err := b.note(e); err != nil {
			b.report(err)
		}
	})
}

// SetName notes who sits at a seat from now on; "" makes the seat anonymous. It returns when that
// is on the disk. It counts for the game that is on and for the rest of the evening; if the seat
// had none before, also for the evening's earlier games. An error says what is wrong with the name,
// or that it can't be written.
func (b *Book) SetName(seat games.Seat, name string) error {
	return b.Sit(seat, games.Sitter{Name: name})
}

// Sit is [Book.SetName] with all that a player chooses at a seat. A colour or a team that is "" stays
// as it is.
func (b *Book) Sit(seat games.Seat, who games.Sitter) error {
	name, err := Tidy(who.Name)
	team, wrong := Tidy(who.Team)
	if err := cmp.Or(err, wrong); err != nil {
		return err
	}
	e := b.clock.read()
	e.Seat, e.Name, e.Colour, e.Team = seat, name, who.Colour, team
	if err := e.check(); err != nil {
		return err
	}
	return b.note(e)
}

// A phone tells a plausible time from the first year of these boxes on, until a Pi's clock of 32 bits
// would have run over twice.
const (
	firstYear = 2026
	lastYear  = 2100
)

// newTime is by how much a time that is told has to differ from the known one to be written down.
const newTime = time.Minute

// SetTime notes the date and time at the table, which a judge's phone has told, unless the machine
// knows it from a network. All that has happened since the machine was started is dated by it, what
// happened before as well. A time that no phone can have is refused.
func (b *Book) SetTime(told time.Time) error {
	e := b.clock.read()
	if e.Boot == "" || e.Sure {
		return nil
	}
	if told.Year() < firstYear || told.Year() > lastYear {
		return fmt.Errorf("the phone tells the year %d", told.Year())
	}
	e.Sure, e.From = true, MomentOf(told)
	b.mu.Lock()
	known := slices.ContainsFunc(b.standing.nameLog, func(o entry) bool { return o.Sure && o.Boot == e.Boot })
	b.mu.Unlock()
	if off := e.From.Time.Sub(b.Today()); known && off.Abs() < newTime {
		return nil
	}
	return b.note(e)
}

// Today returns the date and time at the table, as they are known.
func (b *Book) Today() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock.read()
	if now.Boot == "" {
		return now.From.Time
	}
	return newCalendar(b.standing.nameLog, now).started[now.Boot].Add(now.Up)
}

// SetCounts does what the function [SetCounts] does, and starts to read what that changes. The
// journal is one of the folder.
func (b *Book) SetCounts(path string, counts bool) error {
	err := SetCounts(path, counts)
	b.Look()
	return err
}

// evening returns the evening of a standing that is on; without events if none is. The caller holds
// mu.
func (b *Book) evening(p standing) evening {
	all, now := p.evenings(b.clock.read())
	if len(all) > 0 {
		if v := all[len(all)-1]; v.IsOn(now) {
			return v
		}
	}
	return evening{}
}

// Evening lists the games of the current evening in the order in which they began. An evening ends
// six hours after its last game. The game at the table is among them as soon as it is over; it may
// be zero, and of its journal any path will do.
func (b *Book) Evening(atTable Game) []Game {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.evening(b.standing.with(atTable)).games()
}

// Newest lists the last games that were put away, at most that many and of the last evenings only,
// in the order in which they began. The game of the journal at a path is among them, if it is over
// and its result still on the table.
func (b *Book) Newest(most int, over string) (list []Game) {
	var shown Game
	if over != "" {
		shown, _, _ = play(filepath.Dir(over), filepath.Base(over), b.rules) // what can't be read is not over
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.standing.with(shown)
	all, _ := p.evenings(b.clock.read())
	for _, v := range all {
		list = append(list, v.games()...)
	}
	return list[max(0, len(list)-most):]
}

// AllTime returns the standings of all games that were ever put away.
func (b *Book) AllTime() []Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	all, _ := b.standing.evenings(b.clock.read())
	return b.standing.rows(all)
}

// Before returns those of all games before the current evening.
func (b *Book) Before() []Row {
	b.mu.Lock()
	defer b.mu.Unlock()
	all, _ := b.standing.evenings(b.clock.read())
	if len(b.evening(*b.standing).Events) > 0 {
		all = all[:len(all)-1]
	}
	return b.standing.rows(all)
}

// Sitters returns who sits where this evening.
func (b *Book) Sitters() map[games.Seat]games.Sitter {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.evening(*b.standing).sitters()
}

// Names lists everyone who was ever named, the most recent name first.
func (b *Book) Names() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.standing.names)
}
