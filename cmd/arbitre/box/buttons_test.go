package box

import (
	"slices"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
)

// A source of buttons has delivered all its events up to a time.
type source struct {
	known time.Duration
	edge  hw.Event
}

func (s source) Events() <-chan hw.Event    { return nil }
func (s source) Down() ([]hw.Button, error) { return []hw.Button{s.edge.Button}, nil }
func (s source) CatchUp(pass func(hw.Event)) time.Duration {
	pass(s.edge)
	return s.known
}

// A game begins with the devices of its players only, and only their buttons are held to it.
func TestAGameHasTheDevicesOfThoseWhoPlay(t *testing.T) {
	b := Box{Polled: func(seats []games.Seat) []race.Device {
		return polled([]evdev.Served{{Resolution: 8 * time.Millisecond, Buttons: []hw.Button{1, 2}},
			{Resolution: time.Millisecond, Buttons: []hw.Button{4}}}, seats)
	}}
	c := config.Default(all.Games(), func(string) string { return "" })
	houses, _, _ := readHouseRules(all.Games(), c, newAssembly(b, c, Service{}).limits(func() time.Duration { return time.Millisecond }))
	start := games.Start{Game: "slap", Seats: []games.Seat{2, 3}}
	start.Options = houses["slap"].Options(start.Seats)
	slap, _ := all.Games().Find(start.Game)
	if _, _, err := slap.Start(start); err != nil {
		t.Errorf("RACE-9: %v", err)
	}
	began, buttons := served(&start)
	want := []evdev.Served{{Resolution: 8 * time.Millisecond, Buttons: []hw.Button{2}}}
	if diff := cmp.Diff(want, began); diff != "" || !slices.Equal(buttons, []hw.Button{2, 3}) {
		t.Errorf("buttons %v of devices (-want +got):\n%s", buttons, diff)
	}
}

// Each source may still deliver a press older than the other's events: all is known only up to the
// time of the slower source.
func TestAllIsKnownUpToTheSlowerSource(t *testing.T) {
	const ms = time.Millisecond
	now := hw.Now()
	lines := func(known time.Duration) referee.Buttons { return source{known, hw.Event{Edge: hw.Edge{Button: 1}}} }
	pads := func(known time.Duration) referee.Buttons { return source{known, hw.Event{Edge: hw.Edge{Button: 2}}} }
	for _, tt := range []struct {
		name string
		box  Box
		want time.Duration
		from []hw.Button
	}{
		{"lines alone", Box{Buttons: lines(now - 5*ms)}, now - 5*ms, []hw.Button{1}},
		{"devices alone", Box{Plugged: pads(now - 7*ms)}, now - 7*ms, []hw.Button{2}},
		{"slow lines", Box{Buttons: lines(now - 5*ms), Plugged: pads(now)}, now - 5*ms, []hw.Button{1, 2}},
		{"slow devices", Box{Buttons: lines(now), Plugged: pads(now - 7*ms)}, now - 7*ms, []hw.Button{1, 2}},
	} {
		tt.box.Clock = hw.Now
		var from []hw.Button
		known := tt.box.catchUp(func(e hw.Event) { from = append(from, e.Button) })
		if known != tt.want || !slices.Equal(from, tt.from) {
			t.Errorf("%s: known up to %v, edges of %v; want %v, %v", tt.name, known, from, tt.want, tt.from)
		}
		if down, err := tt.box.down(); err != nil || !slices.Equal(down, tt.from) {
			t.Errorf("%s: down are %v, %v", tt.name, down, err)
		}
	}
}
