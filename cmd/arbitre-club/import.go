package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt/address"
	"arbitre/games/all"
	"arbitre/games/results"

	"github.com/spf13/cobra"
)

func importCommand() *cobra.Command {
	var table string
	c := &cobra.Command{
		Use: "import DIR...", Short: "take in the games of folders of journals",
		Long: `Take in the games of folders of journals, such as copies of /var/lib/arbitre of
each table. A game that the club has already is not counted again, and what its table has told
of it otherwise is corrected. The club may be running meanwhile.`,
		Example: "  arbitre-club import --table kitchen /media/kitchen/arbitre",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, folders []string) error {
			return withClub(cmd, func(c *club.Club) error {
				if err := nameTable(c, table); err != nil {
					return err
				}
				for _, journals := range folders {
					played, err := readGames(cmd, journals)
					if err != nil {
						return err
					}
					done, err := c.Import(address.Slug(table), played)
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", journals, summary(done, len(played)))
					if err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	c.Flags().StringVar(&table, "table", "", "they were played at the table of this `NAME`")
	return c
}

// summary says what an import of so many games has done.
func summary(done club.Imported, games int) string {
	text := fmt.Sprintf("%d of %d new", done.New, games)
	if done.Corrected > 0 {
		text += fmt.Sprintf(", %d corrected: tables had told otherwise", done.Corrected)
	}
	if there := games - done.New - done.Corrected - done.Refused; there > 0 {
		text += fmt.Sprintf(", %d there already", there)
	}
	if done.Refused > 0 {
		text += fmt.Sprintf(", %d not taken in", done.Refused)
	}
	return text
}

// nameTable keeps how a table is written, unless it is written as in its topics.
func nameTable(c *club.Club, table string) error {
	table, err := results.Tidy(table)
	switch topic := address.Slug(table); {
	case err != nil || table == topic:
		return err
	case topic == "":
		return fmt.Errorf("--table is %q: expected a letter from a to z or a digit", table)
	}
	return c.NameTable(table)
}

// readGames returns the games of a folder of journals, and says which can't be read.
func readGames(cmd *cobra.Command, journals string) ([]results.Game, error) {
	if _, err := os.ReadDir(journals); err != nil { // results.Read takes a missing folder for an empty one
		return nil, err
	}
	evenings, warnings, err := results.Read(journals, all.Games(), results.Clock{Wall: time.Now})
	for _, warning := range warnings {
		cmd.PrintErrln("left out:", warning)
	}
	if err == nil && len(evenings) == 0 && len(warnings) == 0 {
		err = noJournals(journals)
	}
	return slices.Concat(evenings...), err
}

// noJournals returns the error for a folder without journals. It names one within that has some.
func noJournals(folder string) error {
	within, err := fs.Glob(os.DirFS(folder), "*/*.jsonl")
	if err != nil || len(within) == 0 {
		return fmt.Errorf("no journals in %s", folder)
	}
	other := filepath.Join(folder, filepath.Dir(within[0]))
	return fmt.Errorf("no journals in %s, but %s has some: arbitre-club import %s", folder, other, other)
}
