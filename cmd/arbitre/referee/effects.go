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
		c.close()
	case layers.Ask:
		c.ask(e.ID, e.About)
	case layers.Open:
		c.close()
		c.asked = e.Layer
	case layers.Reject:
		return e.Err
	case layers.ClearRefusal:
		c.dialogue.ShowRefusal("")
	case layers.NewSerial:
		c.newSerial()
	case layers.Cue:
		c.cue(e.Cue)
	case layers.Log:
		c.Log.Info(e.Text, e.Args...)

	case layers.Look:
		switch all := c.offers().Secrets; {
		case e.Seat != 0:
			c.handover.Pass(e.Seat)
		case len(all) == 1:
			c.handover.Pass(all[0])
		default:
			c.ask(layers.Secret, layers.Subject{})
		}
	case layers.TakeBack:
		c.takeBack()
	case layers.Restore:
		if c.parkedFor == e.Seat {
			c.dialogue, c.parkedFor = c.parked, 0
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
		c.tell(e.Facts)
	case layers.Give:
		return c.carryOut(c.match.Give(c.moment(), e.Input))
	case layers.Confirm:
		return c.carryOut(c.match.Confirm(c.moment(), e.Hand))
	case layers.Recount:
		return c.carryOut(c.match.Recount(c.moment(), e.Inputs))
	case layers.Leave:
		c.leave()
	case layers.Rematch:
		start := c.match.Rematch()
		if c.leave(); c.next == nil { // else a new configuration takes effect first
			return c.begin(layers.Begin{Start: start})
		}
	case layers.Begin:
		return c.begin(e)
	case layers.SitDown:
		if c.lobby != nil {
			c.lobby.SitDown(e)
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
		return c.SetCounts(c.offers().Recorded.Journal, e.Counts)
	default:
		return c.doToBox(e)
	}
	return nil
}

// sit notes who sits at a seat from now on.
func (c carrier) sit(e layers.Sit) error {
	m, err := c.moment(), c.Sit(e.Seat, e.Sitter)
	if e.Claimed {
		c.naming.Sat(m, e, err)
	}
	if err != nil {
		return err
	}
	if c.sitters = c.Sitters(); c.lobby != nil && e.Claimed {
		c.lobby.Named(e.Seat)
	}
	c.dialogue.ShowRefusal("")
	return nil
}

// doToBox carries out an effect on the box itself.
func (c carrier) doToBox(e layers.Effect) error {
	switch e := e.(type) {
	case layers.Set:
		return c.set(e.Value, e.Keys...)
	case layers.StartGuide:
		c.guide = layers.NewGuide(&c.Box)
	case layers.StopGuide:
		c.guide = nil
		c.dialogue.Reset()
	case layers.PlayWithChildren:
		c.playWithChildren(e.Yes)
	case layers.Speak:
		c.language = e.Language
		if c.learning != nil {
			return c.carryOut(c.learning.Spoke(c.moment(), e.Kept))
		}
		return c.set(e.Language.String(), "language")
	case layers.Restart:
		if len(e.Keep) > 0 {
			c.Config = e.Config
			c.keep(e.Keep...)
		}
		c.next = &e.Config
	case layers.Learn:
		anew := c.Config
		anew.Run.Learn, anew.Run.LearnOnly = true, e.Only
		if e.Prompt != "" {
			anew.Run.LearnOnly = hw.Shortcut(len(anew.Shortcuts))
			anew.Shortcuts = append(slices.Clone(anew.Shortcuts), config.Shortcut{Prompt: e.Prompt, Value: e.Value})
		}
		c.next = &anew
	case layers.TryButtons:
		tryout := layers.NewTryout(c.moment())
		c.asked = tryout
		c.Contacts.Measure(tryout.Meter)
	case layers.InstallUpdate:
		return c.Updates.Install(e.Version)
	case layers.SwitchOff:
		c.Log.Info("shutting down, as the judge wants")
		return c.PowerOff()
	default:
		return c.doForPhones(e)
	}
	return nil
}

// doForPhones carries out an effect on what leads phones to the pages.
func (c carrier) doForPhones(e layers.Effect) error {
	switch e := e.(type) {
	case layers.OpenWifi:
		c.Wifi.Open()
	case layers.InviteToWifi:
		if is := c.Wifi.State(); is.Phase == wifi.Up {
			c.invitation.Show(wifiInvitation(is), nil, c.now)
		}
	case layers.CloseWifi:
		c.Wifi.Close()
	case layers.Invite:
		if c.opensWifi(e) {
			return nil
		}
		if c.Box.PageIsDisplay { // no key can end the invitation, so a question is open meanwhile
			c.ask(layers.Phones, layers.Subject{})
		}
		c.invitation.Show(c.Pages.Invite(), nil, c.now)
	case layers.Welcome:
		if c.opensWifi(e) {
			return nil
		}
		c.invitation.Show(c.Pages.Welcome(), nil, c.now)
	case layers.Renew:
		c.invitation.Show(c.Pages.Invite(), nil, c.now)
	case layers.Uninvite:
		if c.invitation.Shown != nil {
			c.Pages.Uninvite()
			c.invitation.Shown = nil
			c.close()
		}
	case layers.Unpair:
		return c.Pages.Unpair()
	default:
		panic(fmt.Sprintf("an effect that is not carried out: %T", e))
	}
	return nil
}

// opensWifi makes the box's own Wi-Fi where phones reach no page by another network, and reports
// whether it does. What invites a phone to the page then follows by itself.
func (c carrier) opensWifi(then layers.Effect) bool {
	if c.Wifi == nil || c.Wifi.State().Phase == wifi.Up || c.Networked() {
		return false
	}
	c.Wifi.Open()
	c.ask(layers.Wifi, layers.Subject{Then: then})
	return true
}

// InHome is where the pages are served once the box has joined a home's network, if the configuration
// does not say where.
const InHome = ":8080"

// joinedHome leads the phone that had the box join a home's network, and any other, to the pages there.
func (c carrier) joinedHome() (err error) {
	if c.Config.Web.Listen == "" {
		err = c.set(InHome, "web.listen")
	}
	c.Joined()
	c.close()
	c.invitation.Show(c.Pages.Invite(), nil, c.now)
	return err
}

// set changes keys of the configuration, also of one that waits until no game runs, and keeps them.
func (c carrier) set(value any, names ...string) error {
	for _, name := range names {
		if err := c.Config.Set(name, value); err != nil {
			return err
		}
		if c.next != nil {
			_ = c.next.Set(name, value) // as it was just accepted
		}
	}
	c.keep(names...)
	return nil
}

// keep saves keys of the configuration that were chosen at the box.
func (c carrier) keep(names ...string) {
	if err := c.Keep(c.Config, names...); err != nil {
		c.Log.Warn("what was chosen will not be kept", "keys", names, "err", err)
	}
}
