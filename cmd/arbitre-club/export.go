package main

import (
	"errors"
	"slices"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

func exportCommand() *cobra.Command {
	return &cobra.Command{
		Use: "export csv|json|bgstats", Short: "print all games, for other programs",
		Long: `Print all games, for other programs.

csv is a table with a line for each seat, for spreadsheets. json is a list with an
object for each game; times that lasted are in nanoseconds. bgstats is a file of
plays for the app BG Stats: share it with the app, or open it there.

A game that does not count is listed, and marked.`,
		Example:   "  arbitre-club export bgstats > games.bgsplay",
		ValidArgs: []string{"csv", "json", "bgstats"},
		RunE: func(cmd *cobra.Command, args []string) error {
			formats := club.Formats(all.Games())
			i := slices.IndexFunc(formats, func(f club.Format) bool { return slices.Equal(args, []string{f.Name}) })
			if i < 0 {
				return errors.New("export: expected csv, json or bgstats")
			}
			return withClub(cmd, func(c *club.Club) error { return formats[i].Write(cmd.OutOrStdout(), c.Games()) })
		},
	}
}
