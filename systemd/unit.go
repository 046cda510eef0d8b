package systemd

import (
	"io/fs"
	"strings"
)

// A Unit is the service as systemd has it: the properties that systemctl show prints. It has none
// where there is no systemd.
type Unit map[string]string

// AskUnit asks the systemd of a machine. Program runs one there and returns what it prints.
func AskUnit(machine fs.FS, program func(name string, args ...string) (string, error)) Unit {
	if _, err := fs.Stat(machine, "run/systemd/system"); err != nil {
		return nil // sd_booted(3)
	}
	text, err := program("systemctl", "show", "arbitre.service", "--property=LoadState,ActiveState,SubState,"+
		"UnitFileState,Result,NRestarts,WatchdogUSec,ExecMainStartTimestamp,StateDirectory,ReadWritePaths,User")
	if err != nil {
		return nil
	}
	return ParseUnit(text)
}

// ParseUnit reads KEY=VALUE lines.
func ParseUnit(text string) Unit {
	u := Unit{}
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok {
			u[key] = value
		}
	}
	return u
}

// Env returns the environment in which a person's command finds the service's journals and, if it
// may read them, its credentials.
func (u Unit) Env(env func(string) string) func(string) string {
	return func(key string) string {
		value := env(key)
		switch {
		case value != "" || !u.Installed():
		case key == "STATE_DIRECTORY":
			return u.StateFolder()
		case key == "CREDENTIALS_DIRECTORY" && u.Active():
			return "/run/credentials/arbitre.service" // systemd.exec(5)
		}
		return value
	}
}

// Active reports whether the service runs.
func (u Unit) Active() bool { return u["ActiveState"] == "active" }

// Installed reports whether the unit is known.
func (u Unit) Installed() bool { return u["LoadState"] == "loaded" }

// StateFolder is where the service keeps its journals, or "".
func (u Unit) StateFolder() string {
	first, _, _ := strings.Cut(u["StateDirectory"], " ")
	if first == "" {
		return ""
	}
	return "/var/lib/" + first
}
