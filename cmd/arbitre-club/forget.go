package main

import (
	"fmt"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt/address"

	"github.com/spf13/cobra"
)

func forgetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "forget TABLE...", Short: "take out tables, with all games that they told or that were imported for them",
		Long: `Take out tables, with all games that they told or that were imported for them, such
as those that a guest has invented. The club may be running meanwhile; else the broker
forgets them, too, when it next runs. A table that is still there under that name tells
its newest hundred games again.`,
		Example: "  arbitre-club forget kitchen",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, names []string) error {
			var tables []string
			for _, name := range names {
				table := address.Slug(name)
				if table == "" {
					return fmt.Errorf("%q is no table: expected a letter from a to z or a digit", name)
				}
				tables = append(tables, table)
			}
			return withClub(cmd, func(c *club.Club) error {
				games, err := c.Forget(tables...)
				if err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "%d games forgotten\n", games)
				}
				return err
			})
		},
	}
}
