package club_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/games"
	"arbitre/games/results"
)

// start is when the first game of most tests began.
var start = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

// inMemory returns a folder in memory until the test ends, for each change of a club's file is synced.
func inMemory(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp(cmp.Or(os.Getenv("TMPDIR"), "/dev/shm"), "club")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// open opens the club of a folder until the test ends.
func open(t *testing.T, folder string) *club.Club {
	t.Helper()
	return must(club.Open(folder, func(err error) { t.Error(err) }))
}

// game returns a game of an hour with a name at each seat, the first of whom has won.
func game(id string, began time.Time, names ...string) results.Game {
	g := results.Game{
		ID: id, Journal: began.Format("2006-01-02T15-04-05-") + "mito-over.jsonl", Began: results.MomentOf(began),
		Lasted: time.Hour, Game: "mito", Over: true,
	}
	for i, name := range names {
		g.Places = append(g.Places, results.Place{Seat: games.Seat(i + 1), Name: name, Total: i, Won: i == 0})
	}
	return g
}

// add has the club keep games.
func add(t testing.TB, c *club.Club, table string, list ...results.Game) {
	t.Helper()
	check(t, c.Add(table, list))
}

// told returns each game in a line: its table, its id, its players, and whether it counts.
func told(list []club.Game) (lines []string) {
	for _, g := range list {
		line := g.Table + " " + g.ID
		for _, p := range g.Places {
			line += " " + p.Name
		}
		if g.Uncounted {
			line += " uncounted"
		}
		lines = append(lines, line)
	}
	return lines
}

// same fails if two lists differ.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

// imports has the club take in the journals of a table.
func imports(c *club.Club, table string, list ...results.Game) club.Imported {
	return must(c.Import(table, list))
}

func TestAGameCountsOnceByItsID(t *testing.T) {
	folder := inMemory(t)
	c, other := open(t, folder), open(t, folder)
	first, second := game("01", start, "Anna", "Ben"), game("02", start.Add(time.Hour), "Anna", "Cleo")
	add(t, c, "kitchen", second)
	add(t, c, "kitchen", first, second)
	if c.Add("garden", []results.Game{game("01", start, "Mallory")}) == nil {
		t.Error("another table's game is taken in")
	}
	want := []string{"kitchen 01 Anna Ben", "kitchen 02 Anna Cleo"}
	same(t, "a game is that of the first table that told of it", told(c.Games()), want)

	second.Uncounted = true
	first = game("01", start, "Anna", "Bernd")
	add(t, c, "kitchen", first, second)
	want = []string{"kitchen 01 Anna Bernd", "kitchen 02 Anna Cleo uncounted"}
	same(t, "a changed game replaces itself", told(c.Games()), want)
	other.Add("garden", []results.Game{game("02", start, "Mallory")}) // it has read the file before
	same(t, "another program", told(open(t, folder).Games()), want)
}

// A guest may tell a result of a game before its table does. What its journal says is right.
func TestWhatIsImportedWins(t *testing.T) {
	c := open(t, inMemory(t))
	genuine, other := game(id(1), start, "Anna", "Ben"), game(id(2), start.Add(time.Hour), "Cleo")
	add(t, c, "garden", game(id(1), start, "Mallory"), other)
	for _, tt := range []struct {
		table string
		list  []results.Game
		want  club.Imported
	}{
		{"kitchen", []results.Game{genuine}, club.Imported{Corrected: 1}},
		{"kitchen", []results.Game{genuine}, club.Imported{}},
		{"", []results.Game{genuine, other, game(id(3), start.Add(2*time.Hour), "Dan")}, club.Imported{New: 1}},
	} {
		if got := imports(c, tt.table, tt.list...); got != tt.want {
			t.Errorf("it has done %+v, want %+v", got, tt.want)
		}
	}
	for _, table := range []string{"garden", "kitchen"} {
		c.Add(table, []results.Game{game(id(1), start, "Mallory")})
	}
	same(t, "games", told(c.Games()), []string{"kitchen " + id(1) + " Anna Ben", "garden " + id(2) + " Cleo", " " + id(3) + " Dan"})
	changed := game(id(3), start.Add(2*time.Hour), "Dora")
	if got := imports(c, "attic", changed); got.Corrected != 1 {
		t.Errorf("a second import has done %+v", got)
	}
	same(t, "of two imports the last one counts", told(c.Games())[2:], []string{"attic " + id(3) + " Dora"})
}

func TestTheOrganiserSaysWhatCounts(t *testing.T) {
	c := open(t, inMemory(t))
	g := game("01", start, "Anna")
	add(t, c, "kitchen", g)
	check(t, c.SetCounted("01", false))
	g.Lasted++
	changed := c.Changed()
	add(t, c, "kitchen", g)
	<-changed
	changed = c.Changed()
	must(0, c.SetCounted("01", true))
	must(0, c.SetCounted("01", false))
	<-changed
	same(t, "whatever the table says", told(c.Games()), []string{"kitchen 01 Anna uncounted"})
}

func TestWhatAnotherProgramImportsIsSeen(t *testing.T) {
	folder := inMemory(t)
	c := open(t, folder)
	changed := c.Changed()
	other := open(t, folder)
	add(t, other, "", game("01", start, "Anna"))
	check(t, c.Keep())
	<-changed
	same(t, "imported", told(c.Games()), []string{" 01 Anna"})

	add(t, c, "kitchen", game("02", start, "Ben"))
	changed = c.Changed()
	must(0, c.Keep())
	select {
	case <-changed:
		t.Error("what it has written itself wakes those who watch again")
	default:
	}
	add(t, other, "", game("03", start, "Cleo"))
	must(0, c.SetCounted("02", false)) // which is written after the other's
	must(0, c.Keep())
	same(t, "of both", told(c.Games()), []string{" 01 Anna", "kitchen 02 Ben uncounted", " 03 Cleo"})
}

func TestAnEveningIsThatOfAllTables(t *testing.T) {
	c := open(t, inMemory(t))
	at := func(hours time.Duration) time.Time { return start.Add(hours * time.Hour) }
	add(t, c, "kitchen", game("01", at(0)), game("03", at(10)), game("04", at(18)))
	add(t, c, "garden", game("02", at(5)))
	for hours, want := range map[time.Duration]string{
		0: "[01]", 5: "[01 02]", 10: "[01 02 03]", 16: "[01 02 03]", 17: "[]", 18: "[04]", 24: "[04]", 25: "[]",
	} {
		ids := []string{}
		for _, g := range c.Evening(at(hours)) {
			ids = append(ids, g.ID)
		}
		if got := fmt.Sprint(ids); got != want {
			t.Errorf("after %d hours it has %s, want %s", hours, got, want)
		}
	}
}

// An evening without end is divided after a day, and a long game is no pause.
func TestAnEveningHasADay(t *testing.T) {
	c := open(t, inMemory(t))
	at := func(hours int) time.Time { return start.Add(time.Duration(hours) * time.Hour) }
	for n := range 7 {
		add(t, c, "kitchen", game(id(6*n), at(6*n)))
	}
	long := game(id(100), at(100))
	long.Lasted = 9 * time.Hour
	add(t, c, "kitchen", long, game(id(101), at(101)), game(id(99), at(101)), game(id(114), at(114)), game(id(43), at(43)))
	for hours, want := range map[int][2]string{ // first and last
		20: {id(0), id(18)}, 23: {id(0), id(18)}, 24: {id(24), id(24)}, 36: {id(24), id(36)}, 43: {id(43), id(43)}, 101: {id(100), id(101)}, 114: {id(100), id(114)},
	} {
		var list []string
		for _, g := range c.Evening(at(hours)) {
			list = append(list, g.ID)
		}
		if got := [2]string{list[0], list[len(list)-1]}; got != want {
			t.Errorf("after %d hours the evening has %v, want %v", hours, list, want)
		}
	}
}

func TestWhoIsWhoIsAskedOnce(t *testing.T) {
	folder := inMemory(t)
	c := open(t, folder)
	add(t, c, "kitchen", game("01", start, "Anna", "Ben", ""), game("00", start, "Anna"))
	imports(c, "", game("04", start.Add(time.Minute), "Ben"))
	add(t, c, "garden", game("02", start.Add(time.Hour), "anna", "Ben", "Ana", ""))
	add(t, c, "attic", game("05", start.Add(-time.Hour), "Ana (guest)"))
	add(t, c, "cellar", game("06", start.Add(-time.Hour), "Ana (guest)"))
	asked := func() (names []string) {
		for _, q := range c.Questions() {
			names = append(names, fmt.Sprint(q.Name, q.Tables))
		}
		return names
	}
	same(t, "names at several tables are asked about, and not seats without one", asked(),
		[]string{"Ana (guest)[attic cellar]", "anna[garden kitchen]", "Ben[garden kitchen]"})
	must(c.Forget("attic", "cellar"))
	same(t, "until then they are one person, as spelled last", told(c.Games()),
		[]string{"kitchen 00 anna", "kitchen 01 anna Ben ", " 04 Ben", "garden 02 anna Ben Ana "})
	if err := c.Answer(" ", "Anna"); !errors.Is(err, club.ErrNameless) {
		t.Errorf("a name without letters is Anna: %v", err)
	}
	if err := c.SetPresent("\u00a0", true, start); !errors.Is(err, club.ErrNameless) {
		t.Errorf("somebody without a name is here: %v", err)
	}
	for name, person := range map[string]string{"anna": "Anna", "Ana": "Anna", "Ben": ""} {
		check(t, c.Answer(name, person))
	}
	add(t, c, "attic", game("03", start.Add(2*time.Hour), "Anna", "Ben"))
	same(t, "nothing is asked twice", asked(), nil)
	want := []string{
		"kitchen 00 Anna", "kitchen 01 Anna Ben (kitchen) ", " 04 Ben", "garden 02 Anna Ben (garden) Anna ", "attic 03 Anna Ben (attic)",
	}
	same(t, "one is one, and several are several", told(c.Games()), want)
	must(0, c.Answer("Ana", "Ana"))
	if got := told(c.Games())[3]; got != "garden 02 Anna Ben (garden) Ana " {
		t.Errorf("once an answer is taken back there is %s", got)
	}
	must(0, c.Answer("Ana", "Anna"))
	same(t, "everyone, the last one first", c.People(),
		[]string{"Anna", "Ben (attic)", "Ben (garden)", "Ben", "Ben (kitchen)"})
	same(t, "another start", told(open(t, folder).Games()), want)
}

// Anna of the kitchen is another than Anna of the hall. Whoever the draw sends to another table says
// her name there as ever, and is still herself; no name is split twice.
func TestWhoIsDrawnToAnotherTableIsTheSame(t *testing.T) {
	folder := inMemory(t)
	c := open(t, folder)
	at := func(minutes time.Duration) time.Time { return start.Add(minutes * time.Minute) }
	round := func(when time.Time, kitchen, hall string) {
		must(0, c.AddRound(club.Round{Tables: []club.Seating{{Name: "Kitchen", Players: []string{kitchen, "Ben"}},
			{Name: "Hall", Players: []string{hall, "Cleo"}}}}, when))
	}
	must(0, c.NameTable("Kitchen"))
	must(0, c.NameTable("Hall"))
	add(t, c, "kitchen", game("01", at(0), "Anna", "Ben"))
	add(t, c, "hall", game("02", at(1), "Anna", "Cleo"))
	must(0, c.Answer("Anna", ""))
	round(at(70), "Anna (Hall)", "Anna (Kitchen)")
	add(t, c, "hall", game("03", at(75), "anna", "Cleo"))
	add(t, c, "kitchen", game("04", at(76), "Anna", "Ben"))
	round(at(140), "Dan", "Anna (Kitchen)")
	round(at(141), "Anna (Kitchen)", "Eve")
	must(0, c.TakeBack(3, at(142)))
	add(t, c, "hall", game("05", at(145), "Anna (Kitchen)", "Cleo"))
	add(t, c, "kitchen", game("06", at(146), "Anna (Kitchen)", "Anna"))
	add(t, c, "garden", game("07", at(147), "Anna", "Ben"))
	add(t, c, "hall", game("08", at(24*60), "Anna", "Cleo"))
	want := []string{"Kitchen 01 Anna (Kitchen) Ben", "Hall 02 Anna (Hall) Cleo", "Hall 03 Anna (Kitchen) Cleo",
		"Kitchen 04 Anna (Hall) Ben", "Hall 05 Anna (Kitchen) Cleo", "Kitchen 06 Anna (Kitchen) Anna (Kitchen)",
		"garden 07 Anna (garden) Ben", "Hall 08 Anna (Hall) Cleo"}
	same(t, "games", told(c.Games()), want)
	same(t, "after another start, and the next evening", told(open(t, folder).Games()), want)
	for _, q := range c.Questions() {
		if q.Name == "Anna (Kitchen)" {
			t.Errorf("it is asked about %+v", q)
		}
	}
	must(0, c.Answer("Anna (Kitchen)", "")) // by a page that is older
	same(t, "a split name never splits again", told(c.Games()), want)
	must(0, c.Answer("Anna (Kitchen)", "Anna Meier"))
	if got := told(c.Games())[0]; got != "Kitchen 01 Anna Meier Ben" {
		t.Errorf("with a better name: %s", got)
	}
}

// Of several who are drawn to a table each is himself, until another round sends none of them there.
func TestOfSeveralWhoAreDrawnEachIsTheSame(t *testing.T) {
	c := open(t, inMemory(t))
	at := func(minutes time.Duration) time.Time { return start.Add(minutes * time.Minute) }
	drawn := func(when time.Time, players ...string) {
		must(0, c.AddRound(club.Round{Tables: []club.Seating{{Name: "Hall", Players: players}}}, when))
	}
	add(t, c, "kitchen", game("01", at(0), "Anna", "Ben"))
	add(t, c, "hall", game("02", at(1), "Anna", "Ben"))
	must(0, errors.Join(c.Answer("Anna", ""), c.Answer("Ben", "")))
	drawn(at(60), "Anna (kitchen)", "Ben (kitchen)", "Cleo")
	add(t, c, "hall", game("03", at(60), "Ben", "Anna", "Cleo"))
	drawn(at(120), "Cleo", "Dan")
	add(t, c, "hall", game("04", at(121), "Anna", "Dan"))
	same(t, "games", told(c.Games())[2:], []string{"hall 03 Ben (kitchen) Anna (kitchen) Cleo", "hall 04 Anna (hall) Dan"})
}

func TestTheOrganisersWordHoldsForAnEvening(t *testing.T) {
	folder := inMemory(t)
	c := open(t, folder)
	must := func(err error) { must(0, err) }
	hour := func(n time.Duration) time.Time { return start.Add(n * time.Hour) }
	seat := func(names ...string) club.Round {
		kitchen := club.Seating{Name: "Kitchen", Game: "mito", Players: names}
		return club.Round{Tables: []club.Seating{kitchen}, Out: []string{"Dan"}}
	}
	must(c.SetPresent("Anna", true, hour(0)))
	must(c.SetPresent("Ben", true, hour(0)))
	must(c.AddRound(seat("Anna", "Ben"), hour(1)))
	must(c.SetPresent("Ben", false, hour(2)))
	must(c.AddRound(seat("Anna"), hour(2)))
	c = open(t, folder)
	seen := func(now time.Time) (words []string) {
		words = c.Present(now)
		for i, r := range c.Rounds(now) {
			words = append(words, fmt.Sprint(i+1, " ", r.Tables, " ", r.Out))
		}
		return words
	}
	same(t, "that evening", seen(hour(6)), []string{"Anna", "1 [{Kitchen mito [Anna Ben] 0 0}] [Dan]",
		"2 [{Kitchen mito [Anna] 0 0}] [Dan]"})
	must(c.Answer("ANNA", "Ben"))
	same(t, "a name is another's", seen(hour(6)), []string{"Ben", "1 [{Kitchen mito [Ben] 0 0}] [Dan]",
		"2 [{Kitchen mito [Ben] 0 0}] [Dan]"})
	must(c.SetPresent("Anna", true, hour(6)))
	must(c.SetPresent("Ben", false, hour(6)))
	same(t, "who has gone is here under no other name", c.Present(hour(6)), nil)
	must(c.Answer("Anna", "Anna"))
	must(c.SetPresent("Anna", true, hour(6)))
	must(c.TakeBack(2, hour(6)))
	same(t, "the last round was a mistake", seen(hour(6)), []string{"Anna", "1 [{Kitchen mito [Anna Ben] 0 0}] [Dan]"})
	must(c.TakeBack(2, hour(6)))
	must(c.TakeBack(0, hour(6)))
	same(t, "a round that is not the last stays", seen(hour(6)), []string{"Anna", "1 [{Kitchen mito [Anna Ben] 0 0}] [Dan]"})
	must(c.TakeBack(1, hour(6)))
	same(t, "a round alone is the last", seen(hour(6)), []string{"Anna"})
	if len(seen(hour(18).Add(-1))) == 0 || len(seen(hour(18))) != 0 {
		t.Error("the evening does not end twelve hours after the last word")
	}
	same(t, "the next day", seen(hour(22)), nil)
	must(c.SetPresent("Cleo", true, hour(24)))
	same(t, "the next evening", seen(hour(24)), []string{"Cleo"})

	add(t, c, "kitchen", game("01", start, "Maximiliana von und zu Auersp."))
	must(c.Answer("Maximiliana von und zu Auersp.", ""))
	must(c.SetPresent(c.People()[0], true, hour(48)))
	same(t, "a name that the club has made longer", seen(hour(48)),
		[]string{"Maximiliana von und zu Auersp. (kitchen)"})
	must(c.Answer("Max", c.People()[0]))
	same(t, "which another name may stand for", c.Present(hour(48)), []string{"Maximiliana von und zu Auersp. (kitchen)"})
	add(t, c, "hall", game("02", start.Add(time.Hour), "Max"))
	same(t, "games", told(c.Games())[1:], []string{"hall 02 Maximiliana von und zu Auersp. (kitchen)"})
}

func TestTheSecretStaysTheSame(t *testing.T) {
	t.Chdir(t.TempDir())
	c := open(t, "club")
	first, err := c.Secret()
	again, wrong := open(t, "./club").Secret()
	if err != nil || wrong != nil || len(first) < 20 || first != again {
		t.Errorf("%q, %v, then %q, %v", first, err, again, wrong)
	}
	for path, want := range map[string]os.FileMode{"club": os.ModeDir | 0o700, "club/club.db": 0o600} {
		if info := must(os.Stat(path)); info.Mode() != want {
			t.Errorf("%s, which has a secret, has mode %v", path, info.Mode())
		}
	}
}

func TestSeveralProgramsMayWriteTheFile(t *testing.T) {
	folder := inMemory(t)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			c, id := open(t, folder), fmt.Sprint(i)
			add(t, c, "kitchen", game(id, start))
			if err := c.SetCounted(id, false); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	same(t, "what all have written", told(open(t, folder).Games()), []string{"kitchen 0 uncounted",
		"kitchen 1 uncounted", "kitchen 2 uncounted", "kitchen 3 uncounted"})
}
