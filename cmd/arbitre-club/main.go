// Command arbitre-club shows all tables of a club on one page, and keeps who has won how much at
// all of them.
package main

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime/debug"

	"arbitre/cmd/arbitre-club/club"

	"github.com/spf13/cobra"
)

func main() {
	if rootCommand().Execute() != nil {
		os.Exit(1)
	}
}

// rootCommand returns the command line. By itself the command is the evening: what a club needs
// most is what is typed least.
func rootCommand() *cobra.Command {
	var e evening
	root := &cobra.Command{
		Use: "arbitre-club", Short: "all tables of a club on one page",
		Long: `All tables of a club on one page, and who has won how much at all of them.

Each table is told where the club is, in its /etc/arbitre/arbitre.toml:

  [mqtt]
  broker = "mqtt://name-of-this-machine.local"

The command carries the broker that they need. With --broker it uses one that is
there. It may come and go: tables play on, and what they played arrives afterwards.`,
		Example: "  arbitre-club\n" +
			"  arbitre-club --broker mqtts://mqtt.example.org --user club --password-file secret",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withClub(cmd, func(c *club.Club) error { return e.run(cmd, c) })
		},
	}
	if built, ok := debug.ReadBuildInfo(); ok {
		root.Version = built.Main.Version + " " + built.GoVersion
	}
	e.flags(root.Flags())
	root.MarkFlagsRequiredTogether("user", "password-file") // one alone would keep no stranger out
	root.MarkFlagsMutuallyExclusive("mqtt", "broker")
	root.MarkFlagsMutuallyExclusive("tables-file", "broker")
	root.PersistentFlags().String("folder", stateFolder(), "keep the games in this `DIR`")
	root.SetErrPrefix("arbitre-club:")
	root.AddCommand(importCommand(), exportCommand(), forgetCommand())
	return root
}

// withClub opens the club of a command line for a function.
func withClub(cmd *cobra.Command, do func(*club.Club) error) error {
	report := func(err error) { cmd.PrintErrln(cmd.ErrPrefix(), err) }
	c, err := club.Open(cmd.Flag("folder").Value.String(), report)
	if err != nil {
		return err
	}
	return do(c)
}

// stateFolder returns where to keep state, after the XDG base directory specification.
func stateFolder() string {
	home := filepath.Join(os.Getenv("HOME"), ".local", "state")
	return filepath.Join(cmp.Or(os.Getenv("XDG_STATE_HOME"), home), "arbitre-club")
}
