package main

import (
	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/systemd"

	"github.com/spf13/cobra"
)

func runCommand(w world) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "run", Short: "referee the table on this machine's buttons, lamps and display",
		Long: `Without --config it reads /etc/arbitre/arbitre.toml where that exists. Where
nobody has said yet where the buttons are, it asks for a press of each at the
table, and keeps what it learns and what is chosen in its menu beside the
journals, in settings.toml, which holds before the file of the machine.

Only the buttons on lines must be there; without devices that are plugged in,
display, lamps or buzzer it warns and plays on.`,
		Example: "arbitre run",
		RunE:    func(*cobra.Command, []string) error { return runTable(w, file) },
	}
	c.Flags().StringVar(&file, "config", "", "play as the configuration in `FILE` has it")
	return c
}

// machineConfig returns the configuration of the machine, or without a file the default of a box
// whose buttons are still to be learnt.
func machineConfig(w world, file string) (config.Config, error) {
	path := w.configFile(file)
	c, err := config.Reader{Rules: all.Games(), Env: w.env}.Load(path)
	if path == "" {
		c.Buttons.Seats, c.Run.Learn = nil, true
	}
	return c, err
}

// runTable referees as the configuration has it, until the program is stopped.
func runTable(w world, file string) error {
	supervisor, err := systemd.Notify()
	if err != nil {
		return err
	}
	ctx, stop := untilStopped()
	defer stop()
	return supervisor.HoldBackFailedStart(ctx, hw.Now, func(supervisor systemd.Supervisor) error {
		read := func() (config.Config, error) { return machineConfig(w, file) }
		c, err := read()
		if err != nil {
			return err
		}
		log, closeLog := systemd.OpenLog(w.err, w.env, c.Log.Level)
		defer closeLog()
		s := box.NewService(all.Games(), log, supervisor, w.env("RUNTIME_DIRECTORY"))
		defer s.Folder.Close()
		s.Version = version()
		s.Wifi, s.Portal = wifi.NewClient(wifi.Socket), systemd.Socket("portal")
		return s.Run(ctx, c, read)
	})
}
