package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/words"
	"arbitre/hw"
	"arbitre/hw/latency"
	"arbitre/hw/prove"

	"github.com/spf13/cobra"
)

func proveCommand(w world) *cobra.Command {
	var file, wire string
	var pulses int
	var asJSON bool
	c := &cobra.Command{
		Use: "prove", Short: "show by one wire to several seats that the box favours none",
		Long: `One wire goes from a line that nothing else uses, by 330 ohms, to the lines of two
seats or more, beside their buttons. It is pulled to ground again and again: whoever
is told to be first then is so by the box alone. Printed are the bias between every
two seats, with the limits in which it is with a confidence of 95 in 100, and how many
pulses were dead heats. The exit status is 1 if a pulse was no dead heat, or a seat is
favoured and not by chance (p < 1e-6), by more than 20 us for two lines, and 20 more
for each other: a chip serves lines that move at once one after the other.

It needs the buttons for itself (sudo systemctl stop arbitre). Seats whose buttons are
on USB have no line and are left out.`,
		Example: "sudo systemctl stop arbitre\narbitre prove --wire GPIO18\nsudo systemctl start arbitre",
		RunE: func(*cobra.Command, []string) error {
			refuse := func(format string, args ...any) error {
				return config.Wrong(fmt.Errorf("prove: "+format, args...))
			}
			c, err := readOwnConfig(w, file)
			if err != nil {
				return err
			}
			seats := c.Lines()
			maps.DeleteFunc(seats, func(b hw.Button, _ string) bool { _, is := b.Shortcut(); return b <= 0 || is })
			switch {
			case wire == "":
				return refuse("where does the wire come from? arbitre prove --wire GPIO18")
			case pulses < 100 || pulses > 1_000_000:
				return refuse("--pulses is %d but must be 100 to 1000000", pulses)
			case len(seats) < 2:
				return refuse("fewer than two seats are on lines; one that is plugged in has no wire to prove")
			}
			ctx, stop := untilStopped()
			defer stop()
			report, err := pull(ctx, w, c, seats, wire, pulses)
			if err != nil {
				return err
			}
			say := words.In(w.language(c))
			if asJSON {
				encoder := json.NewEncoder(w.out)
				encoder.SetIndent("", "  ")
				err = encoder.Encode(report)
			} else {
				printProof(w, say, report)
			}
			if err == nil && !report.Fair() {
				err = errors.New(say("this box is not proved fair"))
			}
			return err
		},
	}
	c.Flags().StringVar(&wire, "wire", "", "the `LINE` that the wire comes from, such as GPIO18")
	c.Flags().IntVar(&pulses, "pulses", 10_000, "pull it to ground `N` times, some forty a second")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	c.Flags().StringVar(&file, "config", "", "the seats of the configuration in `FILE` instead of /etc/arbitre/arbitre.toml")
	return c
}

// pull finds out whether one wire to several seats is always a dead heat, and tells how far it is.
func pull(ctx context.Context, w world, c config.Config, seats map[hw.Button]string, wire string, pulses int) (prove.Report, error) {
	buttons, err := hw.OpenButtons(seats)
	if err != nil {
		return prove.Report{}, err
	}
	defer buttons.Close()
	out, err := hw.OpenDrain(wire)
	if err != nil {
		return prove.Report{}, err
	}
	defer out.Close()
	bench := prove.Bench{Buttons: buttons, Out: out, Clock: hw.Clock{}.Now, Tie: max(latency.Floor, c.Race.Tie.Duration)}
	return bench.Run(ctx, pulses, func(done int) {
		if done%1000 == 0 {
			fmt.Fprintf(w.err, "%d/%d\n", done, pulses)
		}
	})
}

func printProof(w world, say words.Say, r prove.Report) {
	var names []string
	for _, b := range r.Buttons {
		names = append(names, say("seat %d", b))
	}
	fmt.Fprintln(w.out, say("One wire to %s, %d pulses: %d dead heats within %v, %d decided, %d of which nothing is known",
		strings.Join(names, ", "), r.Pulses, r.DeadHeats, r.Tie, r.Decided, r.Void))
	for _, p := range r.Pairs {
		fmt.Fprintln(w.out, "  "+say("seat %d is %+.1f µs later than seat %d (95 in 100: %+.1f to %+.1f); at most %.0f µs apart",
			p.Second, p.Bias, p.First, p.Low, p.High, p.Most))
		if p.Biased() {
			fmt.Fprintln(w.out, "  -> "+say("that is more than %.0f µs, and not by chance (p = %.1g): what differs between the two lines?",
				r.Allowed, p.P))
		}
	}
	if r.Fair() {
		fmt.Fprintln(w.out, say("No seat is favoured."))
	}
}
