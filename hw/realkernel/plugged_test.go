package realkernel

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
)

// lamps waits until those of the set are lit that the kernel's driver was told, which has sent that
// to the device.
func (h *hid) lamps(players ...int) {
	h.Helper()
	want := make([]byte, 7)
	for _, player := range players {
		want[player] = 0xff
	}
	defer func() {
		if h.Failed() {
			h.Logf("the set was told % x, want % x", h.got(), want)
		}
	}()
	await(h, fmt.Sprintf("lamps of %v are lit", players), func() bool { return bytes.Equal(h.got(), want) })
}

// A set of quiz buzzers is four seats with their lamps, beside keys on lines; out of its socket it
// is missed, and goes on where it was when it is back.
func TestASetOfBuzzersIsFourSeats(t *testing.T) {
	p := layTable(t)
	p.config += fmt.Sprintf("[buttons]\nseats = ['%s']\n"+
		"lamps = ['054c:1000/buzz1', '054c:1000/buzz2', '054c:1000/buzz3', '054c:1000/buzz4']\n",
		strings.Join(buzzSeats(), "', '"))
	set := plugBuzz(t)
	p.start()
	buzz := func(players ...int) {
		for _, player := range players {
			set.buzz(player)
			time.Sleep(60 * time.Millisecond)
			set.buzz()
			time.Sleep(60 * time.Millisecond)
		}
	}
	p.press(ok) // Mito
	buzz(1, 2, 4)
	p.press(ok)
	p.press(previous, previous, ok) // one round
	p.press(ok, ok)                 // seat 1 is the guardian; let's go
	p.begins()
	p.shows("turn")
	set.lamps(1)
	buzz(1)
	set.lamps(2)

	played, _ := p.played()
	said, _ := played.Start().Options.Of(games.RaceOption)
	limits, err := race.ParseLimits(said)
	if want := []race.Device{{Resolution: 10 * time.Millisecond, Seats: []games.Seat{1, 2, 4}}}; err != nil ||
		!cmp.Equal(limits.Devices, want) {
		t.Errorf("the game begins with %+v, %v", limits, err)
	}

	set.unplug()
	p.await("the set is missed", func() bool { return strings.Contains(p.log.String(), "device of button 2 failed") })
	set = plugBuzz(t)
	p.await("the set is back",
		func() bool { return strings.Contains(p.log.String(), "device of button 2 works again") })
	set.lamps(2)
	time.Sleep(500 * time.Millisecond)
	buzz(2)
	set.lamps(4)
}

// RACE-9: of two alike each has its own buttons, and stamps that are as late as it asks to be.
func TestTwoPadsAreToldApartByTheirSockets(t *testing.T) {
	pads := []*gadget{plugPad(t, 0), plugPad(t, 1)}
	all := listed(t, 0x0079)
	b, _ := plugged(t, "0079:0006@"+all[0].Socket+"/BTN_TRIGGER", "0079:0006@"+all[1].Socket+"/BTN_TRIGGER")
	const late = 10 * time.Millisecond
	want := []evdev.Served{{Resolution: late, Buttons: []hw.Button{1}}, {Resolution: late, Buttons: []hw.Button{2}}}
	if diff := cmp.Diff(want, b.Served()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var pressed []hw.Button
	for _, pad := range pads {
		pad.press(0)
		pressed = append(pressed, next(t, b).Button, next(t, b).Button)
	}
	slices.Sort(pressed) // whichever was enumerated first
	if !slices.Equal(pressed, []hw.Button{1, 1, 2, 2}) {
		t.Errorf("%v were pressed and let go", pressed)
	}
}

// Whenever it is pulled out in a race, nobody's press is made up, and whoever it was can press
// again.
func TestAPadIsPulledOutInARace(t *testing.T) {
	g := plugPad(t, 0)
	b, told := plugged(t, "0079:0006/BTN_TRIGGER", "0079:0006/BTN_THUMB")
	for i := range 8 {
		if err := g.hold(0); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(i) * 3 * time.Millisecond)
		g.unplug()
		says(t, told, "it is not plugged in")
		downs := map[hw.Button]int{}
		b.CatchUp(func(e hw.Event) {
			if e.Down {
				downs[e.Button]++
			} else {
				downs[e.Button]--
			}
		})
		if down, err := b.Down(); downs[1] != 0 || downs[2] != 0 || len(down) > 0 || err != nil {
			t.Errorf("pulled out after %d × 3 ms: %v are down, %v too often, %v", i, down, downs, err)
		}
		g.plug()
		says(t, told, "")
		before := hw.Now().Truncate(time.Microsecond)
		if err := g.hold(1); err != nil {
			t.Fatal(err)
		}
		e := next(t, b)
		if e.Button != 2 || !e.Down || e.At < before || e.At > hw.Now() {
			t.Fatalf("got %+v, pressed after %v", e, before)
		}
		if err := g.hold(); err != nil {
			t.Fatal(err)
		}
		next(t, b)
	}
}

// RACE-8: edges that the kernel could not keep are reported as lost, and then the buttons' state.
func TestADeviceThatFloods(t *testing.T) {
	k := plugKeyboard(t)
	b, _ := plugged(t, "0000:0000/KEY_A", "0000:0000/KEY_B")
	for i := range uint32(4001) { // 8,002 events, of which nobody takes more than a channel holds
		k.report(keyA, 1-i%2)
	}
	lost := 0
	var last hw.Event
	take := func(e hw.Event) {
		lost += e.Lost
		if e.Button == 1 {
			last = e
		}
	}
	b.CatchUp(take)
	if down, err := b.Down(); lost == 0 || err != nil || !slices.Equal(down, []hw.Button{1}) {
		t.Errorf("%d lost, %v are down, %v; the last edge is %+v", lost, down, err, last)
	}
	k.report(keyA, 0)
	b.CatchUp(take)
	if last.Down {
		t.Errorf("after all it goes up, but the last edge is %+v", last)
	}
}
