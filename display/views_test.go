package display_test

import (
	"maps"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"arbitre/games"
	"arbitre/games/all"
)

func seats() *rapid.Generator[[]games.Seat] {
	return rapid.Custom(func(t *rapid.T) []games.Seat {
		s := slices.Collect(maps.Keys(rapid.MapOfN(rapid.IntRange(1, 8), rapid.Just(true), 1, 8).Draw(t, "seats")))
		slices.Sort(s)
		return asSeats(s)
	})
}

func asSeats(numbers []int) []games.Seat {
	s := make([]games.Seat, len(numbers))
	for i, n := range numbers {
		s[i] = games.Seat(n)
	}
	return s
}

func texts(words []string) *rapid.Generator[games.Text] {
	return rapid.Custom(func(t *rapid.T) games.Text {
		word := rapid.SampledFrom(words).Draw(t, "word")
		roles := []games.Role{games.State, games.News, games.Round, games.Leaders, games.Winners, games.Tally}
		text := games.Text{
			Word:   word,
			Role:   rapid.SampledFrom(roles).Draw(t, "role"),
			Seat:   games.Seat(rapid.IntRange(1, 12).Draw(t, "seat")),
			Seats:  seats().Draw(t, "seats"),
			Number: number(t, word),
			Span:   time.Duration(rapid.Int64Range(0, int64(20*time.Second)).Draw(t, "span")),
			Extra:  extra(t, word),
		}
		switch kind, colour, _ := strings.Cut(word, "_"); {
		case slices.Contains(house().Faults(), word):
			text.Role = games.Fault
		case word == "guessed" || word == "code":
			text.Code = rapid.SampledFrom([][]string{{"yellow", "red", "", "blue", "green"},
				{"anthrazit", "", "", "hellblau", ""}}).Draw(t, "code")
		case word == "motus" || word == "motus_token":
			text.Grid = text.Number
		case (kind == "reply" || kind == "board") && colour != "":
			text.Reply = &games.Reply{Of: text.Number, Colour: strings.TrimPrefix(colour, "none")}
		}
		return text
	})
}

// extra generates the Extra of a sentence: letters, a card, a colour or a code by its word, else a
// count.
func extra(t *rapid.T, word string) string {
	extras := []string{"1/4", "12/12", "3–5"}
	switch word {
	case "motus_found", "motus_missed", "unknown_word":
		extras = []string{"ETAGE", "MAMMWOUT"}
	case "motus_hint", "motus_first_letter":
		extras = []string{"E", "W"}
	case "motus_token":
		extras = []string{"7", "25", "blank"}
	case "mog_lay", "mog_token", "mog_was", "mog_has_token", "secret_card":
		extras = []string{"1·4·7", "6·7·8"}
	case "your_token":
		extras = []string{"blue", "orange", "anthrazitgrau"}
	case "attribute":
		extras = []string{"Zigarre", "Gummistiefel"}
	case "coach_left":
		extras = []string{"10", "30 12 10 10 6 6 3 2 1"}
	}
	return rapid.SampledFrom(extras).Draw(t, "extra")
}

func number(t *rapid.T, word string) int {
	if strings.HasPrefix(word, "board") || strings.HasPrefix(word, "motus") {
		return rapid.IntRange(1, 2).Draw(t, "number")
	}
	return rapid.IntRange(-999, 999).Draw(t, "number")
}

// slate generates a hunt.
func slate(t *rapid.T, hunt, proposing int) games.Slate {
	letters := rapid.IntRange(5, 8).Draw(t, "letters")
	drawn := func(name, of string) string {
		return rapid.StringOfN(rapid.RuneFrom([]rune(of)), letters, letters, -1).Draw(t, name)
	}
	s := games.Slate{Hunt: hunt, Line: rapid.IntRange(1, 7).Draw(t, "line"), Known: "W" + drawn("known", "M.....")[1:]}
	for range rapid.IntRange(0, proposing).Draw(t, "proposing") {
		s.Seats = append(s.Seats, games.Seat(rapid.IntRange(1, 12).Draw(t, "seat")))
	}
	if rapid.Bool().Draw(t, "proposed") {
		s.Word, s.Marks = drawn("proposal", "AIMWQ"), drawn("marks", "XO-")
	}
	if rapid.Bool().Draw(t, "secret") {
		s.Secret = drawn("secret", "AIMWQ")
	}
	return s
}

// panel picks one of the panels for which a view has something to show.
func panel(t *rapid.T, v games.View) games.Panel {
	has := []games.Panel{games.Nothing, games.Entrants, games.PhotoFinish, games.Standings}
	for _, l := range v.Lines {
		switch {
		case l.Code != nil:
			has = append(has, games.Revealed)
		case l.Reply != nil:
			has = append(has, games.Replies)
		}
	}
	if v.Slates != nil {
		has = []games.Panel{games.Hunts}
	}
	if v.Rivals != nil {
		has = append(has, games.Rivalry)
	}
	if v.Grids != nil {
		has = append(has, games.Squares)
	}
	return rapid.SampledFrom(has).Draw(t, "panel")
}

// least returns the fewest answers of a question. Most questions are not asked if they have only
// one.
func least(id string) int {
	if slices.Contains([]string{"nobody", "next_round", "seen", "cover", "hide", "prepare", "pause", "guess"}, id) {
		return 1
	}
	return 2
}

// prompt generates a prompt with the shape and the options that its id has in the games.
func prompt(t *rapid.T, questions, words []string) games.Prompt {
	p := games.Prompt{
		ID:     rapid.SampledFrom(questions).Draw(t, "id"),
		For:    games.Judge,
		Keys:   games.Keys{Seat: games.Seat(rapid.IntRange(0, 5).Draw(t, "about"))},
		Min:    rapid.IntRange(0, 3).Draw(t, "min"),
		Max:    rapid.IntRange(3, 99).Draw(t, "max"),
		Counts: kindsOfCards(),
	}
	switch p.ID {
	case "hand":
		p.Shape = games.Hand
	case "rounds", "motus.token":
		p.Shape = games.Amount
	case "secret", "designate", "accuse":
		p.Shape = games.Card
	case "guess", "solve":
		p.Shape = games.Code
	case "token":
		p.Shape = games.Token
	case "word", "motus.guess":
		p.Shape = games.Letters
	case "peek":
		p.Shape = games.Peek
	}
	var named []games.Seat
	if rapid.Bool().Draw(t, "named") {
		named = seats().Draw(t, "options")
	}
	others := rapid.SliceOfNDistinct(rapid.SampledFrom(words), least(p.ID), 4, rapid.ID).Draw(t, "words")
	p.Options = games.SeatsOr(named, others...)
	switch p.Shape {
	case games.Card:
		p.Background, p.Max, p.Places = p.ID == "designate", 3, 8
		p.Options = games.Words("attribute_1", "attribute_2", "attribute_3", "attribute_4", "attribute_5",
			"Sonnenbrille", "Gummistiefel", "Schnurrbart")
		if p.ID == "accuse" {
			p.Options = append(p.Options, games.Word("withdraw"))
		}
	case games.Code, games.Token:
		p.Options = rapid.SampledFrom([][]games.Value{
			games.Words("blue", "red", "yellow", "green", "orange", "brown"),
			games.Words("anthrazit", "hellblau", "hellgrün", "türkis", "rosa", "rot"),
		}).Draw(t, "colours")
		p.Max, p.Places = 4, 5
	case games.Letters:
		p.Options, p.Max, p.Hunt = nil, rapid.IntRange(5, 8).Draw(t, "letters"),
			rapid.IntRange(1, 2).Draw(t, "hunt")
		if p.Background = p.ID == "motus.guess"; p.Background && rapid.Bool().Draw(t, "timed") {
			p.Until = 10 * time.Second
		}
	}
	if p.ID == "play" {
		p.Background, p.Shape, p.Options = true, games.Choice, play().Options
		var layers []games.Candidate
		for _, s := range seats().Draw(t, "layers") {
			layers = append(layers, games.Candidate{Seat: s})
		}
		p.Namings = []games.Naming{
			{Options: p.Options[:4], Asks: "laid_by", Seats: layers},
			{Options: p.Options[4:], Asks: "out", Seats: []games.Candidate{{Seat: 1}, {Seat: 2}, {Seat: 3}},
				Buttons: true},
		}
	}
	return p
}

// views generates views with words of the dictionary, and as much in them as a table can have.
func views() *rapid.Generator[games.View] {
	names := append(all.Games().Names(), "")
	return rapid.Custom(func(t *rapid.T) games.View {
		game := rapid.SampledFrom(names).Draw(t, "game")
		sentences := slices.DeleteFunc(append(wordsOf("sentences", game), house().Faults()...), func(word string) bool {
			return word == "unknown_word" || word == "advice" // long, and shown only as a refusal and in the help
		})
		questions, words := wordsOf("questions", game), wordsOf("words", game)
		v := games.View{
			Game:     game,
			Headline: texts(sentences).Draw(t, "headline"),
			Lines:    rapid.SliceOfN(texts(sentences), 0, 4).Draw(t, "lines"),
			Race:     &games.Photo{Open: rapid.Bool().Draw(t, "open")},
		}
		for _, s := range seats().Draw(t, "places") {
			v.Seats = append(v.Seats, games.Place{
				Seat:  s,
				Total: rapid.IntRange(-999, 999).Draw(t, "total"),
				Lamp:  games.Lamp(rapid.IntRange(0, 2).Draw(t, "lamp")),
			})
			if rapid.Bool().Draw(t, "pressed") {
				after := time.Duration(rapid.Int64Range(0, int64(6*time.Second)).Draw(t, "after"))
				v.Race.Order = append(v.Race.Order, games.Finish{Seat: s, After: after})
			} else {
				v.Race.Missing = append(v.Race.Missing, s)
			}
		}
		switch hunts := rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3, 4}).Draw(t, "hunts"); hunts {
		case 1:
			v.Slates = append(v.Slates, slate(t, 1, 2)) // in the Super Partie both players may propose
		default:
			for hunt := range hunts {
				v.Slates = append(v.Slates, slate(t, hunt+1, 1))
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "gridded") == 0 {
			size := rapid.IntRange(1, 20).Draw(t, "size")
			covered := rapid.SliceOfN(rapid.Bool(), size*size, size*size).Draw(t, "covered")
			v.Grids = []games.Grid{{Size: size, Covered: covered}, {Size: size, Covered: covered}}
		}
		if len(v.Slates) < 2 && rapid.IntRange(0, 3).Draw(t, "rivals") == 0 {
			v.Rivals = []games.Progress{{Seat: 2, Points: 1, ToWin: 3}, {Seat: 12, Points: 3, ToWin: 3}}
		}
		slices.SortFunc(v.Race.Order, func(a, b games.Finish) int { return int(a.After - b.After) })
		for range rapid.IntRange(0, 2).Draw(t, "prompts") {
			if p := prompt(t, questions, words); p.ID != "laid_by" { // the dialogue asks it, not a prompt
				v.Prompts = append(v.Prompts, p)
			}
		}
		v.Panel = panel(t, v)
		return v
	})
}
