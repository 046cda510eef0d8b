// Package prove measures whether the box favours a seat: one wire pulls several lines to ground at
// once, so that any difference between them is the box's own.
package prove

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"arbitre/hw"
)

// A Pulse is what the box saw of one pulse on the wire, and its verdict.
type Pulse struct {
	Touches map[hw.Button]time.Duration // when each button was touched; without those that were not
	Tied    []hw.Button                 // that are a dead heat
	Void    bool                        // edges were lost
}

// A Report is the result of all pulses.
type Report struct {
	Pulses    int           `json:"pulses"`
	Tie       time.Duration `json:"tie_ns"`
	Buttons   []hw.Button   `json:"buttons"`    // that have the wire
	DeadHeats int           `json:"dead_heats"` // pulses without a winner
	Decided   int           `json:"decided"`    // pulses with a winner
	Void      int           `json:"void"`       // pulses with edges or touches missing
	Allowed   float64       `json:"allowed_us"` // the bias that a pair may have
	Pairs     []Pair        `json:"pairs"`
}

// A Pair says by how much the second of two buttons is later than the first, in µs.
type Pair struct {
	First  hw.Button `json:"first"`
	Second hw.Button `json:"second"`
	Bias   float64   `json:"bias_us"` // on average
	Low    float64   `json:"low_us"`  // with a confidence of 95 in 100 it is from here
	High   float64   `json:"high_us"` // to here
	Spread float64   `json:"spread_us"`
	Most   float64   `json:"most_us"` // the greatest difference
	P      float64   `json:"p"`       // the probability of such a bias if the true one were no more than allowed
}

// allowed is the bias that decides nothing, in µs: a tenth of the shortest tie window there is.
// Some of it every chip has, for it serves lines that move at once one after the other; so it is
// allowed for each line before the last.
const allowed = 20.0

// maxFalseAlarm is the probability with which chance alone may call a fair box unfair.
const maxFalseAlarm = 1e-6

// Biased reports whether the bias is more than allowed, and not by chance.
func (p Pair) Biased() bool { return p.P < maxFalseAlarm }

// Fair reports whether every pulse was a dead heat, apart from at most 1 in 100 that are void, and no
// pair is biased.
func (r Report) Fair() bool {
	return r.DeadHeats > 0 && r.Decided == 0 && 100*r.Void <= r.Pulses && !slices.ContainsFunc(r.Pairs, Pair.Biased)
}

// Judge evaluates pulses for the buttons that have the wire, which are those touched by more than
// half of the pulses.
func Judge(all []Pulse, tie time.Duration) (Report, error) {
	r := Report{Pulses: len(all), Tie: tie, Buttons: []hw.Button{}, Pairs: []Pair{}}
	took := map[hw.Button]int{}
	for _, p := range all {
		for b := range p.Touches {
			took[b]++
		}
	}
	for b, n := range took {
		if 2*n > len(all) {
			r.Buttons = append(r.Buttons, b)
		}
	}
	slices.SortFunc(r.Buttons, cmp.Compare[hw.Button])
	if len(r.Buttons) < 2 {
		return r, fmt.Errorf("the wire reaches %d of the seats' lines; it takes two", len(r.Buttons))
	}
	var known []Pulse
	for _, p := range all {
		missed := func(b hw.Button) bool { _, touched := p.Touches[b]; return !touched }
		untied := func(b hw.Button) bool { return !slices.Contains(p.Tied, b) }
		switch {
		case p.Void || slices.ContainsFunc(r.Buttons, missed):
			r.Void++
			continue
		case slices.ContainsFunc(r.Buttons, untied):
			r.Decided++
		default:
			r.DeadHeats++
		}
		known = append(known, p)
	}
	r.Allowed = allowed * float64(len(r.Buttons)-1)
	for i, first := range r.Buttons {
		for _, second := range r.Buttons[i+1:] {
			r.Pairs = append(r.Pairs, pairOf(first, second, known, r.Allowed))
		}
	}
	return r, nil
}

// pairOf judges by the mean difference, which is as good as normally distributed over many pulses.
func pairOf(first, second hw.Button, pulses []Pulse, allowed float64) Pair {
	p := Pair{First: first, Second: second, P: 1}
	n := float64(len(pulses))
	if n < 2 {
		return p
	}
	var apart []float64 // in µs
	for _, pulse := range pulses {
		d := micros(pulse.Touches[second] - pulse.Touches[first])
		apart = append(apart, d)
		p.Bias += d / n
		p.Most = max(p.Most, math.Abs(d))
	}
	squares := 0.0
	for _, d := range apart {
		squares += (d - p.Bias) * (d - p.Bias)
	}
	p.Spread = math.Sqrt(squares / (n - 1))
	err := max(p.Spread/math.Sqrt(n), 1e-3) // a nanosecond: stamps have no more
	p.Low, p.High = p.Bias-1.96*err, p.Bias+1.96*err
	p.P = math.Erfc((math.Abs(p.Bias)-allowed)/err/math.Sqrt2) / 2
	for _, v := range []*float64{&p.Bias, &p.Low, &p.High, &p.Spread, &p.Most} {
		*v = math.Round(*v*1000) / 1000 // to the nanosecond
	}
	return p
}
