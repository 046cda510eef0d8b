package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
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
			c, err := readConfig(w, strings.Join(files, ""), box.Doubts(all.Games()))
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(w.out, c)
			return err
		},
	}
}

// readConfig reads the file that is named, else that of the service, else that of the machine, else none.
func readConfig(w world, path string, also ...func(config.Config) []config.Complaint) (config.Config, error) {
	if path == "" {
		for _, folder := range []string{w.env("CONFIGURATION_DIRECTORY"), "/etc/arbitre"} {
			file := filepath.Join(folder, "arbitre.toml")
			if _, err := os.Stat(file); folder != "" && err == nil {
				path = file
				break
			}
		}
	}
	c, err := config.Load(path, all.Games(), w.env, also...)
	if err != nil {
		return c, config.Wrong(err)
	}
	return c, nil
}

func versionCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version and what it was built from",
		Example: "arbitre version",
		RunE:    func(*cobra.Command, []string) error { return sayVersion(w) },
	}
}

func sayVersion(w world) error {
	_, err := fmt.Fprintln(w.out, "arbitre", version())
	return err
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
