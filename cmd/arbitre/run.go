package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/systemd"

	"github.com/spf13/cobra"
)

func runCommand(w world) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "run", Short: "referee the table on this machine's buttons, lamps and display",
		Long: `Without --config it reads /etc/arbitre/arbitre.toml where that exists. Only the
buttons must be there; without display, lamps or buzzer it warns and plays on.`,
		Example:           "arbitre run",
		Args:              takes(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return runTable(w, file) },
	}
	c.Flags().StringVar(&file, "config", "", "play as the configuration in `FILE` has it")
	return c
}

func runTable(w world, file string) error {
	supervisor, err := systemd.Notify()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return supervisor.Patiently(ctx, hw.Clock{}.Now, func(s systemd.Supervisor) error { return openTable(ctx, w, file, s) })
}

// openTable referees as the configuration in a file has it, until the context ends.
func openTable(ctx context.Context, w world, path string, supervisor systemd.Supervisor) error {
	c, err := readConfig(w, path)
	if err != nil {
		return err
	}
	log, closeLog := box.OpenLog(w.err, w.env, c)
	defer closeLog()
	s := box.NewService(all.Games(), log, supervisor, w.env("RUNTIME_DIRECTORY"))
	defer s.Folder.Close()
	judged := s.Health.Of(box.Configuration, games.Text{Word: "bad_config"})
	s.Reload = reloads(ctx, func() (config.Config, error) { return readConfig(w, path) }, judged)

	return inTurn(c, func(c config.Config) (*config.Config, error) { return box.OnMachine(ctx, c, s) }, judged)
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
