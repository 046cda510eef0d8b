package referee

import (
	"context"
	"encoding/json"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/hw"
)

// Devices are the inputs and outputs of a referee, real or virtual.
type Devices struct {
	Clock   func() time.Duration // the kernel's clock, which stamps the edges
	Alarm   Alarm                // by that clock; nil for the runtime's timers, which may be a millisecond late
	Events  <-chan hw.Event      // of the buttons
	Plugged <-chan hw.Event      // of buttons on plugged-in devices; nil if there are none
	// CatchUp passes on all button events that are not read yet. It returns the time up to which
	// all events are known.
	CatchUp func(pass func(hw.Event)) time.Duration
	Typed   <-chan hw.Event      // of keyboards; nil if there are none
	Answers <-chan shown.Answer  // of pages and a broker; nil if there are none
	Claims  <-chan shown.Claim   // of names; nil as well
	Reload  <-chan config.Config // configurations that hold from the next game on
	Renamed <-chan struct{}      // who sits where may have changed; nil if it never does

	Lamp    func(hw.Button, hw.Light)
	Play    func(games.Cue)
	Volume  func(percent int)   // how loud that is; nil if it can't be changed
	Command func(shown.Command) // speaks at once; nil if nothing speaks
	Judge   func(Picture)       // shows a picture on the judge's display
	Public  func(Picture)       // shows a picture on the display for all; nil if there is none

	Told           func(at time.Duration, f games.Fact) // called with each fact once it is shown, at kernel time; may be nil
	Heartbeat      func()                               // called as a sign that the loop still runs
	HeartbeatEvery time.Duration                        // longest time between two such signs; 0 if none are needed
	Status         func(broken []string)                // called with the parts that do not work, when they change
}

// An Alarm rings at a time of the clock. After Set or Stop it may still ring once for the old time.
type Alarm interface {
	Set(at time.Duration)
	Stop()
	Rings() <-chan time.Time
}

// A timer is an alarm that uses the runtime's timers.
type timer struct {
	*time.Timer
	clock func() time.Duration
}

func (t timer) Set(at time.Duration)    { t.Reset(max(0, at-t.clock())) }
func (t timer) Stop()                   { t.Timer.Stop() }
func (t timer) Rings() <-chan time.Time { return t.C }

// Run referees until the context ends, or until a new configuration takes effect, which it returns.
// An unfinished game stays in its journal and can be resumed.
func (r *Referee) Run(ctx context.Context, d Devices) (next *config.Config) {
	var outcomes <-chan shown.Outcome
	if r.stack.Pages != nil {
		outcomes = r.stack.Pages.Outcomes()
	}
	var wifis <-chan wifi.State
	if r.stack.Wifi != nil {
		wifis = r.stack.Wifi.Changes()
	}
	arrived, handle := newArrivals(r.stack.Contacts, d.Clock, d.CatchUp), r.Handle
	catchUp := func() { r.stack.now = max(r.stack.now, arrived.take(handle)) }
	beat := -d.HeartbeatEvery
	alarm := d.Alarm
	if alarm == nil {
		alarm = timer{time.NewTimer(0), d.Clock}
	}
	defer alarm.Stop()
	var last Frame
	for {
		r.Elapse(r.stack.now)
		if r.news() {
			d.light(r)
		}
		f := r.Frame()
		if f.Changed {
			d.show(r, f, last)
			last = f
			if m := r.stack.match; m != nil && m.Bots() != nil {
				m.Bots().Think(r.stack.gameTime()) // no press waits for that before its lamp
			}
		}
		if now := r.stack.now; d.HeartbeatEvery > 0 && now >= beat+d.HeartbeatEvery/2 {
			beat = now
			d.Heartbeat()
		}
		if f.Next != nil {
			return f.Next
		}
		wake, wakes := layers.Earliest(
			func() (time.Duration, bool) { return f.Wake, f.Wakes },
			r.stack.botsDue,
			func() (time.Duration, bool) { return beat + d.HeartbeatEvery/2, d.HeartbeatEvery > 0 },
			func() (time.Duration, bool) { return d.Clock() + hw.LookAgain, arrived.behind })
		switch {
		case wakes && wake <= r.stack.now:
			alarm.Set(0)
		case len(arrived.waiting) > 0: // all sources may soon be known up to these events
			alarm.Set(d.Clock() + breath)
		case wakes:
			alarm.Set(max(wake, d.Clock()+breath))
		default:
			alarm.Stop()
		}
		select {
		case <-ctx.Done():
			return nil
		case e := <-d.Events:
			arrived.add(e)
		case e := <-d.Plugged:
			arrived.add(e)
		case e := <-d.Typed:
			e.NoBounce = true
			arrived.add(e)
		case a := <-d.Answers:
			catchUp() // presses that came before the answer count first
			r.Answer(a)
		case o := <-outcomes:
			r.Invited(o)
		case c := <-d.Claims:
			catchUp() // a press that came before is no claim's
			r.Claim(c)
		case <-d.Renamed:
			r.Renamed()
		case s := <-wifis:
			r.WifiIs(s)
		case c := <-d.Reload:
			r.Reload(c)
		case <-r.stack.Health.changed:
			d.Status(r.stack.Health.Parts())
			r.changed = true
		case <-alarm.Rings():
		}
		a, acts := r.stack.botsMove(d.Clock(), arrived.add)
		catchUp()
		if acts {
			r.changed = true
			r.carry.botActs(a)
		}
	}
}

// breath is how long to wait for older edges that may still be in transit, before an event is
// handled or a deadline fires.
const breath = 200 * time.Microsecond

// light sets the lamps before anything else is shown, and lights lamps before it darkens others. A
// lamp only says that a press was seen, so it comes before the journal. But a decision is on the
// disk before it is shown.
func (d Devices) light(r *Referee) {
	m := r.stack.match
	if m != nil && m.Record.Decided() {
		m.Record.Write()
	}
	lamps := r.stack.lamps(r.look().Dim)
	for _, dark := range []bool{false, true} {
		for i, light := range lamps {
			if (light == hw.Dark) == dark {
				d.Lamp(hw.Button(r.stack.Seats[i]), light)
			}
		}
	}
	if m != nil {
		m.Record.Write()
	}
}

// show passes a frame to the devices; a picture only if it differs from the last one.
func (d Devices) show(r *Referee, f, last Frame) {
	if d.Volume != nil && (!last.Changed || f.Volume != last.Volume) {
		d.Volume(f.Volume)
	}
	for _, cue := range f.Cues {
		d.Play(cue)
	}
	if !last.Changed || !f.Judge.Same(last.Judge) {
		d.Judge(f.Judge)
	}
	if d.Public != nil && (!last.Changed || !f.Public.Same(last.Public)) {
		d.Public(f.Public)
	}
	if r.stack.Show != nil {
		r.stack.Show(f.Pages)
	}
	if f.Command != 0 && d.Command != nil {
		d.Command(f.Command)
	}
	if f.Done != nil {
		f.Done()
	}
	for _, news := range f.Facts {
		if d.Told != nil && r.stack.match != nil {
			d.Told(r.stack.match.Kernel(news.At), news.Fact)
		}
		if line, err := json.Marshal(news.Fact); err == nil {
			r.stack.Log.Info("fact", "fact", string(line))
		}
	}
}
