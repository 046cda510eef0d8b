package scenes

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// box adds the scenes of the box itself but for its questions: faults, refusals and invitations, each
// with the longest texts that it may have.
func (c *collector) box(book games.Rulebook) {
	longest := ""
	for _, game := range book {
		if len(game.Name) > len(longest) {
			longest = game.Name
		}
	}
	cover := choice("cover", "ready")
	cover.For, cover.Keys.Seat = games.Player(1), 1
	c.show("for-eyes", "", says(games.Text{Word: "for_eyes", Seat: 1}), cover)
	c.show("unknown-word", "", says(games.Text{Word: "a word that no dictionary has, and far too long for it"},
		games.Text{Word: "anticonstitutionnellementanticonstitutionnellement"}))
	c.show("empty", "", games.View{})
	c.show("lays", "", says(games.Text{Word: "lays", Seat: 3, Extra: longest}, games.Text{Word: "turn", Seat: 3}))
	c.show("lays-card", "", says(games.Text{Word: "lays_card", Seat: 3}, games.Text{Word: "turn", Seat: 3}))
	c.learning()
	c.guide()
	c.lobby(longest)
	c.totals()
	for _, word := range c.phrases.Faults() {
		round := games.Text{Word: "round", Role: games.Round, Extra: "1/5"}
		fault := games.Text{Word: word, Role: games.Fault, Seat: 3, Number: 12}
		c.show("fault-"+word, "", says(games.Text{Word: "turn", Seat: 2}, fault, round))
		if strings.Contains(c.phrases.In(c.language, "").Template(wording.Faults, word), "{button}") {
			fault.Seat, fault.Extra = 0, "key previous"
			c.show("fault-"+word+"-key", "", says(games.Text{Word: "turn", Seat: 2}, fault, round))
		}
	}
	c.refusals()
	c.invitations()
}

// choice returns a question of the box, with options separated by spaces.
func choice(id, options string) games.Prompt {
	return games.Prompt{ID: id, For: games.Judge, Options: games.Words(strings.Fields(options)...)}
}

// says returns a view that has sentences alone.
func says(headline games.Text, lines ...games.Text) games.View {
	return games.View{Headline: headline, Lines: lines}
}

// show adds a view with its prompts, after some keys.
func (c *collector) show(name, typed string, v games.View, prompts ...games.Prompt) {
	v.Prompts = append(prompts, v.Prompts...)
	d, _ := c.typed(typed, 0, v)
	c.add("box-"+name, display.Scene{View: v, Dialogue: d})
}

// learning adds the scenes in which the box learns its buttons. The sentences take turns at being
// the first.
func (c *collector) learning() {
	about := func(word string, seat games.Seat, extra string) games.Text {
		return games.Text{Word: word, Seat: seat, Extra: extra}
	}
	const key, line = "key previous", "GPIO27"
	for name, turn := range map[string][]games.Text{
		"seat": {{Word: "press_seat", Number: 8}, about("learnt", 7, ""), {Word: "hold_no_more"}},
		"key":  {about("press_key", 0, key), about("learnt", 0, "key OK")},
	} {
		for i, first := range turn {
			c.show(fmt.Sprint("learn-", name, "-", i+1), "", says(first, slices.Delete(slices.Clone(turn), i, i+1)...))
		}
		for i, wrong := range []games.Text{
			about("is_button", 7, ""), about("is_button", 0, "key OK"), about("no_line", 0, line),
			about("line_stuck", 0, line), about("line_noisy", 0, line), about("button_stuck", 7, ""),
			about("is_keyboard", 0, ""), about("not_a_button", 0, ""),
		} {
			c.show(fmt.Sprint("learn-", name, "-wrong-", i+1), "", says(wrong, turn...))
		}
	}
	c.show("learn-known-1", "", says(about("is_button", 1, ""), about("press_key", 0, "key OK"),
		games.Text{Word: "again_no_more"}))
	c.show("learn-known-2", "", says(games.Text{Word: "again_no_more"}, about("is_button", 1, "")))
	c.show("learn-known-3", "", says(games.Text{Word: "again_back"}, about("is_button", 7, "")))
	c.show("learn-known-4", "", says(about("taken_back", 7, ""), games.Text{Word: "press_seat", Number: 7}))
	c.show("learn-one", "", says(games.Text{Word: "hold_none"}, about("press_key", 0, "key back")))
	leave := games.Text{Word: "hold_to_leave"}
	c.show("try-any", "", says(games.Text{Word: "try_any"}, leave))
	c.show("try-pressed", "", says(about("try_pressed", 0, key), games.Text{Word: "try_place", Extra: line},
		games.Text{Word: "try_bounced", Span: 1234 * time.Microsecond}, about("try_strays", 8, ""), leave))
	lit := games.Text{Word: "press_lit"}
	c.show("learn-lit-1", "", says(lit, games.Text{Word: "hold_no_lamp"}))
	c.show("learn-lit-2", "", says(games.Text{Word: "hold_no_lamp"}, lit))
	c.show("learn-lit-3", "", says(games.Text{Word: "no_seat"}, lit))
	c.show("learn-first", "", says(games.Text{Word: "press_seat", Number: 1}, games.Text{Word: "clockwise"}))
	c.show("learn-round", "", says(games.Text{Word: "clockwise"}, games.Text{Word: "press_seat", Number: 1}))
	for _, word := range []string{"hold_no_keys", "no_keys"} {
		c.show("learn-"+word, "", says(games.Text{Word: word}, about("press_key", 0, "key OK")))
	}
}

// guide adds the scenes of a guided first game, with the longest that the game may say below.
func (c *collector) guide() {
	c.show("guide-press", "", says(games.Text{Word: "guide_press"}, games.Text{Word: "guide_minute"}), choice("guide", "withdraw"))
	for _, word := range []string{"guide_slap", "guide_lose", "guide_undo", "guide_end", "guide_learnt"} {
		v := says(games.Text{Word: word, Seat: 1, Seats: []games.Seat{1}}, games.Text{Word: "lays_card", Seat: 2})
		c.show(strings.ReplaceAll(word, "_", "-"), "", v, games.Prompt{ID: "again", For: games.Judge, Background: true, Options: games.Words("same", "leave")})
	}
}

// lobby adds the scenes in which players join and agree on a game.
func (c *collector) lobby(game string) {
	c.show("welcome", "", says(games.Text{Word: "welcome"}))
	seats := []games.Seat{1, 2, 4}
	v := says(games.Text{Word: "joined", Seats: seats, Extra: game})
	v.Game, v.Panel = game, games.Entrants
	for s := range games.Seat(5) {
		v.Seats = append(v.Seats, games.Place{Seat: s + 1, Lamp: games.Blinking})
	}
	c.show("joined", "", v)
	v.Headline.Word = "agreeing"
	v.Seats = []games.Place{{Seat: 1}, {Seat: 2}, {Seat: 4}}
	c.show("agreeing", "", v)
	v.Headline.Word = "agreed"
	c.show("agreed", "", v)
	c.show("first", "v", v, games.Prompt{ID: "first", For: games.Judge, Options: games.SeatsOr(seats), Seats: true})
	rounds := games.Prompt{ID: "rounds", For: games.Judge, Shape: games.Amount, Min: 1, Max: 99, Preset: games.Number(5)}
	c.show("rounds-amount", "v", games.View{}, rounds)
	many := games.Prompt{ID: "rounds", For: games.Judge, Options: games.Numbers(1, 12), Preset: games.Number(4)}
	c.show("rounds-most", "vvvvvvvv", games.View{}, many)
}

// totals adds the longest points of three, five and eight seats.
func (c *collector) totals() {
	leaders := games.Text{Word: "leader", Role: games.Leaders, Seats: []games.Seat{1, 3}, Number: -999}
	v := says(games.Text{Word: "round_over", Number: 12}, leaders, games.Text{Word: "between"})
	v.Panel, v.Round, v.Next = games.Standings, 1, 1
	for s, total := range []int{-999, -998, -999, 999, -995, -994, 998, -992} {
		v.Seats = append(v.Seats, games.Place{Seat: games.Seat(s + 1), Total: total})
		if n := len(v.Seats); n == 3 || n == 5 || n == 8 {
			c.show(fmt.Sprint("totals-", n), "", v, choice("next_round", "ready"))
		}
	}
}

func (c *collector) refusals() {
	for _, why := range []string{"answered_elsewhere", "left_broken",
		"a reason that no dictionary has, and so long that neither of the displays has room for it in one picture"} {
		d := keys.Dialogue{Shown: true}
		d.ShowRefusal(c.phrases.In(c.language, "").Sentence(games.Text{Word: why}))
		c.add("box-refused-"+strings.Fields(why)[0], display.Scene{Dialogue: d})
	}
}

func (c *collector) invitations() {
	page := func(host string) string { return "http://" + host + ":8080/judge" }
	named, numeric := page("arbitre.local"), page("192.168.178.123")
	invite := func(name string, i display.Invitation) {
		i.Code = "482913"
		c.add("box-invitation-"+name, display.Scene{Invitation: &i, Dialogue: keys.Dialogue{Shown: true}})
	}
	c.add("box-invitation-wifi", display.Scene{Dialogue: keys.Dialogue{Shown: true}, Invitation: &display.Invitation{
		Network: "arbitre-mw", Key: "mwmwmwmwmwmw", Link: "WIFI:S:arbitre-mw;T:WPA;P:mwmwmwmwmwmw;;"}})
	invite("1", display.Invitation{Address: named})
	invite("2", display.Invitation{Address: numeric})
	invite("3", display.Invitation{Address: page("box-beside-the-table.fritz.box")})
	invite("4", display.Invitation{Address: page("[2001:db8:85a3:8d3:1319:8a2e:370:7348]")})
	invite("turned-false", display.Invitation{Address: named, NumericAddress: numeric})
	invite("turned-true", display.Invitation{Address: named, NumericAddress: numeric, Turned: true})
}
