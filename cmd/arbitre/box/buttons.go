package box

import (
	"errors"
	"fmt"
	"time"

	"arbitre/cmd/arbitre/health"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// events returns the events of b, or nil if there are no such buttons.
func events(b referee.Buttons) <-chan hw.Event {
	if b == nil {
		return nil
	}
	return b.Events()
}

// catchUp is [hw.Buttons.CatchUp] for lines and devices, up to when both are known.
func (b *Box) catchUp(pass func(hw.Event)) time.Duration {
	known := b.Clock()
	if b.Buttons != nil {
		known = b.Buttons.CatchUp(pass)
	}
	if b.Plugged != nil {
		known = min(known, b.Plugged.CatchUp(pass))
	}
	return known
}

// down returns the buttons that are held down, on lines and devices.
func (b *Box) down() (down []hw.Button, err error) {
	for _, source := range []referee.Buttons{b.Buttons, b.Plugged} {
		if source == nil {
			continue
		}
		buttons, failed := source.Down()
		down, err = append(down, buttons...), errors.Join(err, failed)
	}
	return down, err
}

// limits returns a function for the race limits of a game that begins now between some seats.
func (a *assembly) limits(tie func() time.Duration) func([]games.Seat) race.Limits {
	return func(seats []games.Seat) race.Limits {
		limits := a.config.Limits(tie())
		if a.box.Polled != nil {
			limits.Devices = a.box.Polled(seats)
		}
		return limits
	}
}

// stuckWhileLearning is how long a line is low before the box says so. No game is on: a button
// that never lets go, or a wire on ground, is to be found while one stands there.
const stuckWhileLearning = 5 * time.Second

// contacts returns the contacts of the table's buttons. While the box learns them, health names
// those at fault by their lines.
func (a *assembly) contacts() *hw.Contacts {
	watch, health, learn := a.config.Watch(), a.service.Health, a.box.Learn
	if learn == nil {
		return hw.NewContacts(a.config.Contacts(), watch, health.Button)
	}
	watch.Held = stuckWhileLearning
	return hw.NewContacts(a.config.Contacts(), watch, func(button hw.Button, fault error) {
		at, _ := learn.Source(button)
		learn.Fault(button, fault)
		health.Of(at.Place, games.Text{})(fault) // the layer says it
	})
}

// lamps returns the lamps. As with all that people see and hear, Health names one that fails, and the
// game goes on without it.
func (a *assembly) lamps() *hw.Lamps {
	lamps := hw.NewLamps(a.box.Lamps, func(lamp hw.Button, err error) { lampReport(a.service.Health, lamp)(err) })
	a.onClose(lamps.Close)
	return lamps
}

// lampReport returns the function by which a button's lamp reports that it fails.
func lampReport(parts *health.Health, lamp hw.Button) func(error) {
	return parts.Of(fmt.Sprint("lamp of ", lamp), games.Text{Word: "no_lamp", Number: int(lamp)})
}
