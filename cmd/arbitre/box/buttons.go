package box

import (
	"errors"
	"time"

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
