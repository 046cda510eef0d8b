// Package gallery makes what the box shows by itself, whatever it asks or learns: its questions, its lobby,
// its guided first game, the learning of its buttons and their test.
package gallery

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/scenes"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
)

// A gallery collects what the box shows by itself, each look once.
type gallery struct {
	views []scenes.View
	seen  map[string]bool
}

// add adds a view, and one with the cursor at the end of its options.
func (g *gallery) add(name string, v games.View) {
	if look := fmt.Sprintf("%+v", v); !g.seen[look] {
		g.seen[look] = true
		g.views = append(g.views, scenes.View{Name: name, View: v})
		if len(v.Prompts) > 0 && v.Panel != games.Leaflet && len(v.Prompts[0].Options) > 1 {
			asked := v.Prompts[0]
			at := max(0, slices.IndexFunc(asked.Options, asked.Preset.Equal))
			g.views = append(g.views, scenes.View{Name: name + "-last", Keys: strings.Repeat("^", at+1), View: v})
		}
	}
}

// Views returns what the judge sees of the box itself: every question, and all that the layers of the
// ground show, with the longest name of a game.
func Views(rules games.Rulebook) []scenes.View {
	g := gallery{seen: map[string]bool{}}
	lobby := atTheLobby(rules)
	g.questions(lobby)
	for _, game := range rules {
		g.lobby(lobby, game)
	}
	g.guide(lobby)
	g.learning(lobby)
	g.tryout(lobby)
	return g.views
}

// atTheLobby is a moment in the lobby of a box that offers all that a box may offer.
func atTheLobby(rules games.Rulebook) layers.Moment {
	longest := slices.MaxFunc(rules, func(a, b games.Rules) int { return cmp.Compare(len(a.Name), len(b.Name)) }).Name
	c := config.Default(rules, func(string) string { return "" })
	c.Speaker.Enabled = true
	c.Judge.Shutdown = 1 // the machine can be switched off
	box := &layers.Box{Rules: rules, Seats: []games.Seat{1, 2, 4}, Phrases: wording.NewPhrases(rules), Invites: true, Learns: true, OwnWifi: true, Version: "12.34.56"}
	return layers.Moment{Box: box, Config: &c, Phones: make([]shown.Viewer, 2), Offers: layers.Offers{
		Undo: games.Text{Word: "undo", Seat: 2, Extra: "did_press"}, Redo: games.Text{Word: "redo", Seat: 2, Extra: "did_verdict"},
		Secrets: box.Seats, Recorded: layers.Recorded{Journal: "a-journal", Game: longest},
		Update: games.Text{Word: layers.UpdateOffered, Extra: "12.34.56"},
		Wifi:   wifi.State{Phase: wifi.Up, Network: "arbitre-mw"},
	}, Learning: layers.LearningOffers{NoMore: true, Anew: true, Withdraw: true}}
}

// questions adds every question of the box, in the lobby and over a game, with all choices that it may
// have there. Those that the lobby asks itself stand over nothing here.
func (g *gallery) questions(lobby layers.Moment) {
	playing := lobby
	playing.Game = &layers.Game{Seats: lobby.Seats, Between: true}
	recorded := lobby.Offers.Recorded
	about := layers.Subject{
		Seat:  4,
		Left:  []layers.Left{{Path: recorded.Journal, Game: recorded.Game}},
		Hands: handsOf(lobby.Seats),
	}
	add := func(m layers.Moment, q layers.Question, name string, below games.View) {
		g.add(name, (&layers.Asked{Question: q, About: about}).View(m, games.Judge, below))
	}
	for _, q := range layers.Table() {
		below := games.View{}
		add(lobby, q, q.ID, below)
		add(playing, q, q.ID+"-playing", below)
		switch {
		case q.Behind != nil: // what stands behind it depends on the game
			for _, game := range lobby.Rules {
				add(playing, q, q.ID+"-"+game.Name, games.View{Game: game.Name})
			}
		case q.ID == "updated": // and what it says on what became of an update
			for _, word := range []string{"installing", "installed", "signature", "kind", "unreadable", "changed", "failed"} {
				lobby := lobby
				lobby.Offers.Update = games.Text{Word: "update_" + word, Extra: "12.34.56"}
				add(lobby, q, q.ID+"-"+word, below)
			}
		case q.ID == layers.Wifi: // and how it is with that
			for _, is := range []wifi.State{{}, {Phase: wifi.Starting}, {Phase: wifi.Joining}, {Phase: wifi.Joined},
				{Why: wifi.NoManager}, {Why: wifi.Stopped}, {Why: wifi.NoRadio}, {Why: wifi.RadioOff}, {Why: wifi.NoAccess}, {Why: wifi.Refused},
				{Why: wifi.WrongKey}, {Why: wifi.NotFound}, {Why: wifi.NoAddress}, {Why: wifi.NotJoined}} {
				lobby := lobby
				lobby.Offers.Wifi = is
				add(lobby, q, q.ID+"-"+strings.TrimPrefix(is.Says().Word, "wifi_"), below)
			}
		}
	}
}

// handsOf returns hands of cards with many points.
func handsOf(seats []games.Seat) (hands []layers.Hand) {
	for _, s := range seats {
		asked := games.Prompt{ID: "hand", Shape: games.Hand, Keys: games.Keys{Seat: s}, Counts: []games.Count{{Key: "numbers", Most: 99, Worth: 10}}}
		hands = append(hands, layers.Hand{Asked: asked, In: games.Input{Kind: games.Answer, Value: asked.HandOf([]int{99})}})
	}
	return hands
}
