package referee

import (
	"time"

	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
)

// An invitation is what a phone is shown that is to become the judge's. It has the whole display.
type invitation struct {
	stack *stack
	shown *display.Invitation // nil where no phone is invited
	until time.Duration       // when it is to be another
	turns time.Duration       // when the other address has its turn, if there are two
}

// perAddress is how long a display with room for one of them shows the box's name before its
// number, and the other way round: where a network knows no names, as many guests' networks and
// some phones do not, the number is to be typed.
const perAddress = 6 * time.Second

// view is what lies below: only the display shows an invitation.
func (*invitation) view(_ games.Audience, below games.View) games.View { return below }

// take ends the invitation by any key; phones that are there already may then be sent away. By Back
// on a page it just ends.
func (i *invitation) take(in input) (mine bool, err error) {
	switch {
	case i.shown == nil:
		return false, nil
	case in.key:
		i.end()
		i.stack.close()
		if i.stack.Pages.Paired() > 0 {
			i.stack.ask(phones(i.stack))
		}
		return true, nil
	case in.Kind == games.Undo:
		i.end()
		i.stack.close()
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

// takesTurns tells whether two addresses take turns.
func (i *invitation) takesTurns() bool { return i.shown != nil && i.shown.NumericAddress != "" }

// begin shows a phone how to become the judge's, by a new code.
func (i *invitation) begin() {
	shown := i.stack.Pages.Invite()
	i.shown, i.until, i.turns = &shown, i.stack.now+web.InvitationTime, i.stack.now+perAddress
}

// end takes the code away.
func (i *invitation) end() {
	if i.shown != nil {
		i.stack.Pages.Uninvite()
		i.shown = nil
	}
}

// came takes what came of an invitation.
func (i *invitation) came(o web.Outcome) {
	switch {
	case i.shown == nil:
	case o == web.Guessed:
		i.stack.Log.Warn("somebody tries one code after the other; the box says so")
		guessed := *i.shown
		guessed.Guessed = true
		i.shown = &guessed
	default:
		i.stack.Log.Info("a phone was paired", "phones", i.stack.Pages.Paired())
		i.end() // and any code that was to follow just now
		i.stack.close()
		i.stack.cue(games.CueJoined)
	}
}

// invites has a phone invited. A page that is the only display has no key that ends that: it asks
// about the phones.
func invites(s *stack) choice {
	invite := func() {
		if s.Paged {
			s.ask(phones(s))
		}
		s.invitation.begin()
	}
	return choice{value: games.Word("phone"), does: done(invite), offered: when(func() bool { return s.Pages != nil })}
}

// phones asks what to do with the phones that are paired.
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
