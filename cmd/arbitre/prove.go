package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/bench"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/textfile"
	"arbitre/hw"
	"arbitre/hw/prove"

	"github.com/spf13/cobra"
)

func proveCommand(w world) *cobra.Command {
	var p proof
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
on USB have no line and are left out.

With --report it then asks for presses of the buttons, and writes one file of the
result, what the contacts did, the board, the kernel, the GPIO chip and the version:
to be read, and sent to whoever lists such files. It has no serial number, host name,
address or name of a person.`,
		Example: "sudo systemctl stop arbitre\narbitre prove --wire GPIO18 --report box.json\nsudo systemctl start arbitre",
		RunE:    func(*cobra.Command, []string) error { return p.run(w) },
	}
	c.Flags().StringVar(&p.wire, "wire", "", "the `LINE` that the wire comes from, such as GPIO18")
	c.Flags().IntVar(&p.pulses, "pulses", 10_000, "pull it to ground `N` times, some thirty a second")
	c.Flags().BoolVar(&p.json, "json", false, "print one JSON document")
	c.Flags().StringVar(&p.report, "report", "", "write all that an owner may send into a new `FILE`")
	c.Flags().StringVar(&p.file, "config", "",
		"the seats of the configuration in `FILE` instead of /etc/arbitre/arbitre.toml")
	return c
}

// A proof holds the flags of the command.
type proof struct {
	file, wire, report string
	pulses             int
	json               bool
}

func (p proof) run(w world) error {
	c, err := readOwnConfig(w, p.file)
	if err != nil {
		return err
	}
	lines := seatLines(c)
	switch {
	case p.wire == "":
		return refuse("prove: where does the wire come from? arbitre prove --wire GPIO18")
	case p.pulses < 100 || p.pulses > 1_000_000:
		return refuse("prove: --pulses is %d but must be 100 to 1000000", p.pulses)
	case len(lines) < 2:
		return refuse("prove: fewer than two seats are on lines; one that is plugged in has no wire to prove")
	}
	if err := p.canReport(); err != nil {
		return err
	}
	ctx, stop := untilStopped()
	defer stop()
	buttons, err := hw.OpenButtons(lines)
	if err != nil {
		return err
	}
	defer buttons.Close()
	report, err := p.measure(ctx, w, c, buttons, slices.Sorted(maps.Keys(lines)))
	if err != nil {
		return err
	}
	say := wording.Translate(w.language(c))
	if !p.json {
		printProof(w.out, say, report)
	} else if err := w.printJSON(report); err != nil {
		return err
	}
	if p.report != "" {
		fmt.Fprintln(w.err, say("now press every button ten times, then hands off: it ends when nobody has pressed for %v", bench.HandsOff))
		if err := p.writeReport(ctx, c, lines, buttons, report); err != nil {
			return err
		}
		fmt.Fprintln(w.err, say("%s names no person and no single machine: read it, and send it", p.report))
	}
	if !report.Fair() {
		return errors.New(say("this box is not proved fair"))
	}
	return nil
}

// canReport reports whether the file of --report can be written, and is new, before minutes are spent.
func (p proof) canReport() error {
	if p.report == "" {
		return nil
	}
	file, err := os.OpenFile(p.report, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return refuse("prove: --report takes the name of a new file: %v", err)
	}
	return errors.Join(file.Close(), os.Remove(p.report))
}

// writeReport tries the contacts and writes all that an owner may send.
func (p proof) writeReport(ctx context.Context, c config.Config, lines map[hw.Button]string, buttons *hw.Buttons,
	report prove.Report,
) error {
	survey, err := hw.SurveyLines(slices.Collect(maps.Values(lines)))
	if err != nil {
		return err
	}
	b := prove.Box{Arbitre: version(), Chip: survey.Most, Wire: p.wire, Debounce: prove.Micros(c.Contacts()), Test: report}
	if err := b.Describe(os.DirFS("/")); err != nil {
		return err
	}
	trial := prove.NewTrial(lines, c.Contacts(), hw.Now())
	if err := bench.TryContacts(ctx, buttons, hw.Now, trial); err != nil {
		return err
	}
	b.Contacts, b.Lost = trial.Found()
	text, err := b.Text()
	if err != nil {
		return err
	}
	return textfile.Replace(p.report, text)
}

// seatLines returns the lines of the seats' buttons.
func seatLines(c config.Config) map[hw.Button]string {
	lines := c.Lines()
	maps.DeleteFunc(lines, func(b hw.Button, _ string) bool { return !b.IsSeat() })
	return lines
}

// measure pulls the wire p.pulses times and judges what the lines of the seats received. It reports
// progress on standard error.
func (p proof) measure(ctx context.Context, w world, c config.Config, buttons *hw.Buttons, seats []hw.Button) (
	prove.Report, error,
) {
	out, err := hw.OpenDrain(p.wire)
	if err != nil {
		return prove.Report{}, err
	}
	defer out.Close()
	b := bench.Wire{
		Headless: referee.Headless{Buttons: buttons, Rules: all.Games(), Clock: hw.Now, Debounce: c.Contacts()},
		Out:      out, Limits: c.Limits(max(hw.MinTie, c.Race.Tie)),
	}
	for _, button := range seats {
		b.Seats = append(b.Seats, games.Seat(button))
	}
	return b.Pull(ctx, p.pulses, func(done int) {
		if done%1000 == 0 {
			fmt.Fprintf(w.err, "%d/%d\n", done, p.pulses)
		}
	})
}

// printProof prints a report in the language of say.
func printProof(out io.Writer, say wording.Say, r prove.Report) {
	tell := func(format string, args ...any) { fmt.Fprintln(out, say(format, args...)) }
	note := func(format string, args ...any) { fmt.Fprintln(out, "  "+say(format, args...)) }
	var names []string
	for _, b := range r.Buttons {
		names = append(names, say("seat %d", b))
	}
	tell("One wire to %s, %d pulses: %d dead heats within %v, %d decided, %d of which nothing is known",
		strings.Join(names, ", "), r.Pulses, r.DeadHeats, r.Tie, r.Decided, r.Void)
	for _, p := range r.Pairs {
		note("seat %d is %+.1f µs later than seat %d (95 in 100: %+.1f to %+.1f); at most %.0f µs apart",
			p.Second, p.Bias, p.First, p.Low, p.High, p.Most)
		if p.Biased() {
			note("-> that is more than %.0f µs, and not by chance (p = %.1g): what differs between the two lines?",
				r.Allowed, p.P)
		}
	}
	if r.Fair() {
		tell("No seat is favoured.")
	}
}
