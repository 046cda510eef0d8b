package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	events <-chan hw.Event      // of the buttons
	// catchUp passes on what has happened to the buttons and is not read yet, and tells up to when all is known.
	catchUp func(pass func(hw.Event)) time.Duration
	typed   <-chan hw.Event             // of keyboards; nil where there are none
	down    func() ([]hw.Button, error) // which buttons are down now
	log     *slog.Logger

	shelf   shelf
	today   func() time.Time // for the names of journals
	seed    func() uint64
	seats   []games.Seat                    // that have a button
	options func(game string) []games.Field // that every game of a name is started with
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

	uncovered games.Seat             // whose secret the display may show now
	known     func(word string) bool // to the dictionary; all of them where there is none
	doubted   string                 // the last word that was not
	refused   string                 // what the view was about when something was refused

	now    time.Duration // up to when all is known, or the time of what has just happened
	faults []string      // words of what everyone should know until it is mended
	active time.Duration // when something last happened
	shown  games.View    // what the display shows
	ticked time.Duration // the second of a clock that was heard last ends then
}

// The questions of the box itself. They are no part of a game and stand in no journal.
const (
	deskCover  = "cover"  // the display is handed to one player
	deskStop   = "stop"   // what to do with the game: take back, go on, leave
	deskLeave  = "leave"  // whether the game is really over
	deskAgain  = "again"  // after a game
	deskResume = "resume" // a journal was not put away
)

// run referees until the context ends. The game's journal is then on the disk, to be resumed.
func (r *referee) run(ctx context.Context) {
	r.open()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		if due, ok := r.deadline(); !ok {
			timer.Stop()
		} else if due > r.now {
			timer.Reset(max(breath, due-r.clock()))
		} else {
			timer.Reset(0)
		}
		select {
		case <-ctx.Done():
			r.close()
			return
		case e := <-r.events:
			r.event(e)
		case e := <-r.typed:
			r.keyboard(e)
		case <-timer.C:
		}
		// On a busy machine the clock may be far ahead of what was read: no deadline is applied before an edge that came before it.
		r.now = max(r.now, r.catchUp(r.event))
		r.elapse(r.now)
		r.present()
	}
}

// breath is how long to wait for edges that are on their way, when a deadline has passed that they may come before.
const breath = 200 * time.Microsecond

func (r *referee) open() {
	r.now = r.clock()
	r.active = r.now
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

// keyboard takes an event of a keyboard, which doesn't bounce.
func (r *referee) keyboard(e hw.Event) {
	if e.Typed == 0 {
		r.edge(e.Edge)
		return
	}
	r.happen(e.At)
	v := r.view(r.audience())
	r.dialogue.Type(e.Typed, v)
	if digit, ok := e.Digit(); ok && rune('0'+digit) != e.Typed {
		r.dialogue.Type(rune('0'+digit), v) // É is the key of 2, and a word takes no digit
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
		at, is = display.NextTick(r.shown, r.gameTime())
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

// lastSeconds are those of a clock that can be heard.
const lastSeconds = 3

// tick makes the last seconds of the clock that runs out first heard, each once.
func (r *referee) tick(v games.View) {
	var until time.Duration
	for _, p := range v.Prompts {
		if p.Until > 0 && (until == 0 || p.Until < until) {
			until = p.Until
		}
	}
	now := r.gameTime()
	next, ok := display.NextTick(v, now)
	if ok && next != r.ticked && until-now <= lastSeconds*time.Second && until > now {
		r.ticked = next
		r.sound(games.CueTick)
	}
}

func (r *referee) event(e hw.Event) {
	switch {
	case e.Lost > 0:
		r.lost(e)
		return
	case e.Typed != 0:
		r.keyboard(e)
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
	r.happen(e.At)
	seat := games.Seat(e.Button)
	switch {
	case e.Button < 0:
		if key, ok := r.keys.edge(e); ok {
			r.key(key)
		}
	case r.match != nil && slices.Contains(r.match.seats(), seat):
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

// happen notes that somebody did something.
func (r *referee) happen(at time.Duration) {
	r.now = max(r.now, at)
	r.active = max(r.active, at)
}

// key takes one of the judge's keys.
func (r *referee) key(k display.Key) {
	in, ok := r.dialogue.Press(k, r.gameTime(), r.view(r.audience()))
	switch {
	case !ok:
	case in.Kind == games.Undo:
		r.goBack()
	case r.desk != "":
		r.decide(in.Value.String())
	case r.lobby != nil:
		r.inLobby(in)
	case in.Prompt == deskCover:
		r.uncovered = in.Keys.Seat
	case r.doubts(in):
	default:
		r.play(in)
	}
}

// doubts questions a word that the dictionary does not know. Entered once more, it is taken.
func (r *referee) doubts(in games.Input) bool {
	word, err := in.Value.Word()
	if err != nil || in.Prompt != "word" && in.Prompt != "guess" || r.known(word) {
		return false
	}
	if r.doubted == word {
		r.doubted = ""
		return false
	}
	r.doubted = word
	r.refuse(games.Refuse(games.Text{Word: "unknown_word", Extra: word}, errors.New("the word is in no dictionary")))
	return true
}

func (r *referee) gameTime() time.Duration {
	if r.match == nil {
		return 0
	}
	return r.match.at(r.now)
}

// goBack is what Back does where no question is open that it could leave.
func (r *referee) goBack() {
	switch {
	case r.desk == deskStop || r.desk == deskLeave:
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
	r.enter(&match{table: table, file: file, zero: r.now})
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
	r.enter(&match{table: table, file: file, zero: r.now - table.Now()})
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
		if r.desk == deskStop {
			r.ask(deskLeave) // one slip should not end a game
			return
		}
		r.leave()
	case "yes":
		r.leave()
	case "no":
		r.ask("")
	case "same":
		start := r.match.table.Start()
		r.leave()
		r.begin(start)
	}
}

// leave puts the game away.
func (r *referee) leave() {
	joined := r.match.seats()
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
	r.refused = topic(r.view(r.audience()))
	r.dialogue.Refuse(display.Refusal(err, r.language))
	r.sound(games.CueRefused)
}

// topic is what a view is about: while it stays the same, a refusal is worth reading.
func topic(v games.View) string {
	about := fmt.Sprint(v.Headline)
	for _, p := range v.Prompts {
		about += fmt.Sprint(p.ID, p.Keys)
	}
	return about
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

// audience is whose the display is: a player's while the game asks him something, else the judge's.
func (r *referee) audience() games.Audience {
	if r.match == nil || r.desk != "" {
		return games.Judge
	}
	for _, seat := range r.match.seats() {
		if len(r.match.table.View(games.Player(seat)).Prompts) > 0 {
			return games.Player(seat)
		}
	}
	return games.Judge
}

// covered tells whether the display waits for a player to take it. Where he holds his button to look, it is his alone anyway.
func (r *referee) covered(a games.Audience, v games.View) bool {
	return a > 0 && games.Player(r.uncovered) != a && v.Prompts[0].Shape != games.Peek
}

// view is what an audience sees of the whole box: game or lobby, with the box's own question first.
func (r *referee) view(a games.Audience) games.View {
	var v games.View
	if r.match != nil {
		v = r.match.table.View(a)
	} else {
		v = r.lobby.view(a)
	}
	if r.covered(a, v) {
		seat := games.Seat(a)
		v = games.View{Game: v.Game, Seats: v.Seats, Headline: games.Text{Word: "for_eyes", Seat: seat}, Prompts: []games.Prompt{
			{ID: deskCover, For: a, Keys: games.Keys{Seat: seat}, Options: games.Words("ready")},
		}}
	}
	for _, fault := range r.faults {
		v.Lines = slices.Insert(slices.Clone(v.Lines), 0, games.Text{Word: fault})
	}
	if a == games.Judge && r.desk != "" {
		v.Prompts = []games.Prompt{deskPrompt(r.desk)}
	}
	return v
}

func deskPrompt(question string) games.Prompt {
	p := games.Prompt{ID: question, For: games.Judge}
	switch question {
	case deskStop:
		p.Options = games.Words("undo", "continue", "leave")
	case deskLeave:
		p.Options = games.Words("no", "yes")
	case deskAgain:
		p.Options = games.Words("same", "leave", "undo")
		p.Background = true // the result comes first
	case deskResume:
		p.Options = games.Words("resume", "discard")
	}
	return p
}

// present shows the state as it is now on lamps and display.
func (r *referee) present() {
	look, _ := r.rest.Look(r.clock() - r.active)
	a := r.audience()
	if a == games.Judge {
		r.uncovered = 0
	}
	v := r.view(a)
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
	r.tick(v)
	r.dialogue.Follow(v)
	if r.refused != "" && r.refused != topic(v) {
		r.dialogue.Refuse("") // what was refused is over
		r.refused = ""
	}
	r.shown = v
	r.show(frame{display.Scene{View: v, Dialogue: r.dialogue, Language: r.language, Now: r.gameTime()}, look})
}
