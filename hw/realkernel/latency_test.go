package realkernel

import (
	"testing"
	"time"

	"arbitre/hw/latency"
)

// For how long interrupts are off is found out, however seldom: the chip's timer keeps its processor for 400 µs, of every
// 40 ms.
func TestInterruptsThatAreOff(t *testing.T) {
	const off = 400 * time.Microsecond
	r := newRig(t, 5)
	measure := func() latency.Spread {
		late, err := latency.Interrupts(t.Context(), 300*time.Microsecond, 4000)
		if err != nil {
			t.Fatal(err)
		}
		return latency.SpreadOf(late)
	}
	quiet := measure()
	var plan []motion
	for i := range 50 {
		for at := time.Duration(0); at <= off; at += off / 20 {
			plan = append(plan, motion{at: time.Duration(i)*40*time.Millisecond + at, line: 30, closed: at/(off/20)%2 == 0})
		}
	}
	over := time.Now().Add(plan[len(plan)-1].at)
	r.begin(plan)
	defer func() { time.Sleep(time.Until(over)) }() // else the next test has it as well
	seen := measure()
	t.Logf("interrupts are taken late: %+v, and when they are off: %+v; an honest tie is %v, then %v", quiet, seen,
		latency.Tie(quiet.Most), latency.Tie(seen.Most))
	if quiet.Most > off/2 || seen.Most < off*3/4 || seen.Most > off*3/2 || latency.Tie(seen.Most) != 500*time.Microsecond {
		t.Error("they were off for 400 µs")
	}
}
