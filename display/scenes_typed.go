package display

import (
	"slices"
	"strings"

	"arbitre/games"
)

// typed adds to a view made by hand what the games say of theirs.
func typed(v games.View) games.View {
	role := func(t games.Text) games.Text {
		switch t.Word {
		case "round":
			t.Role = games.Round
		case "leader":
			t.Role = games.Leaders
		case "game_over":
			t.Role = games.Winners
		case "motus_won":
			t.Role = games.Tally
		case "disk_full", "button_stuck", "button_noisy", "edges_lost", "no_lamp", "no_lamps", "no_buzzer",
			"no_speaker", "no_keyboard", "no_display", "no_public", "no_web", "bad_config":
			t.Role = games.Fault
		case "motus", "motus_token":
			t.Grid = t.Number
		case "guessed", "code":
			for _, c := range strings.Split(strings.ReplaceAll(t.Extra, "bleu ciel", "bleu_ciel"), " ") {
				t.Code = append(t.Code, strings.Trim(strings.ReplaceAll(c, "_", " "), "–"))
			}
		}
		for _, kind := range [...]string{"reply_", "board_"} {
			if colour, ok := strings.CutPrefix(t.Word, kind); ok {
				of := t.Number
				if kind == "reply_" {
					of = int(t.Seat)
				}
				t.Reply = &games.Reply{Of: of, Colour: strings.TrimPrefix(colour, "none")}
			}
		}
		return t
	}
	v.Headline = role(v.Headline)
	v.Lines = slices.Clone(v.Lines)
	for i, t := range v.Lines {
		v.Lines[i] = role(t)
		if t.Word == "motus_won" {
			v.Rivals = append(v.Rivals, games.Progress{Seat: t.Seat, Points: t.Number, ToWin: 3})
		}
	}
	if i := slices.IndexFunc(v.Lines, func(t games.Text) bool { return t.Word == "guessed" }); i > 0 {
		guess := v.Lines[i]
		v.Lines = slices.Insert(slices.Delete(v.Lines, i, i+1), 0, guess)
	}
	if i := slices.IndexFunc(v.Lines, func(t games.Text) bool { return t.Word == "motus" }); i >= 0 && v.Headline.Word != "game_over" {
		first := v.Lines[i]
		v.Lines = slices.Insert(slices.Delete(v.Lines, i, i+1), 0, v.Headline)
		v.Headline = first
	}
	v.Slates = slices.Clone(v.Slates)
	for i := range v.Slates {
		v.Slates[i].Lines = 6
	}
	v.Prompts = slices.Clone(v.Prompts)
	for i, p := range v.Prompts {
		switch p.Shape {
		case games.Card:
			p.Places, p.Min, p.Max = 8, 3, 3
		case games.Code, games.Token:
			p.Places = 5
		case games.Letters:
			for _, s := range v.Slates {
				if s.Hunt == p.Hunt {
					p.Known = s.Known
				}
			}
		}
		v.Prompts[i] = p
	}
	if v.Panel == games.Nothing {
		v.Panel = panelOf(v)
	}
	return v
}

func panelOf(v games.View) games.Panel {
	has := func(words ...string) bool {
		return slices.ContainsFunc(v.Lines, func(t games.Text) bool { return slices.Contains(words, t.Word) })
	}
	if len(v.Slates) > 0 {
		return games.Hunts
	}
	switch v.Headline.Word {
	case "mosquito", "cockroach", "joined", "agreeing":
		return games.Entrants
	case "slowest", "fastest", "dead_heat", "unclear", "missing", "nobody", "void":
		return games.PhotoFinish
	}
	switch {
	case has("code"):
		return games.Revealed
	case has("motus_won"):
		return games.Rivalry
	case len(v.Grids) > 0:
		return games.Squares
	case has("reply_black", "reply_white", "reply_none", "board_black", "board_white", "board_none"):
		return games.Replies
	}
	switch v.Headline.Word {
	case "round_over", "game_over", "unmasked", "mog_found":
		return games.Standings
	}
	return games.Nothing
}
