package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/web"
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

	shelf   *shelf
	today   func() time.Time // for the names of journals
	seed    func() uint64
	seats   []games.Seat                    // that have a button
	options func(game string) []games.Field // that every game of a name is started with
	rest    display.Rest

	show     func(frame) // on the judge's display
	showAll  func(frame) // on the one for all; nil where there is none
	phones   *web.Server // nil where no page is served
	lamp     func(hw.Button, hw.Light)
	hearing  *hearing
	troubles *troubles

	began   func(journal string) // is told of a game's path
	putAway func()               // is told of a journal that was

	shortcuts []config.Shortcut

	supervisor supervisor
	reload     <-chan config.Config // what holds from the next game on
	powerOff   func() error

	contacts *hw.Contacts
	keys     keypad
	dialogue display.Dialogue
	language display.Language
	// keepLanguage has the one that is chosen spoken after a restart, too.
	keepLanguage func(display.Language) error

	lobby *lobby // before a game; nil during one
	match *match // nil in the lobby
	thumb thumb
	desk  string   // the question of the box itself that is open, or ""
	left  leftGame // that deskResume and deskDiscard are about

	invitation *display.Invitation // of a phone, while it stands
	expires    time.Duration       // when it is to be another

	showWords bool                   // to the judge, in Motus
	known     func(word string) bool // to the dictionary; all of them where there is none
	doubted   string                 // the last word that was not
	refused   string                 // what the view was about when something was refused

	holder
	told int // results of the game that were there when the display was last drawn
	seen int // and that somebody has seen

	now    time.Duration  // up to when all is known, or the time of what has just happened
	active time.Duration  // when something last happened
	shown  games.View     // what the display shows
	ticked time.Duration  // the second of a clock that was heard last ends then
	alive  time.Duration  // when the supervisor last heard so
	next   *config.Config // taken when no game is played
	done   func()         // tells a phone what came of its answer, once it is shown; else nil

	missed      int           // edges that were lost lately
	missedUntil time.Duration // that is said
}

// run referees until the context ends, or until another configuration is to be taken, which it returns.
// The game's journal is left to the shelf, to be resumed.
func (r *referee) run(ctx context.Context) (next *config.Config) {
	r.open()
	var answers <-chan web.Answer
	var outcomes <-chan web.Outcome
	if r.phones != nil {
		answers, outcomes = r.phones.Answers(), r.phones.Outcomes()
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		due, happens := r.due()
		if sleep, wakes := r.sleep(due, happens); wakes {
			timer.Reset(sleep)
		} else {
			timer.Stop()
		}
		select {
		case <-ctx.Done():
			return nil
		case e := <-r.events:
			r.event(e)
		case e := <-r.typed:
			r.keyboard(e)
		case a := <-answers:
			r.remote(a)
		case o := <-outcomes:
			r.invited(o)
		case <-r.troubles.changed:
			r.supervisor.status(statusLine(r.troubles.parts()))
		case c := <-r.reload:
			r.next = &c
		case <-timer.C:
			if !happens || due > r.clock() {
				r.live() // nothing else is due, and nothing to be shown anew
				if !r.racing() || !r.lookAgain() {
					continue
				}
			}
		}
		// On a busy machine the clock may be far ahead of what was read: no deadline is applied before an edge that came before it.
		r.now = max(r.now, r.catchUp(r.event))
		r.elapse(r.now)
		r.present()
		if r.done != nil {
			r.done()
			r.done = nil
		}
		r.live()
		if r.next != nil && r.match == nil {
			return r.next
		}
	}
}

// sleep is for how long nothing need be done, if nothing comes first; not ok is for ever.
func (r *referee) sleep(due time.Duration, happens bool) (sleep time.Duration, ok bool) {
	if happens && due <= r.now {
		return 0, true
	}
	if sign, watched := r.sign(); watched && (!happens || sign < due) {
		due, happens = sign, true
	}
	if look := r.now + hw.LookAgain; r.racing() && (!happens || look < due) {
		due, happens = look, true
	}
	return max(breath, due-r.clock()), happens
}

// racing tells whether a race is open.
func (r *referee) racing() bool {
	return r.match != nil && r.shown.Race != nil && r.shown.Race.Open
}

// lookAgain catches up with the buttons in the midst of a race, and tells whether anything had come of them.
func (r *referee) lookAgain() (came bool) {
	r.now = max(r.now, r.catchUp(func(e hw.Event) {
		came = true
		r.event(e)
	}))
	return came
}

// live tells the supervisor that the loop goes round, in good time.
func (r *referee) live() {
	if at, ok := r.sign(); ok && r.clock() >= at {
		r.alive = r.clock()
		r.supervisor.alive()
	}
}

// sign is when the supervisor must hear that again; not ok is never.
func (r *referee) sign() (at time.Duration, ok bool) {
	return r.alive + r.supervisor.within/2, r.supervisor.within > 0
}

// breath is how long to wait for edges that are on their way, when a deadline has passed that they may come before.
const breath = 200 * time.Microsecond

func (r *referee) open() {
	r.now = r.clock()
	r.active = r.now
	interrupted, unfinished := r.shelf.interrupted(), r.shelf.unfinished()
	r.toLobby(nil)
	if interrupted != "" {
		r.refuse(r.resume(interrupted))
	} else {
		r.hearing.cue(games.CuePowerOn)
		if unfinished != "" {
			r.offer(r.shelf.read(unfinished))
		}
	}
	if down, err := r.down(); err == nil {
		r.contacts.Resync(r.active, down)
	}
	r.expect()
	r.present()
}

// keyboard takes an event of a keyboard, which doesn't bounce.
func (r *referee) keyboard(e hw.Event) {
	if e.Typed == 0 {
		r.edge(e.Edge)
		return
	}
	r.happen(e.At)
	_, v := r.face()
	if r.tooSoon(e.At, v) {
		return
	}
	defer r.expect()
	if v.Asks(deskSeen) {
		r.saw()
		return
	}
	entering := r.dialogue.Entering()
	r.dialogue.Type(e.Typed, v)
	if digit, ok := e.Digit(); ok && rune('0'+digit) != e.Typed {
		r.dialogue.Type(rune('0'+digit), v) // É is the key of 2, and a word takes no digit
	}
	if !entering {
		r.stopClock(v)
	}
}

// stopClock tells the game that a proposal begins to be entered, where a clock runs: it counts thinking, not typing.
func (r *referee) stopClock(v games.View) {
	p, ok := r.dialogue.Open(v)
	if !ok || !r.dialogue.Entering() || !slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		return
	}
	begins := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word("")}
	if err := r.play(begins); err != nil {
		r.log.Info("no clock to be stopped", "err", err) // it has just run out
	}
}

// due is when something happens by itself; on an idle table that is once a minute at most.
func (r *referee) due() (due time.Duration, ok bool) {
	earlier := func(at time.Duration, is bool) {
		if is && (!ok || at < due) {
			due, ok = at, true
		}
	}
	earlier(r.contacts.Deadline())
	earlier(r.keys.deadline())
	if r.match != nil {
		earlier(r.match.deadline())
		at, is := display.NextTick(r.shown, r.gameTime())
		earlier(at+r.match.zero, is && !r.match.paused)
	}
	if _, next := r.rest.Look(r.clock() - r.active); next > 0 {
		earlier(r.active+next, true)
	}
	earlier(r.missedUntil, r.missed > 0)
	earlier(r.expires, r.invitation != nil)
	return due, ok
}

// elapse applies what is due by now, the game's deadlines at their own time.
func (r *referee) elapse(now time.Duration) {
	r.settle(now)
	if r.missed > 0 && now >= r.missedUntil {
		r.missed = 0
	}
	if r.invitation != nil && now >= r.expires {
		r.invite()
	}
	if r.keys.off(now) {
		r.switchOff()
	}
	if r.match != nil {
		r.tell(r.match.advance(r.match.at(now)))
		r.checkOver()
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
		r.hearing.cue(games.CueTick)
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
	// Whatever was certain before it comes before it, as if the loop had not been held up.
	r.settle(e.At)
	for _, press := range r.contacts.Edge(e.Edge) {
		r.edge(press)
	}
}

// settle takes what is certain by now of buttons and keys.
func (r *referee) settle(now time.Duration) {
	for _, e := range r.contacts.Elapse(now) {
		r.edge(e)
	}
	if key, ok := r.keys.elapse(now); ok {
		r.key(key)
	}
}

// missedFor is how long everyone is told that edges were lost.
const missedFor = 10 * time.Second

// lost tells the game that edges were lost, and looks which buttons are down.
func (r *referee) lost(e hw.Event) {
	r.log.Warn("edges lost", "edges", e.Lost)
	r.missed += e.Lost
	r.missedUntil = e.At + missedFor
	if down, err := r.down(); err == nil {
		r.contacts.Resync(e.At, down)
	}
	if r.match != nil && r.match.counts(e.At) {
		r.refuse(r.play(games.Input{At: r.match.at(e.At), Kind: games.Lost, Edges: e.Lost}))
	}
}

// edge takes a press or release.
func (r *referee) edge(e hw.Edge) {
	look, _ := r.rest.Look(e.At - r.active)
	r.happen(e.At)
	seat := games.Seat(e.Button)
	shortcut, isShortcut := e.Button.Shortcut()
	switch {
	case isShortcut && e.Down:
		r.shortcut(r.shortcuts[shortcut])
	case isShortcut:
	case e.Button < 0 && look.Mark > 0: // whoever can't read the question only asks to see it, or switches off
		r.keys.lean(e)
	case e.Button > 0 && e.Down && r.answered(seat):
	case e.Button < 0:
		if key, ok := r.keys.edge(e); ok {
			r.key(key)
		}
	case r.match != nil && slices.Contains(r.match.seats(), seat):
		kind := games.Release
		if e.Down {
			kind = games.Press
		}
		if r.match.counts(e.At) {
			r.refuse(r.play(games.Input{At: r.match.at(e.At), Kind: kind, Seat: seat}))
		}
	case r.lobby != nil && r.desk == "" && e.Down && r.lobby.press(seat):
		if slices.Contains(r.lobby.joined, seat) {
			r.hearing.cue(games.CueJoined)
		} else {
			r.hearing.cue(games.CueLeft)
		}
	}
}

// happen notes that somebody did something.
func (r *referee) happen(at time.Duration) {
	r.now = max(r.now, at)
	r.active = max(r.active, at)
}

// shortcut gives the one answer of a shortcut button, if its question is open.
func (r *referee) shortcut(s config.Shortcut) {
	in := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: s.Prompt, Value: s.Answer()}
	if _, err := games.Find(r.view(games.Judge).Prompts, in); err != nil {
		r.log.Info("nothing asks for what the shortcut answers", "prompt", s.Prompt)
		r.hearing.cue(games.CueRefused)
		return
	}
	r.refuse(r.take(in))
	r.expect()
}

// key takes one of the judge's keys.
func (r *referee) key(k display.Key) {
	r.hearing.cue(games.CueKey)
	if r.invitation != nil {
		r.uninvite()
		r.expect()
		return
	}
	_, v := r.face()
	if r.tooSoon(r.keys.down, v) {
		return
	}
	entering := r.dialogue.Entering()
	in, ok := r.dialogue.Press(k, r.gameTime(), v)
	switch {
	case ok:
		r.refuse(r.take(in))
	case !entering:
		r.stopClock(v)
	}
	r.expect()
}

// answered tells whether the press of a player's button was the answer to what the display asks, and could be read there.
func (r *referee) answered(seat games.Seat) bool {
	_, v := r.face()
	r.dialogue.Follow(v)
	r.notice(v)
	if r.invitation != nil || r.now < r.thumb.shown+thumbTime {
		return false
	}
	in, ok := r.dialogue.Button(seat, r.gameTime(), v)
	if ok {
		r.refuse(r.take(in))
	}
	return ok
}

// take gives an answer to what asked for it. An error says why it can't be taken.
func (r *referee) take(in games.Input) error {
	err := r.give(in)
	if err == nil && r.phones != nil {
		r.phones.Answered(in)
	}
	return err
}

// give gives it to the box itself, the lobby or the game.
func (r *referee) give(in games.Input) error {
	switch {
	case in.Kind == games.Undo:
		r.goBack()
		return nil
	case r.desk != "":
		return r.decide(in)
	case r.lobby != nil:
		return r.inLobby(in)
	case r.hand(in):
		return nil
	}
	if err := r.doubts(in); err != nil {
		return err
	}
	err := r.play(in)
	if err == nil {
		r.dismiss()
	}
	return err
}

// doubts questions a word that the dictionary does not know. Entered once more, it is taken.
func (r *referee) doubts(in games.Input) error {
	word, err := in.Value.Word()
	if err != nil || in.Prompt != "word" && in.Prompt != "guess" || r.known(word) {
		return nil
	}
	if r.doubted == word {
		r.doubted = ""
		return nil
	}
	r.doubted = word
	return games.Refuse(games.Text{Word: "unknown_word", Extra: word}, errors.New("the word is in no dictionary"))
}

// switchOff has the machine shut down. What is played stays on the disk.
func (r *referee) switchOff() {
	r.log.Info("shutting down: a judge's key was held")
	if err := r.powerOff(); err != nil {
		r.refuse(err)
	}
}

func (r *referee) gameTime() time.Duration {
	if r.match == nil {
		return 0
	}
	return r.match.at(r.now)
}

func (r *referee) inLobby(in games.Input) error {
	outcome, err := r.lobby.answer(in)
	if err != nil {
		return err
	}
	switch {
	case outcome.language != "":
		return r.speak(outcome.language)
	case outcome.phone:
		r.invite()
	case outcome.help:
		r.ask(deskHelp)
	case outcome.left != nil:
		r.offer(*outcome.left)
	case outcome.start != nil:
		return r.begin(*outcome.start)
	}
	return nil
}

// offer asks what to do with a game that was left or interrupted.
func (r *referee) offer(g leftGame) {
	r.left = g
	r.ask(deskResume)
}

// speak has the box speak a language from now on, after a restart, too.
func (r *referee) speak(code string) error {
	l, err := display.ParseLanguage(code)
	if err != nil {
		return err
	}
	r.language = l
	if err := r.keepLanguage(l); err != nil {
		r.log.Warn("the language will not be kept", "err", err)
	}
	return nil
}

// begin starts a game and its journal.
func (r *referee) begin(start games.Start) error {
	start.Seed = r.seed()
	begin, err := rules(start.Game)
	if err != nil {
		return err
	}
	table, facts, err := games.NewTable(begin, start)
	if err != nil { // by options of the configuration: what the lobby agrees on is right
		return games.Refuse(games.Text{Word: "bad_config"}, err)
	}
	if line := len(journal.AppendStart(nil, start)); line > journal.LongestLine {
		return fmt.Errorf("the names in the configuration make a line of %d bytes: a journal takes %d", line, journal.LongestLine)
	}
	file := r.shelf.create(start, r.today())
	r.log.Info("game begins", "game", start.Game, "seats", start.Seats, "journal", file.Path())
	if path := file.Path(); path != "" {
		r.began(path)
	}
	r.enter(newMatch(table, file, r.now))
	r.tell(facts)
	return nil
}

// enter leaves the lobby for a game.
func (r *referee) enter(m *match) {
	r.match, r.lobby = m, nil
	r.holder, r.told, r.seen = holder{}, 0, 0
	r.ask("")
	r.checkOver()
}

// resume goes on with a game that was not put away.
func (r *referee) resume(path string) error {
	file, table, err := r.shelf.resume(path)
	if err != nil {
		r.toLobby(r.lobby.joined)
		return err
	}
	path = file.Path()
	r.log.Info("game resumed", "journal", path)
	if r.phones != nil {
		if err := recall(r.phones, path, r.shelf.busy); err != nil {
			r.log.Warn("the pages do not know what has happened in this round", "err", err)
		}
	}
	m := newMatch(table, file, r.now)
	facts, err := m.letGo()
	if err != nil {
		return err
	}
	r.enter(m)
	r.hearing.cue(games.CueResumed)
	r.tell(facts)
	return nil
}

// play gives one input to the game. An error says why the game refuses it.
func (r *referee) play(in games.Input) error {
	facts, err := r.match.apply(in)
	r.tell(facts)
	if in.Kind == games.Press && err == nil && len(facts) == 0 && r.audience() == games.Judge {
		r.hearing.cue(games.CueSlap) // it joined a race, of which nothing is told before it is over
	}
	if refusal := (*games.Refusal)(nil); err != nil && !errors.As(err, &refusal) {
		err = games.Refuse(games.Text{Word: "no_answer"}, err)
	}
	return err
}

// tell makes what happened heard, the weightiest of it, and logs all of it.
func (r *referee) tell(facts []games.Fact) {
	for _, f := range facts {
		if u, ok := f.What.(games.Undone); ok && r.phones != nil {
			r.phones.Undone(u.Line)
		}
		if line, err := json.Marshal(f); err == nil {
			r.log.Info("fact", "fact", string(line))
		}
	}
	r.moved(facts)
	r.hearing.facts(facts)
}

// refuse shows why the last input was not taken, if there is a reason.
func (r *referee) refuse(err error) {
	if err == nil {
		return
	}
	r.log.Warn("refused", "err", err)
	_, v := r.face()
	r.refused = topic(v)
	r.dialogue.Refuse(display.Refusal(err, r.language))
	r.hearing.cue(games.CueRefused)
}

// topic is what a view is about: while it stays the same, a refusal is worth reading.
func topic(v games.View) string {
	about := fmt.Sprint(v.Headline)
	for _, p := range v.Prompts {
		about += fmt.Sprint(p.ID, p.Keys)
	}
	return about
}

// view is what an audience sees of the whole box: game or lobby, with the box's own question first.
func (r *referee) view(a games.Audience) games.View {
	var v games.View
	if r.match != nil {
		v = r.match.table.View(a)
		if a == games.Judge && !r.showWords {
			for i := range v.Slates {
				v.Slates[i].Secret = "" // whoever has the keys hunts, too
			}
		}
	} else {
		v = r.lobby.view(a)
	}
	if r.match != nil && r.match.paused {
		v = games.View{Game: v.Game, Round: v.Round, Rounds: v.Rounds, Headline: games.Text{Word: "paused"}, Seats: v.Seats}
		for i := range v.Seats {
			v.Seats[i].Lamp = games.Dark
		}
	}
	if r.covered(a, v) {
		v = cover(v, games.Seat(a))
	} else if a > 0 {
		v = secret(v, games.Seat(a))
	}
	v.Lines = slices.Concat(r.troubles.texts(), v.Lines)
	if r.missed > 0 {
		v.Lines = slices.Insert(v.Lines, 0, games.Text{Word: "edges_lost", Number: r.missed})
	}
	if a == games.Judge && r.desk == deskHelp {
		seats := v.Seats
		v = display.Leaflet(v.Game)
		v.Seats = seats
	}
	if a == games.Judge && r.desk != "" {
		v.Prompts = []games.Prompt{r.deskPrompt()}
	}
	if a == games.Judge && r.desk == deskPhone {
		v.Lines = slices.Insert(v.Lines, 0, games.Text{Word: "phones", Number: r.phones.Paired()})
	}
	return v
}

// present shows the state as it is now on lamps and display.
func (r *referee) present() {
	look, _ := r.rest.Look(r.clock() - r.active)
	a, v := r.face()
	if a == games.Judge {
		r.uncovered = 0
	}
	if r.match != nil {
		r.told = r.match.table.View(games.Public).Result
	}
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
	r.notice(v)
	if r.refused != "" && r.refused != topic(v) {
		r.dialogue.Refuse("") // what was refused is over
		r.refused = ""
	}
	r.shown = v
	now := r.gameTime()
	scene := display.Scene{View: v, Dialogue: r.dialogue, Language: r.language, Now: now, Invitation: r.invitation}
	r.show(frame{scene, look})
	if r.showAll == nil && r.phones == nil {
		return
	}
	public := r.view(games.Public)
	if r.showAll != nil {
		r.showAll(frame{display.Scene{View: public, Language: r.language, Now: now}, look})
	}
	if r.phones != nil {
		state := web.State{Public: public, Judge: r.view(games.Judge), Scene: scene, Look: look, Now: now}
		if a > 0 {
			state.Holder = games.Seat(a)
		}
		if r.match != nil {
			state.Line = r.match.table.Lines()
		}
		r.phones.Show(state)
	}
}
