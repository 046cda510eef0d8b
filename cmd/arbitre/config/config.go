// Package config is the configuration file: its keys, their defaults, and what is wrong with one.
package config

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"arbitre/games"
)

// Config is what holds at a table. What each key means, and its default, stand in the rows of [Keys].
type Config struct {
	Language  string
	Journals  string
	Shortcuts []Shortcut

	Race    struct{ Tie, Settle, Timeout, Lookback, Quiet, Burst, Declare Duration }
	Buttons struct {
		Glitch, Lockout, Stuck Duration
		Seats, Lamps           []string
	}
	Board struct {
		Bus     string
		Address Address
	}
	Judge struct {
		Previous, Next, OK, Back string
		Long, Shutdown           Duration
	}
	Encoder struct {
		A, B  string
		Edges int
	}
	OLED struct {
		Panel
		Dim, Blank Duration
	}
	Public Panel
	Buzzer struct {
		Enabled   bool
		Pin, Kind string
	}
	Speaker struct {
		Enabled      bool
		Card, Folder string
		Header       bool
	}
	Sounds   struct{ KeyClick bool }
	Keyboard struct {
		Enabled bool
		Layout  string
	}
	Mog        struct{ Attributes []string }
	Mastermind struct{ Colours []string }
	Motus      struct {
		Words     string
		ShowWords bool
	}
	Web struct {
		Listen string
		Names  []string
	}
	Demo struct {
		Listen string
		Seats  int
	}
	Log struct{ Level string }
}

// A Panel is an OLED display.
type Panel struct {
	Enabled  bool
	Bus      string
	Address  Address
	Height   int
	Rotate   bool
	Contrast int
}

// A Shortcut is a button that gives one answer to one question.
type Shortcut struct {
	Line   string `toml:"line"`
	Prompt string `toml:"prompt"`
	Value  string `toml:"value"` // a word or a number
}

// Answer is the value as a journal has it.
func (s Shortcut) Answer() games.Value {
	if n, err := strconv.Atoi(s.Value); err == nil {
		return games.Number(n)
	}
	return games.Word(s.Value)
}

// Default is what holds where the file says nothing; env is [os.Getenv], or a test's.
func Default(env func(string) string) Config {
	var c Config
	for _, r := range c.rows() {
		r.reset()
	}
	c.Journals = stateFolder(env)
	return c
}

// stateFolder is where systemd.exec(5) or the XDG base directory specification keep a program's state.
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

// serviceFolder is where the service keeps its state.
const serviceFolder = "/var/lib/arbitre"

// A Duration is a [time.Duration] that is a text such as "10ms" in TOML.
type Duration struct{ time.Duration }

// String leaves out zero minutes and seconds: "2m", not "2m0s".
func (d Duration) String() string {
	text := d.Duration.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// MarshalText is String.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText takes what [time.ParseDuration] takes.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

// An Address is that of a device on an I²C bus, 7 bits; hexadecimal in TOML, as in every datasheet.
type Address uint16

func (a Address) String() string { return fmt.Sprintf("0x%02X", uint16(a)) }

// MarshalTOML is String, without quotes.
func (a Address) MarshalTOML() ([]byte, error) { return []byte(a.String()), nil }
