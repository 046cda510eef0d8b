package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/display/wording"
	"arbitre/games/all"
)

// A world holds the streams and the environment of a command. Tests give it others.
type world struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
}

// say prints lines on standard error, each with the name of the program before it.
func (w world) say(format string, args ...any) {
	for line := range strings.Lines(fmt.Sprintf(format, args...) + "\n") {
		fmt.Fprint(w.err, "arbitre: ", line)
	}
}

// language returns the language in which commands answer: the environment's, else the one that was
// last chosen on the box, else the configuration's.
func (w world) language(c config.Config) wording.Language {
	locale := cmp.Or(w.env("LC_ALL"), w.env("LC_MESSAGES"), w.env("LANG"))
	if l, err := wording.ParseLanguage(locale[:min(2, len(locale))]); err == nil {
		return l
	}
	if l, ok := box.KeptLanguage(c.Journals); ok {
		return l
	}
	return wording.Language(c.Language)
}

// configFile returns the path of the configuration: the named one, else the service's, else the
// machine's, or "" if there is none.
func (w world) configFile(named string) string {
	if named != "" {
		return named
	}
	for _, folder := range []string{w.env("CONFIGURATION_DIRECTORY"), "/etc/arbitre"} {
		file := filepath.Join(folder, "arbitre.toml")
		if _, err := os.Stat(file); folder != "" && err == nil {
			return file
		}
	}
	return ""
}

// readConfig reads the configuration of [world.configFile], or returns the defaults.
func readConfig(w world, named string) (config.Config, error) {
	return config.Reader{Rules: all.Games(), Env: w.env}.Load(w.configFile(named))
}

// readOwnConfig is [readConfig] for a command that a person types beside the service: it looks for
// journals where the service keeps them.
func readOwnConfig(w world, named string) (config.Config, error) {
	w.env = doctor.Service().Env(w.env)
	return readConfig(w, named)
}

// untilStopped returns a context that ends with Ctrl-C, or when systemd stops the service.
func untilStopped() (ctx context.Context, stop context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
}
