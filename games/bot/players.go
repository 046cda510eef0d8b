package bot

import (
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
)

// Players are the bots of one game. After each change of the game [Players.Think] makes their plans;
// nothing happens by itself, and the same seed does the same.
type Players struct {
	table    *games.Table
	bots     []games.Bot
	hands    Hands
	plans    []plan        // of bots, in their order
	releases []Act         // of the buttons that are held down
	acted    time.Duration // of the last act: a card that is laid moves no clock of a game
	layer    games.Seat    // who has laid the card that lies there
}

// A plan is what a bot means to do.
type plan struct {
	games.Move
	meant bool
	at    time.Duration // on the game's clock
}

// An Act is what a bot does: it presses or releases its button, answers, or lays a card for all to
// slap, which is no input (Elapse).
type Act struct {
	games.Input
	Asked games.Prompt // the question that it answers
}

// again is how long a bot waits before it tries again what had no effect.
const again = 3 * time.Second

// Sit returns the bots of a game; nil if it has none, and then the seed is not asked for. Fitting is that
// of the house's list of words.
func Sit(table *games.Table, fitting func(known string) []string, seeds func() uint64) *Players {
	start := table.Start()
	sitting, _ := start.Bots() // checked by the table
	if len(sitting) == 0 {
		return nil
	}
	seed := seeds()
	var bots []games.Bot
	for _, seat := range start.Seats {
		if strength, sits := sitting[seat]; sits {
			bots = append(bots, games.Bot{
				Seat: seat, Strength: strength, Alone: len(sitting) == len(start.Seats), Fitting: fitting, Luck: seed,
			})
		}
	}
	return &Players{
		table: table, bots: bots, plans: make([]plan, len(bots)),
		hands: Hands{Rand: rand.New(rand.NewPCG(seed, uint64(len(bots))))},
	}
}

// Plays reports whether a bot plays a seat.
func (p *Players) Plays(seat games.Seat) bool {
	return p != nil && slices.ContainsFunc(p.bots, func(b games.Bot) bool { return b.Seat == seat })
}

// Laid returns who has laid a card that lies there to be slapped, and its name; 0 for none.
func (p *Players) Laid() (by games.Seat, card string) {
	if p == nil || p.bots[0].Laid == nil || !games.StillLies(p.table, p.bots[0].Laid) {
		return 0, ""
	}
	return p.layer, p.bots[0].Card
}

// Think makes plans for all that bots mean to do, by now on the game's clock. A bot that means the
// same as before keeps its plan.
func (p *Players) Think(now time.Duration) {
	now = max(now, p.acted)
	if laid := p.bots[0].Laid; laid != nil && !games.StillLies(p.table, laid) {
		p.lay(nil, "")
	}
	for i, b := range p.bots {
		move, means := games.NextMove(p.table, b)
		if was := p.plans[i]; means && was.meant && move.On == was.On {
			p.plans[i].Move = move
		} else {
			p.plans[i] = plan{Move: move, meant: means, at: now + p.takes(b, move)}
		}
	}
}

func (p *Players) lay(on any, card string) {
	for i := range p.bots {
		p.bots[i].Laid, p.bots[i].Card = on, card
	}
}

// takes draws how long a bot takes for a move. No hand reacts faster than Quickest.
func (p *Players) takes(b games.Bot, m games.Move) time.Duration {
	took := p.hands.Slap()
	if m.After > 0 {
		took = p.hands.React(m.After, 0.35)
	}
	pace := [...]float64{games.Weak: 1.5, games.Medium: 1, games.Strong: 0.75}[b.Strength]
	return max(Quickest, time.Duration(float64(took)*pace))
}

// Due returns when the next bot acts, on the game's clock; ok is false if none means to.
func (p *Players) Due() (at time.Duration, ok bool) {
	if p == nil {
		return 0, false
	}
	for _, r := range p.releases {
		if !ok || r.At < at {
			at, ok = r.At, true
		}
	}
	for _, one := range p.plans {
		if one.meant && (!ok || one.at < at) {
			at, ok = one.at, true
		}
	}
	return at, ok
}

// Act returns what is due first, with the time at which the hand moves, if anything is due by now. The
// caller gives it to the game and lets the bots think again.
func (p *Players) Act(now time.Duration) (a Act, ok bool) {
	due, any := p.Due()
	if !any || due > now {
		return a, false
	}
	if i := slices.IndexFunc(p.releases, func(r Act) bool { return r.At == due }); i >= 0 {
		a = p.releases[i]
		p.releases = slices.Delete(p.releases, i, i+1)
		return a, true
	}
	i := slices.IndexFunc(p.plans, func(one plan) bool { return one.meant && one.at == due })
	one, seat := &p.plans[i], p.bots[i].Seat
	a.At, one.at, p.acted = due, now+again, now
	switch {
	case one.Asked.ID != "":
		a.Input = games.Input{At: now, Kind: games.Answer, Prompt: one.Asked.ID, Keys: one.Asked.Keys, Value: one.Value(p.hands.Rand)}
		a.Asked = one.Asked
	case one.Lays != nil:
		a.Seat, p.layer = seat, seat
		card := ""
		if one.Value != nil {
			card = one.Value(p.hands.Rand).String()
		}
		p.lay(one.Lays, card)
	default:
		a.Kind, a.Seat = games.Press, seat
		held := max(one.Hold, p.hands.React(90*time.Millisecond, 0.3))
		p.releases = append(p.releases, Act{Input: games.Input{At: due + held, Kind: games.Release, Seat: seat}})
	}
	return a, true
}
