package gametest

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"arbitre/games"
	"arbitre/games/bot"

	"github.com/google/go-cmp/cmp"
)

// fitting returns some words of each length.
func fitting(known string) (fit []string) {
	for i := range 26 {
		word := strings.Repeat("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2)[i : i+len(known)]
		for _, w := range []string{word, word[:1] + "S" + word[2:]} {
			if matches(w, known) {
				fit = append(fit, w)
			}
		}
	}
	return fit
}

func matches(word, known string) bool {
	for i := range known {
		if known[i] != '.' && known[i] != word[i] {
			return false
		}
	}
	return true
}

// botsEnd checks that bots alone play a game to its end, and that none of them is refused.
func botsEnd(c *trial) {
	if c.rules.Bots.At == games.NoTable {
		return
	}
	start := c.start()
	start.Options = c.rules.Chosen(c.choices(start.Seats, true))
	bots := games.Bots{}
	for _, s := range start.Seats {
		bots[s] = games.Strength(c.dice.IntN(len(games.Strengths())))
	}
	start.Options = start.Options.With(bots.Agreed()...)
	table, _ := c.begin(start)
	players := bot.Sit(table, fitting, c.dice.Uint64)
	for range endless {
		if table.View(games.Public).Over {
			return
		}
		if _, err := next(table, players); err != nil {
			fail("a bot's %w: let it answer what is asked, by its limits", err)
		}
	}
	fail("bots have not ended it after %d moves (asked at last: %s): let them play to its end", endless, ids(table))
}

// botsKnowNoMore checks that a bot means to do the same in twins whose facts are the same, and in
// which its seat sees the same.
func botsKnowNoMore(c *trial) {
	luck := c.dice.Uint64()
	c.playTwins(func(t *twins) {
		for _, seat := range t.tables[0].Start().Seats {
			if !cmp.Equal(t.tables[0].View(games.Player(seat)), t.tables[1].View(games.Player(seat))) {
				continue // what its own player knows may differ
			}
			for strength := range games.Strengths() {
				b := games.Bot{Seat: seat, Strength: games.Strength(strength), Fitting: fitting, Luck: luck}
				if one, other := means(t.tables[0], b), means(t.tables[1], b); one != other {
					fail("seat %d sees the same in two games, and as a bot means to do %s in one, %s in the other: "+
						"make its moves from what lies open and its own secrets", seat, one, other)
				}
			}
		}
	})
}

// means says what a bot is about to do, with an answer that it may draw.
func means(table *games.Table, b games.Bot) string {
	m, ok := games.NextMove(table, b)
	if !ok {
		return "nothing"
	}
	said := ""
	if m.Value != nil {
		said = m.Value(rand.New(rand.NewPCG(b.Luck, 0))).JSON()
	}
	return fmt.Sprint(m.On, m.Lays, m.After, m.Hold, said)
}

// next lets pass what is due next, a deadline or what a bot does, and returns that.
func next(table *games.Table, players *bot.Players) (a bot.Act, err error) {
	players.Think(table.Now())
	at, means := players.Due()
	due, passes := table.Deadline()
	switch {
	case passes && (!means || due <= at):
		table.Advance(due)
		return a, nil
	case !means:
		fail("bots mean to do nothing, and no deadline is due (asked: %s): let one of them go on", ids(table))
	}
	a, _ = players.Act(at)
	if a.Kind != games.Elapse {
		a.At = max(a.At, table.Now())
		_, err = table.Apply(a.Input)
	}
	return a, err
}
