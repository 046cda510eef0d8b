package gallery

import (
	"fmt"
	"slices"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// answer is a judge's answer to a layer.
func answer(prompt string, value games.Value) layers.Input {
	return layers.Input{Input: games.Input{Kind: games.Answer, Prompt: prompt, Value: value}}
}

// lobby walks through the lobby of a game with all seats that there may be: by teams where they are
// asked for, and else with what is preset.
func (g *gallery) lobby(m layers.Moment, game games.Rules) {
	box := *m.Box
	box.Seats, m.Box = games.FirstSeats(wiring.Most), &box
	l := layers.NewLobby(m.Box, nil, nil, nil)
	look := func() games.View { return l.View(m, games.Judge, games.View{}) }
	g.add("welcome", look())
	l.Take(m, answer("game", games.Word(game.Name)))
	g.add("joining-"+game.Name, look())
	for _, seat := range m.Seats[:min(game.Most, len(m.Seats))] {
		l.Press(m, seat)
		l.Release(seat)
	}
	g.add("joined-"+game.Name, look())
	l.Take(m, answer("players", games.Word("ready")))
	for v := look(); v.Prompts[0].ID != "players"; v = look() {
		asked := v.Prompts[0]
		g.add("agreeing-"+game.Name+"-"+asked.ID, v)
		if asked.ID == "begin" {
			return
		}
		value := asked.Preset
		teams := slices.ContainsFunc(game.Options, func(o games.Option) bool { return o.Teams && o.Key == asked.ID })
		switch {
		case teams: // as many as there may be
			value = asked.Options[len(asked.Options)-1]
		case value.IsZero():
			value = asked.Options[0]
		}
		l.Take(m, answer(asked.ID, value))
	}
}

// guide walks through the guided first game. Meanwhile that says that the bot lays a card, which are
// its longest words.
func (g *gallery) guide(m layers.Moment) {
	l := layers.NewGuide(m.Box)
	g.add("guide-1", l.View(m, games.Judge, games.View{}))
	player, bot := m.Seats[0], m.Seats[1]
	effects, _, _ := l.Press(m, hw.Event{Edge: hw.Edge{Button: hw.Button(player), Down: true}})
	var below games.View
	for _, e := range effects {
		if begin, ok := e.(layers.Begin); ok {
			rules, _ := m.Rules.Find(begin.Start.Game)
			table, _, err := games.NewTable(rules, begin.Start)
			if err != nil {
				panic(err) // the guide begins a game that there is
			}
			below = table.View(games.Judge)
		}
	}
	g.add("guide-2", l.View(m, games.Judge, below))
	below.Headline, m.Game = games.Text{Word: "lays_card", Seat: bot}, &layers.Game{Laid: true}
	for i, next := range []games.Event{
		games.RaceOver{Fastest: player}, games.RaceOver{Fastest: bot}, games.Undone{}, games.GameOver{},
	} {
		g.add(fmt.Sprint("guide-", i+3), l.View(m, games.Judge, below))
		l.Hear(games.Fact{What: next})
	}
	again := layers.Asked{Question: layers.Row(layers.Again)}
	g.add("guide-7", l.View(m, games.Judge, again.View(m, games.Judge, games.View{Headline: below.Headline})))
}

// A firstStart is a new box, which learns where its buttons are.
type firstStart struct {
	*layers.Learning
	m layers.Moment
}

// elapse lets the time pass until nothing is due within it.
func (s *firstStart) elapse(d time.Duration) {
	for end := s.m.Now + d; ; {
		at, due := s.Due()
		if !due || at > end {
			s.m.Now = end
			return
		}
		s.m.Now = max(s.m.Now, at)
		s.Take(s.m, layers.Input{Input: games.Input{Kind: games.Elapse}})
	}
}

// hold presses a button for some time.
func (s *firstStart) hold(b hw.Button, d time.Duration) {
	for _, down := range []bool{true, false} {
		s.Press(s.m, hw.Event{Edge: hw.Edge{At: s.m.Now, Button: b, Down: down}})
		s.elapse(d)
	}
}

// learning walks through the first start, by presses of all kinds, and then learns one button alone.
// The display shows each sentence first in turn.
func (g *gallery) learning(m layers.Moment) {
	const (
		ok, next = 9, 11
		noLine   = 12 // of the I²C bus
		buzz     = 13
		typing   = 14
		enter    = 15
		stick    = 16
		short    = 60 * time.Millisecond
		keyboard = "046d:c31c/"
	)
	places, wires := wiring.Buttons(), wiring.Default()
	places = append(places, wires.OK, wires.Previous, wires.Next, "GPIO2", "054c:1000/BTN_TRIGGER",
		keyboard+"KEY_A", keyboard+"KEY_ENTER", "0079:0006/ABS_X")
	lamp, _ := evdev.ParsePlace("054c:1000/buzz1") // it has that form
	known, c := m.Config, *m.Config
	c.Buttons.Seats, m.Config = nil, &c
	buttons := &layers.Buttons{
		Before: c, Lamps: []evdev.Place{lamp}, Light: func(evdev.Place, bool) error { return nil },
		Source: func(b hw.Button) (hw.Source, bool) {
			at := hw.Source{Place: places[b-1]}
			switch b {
			case typing:
				at.Use = hw.Types
			case enter:
				at.Use, at.Answers = hw.Types, hw.KeyOK
			case stick:
				at.Use = hw.Directs
			}
			return at, true
		},
	}
	s := &firstStart{layers.NewLearning(buttons, m), m}
	shown := 0
	look := func() {
		shown++
		v := s.View(s.m, games.Judge, games.View{})
		for i := range 1 + len(v.Lines) {
			g.add(fmt.Sprintf("learn-%02d-%d", shown, i+1), s.OnDisplay(v, false))
			s.elapse(3 * time.Second)
		}
	}
	press := func(all ...hw.Button) {
		for _, b := range all {
			s.hold(b, short)
			look()
		}
	}
	look()
	press(noLine, typing, stick, 1, 1, 1, 1, 2, buzz, 4)
	for _, at := range []hw.Button{2, 8} { // one that is learnt, and one that is not
		for _, why := range []error{hw.Stuck, hw.Chattering} {
			buttons.Fault(at, why)
			look()
		}
		buttons.Fault(at, nil)
	}
	press(1)
	press(5, 6, 7)
	s.hold(1, 3*time.Second)
	look()
	press(noLine, 7, enter, ok, 7, next-1, next, ok, buzz)
	one := *known
	one.Run.LearnOnly = hw.KeyBack
	buttons.Before, s.m.Config = one, &one
	s.Learning = layers.NewLearning(buttons, s.m)
	look()
	press(1, noLine)
}

// tryout walks through the test of the buttons, of which one bounces and another moves by itself.
func (g *gallery) tryout(m layers.Moment) {
	t := layers.NewTryout(m)
	edge := func(at time.Duration, b hw.Button, down bool) hw.Event {
		e := hw.Event{Edge: hw.Edge{At: at, Button: b, Down: down}}
		t.Meter.Take(e)
		return e
	}
	look := func(name string) { g.add(name, t.View(m, games.Judge, games.View{})) }
	look("try-any")
	t.Press(m, edge(0, hw.KeyPrevious, true))
	edge(1234*time.Microsecond, hw.KeyPrevious, true)
	edge(0, hw.Button(8), true)
	look("try-down")
	t.Press(m, edge(time.Second, hw.KeyPrevious, false))
	m.Now = 2 * time.Second
	t.Take(m, layers.Input{Input: games.Input{Kind: games.Elapse}})
	look("try-pressed")
}
