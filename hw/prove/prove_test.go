package prove

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"arbitre/hw"
)

const µs = time.Microsecond

// pulses are those of three buttons whose interrupts are late by chance, the third by a bias more.
func pulses(n int, bias time.Duration) (all []Pulse) {
	random := rand.New(rand.NewPCG(7, 7))
	for i := range n {
		at := time.Duration(i)*time.Second + time.Hour
		touches := map[hw.Button]time.Duration{}
		for b := hw.Button(1); b <= 3; b++ {
			touches[b] = at + time.Duration(random.ExpFloat64()*float64(8*µs))
		}
		touches[3] += bias
		all = append(all, Pulse{Touches: touches, Tied: []hw.Button{1, 2, 3}})
	}
	return all
}

func TestAFairBox(t *testing.T) {
	r, err := Judge(pulses(10_000, 0), time.Millisecond)
	if err != nil || !r.Fair() || r.DeadHeats != 10_000 || len(r.Pairs) != 3 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, p := range r.Pairs {
		if p.Low > 0 || p.High < 0 || p.High-p.Low > 1 || p.P < 0.5 || math.Abs(p.Spread-11.3) > 0.5 {
			t.Errorf("%+v", p)
		}
	}
}

func TestABiasIsFound(t *testing.T) {
	r, err := Judge(pulses(100, 50*µs), time.Millisecond)
	if err != nil || r.Fair() || r.DeadHeats != 100 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, p := range r.Pairs {
		if biased := p.Second == 3; biased != p.Biased() || biased && (p.P > 1e-6 || p.Low > 50 || p.High < 50) {
			t.Errorf("%+v", p)
		}
	}
	// As much as chips have that serve one line after the other decides nothing.
	if r, _ := Judge(pulses(10_000, 35*µs), time.Millisecond); !r.Fair() || r.Allowed != 40 {
		t.Errorf("%+v", r)
	}
}

func TestWhatIsNotKnown(t *testing.T) {
	all := pulses(1000, 0)
	all[10].Void, all[20].Touches = true, map[hw.Button]time.Duration{1: time.Hour}
	if r, err := Judge(all, time.Millisecond); err != nil || !r.Fair() || r.Void != 2 || r.DeadHeats != 998 {
		t.Errorf("%+v, %v", r, err)
	}
	all[30].Tied = nil
	if r, _ := Judge(all, time.Millisecond); r.Fair() || r.Decided != 1 {
		t.Errorf("one was said to be the first: %+v", r)
	}
	for i := range all {
		delete(all[i].Touches, 2)
		delete(all[i].Touches, 3)
	}
	if _, err := Judge(all, time.Millisecond); err == nil {
		t.Error("a wire that reaches one line proves something")
	}
}
