package proof

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"arbitre/hw/prove"
)

// Switches are some that bounce alike.
type Switches struct {
	Name   string       // one of the names below
	Bounce prove.Bounce // nil: not at all
}

// The names of switches, as a report has them.
const (
	clean    = "clean"
	slow     = "slow bounce"
	fast     = "fast bounce"
	recorded = "recorded bounce"
)

// Literature has switches that don't bounce, and those of which is written how they do.
func Literature() []Switches {
	return []Switches{{clean, nil}, {slow, prove.Slow}, {fast, prove.Fast}}
}

// Recorded are the switches of a table, which arbitre doctor --press --json has seen bounce.
func Recorded(path string) (Switches, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Switches{}, err
	}
	var seen struct {
		Press struct {
			Buttons []struct {
				Pressed  [][]time.Duration `json:"presses_ns"`
				Released [][]time.Duration `json:"releases_ns"`
			} `json:"buttons"`
		} `json:"press"`
	}
	if err := json.Unmarshal(text, &seen); err != nil {
		return Switches{}, fmt.Errorf("%s: %w", path, err)
	}
	var pressed, released [][]time.Duration
	for _, b := range seen.Press.Buttons {
		pressed, released = append(pressed, b.Pressed...), append(released, b.Released...)
	}
	if len(pressed) == 0 {
		return Switches{}, fmt.Errorf("%s tells of no press: write it with arbitre doctor --press --json", path)
	}
	return Switches{recorded, prove.Recorded(pressed, released)}, nil
}
