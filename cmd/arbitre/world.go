package main

import (
	"cmp"
	"context"
	"encoding/json"
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

// printJSON prints one document for programs.
func (w world) printJSON(document any) error {
	encoder := json.NewEncoder(w.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

// language returns the language in which commands answer: the environment's, else the
// configuration's.
func (w world) language(c config.Config) wording.Language {
	locale := cmp.Or(w.env("LC_ALL"), w.env("LC_MESSAGES"), w.env("LANG"))
	if l, err := wording.ParseLanguage(locale[:min(2, len(locale))]); err == nil {
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

// readConfig reads the configuration of [world.configFile], or returns the defaults, and lays over
// it what was chosen at the box.
func readConfig(w world, named string) (config.Config, error) {
	reader := config.Reader{Rules: all.Games(), Env: w.env}
	c, err := reader.Load(w.configFile(named))
	if err != nil {
		return c, err
	}
	return w.withOwn(reader, c), nil
}

// withOwn lays over a configuration what was chosen at the box. What can't be read is left out.
func (w world) withOwn(r config.Reader, c config.Config) config.Config {
	c, err := box.WithOwn(r, c)
	if err != nil {
		w.say("what was chosen at the box is left out: %v", err)
	}
	return c
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
