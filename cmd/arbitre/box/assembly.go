package box

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/sounds"
	"arbitre/systemd"
)

// An assembly is the parts that one run of a box has so far. Each method makes some of them, and
// notes what ends them.
type assembly struct {
	box      Box
	config   config.Config
	service  Service
	book     *results.Book
	surfaces []surface         // the pages and the broker, if they are there
	answers  chan shown.Answer // of both
	claims   chan shown.Claim  // of the pages
	renamed  chan struct{}
	members  atomic.Pointer[[]string] // of the club, as its broker has told last
	wifi     bool                     // the box can have a Wi-Fi of its own
	joined   context.Context          // ends when the box has joined a home's network
	join     context.CancelFunc

	beside  context.Context // of the goroutines that work beside the referee
	end     context.CancelFunc
	working sync.WaitGroup
	parts
}

func newAssembly(b Box, c config.Config, s Service) *assembly {
	a := &assembly{box: b, config: c, service: s, renamed: make(chan struct{}, 1),
		answers: make(chan shown.Answer), claims: make(chan shown.Claim)}
	a.beside, a.end = context.WithCancel(context.Background())
	a.joined, a.join = context.WithCancel(a.beside)
	return a
}

// close ends the goroutines, and then the parts that they use, the last first.
func (a *assembly) close() {
	a.end()
	a.working.Wait()
	a.parts.close()
}

// Parts are open, and have what closes them.
type parts []func()

func (p *parts) onClose(part func()) { *p = append(*p, part) }

// close closes the parts, the last that was opened first.
func (p parts) close() {
	for _, part := range slices.Backward(p) {
		part()
	}
}

// clock gives the box the kernel's clock and alarm unless it has a clock, and returns its alarm.
func (a *assembly) clock() (referee.Alarm, error) {
	if a.box.Clock != nil {
		return a.box.Alarm, nil
	}
	alarm, err := hw.NewAlarm()
	if err != nil {
		return nil, err
	}
	a.onClose(func() { alarm.Close() })
	a.box.Clock, a.box.Machine = hw.Now, MachineClock()
	return alarm, nil
}

// houseRules returns how the house wants each game played. A game begins with the race limits that
// are known at that time.
func (a *assembly) houseRules() (map[string]match.HouseRules, error) {
	tie := func() time.Duration { return a.config.Race.Tie }
	if a.config.Race.Tie == config.Auto {
		tie = measureTie(a.beside, a.working.Go, a.service.Log, wakeups)
	}
	rules, found, wrong := readHouseRules(a.service.Rules, a.config, a.limits(tie))
	if err := config.Refusal(wrong); err != nil {
		return nil, config.Wrong(err)
	}
	for _, list := range found {
		a.service.Log.Info("a word list is read: " + list)
	}
	language, err := wording.ParseLanguage(a.config.Language)
	for _, r := range a.service.Rules {
		if h := rules[r.Name]; r.List != nil && h.Fitting == nil && err == nil {
			own, _ := r.List(strings.NewReader(ownWords(a.service.Phrases, language))) // bots without words use any letters
			h.Fitting = own.Fitting
			rules[r.Name] = h
		}
	}
	return rules, err
}

// openBook opens the results of the games in the folder of journals.
func (a *assembly) openBook() {
	failed := a.service.Health.Of("results", games.Text{})
	a.book = results.Open(a.config.Journals, a.service.Rules, a.box.Machine, failed, func() {
		a.refresh()
		select {
		case a.renamed <- struct{}{}:
		default: // the referee will read the newest anyway
		}
	})
	a.onClose(a.book.Close)
}

// refresh has all surfaces show the newest results and names.
func (a *assembly) refresh() {
	for _, one := range a.surfaces {
		one.Refresh()
	}
}

// ready notifies systemd that the table is open, and only then reads the results: the table must
// not wait for them.
func (a *assembly) ready() {
	a.service.Supervisor.Status(statusLine(a.service.Health.Parts()))
	a.service.Supervisor.Ready()
	a.book.Look()
}

// lamps returns the lamps. As with all that people see and hear, Health names one that fails, and the
// game goes on without it.
func (a *assembly) lamps() *hw.Lamps {
	lamps := hw.NewLamps(a.box.Lamps, func(lamp hw.Button, err error) { lampReport(a.service.Health, lamp)(err) })
	a.onClose(lamps.Close)
	return lamps
}

// sounds returns what plays a cue on everything that sounds, what sets how loud that is, and what has the
// loudspeaker say something at once, nil if there is none.
func (a *assembly) sounds() (play func(games.Cue), setVolume func(percent int), command func(shown.Command)) {
	var players []func(games.Cue)
	var volumes []func(percent int)
	if a.box.Buzzer != nil {
		failed := a.service.Health.Of("buzzer", games.Text{Word: "no_buzzer"})
		buzzer := hw.NewBuzzer(a.box.Buzzer, a.config.Buzzer.Kind == "active", failed)
		a.onClose(buzzer.Close)
		players = append(players, func(cue games.Cue) { buzzer.Play(sounds.Tune(cue)) })
		volumes = append(volumes, buzzer.SetVolume)
	}
	if a.config.Speaker.Enabled {
		speaker := newSpeaker(a.config.Speaker.Folder, a.config.Speaker.Card, a.service)
		a.onClose(func() { speaker.Close() })
		players = append(players, speaker.Play)
		volumes = append(volumes, speaker.SetVolume)
		command = a.voice(speaker)
	}
	play = func(cue games.Cue) {
		for _, play := range players {
			play(cue)
		}
	}
	setVolume = func(percent int) {
		for _, set := range volumes {
			set(percent)
		}
	}
	return play, setVolume, command
}

// displays returns what shows a picture to the judge, and what shows one to all, nil if nothing does.
func (a *assembly) displays() (judge, public func(referee.Picture)) {
	judge = func(referee.Picture) {}
	if a.box.Panel != nil {
		failed := a.service.Health.Of("display", games.Text{Word: "no_display"})
		judge = a.screen(a.box.Panel, failed, sync.OnceFunc(a.ready))
		if show := judge; a.box.Told != nil {
			judge = func(p referee.Picture) { a.box.Told(p); show(p) }
		}
	}
	if a.box.Public != nil {
		failed := a.service.Health.Of("display for all", games.Text{Word: "no_public"})
		public = a.screen(a.box.Public, failed, func() {})
	}
	return judge, public
}

// screen draws on a panel, in a goroutine. Tried is called after each picture that it has tried to
// draw.
func (a *assembly) screen(panel Panel, failed func(error), tried func()) (show func(referee.Picture)) {
	drawn := newScreen(a.service.Phrases, panel, failed, tried)
	a.working.Go(func() { drawn.run(a.beside) })
	return drawn.show
}

// show returns what shows a state on all surfaces; nil if there are none.
func (a *assembly) show() func(shown.State) {
	if len(a.surfaces) == 0 {
		return nil
	}
	return func(state shown.State) {
		for _, one := range a.surfaces {
			one.Show(state)
		}
	}
}

// options returns what the referee gets.
func (a *assembly) options(l wording.Language, houseRules map[string]match.HouseRules, pages referee.Pages) referee.Options {
	b, s := &a.box, a.service
	o := referee.Options{
		Box: layers.Box{
			Rules: s.Rules, Seats: b.Seats, Phrases: s.Phrases, Virtual: b.Virtual, Learns: b.Learns,
			PageIsDisplay: b.Panel == nil && pages != nil, Version: s.shortVersion(),
		},
		Config:     a.config,
		Learn:      b.Learn,
		HouseRules: houseRules,
		Seed:       b.Seed,
		Bots:       b.Bots,
		Playing:    b.Playing,
		Language:   l,
		Keep:       s.keep,
		Folder:     s.Folder,
		Began:      a.book.Began,
		PutAway:    a.book.Ended,
		Counts:     results.Counts,
		SetCounts:  a.book.SetCounts,
		Today:      a.book.Today,
		Sitters:    a.book.Sitters,
		Sit:        a.book.Sit,
		Contacts:   a.contacts(),
		Down:       b.down,
		Pages:      pages,
		Show:       a.show(),
		Health:     s.Health,
		Log:        s.Log,
		PowerOff:   func() error { return powerOff(s.Runtime) },
		Updates:    updates{systemd.Updates{StatusFolder: toldOfUpdates, Runtime: s.Runtime}},
		Networked:  a.networked,
	}
	if a.wifi {
		o.Wifi, o.Joined = s.Wifi, a.join
	}
	return o
}
