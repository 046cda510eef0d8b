package main

import (
	"fmt"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

func helpCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND | GAME]", Short: "say what a command does, with an example, or the rules of a game",
		Example: "arbitre help replay\narbitre help " + all.Games()[0].Name,
		Args:    takes(0, 1, "one command or game"),
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			names := all.Games().Names()
			for _, other := range c.Root().Commands() {
				if !other.Hidden {
					names = append(names, other.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			asked, _, err := c.Root().Find(args) // the root, if nothing is asked
			if len(args) > 0 {
				if _, err := all.Games().Find(args[0]); err == nil {
					return tellRules(w, args[0])
				}
				if err != nil || asked == c.Root() {
					return noCommand(c.Root(), args[0], all.Games().Names()...)
				}
			}
			asked.InitDefaultHelpFlag()
			return asked.Help()
		},
	}
}

// tellRules prints a game's title and its rules in short.
func tellRules(w world, game string) error {
	c, err := readOwnConfig(w, "")
	if err != nil {
		c = config.Default(all.Games(), w.env)
	}
	for _, rules := range wording.NewPhrases(all.Games()).Rules(w.language(c)) {
		if rules.Game == game {
			fmt.Fprintf(w.out, "%s\n\n%s\n", rules.Title, strings.Join(rules.Advices, "\n"))
		}
	}
	return nil
}
