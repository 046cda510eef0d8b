package realkernel

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games/race"
	"arbitre/hw"

	"github.com/warthog618/go-gpiocdev"
	"github.com/warthog618/go-gpiocdev/uapi"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/host/v3"
)

// A way to read buttons, and to light a lamp at each press.
type way struct {
	name   string
	line   []int
	lamp   int
	settle time.Duration // that it waits on purpose before a press counts
	open   func(c *chip, line []int, lamp gpio.PinIO, pressed chan<- pressed)

	presses chan pressed
	results map[bool]map[time.Duration]*result // by load and gap
	latency map[bool][]time.Duration           // by load
}

type pressed struct {
	button hw.Button
	at     time.Duration // that the way takes for the time of the press
	lit    time.Duration // when the lamp was switched
	lost   int
}

// gaps are how far apart two press.
var gaps = []time.Duration{10 * time.Microsecond, 100 * time.Microsecond, time.Millisecond, 10 * time.Millisecond}

type result struct{ heats, wrongOrder, wrong, deadHeat, void int }

func ways() []*way {
	ways := []*way{
		{name: "arbitre", line: []int{0, 1, 2, 3, 4, 5, 6, 7}, lamp: 40, settle: hw.DefaultDebounce().Glitch, open: asArbitre},
		{name: "periph, a goroutine per pin", line: []int{8, 9, 10, 11, 12, 13, 14, 15}, lamp: 41, open: asGoroutines},
		{name: "gpiomon, line by line", line: []int{16, 17, 18, 19, 20, 21, 22, 23}, lamp: 42, open: asGpiomon},
		{name: "one request, sorted", line: []int{26, 27, 28, 29, 30, 31, 32, 33}, lamp: 44, open: asSorted},
		{name: "bare loop", line: []int{24, 25}, lamp: 43, open: asBareLoop},
	}
	for _, w := range ways {
		w.presses = make(chan pressed, 1000)
		w.latency = map[bool][]time.Duration{}
		w.results = map[bool]map[time.Duration]*result{false: {}, true: {}}
		for _, of := range w.results {
			for _, gap := range gaps {
				of[gap] = &result{}
			}
		}
	}
	return ways
}

// asArbitre is this program's path: the kernel's stamps, the debouncer, the lamps.
func asArbitre(c *chip, line []int, lamp gpio.PinIO, presses chan<- pressed) {
	b := c.open(line...)
	lamps := hw.NewLamps(map[hw.Button]func() (hw.Output, error){1: func() (hw.Output, error) { return lamp, nil }},
		func(_ hw.Button, err error) { c.Error(err) })
	contacts := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), hw.FullStep, func(hw.Button, error) {})
	light := hw.Dark
	tell := func(edges []hw.Edge) {
		for _, e := range edges {
			if e.Down {
				light = hw.Lit - light
				lamps.Set(1, light)
				presses <- pressed{button: e.Button, at: e.At, lit: hw.Clock{}.Now()}
			}
		}
	}
	take := func(e hw.Event) {
		if e.Lost > 0 {
			presses <- pressed{lost: e.Lost}
			return
		}
		tell(contacts.Take(e))
	}
	alarm, err := hw.NewAlarm()
	if err != nil {
		c.Fatal(err)
	}
	end := c.end()
	go func() {
		defer alarm.Close()
		for {
			if due, ok := contacts.Deadline(); ok {
				alarm.Set(due)
			}
			select {
			case e := <-b.Events():
				take(e)
			case <-alarm.Rings():
			case <-end:
				return
			}
			tell(contacts.Elapse(b.CatchUp(take)))
		}
	}()
}

// asGoroutines is what most programs do: a goroutine per pin waits for an edge, and looks at the clock.
func asGoroutines(c *chip, line []int, lamp gpio.PinIO, presses chan<- pressed) {
	for i, l := range line {
		pin := gpioreg.ByName(fmt.Sprintf("GPIO%d", l))
		if err := pin.In(gpio.PullUp, gpio.FallingEdge); err != nil {
			c.Fatal(err)
		}
		go func() {
			level := gpio.Low
			for pin.WaitForEdge(0) { // until the process ends: nothing else ends it
				at := hw.Clock{}.Now()
				level = !level
				if err := lamp.Out(level); err != nil {
					c.Error(err)
				}
				presses <- pressed{button: hw.Button(i + 1), at: at, lit: hw.Clock{}.Now()}
			}
		}()
	}
}

// asGpiomon reads what Debian's gpiomon prints, and looks at the clock when a line comes.
func asGpiomon(c *chip, line []int, lamp gpio.PinIO, presses chan<- pressed) {
	args := []string{"--falling-edge", "--bias=pull-up", "--line-buffered", "--format=%o", c.name}
	for _, l := range line {
		args = append(args, fmt.Sprint(l))
	}
	gpiomon := exec.Command("/bin/gpiomon", args...)
	gpiomon.Stderr = os.Stderr
	out, err := gpiomon.StdoutPipe()
	if err != nil {
		c.Fatal(err)
	}
	if err := gpiomon.Start(); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() {
		gpiomon.Process.Kill()
		gpiomon.Wait()
	})
	go func() {
		level := gpio.Low
		for lines := bufio.NewScanner(out); lines.Scan(); {
			at := hw.Clock{}.Now()
			var offset int
			fmt.Sscan(lines.Text(), &offset)
			level = !level
			if err := lamp.Out(level); err != nil {
				c.Error(err)
			}
			presses <- pressed{button: hw.Button(slices.Index(line, offset) + 1), at: at, lit: hw.Clock{}.Now()}
		}
	}()
}

// asSorted is what whoever knows the kernel's stamps does: all lines in one request, a lamp at each edge, and the times
// as they are, to be sorted. It knows of no interference, no bounce and no loss.
func asSorted(c *chip, line []int, lamp gpio.PinIO, presses chan<- pressed) {
	level := gpio.Low
	lines, err := gpiocdev.RequestLines(c.name, line, gpiocdev.WithPullUp, gpiocdev.WithFallingEdge,
		gpiocdev.WithEventHandler(func(e gpiocdev.LineEvent) {
			level = !level
			if err := lamp.Out(level); err != nil {
				c.Error(err)
			}
			presses <- pressed{button: hw.Button(slices.Index(line, e.Offset) + 1), at: e.Timestamp, lit: hw.Clock{}.Now()}
		}))
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { lines.Close() })
}

// asBareLoop is the least that can be done: read an edge, switch the lamp, by two system calls. It is the floor.
func asBareLoop(c *chip, line []int, lamp gpio.PinIO, presses chan<- pressed) {
	device, err := os.Open("/dev/" + c.name)
	if err != nil {
		c.Fatal(err)
	}
	defer device.Close()
	in := uapi.LineRequest{Lines: uint32(len(line)), Config: uapi.LineConfig{
		Flags: uapi.LineFlagV2Input | uapi.LineFlagV2BiasPullUp | uapi.LineFlagV2EdgeFalling}}
	for i, l := range line {
		in.Offsets[i] = uint32(l)
	}
	var number int
	fmt.Sscanf(lamp.Name(), "GPIO%d", &number)
	out := uapi.LineRequest{Lines: 1, Config: uapi.LineConfig{Flags: uapi.LineFlagV2Output}}
	out.Offsets[0] = uint32(number)
	for _, request := range []*uapi.LineRequest{&in, &out} {
		if err := uapi.GetLine(device.Fd(), request); err != nil {
			c.Fatal(err)
		}
	}
	go func() {
		for level := 1; ; level = 1 - level { // until the process ends
			e, err := uapi.ReadLineEvent(uintptr(in.Fd))
			if err != nil {
				return
			}
			values := uapi.LineValues{Mask: 1, Bits: uapi.LineBitmap(level)}
			if err := uapi.SetLineValuesV2(uintptr(out.Fd), values); err != nil {
				return
			}
			presses <- pressed{button: hw.Button(slices.Index(line, int(e.Offset)) + 1), at: time.Duration(e.Timestamp), lit: hw.Clock{}.Now()}
		}
	}()
}

// end is closed when the test ends.
func (c *chip) end() <-chan struct{} {
	end := make(chan struct{})
	c.Cleanup(func() { close(end) })
	return end
}

// all takes the presses of the last while.
func (w *way) all() (all []pressed) {
	for {
		select {
		case p := <-w.presses:
			all = append(all, p)
		case <-time.After(15 * time.Millisecond):
			return all
		}
	}
}

// race plays one heat on each pair of the way's buttons. Its contacts don't bounce: most ways would take that for presses.
func (w *way) race(c *chip, random *rand.Rand, loaded bool) {
	plan, heats := heats(random, w.line, gaps)
	w.all()
	made := c.play(plan)
	at := map[hw.Button]time.Duration{}
	lost := false
	for _, p := range w.all() {
		lost = lost || p.lost > 0
		if first, pressed := at[p.button]; !pressed || p.at < first {
			at[p.button] = p.at
		}
	}
	tie := race.DefaultLimits().Tie
	for _, h := range heats {
		r := w.results[loaded][h.gap]
		r.heats++
		first, here := at[h.first]
		second, there := at[h.second]
		switch {
		case lost:
			r.void++
			continue
		case !here || !there || second <= first:
			r.wrongOrder++
		}
		switch {
		case here && there && (second-first).Abs() < tie && h.apart(made) < tie:
			r.deadHeat++
		case !here || !there || second-first < tie:
			r.wrong++
		}
	}
}

// press measures from before the switch closes to after the lamp is switched.
func (w *way) press(c *chip, random *rand.Rand, loaded bool) {
	w.all()
	line := w.line[random.IntN(len(w.line))]
	made := c.play([]move{{at: upTo(random, 2*time.Millisecond), line: line, closed: true}})
	all := w.all()
	c.play([]move{{line: line}})
	if len(all) == 1 && all[0].lost == 0 {
		w.latency[loaded] = append(w.latency[loaded], all[0].lit-made[0].from-w.settle)
	}
}

// BenchmarkFairness compares ways to read buttons, side by side, on the idle machine and under full load,
// prints what the README shows, and holds the way to the lamp against the floor. An operation is a race on each of four pairs of buttons, in every way.
func BenchmarkFairness(b *testing.B) {
	c := newChip(b)
	if _, err := host.Init(); err != nil {
		b.Fatal(err)
	}
	ways := ways()
	for _, w := range ways {
		w.open(c, w.line, gpioreg.ByName(fmt.Sprintf("GPIO%d", w.lamp)), w.presses)
	}
	random := rand.New(rand.NewPCG(1, 1))
	rounds := 0
	round := func(loaded bool) {
		for _, w := range ways {
			if w.name != "bare loop" {
				w.race(c, random, loaded)
			}
			w.press(c, random, loaded)
		}
	}
	for b.Loop() {
		round(false)
		rounds++
	}
	b.StopTimer()
	load(b)
	for range rounds {
		round(true)
	}
	fmt.Print(tables(ways))
	for _, loaded := range []bool{false, true} {
		ours, floor := median(ways[0].latency[loaded]), median(ways[len(ways)-1].latency[loaded])
		if 2*ours > 3*floor {
			b.Errorf("%s: press to lamp takes %v, more than one and a half of the bare loop's %v", machine(loaded), ours, floor)
		}
	}
}

// median of some times, or 0.
func median(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(all))[len(all)/2]
}

func tables(ways []*way) string {
	var out strings.Builder
	perMille := func(n, of int) string { return fmt.Sprintf("%.0f", 1000*float64(n)/float64(max(1, of))) }
	fmt.Fprintf(&out, "\n| per 1000 races | machine |  | %v | %v | %v | %v |\n|---|---|---|--:|--:|--:|--:|\n", gaps[0], gaps[1], gaps[2], gaps[3])
	for _, w := range ways {
		for _, loaded := range []bool{false, true} {
			if w.name == "bare loop" {
				continue
			}
			row := func(what string, count func(r *result) int) {
				fmt.Fprintf(&out, "| %s | %s | %s |", w.name, machine(loaded), what)
				for _, gap := range gaps {
					r := w.results[loaded][gap]
					fmt.Fprintf(&out, " %s |", perMille(count(r), r.heats))
				}
				out.WriteByte('\n')
			}
			row("wrong order", func(r *result) int { return r.wrongOrder })
			row("wrong verdict", func(r *result) int { return r.wrong })
			row("dead heat", func(r *result) int { return r.deadHeat })
			row("void", func(r *result) int { return r.void })
		}
	}
	fmt.Fprintf(&out, "\n| press to lamp | machine | median | 99 of 100 | presses |\n|---|---|--:|--:|--:|\n")
	for _, w := range ways {
		for _, loaded := range []bool{false, true} {
			l := slices.Sorted(slices.Values(w.latency[loaded]))
			if len(l) == 0 {
				continue
			}
			at := func(percent int) time.Duration { return l[len(l)*percent/100].Round(10 * time.Microsecond) }
			fmt.Fprintf(&out, "| %s | %s | %v | %v | %d |\n", w.name, machine(loaded), at(50), at(99), len(l))
		}
	}
	return out.String()
}

func machine(loaded bool) string {
	if loaded {
		return "loaded"
	}
	return "idle"
}
