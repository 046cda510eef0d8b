package mog

import (
	"testing"
	"time"

	"arbitre/games"
)

func begun(b *testing.B) *Game {
	g, _, err := Rules().Start(start(5, 0))
	if err != nil {
		b.Fatal(err)
	}
	apply(b, g.(*Game), games.Input{Kind: games.Answer, Prompt: "secret", Value: `[6,7,8]`})
	return g.(*Game)
}

// BenchmarkDesignate lays the 55 tokens of a round, over and over.
func BenchmarkDesignate(b *testing.B) {
	var cards []games.Value
	for _, c := range characters() {
		cards = append(cards, value(c))
	}
	b.ReportAllocs()
	g, laid := begun(b), 0
	for b.Loop() {
		if laid == 55 {
			b.StopTimer()
			g, laid = begun(b), 0
			b.StartTimer()
		}
		apply(b, g, games.Input{Kind: games.Answer, Prompt: "designate", Value: cards[laid]})
		laid++
	}
}

// BenchmarkShout joins the queue.
func BenchmarkShout(b *testing.B) {
	g := begun(b)
	b.ReportAllocs()
	for b.Loop() {
		apply(b, g, games.Input{At: time.Second, Kind: games.Press, Seat: 2})
		g.queue.Clear()
	}
}

// BenchmarkAccuse is a whole interruption: the shout, its decision, a wrong accusation.
func BenchmarkAccuse(b *testing.B) {
	g := begun(b)
	b.ReportAllocs()
	for b.Loop() {
		apply(b, g, games.Input{Kind: games.Press, Seat: 2})
		apply(b, g, games.Input{At: time.Second, Kind: games.Elapse})
		apply(b, g, games.Input{At: time.Second, Kind: games.Answer, Prompt: "accuse", Value: `[1,2,3]`})
		g.accused = g.accused[:0]
	}
}

// BenchmarkDebrief ends a round with every token on the table.
func BenchmarkDebrief(b *testing.B) {
	var tokens []token
	for _, c := range deck()[:55] {
		tokens = append(tokens, token{c, shared(c, 1<<5|1<<6|1<<7)})
	}
	b.ReportAllocs()
	for b.Loop() {
		left(tokens)
	}
}

func BenchmarkView(b *testing.B) {
	g := begun(b)
	apply(b, g, games.Input{Kind: games.Answer, Prompt: "designate", Value: `[1,2,3]`})
	b.ReportAllocs()
	for b.Loop() {
		g.View(games.Judge)
	}
}
