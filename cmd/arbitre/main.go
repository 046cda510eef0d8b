// Command arbitre is the referee beside a card table: it decides who slapped first,
// applies the rule sheet and keeps the score.
package main

import (
	"errors"
	"os"
	"strings"

	"arbitre/cmd/arbitre/config"

	"github.com/spf13/cobra"
)

func main() {
	os.Exit(execute(os.Args[1:], world{os.Stdin, os.Stdout, os.Stderr, os.Getenv}))
}

// Exit statuses.
const (
	statusFailed   = 1 // the command could not do its work
	statusBadInput = 2 // the command line, the configuration or the journal is wrong
)

func execute(args []string, w world) int {
	root := rootCommand(w)
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return 0
	}
	w.say("%v", err)
	if _, wrong := errors.AsType[config.Mistake](err); wrong {
		return statusBadInput
	}
	return statusFailed
}

// rootCommand returns the command line with all commands, in the order in which a newcomer needs
// them. Cobra parses flags, prints help and completes; it costs 0.3 MB and 0.2 ms of a start. Kong, and
// the templates of text/template, find methods by name, so that the linker keeps all there are: 2.8 MB.
func rootCommand(w world) *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use: "arbitre", Short: "the referee beside a card table",
		Long: "arbitre is the referee beside a card table.\n" +
			"To see it without any hardware: arbitre demo. The rules of a game: arbitre help GAME.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return noCommand(c, args[0])
			}
			return nil
		},
	}
	asksVersion := root.Flags().BoolP("version", "v", false, "print the version") // cobra's own has a template
	root.RunE = func(c *cobra.Command, _ []string) error {
		if *asksVersion {
			return printVersion(w)
		}
		return c.Help()
	}
	root.SetOut(w.out)
	root.SetErr(w.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if named := c.Flags().Args(); c == root && len(named) > 0 {
			return noCommand(c, named[0]) // an unknown command says more than its flag
		}
		return wrongFlag(c, err)
	})
	for _, newCommand := range []func(world) *cobra.Command{
		demoCommand, runCommand, wiringCommand, doctorCommand, proveCommand, checkCommand, replayCommand,
		explainCommand, resultsCommand, clubCommand, scenesCommand, soundsCommand, wifiCommand, versionCommand, manCommand,
		completionCommand, helpCommand,
	} {
		c := newCommand(w)
		if c.Args == nil {
			c.Args, c.ValidArgsFunction = takes(0, 0, "no argument"), cobra.NoFileCompletions
		}
		c.Long = strings.TrimSpace(strings.ToUpper(c.Short[:1]) + c.Short[1:] + ".\n\n" + strings.TrimSpace(c.Long))
		c.Example = "  " + strings.ReplaceAll(c.Example, "\n", "\n  ")
		c.Flags().SortFlags = false
		root.AddCommand(c)
		if c.Name() == "help" {
			root.SetHelpCommand(c)
		}
	}
	return root
}
