package realkernel

import (
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"golang.org/x/sys/unix"
)

// A padRig is two encoders that look at their buttons when the host asks them, which for a device
// of 10 ms is every 8 ms, and a line. Seats 1 and 2 are buttons of the first, seat 3 is one of the
// other, seat 4 the line.
type padRig struct {
	*rig
	pads    [2]*gadget
	plugged *evdev.Buttons
	lines   *hw.Buttons
	sources []source
	bench   *bench
}

const lookPeriod = 8 * time.Millisecond

func newPadRig(t *testing.T) *padRig {
	p := &padRig{rig: newRig(t, 4)}
	for i := range p.pads {
		p.pads[i] = plugPad(t, i)
	}
	left, right := listed(t, 0x0079)[0].Socket, listed(t, 0x0079)[1].Socket
	p.plugged, _ = plugged(t, "0079:0006@"+left+"/BTN_TRIGGER", "0079:0006@"+left+"/BTN_THUMB",
		"0079:0006@"+right+"/BTN_TRIGGER")
	for i, s := range p.plugged.Served() {
		p.sources = append(p.sources, source{s.Resolution, [][]games.Seat{{1, 2}, {3}}[i]})
		if s.Resolution != 10*time.Millisecond || len(s.Buttons) != 2-i {
			t.Fatalf("the devices are %+v", p.plugged.Served())
		}
	}
	p.sources = append(p.sources, source{0, []games.Seat{4}})
	var err error
	if p.lines, err = hw.OpenButtons(map[hw.Button]string{4: "RACE0"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.lines.Close() })
	p.bench = newBench(t, p, hw.Clock{}.Now, entrants(4), polledLimits(p.sources))
	return p
}

// Events returns the events of the pads; those of lines come with CatchUp.
func (p *padRig) Events() <-chan hw.Event { return p.plugged.Events() }

func (p *padRig) CatchUp(pass func(hw.Event)) time.Duration {
	return min(p.lines.CatchUp(pass), p.plugged.CatchUp(pass))
}

func (p *padRig) Down() ([]hw.Button, error) { return nil, nil }

// race has seats touch their buttons, one after the other, and the race refereed. It tells when
// each did, and when the kernel says so, and whether the pads looked as often as they say: the
// machine may hold up the thread that is their hardware, and then they are no pads of 10 ms.
func (p *padRig) race(rule race.Rule, seats []games.Seat) (over games.RaceOver, touched,
	stamps map[games.Seat]time.Duration, prompt bool) {
	const pressed = 80 * time.Millisecond
	touched, stamps = map[games.Seat]time.Duration{}, map[games.Seat]time.Duration{}
	opened := hw.Clock{}.Now()
	at := opened + 20*time.Millisecond
	for _, k := range p.random.Perm(len(seats)) {
		touched[seats[k]] = at
		at += upTo(p.random, 30*time.Millisecond)
	}
	line, moves := touched[4]
	look := [2]time.Duration{opened + upTo(p.random, lookPeriod), opened + upTo(p.random, lookPeriod)}
	var played <-chan struct{}
	// It lasts until all are let go.
	verdict, presses := p.bench.judge(rule, seats, func() {
		if moves {
			p.begin([]motion{{at: line - opened, closed: true}, {at: line - opened + pressed}})
		}
		played = beforeAll(p, func() { prompt = p.play(look, opened+150*time.Millisecond, touched, pressed) })
	}, time.Second, 150*time.Millisecond)
	<-played
	if verdict != nil {
		over = *verdict
	}
	for _, press := range presses {
		stamps[press.seat] = press.at
	}
	if moves {
		touched[4] = p.times(2)[0]
	}
	return over, touched, stamps, prompt
}

// play is the hardware of both pads: at each look they tell the host which buttons are touched, if
// it is others.
func (p *padRig) play(look [2]time.Duration, end time.Duration, touched map[games.Seat]time.Duration,
	pressed time.Duration) (prompt bool) {
	clock := hw.Clock{}
	last, held := look, [2][]int{}
	prompt = true
	for min(look[0], look[1]) < end {
		i := 0
		if look[1] < look[0] {
			i = 1
		}
		if wait := look[i] - clock.Now(); wait > 0 {
			ts := unix.NsecToTimespec(int64(wait))
			unix.Nanosleep(&ts, nil)
		}
		now := clock.Now()
		var down []int
		for _, seat := range p.sources[i].seats {
			if at, touches := touched[seat]; touches && at <= now && now < at+pressed {
				down = append(down, int(seat-1)%2)
			}
		}
		if !slices.Equal(down, held[i]) {
			if err := p.pads[i].hold(down...); err != nil {
				p.Error(err)
			}
			held[i] = down
		}
		// The host takes it with the next frame, a millisecond later at most.
		prompt = prompt && clock.Now()-last[i]+time.Millisecond <= p.sources[i].resolution
		last[i] = now
		look[i] += lookPeriod
	}
	return prompt
}

// RACE-9: two buttons of one pad, of two, and of a pad and a line, on the kernel's own USB and
// through the referee's own code: nobody is named wrongly, or by less than the pads tell.
func TestRacesOfPads(t *testing.T) {
	p := newPadRig(t)
	for _, busy := range []bool{false, true} {
		if busy {
			load(t)
		}
		for _, kind := range []struct {
			name  string
			seats []games.Seat
		}{
			{"two buttons of one pad", []games.Seat{1, 2}},
			{"two pads", []games.Seat{1, 3}},
			{"a pad and a line", []games.Seat{2, 4}},
		} {
			var n polledTally
			slow := 0
			for i := 0; n.races < (p.n+3)/4; i++ { // they last longer than those of lines
				rule := []race.Rule{race.FastestWins, race.SlowestLoses}[i%2]
				over, touched, stamps, prompt := p.race(rule, kind.seats)
				if prompt {
					n.add(p.sources, rule, over, touched, stamps)
				} else if slow++; slow > 10*p.n {
					t.Fatalf("the machine is too busy: in %d races a pad looked too late", slow)
				}
			}
			t.Logf("%-22s busy %-5t %v; in %d more a pad looked too late", kind.name, busy, n, slow)
			if n.finer+n.wrong > 0 || n.right == 0 {
				t.Errorf("%s, busy %t: %v", kind.name, busy, n)
			}
		}
	}
}
