package club_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// threeGames are a game of Mito at one table, one of Motus in teams, and one that is not known here, with a bot.
func threeGames() []club.Game {
	began := results.MomentOf(time.Date(2026, 3, 14, 20, 15, 0, 0, time.UTC))
	place := func(seat games.Seat, name string, total int, won bool) results.Place {
		return results.Place{Seat: seat, Name: name, Total: total, Won: won}
	}
	team := func(team int, p results.Place) results.Place {
		p.Team = team
		return p
	}
	mito := results.Game{
		ID: "0123456789abcdef", Journal: "2026-03-14T20-15-00-mito.jsonl", Began: began, Lasted: 90 * time.Second,
		Game: "mito", Over: true,
		Places: []results.Place{place(1, "Anna", 0, true), place(3, "=1+1", 7, false), place(4, "", 7, false)},
	}
	return []club.Game{
		{Game: mito, Table: "kitchen"},
		{Game: results.Game{
			ID: "02", Journal: "02", Began: began, Game: "motus", Over: true, Uncounted: true,
			Places: []results.Place{team(1, place(1, "Anna", 50, false)), team(2, place(2, "Ben", 50, true))},
		}, Table: "-garden"},
		{Game: results.Game{ID: "03", Began: began, Game: "=bridge", Places: []results.Place{place(2, "", 1, false), {Seat: 3, Bot: true}}}},
	}
}

// written returns games in a format.
func written(t *testing.T, format string, list []club.Game) string {
	t.Helper()
	formats, out := club.Formats(all.Games()), new(strings.Builder)
	i := slices.IndexFunc(formats, func(f club.Format) bool { return f.Name == format })
	check(t, formats[i].Write(out, list))
	return out.String()
}

// agreed compares options.
var agreed = cmp.Comparer(func(a, b games.Agreed) bool { return slices.EqualFunc(a.All(), b.All(), games.Field.Equal) })

func TestATableForSpreadsheetsHasNoFormulas(t *testing.T) {
	got := written(t, "csv", threeGames())
	want := `
journal,began,seconds,game,options,over,seat,name,total,won,uncounted
kitchen/2026-03-14T20-15-00-mito.jsonl,2026-03-14T20:15:00,90.000,mito,{},true,1,Anna,0,true,false
kitchen/2026-03-14T20-15-00-mito.jsonl,2026-03-14T20:15:00,90.000,mito,{},true,3,'=1+1,7,false,false
kitchen/2026-03-14T20-15-00-mito.jsonl,2026-03-14T20:15:00,90.000,mito,{},true,4,,7,false,false
'-garden/02,2026-03-14T20:15:00,0.000,motus,{},true,1,Anna,50,false,true
'-garden/02,2026-03-14T20:15:00,0.000,motus,{},true,2,Ben,50,true,true
,2026-03-14T20:15:00,0.000,'=bridge,{},false,2,,1,false,false
,2026-03-14T20:15:00,0.000,'=bridge,{},false,3,(bot),0,false,false
`
	if diff := cmp.Diff(want, "\n"+got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestWhatIsWrittenAsJSONCanBeReadAgain(t *testing.T) {
	for _, list := range [][]club.Game{threeGames(), nil} {
		text := written(t, "json", list)
		var read []club.Game
		if err := json.Unmarshal([]byte(text), &read); err != nil || read == nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(list, read, agreed, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}

func TestPlaysForBGStats(t *testing.T) {
	if none := written(t, "bgstats", nil); strings.Contains(none, "null") {
		t.Errorf("of no games it has no lists:\n%s", none)
	}
	want := must(os.ReadFile("testdata/evening.bgsplay"))
	if diff := cmp.Diff(string(want), written(t, "bgstats", threeGames())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
