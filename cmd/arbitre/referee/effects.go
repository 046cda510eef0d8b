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
	switch e := e.(type) {
	case layers.Close:
		c.stack.close()
	case layers.Ask:
		c.stack.ask(e.ID, e.About)
	case layers.Open:
		c.stack.close()
		c.stack.asked = e.Layer
	case layers.Reject:
		return e.Err
	case layers.ClearRefusal:
		c.stack.dialogue.ShowRefusal("")
	case layers.NewSerial:
		c.stack.newSerial()
	case layers.Cue:
		c.stack.cue(e.Cue)
	case layers.Log:
		c.stack.Log.Info(e.Text, e.Args...)

	case layers.Look:
		switch all := c.stack.offers().Secrets; {
		case e.Seat != 0:
			c.stack.handover.Pass(e.Seat)
		case len(all) == 1:
			c.stack.handover.Pass(all[0])
		default:
			c.stack.ask(layers.Secret, layers.Subject{})
		}
	case layers.TakeBack:
		c.stack.takeBack()
	case layers.Restore:
		if c.stack.parkedFor == e.Seat {
			c.stack.dialogue, c.stack.parkedFor = c.stack.parked, 0
		}
	default:
		return c.doInGame(e)
	}
	return nil
}

// doInGame carries out an effect on the game, or on the lobby in its place.
func (c carrier) doInGame(e layers.Effect) error {
	switch e := e.(type) {
	case layers.Tell:
		c.stack.tell(e.Facts)
	case layers.Give:
		return c.carryOut(c.stack.match.Give(c.stack.moment(), e.Input))
	case layers.Confirm:
		return c.carryOut(c.stack.match.Confirm(c.stack.moment(), e.Hand))
	case layers.Recount:
		return c.carryOut(c.stack.match.Recount(c.stack.moment(), e.Inputs))
	case layers.Leave:
		c.leave()
	case layers.Rematch:
		start := c.stack.match.Rematch()
		if c.leave(); c.stack.next == nil { // else a new configuration takes effect first
			return c.begin(layers.Begin{Start: start})
		}
	case layers.Begin:
		return c.begin(e)
	case layers.SitDown:
		if c.stack.lobby != nil {
			c.stack.lobby.SitDown(e)
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
		return c.stack.SetCounts(c.stack.offers().Recorded.Journal, e.Counts)
	default:
		return c.doToBox(e)
	}
	return nil
}

// sit notes who sits at a seat from now on.
func (c carrier) sit(e layers.Sit) error {
	m, err := c.stack.moment(), c.stack.Sit(e.Seat, e.Sitter)
	if e.Claimed {
		c.stack.naming.Sat(m, e, err)
	}
	if err != nil {
		return err
	}
	if c.stack.sitters = c.stack.Sitters(); c.stack.lobby != nil && e.Claimed {
		c.stack.lobby.Named(e.Seat)
	}
	c.stack.dialogue.ShowRefusal("")
	return nil
}

// doToBox carries out an effect on the box itself.
func (c carrier) doToBox(e layers.Effect) error {
	switch e := e.(type) {
	case layers.Set:
		return c.set(e.Value, e.Keys...)
	case layers.StartGuide:
		c.stack.guide = layers.NewGuide(&c.stack.Box)
	case layers.StopGuide:
		c.stack.guide = nil
		c.stack.dialogue.Reset()
	case layers.PlayWithChildren:
		c.stack.playWithChildren(e.Yes)
	case layers.Speak:
		switch c.stack.language = e.Language; {
		case !e.Kept:
		case c.stack.learning != nil:
			return c.carryOut(c.stack.learning.Spoke(c.stack.moment()))
		default:
			return c.set(e.Language.String(), "language")
		}
	case layers.Restart:
		if len(e.Keep) > 0 {
			c.stack.Config = e.Config
			c.keep(e.Keep...)
		}
		c.stack.next = &e.Config
	case layers.Learn:
		anew := c.stack.Config
		anew.Run.Learn, anew.Run.LearnOnly = true, e.Only
		if e.Prompt != "" {
			anew.Run.LearnOnly = hw.Shortcut(len(anew.Shortcuts))
			anew.Shortcuts = append(slices.Clone(anew.Shortcuts), config.Shortcut{Prompt: e.Prompt, Value: e.Value})
		}
		c.stack.next = &anew
	case layers.TryButtons:
		tryout := layers.NewTryout(c.stack.moment())
		c.stack.asked = tryout
		c.stack.Contacts.Measure(tryout.Meter)
	case layers.InstallUpdate:
		return c.stack.Updates.Install(e.Version)
	case layers.SwitchOff:
		c.stack.Log.Info("shutting down, as the judge wants")
		return c.stack.PowerOff()
	default:
		return c.doForPhones(e)
	}
	return nil
}

// doForPhones carries out an effect on what leads phones to the pages.
func (c carrier) doForPhones(e layers.Effect) error {
	switch e := e.(type) {
	case layers.OpenWifi:
		c.stack.Wifi.Open()
	case layers.InviteToWifi:
		if is := c.stack.Wifi.State(); is.Phase == wifi.Up {
			c.stack.invitation.Show(is.Invitation(), nil, c.stack.now)
		}
	case layers.CloseWifi:
		c.stack.Wifi.Close()
	case layers.Invite:
		if c.opensWifi(e) {
			return nil
		}
		if c.stack.Box.PageIsDisplay { // no key can end the invitation, so a question is open meanwhile
			c.stack.ask(layers.Phones, layers.Subject{})
		}
		c.stack.invitation.Show(c.stack.Pages.Invite(), nil, c.stack.now)
	case layers.Welcome:
		if c.opensWifi(e) {
			return nil
		}
		c.stack.invitation.Show(c.stack.Pages.Welcome(), nil, c.stack.now)
	case layers.Renew:
		c.stack.invitation.Show(c.stack.Pages.Invite(), nil, c.stack.now)
	case layers.Uninvite:
		if c.stack.invitation.Shown != nil {
			c.stack.Pages.Uninvite()
			c.stack.invitation.Shown = nil
			c.stack.close()
		}
	case layers.Unpair:
		return c.stack.Pages.Unpair()
	default:
		panic(fmt.Sprintf("an effect that is not carried out: %T", e))
	}
	return nil
}

// opensWifi makes the box's own Wi-Fi where phones reach no page by another network, and reports
// whether it does. What invites a phone to the page then follows by itself.
func (c carrier) opensWifi(then layers.Effect) bool {
	if c.stack.Wifi == nil || c.stack.Wifi.State().Phase == wifi.Up || c.stack.Networked() {
		return false
	}
	c.stack.Wifi.Open()
	c.stack.ask(layers.Wifi, layers.Subject{Then: then})
	return true
}

// InHome is where the pages are served once the box has joined a home's network, if the configuration
// does not say where.
const InHome = ":8080"

// joinedHome leads the phone that had the box join a home's network, and any other, to the pages there.
func (c carrier) joinedHome() (err error) {
	if c.stack.Config.Web.Listen == "" {
		err = c.set(InHome, "web.listen")
	}
	c.stack.Joined()
	c.stack.close()
	c.stack.invitation.Show(c.stack.Pages.Invite(), nil, c.stack.now)
	return err
}

// set changes keys of the configuration, also of one that waits until no game runs, and keeps them.
func (c carrier) set(value any, names ...string) error {
	for _, name := range names {
		if err := c.stack.Config.Set(name, value); err != nil {
			return err
		}
		if c.stack.next != nil {
			_ = c.stack.next.Set(name, value) // as it was just accepted
		}
	}
	c.keep(names...)
	return nil
}

// keep saves keys of the configuration that were chosen at the box.
func (c carrier) keep(names ...string) {
	if err := c.stack.Keep(c.stack.Config, names...); err != nil {
		c.stack.Log.Warn("what was chosen will not be kept", "keys", names, "err", err)
	}
}
