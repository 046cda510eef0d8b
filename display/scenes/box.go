package scenes

import (
	"fmt"
	"strings"

	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// box adds what may stand over a game: faults, refusals and invitations, each with the longest texts
// that it may have.
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
