package mito

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/bot"
	"arbitre/games/race"
)

// TestPeople compares verdicts with what the hands did (RACE-5). It simulates people at a table:
// everyone slaps before the judge has found his keys, the guardian, too; turns pass at the same
// moment or long after; hands twitch, and elbows lie on buttons. ARBITRE_PEOPLE=40000 plays that
// many cards of each kind.
func TestPeople(t *testing.T) {
	cards := 1000
	if n, err := strconv.Atoi(os.Getenv("ARBITRE_PEOPLE")); err == nil {
		cards = n
	}
	for _, c := range []struct {
		habits
		wrong float64 // verdicts in a hundred, at most
		asked float64 // in a hundred, at most, that the judge is asked for
	}{
		{habits{}, 0.3, 0.5},
		{habits{seats: 3, lag: 1200 * time.Millisecond, judge: 5 * time.Second}, 0.6, 1.5},
		{habits{seats: 3, lag: 2500 * time.Millisecond, judge: 5 * time.Second}, 1.2, 2},
		{habits{seats: 3, lag: 1200 * time.Millisecond, laggards: 0.25}, 1.2, 1},
		{habits{stray: time.Minute}, 2, 2},
		{habits{stray: 20 * time.Second}, 5, 4},
		{habits{seats: 3, twitches: 0.05}, 1, 5},
		{habits{seats: 4, twitches: 0.05}, 1, 5},
		{habits{seats: 5, twitches: 0.05}, 1, 5},
		{habits{twitches: 0.2}, 5, 12},
		{habits{passes: true}, 1, 0.5},
		{habits{passes: true, unnamed: true}, 1, 1.5},
	} {
		var seen tally
		for i := range cards {
			seen.add(i, playAsPeople(t, rand.New(rand.NewPCG(uint64(i), 1)), c.habits))
		}
		t.Logf("%+v: %v", c.habits, seen)
		if got := seen.percent(seen.wrong); got > c.wrong {
			t.Errorf("%+v: %.2f %% wrong from card %d of %d on, cards %v; expected at most %v %%",
				c.habits, got, seen.which[0]+1, cards, seen.which, c.wrong)
		}
		if got := seen.percent(seen.asked); got > c.asked {
			t.Errorf("%+v: the judge was asked for %.2f %%; expected at most %v %%", c.habits, got, c.asked)
		}
	}
}

// habits say how people play; the zero value is the usual table.
type habits struct {
	seats    int           // at the table; 0 is three to five
	stray    time.Duration // between two stray presses of a seat, on average; 0 is none
	twitches float64       // share of slaps with a press before the card is down
	laggards float64       // share of slaps that are late; 0 is one in twelve
	lag      time.Duration // how late they are, the median; 0 is 600 ms
	judge    time.Duration // shortest time until he declares
	// The layer ends his turn 0.2 to 8 s after the last slap, and the card is declared 0.5 to 12 s
	// after that.
	passes  bool
	unnamed bool // the judge never says whose card it is
}

// An outcome is the verdict on one card, and what the hands did.
type outcome struct {
	verdict games.Seat // 0 if the judge is asked
	over    bool
	truth   games.Seat
}

// A tally counts the outcomes of cards.
type tally struct {
	races, wrong, asked int
	which               []int // numbers of the cards judged wrong
}

func (t *tally) add(card int, o outcome) {
	if o.truth == 0 {
		return // a dead heat, or several asleep
	}
	t.races++
	switch o.verdict {
	case 0:
		t.asked++
	case o.truth:
	default:
		t.wrong++
		t.which = append(t.which, card)
	}
}

func (t tally) percent(n int) float64 { return 100 * float64(n) / float64(t.races) }

func (t tally) String() string {
	return fmt.Sprintf("of %d races wrong %.2f %%, judge asked %.2f %%",
		t.races, t.percent(t.wrong), t.percent(t.asked))
}

// people are a simulated table, with what its hands will do, by time.
type people struct {
	bot.Hands
	t      *testing.T
	habits habits

	table   *games.Table
	game    string
	seats   []games.Seat
	first   games.Seat // the guardian
	turn    games.Seat
	calling bool // the judge is asked who is accused

	card    string
	layer   games.Seat
	passed  time.Duration // when the last turn before the layer's ended; 0 if he begins
	laid    time.Duration
	hands   []hand
	outcome outcome
}

type hand struct {
	at    time.Duration
	seat  games.Seat
	stray bool
	pass  bool // by a layer who has laid: only while his lamp shows that it is his turn
}

// playAsPeople plays one card and returns its outcome.
func playAsPeople(t *testing.T, r *rand.Rand, habits habits) outcome {
	p := sitDown(t, r, habits)
	p.passTurns()
	slaps, asleep := p.slap()
	_, last := span(slaps)
	declared := p.endTurn(last)
	end := max(declared, last) + 6*time.Second
	p.stray(end)
	p.outcome.truth = p.truth(slaps, asleep)
	slices.SortStableFunc(p.hands, func(a, b hand) int { return cmp.Compare(a.at, b.at) })
	p.play(declared, end)
	return p.outcome
}

// sitDown begins a game, and draws the card that will be laid.
func sitDown(t *testing.T, r *rand.Rand, habits habits) *people {
	hands := bot.Hands{Rand: r, Laggards: habits.laggards, Lag: habits.lag}
	p := &people{Hands: hands, t: t, habits: habits}
	seats := 3 + r.IntN(3)
	if habits.seats > 0 {
		seats = habits.seats
	}
	p.seats = games.FirstSeats(seats)
	rules := book()[1-r.IntN(2)]
	p.game = rules.Name
	p.card = []string{"mosquito", "cockroach"}[r.IntN(2)]
	p.first = p.seats[r.IntN(len(p.seats))]
	table, facts, err := games.NewTable(rules, games.Start{Game: p.game, Seats: p.seats,
		Options: games.Agreed{}.With(games.Field{Key: "first", Value: games.Number(p.first)})})
	if err != nil {
		t.Fatal(err)
	}
	p.table = table
	p.see(facts)
	return p
}

// passTurns lets some turns pass, then one lays the card.
func (p *people) passTurns() {
	p.layer, p.laid = p.turn, p.React(3*time.Second, 0.4)
	for range p.IntN(5) {
		p.hands = append(p.hands, hand{at: p.laid, seat: p.layer})
		p.layer, p.passed = games.LeftOf(p.seats, p.layer), p.laid
		p.laid += max(700*time.Millisecond, p.React(3*time.Second, 0.5))
	}
}

// races reports whether a seat races for the card.
func (p *people) races(s games.Seat) bool {
	return s != p.layer || p.card == "cockroach" || p.game == "mogelmotte"
}

// twitch draws how long before the card is down the hand presses too early, if it does.
func (p *people) twitch() (before time.Duration, twitches bool) {
	if p.habits.twitches == 0 || p.Float64() >= p.habits.twitches {
		return 0, false
	}
	return 50*time.Millisecond + time.Duration(p.Int64N(int64(750*time.Millisecond))), true
}

// again draws the pauses before further slaps: some people slap again and again.
func (p *people) again() []time.Duration {
	pauses := make([]time.Duration, []int{0, 0, 0, 0, 0, 0, 1, 1, 2, 6}[p.IntN(10)])
	for i := range pauses {
		pauses[i] = 90*time.Millisecond + time.Duration(p.IntN(150))*time.Millisecond
	}
	return pauses
}

// slap returns when the seats that race slap the card, without the one that is asleep; 0 for none.
func (p *people) slap() (slaps map[games.Seat]time.Duration, asleep games.Seat) {
	slaps = map[games.Seat]time.Duration{}
	if p.IntN(30) == 0 {
		asleep = p.seats[p.IntN(len(p.seats))]
	}
	for _, s := range p.seats {
		if s == asleep || !p.races(s) && p.IntN(10) > 0 { // one in ten layers slaps though he need not
			continue
		}
		after := p.Slap()
		p.hands = append(p.hands, hand{at: p.laid + after, seat: s})
		if s != p.layer {
			if before, twitches := p.twitch(); twitches {
				p.hands = append(p.hands, hand{at: p.laid - before, seat: s})
			}
		}
		again := p.laid + after
		for _, pause := range p.again() {
			again += pause
			p.hands = append(p.hands, hand{at: again, seat: s})
		}
		if p.races(s) {
			slaps[s] = p.laid + after
		}
	}
	return slaps, asleep
}

// endTurn lets the layer perhaps end his turn, after the last slap or with the card. It returns
// when the judge declares the card.
func (p *people) endTurn(last time.Duration) (declared time.Duration) {
	declared = p.laid + min(8*time.Second, max(500*time.Millisecond, p.React(1600*time.Millisecond, 0.5)))
	if declared < p.laid+p.habits.judge {
		declared = p.laid + p.habits.judge + p.React(1600*time.Millisecond, 0.5)
	}
	if p.habits.passes {
		pass := last + 200*time.Millisecond + time.Duration(p.Int64N(int64(7800*time.Millisecond)))
		p.hands = append(p.hands, hand{at: pass, seat: p.layer, pass: true})
		declared = pass + 500*time.Millisecond + time.Duration(p.Int64N(int64(11500*time.Millisecond)))
		return min(declared, last+race.DefaultLimits().Declare)
	}
	if p.card == "mosquito" && p.game == "mito" && p.IntN(3) == 0 { // the turn passes at the same moment
		p.hands = append(p.hands, hand{at: p.laid + time.Duration(p.IntN(900))*time.Millisecond, seat: p.layer})
	}
	return declared
}

// stray presses buttons by accident, up to the end.
func (p *people) stray(end time.Duration) {
	if p.habits.stray == 0 {
		return
	}
	next := func() time.Duration { return time.Duration(p.ExpFloat64() * float64(p.habits.stray)) }
	for _, s := range p.seats {
		for at := next(); at < end; at += next() {
			if s == p.first && at < p.passed {
				continue // a call by mistake: people would play the turns after it again
			}
			p.hands = append(p.hands, hand{at: at, seat: s, stray: true})
		}
	}
}

func span(slaps map[games.Seat]time.Duration) (first, last time.Duration) {
	first = math.MaxInt64
	for _, at := range slaps {
		first, last = min(first, at), max(last, at)
	}
	return first, last
}

// truth returns the seat that the hands decide for; 0 is a dead heat.
func (p *people) truth(slaps map[games.Seat]time.Duration, asleep games.Seat) games.Seat {
	if p.card == "mosquito" && asleep != 0 && p.races(asleep) {
		return asleep
	}
	first, last := span(slaps)
	var who []games.Seat
	for _, s := range p.seats {
		at, ok := slaps[s]
		lead := at - first
		if p.card == "mosquito" {
			lead = last - at
		}
		if ok && lead < time.Millisecond {
			who = append(who, s)
		}
	}
	if len(who) != 1 {
		return 0
	}
	return who[0]
}

// open returns an open prompt.
func (p *people) open(id string) (games.Prompt, bool) {
	prompts := p.table.View(games.Judge).Prompts
	i := slices.IndexFunc(prompts, func(q games.Prompt) bool { return q.ID == id })
	if i < 0 {
		return games.Prompt{}, false
	}
	return prompts[i], true
}

// play lets the hands press and the judge answer.
func (p *people) play(declared, end time.Duration) {
	withdraw := time.Duration(math.MaxInt64) // a call by mistake
	opened := false
	for {
		next, what := end, ""
		if len(p.hands) > 0 && p.hands[0].at < next {
			next, what = p.hands[0].at, "hand"
		}
		if !opened && declared < next {
			next, what = declared, "declare"
		}
		if withdraw < next {
			next, what = withdraw, "withdraw"
		}
		switch what {
		case "":
			p.see(p.table.Advance(end))
			return
		case "hand":
			h := p.hands[0]
			p.hands = p.hands[1:]
			calling := p.calling
			if h.stray && !calling && p.turn == h.seat {
				continue // people would notice the lost turn, and the judge would undo it
			}
			if h.pass && (calling || p.turn != h.seat) {
				continue
			}
			p.apply(games.Input{At: h.at, Kind: games.Press, Seat: h.seat})
			if p.calling && !calling && h.at < p.laid {
				withdraw = h.at + p.React(1200*time.Millisecond, 0.3)
			}
		case "withdraw":
			if p.calling && next < p.laid {
				p.apply(games.Input{At: next, Kind: games.Answer, Prompt: "accused", Value: games.Word("withdraw")})
			}
			withdraw = math.MaxInt64
		case "declare":
			opened = p.declare(next)
			declared = next + 1500*time.Millisecond
		}
	}
}

// declare names the card and, if the display asks "laid by …?", its layer. It reports whether the
// game took it; else it withdraws the check that is in the way.
func (p *people) declare(at time.Duration) bool {
	play, _ := p.open("play")
	in := games.Input{At: at, Kind: games.Answer, Prompt: "play", Value: games.Word(p.card)}
	naming, _ := play.Names(in.Value)
	if slices.Contains(naming.Left(at), p.layer) && !p.habits.unnamed {
		in.Keys.Seat = p.layer
	}
	if p.apply(in) {
		return true
	}
	withdraw := games.Input{At: at + 500*time.Millisecond, Kind: games.Answer, Value: games.Word("withdraw")}
	for _, withdraw.Prompt = range []string{"accused", "verdict"} {
		if _, calls := p.open(withdraw.Prompt); calls {
			p.apply(withdraw)
		}
	}
	return false
}

// apply plays an input and reports whether the table took it.
func (p *people) apply(in games.Input) bool {
	in.At = max(in.At, p.table.Now())
	facts, err := p.table.Apply(in)
	if in.Kind == games.Answer && err == nil {
		p.calling = false
	}
	p.see(facts)
	return err == nil
}

// see takes note of whose turn it is, of a call, and of the first verdict.
func (p *people) see(facts []games.Fact) {
	for _, f := range facts {
		switch what := f.What.(type) {
		case games.RaceOver:
			if o := &p.outcome; !o.over {
				o.verdict, o.over = what.Slowest+what.Fastest, true
			}
		case games.Turn:
			p.turn = what.Seat
		case games.Prompted:
			p.calling = what.ID == "accused" || p.calling && what.ID != "verdict"
		}
	}
}
