package referee

import (
	"time"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/games"
)

// An invitation fills the display with the address and the code by which a phone becomes the
// judge's.
type invitation struct {
	stack *stack
	shown *display.Invitation // nil if no phone is invited
	until time.Duration       // when a new code replaces it
	turns time.Duration       // when the other of two addresses is shown
}

// perAddress is how long a display with room for one address shows the box's name or its numeric
// address, in turn. People must type the numeric one where names do not resolve, as on many guest
// networks and some phones.
const perAddress = 6 * time.Second

// view changes nothing: a frame's scene carries the invitation.
func (*invitation) view(_ games.Audience, below games.View) games.View { return below }

// dismiss ends the invitation on any key, if there is one; if phones are paired already, it then
// asks whether to unpair them.
func (i *invitation) dismiss() (shown bool) {
	if i.shown == nil {
		return false
	}
	i.end()
	if i.stack.Pages.Paired() > 0 {
		i.stack.ask(phones(i.stack))
	}
	return true
}

// take ends the invitation on Back from a page, and renews it in time.
func (i *invitation) take(in input) (mine bool, err error) {
	switch {
	case i.shown == nil:
	case in.Kind == games.Undo:
		i.end()
		return true, nil
	case in.Kind == games.Elapse && in.at >= i.until:
		i.begin()
	case in.Kind == games.Elapse && i.takesTurns() && in.at >= i.turns:
		turned := *i.shown
		turned.Turned = !turned.Turned
		i.shown, i.turns = &turned, in.at+perAddress
	}
	return false, nil
}

func (i *invitation) due() (time.Duration, bool) {
	if i.takesTurns() && i.turns < i.until {
		return i.turns, true
	}
	return i.until, i.shown != nil
}

// takesTurns tells whether the display alternates between two addresses.
func (i *invitation) takesTurns() bool { return i.shown != nil && i.shown.NumericAddress != "" }

// begin shows an invitation with a new code.
func (i *invitation) begin() {
	invited := i.stack.Pages.Invite()
	i.shown, i.until, i.turns = &invited, i.stack.now+shown.InvitationTime, i.stack.now+perAddress
}

// end hides the invitation and the question that led to it, and voids its code.
func (i *invitation) end() {
	if i.shown != nil {
		i.stack.Pages.Uninvite()
		i.shown = nil
		i.stack.close()
	}
}

// came handles the outcome of an invitation.
func (i *invitation) came(o shown.Outcome) {
	switch {
	case i.shown == nil:
	case o == shown.Guessed:
		i.stack.Log.Warn("somebody tries one code after the other; the box says so")
		guessed := *i.shown
		guessed.Guessed = true
		i.shown = &guessed
	default:
		i.stack.Log.Info("a phone was paired", "phones", i.stack.Pages.Paired())
		i.end() // and with it a code that would follow just now
		i.stack.cue(games.CueJoined)
	}
}

// invites returns the choice that invites a phone. If a page is the only display, no key can end
// the invitation, so a question about the phones is open meanwhile.
func invites(s *stack) choice {
	invite := func() {
		if s.Paged {
			s.ask(phones(s))
		}
		s.invitation.begin()
	}
	return choice{value: games.Word("phone"), does: done(invite), offered: when(func() bool { return s.Pages != nil })}
}

// phones asks whether to invite one more phone or to unpair all.
func phones(s *stack) *question {
	unpair := func() error {
		s.invitation.end()
		return s.Pages.Unpair()
	}
	q := s.question("phone", choice{value: games.Word("done"), does: done(s.invitation.end)}, invites(s),
		choice{value: games.Word("unpair"), does: unpair})
	q.yields = true
	if s.Pages != nil {
		q.Asks = games.Text{Word: "phones", Number: s.Pages.Paired()}
	}
	return q
}
