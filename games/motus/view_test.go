package motus

import (
	"fmt"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func TestViews(t *testing.T) {
	gametest.Stories(t, book(), `
		two words:
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none","super":false}
			1 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"

		two tokens to enter:
			motus 1 2 3 4 {"letters":5,"series":20,"grid":"entered","size":3,"blanks":1,"super":false}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"

		the Super Partie:
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"
			2 super_team 1
			10 word "COCON"

		level teams:
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			1 guess hunt=1 "ETAGE"
			1 guess hunt=2 "BALLE"

		at the start two authors write
			motus 1 2 3 4
			0 seat:2 says motus_write seats=[1,2]; round role=round extra=1/10
				| lamps 1*writes 2*writes 3 4 | asked word for=seat:2 hunt=2 shape=letters max=7

		the judge sees both words, an author his own, and the leaders of a game without the Super Partie win it
			after two words
			2 seat:2 says motus_hint number=1 extra=B; your_word extra=BALLE; round role=round extra=1/1
				| lamps 1 2*turn 3*turn 4 | asked
				| slates hunt=1 seats=[2] line=1 lines=6 known=E....
				; hunt=2 seats=[3] line=1 lines=6 known=B.... secret=BALLE
			3 guess hunt=1 "ETUDE"
			4 guess hunt=2 "BELLE"
			4 judge says round role=round extra=1/1 | lamps 1*turn 2 3 4*turn
				| asked guess for=judge seat=4 hunt=1 line=2 shape=letters background=true max=5 known=ET..E
				; guess for=judge seat=1 hunt=2 line=2 shape=letters background=true max=5 known=B.LLE
				| slates hunt=1 seats=[4] line=2 lines=6 known=ET..E word=ETUDE marks=XX--X secret=ETAGE
				; hunt=2 seats=[1] line=2 lines=6 known=B.LLE word=BELLE marks=X-XXX secret=BALLE
			5 guess hunt=1 "ETAGE"
			6 guess "BALLE"
			6 public says game_over role=winners seats=[1,2,3,4]; motus_found role=news seat=1 extra=BALLE
				; motus_points role=news seats=[1,3] number=50
				; leader role=leaders seats=[1,2,3,4] number=50
				| lamps 1* 2* 3* 4* over | asked

		the judge enters a token, or a blank while there are any
			motus 1 2 3 4 {"letters":5,"series":20,"grid":"entered","size":3,"blanks":1,"super":false}
			1 word hunt=1 "ETAGE"
			2 guess "ETAGE"
			2 judge says motus_found role=news seat=2 extra=ETAGE
				; motus_points role=news seats=[2,4] number=50; motus_draws seats=[2,4] number=2
				; motus_write seats=[2]; round role=round extra=1/20
				| lamps 1 2*writes 3 4 | asked token for=judge team=2 shape=amount options=[blank] min=1 max=9

		and no blank once they are gone
			after two tokens to enter
			1 token team=1 9
			1 token team=2 "blank"
			2 word hunt=1 "ETAGE"
			2 word hunt=2 "BALLE"
			2 guess hunt=1 "ETAGE"
			2 guess hunt=2 "BALLE"
			2 token team=1 8
			2 judge says motus_found role=news seat=1 extra=BALLE
				; motus_points role=news seats=[1,3] number=50
				; motus_token role=news number=1 extra=8 grid=1; motus_draws seats=[2,4] number=2
				; round role=round extra=2/20
				| lamps 1 2 3 4 | asked token for=judge team=2 shape=amount min=1 max=9

		the winner of the Super Partie is that of it all
			after the Super Partie
			11 press 3
			11.5 guess "COCON"
			12 word "COCON"
			13 press 1
			13.5 guess "COCON"
			14 word "COCON"
			15 press 3
			15.5 guess "COCON"
			16 word "COUPS"
			17 press 3
			17.5 guess "COUPS"
			17.5 judge says game_over role=winners seats=[3]; motus_found role=news seat=3 extra=COUPS
				; motus_won role=tally seat=1 number=1; motus_won role=tally seat=3 number=3
				| lamps 1 2 3* 4 over | asked

		level teams
			after level teams
			1 public says motus_found role=news seat=3 extra=BALLE
				; motus_points role=news seats=[1,3] number=50; motus_level; round role=round extra=1/1
				| lamps 1 2 3 4 | asked

		in the Super Partie two lamps say: press; then the margin of the buzz
			after the Super Partie
			10 judge says motus_hint number=1 extra=C; motus_press seats=[1,3]; motus_won role=tally seat=1
				; motus_won role=tally seat=3
				| lamps 1! 2 3! 4 | asked | slates hunt=1 line=1 lines=6 known=C.... secret=COCON
			11 press 1
			11.005 press 3
			12 press 2
			12 public says motus_proposes seats=[1]; margin role=news span=5ms; motus_won role=tally seat=1
				; motus_won role=tally seat=3
				| lamps 1*turn 2 3 4 | asked

		RACE-1 MOTUS-11 the seats of a team have its points, and the photo is of the buzz
			after the Super Partie
			11 press 3
			11.004 press 1
			12 press 2
			12 public race proposal order=[{seat=3},{seat=1 after=4ms}] fastest=3 zero=11s clauses=[RACE-1,MOTUS-11]
			13 guess "CUBES"
			13 public totals seat=1 team=1 total=50 lamp=blinking; seat=2 team=2 total=50; seat=3 team=1 total=50 lamp=blinking
				; seat=4 team=2 total=50
				| race open=true proposal missing=[1,3]

		a dead heat
			after the Super Partie
			11 press 1
			11 press 3
			12 press 2
			12 public says dead_heat role=verdict seats=[1,3]; motus_won role=tally seat=1
				; motus_won role=tally seat=3
				| lamps 1*turn 2 3*turn 4 | asked

		edges were lost
			after the Super Partie
			11 press 1
			11.001 lost 7
			11.001 judge says lost role=news number=7; motus_won role=tally seat=1
				; motus_won role=tally seat=3
				| lamps 1 2 3 4 | asked call_first for=judge options=[1,3,nobody] decides=true

		a slate has the clock of its line
			motus 1 2 3 4 {"letters":5,"clock":"8s"}
			1 word hunt=1 "ETAGE"
			3 guess hunt=1 "ETUDE"
			3 public slates hunt=1 seats=[4] line=2 lines=6 until=11s known=ET..E word=ETUDE marks=XX--X

		the cues
			motus 1 2 3 4 {"letters":5,"series":1,"size":1,"blanks":0,"clock":"8s"}
			1 word hunt=1 "ETAGE"
			1 word hunt=2 "BALLE"
			2 guess hunt=1 "ETAGE"
			3 guess hunt=2 "BALLE"
			4 super_team 1
			5 word "COCON"
			6 press 1
			20 press 1
			20 press 3
			21 guess seat=1 "COCON"
			21 guess seat=3 "COCON"
			21 public hears start right triumph right triumph round_over call wrong dead_heat wrong
	`)
}

// Who draws a token sees it before the next question.
func TestATokenIsAResult(t *testing.T) {
	results := func(story string) int {
		table, _, err := gametest.Play(book(), story)
		if err != nil {
			t.Fatal(err)
		}
		return table.View(games.Judge).Result
	}
	const found = `
		motus 1 2 3 4 {"letters":5,"grid":"entered"}
		1 word hunt=1 "ETAGE"
		2 word hunt=2 "BALLE"
		3 guess hunt=1 "ETAGE"`
	before := results(found)
	if got := results(found + "\n4 token 3"); got != before+1 {
		t.Errorf("%d results, want one more than %d", got, before)
	}
}

// Who plays alone is offered no grid and no Super Partie.
func TestWhatALobbyOffers(t *testing.T) {
	offered := func(key, mode string, seats ...games.Seat) string {
		for _, o := range Rules().Options {
			if o.Key == key {
				choices, _ := o.Offer(games.Terms{Seats: seats, Agreed: games.Agreed{}.With(games.Field{Key: "mode", Value: games.Word(mode)})})
				return fmt.Sprint(choices)
			}
		}
		return "no such option"
	}
	for _, c := range []struct{ got, want string }{
		{offered("mode", "", 1, 2, 3), "[solo]"},
		{offered("mode", "", 1, 2, 3, 4), "[teams solo]"},
		{offered("grid", "solo", 1, 2), "[none]"},
		{offered("grid", "teams", 1, 2, 3, 4), "[house entered none]"},
		{offered("super", "teams", 1, 2, 3, 4), "[]"},
		{offered("super", "solo", 1, 2), "[false]"},
		{offered("letters", "solo", 1, 2), "[3 4 5 6 7 8]"},
	} {
		if c.got != c.want {
			t.Errorf("offered %s, want %s", c.got, c.want)
		}
	}
}
