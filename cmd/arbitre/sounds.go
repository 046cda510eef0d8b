package main

import (
	"fmt"
	"os"
	"path/filepath"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/sounds"

	"github.com/spf13/cobra"
)

func soundsCommand(w world) *cobra.Command {
	var folder string
	c := &cobra.Command{
		Use: "sounds DIR", Short: "write every cue as a WAV file, to listen to or to replace",
		Example: "arbitre sounds /tmp/cues",
		Args:    takes(1, 1, "one folder"),
		RunE: func(_ *cobra.Command, folders []string) error {
			cues, err := sounds.Load(folder)
			if err != nil {
				return config.Wrong(err)
			}
			into, err := openFolder(folders[0])
			if err != nil {
				return err
			}
			defer into.Close()
			for _, cue := range games.Cues() {
				name := string(cue) + ".wav"
				err := create(into, name, func(file *os.File) error { return cues.WriteWAV(file, cue) })
				if err != nil {
					return err
				}
				fmt.Fprintln(w.out, filepath.Join(folders[0], name))
			}
			return nil
		},
	}
	c.Flags().StringVar(&folder, "folder", "",
		"take recordings from `DIR` that replace the cues of their names, as in the configuration")
	return c
}
