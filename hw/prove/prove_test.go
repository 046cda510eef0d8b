package prove

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"arbitre/hw"
)

const µs = time.Microsecond

// late is the mean lateness of an interrupt.
const late = 8 * µs

// pulses returns pulses of three buttons whose interrupts are late by an exponential distribution,
// the third by a bias more.
func pulses(n int, bias time.Duration) (all []Pulse) {
	random := rand.New(rand.NewPCG(7, 7))
	for i := range n {
		at := time.Duration(i)*time.Second + time.Hour
		touches := map[hw.Button]time.Duration{}
		for b := hw.Button(1); b <= 3; b++ {
			touches[b] = at + time.Duration(random.ExpFloat64()*float64(late))
		}
		touches[3] += bias
		all = append(all, Pulse{Touches: touches, Tied: []hw.Button{1, 2, 3}})
	}
	return all
}

// judge judges pulses by a tie window of a millisecond.
func judge(all []Pulse) Report {
	return must(Judge(all, time.Millisecond))
}

// counts checks how many pulses were what, and the verdict.
func counts(t *testing.T, r Report, deadHeats, decided, void int, fair bool) {
	t.Helper()
	got, want := [...]int{r.DeadHeats, r.Decided, r.Void}, [...]int{deadHeats, decided, void}
	if got != want || r.Fair() != fair {
		t.Errorf("dead heats, decided and void: got %v, fair %v; want %v, fair %v", got, r.Fair(), want, fair)
	}
}

func TestAFairBox(t *testing.T) {
	r := judge(pulses(10_000, 0))
	counts(t, r, 10_000, 0, 0, true)
	if len(r.Pairs) != 3 {
		t.Fatalf("%d pairs, want 3", len(r.Pairs))
	}
	// The standard deviation of an exponential distribution is its mean, here 8 µs; that of a
	// difference of two is √2 times as much.
	spread := late.Seconds() * 1e6 * math.Sqrt2
	for _, p := range r.Pairs {
		if p.Low > 0 || p.High < 0 || p.High-p.Low > 1 {
			t.Errorf("bias from %v to %v µs, want around 0 and within 1 µs", p.Low, p.High)
		}
		if p.P < 0.5 || p.Biased() {
			t.Errorf("p = %v, biased %v; want at least 0.5", p.P, p.Biased())
		}
		if math.Abs(p.Spread-spread) > 0.5 {
			t.Errorf("spread %v µs, want %v", p.Spread, spread)
		}
	}
}

func TestABiasIsFound(t *testing.T) {
	r := judge(pulses(100, 50*µs))
	counts(t, r, 100, 0, 0, false)
	for _, p := range r.Pairs {
		if got, want := p.Biased(), p.Second == 3; got != want {
			t.Errorf("buttons %d and %d: biased %v, want %v", p.First, p.Second, got, want)
		}
		if p.Biased() && (p.Low > 50 || p.High < 50) {
			t.Errorf("bias from %v to %v µs, want around 50", p.Low, p.High)
		}
	}
}

// Chips serve lines that move at once one after the other: 20 µs for each line before the last are
// allowed.
func TestASmallBiasIsAllowed(t *testing.T) {
	r := judge(pulses(10_000, 35*µs))
	counts(t, r, 10_000, 0, 0, true)
	if r.Allowed != 40 {
		t.Errorf("%v µs are allowed, want 40", r.Allowed)
	}
}

func TestPulsesOfWhichSomethingIsMissingAreVoid(t *testing.T) {
	all := pulses(1000, 0)
	all[10].Void = true
	all[20].Touches = map[hw.Button]time.Duration{1: time.Hour}
	counts(t, judge(all), 998, 0, 2, true)
}

func TestOneDecidedPulseIsUnfair(t *testing.T) {
	all := pulses(1000, 0)
	all[30].Tied = nil
	counts(t, judge(all), 999, 1, 0, false)
}

func TestAWireThatReachesOneLineProvesNothing(t *testing.T) {
	all := pulses(10, 0)
	for _, p := range all {
		delete(p.Touches, 2)
		delete(p.Touches, 3)
	}
	if _, err := Judge(all, time.Millisecond); err == nil {
		t.Error("it is judged")
	}
}
