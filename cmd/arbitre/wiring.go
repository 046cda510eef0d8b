package main

import (
	"fmt"
	"os"

	"arbitre/cmd/arbitre/wiring/sheet"
	"arbitre/display/wording"

	"github.com/spf13/cobra"
)

func wiringCommand(w world) *cobra.Command {
	var file, svg string
	c := &cobra.Command{
		Use: "wiring", Short: "draw the Pi's 40-pin header with every wire, or say what can't be wired",
		Long: `A line that two parts use, or that can't do what its part needs, ends it: the
message names all who use it, and the exit status is 2.`,
		Example: "arbitre wiring --svg wiring.svg",
		RunE:    func(*cobra.Command, []string) error { return drawWiring(w, file, svg) },
	}
	c.Flags().StringVar(&svg, "svg", "", "write the drawing to `FILE` as a sheet of A4, for print, instead of text")
	c.Flags().StringVar(&file, "config", "", "draw the configuration in `FILE` instead of /etc/arbitre/arbitre.toml")
	return c
}

func drawWiring(w world, file, svg string) error {
	c, err := readOwnConfig(w, file)
	if err != nil {
		return err
	}
	say := wording.Translate(w.language(c))
	if svg != "" {
		return os.WriteFile(svg, []byte(sheet.SVG(c.Parts(say), say)), 0o644)
	}
	_, err = fmt.Fprint(w.out, sheet.Text(c.Parts(say), say))
	return err
}
