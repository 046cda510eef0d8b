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

// A loop runs a referee on its devices.
type loop struct {
	Devices
	r        *Referee
	outcomes <-chan shown.Outcome // of invitations; nil without pages
	wifis    <-chan wifi.State    // nil without a Wi-Fi of the box's own
	arrived  *arrivals
	handle   func(hw.Event) // of the referee
	beat     time.Duration  // when the loop last gave a sign that it runs
	last     Frame          // that was shown
}

// Run referees until the context ends, or until a new configuration takes effect, which it returns.
// An unfinished game stays in its journal and can be resumed.
func (r *Referee) Run(ctx context.Context, d Devices) (next *config.Config) {
	l := loop{
		Devices: d, r: r, beat: -d.HeartbeatEvery,
		arrived: newArrivals(r.stack.Contacts, d.Clock, d.CatchUp), handle: r.handle,
	}
	if r.stack.Pages != nil {
		l.outcomes = r.stack.Pages.Outcomes()
	}
	if r.stack.Wifi != nil {
		l.wifis = r.stack.Wifi.Changes()
	}
	if l.Alarm == nil {
		l.Alarm = timer{time.NewTimer(0), d.Clock}
	}
	defer l.Alarm.Stop()
	for {
		f := l.update()
		if f.Next != nil {
			return f.Next
		}
		l.setAlarm(f)
		if !l.receive(ctx) {
			return nil
		}
		a, acts := r.stack.botsMove(d.Clock(), l.arrived.add)
		l.catchUp()
		if acts {
			r.changed = true
			r.exec.botActs(a)
		}
	}
}

// catchUp handles all that has come before now.
func (l *loop) catchUp() { l.r.stack.now = max(l.r.stack.now, l.arrived.take(l.handle)) }

// update fires what is due and shows what has changed.
func (l *loop) update() Frame {
	r := l.r
	r.elapse(r.stack.now)
	if r.news() {
		l.light()
	}
	f := r.frame()
	if f.Changed {
		l.show(f)
		l.last = f
		if m := r.stack.match; m != nil && m.Bots() != nil {
			m.Bots().Think(r.stack.gameTime()) // no press waits for that before its lamp
		}
	}
	if now := r.stack.now; l.HeartbeatEvery > 0 && now >= l.beat+l.HeartbeatEvery/2 {
		l.beat = now
		l.Heartbeat()
	}
	return f
}

// breath is how long to wait for older edges that may still be in transit, before an event is
// handled or a deadline fires.
const breath = 200 * time.Microsecond

// setAlarm has the loop wake up when something is next due by itself.
func (l *loop) setAlarm(f Frame) {
	wake, wakes := layers.Earliest(
		func() (time.Duration, bool) { return f.Wake, f.Wakes },
		l.r.stack.botsDue,
		func() (time.Duration, bool) { return l.beat + l.HeartbeatEvery/2, l.HeartbeatEvery > 0 },
		func() (time.Duration, bool) { return l.Clock() + hw.LookAgain, l.arrived.behind })
	switch {
	case wakes && wake <= l.r.stack.now:
		l.Alarm.Set(0)
	case len(l.arrived.waiting) > 0: // all sources may soon be known up to these events
		l.Alarm.Set(l.Clock() + breath)
	case wakes:
		l.Alarm.Set(max(wake, l.Clock()+breath))
	default:
		l.Alarm.Stop()
	}
}

// receive waits for the alarm or for whatever comes first, and handles that. It returns false once the
// context has ended.
func (l *loop) receive(ctx context.Context) bool {
	r := l.r
	select {
	case <-ctx.Done():
		return false
	case e := <-l.Events:
		l.arrived.add(e)
	case e := <-l.Plugged:
		l.arrived.add(e)
	case e := <-l.Typed:
		e.NoBounce = true
		l.arrived.add(e)
	case a := <-l.Answers:
		l.catchUp() // presses that came before the answer count first
		r.answer(a)
	case o := <-l.outcomes:
		r.invited(o)
	case c := <-l.Claims:
		l.catchUp() // a press that came before is no claim's
		r.claim(c)
	case <-l.Renamed:
		r.renamed()
	case s := <-l.wifis:
		r.wifiIs(s)
	case c := <-l.Reload:
		r.reload(c)
	case <-r.stack.Health.Changes():
		l.Status(r.stack.Health.Parts())
		r.changed = true
	case <-l.Alarm.Rings():
	}
	return true
}

// light sets the lamps before anything else is shown, and lights lamps before it darkens others. A
// lamp only says that a press was seen, so it comes before the journal. But a decision is on the
// disk before it is shown.
func (l *loop) light() {
	r := l.r
	m := r.stack.match
	if m != nil && m.Record.Decided() {
		m.Record.Write()
	}
	lamps := r.stack.lamps(r.look().Dim)
	for _, dark := range []bool{false, true} {
		for i, light := range lamps {
			if (light == hw.Dark) == dark {
				l.Lamp(hw.Button(r.stack.Seats[i]), light)
			}
		}
	}
	if m != nil {
		m.Record.Write()
	}
}

// show passes a frame to the devices; a picture only if it differs from the last one.
func (l *loop) show(f Frame) {
	r, last := l.r, l.last
	if l.Volume != nil && (!last.Changed || f.Volume != last.Volume) {
		l.Volume(f.Volume)
	}
	for _, cue := range f.Cues {
		l.Play(cue)
	}
	if !last.Changed || !f.Judge.Same(last.Judge) {
		l.Judge(f.Judge)
	}
	if l.Public != nil && (!last.Changed || !f.Public.Same(last.Public)) {
		l.Public(f.Public)
	}
	if r.stack.Show != nil {
		r.stack.Show(f.Pages)
	}
	if f.Command != 0 && l.Command != nil {
		l.Command(f.Command)
	}
	if f.Done != nil {
		f.Done()
	}
	for _, news := range f.Facts {
		if l.Told != nil && r.stack.match != nil {
			l.Told(r.stack.match.Kernel(news.At), news.Fact)
		}
		if line, err := json.Marshal(news.Fact); err == nil {
			r.stack.Log.Info("fact", "fact", string(line))
		}
	}
}
