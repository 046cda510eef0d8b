package referee

import (
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/keys"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// A layer is a part of what the box plays, shows and asks. Layers lie on each other: a game or the
// lobby at the ground, above it what the box shows and asks by itself. They are asked from the top
// down, and drawn from the ground up.
type layer interface {
	// view is what an audience sees, over what it would see without this layer.
	view(a games.Audience, below games.View) games.View
	// take takes what somebody did, or that the time has come. Mine is false where it is for the
	// layer below. An error says why it can't be taken.
	take(in input) (mine bool, err error)
	// due is when the layer changes by itself, by the kernel's clock.
	due() (at time.Duration, ok bool)
}

// A ground is the layer below all others: a game, or the lobby.
type ground interface {
	layer
	// press takes an edge of a player's button.
	press(e hw.Edge) error
}

// Patient layers never change by themselves.
type patient struct{}

func (patient) due() (time.Duration, bool) { return 0, false }

// An input is what somebody did: an answer, or Back, which is an undo. That the time has come is an
// input for every layer.
type input struct {
	games.Input
	at   time.Duration // by the kernel's clock
	from web.Phone     // that gave it; nil where it was given at the box
	key  bool          // it is a key of the box, whatever that would answer
}

// A stack is what the box plays, shows and asks.
type stack struct {
	*Options
	match      *match // a game that is played; nil in the lobby
	lobby      *lobby // before a game; nil during one
	cover      cover
	asked      *question // of the box itself; nil where none is open
	serial     int       // of what the box itself asked last
	notices    notices
	invitation invitation

	dialogue keys.Dialogue // where the judge is with what is asked
	language wording.Language
	hearing  hearing

	now   time.Duration  // up to when all is known, or the time of what has just happened
	next  *config.Config // is taken as soon as no game is played; nil where the one in force stays
	facts []games.Fact   // that are not in the log yet
}

// layers are those that lie on each other now, the ground first.
func (s *stack) layers() []layer {
	layers := []layer{s.ground()}
	if s.match != nil {
		layers = append(layers, &s.cover)
	}
	if s.asked != nil {
		layers = append(layers, s.asked)
	}
	return append(layers, &s.notices, &s.invitation)
}

func (s *stack) ground() ground {
	if s.match != nil {
		return s.match
	}
	return s.lobby
}

// view is what an audience sees of the whole box.
func (s *stack) view(a games.Audience) (v games.View) {
	for _, l := range s.layers() {
		v = l.view(a, v)
	}
	return v
}

// take gives an input to the layers, until one has it.
func (s *stack) take(in input) error {
	for _, l := range slices.Backward(s.layers()) {
		if mine, err := l.take(in); mine || err != nil {
			return err
		}
	}
	return nil
}

// due is when the first of the layers changes by itself.
func (s *stack) due() (time.Duration, bool) {
	var all []func() (time.Duration, bool)
	for _, l := range s.layers() {
		all = append(all, l.due)
	}
	return earliest(all...)
}

// earliest returns the earliest of the times that are set; ok is false if none is.
func earliest(times ...func() (time.Duration, bool)) (due time.Duration, ok bool) {
	for _, next := range times {
		if at, is := next(); is && (!ok || at < due) {
			due, ok = at, true
		}
	}
	return due, ok
}

// settle fits the box's own question to the state of the game. When the game is over it asks how to
// go on, and withdraws that if an undo takes the end back. A question that yields is closed when
// the game asks something new.
func (s *stack) settle() {
	if s.match == nil {
		return
	}
	over := s.match.over()
	switch {
	case over && s.asked == nil:
		s.ask(again(s))
	case s.asked == nil:
	case !over && s.asked.ID == askAgain:
		s.close()
	case s.asked.yields && s.invitation.shown == nil:
		if now := s.match.asks(); now != s.asked.under && now != (games.Question{}) {
			s.close()
		}
	}
}

// audience is who looks at the display.
func (s *stack) audience() games.Audience {
	if s.match == nil || s.asked != nil {
		return games.Judge
	}
	return s.cover.audience()
}

// displayView is what the display shows, and to whom: the view of its audience, and with it what only this
// one display asks.
func (s *stack) displayView() (games.Audience, games.View) {
	a := s.audience()
	v := s.view(a)
	if s.match != nil && s.asked == nil && a == games.Judge {
		v = s.cover.hands(v)
	}
	return a, v
}

// ask opens a question of the box itself.
func (s *stack) ask(q *question) {
	s.close()
	s.newSerial()
	if s.match != nil {
		q.under = s.match.asks()
		if q.halts {
			facts := s.match.letGo() // of every button: none is given to the game meanwhile
			s.match.stop(s.now)
			s.tell(facts)
		}
	}
	s.asked, q.Serial = q, s.serial
}

// newSerial makes what the box asks from now on another question than any before it: no answer that
// comes late is taken for it.
func (s *stack) newSerial() {
	s.serial++
	if s.match != nil {
		s.serial = max(s.serial, s.match.before+s.match.table.Questions())
	}
}

// close leaves the question of the box that is open, if one is.
func (s *stack) close() {
	if s.match != nil {
		s.match.proceed(s.now)
	}
	if s.asked != nil {
		s.asked = nil
		s.newSerial()
	}
	s.dialogue.Reset()
}

// tell makes what happened heard, the weightiest of it, and logged, all of it.
func (s *stack) tell(facts []games.Fact) {
	s.facts = append(s.facts, facts...)
	s.cover.happened(facts)
	s.hearing.facts(s.now, facts)
}

// cue has a cue heard.
func (s *stack) cue(c games.Cue) { s.hearing.cue(s.now, c) }

// gameTime is the time on the clock of the game.
func (s *stack) gameTime() time.Duration {
	if s.match == nil {
		return 0
	}
	return s.match.at(s.now)
}

// lamps are those of the seats, in their order: all dark while a game stands still.
func (s *stack) lamps(dim bool) []hw.Light {
	var places []games.Place
	if s.match == nil {
		places = s.lobby.places()
	} else if !s.match.paused {
		places = s.match.table.Places()
	}
	lights := make([]hw.Light, len(s.Seats))
	for i, seat := range s.Seats {
		if at := slices.IndexFunc(places, func(p games.Place) bool { return p.Seat == seat }); at >= 0 {
			lights[i] = hw.Light(places[at].Lamp)
		}
		if lights[i] == hw.Blinking && dim {
			lights[i] = hw.Lit // nobody is there to be called
		}
	}
	return lights
}

// unknown tells whether edges may have been lost that nobody has told of, at a time of the kernel's
// clock.
func (s *stack) unknown(at time.Duration) bool { return at <= s.notices.known || s.Contacts.Unknown() }

// lose reports edges lost between two times to everyone, and to the game as lost at from. Verdicts
// before from stand: until then every edge was read.
func (s *stack) lose(edges int, from, until time.Duration) error {
	s.notices.lose(edges, from, until)
	if s.match == nil {
		return nil
	}
	at := max(from, s.match.since)
	if at > from && at > until || !s.match.counts(at) {
		return nil
	}
	_, err := s.match.play(games.Input{At: s.match.at(at), Kind: games.Lost, Edges: edges})
	return err
}
