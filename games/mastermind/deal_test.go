package mastermind

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDeal(t *testing.T) {
	t.Run("MM-5 every token's reply to every guess", testEveryReply)
	t.Run("MM-5 replies of four boards, a sample", testFourBoardsSampled)
	t.Run("MM-2 the deal of a seed never changes", testDealOfSeed)
	t.Run("MM-4 any seat may begin", testAnySeatBegins)
	t.Run("MM-4 the option first changes no deal", testFirstChangesNoDeal)
	t.Run("MM-2 each round is dealt anew", testDealtAnew)
}

// scored recomputes a reply: classic Mastermind's score of a guess for a code of one token.
func scored(t token, guess Code) Peg {
	var secret Code
	secret[t.position-1] = t.colour
	exact, shared := 0, 0
	for i := range secret {
		if secret[i] != "" && secret[i] == guess[i] {
			exact++
		}
	}
	for _, colour := range []string{"blue", "red", "yellow", "green", "orange", "brown"} {
		in := func(c Code) (count int) {
			for _, of := range c {
				if of == colour {
					count++
				}
			}
			return count
		}
		shared += min(in(secret), in(guess))
	}
	switch {
	case exact == 1:
		return Black
	case shared == 1:
		return White
	}
	return None
}

// repliedBy recomputes all replies to a guess: around the table, from the left of the guesser.
func repliedBy(seats []games.Seat, perSeat int, tokens deal, guesser int, guess Code) []Reply {
	var replies []Reply
	for n := 1; n < len(seats); n++ {
		other := (guesser + n) % len(seats)
		for b := range perSeat {
			replies = append(replies, Reply{seats[other], b + 1, scored(tokens[other*perSeat+b], guess)})
		}
	}
	return replies
}

// deals returns every deal of that number of boards.
func deals(boards int) (all []deal) {
	if boards == 0 {
		return []deal{nil}
	}
	for _, d := range deals(boards - 1) {
		for position := 1; position <= 5; position++ {
			if slices.ContainsFunc(d, func(t token) bool { return t.position == position }) {
				continue
			}
			for _, c := range []string{"blue", "red", "yellow", "green", "orange", "brown"} {
				all = append(all, append(slices.Clone(d), token{c, position}))
			}
		}
	}
	return all
}

// started starts a game with these options.
func started(t testing.TB, seed uint64, seats []games.Seat, options ...games.Field) *Game {
	t.Helper()
	start := games.Start{Game: "mastermind", Seats: seats, Seed: seed, Options: games.Agreed{}.With(options...)}
	game, _, err := Rules().Start(start)
	if err != nil {
		t.Fatal(err)
	}
	return game.(*Game)
}

// entering starts a game whose tokens the players enter, with so many boards of each seat.
func entering(t testing.TB, perSeat int, seats ...games.Seat) *Game {
	return started(t, 0, seats, games.Field{Key: "dealer", Value: games.Word("entered")},
		games.Field{Key: "boards", Value: games.Number(perSeat)},
		games.Field{Key: "first", Value: games.Number(seats[0])})
}

// answersTo puts a guess to a deal through the game itself.
func answersTo(t testing.TB, g *Game, tokens deal, guesser games.Seat, guess Code) []Reply {
	g.deal, g.turn, g.heard = tokens, guesser, g.heard[:0]
	g.prompts = nil
	g.askGuess(games.NewStep(0))
	step := games.NewStep(0)
	if err := g.Answer(step, games.Input{Kind: games.Answer, Prompt: "guess", Value: value(guess)}); err != nil {
		t.Fatal(err)
	}
	return step.Facts()[0].What.(Answers).Replies
}

func value(c Code) games.Value { return games.CodeOf(c[:]...) }

func testEveryReply(t *testing.T) {
	colours := []string{"", "blue", "red", "yellow", "green", "orange", "brown"}
	for _, d := range deals(1) {
		for number := range 7 * 7 * 7 * 7 * 7 {
			var guess Code
			for i := range guess {
				guess[i] = colours[number%7]
				number /= 7
			}
			if got, want := d[0].reply(guess), scored(d[0], guess); got != want {
				t.Fatalf("%v replies %v to %v, want %v", d[0], got, guess, want)
			}
		}
	}
}

func testFourBoardsSampled(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	tables := []*Game{entering(t, 1, 1, 3, 4, 8), entering(t, 2, 2, 7)}
	pegs := map[Peg]int{}
	for range 1000 {
		for i, g := range tables {
			perSeat := i + 1
			tokens := drawDeal(random, g.colours, 4)
			guess := drawDeal(random, g.colours, 4).code()
			seat := random.IntN(len(g.seats))
			got := answersTo(t, g, tokens, g.seats[seat], guess)
			if want := repliedBy(g.seats, perSeat, tokens, seat, guess); !slices.Equal(got, want) {
				t.Fatalf("deal %v, seat %v asks %v: got %v, want %v", tokens, g.seats[seat], guess, got, want)
			}
			for _, r := range got {
				pegs[r.Peg]++
			}
		}
	}
	if len(pegs) != 3 {
		t.Errorf("the sample has pegs %v, want all three kinds", pegs)
	}
}

// The journals that people keep must be dealt as before.
func testDealOfSeed(t *testing.T) {
	for seed, want := range map[uint64]string{ // who begins, and the tokens
		0:  "3 [{red 1} {orange 5} {orange 3} {brown 2}]",
		42: "3 [{red 3} {blue 1} {brown 2} {green 5}]",
	} {
		g := started(t, seed, []games.Seat{1, 2, 3, 4})
		if got := fmt.Sprint(g.began, " ", g.deal); got != want {
			t.Errorf("seed %d: %s, want %s", seed, got, want)
		}
	}
}

func testFirstChangesNoDeal(t *testing.T) {
	seats := []games.Seat{2, 3, 5, 7}
	for seed := range uint64(200) {
		want := started(t, seed, seats).deal
		g := started(t, seed, seats, games.Field{Key: "first", Value: games.Number(5)})
		if g.began != 5 || !slices.Equal(g.deal, want) {
			t.Fatalf("seed %d: seat %d begins and %v is dealt; want seat 5, %v", seed, g.began, g.deal, want)
		}
	}
}

// The bounds are six standard deviations from the mean, 500 of 2000.
func testAnySeatBegins(t *testing.T) {
	const seeds = 2000
	seats := []games.Seat{2, 3, 5, 7}
	began := map[games.Seat]int{}
	for seed := range uint64(seeds) {
		began[started(t, seed, seats).began]++
	}
	for _, s := range seats {
		if n := began[s]; n < 384 || n > 616 {
			t.Errorf("seat %d begins %d of %d games, want 384 to 616", s, n, seeds)
		}
	}
}

func testDealtAnew(t *testing.T) {
	same := 0
	for seed := range uint64(200) {
		g := started(t, seed, []games.Seat{1, 2, 3, 4})
		before := slices.Clone(g.deal)
		g.beginRound(games.NewStep(0), 1)
		if slices.Equal(before, g.deal) {
			same++
		}
	}
	if same > 1 { // by chance
		t.Errorf("%d of 200 second deals are the first, want at most 1", same)
	}
}

// A knowledge is all that one player can reason from.
type knowledge struct {
	seat   games.Seat
	own    token
	heard  []Answers
	called []Code // wrong codes
}

// possible recounts the codes of k, with a board each: it keeps the deals that would have given all
// replies that were heard.
func possible(k knowledge, seats []games.Seat, all []deal) int {
	codes := make(map[Code]bool)
	for _, d := range all {
		fits := d[slices.Index(seats, k.seat)] == k.own
		for _, a := range k.heard {
			guesser := slices.Index(seats, a.Seat)
			fits = fits && slices.Equal(a.Replies, repliedBy(seats, 1, d, guesser, a.Guess))
		}
		if fits {
			codes[d.code()] = true
		}
	}
	for _, c := range k.called {
		delete(codes, c)
	}
	return len(codes)
}

// The debrief says how many codes the winner could not rule out when he called.
func TestDebrief_CodesLeftAgainstEnumeration(t *testing.T) {
	two, three := deals(2), deals(3)
	rapid.Check(t, func(t *rapid.T) {
		all, seats := two, []games.Seat{1, 2}
		if rapid.Bool().Draw(t, "three") {
			all, seats = three, []games.Seat{1, 2, 4}
		}
		countLeft(t, seats, all)
	})
}

// countLeft plays one round with a board each: guesses, wrong calls, and the right one.
func countLeft(t *rapid.T, seats []games.Seat, all []deal) {
	table, _, err := games.NewTable(Rules(), games.Start{
		Game: "mastermind", Seats: seats, Options: games.Agreed{}.With(games.Field{Key: "dealer", Value: games.Word("entered")}),
	})
	if err != nil {
		t.Fatal(err)
	}
	tokens := rapid.SampledFrom(all).Draw(t, "deal")
	var known knowledge
	apply := func(in games.Input) {
		facts, err := table.Apply(in)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts {
			if a, ok := f.What.(Answers); ok {
				known.heard = append(known.heard, a)
			}
		}
	}
	for _, tok := range tokens {
		apply(games.Input{Kind: games.Answer, Prompt: "token",
			Value: games.TokenOf(games.Word(tok.colour), tok.position)})
	}
	for left := len(seats); ; left-- {
		for range rapid.IntRange(0, 4).Draw(t, "guesses") {
			guess := rapid.SampledFrom(all).Draw(t, "guess")
			apply(games.Input{Kind: games.Answer, Prompt: "guess", Value: value(guess.code())})
		}
		solver := table.View(games.Judge).Prompts[0].Seat // in turn
		apply(games.Input{Kind: games.Press, Seat: solver})
		tried := tokens.code()
		if left > 1 && rapid.Bool().Draw(t, "in vain") {
			tried = rapid.SampledFrom(all).Draw(t, "tried").code()
		}
		if tried != tokens.code() {
			apply(games.Input{Kind: games.Answer, Prompt: "solve", Value: value(tried)})
			known.called = append(known.called, tried)
			continue
		}
		if said := slices.ContainsFunc(table.View(games.Public).Lines, saysLeft); said {
			t.Fatal("codes_left is told before the round is over")
		}
		apply(games.Input{Kind: games.Answer, Prompt: "solve", Value: value(tried)})
		lines := table.View(games.Public).Lines
		i := slices.IndexFunc(lines, saysLeft)
		known.seat, known.own = solver, tokens[slices.Index(seats, solver)]
		want := games.Text{Word: "codes_left", Role: games.News, Seat: solver, Number: possible(known, seats, all)}
		if i < 0 || !cmp.Equal(lines[i], want) {
			t.Fatalf("lines %+v; want one of them to be %+v", lines, want)
		}
		return
	}
}

func saysLeft(l games.Text) bool { return l.Word == "codes_left" }

// Before the first guess a player knows his own tokens alone: with four boards 864 codes are left.
func TestDebrief_BeforeTheFirstGuess(t *testing.T) {
	for _, c := range []struct {
		seats   []games.Seat
		perSeat int
		left    int
	}{
		{[]games.Seat{1, 2}, 1, 4 * 6},               // a number, a colour
		{[]games.Seat{1, 2}, 2, 3 * 6 * 6},           // two numbers of three
		{[]games.Seat{1, 2, 3}, 1, 6 * 6 * 6},        // two numbers of four
		{[]games.Seat{1, 2, 3, 4}, 1, 4 * 6 * 6 * 6}, // three numbers of four
	} {
		g := entering(t, c.perSeat, c.seats...)
		g.deal = drawDeal(rand.New(rand.NewPCG(1, 1)), g.colours, len(g.boards))
		if left := len(codes(g.tokensFor(1, g.heard), g.called)); left != c.left {
			t.Errorf("%d seats, %d boards each: %d codes are left, want %d", len(c.seats), c.perSeat, left, c.left)
		}
	}
}
