package doctor

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/words"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

const (
	wakes     = 2000             // are measured
	raceEdges = 40               // of buttons are enough: twenty presses
	raceWait  = 30 * time.Second // for them

	// What a configuration may have at most.
	mostTie    = 50 * time.Millisecond
	mostSettle = 100 * time.Millisecond
)

// A raceReport says how well this machine can tell presses apart.
type raceReport struct {
	State state  `json:"state"`
	Says  string `json:"says"`
	Mend  string `json:"mend,omitempty"`

	ClockStep time.Duration `json:"clock_step_ns"`
	Wake      spread        `json:"interrupt_to_thread"`       // of a timer: how late the machine takes an interrupt
	Pipe      spread        `json:"kernel_to_program"`         // of a pipe: how late the program hears of an event
	Edges     *spread       `json:"edge_to_program,omitempty"` // of buttons, from their stamps
	HonestTie time.Duration `json:"honest_tie_ns"`
	Settle    time.Duration `json:"settle_needed_ns"`
}

// A spread is how a number of delays are distributed.
type spread struct {
	Count    int           `json:"count"`
	Median   time.Duration `json:"median_ns"`
	Thousand time.Duration `json:"of_1000_ns"` // 999 of 1000 are no longer
	Most     time.Duration `json:"most_ns"`
}

func spreadOf(delays []time.Duration) spread {
	if len(delays) == 0 {
		return spread{}
	}
	sorted := slices.Sorted(slices.Values(delays))
	at := func(share float64) time.Duration { return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))] }
	return spread{len(sorted), at(0.5), at(0.999), sorted[len(sorted)-1]}
}

// measure measures what can be without a finger, and what presses show if there are buttons and somebody presses them.
func (d *Doctor) measure(ctx context.Context, talk io.Writer) (*raceReport, error) {
	fmt.Fprintln(talk, "\n"+d.Say("Measuring how late this machine notices what happens."))
	r := &raceReport{ClockStep: hw.Clock{}.Step()}
	wake, pipe, err := lateness(ctx)
	if err != nil {
		return nil, err
	}
	r.Wake, r.Pipe = spreadOf(wake), spreadOf(pipe)
	if buttons, failed, _ := d.takeButtons(); failed == "" {
		edges := edgeDelays(ctx, d.Say, buttons, talk)
		buttons.Close()
		if len(edges) > 0 {
			s := spreadOf(edges)
			r.Edges = &s
		}
	} else {
		fmt.Fprintln(talk, d.Say("Without presses: %s", failed))
	}
	r.judge(d.config, d.Say)
	printRace(talk, d.Say, d.config, r)
	return r, nil
}

// lateness has a thread wake by the kernel's timer again and again, before all other programs where that is allowed, and
// write into a pipe, which the program waits for as it waits for edges.
//
// How late the thread is, is how late the machine takes an interrupt, and a little more. So late may be the stamp of an
// edge, which is taken in its interrupt: it can't be asked for otherwise.
func lateness(ctx context.Context) (wake, pipe []time.Duration, err error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	clock := hw.Clock{}
	written := make(chan time.Duration, 1)
	go func() {
		defer out.Close()
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		// Only root may, and the service; others measure the wait for their turn as well.
		_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 10}, 0)
		_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
		for range wakes {
			due := clock.Now() + time.Millisecond
			ts := unix.NsecToTimespec(int64(due))
			for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &ts, nil) == unix.EINTR { // the runtime's signals
			}
			wake = append(wake, clock.Now()-due)
			written <- clock.Now()
			if _, err := out.Write([]byte{0}); err != nil || ctx.Err() != nil {
				return
			}
		}
	}()
	for buffer := make([]byte, 1); ; {
		if n, err := in.Read(buffer); n == 0 || err != nil {
			return wake, pipe, ctx.Err() // the writer has ended, and no longer appends
		}
		pipe = append(pipe, clock.Now()-<-written)
	}
}

// edgeDelays measures how long after its stamp an edge is in the program's hands.
func edgeDelays(ctx context.Context, say words.Say, buttons switches, talk io.Writer) []time.Duration {
	fmt.Fprintln(talk, say("Press any buttons, %d times in all. Nobody presses: it goes on after %.0f seconds.", raceEdges/2, raceWait.Seconds()))
	ctx, cancel := context.WithTimeout(ctx, raceWait)
	defer cancel()
	var delays []time.Duration
	for len(delays) < raceEdges {
		select {
		case e := <-buttons.Events():
			if e.Lost == 0 {
				delays = append(delays, hw.Clock{}.Now()-e.At)
			}
		case <-ctx.Done():
			return delays
		}
	}
	return delays
}

// judge compares what was measured with the configuration.
//
// A tie window is honest if no two stamps can be in the wrong order by that much: it must not be shorter than an
// interrupt may be late, nor than ten steps of the clock. A race must wait longer for late presses than a bouncing
// button takes to be one, and the kernel's thread of its line to be woken. How late the program reads them makes a
// verdict later, never wrong: it decides nothing before it has read all that the kernel has.
func (r *raceReport) judge(c config.Config, say words.Say) {
	r.HonestTie = roundUp(max(r.Wake.Thousand, 10*r.ClockStep))
	r.Settle = c.Contacts().Late() + (r.Wake.Thousand + time.Millisecond - 1).Truncate(time.Millisecond)
	r.State = stateOK
	r.Says = say("presses %s apart are told apart honestly; here %s would be enough", c.Race.Tie, config.Duration{Duration: r.HonestTie})
	switch {
	case r.HonestTie > mostTie || r.Settle > mostSettle:
		r.State = stateWarning
		r.Says = say("no tie window is honest on this machine as it is now: at times it is busy for %s", millis(r.Wake.Thousand))
		r.Mend = say("end what else runs on this machine, then measure again")
	case c.Race.Tie.Duration < r.HonestTie:
		r.State = stateWarning
		r.Says = say("presses %s apart can't be told apart honestly on this machine as it is now", c.Race.Tie)
		r.Mend = say(`[race] tie = "%s" and settle = "%s" in the configuration, or end what else runs on this machine`,
			config.Duration{Duration: r.HonestTie}, config.Duration{Duration: max(r.HonestTie, r.Settle, c.Race.Settle.Duration)})
	case c.Race.Settle.Duration < r.Settle:
		r.State = stateWarning
		r.Says = say("a press may be delivered later than the %s that a race waits", c.Race.Settle)
		r.Mend = say(`[race] settle = "%s" in the configuration`, config.Duration{Duration: r.Settle})
	}
}

// roundUp rounds up to 1, 2 or 5 times a power of ten: more digits would say more than was measured.
func roundUp(d time.Duration) time.Duration {
	if d <= 0 {
		return 0
	}
	power := time.Duration(math.Pow10(int(math.Log10(float64(d)))))
	for _, n := range []time.Duration{1, 2, 5} {
		if d <= n*power {
			return n * power
		}
	}
	return 10 * power
}

func printRace(w io.Writer, say words.Say, c config.Config, r *raceReport) {
	row := func(what string, s spread) {
		fmt.Fprintf(w, "  %-46s %10s %14s %10s\n", what, millis(s.Median), millis(s.Thousand), millis(s.Most))
	}
	fmt.Fprintf(w, "  %-46s %10s %14s %10s\n", "", say("median"), say("999 of 1000"), say("longest"))
	row(say("an interrupt is taken (%d times)", r.Wake.Count), r.Wake)
	row(say("an event reaches the program (%d times)", r.Pipe.Count), r.Pipe)
	if r.Edges != nil {
		row(say("an edge of a button reaches it (%d times)", r.Edges.Count), *r.Edges)
	}
	fmt.Fprintln(w, "  "+say("The clock goes on in steps of %v.", r.ClockStep))
	fmt.Fprintln(w, "  "+say("An honest tie window is at least %s, for so late may the stamp of an edge be; race.tie is %s.",
		config.Duration{Duration: r.HonestTie}, c.Race.Tie))
	fmt.Fprintln(w, "  "+say("A race must wait at least %s for late presses, bouncing ones included; race.settle is %s.",
		config.Duration{Duration: r.Settle}, c.Race.Settle))
	fmt.Fprintln(w, "  "+say("A verdict comes %s after its last press, plus the time in which an edge reaches the program.",
		config.Duration{Duration: c.Race.Settle.Duration + c.Race.Tie.Duration}))
	fmt.Fprintf(w, "%-8s %s  %s\n", say(r.State.label()), say("races"), r.Says)
	if r.Mend != "" {
		fmt.Fprintf(w, "%8s        -> %s\n", "", r.Mend)
	}
}

func millis(d time.Duration) string {
	return fmt.Sprintf("%.3f ms", float64(d)/float64(time.Millisecond))
}
