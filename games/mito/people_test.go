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
		{habits{seats: 3, lag: 1200 * time.Millisecond, laggards: 0.25}, 1.2, 1},
		{habits{stray: time.Minute}, 2, 2},
		{habits{stray: 20 * time.Second}, 5, 4},
		{habits{seats: 3, twitches: 0.05}, 1, 5},
		{habits{seats: 4, twitches: 0.05}, 1, 5},
		{habits{seats: 5, twitches: 0.05}, 1.3, 5},
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
			t.Errorf("%+v: %.2f %% wrong, cards %v; expected at most %v %%", c.habits, got, seen.which, c.wrong)
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
	*rand.Rand
	t     *testing.T
	table *games.Table
	seats []games.Seat

	habits  habits
	hands   []hand
	turn    games.Seat
	calling bool // the judge is asked who is accused
}

type hand struct {
	at    time.Duration
	seat  games.Seat
	stray bool
	pass  bool // by a layer who has laid: only while his lamp shows that it is his turn
}

// lognormal draws a human reaction time of that median.
func (p *people) lognormal(median time.Duration, sigma float64) time.Duration {
	return time.Duration(float64(median) * math.Exp(sigma*p.NormFloat64()))
}

func playAsPeople(t *testing.T, r *rand.Rand, habits habits) outcome {
	p := &people{Rand: r, t: t, habits: habits}
	limits := race.DefaultLimits()
	seats := 3 + r.IntN(3)
	if habits.seats > 0 {
		seats = habits.seats
	}
	for s := range games.Seat(seats) {
		p.seats = append(p.seats, s+1)
	}
	rules := book()[1-r.IntN(2)]
	card := []string{"mosquito", "cockroach"}[r.IntN(2)]
	start := games.Start{Game: rules.Name, Seats: p.seats, Options: games.Agreed{}.With(
		games.Field{Key: "first", Value: games.Number(p.seats[r.IntN(len(p.seats))])},
	)}
	table, facts, err := games.NewTable(rules, start)
	if err != nil {
		t.Fatal(err)
	}
	p.table = table
	p.see(facts, &outcome{})
	// Some turns pass, then one lays the card.
	now := p.lognormal(3*time.Second, 0.4)
	layer := p.turn
	var passed time.Duration // when the last of these turns ended
	for range r.IntN(5) {
		p.hands = append(p.hands, hand{at: now, seat: layer})
		layer, passed = games.LeftOf(p.seats, layer), now
		now += max(700*time.Millisecond, p.lognormal(3*time.Second, 0.5))
	}
	laid := now
	slaps := map[games.Seat]time.Duration{}
	asleep := games.Seat(0)
	if r.IntN(30) == 0 {
		asleep = p.seats[r.IntN(len(p.seats))]
	}
	for _, s := range p.seats {
		races := s != layer || card == "cockroach" || rules.Name == "mogelmotte"
		if s == asleep || !races && r.IntN(10) > 0 { // one in ten layers slaps though he need not
			continue
		}
		after := max(150*time.Millisecond, p.lognormal(350*time.Millisecond, 0.35))
		if laggards := cmp.Or(habits.laggards, 1.0/12); r.Float64() < laggards {
			after += p.lognormal(cmp.Or(habits.lag, 600*time.Millisecond), 0.6) // a straggler
		}
		p.hands = append(p.hands, hand{at: laid + after, seat: s})
		if habits.twitches > 0 && s != layer && r.Float64() < habits.twitches {
			before := 50*time.Millisecond + time.Duration(r.Int64N(int64(750*time.Millisecond)))
			p.hands = append(p.hands, hand{at: laid - before, seat: s})
		}
		again := laid + after
		for range []int{0, 0, 0, 0, 0, 0, 1, 1, 2, 6}[r.IntN(10)] { // some slap again and again
			again += 90*time.Millisecond + time.Duration(r.IntN(150))*time.Millisecond
			p.hands = append(p.hands, hand{at: again, seat: s})
		}
		if races {
			slaps[s] = laid + after
		}
	}
	_, last := span(slaps)
	declared := laid + min(8*time.Second, max(500*time.Millisecond, p.lognormal(1600*time.Millisecond, 0.5)))
	if declared < laid+habits.judge {
		declared = laid + habits.judge + p.lognormal(1600*time.Millisecond, 0.5)
	}
	if habits.passes {
		pass := last + 200*time.Millisecond + time.Duration(r.Int64N(int64(7800*time.Millisecond)))
		p.hands = append(p.hands, hand{at: pass, seat: layer, pass: true})
		declared = pass + 500*time.Millisecond + time.Duration(r.Int64N(int64(11500*time.Millisecond)))
		declared = min(declared, last+limits.Declare)
	} else if card == "mosquito" && rules.Name == "mito" && r.IntN(3) == 0 { // the turn passes at the same moment
		p.hands = append(p.hands, hand{at: laid + time.Duration(r.IntN(900))*time.Millisecond, seat: layer})
	}
	end := max(declared, last) + 6*time.Second
	var o outcome
	if habits.stray > 0 {
		begins, _ := start.Options.Of("first")
		for _, s := range p.seats {
			after := func() time.Duration { return time.Duration(r.ExpFloat64() * float64(habits.stray)) }
			for at := after(); at < end; at += after() {
				if games.Number(s) == begins && at < passed {
					continue // a call that nobody meant: people would play the turns after it again
				}
				p.hands = append(p.hands, hand{at: at, seat: s, stray: true})
			}
		}
	}
	o.truth = truth(card, slaps, asleep, start.Seats, layer, rules.Name)
	slices.SortStableFunc(p.hands, func(a, b hand) int { return cmp.Compare(a.at, b.at) })
	p.play(card, layer, laid, declared, end, &o)
	return o
}

func span(slaps map[games.Seat]time.Duration) (first, last time.Duration) {
	first = math.MaxInt64
	for _, at := range slaps {
		first, last = min(first, at), max(last, at)
	}
	return first, last
}

// truth returns the seat that the hands decide for; 0 is a dead heat.
func truth(card string, slaps map[games.Seat]time.Duration, asleep games.Seat, seats []games.Seat, layer games.Seat,
	game string) games.Seat {
	races := func(s games.Seat) bool { return s != layer || game == "mogelmotte" }
	if card == "mosquito" && asleep != 0 && races(asleep) {
		return asleep
	}
	first, last := span(slaps)
	var who []games.Seat
	for _, s := range seats {
		at, ok := slaps[s]
		lead := at - first
		if card == "mosquito" {
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
func (p *people) play(card string, layer games.Seat, laid, declared, end time.Duration, o *outcome) {
	withdraw := time.Duration(math.MaxInt64) // a call that nobody meant
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
			p.see(p.table.Advance(end), o)
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
			p.apply(games.Input{At: h.at, Kind: games.Press, Seat: h.seat}, o)
			if p.calling && !calling && h.at < laid {
				withdraw = h.at + p.lognormal(1200*time.Millisecond, 0.3)
			}
		case "withdraw":
			if p.calling && next < laid {
				p.apply(games.Input{At: next, Kind: games.Answer, Prompt: "accused", Value: games.Word("withdraw")}, o)
			}
			withdraw = math.MaxInt64
		case "declare":
			opened = p.declare(card, layer, next, o)
			declared = next + 1500*time.Millisecond
		}
	}
}

// declare names the card and, if the display asks "laid by …?", its layer.
func (p *people) declare(card string, layer games.Seat, at time.Duration, o *outcome) bool {
	play, _ := p.open("play")
	in := games.Input{At: at, Kind: games.Answer, Prompt: "play", Value: games.Word(card)}
	naming, _ := play.Names(in.Value)
	if slices.Contains(naming.Left(at), layer) && !p.habits.unnamed {
		in.Keys.Seat = layer
	}
	if p.apply(in, o) {
		return true
	}
	withdraw := games.Input{At: at + 500*time.Millisecond, Kind: games.Answer, Value: games.Word("withdraw")}
	for _, withdraw.Prompt = range []string{"accused", "verdict"} {
		if _, calls := p.open(withdraw.Prompt); calls {
			p.apply(withdraw, o)
		}
	}
	return false
}

func (p *people) apply(in games.Input, o *outcome) bool {
	in.At = max(in.At, p.table.Now())
	facts, err := p.table.Apply(in)
	if in.Kind == games.Answer && err == nil {
		p.calling = false
	}
	p.see(facts, o)
	return err == nil
}

func (p *people) see(facts []games.Fact, o *outcome) {
	for _, f := range facts {
		switch what := f.What.(type) {
		case games.RaceOver:
			if !o.over {
				o.verdict, o.over = what.Slowest+what.Fastest, true
			}
		case games.Turn:
			p.turn = what.Seat
		case games.Prompted:
			p.calling = what.ID == "accused" || p.calling && what.ID != "verdict"
		}
	}
}
