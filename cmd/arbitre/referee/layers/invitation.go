package layers

import (
	"cmp"
	"time"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/games"
)

// An Invitation fills the display with the address and the code by which a phone becomes the
// judge's. A frame's scene carries it, no view.
type Invitation struct {
	Static
	Shown *display.Invitation // nil if no phone is invited; never changed, for it is shown
	Then  Effect              // what follows an invitation into the box's own Wi-Fi, as of a [Subject]
	until time.Duration       // when a new code replaces it
	turns time.Duration       // when the other of two addresses is shown
}

// IsWifi reports whether it invites into the box's own Wi-Fi. The way to the judge's page comes after it.
func (i *Invitation) IsWifi() bool { return i.Shown != nil && i.Shown.Network != "" }

// perAddress is how long a display with room for one address shows the box's name or its numeric
// address, in turn. People must type the numeric one where names do not resolve, as on many guest
// networks and some phones.
const perAddress = 6 * time.Second

// Show shows an invitation from now on, and then what follows it.
func (i *Invitation) Show(invited display.Invitation, then Effect, now time.Duration) {
	*i = Invitation{Shown: &invited, Then: then, until: now + shown.InvitationTime, turns: now + perAddress}
}

// Guess notes that one code after the other is tried.
func (i *Invitation) Guess() {
	guessed := *i.Shown
	guessed.Guessed = true
	i.Shown = &guessed
}

// Dismiss ends the invitation on any key. If phones are paired already, it asks whether to unpair
// them. An invitation into the Wi-Fi is followed by that to a page.
func (i *Invitation) Dismiss(m Moment) []Effect {
	if i.IsWifi() {
		return []Effect{cmp.Or[Effect](i.Then, Invite{})}
	}
	if len(m.Phones) == 0 || i.Shown.Code == "" {
		return []Effect{Uninvite{}}
	}
	return []Effect{Uninvite{}, Ask{ID: Phones}}
}

// Take ends the invitation on Back from a page, and renews it in time.
func (i *Invitation) Take(m Moment, in Input) (effects []Effect, mine bool) {
	switch {
	case i.Shown == nil:
	case in.Kind == games.Undo:
		return []Effect{Uninvite{}}, true
	case i.IsWifi():
	case in.Kind == games.Elapse && m.Now >= i.until && i.Shown.Code == "":
		return []Effect{Uninvite{}}, false
	case in.Kind == games.Elapse && m.Now >= i.until:
		return []Effect{Renew{}}, false
	case in.Kind == games.Elapse && i.takesTurns() && m.Now >= i.turns:
		turned := *i.Shown
		turned.Turned = !turned.Turned
		i.Shown, i.turns = &turned, m.Now+perAddress
	}
	return nil, false
}

// Due returns when the code or the address changes.
func (i *Invitation) Due() (time.Duration, bool) {
	if i.takesTurns() && i.turns < i.until {
		return i.turns, true
	}
	return i.until, i.Shown != nil && !i.IsWifi()
}

// takesTurns reports whether the display alternates between two addresses.
func (i *Invitation) takesTurns() bool { return i.Shown != nil && i.Shown.NumericAddress != "" }
