package club_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
)

// evening reads games, one a line, as "motus Anna/1=50! ?/2=0": a person, a team and a total, and
// an exclamation mark for a winner; "?" is a seat without a name, and "bot" one that the box plays. A line may end in left or
// uncounted.
func evening(t testing.TB, told string) (list []club.Game) {
	t.Helper()
	for line := range strings.Lines(strings.TrimSpace(told)) {
		line, uncounted := strings.CutSuffix(strings.TrimSpace(line), " uncounted")
		line, left := strings.CutSuffix(line, " left")
		words := strings.Fields(line)
		g := club.Game{Game: results.Game{Game: words[0], Over: !left, Uncounted: uncounted}}
		for i, word := range words[1:] {
			word, won := strings.CutSuffix(word, "!")
			who, total, _ := strings.Cut(word, "=")
			who, team, _ := strings.Cut(who, "/")
			p := results.Place{Seat: games.Seat(i + 1), Name: strings.TrimSuffix(who, "?"), Won: won}
			if p.Name == "bot" {
				p.Name, p.Bot = "", true
			}
			fmt.Sscan(team, &p.Team)
			if _, err := fmt.Sscan(total, &p.Total); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			for p.Name = range strings.SplitSeq(p.Name, "&") {
				g.Places = append(g.Places, p)
			}
		}
		list = append(list, g)
	}
	return list
}

// line returns a row as "Anna 1/3, beat 2 of 5; mito 1/2, quiz 0/1; Ben 1:0 of 2".
func line(r results.Rank) string {
	var single, met []string
	for _, game := range slices.Sorted(maps.Keys(r.Games)) {
		single = append(single, fmt.Sprintf("%s %d/%d", game, r.Games[game].Won, r.Games[game].Played))
	}
	for other, d := range r.Against {
		if other.Name != "" {
			met = append(met, fmt.Sprintf("%s %d:%d of %d", other.Name, d.Won, d.Lost, d.Played))
		}
	}
	slices.Sort(met)
	return strings.TrimSuffix(fmt.Sprintf("%s %d/%d, beat %d of %d; %s; %s", r.Name, r.Won, r.Played,
		r.Beaten, r.Met, strings.Join(single, ", "), strings.Join(met, ", ")), "; ")
}

func TestAnEveningsStanding(t *testing.T) {
	for _, tt := range []struct{ claim, evening, want string }{
		{
			"wins of all tables are added up, points are not", `
			mito Anna=3! Ben=5 Cleo=9
			quiz Ben=700! Anna=20
			mito Anna=0! Dan=1 Eve=2`, `
			Anna 2/3, beat 4 of 5; mito 2/2, quiz 0/1; Ben 1:1 of 2, Cleo 1:0 of 1, Dan 1:0 of 1, Eve 1:0 of 1
			Ben 1/2, beat 2 of 3; mito 0/1, quiz 1/1; Anna 1:1 of 2, Cleo 1:0 of 1
			Dan 0/1, beat 1 of 2; mito 0/1; Anna 0:1 of 1, Eve 1:0 of 1
			Cleo 0/1, beat 0 of 2; mito 0/1; Anna 0:1 of 1, Ben 0:1 of 1
			Eve 0/1, beat 0 of 2; mito 0/1; Anna 0:1 of 1, Dan 0:1 of 1`,
		},
		{
			"those who share a seat are one side", `
			quiz Anna&Ben=3! Cleo=0`, `
			Anna 1/1, beat 1 of 1; quiz 1/1; Cleo 1:0 of 1
			Ben 1/1, beat 1 of 1; quiz 1/1; Cleo 1:0 of 1
			Cleo 0/1, beat 0 of 2; quiz 0/1; Anna 0:1 of 1, Ben 0:1 of 1`,
		},
		{
			"with as many won, who has played less is ahead, then who has beaten more", `
			quiz Anna=3! Ben=2 Cleo=1
			quiz Anna=1 Ben=3! Cleo=2
			quiz Dan=1! Eve=0`, `
			Dan 1/1, beat 1 of 1; quiz 1/1; Eve 1:0 of 1
			Ben 1/2, beat 3 of 4; quiz 1/2; Anna 1:1 of 2, Cleo 2:0 of 2
			Anna 1/2, beat 2 of 4; quiz 1/2; Ben 1:1 of 2, Cleo 1:1 of 2
			Eve 0/1, beat 0 of 1; quiz 0/1; Dan 0:1 of 1
			Cleo 0/2, beat 1 of 4; quiz 0/2; Anna 1:1 of 2, Ben 0:2 of 2`,
		},
		{
			"nobody wins a game alone, nor a draw of all", `
			mog Anna=50!
			quiz Anna=2! Ben=2!`, `
			Ben 0/1, beat 0 of 1; quiz 0/1; Anna 0:0 of 1
			Anna 0/2, beat 0 of 1; mog 0/1, quiz 0/1; Ben 0:0 of 1`,
		},
		{
			"who was left, and what should not count, counts for nothing", `
			quiz Anna=2! Ben=1
			quiz Anna=0 Ben=1! uncounted
			quiz Cleo=0 Ben=1 left`, `
			Anna 1/1, beat 1 of 1; quiz 1/1; Ben 1:0 of 1
			Ben 0/1, beat 0 of 1; quiz 0/1; Anna 0:1 of 1`,
		},
		{
			"the members of a team don't beat each other", `
			motus Anna/1=150! Ben/2=50 Cleo/1=150! Dan/2=50`, `
			Anna 1/1, beat 2 of 2; motus 1/1; Ben 1:0 of 1, Dan 1:0 of 1
			Cleo 1/1, beat 2 of 2; motus 1/1; Ben 1:0 of 1, Dan 1:0 of 1
			Ben 0/1, beat 0 of 2; motus 0/1; Anna 0:1 of 1, Cleo 0:1 of 1
			Dan 0/1, beat 0 of 2; motus 0/1; Anna 0:1 of 1, Cleo 0:1 of 1`,
		},
		{
			"nor if one alone has won for it, which counts for more than the totals do", `
			motus Anna/1=90 Ben/2=50! Cleo/1=90 Dan/2=50`, `
			Ben 1/1, beat 2 of 2; motus 1/1; Anna 1:0 of 1, Cleo 1:0 of 1
			Dan 0/1, beat 2 of 2; motus 0/1; Anna 1:0 of 1, Cleo 1:0 of 1
			Anna 0/1, beat 0 of 2; motus 0/1; Ben 0:1 of 1, Dan 0:1 of 1
			Cleo 0/1, beat 0 of 2; motus 0/1; Ben 0:1 of 1, Dan 0:1 of 1`,
		},
		{
			"a seat without a name is an opponent, and nobody in particular", `
			quiz Anna=2! ?=1 ?=1`, `
			Anna 1/1, beat 2 of 2; quiz 1/1`,
		},
		{
			"a bot is no opponent, and nobody whom one can win against", `
			quiz Anna=2! bot=1
			quiz Anna=1 Ben=0 bot=2!`, `
			Ben 0/1, beat 0 of 1; quiz 0/1; Anna 0:1 of 1
			Anna 0/2, beat 1 of 1; quiz 0/2; Ben 1:0 of 1`,
		},
		{
			"a person at two seats has played twice, and not against himself", `
			quiz Anna=2! Anna=1`, `
			Anna 1/2, beat 1 of 2; quiz 1/2`,
		},
		{
			"of a game that is not known here, who has won is", `
			bridge Anna=2 Ben=1! Cleo=5`, `
			Ben 1/1, beat 2 of 2; bridge 1/1; Anna 1:0 of 1, Cleo 1:0 of 1
			Anna 0/1, beat 0 of 2; bridge 0/1; Ben 0:1 of 1, Cleo 0:0 of 1
			Cleo 0/1, beat 0 of 2; bridge 0/1; Anna 0:0 of 1, Ben 0:1 of 1`,
		},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			var got strings.Builder
			for _, r := range club.Standing(evening(t, tt.evening), all.Games()) {
				got.WriteString("\n\t\t\t" + line(r))
			}
			if diff := cmp.Diff(tt.want, got.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// What does not count changes no rating, whoever has no name is a newcomer each time, and few points
// are good in Mito.
func TestRatingsFollowTheGamesThatCount(t *testing.T) {
	got := club.Ratings(evening(t, `
		mito Anna=0! Ben=4 Cleo=4
		motus Anna/1=50 Ben/2=150! ?/1=50 Cleo/2=150!
		quiz Anna=0 Cleo=9! uncounted
		quiz Cleo=9! Anna=0 left
		quiz ?=9! Ben=1
		quiz bot=9! Anna=1`), all.Games())
	want := club.Ratings(evening(t, `
		quiz Anna=4! Ben=0 Cleo=0
		motus Anna/1=50 Ben/2=150! Guest/1=50 Cleo/2=150!
		quiz Another=9! Ben=1`), all.Games())
	delete(want, "Guest")
	delete(want, "Another")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
