package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"strings"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/words"
	"arbitre/hw"
	"arbitre/hw/latency"
	"arbitre/hw/prove"
)

// Asked is how the box is to be proved fair.
type Asked struct {
	Config  config.Config
	Say     words.Say
	Version string // of the program

	Wire   string // the line from which one wire goes to several seats; or
	Pulses int
	Pico   string // the serial port of a generator
	Rounds int
	Bounce string // a file with how switches were seen to bounce
	Sheet  string // a file for what came of it
	JSON   bool
}

// Prove prints what came of it, and how far it is. A box that is not proved fair is an error.
func (a Asked) Prove(ctx context.Context, out, talk io.Writer) error {
	refuse := func(format string, args ...any) error { return config.Wrong(fmt.Errorf("prove: "+format, args...)) }
	switch {
	case (a.Wire == "") == (a.Pico == ""):
		return refuse("one wire, or a Pico? arbitre prove --wire GPIO18, or arbitre prove --pico /dev/ttyACM0")
	case a.Pulses < 100 || a.Pulses > 1_000_000:
		return refuse("--pulses is %d but must be 100 to 1000000", a.Pulses)
	case a.Rounds < 1 || a.Rounds > 1000:
		return refuse("--rounds is %d but must be 1 to 1000", a.Rounds)
	case a.Pico == "" && (a.Bounce != "" || a.Sheet != ""):
		return refuse("--bounce and --svg are for --pico")
	}
	seats := a.Config.Lines()
	maps.DeleteFunc(seats, func(b hw.Button, _ string) bool { _, is := b.Shortcut(); return b <= 0 || is })
	if len(seats) < 2 {
		return refuse("fewer than two seats are on lines; one that is plugged in has no wire to prove")
	}
	by := a.byWire
	if a.Pico != "" {
		by = a.byPico
	}
	fair, err := by(ctx, seats, out, talk)
	if err == nil && !fair {
		err = errors.New(a.Say("this box is not proved fair"))
	}
	return err
}

// byWire tells whether one wire to several seats is always a dead heat.
func (a Asked) byWire(ctx context.Context, seats map[hw.Button]string, out, talk io.Writer) (fair bool, err error) {
	buttons, err := hw.OpenButtons(seats)
	if err != nil {
		return false, err
	}
	defer buttons.Close()
	wire, err := hw.OpenDrain(a.Wire)
	if err != nil {
		return false, err
	}
	defer wire.Close()
	bench := prove.Bench{Buttons: buttons, Out: wire, Clock: hw.Clock{}.Now, Tie: max(latency.Floor, a.Config.Race.Tie.Duration)}
	report, err := bench.Run(ctx, a.Pulses, func(done int) {
		if done%1000 == 0 {
			fmt.Fprintf(talk, "%d/%d\n", done, a.Pulses)
		}
	})
	if err != nil {
		return false, err
	}
	if a.JSON {
		return report.Fair(), writeJSON(out, report)
	}
	printProof(out, a.Say, report)
	return report.Fair(), nil
}

// byPico tells whether the box judges the presses of a Pico as it should.
func (a Asked) byPico(ctx context.Context, seats map[hw.Button]string, out, talk io.Writer) (fair bool, err error) {
	bench := Bench{Strain: latency.Strain, Switches: Literature()}
	if a.Bounce != "" {
		recorded, err := Recorded(a.Bounce)
		if err != nil {
			return false, err
		}
		bench.Switches = append(bench.Switches, recorded)
	}
	generator, err := prove.OpenGenerator(a.Pico, prove.Patience)
	if err != nil {
		return false, err
	}
	defer generator.Close()
	bench.Generator, bench.Lines = generator, generator.Lines
	buttons, err := hw.OpenButtons(seats)
	if err != nil {
		return false, err
	}
	defer buttons.Close()
	tie := a.Config.Race.Tie.Duration
	if a.Config.Race.Tie.Auto() {
		if tie, err = box.MeasureTie(ctx); err != nil {
			return false, err
		}
	}
	bench.Arbiter = Arbiter{Buttons: buttons, Clock: hw.Clock{}.Now, Contacts: a.Config.Contacts(), Limits: a.Config.Limits(tie)}
	report, err := bench.Run(ctx, a.Rounds, func(done, of int) {
		if done%100 == 0 {
			fmt.Fprintf(talk, "%d/%d\n", done, of)
		}
	})
	if err != nil {
		return false, err
	}
	report.Version, report.Machine = a.Version, hw.Model(os.DirFS("/"))
	report.Generator = fmt.Sprintf("%s (%.0f MHz)", generator.About, float64(generator.Clock)/1e6)
	if a.Sheet != "" {
		if err := os.WriteFile(a.Sheet, []byte(report.Sheet(a.Say)), 0o644); err != nil {
			return false, err
		}
	}
	if a.JSON {
		return report.Fair(), writeJSON(out, report)
	}
	report.Text(out, a.Say)
	return report.Fair(), nil
}

func printProof(out io.Writer, say words.Say, r prove.Report) {
	var names []string
	for _, b := range r.Buttons {
		names = append(names, say("seat %d", b))
	}
	fmt.Fprintln(out, say("One wire to %s, %d pulses: %d dead heats within %v, %d decided, %d of which nothing is known",
		strings.Join(names, ", "), r.Pulses, r.DeadHeats, r.Tie, r.Decided, r.Void))
	for _, p := range r.Pairs {
		fmt.Fprintln(out, "  "+say("seat %d is %+.1f µs later than seat %d (95 in 100: %+.1f to %+.1f); at most %.0f µs apart",
			p.Second, p.Bias, p.First, p.Low, p.High, p.Most))
		warn(out, say, p, r.Allowed)
	}
	if r.Fair() {
		fmt.Fprintln(out, say("No seat is favoured."))
	}
}

func writeJSON(out io.Writer, what any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(what)
}
