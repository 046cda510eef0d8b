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

// A world is what a command may use of the process, so that tests can give it another.
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

// language is the one in which commands answer: that of the environment, else the one that was last
// chosen on the box, else that of the configuration.
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

// beside is the world of a command that a person types beside the service: journals are looked for
// where the service keeps them.
func (w world) beside(service systemd.Unit) world {
	w.env = service.Env(w.env)
	return w
}

// readConfig reads the configuration that is named, else that of the service, else that of the
// machine; without any, everything is as by default. Also complains of what [config.Load] does not
// know.
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

// untilStopped is a context that ends with Ctrl-C, or when systemd stops the service.
func untilStopped() (ctx context.Context, stop context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
}
