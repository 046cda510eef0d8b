package mog

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// shown plays a story and lets its last deadlines pass.
func shown(t testing.TB, story string) *games.Table {
	t.Helper()
	text, err := gametest.Journal(story)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := journal.Play(text, book(), 1<<62, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	table.RunOut()
	return table
}

// told writes what a view says, a sentence on a line: its word and what fills its gaps.
func told(v games.View) string {
	var b strings.Builder
	for _, t := range slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines) {
		b.WriteString(t.Word)
		if t.Seat != 0 {
			fmt.Fprintf(&b, " seat=%d", t.Seat)
		}
		if t.Seats != nil {
			fmt.Fprintf(&b, " seats=%v", t.Seats)
		}
		if t.Number != 0 {
			fmt.Fprintf(&b, " %d", t.Number)
		}
		if t.Extra != "" {
			fmt.Fprintf(&b, " %q", t.Extra)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// trim drops the indentation of a story.
func trim(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func TestMog_views(t *testing.T) {
	for _, c := range []struct {
		name, story string
		audience    games.Audience
		want        string
	}{
		{
			"MOG-3 everyone waits for MOG", `
				mog 1 2 3 {"first":2}`, games.Public, `
				mog_chooses seat=2
				round "1/3"`,
		},
		{
			"MOG-3 MOG's own player sees his card", `
				mog 1 2 3 {"rounds":1}
				1 secret [7,1,4]`, games.Player(1), `
				turn seat=2
				secret_card "1·4·7"
				attribute_1 1
				attribute_4 4
				attribute_7 7
				shout_worth 10
				round "1/1"`,
		},
		{
			"MOG-3 his card in the table's own words", `
				mog 1 2 3 {"rounds":1,"attributes":["black hat","black beard","tartan trousers","red scarf","e","f","g","h"]}
				1 secret [1,3,4]`, games.Player(1), `
				turn seat=2
				secret_card "1·3·4"
				attribute 1 "black hat"
				attribute 3 "tartan trousers"
				attribute 4 "red scarf"
				shout_worth 10
				round "1/1"`,
		},
		{
			"MOG-5 the judge lays the token", `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,2,3]`, games.Judge, `
				mog_lay 1 "1·2·3"
				turn seat=3
				shout_worth 9
				round "1/3"`,
		},
		{
			"MOG-5 the table sees the last token", `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,2,3]`, games.Public, `
				turn seat=3
				mog_token 1 "1·2·3"
				shout_worth 9
				round "1/3"`,
		},
		{
			"MOG-7 the token has long been laid when play resumes", `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,2,3]
				3 press 2
				4 accuse "withdraw"`, games.Judge, `
				turn seat=3
				mog_token 1 "1·2·3"
				shout_worth 9
				round "1/3"`,
		},
		{
			"MOG-7 who accuses, and who waits by time", `
				mog 1 2 3 4 5
				1     secret [1,4,7]
				2     press 5
				2.002 press 3
				2.004 press 4
				3     accuse [1,2,3]`, games.Public, `
				mog_shout seat=3
				shout_next seats=[4]
				shout_worth 10
				mog_wrong seat=5 -5`,
		},
		{
			"MOG-12 a new round says nothing of the one before", `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.002 press 2
				3     accuse [1,2,3]
				4     accuse [1,4,7]
				5     next_round "ready"
				6     secret [1,2,3]`, games.Public, `
				turn seat=3
				shout_worth 10
				round "2/3"`,
		},
		{
			"MOG-7 who was wrong is said when the chase goes on", `
				mog 1 2 3
				1 secret [1,4,7]
				2 press 3
				3 accuse [1,2,3]`, games.Public, `
				mog_wrong seat=3 -5
				turn seat=2
				shout_worth 10
				round "1/3"`,
		},
		{
			"MOG-9 the next token puts it out of mind", `
				mog 1 2 3
				1 secret [1,4,7]
				2 press 3
				3 accuse [1,2,3]
				4 designate [1,2,3]`, games.Public, `
				turn seat=3
				mog_token 1 "1·2·3"
				shout_worth 9
				round "1/3"`,
		},
		{
			"MOG-9 so does the next interruption", `
				mog 1 2 3
				1 secret [1,4,7]
				2 press 3
				3 accuse [1,2,3]
				4 press 2`, games.Public, `
				mog_shout seat=2
				shout_worth 10`,
		},
		{
			"MOG-12 a new round knows nothing of the last: the judge", `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,2,3]
				3 designate [1,4,7]
				4 next_round "ready"
				5 secret [1,2,3]`, games.Judge, `
				turn seat=3
				shout_worth 10
				round "2/3"`,
		},
		{
			"MOG-12 a new round knows nothing of the last: MOG", `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,4,7]
				3 next_round "ready"
				4 secret [1,2,3]`, games.Player(2), `
				turn seat=3
				secret_card "1·2·3"
				attribute_1 1
				attribute_2 2
				attribute_3 3
				shout_worth 10
				round "2/3"`,
		},
		{
			"MOG-12 a new round knows nothing of the last: the coach", `
				mog 1 2 3 {"rounds":2}
				1 secret [1,4,7]
				2 press 3
				3 accuse [1,2,3]
				4 designate [1,4,7]
				5 next_round "ready"
				6 secret [1,2,3]
				7 designate [1,2,3]`, games.Public, `
				game_over seats=[2]
				mog_found seat=3 5
				mog_was "1·2·3"
				coach_open 56
				attribute_1 1
				attribute_2 2
				attribute_3 3`,
		},
		{
			"RACE-8 edges lost after a dead heat", `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 2
				2     press 3
				3     shout_first 3
				4     accuse "withdraw"
				5     accuse "withdraw"
				6     press 2
				6.001 lost 4`, games.Public, `
				lost 4
				shout_next seats=[2]`,
		},
		{
			"MOG-7 a dead heat", `
				mog 1 2 3
				1      secret [1,4,7]
				2.0005 press 2
				2      press 3`, games.Public, `
				dead_heat seats=[2 3]`,
		},
		{
			"RACE-8 edges were lost", `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 2
				2.001 lost 4`, games.Public, `
				lost 4
				shout_next seats=[2]`,
		},
		{
			"MOG-13 the coach: a shout in time", `
				mog 1 2 3 {"rounds":1}
				1 secret [1,2,3]
				2 designate [1,2,4]
				3 designate [1,3,4]
				4 designate [2,3,4]
				5 press 3
				6 accuse [1,2,3]`, games.Public, `
				game_over seats=[3]
				unmasked seat=3 7
				mog_was "1·2·3"
				coach_in_time seat=3
				coach_left "15 6 1"
				coach_forced 3
				attribute_1 1
				attribute_2 2
				attribute_3 3`,
		},
		{
			"MOG-13 the coach: late by a token", `
				mog 1 2 3
				1 secret [1,2,3]
				2 designate [1,2,4]
				3 designate [1,3,4]
				4 designate [2,3,4]
				5 designate [5,6,7]
				7 press 3
				8 accuse [1,2,3]`, games.Public, `
				unmasked seat=3 6
				mog_was "1·2·3"
				coach_late seat=3 1
				coach_left "15 6 1"
				coach_forced 3
				attribute_1 1
				attribute_2 2
				attribute_3 3
				leader seats=[3] 6`,
		},
		{
			"MOG-13 the coach: early, then lucky", `
				mog 1 2 3
				1 secret [1,2,3]
				2 press 2
				3 accuse [4,5,6]
				4 designate [1,2,4]
				5 designate [1,3,4]
				6 press 3
				7 accuse [1,2,3]`, games.Public, `
				unmasked seat=3 8
				mog_was "1·2·3"
				coach_lucky seat=3 6
				coach_early seat=2 56
				coach_left "15 6"
				coach_open 6
				attribute_1 1
				attribute_2 2
				attribute_3 3
				leader seats=[3] 8`,
		},
		{
			"MOG-13 the coach: missed though it was forced, and found by designating", `
				mog 1 2 3 {"attributes":["a","b","c","d","e","f","g","h"]}
				1 secret [1,2,3]
				2 designate [1,2,4]
				3 designate [1,3,4]
				4 designate [2,3,4]
				5 press 2
				6 accuse [1,2,5]
				7 designate [1,2,3]`, games.Judge, `
				mog_found seat=3 5
				mog_was "1·2·3"
				coach_missed seat=2
				coach_left "15 6 1"
				coach_forced 3
				attribute 1 "a"
				attribute 2 "b"
				attribute 3 "c"
				leader seats=[3] 5`,
		},
		{
			"MOG-13 the coach: nothing was asked", `
				mog 1 2 {"rounds":1}
				1 secret [1,2,3]
				2 designate [1,2,3]`, games.Player(1), `
				game_over seats=[2]
				mog_found seat=2 5
				mog_was "1·2·3"
				coach_open 56
				attribute_1 1
				attribute_2 2
				attribute_3 3`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(trim(c.want), told(shown(t, c.story).View(c.audience))); diff != "" {
				t.Errorf("view (-want +got):\n%s", diff)
			}
		})
	}
}

// seats writes lamps and marks: 2* is lit, 1mog is MOG.
func seats(v games.View) string {
	var b strings.Builder
	for _, p := range v.Seats {
		fmt.Fprintf(&b, " %d%s%s", p.Seat, [...]string{"", "*", "!"}[p.Lamp], p.Mark)
	}
	return b.String()[1:]
}

func TestMog_lamps(t *testing.T) {
	story := []struct{ line, want string }{
		{`mog 1 2 3 {"rounds":1}`, "1*mog 2 3"},
		{`1 secret [1,4,7]`, "1mog 2* 3"},
		{`2 designate [1,2,3]`, "1mog 2 3*"},
		{`3 press 2`, "1mog 2* 3"},
		{`3.5 press 3`, "1mog 2* 3"},
		{`4 accuse [1,2,3]`, "1mog 2 3*"},
		{`5 accuse [1,2,3]`, "1mog 2 3*"},
		{`6 press 2`, "1mog 2* 3"},
		{`7 accuse [1,2,3]`, "1mog 2 3*"},
		{`8 press 2
		  8 press 3`, "1mog 2* 3*"},
		{`9 shout_first 2`, "1mog 2* 3"},
		{`10 accuse [1,4,7]`, "1*mog 2 3"},
	}
	told := ""
	for _, s := range story {
		told += s.line + "\n"
		t.Run("MOG-7 "+s.line, func(t *testing.T) {
			table := shown(t, told)
			if got := seats(table.View(games.Public)); got != s.want {
				t.Errorf("%s; expected %s", got, s.want)
			}
			if over := table.View(games.Public).Over; over != strings.Contains(s.line, "10 accuse") {
				t.Errorf("over: %v", over)
			}
		})
	}
	t.Run("MOG-1 the house has no seat", func(t *testing.T) {
		if got := seats(shown(t, `mog 1 2 {"holder":"house"}`).View(games.Public)); got != "1* 2" {
			t.Error(got)
		}
	})
}

func TestMog_prompts(t *testing.T) {
	names := games.Words("attribute_1", "attribute_2", "attribute_3", "attribute_4",
		"attribute_5", "attribute_6", "attribute_7", "attribute_8")
	own := games.Words("a", "b", "c", "d", "e", "f", "g", "h")
	for _, c := range []struct {
		name, story string
		audience    games.Audience
		want        []games.Prompt
	}{
		{
			"MOG-3 the secret is asked of MOG alone", `mog 1 2`, games.Player(1),
			[]games.Prompt{{ID: "secret", For: games.Player(1), Shape: games.Card, Options: names, Min: 3, Max: 3, Places: 8}},
		},
		{"MOG-3 not of the judge", `mog 1 2`, games.Judge, nil},
		{"MOG-3 nor of a chaser", `mog 1 2`, games.Player(2), nil},
		{"MOG-3 nor of everyone", `mog 1 2`, games.Public, nil},
		{
			"MOG-5 a surface names the attributes as the table does", `
				mog 1 2 {"attributes":["a","b","c","d","e","f","g","h"]}
				1 secret [1,2,3]`, games.Judge,
			[]games.Prompt{{ID: "designate", For: games.Judge, Keys: games.Keys{Seat: 2}, Shape: games.Card, Background: true, Options: own, Min: 3, Max: 3, Places: 8}},
		},
		{
			"MOG-10 and offers to withdraw", `
				mog 1 2
				1 secret [1,2,3]
				2 press 2`, games.Judge,
			[]games.Prompt{{
				ID: "accuse", For: games.Judge, Keys: games.Keys{Seat: 2}, Shape: games.Card, Background: true,
				Options: append(names[:8:8], `"withdraw"`), Min: 3, Max: 3, Places: 8,
			}},
		},
		{
			"MOG-7 what the judge is asked is no business of MOG's", `
				mog 1 2
				1 secret [1,2,3]
				2 press 2`, games.Player(1), nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, shown(t, c.story).View(c.audience).Prompts); diff != "" {
				t.Errorf("prompts (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMog_photo(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name, story string
		want        *games.Photo
	}{
		{"MOG-7 none before the first shout", `
			mog 1 2 3
			1 secret [1,2,3]
			2 designate [4,5,6]`, nil},
		{"MOG-7 who was first, and by how much", `
			mog 1 2 3
			1     secret [1,2,3]
			2     press 3
			2.004 press 2`, &games.Photo{RaceOver: games.RaceOver{
			Race: "shout", Order: []games.Finish{{Seat: 3}, {Seat: 2, After: 4 * ms}},
			Fastest: 3, Zero: 2 * time.Second, Clauses: []string{"RACE-1", "MOG-7"},
		}}},
		{"MOG-7 RACE-3 who can't be told", `
			mog 1 2 3
			1     secret [1,2,3]
			2     press 3
			2     press 2`, &games.Photo{RaceOver: games.RaceOver{
			Race: "shout", Order: []games.Finish{{Seat: 2}, {Seat: 3}},
			DeadHeat: []games.Seat{2, 3}, Zero: 2 * time.Second, Clauses: []string{"RACE-3", "MOG-7"},
		}}},
		{"RACE-8 MOG-7 edges were lost", `
			mog 1 2 3
			1     secret [1,2,3]
			2     press 3
			2     press 2
			2.001 lost 1`, &games.Photo{RaceOver: games.RaceOver{
			Race: "shout", Order: []games.Finish{{Seat: 2}, {Seat: 3}},
			Void: true, Zero: 2 * time.Second, Clauses: []string{"RACE-8"},
		}}},
		{"RACE-8 MOG-7 edges were lost after a single shout", `
			mog 1 2 3
			1     secret [1,2,3]
			2     press 3
			2.001 lost 1`, &games.Photo{RaceOver: games.RaceOver{
			Race: "shout", Order: []games.Finish{{Seat: 3}},
			Void: true, Zero: 2 * time.Second, Clauses: []string{"RACE-8"},
		}}},
		{"MOG-12 none in the next round", `
			mog 1 2 3
			1 secret [1,2,3]
			2 press 3
			3 accuse [1,2,3]
			4 next_round "ready"`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, shown(t, c.story).View(games.Public).Race); diff != "" {
				t.Errorf("photo (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMog_cues(t *testing.T) {
	facts, err := gametest.Tell(book(), `
		mog 1 2 3
		1   secret [1,4,7]
		2   press 2
		3   accuse [1,2,3]
		4   press 2
		4   press 3
		5   shout_first 3
		6   accuse [1,4,7]
		7   next_round "ready"
		8   secret [1,2,3]
		9   designate [1,2,3]`)
	if err != nil {
		t.Fatal(err)
	}
	var heard []games.Cue
	for _, f := range facts {
		if c := f.Cue(); c != "" {
			heard = append(heard, c)
		}
	}
	want := []games.Cue{
		games.CueStart, games.CueTurn,
		games.CueCall, games.CueWrong, games.CueDeadHeat, games.CueRight, games.CueIgnored, games.CueRoundOver,
		games.CueTurn, games.CueRight, games.CueRoundOver,
	}
	if diff := cmp.Diff(want, heard); diff != "" {
		t.Errorf("cues (-want +got):\n%s", diff)
	}
}
