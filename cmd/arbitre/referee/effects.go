package referee

import (
	"fmt"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/hw"
)

// carryOut carries out effects one after the other, up to the first that is refused.
func (s *stack) carryOut(effects []layers.Effect) error {
	for _, e := range effects {
		if err := s.do(e); err != nil {
			return err
		}
	}
	return nil
}

// do carries out one effect. An error says why it is refused.
func (s *stack) do(e layers.Effect) error {
	switch e := e.(type) {
	case layers.Close:
		s.close()
	case layers.Ask:
		s.ask(e.ID, e.About)
	case layers.Open:
		s.close()
		s.asked = e.Layer
	case layers.Reject:
		return e.Err
	case layers.ClearRefusal:
		s.dialogue.ShowRefusal("")
	case layers.NewSerial:
		s.newSerial()
	case layers.Cue:
		s.cue(e.Cue)
	case layers.Log:
		s.Log.Info(e.Text, e.Args...)

	case layers.Look:
		switch all := s.offers().Secrets; {
		case e.Seat != 0:
			s.handover.Pass(e.Seat)
		case len(all) == 1:
			s.handover.Pass(all[0])
		default:
			s.ask(layers.Secret, layers.Subject{})
		}
	case layers.TakeBack:
		s.takeBack()
	case layers.Restore:
		if s.parkedFor == e.Seat {
			s.dialogue, s.parkedFor = s.parked, 0
		}
	default:
		return s.doInGame(e)
	}
	return nil
}

// doInGame carries out an effect on the game, or on the lobby in its place.
func (s *stack) doInGame(e layers.Effect) error {
	switch e := e.(type) {
	case layers.Tell:
		s.tell(e.Facts)
	case layers.Give:
		return s.carryOut(s.match.Give(s.moment(), e.Input))
	case layers.Confirm:
		return s.carryOut(s.match.Confirm(s.moment(), e.Hand))
	case layers.Recount:
		return s.carryOut(s.match.Recount(s.moment(), e.Inputs))
	case layers.Leave:
		s.leave()
	case layers.Rematch:
		start := s.match.Rematch()
		if s.leave(); s.next == nil { // else a new configuration takes effect first
			return s.begin(layers.Begin{Start: start})
		}
	case layers.Begin:
		return s.begin(e)
	case layers.SitDown:
		if s.lobby != nil {
			s.lobby.SitDown(e)
		}
	case layers.Sit:
		return s.sit(e)
	case layers.ChangePlayers:
		return s.carryOut(s.changePlayers(e.Seat))
	case layers.Resume:
		return s.resume(e.Path)
	case layers.Postpone:
		s.postpone(e.Path)
	case layers.Discard:
		return s.discard(e.Path)
	case layers.Count:
		return s.SetCounts(s.offers().Recorded.Journal, e.Counts)
	default:
		return s.doToBox(e)
	}
	return nil
}

// sit notes who sits at a seat from now on.
func (s *stack) sit(e layers.Sit) error {
	m, err := s.moment(), s.Sit(e.Seat, e.Sitter)
	if e.Claimed {
		s.naming.Sat(m, e, err)
	}
	if err != nil {
		return err
	}
	if s.sitters = s.Sitters(); s.lobby != nil && e.Claimed {
		s.lobby.Named(e.Seat)
	}
	s.dialogue.ShowRefusal("")
	return nil
}

// doToBox carries out an effect on the box itself.
func (s *stack) doToBox(e layers.Effect) error {
	switch e := e.(type) {
	case layers.Set:
		return s.set(e.Value, e.Keys...)
	case layers.StartGuide:
		s.guide = layers.NewGuide(&s.Box)
	case layers.StopGuide:
		s.guide = nil
		s.dialogue.Reset()
	case layers.PlayWithChildren:
		s.playWithChildren(e.Yes)
	case layers.Speak:
		switch s.language = e.Language; {
		case !e.Kept:
		case s.learning != nil:
			return s.carryOut(s.learning.Spoke(s.moment()))
		default:
			return s.set(e.Language.String(), "language")
		}
	case layers.Restart:
		if len(e.Keep) > 0 {
			s.Config = e.Config
			s.keep(e.Keep...)
		}
		s.next = &e.Config
	case layers.Learn:
		anew := s.Config
		anew.Run.Learn, anew.Run.LearnOnly = true, e.Only
		if e.Prompt != "" {
			anew.Run.LearnOnly = hw.Shortcut(len(anew.Shortcuts))
			anew.Shortcuts = append(slices.Clone(anew.Shortcuts), config.Shortcut{Prompt: e.Prompt, Value: e.Value})
		}
		s.next = &anew
	case layers.TryButtons:
		tryout := layers.NewTryout(s.moment())
		s.asked = tryout
		s.Contacts.Measure(tryout.Meter)
	case layers.InstallUpdate:
		return s.Updates.Install(e.Version)
	case layers.SwitchOff:
		s.Log.Info("shutting down, as the judge wants")
		return s.PowerOff()
	default:
		return s.doForPhones(e)
	}
	return nil
}

// doForPhones carries out an effect on what leads phones to the pages.
func (s *stack) doForPhones(e layers.Effect) error {
	switch e := e.(type) {
	case layers.OpenWifi:
		s.Wifi.Open()
	case layers.InviteToWifi:
		if is := s.Wifi.State(); is.Phase == wifi.Up {
			s.invitation.Show(is.Invitation(), nil, s.now)
		}
	case layers.CloseWifi:
		s.Wifi.Close()
	case layers.Invite:
		if s.opensWifi(e) {
			return nil
		}
		if s.Box.PageIsDisplay { // no key can end the invitation, so a question is open meanwhile
			s.ask(layers.Phones, layers.Subject{})
		}
		s.invitation.Show(s.Pages.Invite(), nil, s.now)
	case layers.Welcome:
		if s.opensWifi(e) {
			return nil
		}
		s.invitation.Show(s.Pages.Welcome(), nil, s.now)
	case layers.Renew:
		s.invitation.Show(s.Pages.Invite(), nil, s.now)
	case layers.Uninvite:
		if s.invitation.Shown != nil {
			s.Pages.Uninvite()
			s.invitation.Shown = nil
			s.close()
		}
	case layers.Unpair:
		return s.Pages.Unpair()
	default:
		panic(fmt.Sprintf("an effect that is not carried out: %T", e))
	}
	return nil
}

// opensWifi makes the box's own Wi-Fi where phones reach no page by another network, and reports
// whether it does. What invites a phone to the page then follows by itself.
func (s *stack) opensWifi(then layers.Effect) bool {
	if s.Wifi == nil || s.Wifi.State().Phase == wifi.Up || s.Networked() {
		return false
	}
	s.Wifi.Open()
	s.ask(layers.Wifi, layers.Subject{Then: then})
	return true
}

// InHome is where the pages are served once the box has joined a home's network, if the configuration
// does not say where.
const InHome = ":8080"

// joinedHome leads the phone that had the box join a home's network, and any other, to the pages there.
func (s *stack) joinedHome() (err error) {
	if s.Config.Web.Listen == "" {
		err = s.set(InHome, "web.listen")
	}
	s.Joined()
	s.close()
	s.invitation.Show(s.Pages.Invite(), nil, s.now)
	return err
}

// set changes keys of the configuration, also of one that waits until no game runs, and keeps them.
func (s *stack) set(value any, names ...string) error {
	for _, name := range names {
		if err := s.Config.Set(name, value); err != nil {
			return err
		}
		if s.next != nil {
			_ = s.next.Set(name, value) // as it was just accepted
		}
	}
	s.keep(names...)
	return nil
}

// keep saves keys of the configuration that were chosen at the box.
func (s *stack) keep(names ...string) {
	if err := s.Keep(s.Config, names...); err != nil {
		s.Log.Warn("what was chosen will not be kept", "keys", names, "err", err)
	}
}
