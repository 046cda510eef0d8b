package gametest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// A fault is a mistake that a new game may make. The game of the coin makes at most one of them.
type fault int

const (
	none fault = iota
	sharesAView
	factTells
	viewTells
	judgeTells
	playersTell
	seedTells
	refusalTells
	deadEnd
	noEnd
	byArrival
	bySeat
	undoForgets
	tellsTheCounter
	neverPasses
	refuses
	refusesAgreement
	takesAnyAnswer
	takesAnyOption
	halfDone
	asksThePublic
	unheardRace
	unheardPoints
	decidesNothing
	allocates
	asksTwice
	asksUntold
	listsNothing
	saysNothingOfIt
	crowds
	pressesElsewhere
	panics
	botPeeks
	botSleeps
	botIsRefused
)

// A coin is hidden by each seat in turn. The first to press guesses how it lies.
type coin struct {
	fault  fault
	seats  []games.Seat
	rounds int
	shared *int // by all games, as a global would be

	round   int
	hider   games.Seat
	side    string
	drawn   int
	totals  games.Totals
	prompts games.Prompts
	queue   race.Queue
	arrived []games.Seat
	places  []games.Place
	until   time.Duration
	over    bool
	said    games.Text
}

func coins(f fault) games.Rules {
	shared, flips := 0, "flips"
	if f == asksTwice {
		flips = "side"
	}
	offered := func(games.Terms) ([]games.Value, games.Value) { return games.Numbers(1, 3), games.Value{} }
	tells := []games.Event{hidden{}}
	if f == listsNothing {
		tells = nil
	}
	return games.Rules{
		Name: "coin", Title: "Coin", Least: 2, Most: 4, Better: games.Highest, OwnFacts: tells,
		Bots:    games.PlayedByBots(games.AnyTable, (*coin).move, nil),
		Options: []games.Option{{Key: flips, Default: games.Always(games.Number(2)), Offer: offered}},
		Begin: func(step *games.Step, s games.Start) (games.Game, error) {
			o := s.Read()
			g := &coin{fault: f, seats: s.Seats, totals: games.NewTotals(s.Seats), shared: &shared}
			g.rounds = o.AtLeast(flips, 1)
			g.queue = race.Queue{Race: "ring", Limits: race.ReadLimits(o)}
			if f == refusesAgreement && g.rounds == 2 {
				return nil, errors.New("two rounds are not enough")
			}
			g.drawn = rand.New(rand.NewPCG(s.Seed, 1)).IntN(1 << 30)
			if f == seedTells {
				step.Add(hidden{Drawn: g.drawn})
			}
			g.begin(step)
			if f == takesAnyOption {
				return g, nil
			}
			return g, o.Err()
		},
	}
}

type hidden struct {
	Side  string `json:"side,omitempty"`
	Drawn int    `json:"drawn,omitempty"`
}

type rang struct {
	Seat   games.Seat `json:"seat"`
	Count  int        `json:"count,omitempty"`
	finish games.RaceOver
	silent bool
}

func (hidden) Fact() string                      { return "hidden" }
func (rang) Fact() string                        { return "rang" }
func (r rang) Judgement() (games.RaceOver, bool) { return r.finish, true }
func (g *coin) LateLimit() time.Duration         { return g.queue.Limits.Settle }

func (g *coin) open(step *games.Step, p games.Prompt) {
	if g.fault == asksUntold {
		step = games.NewStep(step.At)
	}
	g.prompts.Open(step, p)
}

func (r rang) Cue() games.Cue {
	if r.silent {
		return ""
	}
	return games.CueCall
}

func (g *coin) begin(step *games.Step) {
	g.round++
	if g.round > g.rounds && g.fault != noEnd {
		g.over = true
		step.Add(g.totals.Over(games.Highest))
		return
	}
	g.hider, g.side = g.seats[(g.round-1)%len(g.seats)], ""
	step.Add(games.Turn{Seat: g.hider})
	g.open(step, games.Prompt{ID: "hide", For: games.Player(g.hider), Options: games.Words("heads", "tails")})
}

func (g *coin) Deadline() (time.Duration, bool) {
	if g.until > 0 {
		return g.until, true
	}
	if g.ringing() {
		return g.queue.Deadline()
	}
	return 0, false
}

// ringing reports whether a press may join the queue now.
func (g *coin) ringing() bool { return g.side != "" && len(g.prompts) == 0 && !g.over }

func (g *coin) Lost(*games.Step, int) {
	if g.fault == panics {
		panic("nobody thought of that")
	}
}

func (g *coin) Press(step *games.Step, seat games.Seat) {
	if g.fault == pressesElsewhere && g.until > 0 {
		step.Add(games.Turn{Seat: seat})
		return
	}
	if !g.ringing() || !g.queue.Press(step, seat) {
		step.Add(games.Ignored{Seat: seat, Why: games.NoEffect})
		return
	}
	g.arrived = append(g.arrived, seat)
	if g.fault == allocates {
		g.said.Seats = append(slices.Clone(g.said.Seats), seat)
	}
}

func (g *coin) Elapse(step *games.Step) {
	if g.until > 0 {
		if g.fault != neverPasses {
			g.prompts.Close(step, "side")
			g.reveal(step)
		}
		return
	}
	if g.fault == crowds && len(g.queue.Pressed()) > 1 {
		g.queue.Clear() // the one who presses alone may say it
		g.arrived = g.arrived[:0]
		return
	}
	finish := g.queue.Decide("")
	switch head := finish.DeadHeat; {
	case g.fault == byArrival:
		finish.Fastest, finish.DeadHeat = g.arrived[0], nil
	case head == nil:
	case g.fault == bySeat:
		finish.Fastest, finish.DeadHeat = head[0], nil
	default:
		who := games.WhoWas("first_was", games.SeatsOr(head))
		who.Decides = g.fault != decidesNothing
		g.open(step, who)
	}
	r := rang{Seat: finish.Fastest, finish: finish, silent: g.fault == unheardRace}
	if *g.shared++; g.fault == tellsTheCounter {
		r.Count = *g.shared
	}
	step.Add(r)
	if finish.Fastest != 0 {
		g.hear(step, finish.Fastest)
	}
}

func (g *coin) hear(step *games.Step, s games.Seat) {
	g.until = step.At + 10*time.Second
	options := games.Words("heads", "tails")
	if g.fault == refuses {
		options = games.Words("heads", "tails", "edge")
	}
	side := games.Prompt{ID: "side", For: games.Judge, Options: options, Until: g.until}
	side.Keys.Seat = s
	if g.fault == pressesElsewhere {
		side.Options, side.Buttons = games.SeatsOr(g.seats), games.Point
	}
	g.open(step, side)
}

func (g *coin) Answer(step *games.Step, in games.Input) error {
	p, err := games.Find(g.prompts, in)
	if err != nil {
		return err
	}
	if g.fault == halfDone {
		g.said = games.Text{Word: "was", Extra: "?"}
	}
	v, err := p.Choose(in.Value)
	if err != nil && g.fault != takesAnyAnswer {
		return err
	}
	switch {
	case p.ID == "first_was":
		g.prompts.Answered(p)
		seat, _ := v.Int()
		g.hear(step, games.Seat(seat))
	case p.ID == "hide":
		return g.hide(step, p, v)
	case g.fault == refuses && v.String() == "edge":
		return errors.New("no coin lies so")
	default:
		g.guess(step, p, v.String() == g.side)
	}
	return nil
}

func (g *coin) hide(step *games.Step, p games.Prompt, v games.Value) error {
	if g.fault == refusalTells {
		if g.said.Number++; g.said.Number%3 == 1 {
			return games.Refuse(games.Text{Word: "not_so"}, errors.New("not so often "+v.String()))
		}
	}
	g.prompts.Answered(p)
	g.side = v.String()
	g.queue.Clear()
	g.arrived = make([]games.Seat, 0, len(g.seats))
	if g.fault == factTells {
		step.Add(hidden{Side: g.side})
	}
	return nil
}

func (g *coin) guess(step *games.Step, p games.Prompt, right bool) {
	g.prompts.Answered(p)
	if g.fault == deadEnd && !right {
		g.until, g.side = 0, ""
		return
	}
	if right {
		score := g.totals.Score(p.Seat, 1, "right")
		if g.fault == unheardPoints {
			step.Add(score)
		} else {
			step.Add(score.Sounding(games.CueRight))
		}
	}
	g.reveal(step)
}

func (g *coin) reveal(step *games.Step) {
	g.until = 0
	g.said = games.Text{Word: "was", Role: games.News, Extra: g.side}
	if g.fault != saysNothingOfIt {
		step.Say(g.said)
	}
	step.Add(hidden{Side: g.side})
	if g.fault == undoForgets {
		*g.shared++
	}
	g.begin(step)
}

func (g *coin) Places() []games.Place {
	places := games.Places(g.seats, g.totals, func(*games.Place) {})
	if g.fault == sharesAView {
		g.places = append(g.places[:0], places...)
		return g.places
	}
	return places
}

func (g *coin) View(a games.Audience) games.View {
	v := games.View{Round: g.round, Rounds: g.rounds, Over: g.over}
	v.Headline = games.Text{Word: "hides", Seat: g.hider}
	switch {
	case g.over:
		v.Headline = games.Text{Word: "game_over", Seats: g.totals.Winners(games.Highest)}
	case g.side != "":
		v.Headline = games.Text{Word: "guess_it"}
	}
	if !g.said.IsZero() && g.fault != allocates {
		v.Lines = append(v.Lines, g.said)
	}
	told := g.fault == viewTells || g.fault == judgeTells && a == games.Judge || g.fault == playersTell && a > 0
	if told && g.side != "" {
		v.Lines = append(v.Lines, games.Text{Word: "was", Extra: g.side})
	}
	if g.fault == undoForgets {
		v.Round += *g.shared
	}
	for _, p := range g.prompts {
		if p.For == a || g.fault == asksThePublic {
			v.Prompts = append(v.Prompts, p)
		}
	}
	if a == games.Player(g.hider) && g.side != "" {
		v.Secret = []games.Text{{Word: "was", Extra: g.side}}
	}
	return v
}

// move hides the coin, rings and guesses.
func (g *coin) move(b games.Bot) (games.Move, bool) {
	for _, p := range g.prompts {
		if p.For != games.Player(b.Seat) && p.Seat != b.Seat {
			continue
		}
		sides := games.Words("heads", "tails")
		switch {
		case g.fault == botPeeks && p.ID == "side":
			sides = games.Words(g.side)
		case g.fault == botIsRefused:
			sides = games.Words("edge")
		}
		return games.Answers(p, time.Second, games.Any(sides...)), true
	}
	return games.Move{On: g.round, After: time.Second}, g.ringing() && g.fault != botSleeps
}

func TestASoundGameConforms(t *testing.T) { Conform(t, coins(none)) }

func TestAGameMayJudgeNothingWhereSeveralPress(t *testing.T) { Conform(t, coins(crowds)) }

// Every fault is caught by its check, whose message says what to do.
func TestEveryFaultIsCaught(t *testing.T) {
	for _, c := range []struct {
		name   string
		fault  fault
		check  string // how the name of the one that catches it begins
		advice string // of its message
	}{
		{"a view shares memory", sharesAView, "a view stays", "give it slices and pointers of its own"},
		{"a secret in a fact", factTells, "nothing public", "leave it out of them"},
		{"a secret in a public view", viewTells, "nothing public", "make it of what lies open alone"},
		{"a secret in the judge's view", judgeTells, "nothing public", "make it of what lies open alone"},
		{"a secret in the view of the others", playersTell, "nothing public", "make it of what lies open alone"},
		{"a secret in a refusal", refusalTells, "nothing public", "refuse it without"},
		{"the first facts tell what was drawn", seedTells, "nothing public", "leave it out of them"},
		{"an option that is asked as a prompt is", asksTwice, "what is asked", "name one of them otherwise"},
		{"a press for a question does something else", pressesElsewhere, "a button", "whose press does something else"},
		{"the public is asked", asksThePublic, "what is asked", "a prompt is for the judge or for one player"},
		{"a dead end", deadEnd, "legal play", "open a prompt there, or end the game"},
		{"no end", noEnd, "legal play", "give it an end that play comes to"},
		{"a deadline that never passes", neverPasses, "legal play", "did not pass"},
		{"an answer that is offered is refused", refuses, "legal play", "let its options and limits say what it takes"},
		{"an option without a meaning", refusesAgreement, "legal play", "offer less, or take it"},
		{"an answer that is not offered is taken", takesAnyAnswer, "every option", "check an answer"},
		{"an option may be anything", takesAnyOption, "every option", "read it by games.Reader"},
		{"a panic", panics, "a journal played", "it panics: nobody thought of that\ngoroutine "},
		{"the order of delivery decides", byArrival, "RACE-1 neither", "decide by the time of the presses alone"},
		{"the seat's number decides", bySeat, "RACE-1 neither", "decide by the time of the presses alone"},
		{"an undo that forgets", undoForgets, "an undo", "keep all that it knows"},
		{"a global in a fact", tellsTheCounter, "a journal played", "keep all that it knows"},
		{"a journal that is taken up otherwise", undoForgets, "a journal cut", "keep all that it knows"},
		{"a prompt of which no fact tells", asksUntold, "a prompt that", "no fact has told that it opens"},
		{"an error that changes the state", halfDone, "every option", "check an input before changing anything"},
		{"a fact that the rules don't list", listsNothing, "legal play", "list it there"},
		{"news of which nobody is told", saysNothingOfIt, "what has happened", "have the step say it"},
		{"a verdict that can't be heard", unheardRace, "what weighs", "give it a Cue"},
		{"points that can't be heard", unheardPoints, "what weighs", "give a fact of that step a Cue"},
		{"a verdict that nobody can explain", decidesNothing, "RACE-1 neither", "open a prompt that Decides"},
		{"a bot that knows a secret", botPeeks, "a bot knows", "from what lies open and its own secrets"},
		{"bots that do nothing", botSleeps, "bots play", "let one of them go on"},
		{"a bot that answers what is not asked", botIsRefused, "bots play", "by its limits"},
		{"an allocation at a press", allocates, "a press that only joins", "make room for presses"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := checks()
			check := all[slices.IndexFunc(all, func(k check) bool { return strings.HasPrefix(k.name, c.check) })]
			rules := trial{rules: coins(c.fault)}
			for number := range 60 {
				switch err := check.try(rules, number); {
				case err == nil:
				case strings.Contains(err.Error(), c.advice):
					return
				default:
					t.Fatalf("it says %q and not %q", err, c.advice)
				}
			}
			t.Error("it is not caught")
		})
	}
}
