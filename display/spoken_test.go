package display_test

import (
	"testing"

	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

// Spoken returns the open question with the chosen answer, or else the sentences of the scene.
func TestPhrasesOfAScene(t *testing.T) {
	p := wording.NewPhrases(all.Games())
	say := func(v games.View, pressed ...keys.Key) string {
		var d keys.Dialogue
		for _, k := range pressed {
			d.Press(k, 0, v)
		}
		return display.Scene{View: v, Dialogue: d, Language: wording.English, Sitters: map[games.Seat]games.Sitter{3: {Name: "Zoé"}}}.Spoken(p)
	}
	waiting := games.View{Game: "mito", Headline: games.Text{Word: "turn", Seat: 2},
		Lines:   []games.Text{{Word: "guardian", Seat: 1}},
		Prompts: []games.Prompt{{ID: "play", Background: true, Options: games.Words("mosquito", "cockroach")}}}
	word := games.View{Game: "motus", Prompts: []games.Prompt{{ID: "word", Shape: games.Letters, Max: 5}}}
	var typed keys.Dialogue
	typed.Type('E', word)
	typed.Type('T', word)
	hand := games.View{Game: "mito", Prompts: []games.Prompt{{ID: "hand", Shape: games.Hand,
		Keys: games.Keys{Seat: 2}, Counts: []games.Count{
			{Key: "numbers", Most: 8, Worth: 1}, {Key: "actions", Most: 8, Worth: 5},
			{Key: "mitos", Most: 2, Worth: 10}}}}}
	out := games.View{Game: "mito", Prompts: []games.Prompt{{ID: "slowest", Seats: true,
		Options: games.SeatsOr([]games.Seat{1, 3})}}}
	rounds := games.View{Prompts: []games.Prompt{{ID: "rounds", Options: games.Numbers(1, 4)}}}
	team := games.View{Game: "motus", Prompts: []games.Prompt{{ID: "super_team", Options: games.Numbers(1, 2),
		Labels: []games.Text{{Word: "points", Number: 50}, {Word: "points", Number: 20}}}}}
	whose := games.View{Game: "mito", Prompts: []games.Prompt{{ID: "play", Options: games.Words("ant", "cockroach"),
		Namings: []games.Naming{{Asks: "laid_by", Options: games.Words("ant"),
			Seats: []games.Candidate{{Seat: 2}, {Seat: 3}}}}}}}
	joins := games.View{Game: "mito", Panel: games.Entrants,
		Headline: games.Text{Word: "joined", Seats: []games.Seat{1, 3}, Extra: "mito"},
		Prompts:  []games.Prompt{{ID: "players", Options: games.Words("ready", "help")}}}
	code := games.View{Game: "mastermind", Prompts: []games.Prompt{{ID: "guess", Keys: games.Keys{Seat: 1},
		Shape: games.Code, Places: 2, Max: 1, Options: games.Words("red", "blue")}}}
	amount := games.View{Game: "motus", Prompts: []games.Prompt{{ID: "token", Keys: games.Keys{Team: 2},
		Shape: games.Amount, Min: 1, Max: 9}}}
	invitation := display.Invitation{Address: "http://box/judge", Code: "123456"}
	var refused keys.Dialogue
	refused.ShowRefusal("not now")
	for _, tt := range []struct{ got, want string }{
		{say(waiting), "2 to play\nGuard: 1"},
		{say(waiting, keys.OK), "Action card\nMosquito"},
		{say(waiting, keys.OK, keys.Next), "Action card\nCockroach"},
		{say(hand, keys.OK, keys.Next), "2’s hand\nAction 4\nMito 1\nNumber 3\n33 pts"},
		{say(out, keys.Next), "Who was last?\nZoé"},
		{say(rounds, keys.Next, keys.Next), "How many rounds?\n3"}, // Zoé sits at 3
		{say(team, keys.Next), "Super Partie: team?\n2: 20"},
		{say(whose, keys.OK, keys.Next), "Ant: whose?\nZoé"},
		{say(joins), "Press your button!\nReady\nAt the table: 1 & Zoé"},
		{say(code, keys.Next), "1’s guess\nNo. 1: red\nempty"},
		{say(amount, keys.Next), "Team B draws…\n2"},
		{display.Scene{View: word, Dialogue: typed, Language: wording.French}.Spoken(p), "Ton mot secret\nET"},
		{display.Scene{View: waiting, Dialogue: refused}.Spoken(p), "not now"},
		{display.Scene{View: waiting, Invitation: &invitation}.Spoken(p), "http://box/judge\n123456"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
