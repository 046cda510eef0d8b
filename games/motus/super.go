package motus

import (
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// A superPartie is the race of the leading team's two players (MOTUS-10 to MOTUS-13).
type superPartie struct {
	racers  []games.Seat
	authors []int // places of the other team's players, who write in turn, as seating.at counts
	words   int   // number of words asked for so far
	next    *hunt // for the word that is written ahead, or nil
	won     map[games.Seat]int

	queue race.Queue
	photo *games.Photo // of the last proposal
}

// beginSuperPartie begins the race of a team's players. The other team writes its first word.
func (g *Game) beginSuperPartie(step *games.Step, team int) {
	other := 3 - team
	g.final = &superPartie{
		racers:  g.teams[team-1],
		authors: []int{other - 1, other + 1},
		won:     make(map[games.Seat]int),
		queue:   race.Queue{Race: "proposal", Limits: g.limits},
	}
	g.nextWord(step)
}

// nextWord goes on to the next word, at once if it was written ahead (MOTUS-10).
func (g *Game) nextWord(step *games.Step) {
	if g.final.next == nil {
		g.haveNextWritten(step)
	}
	h := g.final.next
	g.final.next = nil
	g.hunts = []*hunt{h}
	if h.word != "" {
		g.beginHunt(step, h)
		return
	}
	g.phase = writing
	g.prompts[0].Background = false // the only one that is open
}

// haveNextWritten asks the other team's next author for a word, in the background (MOTUS-10).
func (g *Game) haveNextWritten(step *games.Step) {
	author := g.final.authors[g.final.words%2]
	g.final.words++
	g.final.next = g.haveWritten(step, g.final.words, author)
	g.prompts[len(g.prompts)-1].Background = true
}

// known returns the order of the presses so far.
func (s *superPartie) known() games.RaceOver {
	known := s.queue.Known()
	known.Missing = games.Without(s.racers, s.queue.Pressed()...)
	return known
}

// mayPress reports whether a press of the seat during the race would be a proposal.
func (s *superPartie) mayPress(seat games.Seat) bool {
	return slices.Contains(s.racers, seat) && !slices.Contains(s.queue.Pressed(), seat)
}

// Press joins the race for the next proposal (MOTUS-11).
func (g *Game) Press(step *games.Step, seat games.Seat) {
	why := games.NoEffect
	if s := g.final; s != nil && slices.Contains(s.racers, seat) {
		switch {
		case g.phase == racing && s.queue.Press(step, seat):
			return
		case (g.phase == proposing || g.phase == deciding) && !isAsked(g.prompts, "guess", seat):
			why = games.Late // another was faster (RACE-2)
		}
	}
	step.Add(games.Ignored{Seat: seat, Why: why})
}

// decide returns who proposes: the fastest, or both after a dead heat (MOTUS-11, MOTUS-12).
func (s *superPartie) decide() []games.Seat {
	over := s.queue.Decide("MOTUS-11")
	over.Missing = s.known().Missing
	proposers := []games.Seat{over.Fastest}
	if over.Fastest == 0 {
		proposers, over.Shared = over.DeadHeat, true
		over.Clauses[len(over.Clauses)-1] = "MOTUS-12"
	}
	s.photo = &games.Photo{RaceOver: over}
	return proposers
}

// letPropose asks the fastest for a word, and ignores a slower press.
func (g *Game) letPropose(step *games.Step, fastest []games.Seat) {
	g.final.queue.Silence(step, games.Without(g.final.queue.Pressed(), fastest...))
	g.phase = proposing
	proposes, cue := games.Text{Word: "motus_proposes", Seats: fastest}, games.CueCall
	if len(fastest) > 1 {
		proposes.Word, proposes.Role = "dead_heat", games.Verdict
		cue = games.CueDeadHeat
	}
	g.news.begin(proposes)
	for _, margin := range g.final.photo.Margin() {
		g.news.add(margin)
	}
	for i, seat := range fastest {
		p := g.guess(g.hunts[0], step.At, seat)
		if i == 0 {
			g.prompts.OpenAfter(step, p, g.final.photo.RaceOver, cue)
		} else {
			g.prompts.Open(step, p)
		}
	}
}

// Lost asks the judge who was first, if anyone has pressed: a press may have been dropped (RACE-8).
func (g *Game) Lost(step *games.Step, edges int) {
	defer g.news.say(step)
	if g.phase != racing || g.final.queue.Empty() {
		return
	}
	g.final.photo = &games.Photo{RaceOver: race.Void(g.final.known())}
	g.phase = deciding
	g.news.begin(games.Text{Word: "lost", Role: games.News, Number: edges})
	g.prompts.Open(step, games.Prompt{
		ID: "call_first", For: games.Judge, Options: games.SeatsOr(g.final.racers, "nobody"), Decides: true,
	})
}
