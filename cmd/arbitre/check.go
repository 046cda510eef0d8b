package main

import (
	"flag"
	"fmt"
	"runtime/debug"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
)

func checkCommand() command {
	return command{
		name: "check", args: "[FILE]",
		about:   "check a configuration and print what is in effect, defaults and all",
		example: "arbitre check /etc/arbitre/arbitre.toml",
		run: func(w world, args []string) error {
			set := flag.NewFlagSet("check", flag.ContinueOnError)
			arguments, err := flags(set, args, 0, 1, "at most one file")
			if err != nil {
				return err
			}
			c, err := readConfig(w, strings.Join(arguments, ""), wrongShortcuts, wrongFiles)
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(w.out, c)
			return err
		},
	}
}

// wrongFiles complains about files that a configuration names.
func wrongFiles(c config.Config) (wrong []config.Complaint) {
	_, wrong = houses(all.Games(), c)
	if _, err := loadSounds(c.Speaker.Folder); err != nil {
		wrong = append(wrong, config.Complaint{Keys: []string{"speaker.folder"}, What: "speaker.folder: " + err.Error()})
	}
	return wrong
}

func versionCommand() command {
	return command{
		name: "version", about: "print the version and what it was built from",
		example: "arbitre version",
		run: func(w world, args []string) error {
			if _, err := flags(flag.NewFlagSet("version", flag.ContinueOnError), args, 0, 0, "no argument"); err != nil {
				return err
			}
			_, err := fmt.Fprintln(w.out, "arbitre", version())
			return err
		},
	}
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown origin"
	}
	text := info.Main.Version
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision", "GOARCH", "GOARM":
			text += " " + s.Value
		}
	}
	return text + " " + info.GoVersion
}
