package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/mqtt"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/games/results"
)

// TestMain lets the tests start this program anew: as the club, or as simulated tables.
func TestMain(m *testing.M) {
	switch os.Getenv("ARBITRE_AS") {
	case "club":
		main()
	case "tables":
		simulateTables(os.Args[1:])
	default:
		os.Exit(m.Run())
	}
}

// A simulated table is one whose game nobody plays. It tells a broker of it as a box does: with the
// box's own publisher.
type simulated struct {
	name, folder string
	perSecond    int           // facts
	lasts        time.Duration // each game, about; 0 for none that ends

	mu       sync.Mutex
	finished []results.Game
}

// simulateTables plays at as many tables as the arguments say, until the program is killed: the
// broker's URL, the folder that the tables keep their results in, the first name and how many
// tables, the facts in a second, and how long a game lasts.
func simulateTables(args []string) {
	at, err := url.Parse(args[0])
	if err != nil {
		panic(err)
	}
	number := func(i int) int { return max(0, must(strconv.Atoi(args[i]))) }
	phrases := wording.NewPhrases(all.Games())
	for i := range number(3) {
		// a table has an address of its own, as in a house
		from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, args[2][len(args[2])-1], byte(1+i))}}
		s := &simulated{name: fmt.Sprint(args[2], "-", i), folder: args[1], perSecond: number(4),
			lasts: must(time.ParseDuration(args[5]))}
		s.resume()
		go s.play(mqtt.New(mqtt.Options{
			Broker: mqtt.Broker{URL: at, Dial: func(ctx context.Context) (net.Conn, error) {
				return from.DialContext(ctx, "tcp", at.Host)
			}}, Prefix: "arbitre", Table: s.name, Rules: all.Games(), Phrases: phrases,
			Sitters: func() map[games.Seat]games.Sitter {
				return map[games.Seat]games.Sitter{1: {Name: "Anna"}, 2: {Name: "Ben"}}
			},
			Games: s.newest,
			Tried: func(error) time.Duration { return time.Duration(50+rand.IntN(100)) * time.Millisecond },
			Log:   slog.New(slog.DiscardHandler),
		}))
	}
	io.Copy(io.Discard, os.Stdin) // it ends with the test, however that ends
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// play tells a fact after the other. The clock of its games is the wall's, so that a reader knows
// when a fact was told; so are the rounds, in milliseconds.
func (s *simulated) play(p *mqtt.Publisher) {
	time.Sleep(rand.N(time.Second))
	tick := time.NewTicker(time.Second / time.Duration(s.perSecond))
	ends := time.Now().Add(s.length())
	state := shown.State{
		Scene:  display.Scene{Language: wording.English},
		Public: games.View{Game: all.Games()[0].Name, Rounds: 3, Seats: []games.Place{{Seat: 1, Total: 2}, {Seat: 2}}},
		ID:     results.ID(s.name, 0),
	}
	for now := range tick.C {
		state.Line++
		state.Public.Round = int(now.UnixMilli())
		state.News = []shown.News{{Game: state.Public.Game, ID: state.ID, Fact: games.Fact{
			At: time.Duration(time.Now().UnixNano()), What: games.Turn{Seat: 1}, Line: state.Line, N: 1}}}
		p.Show(state)
		if s.lasts > 0 && now.After(ends) {
			ends = now.Add(s.length())
			s.finish(now)
			p.Refresh()
		}
	}
}

func (s *simulated) length() time.Duration { return s.lasts/2 + rand.N(s.lasts+1) }

// newest returns what a box tells at most.
func (s *simulated) newest(string) []results.Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.finished[max(0, len(s.finished)-mqtt.MostGames):]
}

// finish keeps the result of a game, and sometimes marks the one before as uncounted.
func (s *simulated) finish(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.finished) - 1; last >= 0 && !s.finished[last].Uncounted && rand.IntN(4) == 0 {
		s.finished[last].Uncounted = true
		s.write(s.finished[last])
	}
	name := fmt.Sprintf("%s.%d.jsonl", journal.NameOf(now, s.name), now.UnixNano())
	g := results.Game{
		ID: results.ID(name, 0), Journal: name, Began: results.MomentOf(now), Lasted: time.Second,
		Game: all.Games()[0].Name, Over: true,
		Places: []results.Place{{Seat: 1, Name: "Anna", Total: len(s.finished), Won: true}, {Seat: 2, Name: "Ben"}},
	}
	s.finished = append(s.finished, g)
	s.write(g)
}

func (s *simulated) path() string { return filepath.Join(s.folder, s.name+".jsonl") }

// write appends a line to the results that the table keeps: of the lines of a game the last counts.
func (s *simulated) write(g results.Game) {
	file := must(os.OpenFile(s.path(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600))
	must(file.Write(append(must(json.Marshal(g)), '\n')))
	must(0, file.Close())
}

// resume reads what the table has kept, in the order in which the games began.
func (s *simulated) resume() {
	s.finished = nil
	file, err := os.Open(s.path())
	if err != nil {
		return // it is new
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var g results.Game
		if json.Unmarshal(lines.Bytes(), &g) != nil {
			continue // the table was killed while it wrote
		}
		if last := len(s.finished) - 1; last >= 0 && s.finished[last].ID == g.ID {
			s.finished[last] = g
		} else {
			s.finished = append(s.finished, g)
		}
	}
}
