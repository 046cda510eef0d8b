package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"arbitre/display"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// A referee owns the game, the lobby before it and the questions of the box itself. One goroutine runs it:
// edges and the time come in, everything else is a function of what it then holds.
type referee struct {
	clock  func() time.Duration // the kernel's, that stamps the edges
	events <-chan hw.Event
	down   func() ([]hw.Button, error) // which buttons are down now
	log    *slog.Logger

	shelf   shelf
	today   func() time.Time // for the names of journals
	seed    func() uint64
	seats   []games.Seat  // that have a button
	options []games.Field // that every game is started with
	rest    display.Rest

	show  func(frame)
	lamp  func(hw.Button, hw.Light)
	sound func(games.Cue)

	contacts *hw.Debouncer
	keys     keypad
	dialogue display.Dialogue
	language display.Language

	lobby *lobby // before a game; nil during one
	match *match // nil in the lobby
	desk  string // the question of the box itself that is open, or ""

	faults []string      // words of what everyone should know until it is mended
	active time.Duration // when something last happened
}

// The questions of the box itself. They are no part of a game and stand in no journal.
const (
	deskStop   = "stop"   // what to do with the game: take back, go on, leave
	deskAgain  = "again"  // after a game
	deskResume = "resume" // a journal was not put away
)

// run referees until the context ends. The game's journal is then on the disk, to be resumed.
func (r *referee) run(ctx context.Context) {
	r.open()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		if due, ok := r.deadline(); ok {
			timer.Reset(max(0, due-r.clock()))
		} else {
			timer.Stop()
		}
		select {
		case <-ctx.Done():
			r.close()
			return
		case e := <-r.events:
			r.event(e)
		case <-timer.C:
		}
		r.drain()
		r.elapse(r.clock())
		r.present()
	}
}

func (r *referee) open() {
	r.active = r.clock()
	r.lobby = newLobby(r.seats, nil, r.options)
	if r.shelf.unfinished() != "" {
		r.desk = deskResume
	}
	if down, err := r.down(); err == nil {
		r.contacts.Resync(r.active, down)
	}
	r.present()
}

func (r *referee) close() {
	if r.match == nil {
		return
	}
	if err := r.match.file.Close(); err != nil {
		r.log.Error("journal not closed", "err", err)
	}
}

// drain takes all edges that have been read, so that no deadline is applied before an edge that came before it.
func (r *referee) drain() {
	for {
		select {
		case e := <-r.events:
			r.event(e)
		default:
			return
		}
	}
}

// deadline is when the referee must wake by itself; on an idle table that is once a minute at most.
func (r *referee) deadline() (due time.Duration, ok bool) {
	earlier := func(at time.Duration, is bool) {
		if is && (!ok || at < due) {
			due, ok = at, true
		}
	}
	earlier(r.contacts.Deadline())
	earlier(r.keys.deadline())
	if r.match != nil {
		at, is := r.match.table.Deadline()
		earlier(at+r.match.zero, is)
	}
	if _, next := r.rest.Look(r.clock() - r.active); next > 0 {
		earlier(r.active+next, true)
	}
	return due, ok
}

// elapse applies what is due by now, the game's deadlines at their own time.
func (r *referee) elapse(now time.Duration) {
	for _, e := range r.contacts.Elapse(now) {
		r.edge(e)
	}
	if key, ok := r.keys.elapse(now); ok {
		r.key(key)
	}
	if r.match != nil {
		r.tell(r.match.advance(r.match.at(now)))
		r.mind(r.match.trouble)
	}
}

func (r *referee) event(e hw.Event) {
	if e.Lost > 0 {
		r.lost(e)
		return
	}
	for _, press := range r.contacts.Edge(e.Edge) {
		r.edge(press)
	}
}

// lost tells the game that edges were lost, and looks which buttons are down.
func (r *referee) lost(e hw.Event) {
	r.log.Warn("edges lost", "edges", e.Lost)
	if down, err := r.down(); err == nil {
		r.contacts.Resync(e.At, down)
	}
	if r.match != nil {
		r.play(games.Input{At: r.match.at(e.At), Kind: games.Lost, Edges: e.Lost})
	}
}

// edge takes a press or release.
func (r *referee) edge(e hw.Edge) {
	r.active = max(r.active, e.At)
	seat := games.Seat(e.Button)
	switch {
	case e.Button < 0:
		if key, ok := r.keys.edge(e); ok {
			r.key(key)
		}
	case r.match != nil && slices.Contains(r.match.seats, seat):
		kind := games.Release
		if e.Down {
			kind = games.Press
		}
		if at := r.match.at(e.At); at >= 0 {
			r.play(games.Input{At: at, Kind: kind, Seat: seat})
		}
	case r.lobby != nil && r.desk == "" && e.Down && r.lobby.press(seat):
		r.sound(games.CueJoined)
	}
}

// key takes one of the judge's keys.
func (r *referee) key(k display.Key) {
	r.active = max(r.active, r.clock())
	in, ok := r.dialogue.Press(k, r.gameTime(), r.view(games.Judge))
	switch {
	case !ok:
	case in.Kind == games.Undo:
		r.goBack()
	case r.desk != "":
		r.decide(in.Value.String())
	case r.lobby != nil:
		r.inLobby(in)
	default:
		r.play(in)
	}
}

func (r *referee) gameTime() time.Duration {
	if r.match == nil {
		return 0
	}
	return r.match.at(r.clock())
}

// goBack is what Back does where no question is open that it could leave.
func (r *referee) goBack() {
	switch {
	case r.desk == deskStop:
		r.ask("")
	case r.desk != "":
	case r.lobby != nil:
		r.lobby.back()
	default:
		r.ask(deskStop)
	}
}

func (r *referee) ask(question string) {
	r.desk = question
	r.dialogue = display.Dialogue{}
}

func (r *referee) inLobby(in games.Input) {
	outcome, err := r.lobby.answer(in)
	if err != nil {
		r.refuse(err)
		return
	}
	if l, err := display.ParseLanguage(outcome.language); err == nil {
		r.language = l
	}
	if outcome.start != nil {
		r.begin(*outcome.start)
	}
}

// begin starts a game and its journal.
func (r *referee) begin(start games.Start) {
	start.Seed = r.seed()
	begin, err := rules(start.Game)
	if err != nil {
		r.refuse(err)
		return
	}
	table, facts, err := games.NewTable(begin, start)
	if err != nil {
		r.refuse(err)
		return
	}
	file, err := r.shelf.create(start, r.today())
	if err != nil {
		r.refuse(err)
		return
	}
	r.log.Info("game begins", "game", start.Game, "seats", start.Seats, "journal", file.Path())
	r.enter(&match{table: table, file: file, zero: r.clock(), seats: start.Seats})
	r.tell(facts)
}

// enter leaves the lobby for a game.
func (r *referee) enter(m *match) {
	r.match, r.lobby = m, nil
	r.ask("")
	r.checkOver()
}

// resume goes on with a game that was not put away.
func (r *referee) resume() {
	path := r.shelf.unfinished()
	file, table, err := journal.Resume(path, rules)
	if err != nil {
		r.log.Error("journal can't be resumed; it is set aside", "err", err)
		r.mind(r.shelf.setAside(path))
		r.ask("")
		r.refuse(err)
		return
	}
	r.log.Info("game resumed", "journal", path)
	var seats []games.Seat
	for _, p := range table.View(games.Public).Seats {
		seats = append(seats, p.Seat)
	}
	r.enter(&match{table: table, file: file, zero: r.clock() - table.Now(), seats: seats})
}

// decide takes the answer to a question of the box itself.
func (r *referee) decide(choice string) {
	switch choice {
	case "undo":
		r.ask("")
		r.play(games.Input{At: r.gameTime(), Kind: games.Undo})
	case "continue":
		r.ask("")
	case "resume":
		r.resume()
	case "discard":
		r.mind(r.shelf.putAway(r.shelf.unfinished()))
		r.ask("")
	case "leave":
		r.leave()
	case "same":
		start := r.match.table.Start()
		r.leave()
		r.begin(start)
	}
}

// leave puts the game away.
func (r *referee) leave() {
	joined := r.match.seats
	path := r.match.file.Path()
	r.mind(r.match.file.Close())
	r.mind(r.shelf.putAway(path))
	r.match, r.lobby = nil, newLobby(r.seats, joined, r.options)
	r.ask("")
}

// play gives one input to the game.
func (r *referee) play(in games.Input) {
	facts, err := r.match.apply(in)
	r.tell(facts)
	r.mind(r.match.trouble)
	if err != nil {
		r.refuse(err)
	}
	r.checkOver()
}

// checkOver asks how to go on after a game, and no more if its end is taken back.
func (r *referee) checkOver() {
	over := r.match.table.View(games.Public).Over
	switch {
	case over && r.desk == "":
		r.ask(deskAgain)
	case !over && r.desk == deskAgain:
		r.ask("")
	}
}

// tell makes what happened heard, the weightiest of it, and logs all of it.
func (r *referee) tell(facts []games.Fact) {
	var cue games.Cue
	for _, f := range facts {
		if c := f.Cue(); slices.Index(games.Cues(), c) > slices.Index(games.Cues(), cue) {
			cue = c
		}
		if line, err := json.Marshal(f); err == nil {
			r.log.Info("fact", "fact", string(line))
		}
	}
	if cue != "" {
		r.sound(cue)
	}
}

func (r *referee) refuse(err error) {
	r.log.Warn("refused", "err", err)
	r.dialogue.Refuse(display.Refusal(err, r.language))
	r.sound(games.CueRefused)
}

// mind shows that the journal is in trouble, until it is not any more. The game goes on.
func (r *referee) mind(trouble error) {
	const fault = "disk_full"
	known := slices.Contains(r.faults, fault)
	switch {
	case trouble != nil && !known:
		r.log.Error("journal not written; the game goes on in memory", "err", trouble)
		r.faults = append(r.faults, fault)
	case trouble == nil && known && r.match != nil:
		r.log.Info("journal written again")
		r.faults = slices.DeleteFunc(r.faults, func(f string) bool { return f == fault })
	}
}

// view is what an audience sees of the whole box: game or lobby, with the box's own question first.
func (r *referee) view(a games.Audience) games.View {
	var v games.View
	if r.match != nil {
		v = r.match.table.View(a)
	} else {
		v = r.lobby.view(a)
	}
	for _, fault := range r.faults {
		v.Lines = slices.Insert(slices.Clone(v.Lines), 0, games.Text{Word: fault})
	}
	if a == games.Judge && r.desk != "" {
		v.Prompts = []games.Prompt{{ID: r.desk, For: games.Judge, Options: games.Words(deskOptions(r.desk)...)}}
	}
	return v
}

func deskOptions(question string) []string {
	switch question {
	case deskStop:
		return []string{"undo", "continue", "leave"}
	case deskAgain:
		return []string{"same", "leave", "undo"}
	}
	return []string{"resume", "discard"}
}

// present shows the state as it is now on lamps and display.
func (r *referee) present() {
	look, _ := r.rest.Look(r.clock() - r.active)
	v := r.view(games.Judge)
	for _, seat := range r.seats {
		light := hw.Dark
		if i := slices.IndexFunc(v.Seats, func(p games.Place) bool { return p.Seat == seat }); i >= 0 {
			light = hw.Light(v.Seats[i].Lamp)
		}
		if light == hw.Blinking && look.Dim {
			light = hw.Lit // nobody is there to be called
		}
		r.lamp(hw.Button(seat), light)
	}
	r.dialogue.Follow(v)
	r.show(frame{display.Scene{View: v, Dialogue: r.dialogue, Language: r.language}, look})
}
