package results

import (
	"cmp"
	"hash/maphash"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games/journal"
)

// recent is how many games a past holds one by one: names that are said later, and a clock that learns the time, change
// what is known of them. Older ones are only added up.
const recent = 200

// A past is what has been played, in as much memory however much that was.
type past struct {
	games []Game  // the latest, without names
	diary []entry // of their evenings
	older sums    // of all games before them
	early sums    // those of older that are of the same evening as the first of games
	names []string
}

func newPast() *past { return &past{older: sums{}, early: sums{}} }

// add takes a game that was put away.
func (p *past) add(g Game) {
	g.Options = nil // no standing asks for them
	p.games = append(p.games, g)
}

// note takes an entry.
func (p *past) note(e entry) {
	p.diary = append(p.diary, e)
	name := e.name()
	if name == "" {
		return
	}
	same := func(other string) bool { return strings.EqualFold(other, name) }
	for i, d := range p.diary {
		if same(d.name()) {
			p.diary[i].Name = e.Name
		}
	}
	p.names = slices.Insert(slices.DeleteFunc(p.names, same), 0, name)
}

// shorten adds up the oldest games: whole evenings, or the beginning of the one evening that has too many.
func (p *past) shorten(now reading) {
	if len(p.games) <= 2*recent {
		return
	}
	all, _ := evenings(p.games, p.diary, now)
	gone, said := map[string]bool{}, map[int]bool{}
	spare, first := len(p.games)-recent, Game{}
	for i, e := range all {
		n := len(e.games)
		if n > spare {
			if i < len(all)-1 {
				break
			}
			n, first = spare, e.games[spare]
		}
		for _, g := range e.games[:n] {
			p.older.add(g)
			gone[g.stem()] = true
		}
		if first.Journal != "" {
			p.early = p.early.and(e.games[:n])
			break
		}
		p.early = sums{}
		for _, name := range e.names {
			said[name.line] = true
		}
		spare -= n
	}
	p.games = slices.DeleteFunc(p.games, func(g Game) bool { return gone[g.stem()] })
	p.forget(gone, said, first)
}

// forget drops the entries of games that are added up, and of the names that were said on their evenings. Names of an
// evening that goes on are said anew when the first game begins that is left of it.
func (p *past) forget(gone map[string]bool, said map[int]bool, first Game) {
	begins := slices.IndexFunc(p.diary, func(e entry) bool { return first.Journal != "" && e.Journal == first.stem() })
	var kept []entry
	for i, e := range p.diary {
		if said[i] || gone[e.Journal] {
			continue
		}
		if e.Journal == "" && i < begins {
			again := p.diary[begins]
			e.From, e.Boot, e.Up = again.From, again.Boot, again.Up
		}
		kept = append(kept, e)
	}
	p.diary = kept
}

// A stored game is where its line lies in the store.
type stored struct {
	journal uint64 // a hash of its name
	began   int64  // in seconds since 1970
	at      int64
	size    int32
	here    bool // its journal is in the folder
	entered bool // the names tell when it began
}

// An index finds the lines of a store, in some bytes a game.
type index struct {
	folder string
	seed   maphash.Seed
	list   []stored // by journal
}

// readIndex also tells which journals have no line. The last line of a journal counts.
func readIndex(folder string) (x index, missing []string, err error) {
	x = index{folder: folder, seed: maphash.MakeSeed()}
	err = eachLine(filepath.Join(folder, storeFile), mostStored, func(at int64, text []byte, _ bool) {
		if g, ok := decode(text); ok {
			x.list = append(x.list, stored{journal: maphash.String(x.seed, g.Journal), began: g.Began.Unix(), at: at, size: int32(len(text))})
		}
	})
	slices.SortFunc(x.list, func(a, b stored) int { return cmp.Or(cmp.Compare(a.journal, b.journal), cmp.Compare(b.at, a.at)) })
	x.list = slices.CompactFunc(x.list, func(a, b stored) bool { return a.journal == b.journal })
	if err == nil {
		err = finished(folder, func(name string) {
			if s := x.find(name); s != nil {
				s.here = true
			} else {
				missing = append(missing, name)
			}
		})
	}
	slices.Sort(missing)
	return x, missing, err
}

// find is where the line of a journal lies, or nil.
func (x index) find(journal string) *stored {
	i, ok := slices.BinarySearchFunc(x.list, maphash.String(x.seed, journal), func(s stored, key uint64) int {
		return cmp.Compare(s.journal, key)
	})
	if !ok {
		return nil
	}
	return &x.list[i]
}

// read makes a past of the lines and of the names, in the order in which things happened: a game that no entry tells of
// came before the entries of later moments.
func (x index) read() (*past, error) {
	last := spelling{}
	_, unread := eachEntry(x.folder, func(e entry) {
		last.learn(e)
		if s := x.find(e.Journal + ".jsonl"); s != nil && e.Journal != "" {
			s.entered = true
		}
	})
	var others []stored
	for _, s := range x.list {
		if s.here && !s.entered {
			others = append(others, s)
		}
	}
	slices.SortFunc(others, func(a, b stored) int { return cmp.Compare(a.began, b.began) })

	p := newPast()
	store, err := journal.OpenFile(filepath.Join(x.folder, storeFile), os.O_RDONLY)
	if err != nil && len(x.list) > 0 {
		return p, err
	}
	defer store.Close()
	take := func(s stored, now reading) {
		text := make([]byte, s.size)
		if _, err := store.ReadAt(text, s.at); err != nil {
			unread = err
		} else if g, ok := decode(text); ok {
			p.add(g)
			p.shorten(now)
		}
	}
	before := func(moment int64) {
		for len(others) > 0 && others[0].began < moment {
			take(others[0], reading{wall: Moment{time.Unix(others[0].began, 0).UTC()}})
			others = others[1:]
		}
	}
	_, _ = eachEntry(x.folder, func(e entry) {
		before(e.From.Unix())
		p.note(last.of(e))
		if s := x.find(e.Journal + ".jsonl"); s != nil && s.here && e.Journal != "" {
			take(*s, reading{e.From, e.Boot, e.Up})
			s.here = false // once, whatever is written there
		}
	})
	before(math.MaxInt64)
	return p, unread
}
