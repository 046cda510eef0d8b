package referee

import (
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// A layer is one part of the box's state with its view and its questions. At the ground lies a game
// or the lobby, above it what the box itself shows and asks. Inputs go from the top down, and views
// are built from the ground up.
type layer interface {
	// view returns what an audience sees. Below is what it would see without this layer.
	view(a games.Audience, below games.View) games.View
	// take handles an input, or the passing of time. If mine is false, the layer below gets the
	// input too. An error says why the input is refused.
	take(in input) (mine bool, err error)
	// due returns when the layer next changes by itself, by the kernel's clock.
	due() (at time.Duration, ok bool)
}

// A ground is the layer below all others: a game, or the lobby.
type ground interface {
	layer
	// press handles an edge of a player's button.
	press(e hw.Edge) error
	// places returns the seats with their lamps; a seat that is missing is dark.
	places() []games.Place
}

// A patient layer never changes by itself.
type patient struct{}

func (patient) due() (time.Duration, bool) { return 0, false }

// An input is an answer, Back (an undo), or the passing of time (Elapse), which every layer gets.
type input struct {
	games.Input
	at   time.Duration // by the kernel's clock
	from shown.Viewer  // the phone it came from; or the box itself
}

// A stack holds the layers of the box and what they share.
type stack struct {
	*Options
	match      *match    // the running game; nil in the lobby
	lobby      *lobby    // nil during a game
	learning   *learning // nil once the box knows its buttons; then there is neither game nor lobby
	ended      recorded  // the last game that was played to its end
	cover      cover
	asked      *question // the open question of the box itself; nil if there is none
	serial     int       // of the box's last question
	notices    notices
	invitation invitation

	dialogue keys.Dialogue // cursor and unfinished entry of the judge
	language wording.Language
	hearing  hearing

	now   time.Duration  // the time up to which all is known, or of the current event
	next  *config.Config // takes effect as soon as no game runs; nil if the current one stays
	facts []shown.News   // not in the log yet
}

// layers returns the current layers, the ground first.
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
	switch {
	case s.match != nil:
		return s.match
	case s.learning != nil:
		return s.learning
	}
	return s.lobby
}

// view returns what an audience sees of the whole box.
func (s *stack) view(a games.Audience) (v games.View) {
	for _, l := range s.layers() {
		v = l.view(a, v)
	}
	return v
}

// take passes an input down the layers until one handles or refuses it.
func (s *stack) take(in input) error {
	for _, l := range slices.Backward(s.layers()) {
		if mine, err := l.take(in); mine || err != nil {
			if err == nil && in.Kind != games.Elapse {
				s.newSerial()
			}
			return err
		}
	}
	return nil
}

// due returns when the first of the layers next changes by itself.
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

// settle opens or closes the box's own question by the state of the game. When the game is over it
// asks how to go on, and closes that question if an undo takes the end back. A question that yields
// is closed when the game asks something new.
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

// audience returns who looks at the display.
func (s *stack) audience() games.Audience {
	if s.match == nil || s.asked != nil {
		return games.Judge
	}
	return s.cover.audience()
}

// displayView returns who looks at the display and what it shows: the view of this audience, and
// the questions that only the display asks.
func (s *stack) displayView() (games.Audience, games.View) {
	a := s.audience()
	v := s.view(a)
	if s.learning != nil {
		v = s.learning.onDisplay(v)
	}
	if s.match != nil && s.asked == nil && a == games.Judge {
		v = s.cover.hands(v)
	}
	return a, v
}

// refresh lets the box's own question and the judge's dialogue follow the game to what is asked
// now. It returns who then looks at the display and what it shows.
func (s *stack) refresh() (games.Audience, games.View) {
	s.settle()
	a, v := s.displayView()
	s.dialogue.Follow(v)
	return a, v
}

// ask opens a question of the box itself.
func (s *stack) ask(q *question) {
	s.close()
	if s.match != nil {
		q.under = s.match.asks()
		if q.halts {
			facts := s.match.letGo() // the game gets no edges during the pause
			s.match.stop(s.now)
			s.tell(facts)
		}
	}
	s.asked, q.Serial = q, s.serial
}

// newSerial gives what the box asks from now on a serial of its own, so that no late answer to an
// earlier question counts for it: after each answer or Back, and when the game tells something.
func (s *stack) newSerial() {
	s.serial++
	if s.match != nil {
		s.serial = max(s.serial, s.match.before+s.match.table.Questions())
	}
}

// close closes the open question of the box, if there is one, and ends its pause.
func (s *stack) close() {
	if s.match != nil {
		s.match.proceed(s.now)
	}
	s.asked = nil
	s.dialogue.Reset()
}

// tell passes on the facts of the game: all go to the log, and the weightiest one sounds.
func (s *stack) tell(facts []games.Fact) {
	for _, f := range facts {
		s.facts = append(s.facts, shown.News{Game: s.match.table.Rules().Name, ID: s.match.id(), Fact: f})
	}
	s.cover.happened(facts)
	s.hearing.facts(s.now, facts)
}

// cue queues a cue of the box itself.
func (s *stack) cue(c games.Cue) { s.hearing.cue(s.now, c) }

// gameTime returns the current time on the game's clock, or 0 in the lobby.
func (s *stack) gameTime() time.Duration {
	if s.match == nil {
		return 0
	}
	return s.match.at(s.now)
}

// lamps returns the light of each seat's lamp, in the order of the seats.
func (s *stack) lamps(dim bool) []hw.Light {
	places := s.ground().places()
	lights := make([]hw.Light, len(s.Seats))
	for i, seat := range s.Seats {
		if at := slices.IndexFunc(places, func(p games.Place) bool { return p.Seat == seat }); at >= 0 {
			lights[i] = lightOf(places[at].Lamp)
		}
		if lights[i] == hw.Blinking && dim {
			lights[i] = hw.Lit // nobody is there to see it blink
		}
	}
	return lights
}

// lightOf returns what the lamp of a seat does.
func lightOf(lamp games.Lamp) hw.Light {
	switch lamp {
	case games.Lit:
		return hw.Lit
	case games.Blinking:
		return hw.Blinking
	}
	return hw.Dark
}

// unknown tells whether edges may have been lost at a kernel time without a report.
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
