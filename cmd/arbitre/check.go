package main

import (
	"fmt"
	"strings"

	"arbitre/cmd/arbitre/box"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

func checkCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "check [FILE]", Short: "check a configuration and print what is in effect, defaults and all",
		Example: "arbitre check /etc/arbitre/arbitre.toml",
		Args:    takes(0, 1, "at most one file"),
		RunE: func(_ *cobra.Command, files []string) error {
			c, err := readConfig(w, strings.Join(files, ""), box.Complaints(all.Games()))
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(w.out, c)
			return err
		},
	}
}
