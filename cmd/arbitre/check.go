package main

import (
	"fmt"
	"strings"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

func checkCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "check [FILE]", Short: "check a configuration and print what is in effect, defaults and all",
		Long:    `Without FILE it is the machine's, and what was chosen at the box holds before it.`,
		Example: "arbitre check /etc/arbitre/arbitre.toml",
		Args:    takes(0, 1, "at most one file"),
		RunE: func(_ *cobra.Command, files []string) error {
			r := config.Reader{Rules: all.Games(), Env: w.env, Check: box.Complaints(all.Games())}
			named := strings.Join(files, "")
			if named == "" {
				r.Env = doctor.Service().Env(w.env)
			}
			c, err := r.Load(w.configFile(named))
			if err != nil {
				return err
			}
			if named == "" {
				c = w.withOwn(r, c)
			}
			for _, found := range box.WordLists(r.Rules, c) {
				w.say("%s", found)
			}
			_, err = fmt.Fprint(w.out, c)
			return err
		},
	}
}
