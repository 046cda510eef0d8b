package box

import (
	"errors"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// events are those of buttons that may not be there.
func events(b referee.Buttons) <-chan hw.Event {
	if b == nil {
		return nil
	}
	return b.Events()
}

// now is the time on the clock that stamps the edges.
func (b *Box) now() time.Duration {
	if b.Clock != nil {
		return b.Clock()
	}
	return hw.Clock{}.Now()
}

// catchUp is [hw.Buttons.CatchUp] for lines and devices: up to when both are known.
func (b *Box) catchUp(pass func(hw.Event)) time.Duration {
	known := b.now()
	if b.Buttons != nil {
		known = b.Buttons.CatchUp(pass)
	}
	if b.Plugged != nil {
		known = min(known, b.Plugged.CatchUp(pass))
	}
	return known
}

// down are the buttons that are down, of lines and devices.
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

// limits are those of races between some seats in a game that begins now.
func (b *Box) limits(c config.Config, tie func() time.Duration) func([]games.Seat) race.Limits {
	return func(seats []games.Seat) race.Limits {
		limits := c.Limits(tie())
		if b.Polled != nil {
			limits.Devices = b.Polled(seats)
		}
		return limits
	}
}
