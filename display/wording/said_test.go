package wording_test

import (
	"strings"
	"testing"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

// A player with a name is called by it, and by the number as well if another has the same name.
func TestNames(t *testing.T) {
	p := wording.NewPhrases(all.Games())
	names := wording.Names{
		Seats: map[games.Seat]string{1: "Anna", 2: "Élise", 3: "Jean", 5: "Jean", 6: "אסתר", 7: "משה", 8: "משה"},
		Teams: map[int]string{1: "Füchse", 2: "נמרים"},
	}
	for _, tt := range []struct {
		language wording.Language
		game     string
		text     games.Text
		want     string
	}{
		{wording.English, "", games.Text{Word: "turn", Seat: 1}, "Anna to play"},
		{wording.English, "", games.Text{Word: "turn", Seat: 4}, "4 to play"},
		{wording.German, "", games.Text{Word: "fastest", Seat: 3}, "Jean 3 war zuerst!"},
		{wording.French, "", games.Text{Word: "game_over", Seats: []games.Seat{1, 2}},
			"Anna & Élise gagnent la partie !"},
		{wording.English, "mito", games.Text{Word: "owe", Seats: []games.Seat{1, 2, 4}, Seat: 5, Number: 1},
			"Anna, Élise, 4: 1 card to Jean 5"},
		// Names from right to left stand isolated, so that nothing beside them changes its place.
		{wording.English, "mito", games.Text{Word: "owe", Seats: []games.Seat{1, 6, 7}, Seat: 6, Number: 1},
			"Anna, \u2068אסתר\u2069, \u2068משה\u2069 7: 1 card to \u2068אסתר\u2069"},
		{wording.English, "quiz", games.Text{Word: "game_over", Team: 1, Seats: []games.Seat{1, 2}}, "Team Füchse wins the game!"},
		{wording.German, "", games.Text{Word: "fastest", Team: 2, Seat: 6}, "\u2068נמרים\u2069 (\u2068אסתר\u2069) war zuerst!"},
		{wording.English, "", games.Text{Word: "team", Team: 3}, "Team C"},
		{wording.English, "", games.Text{Word: "claim", Extra: "אסתר"}, "\u2068אסתר\u2069: press!"},
		{wording.English, "", games.Text{Word: "button_stuck", Seat: 1}, "Button 1 is stuck: left out"},
	} {
		got := p.In(tt.language, tt.game).Naming(names).Sentence(tt.text)
		if got = strings.ReplaceAll(got, wording.NoBreak, " "); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	hand := games.Prompt{ID: "hand"}
	whose := map[games.Seat]string{1: "Main d’Anna", 2: "Main d’Élise", 3: "Main de Jean 3", 4: "Main de 4"}
	for seat, want := range whose {
		hand.Keys.Seat = seat
		got := p.In(wording.French, "mito").Naming(names).Question(games.View{}, hand)
		if got = strings.ReplaceAll(got, wording.NoBreak, " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Sentences, questions and answers that pages and displays share.
func TestPhrases(t *testing.T) {
	p := wording.NewPhrases(all.Games())
	laid := games.Prompt{ID: "play", Options: games.Words("mosquito", "out"), Namings: []games.Naming{
		{Options: games.Words("mosquito"), Asks: "laid_by"}, {Options: games.Words("out"), Asks: "out"}}}
	in := p.In
	nobody := games.Prompt{ID: "question_over", Options: games.Words("nobody")}
	guess := func(hunt int) games.Prompt {
		return games.Prompt{ID: "guess", Keys: games.Keys{Seat: 2, Hunt: hunt}}
	}
	both := games.View{Prompts: []games.Prompt{guess(1), guess(2)}}
	opens := func(waiting ...games.Prompt) string {
		return in(wording.English, "quiz").Opens(games.View{}, waiting...)
	}
	for _, tt := range []struct{ got, want string }{
		{in(wording.French, "mito").Sentence(games.Text{Word: "owe", Seats: []games.Seat{1, 3}, Number: 2, Seat: 4}),
			"1\u00a0&\u00a03\u00a0: 2\u00a0cartes à\u00a04"},
		{in(wording.French, "").Sentence(games.Text{}), ""},
		{in(wording.German, "mastermind").Question(games.View{},
			games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 2}}), "Hat 2 recht?"},
		{in(wording.English, "mastermind").Question(games.View{},
			games.Prompt{ID: "guess", Keys: games.Keys{Seat: 2, Board: 2}}), "2’s guess\u00a0(2)"},
		{in(wording.English, "motus").Question(both, guess(1)), "2 proposes…\u00a0(1)"},
		{in(wording.English, "motus").Question(games.View{Prompts: []games.Prompt{guess(1)}}, guess(1)), "2 proposes…"},
		{opens(nobody), "Nobody knows"},
		{opens(nobody, games.Prompt{ID: "finish", Options: games.Words("over")}), "Nobody? The end?"},
		{in(wording.English, "mito").Whose(laid, games.Word("mosquito")), "Mosquito: whose?"},
		{in(wording.English, "mito").Whose(laid, games.Word("out")), "Who goes out?"},
		{in(wording.English, "mito").Whose(laid, games.Word("ant")), ""},
		{in(wording.French, "").Option(laid, games.Number(3)), "3"},
		{in(wording.German, "mastermind").Option(games.Prompt{ID: "dealer"}, games.Word("entered")), "Jeder gibt ein"},
		{in(wording.German, "mito").Word("guardian"), "Wanze"},
		{in(wording.French, "mastermind").Word("türkis"), "türkis"},
		{in(wording.French, "").Span(37 * time.Millisecond), "37\u00a0ms"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
