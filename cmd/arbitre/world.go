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
	"arbitre/systemd"
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

// beside returns the world of a command that a person types beside the service: it looks for
// journals where the service keeps them.
func (w world) beside(service systemd.Unit) world {
	w.env = service.Env(w.env)
	return w
}

// readConfig reads the configuration at path, else the service's, else the machine's; without any
// it returns the defaults. The functions in also add complaints that [config.Load] can't know.
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

// readOwnConfig is [readConfig] for commands about the box of this machine: see [world.beside].
func readOwnConfig(w world, path string) (config.Config, error) {
	return readConfig(w.beside(doctor.Service()), path)
}

// untilStopped returns a context that ends with Ctrl-C, or when systemd stops the service.
func untilStopped() (ctx context.Context, stop context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
}
