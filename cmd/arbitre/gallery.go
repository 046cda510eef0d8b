package main

import (
	"cmp"
	"fmt"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/scenes"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
)

// questionsOfTheBox returns every question of the box as the judge sees it, in the lobby and over a
// game, with all choices that it may have there and the longest name of a game.
func questionsOfTheBox(rules games.Rulebook) (views []scenes.View) {
	longest := slices.MaxFunc(rules, func(a, b games.Rules) int { return cmp.Compare(len(a.Name), len(b.Name)) }).Name
	c := config.Default(rules, func(string) string { return "" })
	c.Speaker.Enabled = true
	c.Judge.Shutdown = 1 // the machine can be switched off
	box := &layers.Box{Rules: rules, Seats: []games.Seat{1, 2, 4}, Phrases: wording.NewPhrases(rules), Invites: true, Learns: true, Version: "12.34.56"}
	lobby := layers.Moment{Box: box, Config: &c, Phones: make([]shown.Viewer, 2), Offers: layers.Offers{
		Undo: games.Text{Word: "undo", Seat: 2, Extra: "did_press"}, Redo: games.Text{Word: "redo", Seat: 2, Extra: "did_verdict"},
		Secrets: box.Seats, Recorded: layers.Recorded{Journal: "a-journal", Game: longest},
		Update: games.Text{Word: layers.UpdateOffered, Extra: "12.34.56"},
		Wifi:   games.Text{Word: layers.WifiOn, Extra: "arbitre-mw"},
	}}
	playing := lobby
	playing.Game = &layers.Game{Seats: box.Seats, Between: true}
	about := layers.Subject{
		Seat:  4,
		Left:  []layers.Left{{Path: "a-journal", Game: longest}},
		Hands: handsOf(box.Seats),
	}
	seen := map[string]bool{}
	add := func(m layers.Moment, q layers.Question, name string, below games.View) {
		asked := &layers.Asked{Question: q, About: about}
		v := asked.View(m, games.Judge, below)
		if look := fmt.Sprintf("%+v", v); !seen[look] {
			seen[look] = true
			views = append(views, scenes.View{Name: name, View: v})
			if q.Behind == nil && len(v.Prompts[0].Options) > 1 { // and with the cursor at its end
				views = append(views, scenes.View{Name: name + "-last", Keys: "^", View: v})
			}
		}
	}
	for _, q := range layers.Table() {
		below := games.View{}
		if q.ID == "players" || q.ID == "begin" { // stand over those who have joined
			below = games.View{Game: longest, Panel: games.Entrants, Headline: games.Text{Word: "joined", Seats: box.Seats, Extra: longest}}
			for s := range games.Seat(5) {
				below.Seats = append(below.Seats, games.Place{Seat: s + 1, Bot: s == 1, Lamp: games.Blinking})
			}
		}
		if q.ID == "lineup" { // over the seats with their teams
			below = games.View{Game: longest, Panel: games.Lineup, Headline: games.Text{Word: q.ID}}
			for s := range games.Seat(8) {
				below.Seats = append(below.Seats, games.Place{Seat: s + 1, Team: 1 + int(s)/2, Lamp: games.Lit})
			}
		}
		add(lobby, q, q.ID, below)
		add(playing, q, q.ID+"-playing", below)
		switch {
		case q.Behind != nil: // what stands behind it depends on the game
			for _, g := range rules {
				add(playing, q, q.ID+"-"+g.Name, games.View{Game: g.Name})
			}
		case q.ID == "updated": // and what it says on what became of an update
			for _, word := range []string{"installing", "installed", "signature", "kind", "unreadable", "changed", "failed"} {
				lobby := lobby
				lobby.Offers.Update = games.Text{Word: "update_" + word, Extra: "12.34.56"}
				add(lobby, q, q.ID+"-"+word, below)
			}
		case q.ID == layers.Wifi: // and how it is with that
			for _, word := range []string{"off", "starting", "no_manager", "stopped", "no_radio", "radio_off", "no_access", "refused"} {
				lobby := lobby
				lobby.Offers.Wifi = games.Text{Word: "wifi_" + word}
				add(lobby, q, q.ID+"-"+word, below)
			}
		}
	}
	return views
}

// handsOf returns hands of cards with many points.
func handsOf(seats []games.Seat) (hands []layers.Hand) {
	for _, s := range seats {
		asked := games.Prompt{ID: "hand", Shape: games.Hand, Keys: games.Keys{Seat: s}, Counts: []games.Count{{Key: "numbers", Most: 99, Worth: 10}}}
		hands = append(hands, layers.Hand{Asked: asked, In: games.Input{Kind: games.Answer, Value: asked.HandOf([]int{99})}})
	}
	return hands
}
