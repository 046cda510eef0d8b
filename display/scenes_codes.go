package display

import (
	"fmt"
	"time"

	"arbitre/games"
)

// mogViews are what M.O.G. shows and asks.
func mogViews() []named {
	text := func(word string, seat games.Seat, n int) games.Text {
		return games.Text{Word: word, Seat: seat, Number: n}
	}
	extra := func(word, extra string) games.Text { return games.Text{Word: word, Extra: extra} }
	seated := func(headline games.Text, lines ...games.Text) games.View {
		v := games.View{Game: "mog", Round: 2, Rounds: 4, Headline: headline, Lines: lines}
		for i, total := range []int{5, -5, 16, 0} {
			v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Total: total})
		}
		v.Seats[0].Mark = "mog"
		return v
	}
	asking := func(v games.View, prompts ...games.Prompt) games.View {
		v.Prompts = prompts
		return v
	}
	var names []string
	for n := range 8 {
		names = append(names, fmt.Sprintf("attribute_%d", n+1))
	}
	owns := []string{"Sonnenbrille", "Regenschirm", "Gummistiefel", "Aktentasche", "Zigarre", "Schnurrbart", "Wanderstock", "Monokel"}
	secret := games.Prompt{ID: "secret", For: games.Player(1), Shape: games.Card, Options: games.Words(names...)}
	designate := games.Prompt{ID: "designate", For: games.Judge, Keys: games.Keys{Seat: 3}, Shape: games.Card, Background: true, Options: games.Words(names...)}
	accuse := games.Prompt{ID: "accuse", For: games.Judge, Keys: games.Keys{Seat: 3}, Shape: games.Card, Options: games.Words(append(names, "withdraw")...)}
	ready := games.Prompt{ID: "next_round", For: games.Judge, Options: games.Words("ready")}
	cover := games.Prompt{ID: "cover", For: games.Player(1), Keys: games.Keys{Seat: 1}, Options: games.Words("ready")}
	worth, round := text("shout_worth", 0, 7), extra("round", "2/4")
	laid := seated(games.Text{Word: "mog_lay", Number: 2, Extra: "1·4·7"}, text("turn", 3, 0), worth, round)
	full := laid
	full.Lines = append([]games.Text{{Word: "disk_full"}}, full.Lines...)
	owned := designate
	owned.Options = games.Words(owns...)
	described := []games.Text{text("attribute_1", 0, 1), text("attribute_4", 0, 4), text("attribute_7", 0, 7)}
	ending := asking(seated(text("unmasked", 3, 6), append([]games.Text{
		extra("mog_was", "1·4·7"), text("coach_late", 3, 2), text("coach_early", 4, 15), extra("coach_left", "30 12 4 1"), text("coach_forced", 0, 4)},
		append(described, games.Text{Word: "leader", Seats: []games.Seat{3}, Number: 16})...)...), ready)
	lucky := asking(seated(text("mog_found", 2, 5), extra("mog_was", "2·3·8"), text("coach_lucky", 2, 3), text("coach_open", 0, 3)), ready)
	choosing := func(name string, p games.Prompt, keys ...Key) named {
		return named{name: "mog-" + name, View: asking(laid, p), keys: keys}
	}
	over := seated(games.Text{Word: "game_over", Seats: []games.Seat{3}}, append([]games.Text{text("unmasked", 3, 6), extra("mog_was", "1·4·7"),
		text("coach_in_time", 3, 0), text("coach_missed", 2, 0)}, described...)...)
	over.Prompts = []games.Prompt{again()}
	return []named{
		{name: "mog-cover", View: asking(seated(games.Text{Word: "for_eyes", Seat: 1}), cover)},
		{name: "mog-chooses", View: seated(text("mog_chooses", 1, 0), round)},
		{name: "mog-turn", View: asking(seated(text("turn", 3, 0), worth, round), designate)},
		{name: "mog-lay", View: asking(laid, designate)},
		{name: "mog-public", View: seated(text("turn", 3, 0), games.Text{Word: "mog_token", Number: 2, Extra: "1·4·7"}, worth, round)},
		{name: "mog-own-card", View: seated(text("turn", 3, 0), append([]games.Text{extra("secret_card", "1·4·7")}, described...)...)},
		{name: "mog-shout", View: seated(text("mog_shout", 3, 0), games.Text{Word: "shout_next", Seats: []games.Seat{2, 4}}, worth)},
		{name: "mog-dead-heat", View: asking(seated(games.Text{Word: "dead_heat", Seats: []games.Seat{3, 4}}),
			games.Prompt{ID: "shout_first", For: games.Judge, Options: games.SeatsOr([]games.Seat{3, 4})})},
		{name: "mog-wrong", View: asking(seated(text("mog_wrong", 3, -5), text("turn", 2, 0), games.Text{Word: "mog_token", Number: 2, Extra: "1·4·7"}, worth), designate)},
		{name: "mog-unmasked", View: ending, public: true},
		{name: "mog-found", View: lucky, public: true},
		{name: "mog-over", View: over, public: true},
		choosing("secret", secret),
		choosing("designate", designate, OK, Next, Next),
		choosing("designate-two", designate, OK, OK, Next, Next, OK, Next),
		choosing("designate-whole", designate, OK, OK, Next, Next, Next, OK, Next, Next, Next, OK),
		choosing("designate-own-names", owned, OK, Next, Next, OK),
		{name: "mog-designate-disk-full", View: asking(full, designate), keys: []Key{OK, Next, OK}},
		choosing("accuse", accuse, Next, Next),
		choosing("accuse-withdraw", accuse, OK, Previous),
		choosing("accuse-whole", accuse, OK, Next, OK, Next, OK),
	}
}

// mastermindViews are what Group Mastermind shows and asks.
func mastermindViews() []named {
	text := func(word string, seat games.Seat, n int) games.Text {
		return games.Text{Word: word, Seat: seat, Number: n}
	}
	seated := func(headline games.Text, lines ...games.Text) games.View {
		v := games.View{Game: "mastermind", Round: 2, Rounds: 4, Headline: headline, Lines: lines}
		for i, total := range []int{1, 0, 0, 2} {
			v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Total: total})
		}
		return v
	}
	asking := func(v games.View, prompts ...games.Prompt) games.View {
		v.Prompts = prompts
		return v
	}
	colours := games.Words("blue", "red", "yellow", "green", "orange", "brown")
	owns := games.Words("anthrazit", "hellblau", "hellgrün", "türkis", "rosa", "rot")
	shape := func(id string, s games.Shape, seat games.Seat) games.Prompt {
		return games.Prompt{ID: id, For: games.Judge, Keys: games.Keys{Seat: seat, Board: 1}, Shape: s, Options: colours, Min: 4, Max: 4}
	}
	guess, solve, token := shape("guess", games.Code, 2), shape("solve", games.Code, 3), shape("token", games.Token, 3)
	owned := guess
	owned.Options = owns
	second := token
	second.Board = 2
	peek := games.Prompt{ID: "peek", For: games.Player(2), Keys: games.Keys{Seat: 2, Board: 1}, Shape: games.Peek}
	reply := games.Prompt{ID: "reply", For: games.Judge, Keys: games.Keys{Seat: 3, Board: 1}, Options: games.Words("black", "white", "none")}
	verdict := games.Prompt{ID: "verdict", For: games.Judge, Keys: games.Keys{Seat: 3}, Options: games.Words("right", "wrong")}
	done := games.Prompt{ID: "guess", For: games.Judge, Keys: games.Keys{Seat: 2}, Options: games.Words("done")}
	ready := games.Prompt{ID: "next_round", For: games.Judge, Options: games.Words("ready")}
	round := games.Text{Word: "round", Extra: "2/4"}
	guessed := games.Text{Word: "guessed", Seat: 1, Extra: "yellow red – blue green"}
	answered := seated(text("turn", 2, 0), text("reply_black", 2, 0), text("reply_white", 3, 0), text("reply_none", 4, 0), guessed)
	two := seated(text("turn", 2, 0), text("board_white", 2, 1), text("board_black", 2, 2), games.Text{Word: "guessed", Seat: 1, Extra: "brown orange red – blue"})
	ownColours := seated(text("turn", 2, 0), text("reply_black", 2, 0), text("reply_white", 3, 0), text("reply_none", 4, 0),
		games.Text{Word: "guessed", Seat: 1, Extra: "rosa rot – hellblau türkis"})
	spaced := ownColours
	spaced.Lines = []games.Text{text("reply_black", 2, 0), text("reply_none", 3, 0), {Word: "guessed", Seat: 1, Extra: "bleu ciel – rouge – –"}}
	leader := games.Text{Word: "leader", Seats: []games.Seat{4}, Number: 2}
	code := games.Text{Word: "code", Extra: "yellow red – blue green"}
	opened := seated(text("turn", 2, 0), round)
	setting := seated(text("enter_token", 3, 0), text("board", 0, 2))
	keys := func(name string, v games.View, p games.Prompt, keys ...Key) named {
		return named{name: "mastermind-" + name, View: asking(v, p), keys: keys}
	}
	shown := func(name string, v games.View, p games.Prompt) named {
		return named{name: "mastermind-" + name, View: asking(v, p), public: true}
	}
	return []named{
		keys("peek", seated(text("peek", 2, 0)), peek),
		keys("peek-second-board", seated(text("peek", 2, 0), text("board", 0, 2)), peek),
		keys("peek-held", seated(games.Text{Word: "your_token", Seat: 2, Number: 3, Extra: "blue"}), peek),
		keys("peek-held-longest", seated(games.Text{Word: "your_token", Seat: 2, Number: 5, Extra: "orange"}, text("board", 0, 2)), peek),
		{name: "mastermind-enter-token", View: seated(text("enter_token", 3, 0))},
		keys("token", setting, token),
		keys("token-position", setting, second, Next, Next, OK, Next, Next),
		keys("guess-first", opened, guess),
		keys("guess", opened, guess, Next, Next, OK, Next, OK, OK, Next),
		keys("guess-last", opened, guess, Next, Next, OK, Next, OK, OK, Next, OK, Previous),
		keys("guess-own-colours", opened, owned, Next, OK, Next, Next, OK, Next, Next, Next, OK, Previous, OK, Previous, Previous),
		keys("answers", answered, guess),
		keys("answers-two-boards", two, guess),
		keys("answers-own-colours", ownColours, owned),
		keys("answers-with-spaces", spaced, owned),
		{name: "mastermind-answers-public", View: answered},
		keys("guess-after-answers", answered, guess, OK, Next),
		keys("table-dealer", opened, done),
		keys("reply", seated(guessed), reply),
		keys("call", seated(text("mastermind", 3, 0), games.Text{Word: "margin", Span: 4 * time.Millisecond}), solve, OK, Next),
		{name: "mastermind-call-public", View: seated(text("mastermind", 3, 0), games.Text{Word: "margin", Span: 4 * time.Millisecond})},
		keys("verdict", seated(text("mastermind", 3, 0)), verdict),
		keys("call-first", seated(games.Text{Word: "lost", Number: 3}), games.Prompt{ID: "call_first", For: games.Judge, Options: games.SeatsOr([]games.Seat{2, 4}, "nobody")}),
		{name: "mastermind-eliminated", View: seated(text("eliminated", 3, 0), text("turn", 2, 0))},
		shown("solved", seated(text("solved", 3, 0), code, text("codes_left", 3, 12), leader), ready),
		keys("solved-audited", seated(text("solved", 3, 0), games.Text{Word: "consistent"}, code, leader), ready),
		shown("unsolved", seated(games.Text{Word: "unsolved"}, text("wrong_white", 2, 3), code, leader), ready),
		shown("over", seated(games.Text{Word: "game_over", Seats: []games.Seat{4}}, text("solved", 4, 0), code, text("codes_left", 4, 1)), again()),
	}
}
