// Package doctor looks at every device of the table, and says what is missing and what to type to
// mend it.
package doctor

import (
	"context"
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

// A Diagnosis is what was found. Its names in the JSON document don't change: scripts read them.
type Diagnosis struct {
	Version string    `json:"version"`
	User    string    `json:"user"` // whose permissions were looked at
	Well    bool      `json:"well"` // nothing is missing
	Parts   []finding `json:"parts"`

	say     wording.Say
	summary string
}

// Examine looks at everything.
func (m *Machine) Examine(ctx context.Context) (d Diagnosis, err error) {
	if m.shortestTie, _, err = hw.MeasureTie(ctx, 1000); err != nil {
		return d, err
	}
	parts, count := m.examine(), map[state]int{}
	for _, f := range parts {
		count[f.State]++
	}
	return Diagnosis{Version: m.Version, User: userName(), Well: count[missing] == 0, Parts: parts,
		say: m.Say, summary: summarise(m.Say, count[missing], count[warning])}, nil
}

// Err returns an error if something is missing.
func (d Diagnosis) Err() error {
	if d.Well {
		return nil
	}
	return errors.New(d.summary)
}

// Print prints what was found for people, with a last sentence unless that is the error.
func (d Diagnosis) Print(out io.Writer) {
	printFindings(out, d.say, d.Parts)
	if d.Well {
		fmt.Fprintln(out, "\n"+d.summary)
	}
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
