package referee

import (
	"maps"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/shown"
)

// Claim handles a name that was entered on a phone. It does not wake the display: whoever is near may
// enter one.
func (r *Referee) Claim(c shown.Claim) {
	s := r.stack
	err := layers.Playing()
	if s.claiming() {
		err = s.naming.Claim(s.moment(), c)
	}
	if way := s.invitation.Shown; err == nil && way != nil && way.Code == "" { // the way is found
		err = r.carry.do(layers.Uninvite{})
	}
	r.changed = true
	c.Done(err)
}

// Renamed reads who sits where, for that may have changed.
func (r *Referee) Renamed() {
	if now := r.stack.Sitters(); !maps.Equal(now, r.stack.sitters) {
		r.stack.sitters, r.changed = now, true
	}
}
