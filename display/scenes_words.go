package display

import (
	"time"

	"arbitre/games"
)

// motusViews are what Motus shows and asks.
func motusViews() []named {
	text := func(word string, seat games.Seat, extra string) games.Text {
		return games.Text{Word: word, Seat: seat, Extra: extra}
	}
	number := func(word string, n int, extra string) games.Text {
		return games.Text{Word: word, Number: n, Extra: extra}
	}
	seats := func(word string, s ...games.Seat) games.Text { return games.Text{Word: word, Seats: s} }
	series := text("round", 0, "3/10")
	covered := func(squares ...int) games.Grid {
		g := games.Grid{Size: 5, Covered: make([]bool, 25)}
		for _, n := range squares {
			g.Covered[n-1] = true
		}
		return g
	}
	boards := []games.Grid{covered(1, 3, 7, 13, 19, 25), covered(2, 6, 7, 8, 9, 10, 24)}
	seated := func(slates []games.Slate, headline games.Text, lines ...games.Text) games.View {
		v := games.View{Game: "motus", Round: 3, Rounds: 10, Headline: headline, Lines: lines, Slates: slates, Grids: boards}
		for i, total := range []int{150, 1050, 150, 1050} {
			v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Total: total})
		}
		return v
	}
	asking := func(v games.View, prompts ...games.Prompt) games.View {
		v.Prompts = prompts
		return v
	}
	slate := func(hunt int, seat games.Seat, line int, known, word, marks, secret string) games.Slate {
		return games.Slate{Hunt: hunt, Seats: []games.Seat{seat}, Line: line, Known: known, Word: word, Marks: marks, Secret: secret}
	}
	guess := func(hunt int, seat games.Seat, letters int) games.Prompt {
		return games.Prompt{ID: "guess", For: games.Judge, Keys: games.Keys{Hunt: hunt, Seat: seat, Line: 2}, Shape: games.Letters, Max: letters, Background: true}
	}
	timed := func(p games.Prompt, left time.Duration) games.Prompt {
		p.Until = sceneTime + left
		return p
	}
	word := games.Prompt{ID: "word", For: games.Player(1), Keys: games.Keys{Hunt: 1}, Shape: games.Letters, Max: 8}
	short := word
	short.Max = 5
	token := games.Prompt{ID: "token", For: games.Judge, Keys: games.Keys{Team: 1}, Shape: games.Amount, Min: 1, Max: 25, Options: games.Words("blank")}
	first, second := slate(1, 3, 2, "E.A..", "ETUDE", "XO--O", "ETAGE"), slate(2, 2, 4, "B....", "BALAI", "XX---", "BALLE")
	long := []games.Slate{slate(1, 3, 6, "M..W....", "MAMMWOUT", "X-O-XO--", "MUSEWORM"), slate(2, 12, 7, "W.......", "", "", "WOMMERAS")}
	two := []games.Slate{first, second}
	public := []games.Slate{first, second}
	for i := range public {
		public[i].Secret = ""
	}
	pair := asking(seated(two, series), guess(1, 3, 5), guess(2, 2, 5))
	clocks := asking(seated(two, text("motus_too_late", 4, ""), series), timed(guess(1, 3, 5), 7300*time.Millisecond), timed(guess(2, 2, 5), 12*time.Second))
	longPair := asking(seated(long, number("motus_hint", 2, "O"), series), guess(1, 3, 8), guess(2, 12, 8))
	solo := func(n int) games.View {
		v := seated([]games.Slate{slate(1, 2, 3, "E.A..", "ETUDE", "XO--O", "ETAGE"), slate(2, 3, 7, "B....", "BALAI", "XX---", "BALLE"),
			slate(3, 4, 1, "C....", "", "", "CIVET"), slate(4, 1, 2, "M....", "MANGE", "X--OO", "MELON")}[:n], series)
		v.Grids = nil
		return v
	}
	timedSolo := asking(solo(4), timed(guess(1, 2, 5), 8*time.Second))
	letters := func(name string, v games.View, typed string, keys ...Key) named {
		return named{name: "motus-" + name, View: v, keys: keys, typed: typed}
	}
	shown := func(name string, v games.View) named {
		return named{name: "motus-" + name, View: v, public: true}
	}
	racing := slate(3, 0, 2, "E.A..", "ETUDE", "XO--O", "ETAGE")
	racing.Seats = nil
	proposing := slate(3, 4, 2, "E.A..", "ETUDE", "XO--O", "ETAGE")
	both := proposing
	both.Seats = []games.Seat{2, 4}
	won := func(seat games.Seat, n int) games.Text {
		return games.Text{Word: "motus_won", Seat: seat, Number: n}
	}
	full := boards[1]
	bigger := seated(nil, seats("motus_write", 2, 4), series)
	bigger.Grids = []games.Grid{{Size: 9, Covered: make([]bool, 81)}, {Size: 20, Covered: make([]bool, 400)}}
	bigger.Grids[0].Covered[40], bigger.Grids[1].Covered[0] = true, true
	rest := []games.Slate{second}
	return []named{
		letters("write", seated(nil, seats("motus_write", 1, 3), series), ""),
		letters("write-large-grids", bigger, ""),
		letters("word", asking(seated(nil, seats("motus_write", 1, 3), series), word), ""),
		letters("word-wheel", asking(seated(nil, seats("motus_write", 1, 3), series), word), "", OK, Next, OK, Previous, Previous),
		letters("word-short", asking(seated(nil, seats("motus_write", 1, 3), series), short), "", Next, Next, OK),
		letters("word-typed", asking(seated(nil, seats("motus_write", 1, 3), series), word), "éœß"),
		letters("word-whole", asking(seated(nil, seats("motus_write", 1, 3), series), word), "MAMMWOUT"),
		letters("one-hunt", asking(seated([]games.Slate{first}, number("motus_hint", 1, "E"), seats("motus_write", 3), series), guess(1, 3, 5)), ""),
		letters("hunts", pair, ""),
		letters("hunts-public", seated(public, series), ""),
		letters("hunts-clocks", clocks, ""),
		letters("hunts-longest", longPair, ""),
		letters("hunts-disk-full", seated(two, games.Text{Word: "disk_full"}, series), ""),
		letters("hunts-solo-three", solo(3), ""),
		letters("hunts-solo-four", timedSolo, ""),
		letters("which", pair, "", OK, Next),
		letters("guess", pair, "", OK, OK, Next, Next),
		letters("guess-typed", longPair, "MAMM", OK, OK),
		letters("guess-clock", clocks, "ET", OK, OK),
		letters("guess-whole", longPair, "WAMMWÖUT", OK, Next, OK),
		letters("found", asking(seated(rest, text("motus_found", 3, "ETAGE"), number("motus_token", 2, "7"), series), guess(2, 2, 5)), ""),
		letters("found-motus", asking(seated(rest, text("motus_found", 3, "ETAGE"), number("motus_token", 2, "10"), number("motus", 2, ""), series), guess(2, 2, 5)), ""),
		letters("found-longest", asking(seated(long[:1], text("motus_found", 12, "MAMMWOUT"), number("motus_token", 1, "blank"), series), guess(1, 3, 8)), ""),
		letters("missed", asking(seated(rest, text("motus_missed", 0, "ETAGE"), series), guess(2, 2, 5)), ""),
		letters("motus", seated(nil, text("motus_found", 3, "ETAGE"), number("motus_token", 2, "10"), number("motus", 2, ""), seats("motus_write", 1, 3), series), ""),
		letters("token", asking(seated(nil, number("motus_draws", 1, ""), series), token), "", Next),
		letters("token-blank", asking(seated(nil, number("motus_draws", 1, ""), series), token), "", Previous),
		letters("super-team", asking(seated(nil, games.Text{Word: "motus_level"}, series), games.Prompt{ID: "super_team", For: games.Judge, Options: games.SeatsOr([]games.Seat{1, 2})}), ""),
		letters("super-write", seated(nil, text("motus_found", 4, "ETAGE"), seats("motus_write", 1), won(2, 0), won(4, 1)), ""),
		letters("super-press", seated([]games.Slate{racing}, seats("motus_press", 2, 4), won(2, 2), won(4, 1)), ""),
		letters("super-proposes", asking(seated([]games.Slate{proposing}, seats("motus_proposes", 4), games.Text{Word: "margin", Span: 37 * time.Millisecond}, won(2, 2), won(4, 1)), guess(3, 4, 5)), ""),
		letters("super-dead-heat", asking(seated([]games.Slate{both}, seats("dead_heat", 2, 4), won(2, 2), won(4, 1)), guess(3, 2, 5), guess(3, 4, 5)), ""),
		shown("over", asking(seated(nil, seats("game_over", 4), text("motus_found", 4, "ETAGE"), won(2, 2), won(4, 3)), again())),
		shown("over-teams", asking(games.View{Game: "motus", Headline: seats("game_over", 2, 4), Lines: []games.Text{{Word: "leader", Seats: []games.Seat{2, 4}, Number: 1050}},
			Seats: pair.Seats, Grids: []games.Grid{boards[0], full}}, again())),
	}
}
