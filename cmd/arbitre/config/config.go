// Package config reads, checks and prints the configuration file. Its keys are listed once, as
// rows.
package config

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/games/textfile"
)

// Default returns the defaults for a box with these games; env is [os.Getenv], or a test's.
func Default(rules games.Rulebook, env func(string) string) Config {
	var c Config
	for _, r := range rules {
		g := Game{Name: r.Name, Title: r.Title}
		for _, s := range r.AllSettings() {
			g.Settings = append(g.Settings, Setting{Setting: s})
		}
		if g.Settings != nil {
			c.Games = append(c.Games, g)
		}
	}
	for _, r := range c.rows() {
		r.reset()
	}
	c.Journals = stateFolder(env)
	if folder := env("CREDENTIALS_DIRECTORY"); folder != "" { // systemd.exec(5)
		c.MQTT.Credential = filepath.Join(folder, "mqtt-password")
	}
	return c
}

// clone returns a copy whose values can all be set.
func (c Config) clone() Config {
	c.Games = slices.Clone(c.Games)
	for i := range c.Games {
		c.Games[i].Settings = slices.Clone(c.Games[i].Settings)
	}
	return c
}

// Of returns the settings of a game, nil if it has none.
func (c Config) Of(game string) []Setting {
	i := slices.IndexFunc(c.Games, func(g Game) bool { return g.Name == game })
	if i < 0 {
		return nil
	}
	return c.Games[i].Settings
}

// Options returns the options that the configuration presets for a game, and the given limits.
func (c Config) Options(game string, limits race.Limits) games.Agreed {
	var options games.Agreed
	for _, s := range c.Of(game) {
		if s.Form == games.Names && len(s.Names) > 0 {
			options = options.With(games.Field{Key: s.Key, Value: games.List(games.Words(s.Names...))})
		}
	}
	return options.With(games.Field{Key: games.RaceOption, Value: limits.Value()})
}

// Limits returns the limits of races for a tie window, which may have been measured. Devices stay
// empty: the configuration does not know them.
func (c Config) Limits(tie time.Duration) race.Limits {
	limits := c.Race
	limits.Tie, limits.Settle = tie, max(tie, limits.Settle)
	return limits
}

// Password reads the password of the broker's user; it is empty if there is none.
func (m MQTT) Password() ([]byte, error) {
	password, err := textfile.ReadPassword(cmp.Or(m.PasswordFile, m.Credential))
	if m.PasswordFile == "" && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return password, err
}

// stateFolder returns where to keep state, after systemd.exec(5) or the XDG base directory
// specification.
func stateFolder(env func(string) string) string {
	if first, _, _ := strings.Cut(env("STATE_DIRECTORY"), ":"); first != "" {
		return first
	}
	if state := env("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "arbitre")
	}
	if home := env("HOME"); home != "" {
		return filepath.Join(home, ".local", "state", "arbitre")
	}
	return serviceFolder
}

// serviceFolder is the folder where the service keeps its state.
const serviceFolder = "/var/lib/arbitre"
