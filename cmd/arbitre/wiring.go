package main

import (
	"flag"
	"fmt"
	"os"

	"arbitre/cmd/arbitre/words"
	"arbitre/hw/header"
)

func wiringCommand() command {
	return command{
		name: "wiring", args: "[--svg FILE] [--config FILE]",
		about: "draw the Pi's 40-pin header with every wire, or say what can't be wired",
		details: `
  --svg FILE     write the drawing as a sheet of A4, for print, instead of text
  --config FILE  draw this configuration instead of /etc/arbitre/arbitre.toml

A line that two parts use, or that can't do what its part needs, ends it: the
message names all who use it, and the exit status is 2.`,
		example: "arbitre wiring --svg wiring.svg",
		run:     wiring,
	}
}

func wiring(w world, args []string) error {
	set := flag.NewFlagSet("wiring", flag.ContinueOnError)
	path := set.String("config", "", "")
	svg := set.String("svg", "", "")
	if _, err := flags(set, args, 0, 0, "no argument"); err != nil {
		return err
	}
	c, err := readConfig(w, *path)
	if err != nil {
		return err
	}
	say := words.In(w.language(c))
	if *svg != "" {
		return os.WriteFile(*svg, []byte(header.SVG(c.Parts(say), say)), 0o644)
	}
	_, err = fmt.Fprint(w.out, header.Text(c.Parts(say), say))
	return err
}
