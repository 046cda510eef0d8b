package main

import (
	"fmt"
	"strings"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

func checkCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "check [FILE]", Short: "check a configuration and print what is in effect, defaults and all",
		Example: "arbitre check /etc/arbitre/arbitre.toml",
		Args:    takes(0, 1, "at most one file"),
		RunE: func(_ *cobra.Command, files []string) error {
			r := config.Reader{Rules: all.Games(), Env: w.env, Doubts: box.Complaints(all.Games())}
			c, err := r.Load(w.configFile(strings.Join(files, "")))
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(w.out, c)
			return err
		},
	}
}
