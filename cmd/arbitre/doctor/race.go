package doctor

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/words"
	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/latency"
)

const (
	wakes           = 2000                   // are measured
	interrupts      = 16_000                 // as well, on each processor, quiet and busy
	interruptPeriod = 300 * time.Microsecond // beside nothing that the kernel does at regular times
	raceEdges       = 40                     // of buttons are enough: twenty presses
	plugEdges       = 120                    // where devices are to show their spacing
	raceWait        = 30 * time.Second       // for them
)

// A raceReport says how well this machine can tell presses apart.
type raceReport struct {
	verdict

	ClockStep time.Duration   `json:"clock_step_ns"`
	Quiet     *latency.Spread `json:"interrupts_quiet,omitempty"` // how late each was taken, by the kernel itself
	Busy      *latency.Spread `json:"interrupts_busy,omitempty"`  // and while the kernel has much to do
	Wake      latency.Spread  `json:"interrupt_to_thread"`        // how late a thread wakes by a timer: never less
	Pipe      latency.Spread  `json:"kernel_to_program"`          // of a pipe: how late the program hears of an event
	Edges     *latency.Spread `json:"edge_to_program,omitempty"`  // of buttons, from their stamps
	Devices   []spacing       `json:"devices,omitempty"`          // that buttons are on
	HonestTie time.Duration   `json:"honest_tie_ns"`
	Settle    time.Duration   `json:"settle_needed_ns"`

	tie config.Duration // of the configuration, or the honest one where that is auto
}

// measure measures what can be without a finger, and what presses show if there are buttons and somebody presses them.
func (d *Doctor) measure(ctx context.Context, talk io.Writer) (*raceReport, error) {
	fmt.Fprintln(talk, "\n"+d.Say("Measuring how late this machine notices what happens."))
	r := &raceReport{ClockStep: hw.Clock{}.Step()}
	refused := r.interrupts(ctx)
	wake, pipe, err := wakeups(ctx)
	if err != nil {
		return nil, err
	}
	r.Wake, r.Pipe = latency.SpreadOf(wake), latency.SpreadOf(pipe)
	if h, failed, _ := d.takeButtons(talk); failed == "" {
		edges, devices := edgeDelays(ctx, d.Say, h, talk)
		h.close()
		for _, t := range devices {
			r.Devices = append(r.Devices, spacingOf(t))
		}
		if len(edges) > 0 {
			s := latency.SpreadOf(edges)
			r.Edges = &s
		}
	} else {
		fmt.Fprintln(talk, d.Say("Without presses: %s", failed))
	}
	r.judge(d.config, d.Say)
	if printRace(talk, d.Say, d.config, r); refused != nil {
		fmt.Fprintln(talk, "  "+d.Say("The kernel shows root alone when it takes interrupts; so the wait of a thread for its turn is in the figure: sudo arbitre doctor --race"))
	}
	return r, nil
}

// interrupts measures how late they are taken, by the quiet machine and by one whose kernel has much to do.
func (r *raceReport) interrupts(ctx context.Context) (refused error) {
	quiet, err := latency.Interrupts(ctx, interruptPeriod, interrupts)
	if err != nil {
		return err
	}
	rest := latency.Strain()
	busy, err := latency.Interrupts(ctx, interruptPeriod, interrupts)
	rest()
	if err != nil {
		return err
	}
	q, b := latency.SpreadOf(quiet), latency.SpreadOf(busy)
	r.Quiet, r.Busy = &q, &b
	return nil
}

// wakeups measures how late a thread wakes, and how late the program hears of it by a pipe, which it waits for as it
// waits for edges.
func wakeups(ctx context.Context) (wake, pipe []time.Duration, err error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	clock := hw.Clock{}
	written := make(chan time.Duration, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer out.Close()
		wake, err = latency.Wakeups(ctx, wakes, func() error {
			written <- clock.Now()
			_, err := out.Write([]byte{0})
			return err
		})
	}()
	for buffer := make([]byte, 1); ; {
		if n, failed := in.Read(buffer); n == 0 || failed != nil {
			<-done
			return wake, pipe, err
		}
		pipe = append(pipe, clock.Now()-<-written)
	}
}

// A touched device is one whose keys were pressed, with the stamps of all that moved.
type touched struct {
	evdev.Device
	stamps []time.Duration
}

// edgeDelays measures how long after its stamp an edge is in the program's hands, and notes the stamps of each device.
func edgeDelays(ctx context.Context, say words.Say, h *hands, talk io.Writer) (delays []time.Duration, devices []touched) {
	wanted := raceEdges
	if h.presses != nil {
		wanted = plugEdges
	}
	fmt.Fprintln(talk, say("Press any buttons, %d times in all. Nobody presses: it goes on after %.0f seconds.", wanted/2, raceWait.Seconds()))
	if h.presses != nil {
		fmt.Fprintln(talk, say("Of each device, press several at once, so that its stamps show how often it is asked."))
	}
	ctx, cancel := context.WithTimeout(ctx, raceWait)
	defer cancel()
	for len(delays) < wanted {
		select {
		case e := <-h.events:
			if e.Lost == 0 {
				delays = append(delays, hw.Clock{}.Now()-e.At)
			}
		case p := <-h.presses:
			if !h.wanted(p.Device) {
				continue
			}
			delays = append(delays, hw.Clock{}.Now()-p.At)
			i := slices.IndexFunc(devices, func(t touched) bool { return t.Node == p.Device.Node })
			if i < 0 {
				i = len(devices)
				devices = append(devices, touched{Device: p.Device})
			}
			devices[i].stamps = append(devices[i].stamps, p.At)
		case <-ctx.Done():
			return delays, devices
		}
	}
	return delays, devices
}

// judge compares what was measured with the configuration.
//
// A tie window is honest if no two stamps can be in the wrong order by that much: it must not be shorter than an
// interrupt may be late, nor than ten steps of the clock. A race must wait longer for late presses than a bouncing
// button takes to be one, and the kernel's thread of its line to be woken. How late the program reads them makes a
// verdict later, never wrong: it decides nothing before it has read all that the kernel has.
func (r *raceReport) judge(c config.Config, say words.Say) {
	r.HonestTie = latency.Tie(r.late(), 10*r.ClockStep)
	r.Settle = c.Contacts().Late() + (r.Wake.Thousand + time.Millisecond - 1).Truncate(time.Millisecond)
	if r.tie = c.Race.Tie; r.tie.Auto() {
		r.tie.Duration = r.HonestTie
	}
	settle := func(tie time.Duration) config.Duration {
		return config.Duration{Duration: max(tie, r.Settle, c.Race.Settle.Duration)}
	}
	switch needed := (config.Duration{Duration: r.HonestTie}); {
	case r.HonestTie > latency.Most || r.Settle > config.MostSettle:
		r.verdict = verdict{stateWarning, say("no tie window is honest on this machine as it is now: at times it is busy for %s", millis(r.late())),
			say("end what else runs on this machine, then measure again")}
	case r.tie.Duration < r.HonestTie:
		r.verdict = verdict{stateWarning, say("presses %s apart can't be told apart honestly on this machine as it is now", r.tie),
			say(`[race] tie = "%s" and settle = "%s" in the configuration, or end what else runs on this machine`, needed, settle(r.HonestTie))}
	case r.coarsest() > r.tie.Duration:
		tie := r.coarsest().Round(time.Millisecond) + time.Millisecond
		r.verdict = verdict{stateWarning, say("a device is coarser than it says: its presses can't be told apart by less than %s", millis(r.coarsest())),
			say(`[race] tie = "%s" and settle = "%s" in the configuration, or take another device`, config.Duration{Duration: tie}, settle(tie))}
	case c.Race.Settle.Duration < r.Settle:
		r.verdict = verdict{stateWarning, say("a press may be delivered later than the %s that a race waits", c.Race.Settle),
			say(`[race] settle = "%s" in the configuration`, config.Duration{Duration: r.Settle})}
	default:
		r.verdict = verdict{stateOK, say("presses %s apart are told apart honestly; here %s would be enough", r.tie, needed), ""}
	}
}

// coarsest is the longest spacing of a device that is coarser than it says; 0 where none is.
func (r *raceReport) coarsest() (most time.Duration) {
	for _, s := range r.Devices {
		if s.Coarse() {
			most = max(most, s.Seen)
		}
	}
	return most
}

// polled is for how much longer a verdict waits where buttons are polled (RACE-9).
func (r *raceReport) polled() (longest time.Duration) {
	for _, s := range r.Devices {
		longest = max(longest, s.Says)
	}
	return longest
}

// late is how late an interrupt may be taken: the longest that the kernel saw. A thread that woke later may have waited
// for its turn once or twice, on a machine that does not let it go first.
func (r *raceReport) late() time.Duration {
	if r.Quiet == nil {
		return r.Wake.Thousand
	}
	return max(r.Quiet.Most, r.Busy.Most)
}

func printRace(w io.Writer, say words.Say, c config.Config, r *raceReport) {
	row := func(what string, s latency.Spread) {
		fmt.Fprintf(w, "  %-46s %10s %14s %10s\n", what, millis(s.Median), millis(s.Thousand), millis(s.Most))
	}
	fmt.Fprintf(w, "  %-46s %10s %14s %10s\n", "", say("median"), say("999 of 1000"), say("longest"))
	if r.Quiet != nil {
		row(say("an interrupt is taken (%d times)", r.Quiet.Count), *r.Quiet)
		row(say("while the kernel is busy (%d times)", r.Busy.Count), *r.Busy)
	}
	row(say("a thread wakes by a timer (%d times)", r.Wake.Count), r.Wake)
	row(say("an event reaches the program (%d times)", r.Pipe.Count), r.Pipe)
	if r.Edges != nil {
		row(say("an edge of a button reaches it (%d times)", r.Edges.Count), *r.Edges)
	}
	for _, s := range r.Devices {
		fmt.Fprintln(w, "  "+s.told(say))
	}
	if r.Quiet != nil {
		fmt.Fprintln(w, "  "+say("Interrupts are off for at most %s; with a confidence of 95 in 100 that holds but for 1 in %d. What is rarer, and what keeps the chip of the lines from its processor, can't be seen so.",
			millis(r.late()), latency.Spread{Count: r.Quiet.Count + r.Busy.Count}.Rarer()))
	}
	fmt.Fprintln(w, "  "+say("The clock goes on in steps of %v.", r.ClockStep))
	fmt.Fprintln(w, "  "+say("An honest tie window is at least %s, for so late may the stamp of an edge be; race.tie is %s.",
		config.Duration{Duration: r.HonestTie}, c.Race.Tie))
	fmt.Fprintln(w, "  "+say("A race must wait at least %s for late presses, bouncing ones included; race.settle is %s.",
		config.Duration{Duration: r.Settle}, c.Race.Settle))
	fmt.Fprintln(w, "  "+say("A verdict comes %s after its last press, plus the time in which an edge reaches the program.",
		config.Duration{Duration: max(r.tie.Duration, c.Race.Settle.Duration) + r.tie.Duration + r.polled()}))
	fmt.Fprintf(w, "%-8s %s  %s\n", say(r.State.label()), say("races"), r.Says)
	if r.Mend != "" {
		fmt.Fprintf(w, "%8s        -> %s\n", "", r.Mend)
	}
}

func millis(d time.Duration) string {
	return fmt.Sprintf("%.3f ms", float64(d)/float64(time.Millisecond))
}
