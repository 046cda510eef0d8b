package club

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"arbitre/games/results"

	"github.com/cenkalti/backoff/v5"
	"modernc.org/sqlite" // without cgo
)

//go:embed schema.sql
var schema string

// A store is the file of a club. It has one connection, so that one writes at a time; other
// programs may read and write it meanwhile.
type store struct{ db *sql.DB }

// A row is a game as the store has it.
type row struct {
	Home   string       `json:"home"` // the table at which it was played; "" if only its journal was imported
	Result results.Game `json:"result"`
}

// openStore opens the file at a path, which it makes if there is none. What was written survives a
// power cut: the log is synced with each transaction (sqlite.org/pragma.html#pragma_synchronous).
func openStore(path string) (*store, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600) // it has a secret
	if err != nil {
		return nil, err
	}
	file.Close()
	options := url.Values{
		"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "trusted_schema(OFF)"},
		"_txlock": {"immediate"},
	}
	name := url.URL{Path: path}
	db, err := sql.Open("sqlite", "file:"+name.EscapedPath()+"?"+options.Encode()) // sqlite.org/uri.html
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := prepare(db); err != nil {
		err = fmt.Errorf("%s: %w\nThe journals of all tables have the games, too: arbitre-club import", path, err)
		return nil, errors.Join(err, db.Close())
	}
	return &store{db}, nil
}

// prepare connects to the file, and makes its tables if it is new. Where two programs do so at the
// same moment, SQLite does not wait: busy_timeout is no matter to a change of the journal's mode
// (sqlite.org/wal.html).
func prepare(db *sql.DB) error {
	const busy = 5 // SQLITE_BUSY, in the lowest byte of an extended code (sqlite.org/rescode.html)
	try := func() (none struct{}, err error) {
		_, err = db.Exec(schema)
		if wrong, ok := errors.AsType[*sqlite.Error](err); err != nil && (!ok || wrong.Code()&0xff != busy) {
			err = backoff.Permanent(err)
		}
		return none, err
	}
	_, err := backoff.Retry(context.Background(), try, backoff.WithMaxElapsedTime(5*time.Second),
		backoff.WithBackOff(backoff.NewConstantBackOff(20*time.Millisecond)))
	return err
}

// put writes all of some games, or none. A game that another table has told of stays as it is, even
// if another program wrote it a moment ago.
func (s *store) put(rows []row) error {
	text, err := json.Marshal(rows)
	if err == nil {
		_, err = s.db.Exec(`INSERT INTO games
			SELECT value ->> '$.result.id', value ->> 'home', value -> 'result' FROM json_each(?) WHERE true
			ON CONFLICT DO UPDATE SET home = iif(excluded.home = '', home, excluded.home), result = excluded.result
			WHERE home = '' OR excluded.home IN ('', home)`, string(text))
	}
	return err
}

// games reads all games by their ids.
func (s *store) games() (map[string]row, error) {
	found, err := s.db.Query("SELECT home, result FROM games")
	if err != nil {
		return nil, err
	}
	defer found.Close()
	all := map[string]row{}
	for found.Next() {
		var r row
		var text sql.RawBytes
		if err := found.Scan(&r.Home, &text); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &r.Result); err != nil {
			return nil, err
		}
		all[r.Result.ID] = r
	}
	return all, found.Err()
}

// notes reads what the organiser has said, within a transaction or without one.
func notes(from interface{ QueryRow(string, ...any) *sql.Row }) (notebook, error) {
	n := notebook{People: map[string]string{}, Counts: map[string]bool{}, Tables: map[string]string{}}
	text := []byte("{}") // before the first word
	err := from.QueryRow("SELECT text FROM notebook").Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return n, err
	}
	return n, json.Unmarshal(text, &n)
}

// note changes what the organiser has said, and returns all of it. No other program writes
// meanwhile, so that nothing that was said there is lost.
func (s *store) note(change func(*notebook)) (n notebook, err error) {
	tx, err := s.db.Begin()
	if err != nil {
		return n, err
	}
	defer tx.Rollback() // unless it is committed
	if n, err = notes(tx); err != nil {
		return n, err
	}
	change(&n)
	text, err := json.Marshal(n)
	if err == nil {
		_, err = tx.Exec("INSERT OR REPLACE INTO notebook VALUES (1, ?)", string(text))
	}
	if err != nil {
		return n, err
	}
	return n, tx.Commit()
}
