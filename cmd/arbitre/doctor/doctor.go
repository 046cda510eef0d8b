// Package doctor looks at every device of the table, and says what is missing and what to type to
// mend it.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"strconv"
	"text/tabwriter"

	"arbitre/display/wording"
	"arbitre/hw"
)

// A diagnosis is the JSON document. Its names don't change: scripts read them.
type diagnosis struct {
	Version string    `json:"version"`
	User    string    `json:"user"` // whose permissions were looked at
	Well    bool      `json:"well"` // nothing is missing
	Parts   []finding `json:"parts"`
}

// Examine looks at everything and prints what it found, for people or as one JSON document. It
// returns an error if something is missing.
func (m *Machine) Examine(ctx context.Context, asJSON bool, out io.Writer) (err error) {
	if asJSON {
		m.Say = fmt.Sprintf // the document is for programs
	}
	if m.shortestTie, _, err = hw.MeasureTie(ctx, 1000); err != nil {
		return err
	}
	result := diagnosis{Version: m.Version, User: userName(), Parts: m.examine()}
	lacking, warnings := result.count()
	result.Well = lacking == 0
	if asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(result); err != nil {
			return err
		}
	} else {
		printFindings(out, m.Say, result.Parts)
	}
	switch summary := summarise(m.Say, lacking, warnings); {
	case lacking > 0:
		return errors.New(summary)
	case !asJSON:
		fmt.Fprintln(out, "\n"+summary)
	}
	return nil
}

// count returns the numbers of missing parts and of warnings.
func (d diagnosis) count() (lacking, warnings int) {
	count := map[state]int{}
	for _, f := range d.Parts {
		count[f.State]++
	}
	return count[missing], count[warning]
}

func summarise(say wording.Say, lacking, warnings int) string {
	missed, warned := say("1 part that a game needs is missing"), say("1 warning")
	if lacking != 1 {
		missed = say("%d parts that a game needs are missing", lacking)
	}
	if warnings != 1 {
		warned = say("%d warnings", warnings)
	}
	switch {
	case lacking > 0 && warnings > 0:
		return say("%s; %s", missed, warned)
	case lacking > 0:
		return missed
	case warnings > 0:
		return say("A game can be played; %s.", warned)
	}
	return say("All is well.")
}

// printFindings prints a line for each part, and its advice below it. Advice for several parts in a
// row is printed once, below the last of them.
func printFindings(w io.Writer, say wording.Say, found []finding) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer table.Flush()
	for i, f := range found {
		label := say(string(f.State))
		if f.State == missing {
			label = say("MISSING")
		}
		fmt.Fprintf(table, "%-8s %s\t%s\n", label, f.Part, f.Says)
		if f.Mend != "" && (i+1 == len(found) || found[i+1].Mend != f.Mend) {
			fmt.Fprintf(table, "%8s \t-> %s\n", "", f.Mend)
		}
	}
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return strconv.Itoa(os.Getuid())
}
