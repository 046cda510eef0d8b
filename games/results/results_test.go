package results_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func book() games.Rulebook { return all.Games() }

// wall is the clock of a machine that knows no boot.
var wall = results.Clock{Wall: time.Now}

// Games as tables tell them. In Mito the fewest points win; seat 1 is out.
const (
	firstWins = `
		mito 1 2 3 {"rounds":1}
		1     play seat=1 "out"
		2     hand seat=2 {"numbers":3,"actions":0,"mitos":0}
		3600  hand seat=3 {"numbers":0,"actions":1,"mitos":0}`
	levelWin = `
		mito 1 2 3 {"rounds":1,"first":2}
		1     play seat=1 "out"
		2     hand seat=2 {"numbers":1,"actions":0,"mitos":2}
		60    hand seat=3 {"numbers":1,"actions":2,"mitos":1}`
	left = `
		mito 1 2 4
		60    press 1`
	alone = `
		mog 3 seed=1 {"holder":"house","first":3,"attributes":["a","b","c","d","e","f","g","h"],"race":{"tie":"2ms"}}
		5     designate [2,4,8]`
	teams = `
		motus 1 2 3 4 {"mode":"teams","letters":5,"series":1,"grid":"none","super":false}
		1     word hunt=1 "ETAGE"
		2     word hunt=2 "BALLE"
		3     guess hunt=1 "ETAGE"
		4     guess hunt=2 "BALLE"`
)

// RACE-10: each person of a team has the team's result, and who played together stands in the places,
// not in the options.
func TestWhoWinsInATeam(t *testing.T) {
	s := newShelf(t)
	s.put("2026-03-14T20-15-00", `
		quiz 1 2 3 {"teams":[[1,3],[2]],"target":1}
		1     press 3
		2     verdict "right"`)
	evenings, _ := s.read()
	same(t, "games", told(evenings[0]), []string{"20:15 quiz 1 1! 2 0 3 1!"})
	game := evenings[0][0]
	same(t, "teams", []int{game.Places[0].Team, game.Places[1].Team, game.Places[2].Team}, []int{1, 2, 1})
	if teams, there := game.Options.Of("teams"); there {
		t.Errorf("the options have teams %v", teams)
	}
	var won []int
	for _, r := range results.Standings(evenings[0]) {
		won = append(won, int(r.Seat), r.Won, r.Points)
	}
	same(t, "seats, won, points", won, []int{1, 1, 1, 3, 1, 1, 2, 0, 0})
}

// 0-0-0 is won by nobody, also where few points are good; one point less decides it.
func TestNobodyWinsWithoutAPoint(t *testing.T) {
	s := newShelf(t)
	s.put("2026-03-14T20-15-00", `
		quiz 1 2 3
		4     finish "over"`)
	s.put("2026-03-14T20-20-00", `
		quiz 1 2 3 {"teams":[[1,3],[2]]}
		4     finish "over"`)
	s.put("2026-03-14T20-25-00", `
		slap 1 2 3 {"decides":"last"}
		1     press 1
		1.1   press 2
		1.2   press 3
		2     slap "right"
		4     finish "over"`)
	s.put("2026-03-14T20-30-00", `
		mogelmotte 1 2 3 {"rounds":1}
		2     play seat=1 "out"
		3     hand {"numbers":0,"actions":0,"mitos":0}
		4     hand {"numbers":0,"actions":0,"mitos":0}`)
	evenings, _ := s.read()
	same(t, "games", told(evenings[0]), []string{
		"20:15 quiz 1 0 2 0 3 0", "20:20 quiz 1 0 2 0 3 0", "20:25 slap 1 0! 2 0! 3 -1", "20:30 mogelmotte 1 0 2 0 3 0",
	})
}

// A shelf is a folder of journals.
type shelf struct {
	rapid.TB
	folder string
}

func newShelf(t testing.TB) shelf { return shelf{t, t.TempDir()} }

// put writes the journal of a game that began at a moment such as "2026-03-14T20-15-00", and
// returns its name.
func (s shelf) put(began, story string) string {
	s.Helper()
	name := began + "-" + strings.Fields(story)[0] + ".jsonl"
	s.write(name, string(gametest.Journal(story)))
	return name
}

func (s shelf) write(name, text string) {
	s.Helper()
	check(s, os.WriteFile(filepath.Join(s.folder, name), []byte(text), 0o600))
}

func (s shelf) text(name string) string {
	s.Helper()
	text := must(os.ReadFile(filepath.Join(s.folder, name)))
	return string(text)
}

func (s shelf) read() (evenings [][]results.Game, warnings []error) {
	s.Helper()
	evenings, warnings, err := results.Read(s.folder, book(), wall)
	if err != nil {
		s.Fatal(err)
	}
	return evenings, warnings
}

// told writes each game as time, game, and seat, name and total of each player: "20:15 mito 1 Anna
// 0! 2 3 3 5". The ! marks winners.
func told(list []results.Game) (lines []string) {
	for _, g := range list {
		line := g.Began.Time.Format("15:04 ") + g.Game
		for _, p := range g.Places {
			line += fmt.Sprintf(" %d %s", p.Seat, p.Name)
			line = strings.TrimSpace(line) + fmt.Sprintf(" %d", p.Total)
			if p.Won {
				line += "!"
			}
		}
		if !g.Over {
			line += " left"
		}
		if g.Uncounted {
			line += " uncounted"
		}
		lines = append(lines, line)
	}
	return lines
}

func ranked(list []results.Game) (lines []string) {
	for _, r := range results.Standings(list) {
		who := r.Name
		if who == "" {
			who = fmt.Sprint("seat ", r.Seat)
		}
		lines = append(lines, fmt.Sprintf("%s: %s won %d of %d, %d points", r.Game, who, r.Won, r.Played, r.Points))
	}
	return lines
}

func same[T any](t rapid.TB, what string, got, want T) {
	t.Helper()
	agreed := cmp.Comparer(func(a, b games.Agreed) bool { return slices.EqualFunc(a.All(), b.All(), games.Field.Equal) })
	if diff := cmp.Diff(want, got, agreed); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestWhatCameOfAGame(t *testing.T) {
	s := newShelf(t)
	for _, name := range []string{"mito-mosquito", "mm-sheet-example", "motus-series", "undo-wrong-score"} {
		text := must(os.ReadFile("../journal/testdata/" + name + ".jsonl"))
		s.write("2026-03-14T20-15-00-"+name+".jsonl", string(text))
	}
	evenings, warnings := s.read()
	same(t, "warnings", len(warnings), 0)
	same(t, "games", told(evenings[0]), []string{
		"20:15 mito 1 0 2 0 3 0 4 0 left",
		"20:15 mastermind 1 0 2 0 3 1! 4 0",
		"20:15 motus 1 50! 2 50! 3 50! 4 50!", // of the teams
		"20:15 mog 1 0 2 10! 3 0",
	})
	var teams []int
	for _, p := range evenings[0][2].Places {
		teams = append(teams, p.Team)
	}
	same(t, "teams", teams, []int{1, 2, 1, 2}) // partners face each other
	text := must(json.Marshal(evenings[0][1]))
	same(t, "in JSON", string(text),
		`{"journal":"2026-03-14T20-15-00-mm-sheet-example.jsonl",`+
			`"began":"2026-03-14T20:15:00","lasted":9000000000,"game":"mastermind",`+
			`"options":{"dealer":"entered","rounds":1},"over":true,"places":[`+
			`{"seat":1,"total":0,"won":false},{"seat":2,"total":0,"won":false},`+
			`{"seat":3,"total":1,"won":true},{"seat":4,"total":0,"won":false}],"id":"87c6fceee852fbfa"}`)
}

func TestAGameHasOneIDWhereverItsJournalIs(t *testing.T) {
	const want = "ebbf82ef016fce9e" // echo -n '2026-03-14T20-15-00-mito 0' | sha256sum
	s := newShelf(t)
	s.put("2026-03-14T20-15-00", firstWins)
	evenings, _ := s.read()
	same(t, "put away", evenings[0][0].ID, want)
	same(t, "while it is played", results.ID("2026-03-14T20-15-00-mito.open.jsonl", 0), want)
	same(t, "with another seed", results.ID("2026-03-14T20-15-00-mito.jsonl", 1) != want, true)
	s.look()
	evenings, _ = s.read()
	same(t, "in the store", evenings[0][0].ID, want)
}

func TestStandings(t *testing.T) {
	s := newShelf(t)
	s.put("2026-03-14T20-00-00", firstWins)
	s.put("2026-03-14T21-30-00", levelWin)
	s.put("2026-03-14T21-40-00", left)
	s.put("2026-03-14T22-00-00", teams)
	s.put("2026-03-14T22-10-00", alone)
	s.write("names.jsonl", `{"from":"2026-03-14T21:00:30","seat":2,"name":"Anna"}`+"\n")
	evenings, _ := s.read()
	same(t, "what was agreed", evenings[0][4].Options.All(), []games.Field{{Key: "holder", Value: games.Word("house")}})
	same(t, "standings", ranked(evenings[0]), []string{
		"mito: seat 1 won 2 of 2, 0 points",
		"mito: Anna won 0 of 2, 24 points",
		"mito: seat 3 won 0 of 2, 26 points",
		"mog: seat 3 won 0 of 1, 5 points",  // alone
		"motus: Anna won 0 of 1, 50 points", // level: nobody has lost
		"motus: seat 1 won 0 of 1, 50 points",
		"motus: seat 3 won 0 of 1, 50 points",
		"motus: seat 4 won 0 of 1, 50 points",
	})
}

// A bot has no name, is no loser whom somebody has beaten, and stands in no row.
func TestBotsAreNobody(t *testing.T) {
	s := newShelf(t)
	s.put("2026-03-14T20-00-00", strings.Replace(firstWins, `"rounds":1`, `"rounds":1,"bots":{"2":"weak","3":"strong"}`, 1))
	s.put("2026-03-14T20-10-00", strings.Replace(firstWins, `"rounds":1`, `"rounds":1,"bots":{"1":"weak"}`, 1))
	s.write("names.jsonl", `{"from":"2026-03-14T19:50:00","seat":1,"name":"Xavi"}`+"\n"+
		`{"from":"2026-03-14T19:50:00","seat":2,"name":"Anna"}`+"\n")
	evenings, _ := s.read()
	same(t, "standings", ranked(evenings[0]), []string{
		"mito: Anna won 0 of 1, 3 points", // a bot was better
		"mito: Xavi won 0 of 1, 0 points", // only bots were worse
		"mito: seat 3 won 0 of 1, 5 points",
	})
	var out strings.Builder
	results.WriteCSV(&out, evenings[0][:1])
	if text := out.String(); !strings.Contains(text, "2,(bot),3,") || !strings.Contains(text, "1,Xavi,0,") {
		t.Errorf("the table is\n%s", text)
	}
}

// The mark of a game that counts for nobody stands beside its journal: it outlives the store.
func TestAGameThatDoesNotCount(t *testing.T) {
	s := newShelf(t)
	first, second := s.put("2026-03-14T20-00-00", firstWins), s.put("2026-03-14T21-30-00", levelWin)
	both, _ := s.read()
	marks := func(name string, counts bool) {
		t.Helper()
		check(t, results.SetCounts(filepath.Join(s.folder, name), counts))
	}
	marks(first, false)
	marks(second, false)
	marks(second, true)
	for _, what := range []string{"without a store", "by the store", "made anew"} {
		evenings, warnings := s.read()
		same(t, what+": warnings and evenings", []int{len(warnings), len(evenings)}, []int{0, 1})
		same(t, what+": games", told(evenings[0]),
			[]string{"20:00 mito 1 0! 2 3 3 5 uncounted", "21:30 mito 1 0! 2 21 3 21"})
		same(t, what+": standings", ranked(evenings[0]), ranked(both[0][1:]))
		if text := s.look(); strings.Contains(text, "uncounted") {
			t.Errorf("%s: a mark is in the store:\n%s", what, text)
		}
		if what == "by the store" {
			s.do("rebuild")
		}
	}
	marks(first, true)
	evenings, _ := s.read()
	same(t, "taken back", ranked(evenings[0]), ranked(both[0]))
}

func TestWhoSatWhere(t *testing.T) {
	const (
		at20 = "20:00 mito 1%s 0! 2%s 3 3%s 5" // till 21:00
		at22 = "22:00 mito 1%s 0! 2%s 21 3%s 21"
	)
	for _, tt := range []struct {
		name  string
		names []string // moment, seat, name
		want  []any
	}{
		{"nobody said", nil, []any{"", "", "", "", "", ""}},
		{"before the first game", []string{"19:50 1 Anna"}, []any{" Anna", "", "", " Anna", "", ""}},
		{"during a game", []string{"20:50 1 Anna"}, []any{" Anna", "", "", " Anna", "", ""}},
		{"a seat that nobody had named, afterwards", []string{"21:10 1 Anna"}, []any{" Anna", "", "", " Anna", "", ""}},
		{"a seat that somebody else had", []string{"19:50 1 Anna", "21:10 1 Ben"},
			[]any{" Anna", "", "", " Ben", "", ""}},
		{"somebody else takes over during the game", []string{"19:50 1 Anna", "20:30 1 Ben"},
			[]any{" Ben", "", "", " Ben", "", ""}},
		{"whoever moves leaves his seat", []string{"19:50 1 Anna", "21:10 2 Anna"},
			[]any{" Anna", "", "", "", " Anna", ""}},
		{"two who change seats", []string{"19:50 1 Anna", "19:51 2 Ben", "21:10 1 Ben", "21:11 2 Anna"},
			[]any{" Anna", " Ben", "", " Ben", " Anna", ""}},
		{"nobody sat twice at a table before he said where", []string{"21:10 1 Anna", "21:20 2 Anna"},
			[]any{" Anna", "", "", "", " Anna", ""}},
		{"nobody any more", []string{"19:50 1 Anna", "21:10 1 "}, []any{" Anna", "", "", "", "", ""}},
		{"the evening before is over", []string{"13:00 1 Anna"}, []any{"", "", "", "", "", ""}},
		{"the next one is another", []string{"23:00 3 Anna", "05:00 2 Ben"}, []any{"", "", " Anna", "", "", " Anna"}},
		{"as it was last written", []string{"19:50 1 anna", "21:10 1 Anna"}, []any{" Anna", "", "", " Anna", "", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t)
			s.put("2026-03-14T20-00-00", firstWins)
			s.put("2026-03-14T22-00-00", levelWin)
			var names string
			for _, n := range tt.names {
				at, rest, _ := strings.Cut(n, " ")
				seat, name, _ := strings.Cut(rest, " ")
				day := "14"
				if at < "12" {
					day = "15"
				}
				names += fmt.Sprintf(`{"from":"2026-03-%sT%s:00","seat":%s,"name":%q}`+"\n", day, at, seat, name)
			}
			s.write("names.jsonl", names)
			evenings, warnings := s.read()
			same(t, "warnings", len(warnings), 0)
			same(t, "games", strings.Join(told(evenings[0]), "\n"), fmt.Sprintf(at20+"\n"+at22, tt.want...))
		})
	}
}

func TestAnEveningEndsWithAPauseOfSixHoursOrAfterADay(t *testing.T) {
	const month = "2026-03-"
	const allDay = "14T20-00-00 15T01-00-00 15T06-00-00 15T11-00-00 15T16-00-00 "
	for began, want := range map[string]int{
		"14T20-00-00 15T02-59-59": 1, "14T20-00-00 15T03-00-00": 2,
		allDay + "15T19-59-59": 1, allDay + "15T20-00-00": 2,
	} {
		s := newShelf(t)
		for _, at := range strings.Fields(began) {
			s.put(month+at, firstWins) // takes an hour
		}
		s.write("names.jsonl", `{"from":"2026-03-14T20:10:00","seat":1,"name":"Anna"}`+"\n")
		evenings, _ := s.read()
		same(t, "evenings of "+began, len(evenings), want)
	}
}

func TestATableForSpreadsheets(t *testing.T) {
	s := newShelf(t)
	s.put("2026-03-14T20-00-00", firstWins)
	s.write("names.jsonl", `{"from":"2026-03-14T19:50:00","seat":1,"name":"xavi"}`+"\n"+
		`{"from":"2026-03-14T19:50:00","seat":2,"name":"=1+1"}`+"\n")
	evenings, _ := s.read()
	var out strings.Builder
	check(t, results.WriteCSV(&out, evenings[0]))
	const game = `2026-03-14T20-00-00-mito.jsonl,2026-03-14T20:00:00,3600.000,mito,"{""rounds"":1}",true,`
	same(t, "table", out.String(), "journal,began,seconds,game,options,over,seat,name,total,won,uncounted\n"+
		game+"1,xavi,0,true,false\n"+game+"2,'=1+1,3,false,false\n"+game+"3,,5,false,false\n")
	full := must(os.OpenFile("/dev/full", os.O_WRONLY, 0))
	defer full.Close()
	if err := results.WriteCSV(full, nil); err == nil {
		t.Error("a full disk takes the table")
	}
}

// open begins a book that must not fail, and lets it look.
func open(s shelf) *results.Book {
	b := results.Open(s.folder, book(), wall, func(err error) {
		if err != nil {
			s.Error(err)
		}
	}, func() {})
	b.Look()
	return b
}

// standings returns the standings of all games in a folder.
func standings(s shelf) []results.Row {
	evenings, _ := s.read()
	return results.Standings(slices.Concat(evenings...))
}

func TestABookWhileGamesArePlayed(t *testing.T) {
	s := newShelf(t)
	synctest.Test(t, func(t *testing.T) {
		now := func() string { return results.MomentOf(time.Now()).Time.Format("2006-01-02T15-04-05") }
		s.put(now(), firstWins)
		time.Sleep(8 * time.Hour) // it took one
		b := open(s)
		defer b.Close()
		synctest.Wait()
		same(t, "this evening", told(b.Evening(results.Game{})), nil)
		same(t, "all time", b.AllTime(), standings(s))
		earlier := b.AllTime()

		check(t, b.SetName(1, "  Anna  Maria\t"))
		same(t, "seated", seated(b), map[games.Seat]string{1: "Anna Maria"})
		ended := s.put(now(), levelWin)
		time.Sleep(time.Minute)
		for range 2 { // as if the game ended while the folder was read
			b.Ended(ended)
			synctest.Wait()
		}
		counted(s, "the store", s.text(store))
		same(t, "before this evening", b.Before(), earlier)
		if last, story := b.Last(); last.Journal != ended || len(story.Rounds) != 2 {
			t.Errorf("the last game is %s with %d rounds", last.Journal, len(story.Rounds)-1)
		}
		atTable := results.Game{Journal: "/x/" + now() + "-quiz.open.jsonl", Game: "quiz", Over: true, Places: []results.Place{{Seat: 1, Won: true}, {Seat: 2}}}
		same(t, "with the game at the table", ranked(b.Evening(atTable))[3:], []string{
			"quiz: Anna Maria won 1 of 1, 0 points", "quiz: seat 2 won 0 of 1, 0 points"})
		same(t, "this evening", ranked(b.Evening(results.Game{})), []string{
			"mito: Anna Maria won 1 of 1, 0 points",
			"mito: seat 2 won 0 of 1, 21 points",
			"mito: seat 3 won 0 of 1, 21 points",
		})
		same(t, "all time", b.AllTime(), standings(s))

		before := b.Evening(results.Game{})
		time.Sleep(time.Second)
		for _, name := range []string{"Ben", "Anna Maria", ""} {
			check(t, b.SetName(2, name))
			time.Sleep(time.Second)
		}
		same(t, "seated", seated(b), map[games.Seat]string{})
		same(t, "known", b.Names(), []string{"Anna Maria", "Ben"})
		same(t, "this evening", told(b.Evening(results.Game{})), []string{"08:00 mito 1 Anna Maria 0! 2 Ben 21 3 21"})
		same(t, "what was told before", told(before), []string{"08:00 mito 1 Anna Maria 0! 2 21 3 21"})

		if err := b.SetName(0, "Nobody"); err == nil {
			t.Error("there is no seat 0")
		}

		time.Sleep(6*time.Hour - time.Second)
		same(t, "seated the next day", seated(b), map[games.Seat]string{})
		same(t, "the next day", b.Evening(results.Game{}), nil)
		same(t, "known", b.Names(), []string{"Anna Maria", "Ben"})
	})
}

func TestABookOfGamesThatDoNotCount(t *testing.T) {
	s := newShelf(t)
	synctest.Test(t, func(t *testing.T) {
		now := func() string { return results.MomentOf(time.Now()).Time.Format("2006-01-02T15-04-05") }
		b := open(s)
		defer func() { b.Close() }()
		counts := func(path string, counts bool) {
			t.Helper()
			check(t, b.SetCounts(path, counts))
			same(t, "it counts", results.Counts(path), counts)
			synctest.Wait()
		}
		name := now() + "-mito"
		counts(filepath.Join(s.folder, name+".open.jsonl"), false) // it is on
		time.Sleep(time.Hour)
		path := filepath.Join(s.folder, name+".jsonl")
		s.write(name+".jsonl", string(gametest.Journal(firstWins)))
		b.Ended(path)
		synctest.Wait()
		same(t, "this evening", told(b.Evening(results.Game{})), []string{"00:00 mito 1 0! 2 3 3 5 uncounted"})
		same(t, "all time", b.AllTime(), nil)
		b.Close()
		b = open(s)
		synctest.Wait()
		same(t, "after a restart", told(b.Evening(results.Game{})), []string{"00:00 mito 1 0! 2 3 3 5 uncounted"})

		counts(path, true)
		same(t, "taken back", ranked(b.Evening(results.Game{})), []string{"mito: seat 1 won 1 of 1, 0 points",
			"mito: seat 2 won 0 of 1, 3 points", "mito: seat 3 won 0 of 1, 5 points"})

		check(t, results.SetCounts(path, false))
		b.Ended(s.put(now(), levelWin))
		synctest.Wait()
		same(t, "what another program has marked", told(b.Evening(results.Game{})),
			[]string{"00:00 mito 1 0! 2 3 3 5 uncounted", "01:00 mito 1 0! 2 21 3 21"})

		time.Sleep(7 * time.Hour)
		counts(path, true)
		same(t, "the evening is over", b.Evening(results.Game{}), nil)
	})
}

// A club is told of a game while its result is still on the table, and once.
func TestTheNewestGameMayStillBeOnTheTable(t *testing.T) {
	s := newShelf(t)
	synctest.Test(t, func(t *testing.T) {
		b := open(s)
		defer b.Close()
		name := results.MomentOf(time.Now()).Time.Format("2006-01-02T15-04-05") + "-mito"
		whole := string(gametest.Journal(firstWins))
		s.write(name+journal.OpenEnd, whole[:strings.LastIndex(strings.TrimSpace(whole), "\n")+1])
		shown := filepath.Join(s.folder, name+journal.OpenEnd)
		same(t, "it is not over", b.Newest(9, shown), nil)

		s.write(name+journal.OpenEnd, whole)
		over := []string{"00:00 mito 1 0! 2 3 3 5"}
		same(t, "it is over", told(b.Newest(9, shown)), over)
		same(t, "nobody says so", b.Newest(9, ""), nil)

		s.write(name+journal.OverEnd, whole)
		b.Ended(filepath.Join(s.folder, name+journal.OverEnd))
		synctest.Wait()
		same(t, "it was put away meanwhile", told(b.Newest(9, shown)), over)
	})
}

func TestABookIsAskedByMany(t *testing.T) {
	s := newShelf(t)
	var changes atomic.Int32
	b := results.Open(s.folder, book(), wall, func(error) {}, func() { changes.Add(1) })
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for j := range 10 {
				b.Look()
				b.Evening(results.Game{})
				b.AllTime()
				seated(b)
				if err := b.SetName(games.Seat(i+1), fmt.Sprint("player ", i*10+j)); err != nil {
					t.Error(err)
				}
				b.Names()
			}
		})
	}
	all.Wait()
	b.Close()
	same(t, "changes, by names and looks", changes.Load(), 80)
	same(t, "known", len(b.Names()), 40)
	same(t, "lines", strings.Count(s.text("names.jsonl"), "\n"), 40)
}

func TestAFolderThatCannotBeReadIsReadWithTheNextGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := shelf{t, filepath.Join(t.TempDir(), "journals")}
		check(t, os.WriteFile(s.folder, nil, 0o600))
		var reported error
		b := results.Open(s.folder, book(), wall, func(err error) { reported = err }, func() {})
		defer b.Close()
		b.Look()
		if synctest.Wait(); reported == nil {
			t.Error("nobody is told")
		}
		if err := b.SetName(1, "Anna"); err == nil || len(b.Names()) > 0 {
			t.Errorf("a name is known that was not written: %v, %v", b.Names(), err)
		}
		if _, _, err := results.Read(s.folder, book(), wall); err == nil {
			t.Error("read what is no folder")
		}
		check(t, errors.Join(os.Remove(s.folder), os.Mkdir(s.folder, 0o700)))
		s.put("1999-12-31T20-15-00", firstWins)
		b.Ended(s.put("1999-12-31T21-15-00", firstWins))
		if synctest.Wait(); reported != nil {
			t.Error(reported)
		}
		same(t, "all time", b.AllTime(), standings(s))
	})
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check ends a test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
