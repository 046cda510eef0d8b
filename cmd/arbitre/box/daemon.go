package box

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/hw"
)

// Run referees on this machine's hardware until the context ends: at first as a configuration has it, and after each
// SIGHUP as the one has it that is read then.
func (s Service) Run(ctx context.Context, c config.Config, read func() (config.Config, error)) error {
	judged := s.Health.Of(configuration, games.Text{Word: "bad_config"})
	s.Reload = reloads(ctx, read, judged)
	return inTurn(c, func(c config.Config) (*config.Config, error) { return onMachine(ctx, c, s) }, judged)
}

// inTurn referees with one configuration after the other. One with which that is not possible is judged, and the last goes on.
func inTurn(c config.Config, referee func(config.Config) (next *config.Config, err error), judged func(error)) error {
	next, err := referee(c)
	for next != nil {
		last := c
		c = *next
		if next, err = referee(c); err != nil && !errors.Is(err, hw.ErrGone) { // lines that have gone were there: it was possible
			judged(err)
			c = last
			next, err = referee(c)
		}
	}
	return err
}

// reloads reads the configuration anew at each SIGHUP. One that can't be read is judged, and not taken.
func reloads(ctx context.Context, read func() (config.Config, error), judged func(error)) <-chan config.Config {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	configs := make(chan config.Config)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
			}
			c, err := read()
			judged(err)
			if err != nil {
				continue
			}
			select {
			case <-ctx.Done():
			case configs <- c:
			}
		}
	}()
	return configs
}
