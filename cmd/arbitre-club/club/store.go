package club

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"arbitre/games/results"
	"arbitre/games/textfile"

	"go.etcd.io/bbolt"
)

// A store is the file of a club, of bbolt. It is open for one transaction at a time, so that other
// programs may read and write it in between.
type store struct{ path string }

// The two buckets of the file. Games has each row as JSON by the game's id, so that a game counts
// once, however often it is told. Notes has the notebook as JSON, under the key of the same name.
var gamesBucket, notesBucket = []byte("games"), []byte("notes")

// A row is a game as the store has it.
type row struct {
	Home     string       `json:"home"`               // the table at which it was played; "" if that is unknown
	Imported bool         `json:"imported,omitempty"` // from its journal; else its table told of it
	Result   results.Game `json:"result"`
	size     int          // in bytes as JSON
}

// A collection has the rows of all games, and adds up what they take.
type collection struct {
	rows   map[string]row // by ids
	bytes  int            // as JSON
	played map[string]int // games by tables
}

func newCollection() collection {
	return collection{rows: map[string]row{}, played: map[string]int{}}
}

// set puts a row in the place of the one that the same game has.
func (c *collection) set(r row) {
	if old, known := c.rows[r.Result.ID]; known {
		c.bytes -= old.size
		c.played[old.Home]--
	}
	c.rows[r.Result.ID] = r
	c.bytes += r.size
	c.played[r.Home]++
}

// A mark is the store's newest change that its reader knows.
type mark int

// wrote notes a change that the reader itself has made. With it he is up to date, unless another program
// made one in between.
func (m *mark) wrote(change int) {
	if change == int(*m)+1 {
		*m = mark(change)
	}
}

// text returns the row as JSON, in which two are the same if they say the same.
func (r row) text() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // a row of a box, or one that was checked, has a JSON form
	}
	return text
}

// openStore returns the store at a path, which it makes if there is none.
func openStore(path string) (*store, error) {
	s := &store{path}
	_, err := os.Stat(path)
	isNew := os.IsNotExist(err)
	_, err = s.write(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(gamesBucket)
		if err == nil {
			_, err = tx.CreateBucketIfNotExists(notesBucket)
		}
		return err
	})
	if err == nil && isNew {
		err = textfile.SyncFolder(filepath.Dir(path)) // bbolt syncs the file, and not its name
	}
	if err != nil {
		err = fmt.Errorf("%w\nThe journals of all tables have the games, too: move the file away, and arbitre-club import", err)
	}
	return s, err
}

// write changes the file by a function, or not at all if that fails, and returns the number of the
// change. When it returns, the change survives a power cut: bbolt syncs the pages before the root
// that names them.
func (s *store) write(do func(*bbolt.Tx) error) (change int, err error) {
	err = s.open(false, func(db *bbolt.DB) error {
		return db.Update(func(tx *bbolt.Tx) error { change = tx.ID(); return do(tx) })
	})
	return change, err
}

// read reads the file by a function.
func (s *store) read(do func(*bbolt.Tx) error) error {
	return s.open(true, func(db *bbolt.DB) error { return db.View(do) })
}

// open opens the file for a function. It waits no longer than five seconds for other programs.
// bbolt takes for granted that no page of the file is damaged, panics over one that is, and maps
// the file into memory, where a page that is missing is a fault: both become errors.
func (s *store) open(readOnly bool, do func(*bbolt.DB) error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if wrong := recover(); wrong != nil {
			err = fmt.Errorf("it is damaged: %v", wrong)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", s.path, err)
		}
	}()
	db, err := bbolt.Open(s.path, 0o600, &bbolt.Options{ReadOnly: readOnly, Timeout: 5 * time.Second}) // it has a secret
	if err != nil {
		return err
	}
	defer db.Close()
	return do(db)
}

// put writes all of some games, or none. One that another may not replace stays as it is, even if
// another program wrote it a moment ago.
func (s *store) put(rows []row) (change int, err error) {
	return s.write(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(gamesBucket)
		for _, next := range rows {
			var old row
			id := []byte(next.Result.ID)
			if text := bucket.Get(id); text != nil {
				if err := json.Unmarshal(text, &old); err != nil {
					return err
				}
			}
			next, may := next.over(old)
			if !may {
				continue
			}
			if err := bucket.Put(id, next.text()); err != nil {
				return err
			}
		}
		return nil
	})
}

// forget removes all games of some tables, and returns how many they were.
func (s *store) forget(tables []string) (games int, err error) {
	_, err = s.write(func(tx *bbolt.Tx) error {
		var ids [][]byte
		bucket := tx.Bucket(gamesBucket)
		err := bucket.ForEach(func(id, text []byte) error {
			var r row
			err := json.Unmarshal(text, &r)
			if slices.Contains(tables, r.Home) {
				ids = append(ids, id)
			}
			return err
		})
		for _, id := range ids {
			err = cmp.Or(err, bucket.Delete(id))
		}
		games = len(ids)
		return err
	})
	return games, err
}

// all reads all games, the notebook, and the number of the last change.
func (s *store) all() (games collection, n notebook, change int, err error) {
	games = newCollection()
	err = s.read(func(tx *bbolt.Tx) error {
		change = tx.ID()
		if n, err = readNotes(tx); err != nil {
			return err
		}
		return tx.Bucket(gamesBucket).ForEach(func(_, text []byte) error {
			r := row{size: len(text)}
			err := json.Unmarshal(text, &r)
			games.set(r)
			return err
		})
	})
	return games, n, change, err
}

// lastChange returns the number of the last change.
func (s *store) lastChange() (number int, err error) {
	err = s.read(func(tx *bbolt.Tx) error { number = tx.ID(); return nil })
	return number, err
}

// readNotes reads what the organiser has said.
func readNotes(tx *bbolt.Tx) (notebook, error) {
	n := notebook{People: map[string]string{}, Counts: map[string]bool{}, Tables: map[string]string{}}
	text := tx.Bucket(notesBucket).Get(notesBucket)
	if text == nil { // before the first word
		return n, nil
	}
	return n, json.Unmarshal(text, &n)
}

// note changes what the organiser has said, and returns all of it. No other program writes
// meanwhile, so that nothing that was said there is lost.
func (s *store) note(do func(*notebook)) (n notebook, change int, err error) {
	change, err = s.write(func(tx *bbolt.Tx) error {
		if n, err = readNotes(tx); err != nil {
			return err
		}
		do(&n)
		text, err := json.Marshal(n)
		if err != nil {
			return err
		}
		return tx.Bucket(notesBucket).Put(notesBucket, text)
	})
	return n, change, err
}
