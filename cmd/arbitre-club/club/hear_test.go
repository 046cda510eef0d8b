package club_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt"
	"arbitre/display/mqtt/address"
	"arbitre/games"
	"arbitre/games/results"

	"pgregory.net/rapid"
)

// A hall is a club that hears without a broker, and what it reports.
type hall struct {
	testing.TB
	*club.Club
	folder   string
	mu       sync.Mutex
	reported []string
}

func newHall(t testing.TB) *hall {
	t.Helper()
	h := &hall{TB: t, folder: inMemory(t)}
	h.Club = must(club.Open(h.folder, func(err error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.reported = append(h.reported, err.Error())
		h.Tell()
	}))
	return h
}

// says has a table publish a value, or text as it stands.
func (h *hall) says(table string, suffix mqtt.Suffix, what any) {
	h.Helper()
	payload, err := json.Marshal(what)
	if text, plain := what.(string); plain {
		payload, err = []byte(text), nil
	}
	if err != nil {
		h.Fatal(err)
	}
	h.Hear(mqtt.Topic{Prefix: "arbitre", Table: table, Suffix: suffix}, payload)
}

// keep has the club keep what it was told.
func (h *hall) keep() {
	h.Helper()
	check(h, h.Keep())
}

// id returns the nth id of a game.
func id(n int) string { return fmt.Sprintf("%016x", n) }

// kitchen is what a table says in the midst of a game.
func kitchen() mqtt.State {
	return mqtt.State{
		Table: "Küche 👩‍🔬", Game: &mqtt.Game{ID: id(1), Kind: "mito", Name: "Mito"}, Round: 1, Rounds: 3,
		Turn: []games.Seat{2}, Headline: "Anna’s turn\nto\u00a0play\u202f!",
		Places: []mqtt.Place{{Seat: 1, Name: "Anna", Total: 2}, {Seat: 2, Total: -1}},
	}
}

func TestTheNewestStateOfEachTableIsShown(t *testing.T) {
	h := newHall(t)
	h.says("kitchen", mqtt.Status, "online")
	h.says("kitchen", mqtt.StateSuffix, kitchen())
	h.says("attic", mqtt.StateSuffix, mqtt.State{Table: "Attic"})
	changed := h.Changed()
	h.says("kitchen", mqtt.Status, "offline")
	<-changed
	all := h.Tables()
	if len(all) != 2 || all[0].State.Table != "Attic" || all[1].Online || all[1].State.Places[0].Name != "Anna" {
		t.Errorf("got %+v", all)
	}
	h.says("kitchen", mqtt.StateSuffix, "")
	if s := h.Tables()[1].State; s.Game != nil {
		t.Errorf("after its state was cleared the table says %+v", s)
	}
	h.says("ghost", mqtt.StateSuffix, "")
	h.says("attic", mqtt.Status, "Online")
	if all := h.Tables(); len(all) != 2 || all[0].Online {
		t.Errorf("a table that clears what it never said is there, or one is connected that has not said so: %+v", all)
	}
	same(t, "reported", h.reported, nil)
}

func TestResultsAreKeptHoweverOftenTheyAreTold(t *testing.T) {
	h := newHall(t)
	first, second := game(id(1), start, "Anna"), game(id(2), start.Add(time.Hour), "Ben")
	for range 3 {
		h.says("kitchen", mqtt.GamesSuffix, mqtt.Games{first})
		h.says("kitchen", mqtt.GamesSuffix, mqtt.Games{first, game("no id", start, "Mallory"), game("nor this", start, "Mallory"), second})
		h.keep()
	}
	same(t, "games", told(h.Games()), []string{"kitchen " + id(1) + " Anna", "kitchen " + id(2) + " Ben"})
	if len(h.reported) != 1 || !strings.Contains(h.reported[0], `game "no id": `) {
		t.Errorf("of games without an id it reports %q", h.reported)
	}
	changed := h.Changed()
	h.says("kitchen", mqtt.GamesSuffix, mqtt.Games{first, second})
	h.keep()
	select {
	case <-changed:
		t.Error("nothing new woke those who watch")
	default:
	}
}

func TestTablesAreCalledAsTheyCallThemselves(t *testing.T) {
	h := newHall(t)
	for i, table := range []string{"grosse-kuche", "kitchen", "attic"} {
		h.says(table, mqtt.GamesSuffix, mqtt.Games{game(id(i), start, "Anna")})
	}
	h.says("grosse-kuche", mqtt.StateSuffix, mqtt.State{Table: "Große Küche"})
	h.says("kitchen", mqtt.StateSuffix, mqtt.State{Table: "Große Küche"}) // which is another's name
	h.says("attic", mqtt.StateSuffix, mqtt.State{Table: "attic"})
	h.keep()
	same(t, "games", told(h.Games()), []string{
		"Große Küche " + id(0) + " Anna", "kitchen " + id(1) + " Anna", "attic " + id(2) + " Anna"})
	same(t, "asked", h.Questions()[0].Tables, []string{"Große Küche", "attic", "kitchen"})
	changed := h.Changed()
	h.keep()
	select {
	case <-changed:
		t.Error("nothing new woke those who watch")
	default:
	}
	h.says("grosse-kuche", mqtt.StateSuffix, "")
	h.keep()
	h.says("attic", mqtt.StateSuffix, mqtt.State{Table: "Attic"}) // which is all that is new
	h.keep()
	if got := h.Games()[2].Table; got != "Attic" {
		t.Errorf("once it says its name the table is %q", got)
	}
	must(0, h.NameTable("KITCHEN"))
	if got := h.Games()[1].Table; got != "KITCHEN" {
		t.Errorf("once the organiser has named it the table is %q", got)
	}
	if got := h.Games()[0].Table; got != "Große Küche" {
		t.Errorf("once its state was cleared the table is %q", got)
	}
}

// Thirty-two places are no crowd, thirty letters no long name, and a year no long game.
func TestTheMostOfEachIsTakenIn(t *testing.T) {
	h := newHall(t)
	state, g := kitchen(), game(id(1), start, strings.Fields(strings.Repeat("Anna ", 31))...)
	g.Places = append(g.Places, results.Place{Seat: 16, Name: strings.Repeat("a", 30)})
	g.Lasted = 366 * 24 * time.Hour
	short := game(id(2), start, "Anna")
	short.Lasted = 0
	short.Journal += strings.Repeat("x", 4<<10-len(must(json.Marshal(short))))
	for range 14 {
		state.Places, state.Turn = append(state.Places, mqtt.Place{Seat: 3}), append(state.Turn, 3)
	}
	state.Turn = append(state.Turn, 4)
	h.says("kitchen", mqtt.StateSuffix, state)
	h.says("kitchen", mqtt.GamesSuffix, mqtt.Games{g, short})
	h.keep()
	if n := len(h.Tables()[0].State.Places); n != 16 || len(h.Games()) != 2 || len(h.reported) != 0 {
		t.Errorf("a state of %d, %d games; reported %q", n, len(h.Games()), h.reported)
	}
}

func TestRubbishIsReportedOnceATableAndCostsOthersNothing(t *testing.T) {
	h := newHall(t)
	h.says("kitchen", mqtt.StateSuffix, kitchen())
	wrong := func(change func(*results.Game)) mqtt.Games {
		g := game(id(9), start, "Mallory", "Mallet")
		change(&g)
		return mqtt.Games{g}
	}
	const game = `{"table":"Mallory","game":{},`
	long := strings.Repeat("a", 256<<10)
	crowd, crowded := strings.Repeat("{},", 32), make([]results.Place, 33)
	caesar := time.Date(-44, 3, 15, 0, 0, 0, 0, time.UTC)
	for what, said := range map[string]struct {
		suffix mqtt.Suffix
		what   any
	}{
		"no JSON":                     {mqtt.StateSuffix, "<xml/>"},
		"two values":                  {mqtt.StateSuffix, "{}{}"},
		"a long state":                {mqtt.StateSuffix, `{"headline":"` + long[:20_000] + `"}`},
		"a game without places":       {mqtt.StateSuffix, game + `"turn":[]}`},
		"a game without a turn":       {mqtt.StateSuffix, game + `"places":[]}`},
		"a state of a crowd":          {mqtt.StateSuffix, game + `"turn":[],"places":[` + crowd + `{}]}`},
		"a turn of a crowd":           {mqtt.StateSuffix, `{"turn":[` + strings.Repeat("1,", 32) + `1]}`},
		"a long list":                 {mqtt.GamesSuffix, "[" + strings.Repeat(" ", 256<<10) + "]"},
		"a game as a text":            {mqtt.GamesSuffix, `["mito"]`},
		"a long game":                 {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Journal = long[:4_000] })},
		"a game of a crowd":           {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Places = crowded })},
		"a game of Caesar's":          {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Began.Time = caesar })},
		"an id of fifteen digits":     {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.ID = id(9)[1:] })},
		"an id of eighteen digits":    {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.ID = "00" + id(9) })},
		"a game of less than no time": {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Lasted = -1 })},
		"a game of more than a year":  {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Lasted = 366*24*time.Hour + 1 })},
		"a game of centuries":         {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Lasted = 1 << 62 })},
		"a player with a long name":   {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Places[0].Name = long[:31] })},
		"a bot with a name":           {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Places[0].Bot = true })},
		"a name behind a blank":       {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Places[0].Name = " Anna" })},
		"a name with a blank letter":  {mqtt.GamesSuffix, wrong(func(g *results.Game) { g.Places[0].Name = "A\u3164" })},
	} {
		table := "mallory-" + address.Slug(what)
		for range 3 {
			h.says(table, said.suffix, said.what)
			h.keep()
		}
		if len(h.reported) != 1 || !strings.HasPrefix(h.reported[0], "table "+table+": ") {
			t.Errorf("%s: reported %q", what, h.reported)
		}
		h.reported = nil
	}
	for _, m := range h.Tables() {
		if (m.Name == "kitchen") != (m.State.Game != nil) {
			t.Errorf("got %+v", m)
		}
	}
	same(t, "games", told(h.Games()), nil)
	h = newHall(t)
	h.Limits().Tables = 3
	for i := range 5 {
		h.says(fmt.Sprint("mallory-", i), mqtt.StateSuffix, "<xml/>")
	}
	if n := len(h.reported); n != 3 {
		t.Errorf("of five tables where three are the most, %d are reported", n)
	}
}

// The id of a game that is on is public. Its result is told by the table that plays it, whoever is
// first, and after another start of the club, too.
func TestAResultIsThatOfTheTableThatPlays(t *testing.T) {
	folder := inMemory(t)
	begin := func() *hall { return &hall{TB: t, Club: open(t, folder)} }
	h := begin()
	state := kitchen() // which plays the first game
	h.says("kitchen", mqtt.StateSuffix, state)
	h.says("garden", mqtt.StateSuffix, state)
	h.keep()
	h = &hall{TB: t}
	h.Club = must(club.Open(folder, func(err error) { h.reported = append(h.reported, err.Error()) }))
	h.carries("127.0.0.1:0", club.Entry{})
	h.says("garden", mqtt.GamesSuffix, mqtt.Games{game(id(1), start, "Mallory"), game(id(2), start.Add(time.Hour), "Gardener")})
	h.keep()
	h.says("kitchen", mqtt.GamesSuffix, mqtt.Games{game(id(1), start, "Anna")})
	h.says("garden", mqtt.StateSuffix, state) // which takes it away no more
	h.keep()
	h.says("garden", mqtt.GamesSuffix, mqtt.Games{game(id(1), start, "Mallory")})
	h.keep()
	same(t, "games", told(h.Games()), []string{"kitchen " + id(1) + " Anna", "garden " + id(2) + " Gardener"})
	same(t, "reported", h.reported, []string{
		"table garden: something it says is left out, now and later: a game is another table's"})
}

// Whatever guests tell of games that they have heard of, and in whatever order, each game of a table is
// as its table told it, or as its journal has it once that is imported.
func TestGuestsDecideNothing(t *testing.T) {
	tables := []string{"kitchen", "hall"}
	rapid.Check(t, func(r *rapid.T) {
		c := must(club.Open(inMemory(t), func(error) {}))
		h := &hall{TB: t, Club: c}
		genuine := map[string]string{} // who has won each game, by its table and id
		r.Repeat(map[string]func(*rapid.T){
			"a table begins, and tells the result": func(r *rapid.T) {
				table, n := rapid.SampledFrom(tables).Draw(r, "table"), len(genuine)+1
				state := kitchen()
				state.Game.ID = id(n)
				h.says(table, mqtt.StateSuffix, state)
				guest(r, h, n)
				h.says(table, mqtt.GamesSuffix, mqtt.Games{game(id(n), start, "Anna")})
				h.keep()
				genuine[table+" "+id(n)] = "Anna"
			},
			"a guest": func(r *rapid.T) { guest(r, h, rapid.IntRange(0, len(genuine)).Draw(r, "game")) },
			"a journal is imported, perhaps of a game that began before the club did": func(r *rapid.T) {
				table, n := rapid.SampledFrom(tables).Draw(r, "table"), len(genuine)+1
				if rapid.Bool().Draw(r, "of a game that was told") && n > 1 {
					of := rapid.SampledFrom(slices.Sorted(maps.Keys(genuine))).Draw(r, "game")
					fmt.Sscanf(of, "%s %x", &table, &n)
				}
				guest(r, h, n)
				must(c.Import(table, []results.Game{game(id(n), start, "Ben")}))
				genuine[table+" "+id(n)] = "Ben"
			},
			"": func(r *rapid.T) {
				list := told(c.Games())
				for of, winner := range genuine {
					if !slices.Contains(list, of+" "+winner) {
						r.Fatalf("%s, which %s has won, is not among %q", of, winner, list)
					}
				}
			},
		})
	})
}

// guest has somebody at a table of his own say that he plays a game, or what has become of it.
func guest(r *rapid.T, h *hall, n int) {
	state := kitchen()
	state.Game.ID = id(n)
	if rapid.Bool().Draw(r, "says that he plays") {
		h.says("garden", mqtt.StateSuffix, state)
	}
	if rapid.Bool().Draw(r, "tells a result") {
		h.says("garden", mqtt.GamesSuffix, mqtt.Games{game(id(n), start, "Mallory")})
		h.keep()
	}
}

func TestTooManyTablesWithResultsAreNotTakenIn(t *testing.T) {
	h := newHall(t)
	h.Limits().Tables = 5
	for i := range 5 {
		table := fmt.Sprint("table-", i)
		h.says(table, mqtt.Status, "online")
		add(h.TB, h.Club, table, game(id(i), start))
	}
	h.says("hall", mqtt.Status, "online")
	if n := len(h.Tables()); n != 5 || len(h.reported) != 1 || !strings.HasPrefix(h.reported[0], "table hall") {
		t.Errorf("there are %d tables, and reports: %q", n, h.reported)
	}
}

// The table that gives way is one that is not connected, and of these the one that was not heard for
// the longest.
func TestWhichTableGivesWay(t *testing.T) {
	h := newHall(t)
	h.Limits().Tables = 4
	add(t, h.Club, "played", game(id(1), start))
	for _, table := range []string{"played", "a", "b", "c"} {
		h.says(table, mqtt.Status, mqtt.Offline)
	}
	h.says("a", mqtt.Status, mqtt.Online)
	h.says("b", mqtt.StateSuffix, kitchen())
	for _, step := range []struct{ table, left string }{{"d", "[a b d played]"}, {"e", "[a d e played]"}, {"f", "[d e f played]"},
		{"g", "[e f g played]"}} {
		h.says(step.table, mqtt.Status, mqtt.Online)
		var left []string
		for _, t := range h.Tables() {
			left = append(left, t.Name)
		}
		if fmt.Sprint(left) != step.left {
			t.Errorf("when %s comes %v are left, want %s", step.table, left, step.left)
		}
	}
}

// A table whose games were found to be another's, or which the organiser has forgotten, has played
// nothing; after another start those with results have.
func TestWhichTablesHavePlayed(t *testing.T) {
	h := newHall(t)
	for i, table := range []string{"a", "b", "c"} {
		h.says(table, mqtt.Status, mqtt.Online)
		add(t, h.Club, table, game(id(i), start), game(id(10+i), start))
	}
	imports(h.Club, "c", game(id(0), start), game(id(10), start))
	gives := func(c *club.Club, from string) {
		t.Helper()
		c.Limits().Tables = len(c.Tables())
		c.Hear(mqtt.Topic{Table: "new-" + from, Suffix: mqtt.Status}, []byte(mqtt.Online))
		for _, left := range c.Tables() {
			if left.Name == from {
				t.Errorf("%s has played nothing and stays: %+v", from, c.Tables())
			}
		}
	}
	gives(h.Club, "a")
	again := open(t, h.folder)
	for _, table := range []string{"b", "c", "d"} {
		again.Hear(mqtt.Topic{Table: table, Suffix: mqtt.Status}, []byte(mqtt.Online))
	}
	gives(again, "d")
	h.says("b", mqtt.GamesSuffix, mqtt.Games{game(id(20), start)}) // which waits to be kept
	if n := must(again.Forget("b")); n != 2 {
		t.Errorf("%d games are forgotten", n)
	}
	gives(again, "b")
	h.keep()
	for _, g := range h.Games() {
		if g.Table == "b" {
			t.Errorf("of a table that is forgotten there is %+v", g)
		}
	}
}

// Of games that wait for a slow disk no more than so much is taken in, and of a table that begins one
// after the other only the last four are its own.
func TestWhatWaitsIsBounded(t *testing.T) {
	h := newHall(t)
	h.Limits().Told = 1 << 20
	long := "[" + strings.Repeat(" ", 256<<10-2) + "]"
	for i := range 4 {
		h.says(fmt.Sprint("x", i), mqtt.GamesSuffix, long)
	}
	h.says("x0", mqtt.GamesSuffix, long) // in place of the one before
	same(t, "with as much reported", h.reported, nil)
	h.says("y", mqtt.GamesSuffix, long)
	same(t, "with more reported", h.reported, []string{"table y: something it says is left out, now and later: more than 1 MB wait to be kept"})
	h.keep()
	for n := range 5 {
		state := kitchen()
		state.Game.ID = id(n)
		h.says("kitchen", mqtt.StateSuffix, state)
	}
	for n := range 4 {
		state := kitchen()
		state.Game.ID = fmt.Sprint("no id ", n) // which counts for none
		h.says("kitchen", mqtt.StateSuffix, state)
	}
	h.says("z", mqtt.GamesSuffix, mqtt.Games{game(id(0), start, "Zoé"), game(id(1), start, "Mallory")})
	h.keep()
	same(t, "games", told(h.Games()), []string{"z " + id(0) + " Zoé"})
}

// Games that a guest invents take no more than so much, and can be taken out.
func TestInventedGamesAreBounded(t *testing.T) {
	row := len(must(json.Marshal(map[string]any{"home": "mallory", "result": game(id(1), start, "Mallory", "Mallet")})))
	for what, limit := range map[string]struct{ games, bytes, want int }{
		"by their number": {games: 30, bytes: 1 << 20, want: 30}, "by their bytes": {games: 1_000, bytes: 34 * row, want: 34},
		"by a byte": {games: 1_000, bytes: 34*row - 1, want: 33},
	} {
		t.Run(what, func(t *testing.T) {
			h := newHall(t)
			l := h.Limits()
			l.Games, l.Bytes = limit.games, limit.bytes
			for range 2 {
				var list mqtt.Games
				for n := range 100 {
					list = append(list, game(id(n), start, "Mallory", "Mallet"))
				}
				h.says("mallory", mqtt.GamesSuffix, list)
				h.keep()
			}
			if n := len(h.Games()); n != limit.want {
				t.Errorf("%d games are kept, want %d", n, limit.want)
			}
			if len(h.reported) != 1 || !strings.Contains(h.reported[0], "arbitre-club forget TABLE") {
				t.Errorf("reported %q", h.reported)
			}
			kept := len(h.Games())
			again := open(t, h.folder) // which has as many, and room for none
			*again.Limits() = *l
			if again.Add("mallory", []results.Game{game(id(101), start, "Mallory", "Mallet")}) == nil ||
				h.Add("mallory", []results.Game{game(id(101), start, "Mallory", "Mallet")}) == nil {
				t.Error("a game is taken in for which there is no room")
			}
			done, err := h.Import("kitchen", []results.Game{game(id(200), start, "Anna", "Mallory")})
			if done.Refused != 1 || err == nil {
				t.Errorf("an import says %+v, %v", done, err)
			}
			if n := must(h.Forget("mallory")); n != kept || len(h.Games()) != 0 {
				t.Errorf("%d are forgotten, and %d left", n, len(h.Games()))
			}
			add(h.TB, h.Club, "kitchen", game(id(0), start, "Anna"))
		})
	}
}

// A game that replaces itself takes no more room than it has, and leaves what it no longer takes.
func TestRoomForGamesIsCounted(t *testing.T) {
	h := newHall(t)
	h.Limits().Bytes = 5_000
	for i, step := range []struct {
		games map[int]int // bytes of names of journals, beside some 200 of each game
		taken bool
	}{
		{map[int]int{1: 3_000}, true}, {map[int]int{2: 3_000}, false}, {map[int]int{1: 0}, true}, {map[int]int{2: 3_000}, true},
		{map[int]int{3: 3_000}, false}, {map[int]int{2: 2_999}, true}, {map[int]int{2: 3_000}, true}, {map[int]int{1: 1, 2: 2_999}, true},
		{map[int]int{3: 500}, true}, {map[int]int{4: 1_000}, false}, {map[int]int{4: 500}, true}, {map[int]int{5: 400}, false},
		{map[int]int{4: 0, 5: 400}, true},
	} {
		var list []results.Game
		for _, n := range slices.Sorted(maps.Keys(step.games)) {
			g := game(id(n), start)
			g.Journal = strings.Repeat("x", step.games[n])
			list = append(list, g)
		}
		if err := h.Add("kitchen", list); (err == nil) != step.taken {
			t.Errorf("step %d, %v: %v", i, step, err)
		}
	}
}

// What is taken in can be sent to pages and read from the file again.
func FuzzWhatTablesSay(f *testing.F) {
	f.Add(must(json.Marshal(kitchen())))
	f.Add(must(json.Marshal(mqtt.Games{game(id(1), start, "Anna", "")})))
	f.Fuzz(func(t *testing.T, payload []byte) {
		var state mqtt.State
		if said, err := club.ParseState(payload); err == nil {
			if err := json.Unmarshal(must(json.Marshal(said)), &state); err != nil {
				t.Error("pages can't read the state:", err)
			}
		}
		var list mqtt.Games
		said, _ := club.ParseGames(payload)
		if err := json.Unmarshal(must(json.Marshal(said)), &list); err != nil {
			t.Error("the club can't read its games again:", err)
		}
	})
}

// BenchmarkHear measures what a state costs the club, without the network.
func BenchmarkHear(b *testing.B) {
	h := newHall(b)
	state := must(json.Marshal(kitchen()))
	for n := 0; b.Loop(); n++ {
		table := fmt.Sprint("table-", n%1000)
		h.Hear(mqtt.Topic{Table: table, Suffix: mqtt.StateSuffix}, state)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check ends a test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
