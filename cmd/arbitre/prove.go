package main

import (
	"path/filepath"

	"arbitre/cmd/arbitre/proof"
	"arbitre/cmd/arbitre/words"

	"github.com/spf13/cobra"
)

func proveCommand(w world) *cobra.Command {
	var file string
	var asked proof.Asked
	c := &cobra.Command{
		Use: "prove", Short: "show that the box favours no seat: by one wire, or by a Pico that presses in its place",
		Long: `With --wire, one wire goes from a line that nothing else uses, by 330 ohms, to the
lines of two seats or more, beside their buttons. It is pulled to ground again and
again: whoever is told to be first then is so by the box alone. Printed are the bias
between every two seats, with the limits in which it is with a confidence of 95 in
100, and how many pulses were dead heats. The exit status is 1 if a pulse was no dead
heat, or a seat is favoured and not by chance (p < 1e-6), by more than 20 us for two
lines, and 20 more for each other: a chip serves lines that move at once one after
the other.

With --pico, a Raspberry Pi Pico with MicroPython at a serial port presses instead
of fingers: its GP2 to GP9, each by 330 ohms, to the lines of seats in any order, and
its ground to theirs. It is sent its program each time. Every two seats race in either
order, 0 to 2 ms apart, with contacts that are clean or bounce, while the machine is
idle and while a thread on every processor has the kernel busy with memory, files and
pipes. Counted is how often the box, with its own settings, was right, told a dead
heat, told that it can't know (void), named the wrong one, and lost a press. The exit
status is 1 if a verdict is wrong or a press lost, if more than 1 race in 100 is void
or 2 in 100 are needlessly a dead heat, or if a seat is favoured by more than 20 us
and not by chance.

Both need the buttons for themselves (sudo systemctl stop arbitre). Seats whose
buttons are on USB have no line and are left out.`,
		Example: "sudo systemctl stop arbitre\narbitre prove --wire GPIO18\n" +
			"arbitre prove --pico /dev/ttyACM0 --svg certificate.svg\nsudo systemctl start arbitre",
		RunE: func(*cobra.Command, []string) error { return proveBox(w, file, asked) },
	}
	c.Flags().StringVar(&asked.Wire, "wire", "", "the `LINE` that the wire comes from, such as GPIO18")
	c.Flags().IntVar(&asked.Pulses, "pulses", 10_000, "pull it to ground `N` times, some forty a second")
	c.Flags().StringVar(&asked.Pico, "pico", "", "the serial `PORT` of the Pico, such as /dev/ttyACM0")
	c.Flags().IntVar(&asked.Rounds, "rounds", 1, "have every race run `N` times; five seats race 1200 times a round, in some three minutes")
	c.Flags().StringVar(&asked.Bounce, "bounce", "", "bounce also as this table's buttons do, as arbitre doctor --press --json\nhas written to `FILE`")
	c.Flags().StringVar(&asked.Sheet, "svg", "", "write what came of --pico to `FILE` as well, as a sheet of A4, for print")
	c.Flags().BoolVar(&asked.JSON, "json", false, "print one JSON document")
	offers(c, "pico", func() []string {
		ports, _ := filepath.Glob("/dev/ttyACM*")
		return ports
	})
	c.Flags().StringVar(&file, "config", "", "the seats of the configuration in `FILE` instead of /etc/arbitre/arbitre.toml")
	return c
}

func proveBox(w world, file string, asked proof.Asked) error {
	c, err := readOwnConfig(w, file)
	if err != nil {
		return err
	}
	ctx, stop := untilStopped()
	defer stop()
	asked.Config, asked.Say, asked.Version = c, words.In(w.language(c)), version()
	return asked.Prove(ctx, w.out, w.err)
}
