package mito

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// A card is an action card that was declared.
type card struct {
	name   string
	layer  games.Seat
	race   *race.Race
	tooOld []race.Press // presses without effect from before the slaps

	disputed []games.Seat // among whom the judge said who was fastest, without those who had no card
	passed   []games.Seat // may have left a card and had none of its value (MITO-17)
}

// lastPassed returns the seat that was passed over last; 0 for none.
func (c card) lastPassed() games.Text {
	if len(c.passed) == 0 {
		return games.Text{}
	}
	return games.Text{Word: "has_none", Role: games.Verdict, Seat: c.passed[len(c.passed)-1]}
}

// play declares a card, laid by the layer if one is named, or an empty hand (MITO-14).
func (g *Game) play(step *games.Step, name string, layer games.Seat) error {
	if layer != 0 {
		if err := games.CheckSeat(g.seats, layer); err != nil {
			return err
		}
	}
	if err := g.phase.mayDeclare(name); err != nil {
		return games.Refuse(games.Text{Word: "not_now"}, err)
	}
	if name == "out" {
		g.goOut(step, layer)
		return nil
	}
	laid, ok := g.history.laid(layer, step.At)
	if !ok {
		return games.Refuse(games.Text{Word: "turn_long_over", Seat: layer, Span: g.limits.Lookback},
			fmt.Errorf("it was not the turn of seat %d within the last %v", layer, g.limits.Lookback))
	}
	slaps := g.history.slapping(laid, step.At)
	before := g.history.turn().seat
	g.prompts.Close(step, "accused")
	g.prompts.Close(step, "verdict")
	g.prompts.Close(step, "has_none")
	g.history.rewindTo(laid)
	g.history.announceTurn(step, before)
	g.card = card{name: name, layer: laid.seat, tooOld: slaps.tooOld}
	g.news = news{}
	switch name {
	case "spider":
		g.phase = giving
		g.prompts.Open(step, games.Prompt{
			ID: "spider_to", For: games.Judge,
			Options: games.SeatsOr(games.Without(g.seats, laid.seat), "nobody"), Seats: true, Buttons: games.Select,
		})
		step.SayAll(g.say())
	case "ant":
		g.ant(step)
		g.playOn(step, games.LeftOf(g.seats, laid.seat))
	default:
		g.openRace(step, slaps)
	}
	return nil
}

// mayDeclare returns an error while something else must be settled first. During a check only the
// two cards that people slap can be declared, for the call may have been a slap (MITO-14, MITO-16).
func (p phase) mayDeclare(card string) error {
	first := "verdict of the race"
	switch {
	case p == playing, p.checking() && isSlapped(card):
		return nil
	case p.checking():
		return errors.New(`"play" may only be answered "mosquito" or "cockroach" during a check`)
	case p == racing:
		first = "race"
	case p == giving:
		first = "spider"
	}
	return fmt.Errorf(`"play" may not be answered now: the %s comes first`, first)
}

// ant has everyone but the layer take a card (MITO-18, MOTTE-3).
func (g *Game) ant(step *games.Step) {
	others := games.Without(g.seats, g.card.layer)
	g.news.headline = games.Text{Word: "ant", Role: games.News, Seats: others}
	word := "take_discard"
	if g.sheet.antDraws {
		word = "draw"
		step.Add(Draw{Seats: others, Cards: 1})
	} else {
		step.Add(TakeDiscard{others, 1})
	}
	g.news.add(games.Text{Word: word, Seats: others, Number: 1})
}

// openRace opens the race of a card that people slap. Slaps from before the declaration may have
// decided it already (RACE-5).
func (g *Game) openRace(step *games.Step, slaps slapping) {
	rule, entrants := race.FastestWins, g.seats
	if g.card.name == "mosquito" {
		rule = race.SlowestLoses
		if !g.sheet.layerSlaps {
			entrants = games.Without(g.seats, g.card.layer)
		}
	}
	r := g.limits.Open(g.card.name, rule, entrants, step.At)
	r.From = slaps.from
	r.Slapped(slaps.presses)
	all := len(r.Pressed()) == len(entrants)
	lagged := rule == race.SlowestLoses && slaps.lagged && all // one was late, and none slapped twice
	r.Unclear = !slaps.clear && !lagged && len(r.Pressed()) > 1
	g.card.race, g.photo, g.phase = r, nil, racing
	step.Add(games.RaceOpened{Race: g.card.name, Entrants: entrants})
	if g.card.name == "cockroach" {
		g.prompts.Open(step, games.Prompt{ID: "nobody", For: games.Judge, Options: games.Words("nobody")})
	}
	if r.Deadline() == step.At {
		step.Next()
		g.Elapse(step)
	}
}

// Elapse ends the race by its presses, or lets the judge decide it.
func (g *Game) Elapse(step *games.Step) {
	g.history.advance(step.At)
	if g.phase != racing {
		return // slaps have waited too long, and views no longer show them
	}
	over, ask := g.card.race.Over()
	g.endRace(step, over)
	if ask != nil {
		g.askWho(step, ask)
		return
	}
	g.resolveRace(step, over.Fastest+over.Slowest)
}

// Lost voids an open race: any entrant's press may be the one that was dropped (RACE-8).
func (g *Game) Lost(step *games.Step, _ int) {
	g.history.advance(step.At)
	if g.phase == racing {
		g.endRace(step, race.Void(g.card.race.Known()))
		g.askWho(step, g.card.race.Entrants)
	}
}

// askWho asks the judge who of some seats was slowest or fastest. Where not even the first press is
// known, the judge may say that a cockroach was not won.
func (g *Game) askWho(step *games.Step, seats []games.Seat) {
	g.card.disputed = seats
	options := games.SeatsOr(seats)
	if g.card.name == "cockroach" && (g.photo.Void || g.photo.Unclear != nil) {
		options = append(options, games.Word("nobody"))
	}
	g.prompts.Open(step, g.card.race.Question(options))
	step.SayAll(g.say())
}

// endRace closes the race. Its photo also shows seats whose only press came too early.
func (g *Game) endRace(step *games.Step, over games.RaceOver) {
	over.Clauses = append(over.Clauses, g.sheet.clauses[g.card.name])
	g.prompts.Close(step, "nobody")
	step.Add(over)
	g.quiet.After(g.card.race, step.At)
	g.photo = &games.Photo{RaceOver: over}
	for _, seat := range over.Missing {
		for _, p := range slices.Backward(g.card.tooOld) {
			if p.Seat == seat {
				g.photo.Uncounted = append(g.photo.Uncounted, games.Finish{Seat: seat, After: p.At - over.Zero})
				break
			}
		}
	}
	g.phase = deciding
}

// resolveRace carries a verdict out: the slowest at a mosquito gets cards, the fastest at a
// cockroach may leave one. decided is that seat, 0 without a winner.
func (g *Game) resolveRace(step *games.Step, decided games.Seat) {
	g.news = news{}
	next := games.LeftOf(g.seats, g.card.layer)
	switch {
	case g.card.name == "mosquito":
		g.news.headline = games.Text{Word: "slowest", Role: games.Verdict, Seat: decided}
		g.owe(step, games.Without(g.seats, decided), decided)
	case decided == 0:
		g.news.headline = games.Text{Word: "nobody", Role: games.Verdict}
	default:
		step.Add(MayLeave{decided})
		g.news.headline = games.Text{Word: "fastest", Role: games.Verdict, Seat: decided}
		g.news.add(games.Text{Word: "may_leave", Seat: decided})
		if g.sheet.winnerPlaysOn {
			next = decided
		}
		g.prompts.Open(step, games.Prompt{
			ID: "has_none", For: games.Judge, Keys: games.Keys{Seat: decided}, Options: games.Words("none"),
			Background: true, Labels: []games.Text{{Word: "has_none", Seat: decided}},
		})
	}
	if passed := g.card.lastPassed(); !passed.IsZero() {
		if decided == 0 {
			g.news.add(g.news.headline)
		}
		g.news.headline = passed
	}
	g.playOn(step, next)
}

// passOver passes over a player who may leave a card and has none of its value: the next who slapped may
// (MITO-17). A press that is not settled is none. Where the judge said who was fastest, the others
// that he could have named are next.
func (g *Game) passOver(step *games.Step, seat games.Seat) {
	step.Add(HasNone{seat})
	g.history.resumeCard()
	g.card.passed = append(g.card.passed, seat)
	left := games.Without(g.card.disputed, seat)
	unknown := g.photo.Void || g.photo.Unclear != nil
	if len(left) == 0 && !unknown {
		left = g.card.nextFastest(g.limits, g.photo, step.At)
	}
	switch {
	case len(left) == 0:
		g.resolveRace(step, 0)
	case len(left) == 1 && !unknown:
		g.card.disputed = nil
		g.resolveRace(step, left[0])
	default:
		g.phase = deciding
		g.askWho(step, left)
	}
}

// nextFastest returns who slapped next after those who were passed over: several in a dead heat,
// none if no other seat has slapped.
func (c card) nextFastest(limits race.Limits, photo *games.Photo, now time.Duration) []games.Seat {
	q := race.Queue{Race: c.name, Limits: limits}
	for _, f := range photo.Pressed() {
		if !slices.Contains(c.passed, f.Seat) {
			q.Press(games.NewStep(photo.Zero+f.After), f.Seat)
		}
	}
	if settled, any := q.Deadline(); !any || settled > now {
		return nil
	}
	over := q.Decide("MITO-17")
	if over.Fastest == 0 {
		return over.DeadHeat
	}
	return []games.Seat{over.Fastest}
}

// playOn begins the next turn once a card is resolved.
func (g *Game) playOn(step *games.Step, next games.Seat) {
	g.phase = playing
	g.history.begin(step, next)
	step.SayAll(g.say())
}
