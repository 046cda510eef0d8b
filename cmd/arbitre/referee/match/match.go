// Package match plays one game at this table: it gives the game its inputs in the game's own time,
// writes them into the journal, and asks what the house wants to be asked. It is the layer at the
// ground while the game is played.
package match

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/bot"
	"arbitre/games/journal"
	"arbitre/games/results"
	"arbitre/hw"
)

// HouseRules are how a game is played at this box, beyond what its rules say. The zero value adds
// nothing.
type HouseRules struct {
	// Options returns the options added to every game of these seats; nil if there are none.
	Options func([]games.Seat) games.Agreed
	// Doubt returns a text that questions an answer before it counts, or zero to accept it; nil
	// accepts all.
	Doubt   func(games.Input) games.Text
	Fitting func(known string) []string // the words that bots use, by what is known of one
	Reveal  bool                        // the judge sees what the rules hide from him
}

// doubts returns a text that questions an answer, or zero. What is wrong by the game's own rules, such
// as a length, the game says itself.
func (h HouseRules) doubts(table *games.Table, in games.Input) (said games.Text) {
	if h.Doubt == nil {
		return said
	}
	if said = h.Doubt(in); said.IsZero() {
		return said
	}
	if _, err := try(table, []games.Input{in}); err != nil {
		return games.Text{}
	}
	return said
}

// A Match is a running game with its journal.
type Match struct {
	clock
	Record Record
	table  *games.Table
	house  HouseRules
	bots   *bot.Players // nil if people alone play

	views        map[games.Audience]*games.View // cache, cleared when the game changes
	serialBefore int                            // the serial of the box's last question before the game
	doubted      games.Input                    // the last answer that the house rules questioned

	undoable struct { // cache of the input that an undo would take back, by its line
		line int
		said games.Text
	}
}

// New continues a game from now on, by the kernel's clock, at the game time that it had reached. The
// serials of its questions follow that of the box's last question before. Bots have a seed of their own.
func New(table *games.Table, file *journal.File, house HouseRules, now time.Duration, before int, seed func() uint64) *Match {
	return &Match{
		clock: clock{zero: now - table.Now(), since: now},
		table: table, Record: Record{File: file}, house: house, bots: bot.Sit(table, house.Fitting, seed),
		serialBefore: before, views: map[games.Audience]*games.View{},
	}
}

// Bots returns the bots that play the game, nil if there are none. They rest in a pause.
func (m *Match) Bots() *bot.Players {
	if m.paused {
		return nil
	}
	return m.bots
}

// Laid reports whether a bot's card lies there to be slapped.
func (m *Match) Laid() bool {
	by, _ := m.bots.Laid()
	return by != 0
}

// Table returns the game, of which callers only read.
func (m *Match) Table() *games.Table { return m.table }

// Recorded returns the game by its journal.
func (m *Match) Recorded() (r layers.Recorded) {
	if m.Record.File == nil || m.Record.File.Path() == "" {
		return r
	}
	path, start := m.Record.File.Path(), m.table.Start()
	return layers.Recorded{Journal: path, Game: start.Game, ID: results.ID(filepath.Base(path), start.Seed)}
}

// Serial returns the serial of the game's last question.
func (m *Match) Serial() int { return m.serialBefore + m.table.Questions() }

// cached returns what an audience sees of the game itself. It is made once for each state of the
// game, and callers must not change it.
func (m *Match) cached(a games.Audience) *games.View {
	v, ok := m.views[a]
	if !ok {
		made := m.look(a)
		v = &made
		m.views[a] = v
	}
	return v
}

// look asks the game for what an audience sees.
func (m *Match) look(a games.Audience) games.View {
	v := m.table.View(a)
	for i := range v.Prompts {
		v.Prompts[i].Serial += m.serialBefore
	}
	return v
}

// View adds this house's rules to the game's view and, between rounds, that players may change.
func (m *Match) View(_ layers.Moment, a games.Audience, _ games.View) games.View {
	v := *m.cached(a)
	if cover := m.table.Rules().Cover; a == games.Judge && cover != nil && !m.house.Reveal {
		v = m.look(a) // a copy of its own: cover changes it, and the cached view must stay whole
		cover(&v)
	}
	if m.paused {
		v.Seats = games.Stopped(v.Seats, m.stopped-m.zero)
	}
	if by, card := m.bots.Laid(); by != 0 && v.Panel != games.Entrants && v.Panel != games.PhotoFinish {
		v.Lines = slices.Concat([]games.Text{v.Headline}, v.Lines)
		v.Headline, v.Panel = games.Text{Word: "lays", Seat: by, Extra: card}, games.Nothing
		if card == "" {
			v.Headline.Word = "lays_card"
		}
	}
	if m.cached(games.Public).Next != 0 {
		v.Lines = slices.Concat([]games.Text{{Word: "between"}}, v.Lines)
	}
	return v
}

// Game returns what layers may know of the game.
func (m *Match) Game() *layers.Game {
	public, judge := m.cached(games.Public), m.cached(games.Judge)
	g := &layers.Game{
		Results:       public.Result,
		Seats:         m.table.Start().Seats,
		Over:          public.Over,
		Between:       public.Next != 0,
		Kept:          m.table.UndoLine() != 0 && !public.Over, // something has happened in it, and it is not over
		AsksOnDisplay: keys.Asks(*judge),
		Laid:          m.Laid(),
	}
	for _, p := range judge.Prompts {
		if !p.Background && g.Asks == (games.Question{}) {
			g.Asks = p.Question()
		}
	}
	for _, seat := range slices.Backward(g.Seats) {
		if m.bots.Plays(seat) {
			continue // no bot needs the display
		}
		for _, p := range m.cached(games.Player(seat)).Prompts {
			if p.Background {
				g.Ahead = seat
			} else {
				g.Holder = seat
			}
		}
	}
	return g
}

// Offer says what the box may offer of the game.
func (m *Match) Offer(o *layers.Offers) {
	// To find the input, Undoable plays the game anew: too much for every press.
	if line := m.table.UndoLine(); m.undoable.line != line {
		m.undoable.line, m.undoable.said = line, games.Text{}
		if in, asked, ok := m.table.Undoable(); ok {
			m.undoable.said = taken("undo", in, asked)
		}
	}
	o.Undo = m.undoable.said
	if in, asked, ok := m.table.Redoable(); ok {
		o.Redo = taken("redo", in, asked)
	}
	for _, seat := range m.table.Start().Seats {
		if len(m.cached(games.Player(seat)).Secret) > 0 && !m.bots.Plays(seat) {
			o.Secrets = append(o.Secrets, seat)
		}
	}
}

// taken names an input for undo and redo: by the chosen option, else by the question that it
// answered. It never repeats an entry, which may be a secret.
func taken(word string, in games.Input, asked games.Prompt) games.Text {
	t := games.Text{Word: word, Seat: max(in.Keys.Seat, asked.Seat), Team: asked.Team}
	switch option := in.Value.String(); {
	case in.Kind == games.Press:
		t.Seat, t.Extra = in.Seat, "did_press"
	case in.Kind == games.Lost:
		t.Extra = "did_lost"
	case asked.Shape == games.Choice && t.Seat+games.Seat(t.Team) == 0 && len(asked.Options) > 1 && games.Word(option).Equal(in.Value):
		t.Extra = option
	default:
		if asked.For > 0 {
			t.Seat = games.Seat(asked.For)
		}
		t.Number, _ = in.Value.Int()
		t.Extra = "did_" + in.Prompt
	}
	return t
}

// Places returns the seats of the game with their lamps; none is lit in a pause.
func (m *Match) Places(*layers.Box) (places []games.Place, ok bool) {
	if !m.paused {
		places = m.table.Places()
	}
	return places, true
}

// Due returns the game's next deadline. A paused game has only those from before the pause.
func (m *Match) Due() (time.Duration, bool) {
	at, ok := m.table.Deadline()
	at += m.zero
	return at, ok && (!m.paused || at <= m.stopped)
}

// Take passes answers and the time to the game; Back opens the menu. An unchanged hand from the keys
// must be confirmed first.
func (m *Match) Take(at layers.Moment, in layers.Input) (effects []layers.Effect, mine bool) {
	switch in.Kind {
	case games.Undo:
		effects = []layers.Effect{layers.Ask{ID: layers.Menu}}
	case games.Answer:
		asked, _ := m.table.Asked(in.Input)
		h := layers.Hand{In: in.Input, Asked: asked}
		if in.From == shown.Box && asked.Shape == games.Hand && in.Value.Equal(asked.Unchanged()) {
			return []layers.Effect{layers.Ask{ID: layers.Unsure, About: layers.Subject{Hands: []layers.Hand{h}}}}, true
		}
		effects = m.Confirm(at, h)
	case games.Elapse:
		clear(m.views)
		facts := m.table.Advance(m.At(at.Now))
		m.Record.judge(facts)
		effects = []layers.Effect{layers.Tell{Facts: facts}}
	}
	return effects, true
}

// Press passes an edge of a player's button to the game. Counted reports whether it belongs to the
// game at all, and may have an effect there.
func (m *Match) Press(e hw.Edge, lostUntil time.Duration) (facts []games.Fact, counted bool, err error) {
	seat := games.Seat(e.Button)
	if !slices.Contains(m.table.Start().Seats, seat) || !m.counts(e.At) {
		return nil, false, nil
	}
	in := games.Input{At: m.At(e.At), Kind: games.Release, Seat: seat}
	if e.Down {
		in.Kind = games.Press
	}
	facts, err = m.play(in, lostUntil)
	return facts, true, err
}

// Confirm passes an answer to the game, unless this house doubts it or it is a round's last hand. The
// clock of a question stops before a choice answers it: after an undo of the choice, even long after
// the time was up, the judge can then choose again.
func (m *Match) Confirm(at layers.Moment, h layers.Hand) (effects []layers.Effect) {
	again := h.In.Prompt == m.doubted.Prompt && h.In.Keys == m.doubted.Keys && h.In.Value.Equal(m.doubted.Value)
	if doubt := m.house.doubts(m.table, h.In); !doubt.IsZero() && !again {
		m.doubted = h.In
		return []layers.Effect{layers.Reject{Err: games.Refuse(doubt, errors.New("the answer is not what this house expects"))}}
	}
	m.doubted = games.Input{}
	asked, err := games.Find(m.cached(games.Judge).Prompts, h.In)
	if err == nil && asked.Until > 0 && slices.ContainsFunc(asked.Options, h.In.Value.Equal) {
		effects = m.StopClock(at, asked)
	}
	if hands, last := lastHand(m.table, h); last {
		effects = append(effects, layers.Ask{ID: layers.HandsOK, About: layers.Subject{Hands: hands}})
	} else {
		effects = append(effects, m.Give(at, h.In)...)
	}
	return append(effects, layers.TakeBack{})
}

// StopClock notes for the game that someone has begun to answer a question.
func (m *Match) StopClock(at layers.Moment, p games.Prompt) []layers.Effect {
	in := games.Input{At: m.At(at.Now), Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word("")}
	facts, _ := m.play(in, at.LostUntil) // refused if the clock has just run out
	return []layers.Effect{layers.Tell{Facts: facts}}
}

// Give gives the game an input at the present time.
func (m *Match) Give(at layers.Moment, in games.Input) []layers.Effect {
	in.At = m.At(at.Now)
	facts, err := m.play(in, at.LostUntil)
	effects := []layers.Effect{layers.Tell{Facts: facts}}
	if err != nil {
		effects = append(effects, layers.Reject{Err: err})
	}
	return effects
}

// Recount gives the game all inputs but the last, if it would take all of them.
func (m *Match) Recount(at layers.Moment, inputs []games.Input) (effects []layers.Effect) {
	if _, err := try(m.table, inputs); err != nil {
		return []layers.Effect{layers.Reject{Err: err}}
	}
	for _, in := range inputs[:len(inputs)-1] {
		effects = append(effects, m.Give(at, in)...)
	}
	return effects
}

// play gives one input to the game and returns its facts. An error says why the game refuses it. Up
// to lostUntil edges may be missing: a race or queue that the input opens or joins before that is
// void at once.
func (m *Match) play(in games.Input, lostUntil time.Duration) ([]games.Fact, error) {
	facts, err := m.apply(in)
	if err == nil && in.Kind != games.Lost && in.At+m.zero <= lostUntil && Undecided(m.table) {
		var void []games.Fact
		void, err = m.apply(games.Input{At: in.At, Kind: games.Lost, Edges: 1})
		facts = append(facts, void...)
	}
	if refusal := (*games.Refusal)(nil); err != nil && !errors.As(err, &refusal) {
		err = games.Refuse(games.Text{Word: "no_answer"}, err)
	}
	return facts, err
}

// apply plays one input and queues it for the journal. On an error the input has changed nothing
// and stays out of the journal.
func (m *Match) apply(in games.Input) ([]games.Fact, error) {
	if in.Kind == games.Press || in.Kind == games.Release {
		in.At = max(in.At, m.table.Earliest())
	} else {
		in.At = max(in.At, m.table.Now())
	}
	clear(m.views)
	facts, err := m.table.Apply(in)
	if m.Record.judge(facts); err == nil {
		m.Record.add(in)
	}
	return facts, err
}

// Lose tells the game that edges were lost between two times of the kernel, as lost at from. Verdicts
// before from stand: until then every edge was read.
func (m *Match) Lose(edges int, from, until time.Duration) ([]games.Fact, error) {
	at := max(from, m.since)
	if at > from && at > until || !m.counts(at) {
		return nil, nil
	}
	return m.play(games.Input{At: m.At(at), Kind: games.Lost, Edges: edges}, 0)
}

// Pause stops the game, which gets no edges meanwhile.
func (m *Match) Pause(now time.Duration) []games.Fact {
	facts := m.ReleaseAll()
	m.paused, m.stopped = true, now
	return facts
}

// ReleaseAll releases every button that is down by the journal: a release while no game ran was not
// seen, and a secret must not be shown to an empty chair. A button that is still held shows nothing
// before its next press.
func (m *Match) ReleaseAll() (facts []games.Fact) {
	for _, seat := range m.table.Down() {
		own, _ := m.apply(games.Input{At: m.table.Now(), Kind: games.Release, Seat: seat}) // no game refuses a release
		facts = append(facts, own...)
	}
	return facts
}

// NoteTime writes the time into the journal if a clock runs, by a release without effect: when the game is resumed
// its clocks go on from there.
func (m *Match) NoteTime(now time.Duration) {
	if _, runs := m.table.Deadline(); runs {
		m.apply(games.Input{At: m.At(now), Kind: games.Release, Seat: m.table.Start().Seats[0]})
	}
}

// Undecided reports whether a race or queue is open, which lost edges would make void.
func Undecided(table *games.Table) bool {
	var facts []games.Fact
	trial, err := table.Copy()
	if err == nil {
		facts, err = trial.Apply(games.Input{At: trial.Now(), Kind: games.Lost, Edges: 1})
	}
	return err == nil && len(facts) > 1
}

// Series returns the state of the game for others to continue it after this round.
func (m *Match) Series() *layers.Series {
	v := m.cached(games.Public)
	left := games.Field{Key: games.Rounds().Key, Value: games.Number(v.Rounds - v.Round)}
	return &layers.Series{
		Path:   journal.WithEnd(m.Record.File.Path(), journal.LeftEnd),
		Before: m.table.Start().Options.Without(games.First().Key).With(left),
		Points: v.Seats,
		Played: v.Round,
		Next:   v.Next,
	}
}

// Rematch returns the start of a rematch: the same players and options, all rounds, and no points
// carried over.
func (m *Match) Rematch() games.Start {
	start := m.table.Start()
	if _, brought := start.Options.Of(games.PlayedOption); brought {
		all := games.Field{Key: games.Rounds().Key, Value: games.Number(m.cached(games.Public).Rounds)}
		start.Options = start.Options.Without(games.TotalsOption, games.PlayedOption).With(all)
	}
	return start
}
