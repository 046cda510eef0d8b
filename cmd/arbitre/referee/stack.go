package referee

import (
	"math"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// A stack holds the layers of the box, and what they show and hear. At the ground lies a game, the
// lobby, or the learning of the buttons. Its methods say what all of them together show, and keep in
// step with the game what the box asks and tells. What reaches further, such as a journal, the
// configuration or the Wi-Fi, is left to an [executor].
type stack struct {
	*Options

	match      *match.Match     // the running game; nil if none runs
	lobby      *layers.Lobby    // nil during a game
	learning   *layers.Learning // nil once the box knows its buttons; then there is neither game nor lobby
	handover   layers.Handover
	curtain    layers.Curtain
	unread     layers.Unread
	guide      *layers.Guide // through a first game; nil without one
	asked      layers.Layer  // the open question of the box itself; nil if there is none
	naming     layers.Naming
	notices    layers.Notices
	invitation layers.Invitation

	dialogue  keys.Dialogue // cursor and unfinished entry of the judge
	parked    keys.Dialogue // a player's unfinished entry when the table went on
	parkedFor games.Seat
	language  wording.Language
	cues      cueFilter
	command   shown.Command // a key has asked for something to be said; 0 for nothing
	facts     []shown.News  // not in the log yet
	sitters   map[games.Seat]games.Sitter

	serial int             // of the box's last question
	ended  layers.Recorded // the last game that was played to its end
	now    time.Duration   // the time up to which all is known, or of the current event
	active time.Duration   // when a person last did something
	next   *config.Config  // takes effect as soon as no game runs; nil if the current one stays
}

// newStack returns the layers of a box that starts at a time of the kernel's clock.
func newStack(o Options, now time.Duration) *stack {
	o.Invites, o.OwnWifi = o.Pages != nil, o.Wifi != nil
	if o.Sitters == nil {
		o.Sitters = func() map[games.Seat]games.Sitter { return nil }
	}
	s := &stack{
		Options:  &o,
		dialogue: keys.Dialogue{Shown: true},
		language: o.Language,
		cues:     cueFilter{ignored: map[games.Seat]time.Duration{}},
		serial:   1, // pages take 0 for no question
		now:      now,
		sitters:  o.Sitters(),
		active:   now,
	}
	if o.Learn != nil {
		s.learning = layers.NewLearning(o.Learn, s.moment())
	}
	return s
}

// layers returns the current layers, the ground first.
func (s *stack) layers() []layers.Layer {
	var all []layers.Layer
	switch {
	case s.match != nil:
		all = append(all, s.match, &s.unread, &s.curtain, &s.handover)
	case s.learning != nil:
		all = append(all, s.learning)
	default:
		all = append(all, s.lobby)
	}
	if s.guide != nil {
		all = append(all, s.guide)
	}
	if s.asked != nil {
		all = append(all, s.asked)
	}
	return append(all, &s.naming, &s.notices, &s.invitation)
}

// presser returns the layer that takes the edges of all buttons and keys; nil if there is none. It makes no
// list of the layers, for it is asked before every press of a race.
func (s *stack) presser() layers.Presser {
	switch tryout := s.tryout(); {
	case tryout != nil:
		return tryout
	case s.learning != nil:
		return s.learning
	case s.asked == nil && (s.guide.Waits() || s.guide.HoldsBack(s.match != nil && s.match.Laid())):
		return s.guide
	case s.naming.Waits() && s.claiming():
		return &s.naming
	}
	return nil
}

// tryout returns the test of the buttons; nil if they are not tried.
func (s *stack) tryout() *layers.Tryout {
	t, _ := s.asked.(*layers.Tryout)
	return t
}

// claiming reports whether players may enter their names on phones: while no press is a game's or is
// learnt or tried.
func (s *stack) claiming() bool {
	return s.tryout() == nil && s.learning == nil && !s.guide.Waits() && (s.match == nil || s.match.Game().Over)
}

// moment returns what the layers may know now.
func (s *stack) moment() layers.Moment {
	m := layers.Moment{
		Box: &s.Box, Now: s.now, LostUntil: s.lostUntil(),
		Config: &s.Config, Language: s.language, Serial: s.serial, Asking: s.asked != nil, Faults: s.Health.Texts(),
		Sitters: s.sitters, Claiming: s.claiming(),
	}
	if s.Pages != nil {
		m.Phones = s.Pages.Paired()
	}
	if s.match != nil {
		m.Game = s.match.Game()
		m.Here = m.Game.Seats
	} else if s.lobby != nil {
		m.Here, _ = s.lobby.Joined()
	}
	if s.match == nil || s.asked != nil {
		m.Offers = s.offers()
	}
	return m
}

// offers returns what decides which choices the box offers.
func (s *stack) offers() (o layers.Offers) {
	if o.Recorded = s.ended; s.match != nil {
		o.Recorded = s.match.Recorded()
		s.match.Offer(&o)
	}
	o.Counts = o.Recorded.Journal != "" && s.Counts(o.Recorded.Journal)
	if s.Updates != nil {
		o.Update = s.Updates.Says()
	}
	if s.Wifi != nil {
		o.Wifi = s.Wifi.State()
	}
	return o
}

// playWithChildren notes whether children play this evening, also for a configuration that waits.
func (s *stack) playWithChildren(yes bool) {
	if s.Config.Run.Children = yes; s.next != nil {
		s.next.Run.Children = yes
	}
}

// lostUntil returns the kernel time up to which edges may have been lost without a report.
func (s *stack) lostUntil() time.Duration {
	if s.Contacts.Unknown() {
		return math.MaxInt64
	}
	return s.notices.Known()
}

// view returns what an audience sees of the whole box.
func (s *stack) view(m layers.Moment, a games.Audience) (v games.View) {
	for _, l := range s.layers() {
		v = l.View(m, a, v)
	}
	return v
}

// due returns when the first of the layers next changes by itself.
func (s *stack) due() (time.Duration, bool) {
	var all []func() (time.Duration, bool)
	for _, l := range s.layers() {
		all = append(all, l.Due)
	}
	return layers.Earliest(all...)
}

// displayView returns who looks at the display and what it shows: the view of this audience, and
// the questions that only the display asks.
func (s *stack) displayView(m layers.Moment) (games.Audience, games.View) {
	if s.match == nil || s.asked != nil {
		v := s.view(m, games.Judge)
		if s.learning != nil {
			v = s.learning.OnDisplay(v, s.Box.PageIsDisplay || s.asked != nil)
		}
		return games.Judge, v
	}
	switch holder := s.handover.Holder(m.Game); {
	case s.unread.Waits(m.Game.Results, holder != 0 || m.Game.AsksOnDisplay):
		return games.Judge, s.unread.AddDisplayPrompts(m, s.view(m, games.Judge))
	case holder != 0:
		return games.Player(holder), s.view(m, games.Player(holder))
	}
	return games.Judge, s.handover.AddDisplayPrompts(m, s.view(m, games.Judge))
}

// onPages returns what a phone's judge page shows and asks. If pages are the only display of the
// box, that is all that a display would show. A player's secret then appears only on the page on
// which he took the display, and is covered on every other.
func (s *stack) onPages(m layers.Moment, phone shown.Viewer) games.View {
	if !s.Box.PageIsDisplay {
		return s.view(m, games.Judge)
	}
	a, v := s.displayView(m)
	if a > 0 && phone != s.curtain.Page() && !v.Asks(layers.AskCover) {
		v = layers.Cover(m, games.Seat(a), v)
	}
	return v
}

// drawn notes whose view the display now shows.
func (s *stack) drawn(a games.Audience, v games.View) {
	s.curtain.Drawn(a, v)
	if s.match != nil {
		s.unread.Drawn(s.match.Game().Results)
	}
}

// verbosity returns how much the loudspeaker says.
func (s *stack) verbosity() wording.Verbosity {
	if !s.Config.Speaker.Enabled {
		return wording.Silent
	}
	return wording.Verbosity(s.Config.Sounds.Voice)
}

// heard returns how sounds are set: a voice that no loudspeaker has is silent.
func (s *stack) heard() config.Sounds {
	set := s.Config.Sounds
	set.Voice = string(s.verbosity())
	return set
}

// gameTime returns the current time on the game's clock, or 0 in the lobby.
func (s *stack) gameTime() time.Duration {
	if s.match == nil {
		return 0
	}
	return s.match.At(s.now)
}

// lamps returns the light of each seat's lamp, in the order of the seats.
func (s *stack) lamps(dim bool) []hw.Light {
	var places []games.Place
	for _, l := range slices.Backward(s.layers()) {
		lighter, ok := l.(layers.Lighter)
		if !ok {
			continue
		}
		if places, ok = lighter.Places(&s.Box); ok {
			break
		}
	}
	lights := make([]hw.Light, len(s.Seats))
	for i, seat := range s.Seats {
		if at := slices.IndexFunc(places, func(p games.Place) bool { return p.Seat == seat }); at >= 0 {
			if lights[i] = lightOf(places[at].Lamp); places[at].Bot && lights[i] == hw.Dark {
				lights[i] = hw.Breathing
			}
		}
		switch { // the table is deserted
		case lights[i] == hw.Blinking && dim:
			lights[i] = hw.Lit
		case lights[i] == hw.Breathing && dim:
			lights[i] = hw.Dark
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
