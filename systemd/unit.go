package systemd

import (
	"io/fs"
	"strconv"
	"strings"
	"time"
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
		"UnitFileState,Result,MainPID,NRestarts,WatchdogUSec,ExecMainStartTimestamp,ExecStart,"+
		"StateDirectory,ReadWritePaths,User")
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

// Env is the environment in which a person's command finds the service's journals.
func (u Unit) Env(env func(string) string) func(string) string {
	return func(key string) string {
		if value := env(key); value != "" || key != "STATE_DIRECTORY" || !u.Installed() {
			return value
		}
		return u.StateFolder()
	}
}

// Active tells whether the service runs.
func (u Unit) Active() bool { return u["ActiveState"] == "active" }

// Installed tells whether the unit is known.
func (u Unit) Installed() bool { return u["LoadState"] == "loaded" }

// Process is the number of the referee's process, or 0.
func (u Unit) Process() int {
	n, _ := strconv.Atoi(u["MainPID"]) // [not set]
	return n
}

// StateFolder is where the service keeps its journals, or "".
func (u Unit) StateFolder() string {
	first, _, _ := strings.Cut(u["StateDirectory"], " ")
	if first == "" {
		return ""
	}
	return "/var/lib/" + first
}

// Program is the file that the service runs, or "": { path=/usr/bin/arbitre ;
// argv[]=/usr/bin/arbitre run ; … }.
func (u Unit) Program() string {
	_, path, _ := strings.Cut(u["ExecStart"], "path=")
	path, _, _ = strings.Cut(path, " ;")
	return path
}

// Started is when the referee's process was started: "Fri 2026-11-20 19:30:01 CET".
func (u Unit) Started() (at time.Time, ok bool) {
	at, err := time.ParseInLocation("Mon 2006-01-02 15:04:05 MST", u["ExecMainStartTimestamp"], time.Local)
	return at, err == nil
}
