package main

import (
	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/display/wording"

	"github.com/spf13/cobra"
)

func doctorCommand(w world) *cobra.Command {
	var file string
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "look at every device of the table and say what is missing and what to type to mend it",
		Long: `It changes nothing and takes nothing, so that it may run beside the referee.

Each line begins with ok, off (not configured), warning (it works, but not as well
as it should) or MISSING (what the configuration names is not there, or does not
work). The exit status is 0 even if there are warnings, 1 if something is missing,
2 if the command line or the configuration is wrong.`,
		Example: "sudo arbitre doctor",
		RunE:    func(*cobra.Command, []string) error { return examine(w, file, asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	c.Flags().StringVar(&file, "config", "", "look at the configuration in `FILE` instead of /etc/arbitre/arbitre.toml")
	return c
}

func examine(w world, file string, asJSON bool) error {
	service := doctor.Service()
	w.env = service.Env(w.env)
	c, err := readConfig(w, file)
	if err != nil {
		return err
	}
	m := doctor.New(c, service, "/")
	m.Version, m.TryBroker = version(), box.TryBroker(c)
	if !asJSON { // the document is for programs
		m.Say = wording.Translate(w.language(c))
	}
	ctx, stop := untilStopped()
	defer stop()
	found, err := m.Examine(ctx)
	if err != nil {
		return err
	}
	if !asJSON {
		found.Print(w.out)
	} else if err := w.printJSON(found); err != nil {
		return err
	}
	return found.Err()
}
