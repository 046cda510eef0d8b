package referee

import (
	"fmt"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/games"
	"arbitre/hw"
)

// carryOut carries out effects one after the other, up to the first that is refused.
func (x executor) carryOut(effects []layers.Effect) error {
	for _, e := range effects {
		if err := x.do(e); err != nil {
			return err
		}
	}
	return nil
}

// do carries out one effect. An error says why it is refused.
func (x executor) do(e layers.Effect) error {
	s := x.stack
	switch e := e.(type) {
	// What is asked and heard.
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

	// The game, or the lobby in its place.
	case layers.Tell:
		s.tell(e.Facts)
	case layers.Give:
		return x.carryOut(s.match.Give(s.moment(), e.Input))
	case layers.Confirm:
		return x.carryOut(s.match.Confirm(s.moment(), e.Hand))
	case layers.Recount:
		return x.carryOut(s.match.Recount(s.moment(), e.Inputs))
	case layers.Leave:
		x.leave()
	case layers.Rematch:
		return x.rematch()
	case layers.Begin:
		return x.begin(e)
	case layers.SitDown:
		if s.lobby != nil {
			s.lobby.SitDown(e)
		}
	case layers.Sit:
		return x.sit(e)
	case layers.ChangePlayers:
		return x.carryOut(x.changePlayers(e.Seat))
	case layers.Resume:
		return x.resume(e.Path)
	case layers.Postpone:
		x.postpone(e.Path)
	case layers.Discard:
		return x.discard(e.Path)
	case layers.Count:
		if path := s.offers().Recorded.Journal; path != "" { // else the disk has taken none
			return s.SetCounts(path, e.Counts)
		}

	// Who looks at the display.
	case layers.Look:
		x.look(e.Seat)
	case layers.TakeBack:
		s.takeBack()
	case layers.Restore:
		if s.parkedFor == e.Seat {
			s.dialogue, s.parkedFor = s.parked, 0
		}

	// The box.
	case layers.Set:
		return x.set(e.Value, e.Keys...)
	case layers.StartGuide:
		s.guide = layers.NewGuide(&s.Box)
	case layers.StopGuide:
		s.guide = nil
		s.dialogue.Reset()
	case layers.PlayWithChildren:
		s.playWithChildren(e.Yes)
	case layers.Speak:
		return x.speak(e)
	case layers.Restart:
		x.restart(e)
	case layers.Learn:
		anew := learning(s.Config, e)
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

	// What leads phones to the pages.
	case layers.OpenWifi:
		s.Wifi.Open()
	case layers.InviteToWifi:
		if is := s.Wifi.State(); is.Phase == wifi.Up {
			s.invitation.Show(is.Invitation(), nil, s.now)
		}
	case layers.CloseWifi:
		s.Wifi.Close()
	case layers.Invite:
		x.invite(e)
	case layers.Welcome:
		if !x.opensWifi(e) {
			s.invitation.Show(s.Pages.Welcome(), nil, s.now)
		}
	case layers.Renew:
		s.invitation.Show(s.Pages.Invite(), nil, s.now)
	case layers.Uninvite:
		if s.invitation.Shown != nil {
			s.Pages.Uninvite()
			s.invitation.Shown = nil
			s.giveWay()
		}
	case layers.Unpair:
		return s.Pages.Unpair()
	default:
		panic(fmt.Sprintf("an effect that is not carried out: %T", e))
	}
	return nil
}

// look hands the display to a player with a secret; for seat 0 it asks which one, unless only one has any.
func (x executor) look(seat games.Seat) {
	s := x.stack
	switch all := s.offers().Secrets; {
	case seat != 0:
		s.handover.Pass(seat)
	case len(all) == 1:
		s.handover.Pass(all[0])
	default:
		s.ask(layers.Secret, layers.Subject{})
	}
}

// sit notes who sits at a seat from now on.
func (x executor) sit(e layers.Sit) error {
	s := x.stack
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

// speak changes the language.
func (x executor) speak(e layers.Speak) error {
	s := x.stack
	switch s.language = e.Language; {
	case !e.Kept:
		return nil
	case s.learning != nil:
		return x.carryOut(s.learning.Spoke(s.moment()))
	}
	return x.set(e.Language.String(), "language")
}

// restart ends the referee as soon as no game runs, for one with another configuration.
func (x executor) restart(e layers.Restart) {
	s := x.stack
	if len(e.Keep) > 0 {
		s.Config = e.Config
		x.keep(e.Keep...)
	}
	s.next = &e.Config
}

// learning returns the configuration with which buttons are learnt.
func learning(c config.Config, e layers.Learn) config.Config {
	c.Run.Learn, c.Run.LearnOnly = true, e.Only
	if e.Prompt != "" {
		c.Run.LearnOnly = hw.Shortcut(len(c.Shortcuts))
		c.Shortcuts = append(slices.Clone(c.Shortcuts), config.Shortcut{Prompt: e.Prompt, Value: e.Value})
	}
	return c
}

// invite shows a phone the way to the judge's page.
func (x executor) invite(e layers.Invite) {
	s := x.stack
	if x.opensWifi(e) {
		return
	}
	if s.Box.PageIsDisplay { // no key can end the invitation, so a question is open meanwhile
		s.ask(layers.Phones, layers.Subject{})
	}
	s.invitation.Show(s.Pages.Invite(), nil, s.now)
}

// opensWifi makes the box's own Wi-Fi where phones reach no page by another network, and reports
// whether it does. What invites a phone to the page then follows by itself.
func (x executor) opensWifi(then layers.Effect) bool {
	s := x.stack
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
func (x executor) joinedHome() (err error) {
	s := x.stack
	if s.Config.Web.Listen == "" {
		err = x.set(InHome, "web.listen")
	}
	s.Joined()
	s.giveWay()
	s.invitation.Show(s.Pages.Invite(), nil, s.now)
	return err
}

// set changes keys of the configuration, also of one that waits until no game runs, and keeps them.
func (x executor) set(value any, names ...string) error {
	s := x.stack
	for _, name := range names {
		if err := s.Config.Set(name, value); err != nil {
			return err
		}
		if s.next != nil {
			_ = s.next.Set(name, value) // as it was just accepted
		}
	}
	x.keep(names...)
	return nil
}

// keep saves keys of the configuration that were chosen at the box.
func (x executor) keep(names ...string) {
	s := x.stack
	if err := s.Keep(s.Config, names...); err != nil {
		s.Log.Warn("what was chosen will not be kept", "keys", names, "err", err)
	}
}
