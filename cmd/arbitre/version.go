package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version and what it was built from",
		Example: "arbitre version",
		RunE:    func(*cobra.Command, []string) error { return printVersion(w) },
	}
}

func printVersion(w world) error {
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
