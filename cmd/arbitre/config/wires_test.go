package config

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/games/all"

	"pgregory.net/rapid"
)

// Every line of a button, a lamp or the buzzer belongs to exactly one part.
func TestNoLineOfTheConfigurationIsLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConfig(t)
		drawn := map[string]int{}
		for _, p := range c.Parts(fmt.Sprintf) {
			if p.Line != "" {
				drawn[p.Line]++
			}
		}
		want := c.Buttons.Lamps
		for _, line := range c.Lines() {
			want = append(want[:len(want):len(want)], line)
		}
		for _, place := range c.Places() {
			want = append(want[:len(want):len(want)], place.String())
		}
		if c.Buzzer.Enabled {
			want = append(want[:len(want):len(want)], c.Buzzer.Pin)
		}
		for _, line := range want {
			if drawn[line] != 1 {
				t.Errorf("%q is drawn %d times", line, drawn[line])
			}
		}
		if len(drawn) != len(want) {
			t.Errorf("%d lines are drawn, not %d: %v", len(drawn), len(want), drawn)
		}
		if again := c.WithWires(c.Wires()); again.String() != c.String() || c.Watch().Held != c.Buttons.Stuck {
			t.Errorf("with its own wires it is\n%s, and was\n%s", again, c)
		}
		wires := c.Wires()
		for i := range wires.Shortcuts {
			wires.Shortcuts[i].Line = ""
		}
		if left := c.WithWires(wires).Shortcuts; len(left) > 0 {
			t.Errorf("shortcuts without a line are left: %v", left)
		}
	})
}

// A game is played with the names that its table has, and with the limits of races.
func TestAGameIsConfigured(t *testing.T) {
	c := must(reader(atHome).Parse("arbitre.toml", []byte("[mastermind]\ncolours = ['a', 'b', 'c', 'd', 'e', 'é']\n[motus]\nshow_words = true\n")))
	for game, want := range map[string]string{"mastermind": `colours=["a","b","c","d","e","é"] race=`, "motus": "race=", "mito": "race="} {
		got := ""
		for _, o := range c.Options(game, c.Limits(time.Millisecond)).All() {
			got += fmt.Sprintf("%s=%s ", o.Key, o.Value)
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s is played with %s, want %s", game, got, want)
		}
	}
	if shown := c.Of("motus")[1]; len(c.Of("mito")) > 0 || shown.Key != "show_words" || !shown.On {
		t.Errorf("the settings of games are %+v", c.Games)
	}
}

// A tie that was measured may be longer than the configured time to wait for late presses.
func TestARaceWaitsForAsLongAsTheTie(t *testing.T) {
	c := Default(all.Games(), atHome)
	for tie, settle := range map[time.Duration]time.Duration{
		time.Millisecond: c.Race.Settle, 2 * c.Race.Settle: 2 * c.Race.Settle,
	} {
		if got := c.Limits(tie); got.Tie != tie || got.Settle != settle {
			t.Errorf("a tie of %v: got %v, want to wait %v", tie, got, settle)
		}
	}
}

// RACE-1: a race waits for longer than debouncing may delay a press, and a press is certain before
// the button may count as released.
func TestARaceWaitsForContactsThatBounce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConfig(t)
		d := c.Contacts()
		if d.Glitch < 0 || d.Bounce < 0 {
			t.Errorf("negative times: %+v", d)
		}
		if late := d.Late(); c.Race.Settle < late || d.Lockout < late {
			t.Errorf("a press is %v late, a race waits for %v, the lockout is %v", late, c.Race.Settle, d.Lockout)
		}
	})
}
