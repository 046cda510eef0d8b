package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"

	"arbitre/cmd/arbitre/photofinish"
	"arbitre/display/wording"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

func explainCommand(w world) *cobra.Command {
	var which whichJournal
	c := &cobra.Command{
		Use:   "explain [JOURNAL]",
		Short: "print every race of a journal as a photo finish: margins, what was ignored, verdict, clause",
		Long: `This is how a dispute is settled. Times are those of the kernel, since the game began.
Without JOURNAL it is the latest game; - is one on standard input.`,
		Example: "arbitre explain",
		Args:    takes(0, 1, "at most one journal"),
		RunE:    func(_ *cobra.Command, journals []string) error { return explain(w, which, journals) },
	}
	which.playFlags(c)
	return c
}

func explain(w world, which whichJournal, journals []string) (err error) {
	out := bufio.NewWriter(w.out)
	defer func() { err = errors.Join(err, out.Flush()) }()
	p := photofinish.Printer{Out: out, Names: wording.NewPhrases(all.Games()).In(wording.English, "")}
	table, _, err := which.play(w, journals, math.MaxInt64, p.Line)
	if table != nil && p.Races == 0 {
		fmt.Fprintln(out, "No race was run in this journal.")
	}
	return err
}
