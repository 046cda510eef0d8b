package referee

import (
	"fmt"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/hw"
)

// answer passes an answer that was made at the box down the layers, and shows why it is refused.
func (c carrier) answer(in games.Input) { c.showRefusal(c.give(in, shown.Box)) }

// give passes an answer, or Back, to the layer that asked for it. An error says why it is refused.
func (c carrier) give(in games.Input, from shown.Viewer) error {
	err := c.take(layers.Input{Input: in, From: from})
	if err == nil {
		c.stack.dialogue.ShowRefusal("") // clears an earlier refusal on the display
	}
	return err
}

// take passes an input down the layers until one handles or refuses it, and carries out its effects.
func (c carrier) take(in layers.Input) error {
	was, _ := c.stack.asked.(*layers.Asked)
	for _, l := range slices.Backward(c.stack.layers()) {
		effects, mine := l.Take(c.stack.moment(), in)
		err := c.carryOut(effects)
		if err == nil && mine && in.Kind != games.Elapse {
			c.stack.trail(was, in.Input)
			c.stack.newSerial()
		}
		if mine || err != nil {
			return err
		}
	}
	return nil
}

// showRefusal shows and logs why an input was refused, unless err is nil.
func (c carrier) showRefusal(err error) {
	if err == nil {
		return
	}
	c.stack.Log.Warn("refused", "err", err)
	_, v := c.stack.displayView(c.stack.moment())
	c.stack.dialogue.ShowRefusal(c.stack.Phrases.In(c.stack.language, v.Game).Refusal(err))
	c.stack.cue(games.CueRefused)
}

// carryOut carries out effects one after the other, up to the first that is refused.
func (c carrier) carryOut(effects []layers.Effect) error {
	for _, e := range effects {
		if err := c.do(e); err != nil {
			return err
		}
	}
	return nil
}

// do carries out one effect. An error says why it is refused.
func (c carrier) do(e layers.Effect) error {
	s := c.stack
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
		return c.doInGame(e)
	}
	return nil
}

// doInGame carries out an effect on the game, or on the lobby in its place.
func (c carrier) doInGame(e layers.Effect) error {
	s := c.stack
	switch e := e.(type) {
	case layers.Tell:
		s.tell(e.Facts)
	case layers.Give:
		return c.carryOut(s.match.Give(s.moment(), e.Input))
	case layers.Confirm:
		return c.carryOut(s.match.Confirm(s.moment(), e.Hand))
	case layers.Recount:
		return c.carryOut(s.match.Recount(s.moment(), e.Inputs))
	case layers.Leave:
		c.leave()
	case layers.Rematch:
		start := s.match.Rematch()
		if c.leave(); s.next == nil { // else a new configuration takes effect first
			return c.begin(layers.Begin{Start: start})
		}
	case layers.Begin:
		return c.begin(e)
	case layers.SitDown:
		if s.lobby != nil {
			s.lobby.SitDown(e)
		}
	case layers.Sit:
		return c.sit(e)
	case layers.ChangePlayers:
		return c.carryOut(c.changePlayers(e.Seat))
	case layers.Resume:
		return c.resume(e.Path)
	case layers.Postpone:
		c.postpone(e.Path)
	case layers.Discard:
		return c.discard(e.Path)
	case layers.Count:
		return s.SetCounts(s.offers().Recorded.Journal, e.Counts)
	default:
		return c.doToBox(e)
	}
	return nil
}

// sit notes who sits at a seat from now on.
func (c carrier) sit(e layers.Sit) error {
	s := c.stack
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
func (c carrier) doToBox(e layers.Effect) error {
	s := c.stack
	switch e := e.(type) {
	case layers.Set:
		return c.set(e.Value, e.Keys...)
	case layers.StartGuide:
		s.guide = layers.NewGuide(&s.Box)
	case layers.StopGuide:
		s.guide = nil
		s.dialogue.Reset()
	case layers.PlayWithChildren:
		s.playWithChildren(e.Yes)
	case layers.Speak:
		s.language = e.Language
		if s.learning != nil {
			return c.carryOut(s.learning.Spoke(s.moment(), e.Kept))
		}
		return c.set(e.Language.String(), "language")
	case layers.Restart:
		if len(e.Keep) > 0 {
			s.Config = e.Config
			c.keep(e.Keep...)
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
		return c.doForPhones(e)
	}
	return nil
}

// doForPhones carries out an effect on what leads phones to the pages.
func (c carrier) doForPhones(e layers.Effect) error {
	s := c.stack
	switch e := e.(type) {
	case layers.OpenWifi:
		s.Wifi.Open()
	case layers.InviteToWifi:
		if is := s.Wifi.State(); is.Phase == wifi.Up {
			s.invitation.Then = nil
			s.invitation.Show(wifiInvitation(is), s.now)
		}
	case layers.CloseWifi:
		s.Wifi.Close()
	case layers.Invite:
		if c.opensWifi(e) {
			return nil
		}
		if s.Box.PageIsDisplay { // no key can end the invitation, so a question is open meanwhile
			s.ask(layers.Phones, layers.Subject{})
		}
		s.invitation.Show(s.Pages.Invite(), s.now)
	case layers.Welcome:
		if c.opensWifi(e) {
			return nil
		}
		s.invitation.Show(s.Pages.Welcome(), s.now)
	case layers.Renew:
		s.invitation.Show(s.Pages.Invite(), s.now)
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
func (c carrier) opensWifi(then layers.Effect) bool {
	s := c.stack
	if s.Wifi == nil || s.Wifi.State().Phase == wifi.Up || s.Networked() {
		return false
	}
	s.invitation.Then = then
	s.Wifi.Open()
	s.ask(layers.Wifi, layers.Subject{})
	return true
}

// InHome is where the pages are served once the box has joined a home's network, if the configuration
// does not say where.
const InHome = ":8080"

// joinedHome leads the phone that had the box join a home's network, and any other, to the pages there.
func (c carrier) joinedHome() (err error) {
	s := c.stack
	if s.Config.Web.Listen == "" {
		err = c.set(InHome, "web.listen")
	}
	s.Joined()
	s.close()
	s.invitation.Show(s.Pages.Invite(), s.now)
	return err
}

// set changes keys of the configuration, also of one that waits until no game runs, and keeps them.
func (c carrier) set(value any, names ...string) error {
	s := c.stack
	for _, name := range names {
		if err := s.Config.Set(name, value); err != nil {
			return err
		}
		if s.next != nil {
			_ = s.next.Set(name, value) // as it was just accepted
		}
	}
	c.keep(names...)
	return nil
}

// keep saves keys of the configuration that were chosen at the box.
func (c carrier) keep(names ...string) {
	s := c.stack
	if err := s.Keep(s.Config, names...); err != nil {
		s.Log.Warn("what was chosen will not be kept", "keys", names, "err", err)
	}
}
