package referee

import (
	"reflect"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/hw"
)

// A Frame is what the devices are to do, and when the referee wants to be asked again.
type Frame struct {
	Changed bool       // something has happened since the last frame; else there is nothing to be done
	Decided bool       // it shows an answer or a verdict, which must be on the disk first
	Lamps   []hw.Light // of the seats, in their order
	Judge   Picture    // on the judge's display
	Public  Picture    // on the one for all
	Pages   web.State
	Cues    []games.Cue  // to be heard, in their order
	Facts   []games.Fact // to be logged
	Done    func()       // is called when all is shown, if it is not nil

	Wake  time.Duration  // when the referee is to be asked again, by the kernel's clock
	Wakes bool           // or else only when something happens
	Next  *config.Config // the referee has ended for this configuration; else nil
}

// A Picture is what a display is to show: a scene, or the mark of one that rests.
type Picture struct {
	Scene display.Scene
	Look  display.Look
}

// Same tells whether two pictures can't be told apart.
func (p Picture) Same(other Picture) bool {
	tick, ticks := display.NextTick(p.Scene.View, p.Scene.Now)
	next, also := display.NextTick(other.Scene.View, other.Scene.Now)
	p.Scene.Now = other.Scene.Now
	return tick == next && ticks == also && reflect.DeepEqual(p, other)
}

// Seen applies what is due by now, and is the lamps where they say no more than that a press was seen: those come before
// all else, and before a frame is made. It is nil where nothing has happened, or something was decided.
func (r *Referee) Seen(now time.Duration) []hw.Light {
	look := r.elapse(now)
	if !r.changed || r.match == nil || r.match.decided || r.menu.open != "" {
		return nil
	}
	return r.lamps(r.view(games.Public), look)
}

// Frame applies what is due by now, and tells what is to be seen and heard.
func (r *Referee) Frame(now time.Duration) Frame {
	look := r.elapse(now)
	var f Frame
	if r.changed || look != r.look {
		f = r.draw(look)
	}
	if r.next != nil && r.match == nil {
		f.Next = r.next
	}
	f.Wake, f.Wakes = r.due()
	return f
}

// due is when something happens by itself; on an idle table that is once a minute at most,
// unless hunts take turns there.
func (r *Referee) due() (due time.Duration, ok bool) {
	earlier := func(at time.Duration, is bool) {
		if is && (!ok || at < due) {
			due, ok = at, true
		}
	}
	earlier(r.Contacts.Deadline())
	earlier(r.keys.deadline())
	if r.match != nil {
		earlier(r.match.deadline())
	}
	earlier(r.tick.next, r.tick.runs)
	earlier(r.hunts.next, r.hunts.next > 0)
	if _, next := r.Rest.Look(r.now - r.active); next > 0 {
		earlier(r.active+next, true)
	}
	earlier(r.missed.until, r.missed.edges > 0)
	earlier(r.invited.until, r.invited.to != nil)
	earlier(r.invited.turns, r.invited.takesTurns())
	earlier(r.now+hw.LookAgain, r.racing())
	return due, ok
}

// racing tells whether a race is open.
func (r *Referee) racing() bool {
	return r.match != nil && r.race != nil && r.race.Open
}

// elapse applies what is due by now, the game's deadlines at their own time, and tells how the displays look then.
func (r *Referee) elapse(now time.Duration) display.Look {
	now = max(r.now, now)
	r.now = now
	r.settle(now)
	if r.missed.edges > 0 && now >= r.missed.until {
		r.missed, r.changed = missed{}, true
	}
	if r.invited.to != nil && now >= r.invited.until {
		r.invite()
	}
	if r.invited.takesTurns() && now >= r.invited.turns {
		r.turnAddress(now)
	}
	if r.keys.off(now) {
		r.refuse(r.switchOff())
	}
	if r.tick.runs && now >= r.tick.next || r.hunts.next > 0 && now >= r.hunts.next {
		r.changed = true
	}
	if r.match != nil {
		if at, ok := r.match.deadline(); ok && at <= now {
			r.changed = true
		}
		r.tell(r.match.advance(r.match.at(now)))
		r.checkOver()
		r.giveWay()
	}
	look, _ := r.Rest.Look(r.now - r.active)
	return look
}

// draw makes the frame of the state as it is now.
func (r *Referee) draw(look display.Look) Frame {
	a, v := r.face()
	if a == games.Judge {
		r.uncovered = 0
	}
	if a == games.Judge || v.Asks(menuCover) {
		r.keeper = nil
	}
	if r.match != nil {
		r.told = r.match.view(games.Public).Result
	}
	r.dialogue.Follow(v)
	r.notice(v)
	if r.refused != "" && r.refused != topic(v) {
		r.dialogue.Refuse("") // what was refused is over
		r.refused = ""
	}
	now := r.gameTime()
	r.ticks(v, now)
	shared := r.view(games.Public)
	r.turnHunts(shared, look)
	scene := display.Scene{View: v, Dialogue: r.dialogue, Language: r.language, Now: now, Turn: r.hunts.shown, Invitation: r.invited.to}
	f := Frame{
		Changed: true,
		Lamps:   r.lamps(v, look),
		Judge:   Picture{scene, look},
		Public:  Picture{display.Scene{View: shared, Language: r.language, Now: now, Turn: r.hunts.shown}, look},
		Cues:    r.hearing.take(),
		Facts:   r.facts,
		Done:    r.done,
	}
	if r.match != nil {
		f.Decided = r.match.decided
	}
	if r.Pages != nil {
		f.Pages = web.State{Public: f.Public.Scene.View, Judge: r.onPages(nil), Keeper: r.keeper, Scene: scene, Look: look, Now: now, Holder: games.Seat(max(a, 0)), Seats: r.Seats}
		if r.match != nil {
			f.Pages.Line = r.match.table.Lines()
		}
	}
	r.look, r.race = look, v.Race
	r.changed, r.facts, r.done = false, nil, nil
	return f
}

// lamps are those of the seats.
func (r *Referee) lamps(v games.View, look display.Look) []hw.Light {
	lights := make([]hw.Light, len(r.Seats))
	for i, seat := range r.Seats {
		if at := slices.IndexFunc(v.Seats, func(p games.Place) bool { return p.Seat == seat }); at >= 0 {
			lights[i] = hw.Light(v.Seats[at].Lamp)
		}
		if lights[i] == hw.Blinking && look.Dim {
			lights[i] = hw.Lit // nobody is there to be called
		}
	}
	return lights
}

// A tick is the end of a second of the clock that runs out first.
type tick struct {
	next  time.Duration // by the kernel's clock
	runs  bool
	heard time.Duration // the end, on the game's clock, of the second that was heard last
}

// lastSeconds are those of a clock that can be heard.
const lastSeconds = 3

// ticks notes when the second of a clock ends, and makes the last ones heard, each once.
func (r *Referee) ticks(v games.View, now time.Duration) {
	next, ok := display.NextTick(v, now)
	r.tick.runs = ok && r.match != nil && !r.match.paused
	if !r.tick.runs {
		return
	}
	r.tick.next = next + r.match.zero
	var until time.Duration
	for _, p := range v.Prompts {
		if p.Until > 0 && (until == 0 || p.Until < until) {
			until = p.Until
		}
	}
	if next != r.tick.heard && until-now <= lastSeconds*time.Second && until > now {
		r.tick.heard = next
		r.cue(games.CueTick)
	}
}

// perHunt is how long a display that has room for one of several hunts shows each.
const perHunt = 4 * time.Second

// hunts take turns on a display of 32 rows.
type hunts struct {
	shown  int           // whose turn it is
	next   time.Duration // when the next one's comes, by the kernel's clock; 0 is never
	slates []games.Slate // as they were shown last
}

// turnHunts shows the hunt of which something new is known, or the next where the last had its time.
func (r *Referee) turnHunts(v games.View, look display.Look) {
	n := len(v.Slates)
	if !r.LowDisplay || v.Panel != games.Hunts || n < 2 || look.Mark > 0 {
		r.hunts = hunts{}
		return
	}
	news := slices.IndexFunc(v.Slates, func(s games.Slate) bool {
		return !slices.ContainsFunc(r.hunts.slates, func(was games.Slate) bool { return was.Hunt == s.Hunt && was.Line == s.Line && was.Known == s.Known })
	})
	switch {
	case news >= 0:
		r.hunts = hunts{news, r.now + perHunt, v.Slates}
	case r.now >= r.hunts.next:
		r.hunts.shown, r.hunts.next = (r.hunts.shown+1)%n, r.now+perHunt
	}
}

// view is what an audience sees of the whole box: game or lobby, with the box's own question first.
func (r *Referee) view(a games.Audience) games.View {
	var v games.View
	if r.match != nil {
		v = *r.match.view(a)
		if cover := r.match.table.Rules().Cover; a == games.Judge && cover != nil && !r.house().Reveal {
			v = r.match.table.View(a) // for what is covered there is uncovered in the one that is kept
			cover(&v)
		}
	} else {
		v = r.lobby.view(a)
	}
	if r.match != nil && r.match.paused {
		v = games.View{Game: v.Game, Round: v.Round, Rounds: v.Rounds, Headline: games.Text{Word: "paused"}, Seats: slices.Clone(v.Seats)}
		for i := range v.Seats {
			v.Seats[i].Lamp = games.Dark
		}
	}
	if r.covered(a, v) {
		v = cover(v, games.Seat(a))
	} else if a > 0 {
		v = secret(v, games.Seat(a))
	}
	if r.match != nil && r.match.between() && !r.match.paused {
		v.Lines = slices.Concat([]games.Text{{Word: "between"}}, v.Lines)
	}
	faults := r.Health.texts()
	if r.missed.edges > 0 {
		faults = slices.Insert(faults, 0, games.Text{Word: "edges_lost", Role: games.Fault, Number: r.missed.edges})
	}
	if len(faults) > 0 {
		v.Lines = slices.Concat(faults, v.Lines)
	}
	if a == games.Judge && r.menu.open == menuHelp {
		seats := v.Seats
		v = r.Phrases.Leaflet(v.Game)
		v.Seats = seats
	}
	if a == games.Judge && r.menu.open != "" {
		v.Prompts = []games.Prompt{r.menuPrompt()}
	}
	return v
}
