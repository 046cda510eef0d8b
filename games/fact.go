package games

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Fact is something that happened at the table. Facts are public: no event has a field for a
// secret.
type Fact struct {
	At   time.Duration // of the input or deadline that caused it
	What Event
	Said []Text // sentences about the whole step, on the last of its facts; not in JSON

	// Line is the line of the journal after which it happened, from 1. N is its number among the
	// facts of that line, from 1; it is 0 in the history where a step has sentences and no fact. A
	// game that is resumed goes on with the same numbers. The table sets both; neither is in JSON.
	Line, N int
}

// An Event is the content of a fact. Its JSON fields are those of RULES.md and journal/FORMAT.md.
// Each game adds its own.
type Event interface {
	// Fact returns the word that names it.
	Fact() string
}

// MarshalJSON writes {"t":N,"fact":"…", …} with the fields of the event.
func (f Fact) MarshalJSON() ([]byte, error) {
	fields, err := json.Marshal(f.What)
	if err != nil {
		return nil, err
	}
	b := append(make([]byte, 0, 40+len(fields)), `{"t":`...)
	b = strconv.AppendInt(b, int64(f.At), 10)
	b = append(b, `,"fact":"`...)
	b = append(b, f.What.Fact()...)
	b = append(b, '"')
	if len(fields) > len("{}") {
		b = append(b, ',')
		return append(b, fields[1:]...), nil
	}
	return append(b, '}'), nil
}

// Started opens the facts of a game.
type Started struct {
	Game  string `json:"game"`
	Seats []Seat `json:"seats"`
}

// Prompted says that a prompt was opened. If no other fact reports how a queue ended, it carries
// the queue's result and its sound.
type Prompted struct {
	Prompt
	finish *RaceOver // nil if another fact reports it, or nothing was decided
	cue    Cue
}

// MarshalJSON leaves out what only surfaces need.
func (p Prompted) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID  string   `json:"id"`
		For Audience `json:"for"`
		Keys
		Options []Value `json:"options,omitempty"`
	}{p.ID, p.For, p.Keys, p.Options})
}

// Cue returns the sound of the queue's end.
func (p Prompted) Cue() Cue { return p.cue }

// Judgement returns how its queue ended.
func (p Prompted) Judgement() (RaceOver, bool) {
	if p.finish == nil {
		return RaceOver{}, false
	}
	return *p.finish, true
}

// Closed says that a prompt went away unanswered.
type Closed struct {
	ID string `json:"id"`
	Keys
}

// Turn says whose turn begins.
type Turn struct {
	Seat Seat `json:"seat"`
}

// RaceOpened says that a race began.
type RaceOpened struct {
	Race     string `json:"race"`
	Entrants []Seat `json:"entrants"`
}

// A Finish is one entrant's place in a race or queue.
type Finish struct {
	Seat Seat `json:"seat"`
	// After is measured from the opening, or from the first press if that came earlier.
	After time.Duration `json:"after"`
}

// RaceOver says how a race ended.
type RaceOver struct {
	Race     string   `json:"race"`
	Order    []Finish `json:"order"`               // by time
	Missing  []Seat   `json:"missing"`             // had not pressed by then
	DeadHeat []Seat   `json:"dead_heat,omitempty"` // can't be told apart, for the deciding place
	Fastest  Seat     `json:"fastest,omitempty"`   // the verdict; 0 if there is none, or a prompt decides
	Slowest  Seat     `json:"slowest,omitempty"`
	Team     int      `json:"team,omitempty"` // the verdict where teams play: it is known even if the seat is not
	Void     bool     `json:"void,omitempty"` // edges were lost (RACE-8)

	// The reasons for the verdict, for explain; no journal has them.
	Zero         time.Duration `json:"-"` // the time from which Order is measured
	Clauses      []string      `json:"-"` // that decided
	Unclear      []Seat        `json:"-"` // any of them may have begun the race (RACE-5)
	Doubted      []Seat        `json:"-"` // may have pressed too early, which would change the verdict (RACE-5)
	SlowestLoses bool          `json:"-"` // else the fastest wins
	Shared       bool          `json:"-"` // all seats of the dead heat are fastest, or of the team that the verdict is about
	Mates        []Seat        `json:"-"` // the seats of that team
	Abandoned    bool          `json:"-"` // the game ended during the race
}

// Decided returns the seats that the verdict is about: one, or several of a team that can't be told
// apart. It is nil without a verdict.
func (r RaceOver) Decided() []Seat {
	switch {
	case r.Fastest != 0:
		return []Seat{r.Fastest}
	case r.Slowest != 0:
		return []Seat{r.Slowest}
	case r.Team != 0 && r.DeadHeat == nil:
		return r.Missing
	case r.Team != 0:
		return r.DeadHeat
	}
	return nil
}

// Margin says by how much the deciding place was won or lost, by a team against the next one. It is
// nil if a seat never pressed or a press was lost.
func (r RaceOver) Margin() []Text {
	order, decided := slices.Clone(r.Order), r.Decided()
	if r.SlowestLoses {
		slices.Reverse(order)
	}
	if len(order) == 0 || !slices.Contains(decided, order[0].Seat) {
		return nil
	}
	rival := slices.IndexFunc(order, func(f Finish) bool { return !slices.Contains(append(decided, r.Mates...), f.Seat) })
	if rival < 0 {
		return nil
	}
	span := order[rival].After - order[0].After
	if r.SlowestLoses {
		span = -span
	}
	if span <= 0 {
		return nil
	}
	return []Text{{Word: "margin", Role: News, Span: span}}
}

// Undecided says why the arbiter could not decide a race.
func (r RaceOver) Undecided() Text {
	switch {
	case r.Void:
		return Text{Word: "void", Role: Verdict}
	case r.Unclear != nil:
		return Text{Word: "unclear", Role: Verdict, Seats: r.Unclear}
	case r.Doubted != nil:
		return Text{Word: "too_early", Role: Verdict, Seats: r.Doubted}
	case r.DeadHeat != nil:
		return Text{Word: "dead_heat", Role: Verdict, Seats: r.DeadHeat}
	}
	return Text{Word: "missing", Role: Verdict, Seats: r.Missing}
}

// A Proposal is a word that a seat has proposed in a hunt, and its marks, one for each letter.
type Proposal struct {
	Hunt        int
	Seat        Seat
	Word, Marks string
}

// A Proposed event is drawn instead of said in a sentence.
type Proposed interface {
	Proposal() Proposal
}

// inHistory reports whether a fact belongs in the history of a game: it has sentences, is drawn,
// ends a round, gives points, begins a race, came too late for one, or is a verdict.
func (f Fact) inHistory() bool {
	switch what := f.What.(type) {
	case Proposed, RoundOver, GameOver, Scored:
		return true
	case Ignored:
		if what.Why == Late {
			return true
		}
	}
	return len(f.Said) > 0 || f.Cue() == CueRaceOpen || f.Decides()
}

// Decides reports whether a fact is a verdict: how a race or a queue ended, whether an answer was right,
// who has won.
func (f Fact) Decides() bool {
	switch f.Cue() {
	case CueRight, CueWrong, CueNobody, CueTriumph, CueGameOver:
		return true
	}
	_, judged := f.Judgement()
	return judged
}

// Judgement returns the decision of the arbiter that the fact carries, or false if it carries none.
func (f Fact) Judgement() (RaceOver, bool) {
	if judged, ok := f.What.(Judged); ok {
		return judged.Judgement()
	}
	return RaceOver{}, false
}

// A Judged event carries a decision of the arbiter, for explanations: of a race, a shout, a
// call or a buzz.
type Judged interface {
	// Judgement returns the decision and its clauses, or false if there was nothing to decide.
	Judgement() (RaceOver, bool)
}

// Judgement returns the race itself.
func (r RaceOver) Judgement() (RaceOver, bool) { return r, true }

// Scored says that points were given or taken.
type Scored struct {
	Delta int    `json:"delta"`
	Total int    `json:"total"`
	Why   string `json:"why"`
	Seat  Seat   `json:"seat,omitempty"`
	Team  int    `json:"team,omitempty"`
	cue   Cue
}

// Sounding returns the score with a sound of its own, for a step in which no other fact is heard.
func (s Scored) Sounding(c Cue) Scored {
	s.cue = c
	return s
}

// Ignored says that a press had no effect.
type Ignored struct {
	Seat Seat   `json:"seat"`
	Why  string `json:"why"`

	// MayCount says that the press may still count: hands are fast, and the race that it is meant for is
	// only declared after it (RACE-5).
	MayCount bool `json:"-"`

	// Waited marks a press that waited in a queue in vain. Any other has just come.
	Waited bool `json:"-"`
}

// Why presses are ignored, in the words of journal/FORMAT.md. NoEffect stands for every other reason.
const (
	Checking    = "checking"
	Late        = "late"
	Holder      = "holder"
	NotYourTurn = "not your turn"
	JustPlayed  = "just played"
	NoEffect    = "no effect now"
	Eliminated  = "eliminated" // out of the game, or of this round or question
)

// EdgesLost says that the kernel dropped edges (RACE-8).
type EdgesLost struct {
	Edges int `json:"edges"`
}

// Undone says which line of the journal, from 1, was taken back.
type Undone struct {
	Line int `json:"line"`
}

// Redone says which line of the journal, from 1, counts again.
type Redone struct {
	Line int `json:"line"`
}

// RoundOver closes a round.
type RoundOver struct {
	Round  int    `json:"round"`
	Totals Totals `json:"totals"`
}

// GameOver closes the game.
type GameOver struct {
	Totals  Totals `json:"totals"`
	Winners []Seat `json:"winners"`
}

func (Started) Fact() string    { return "started" }
func (Prompted) Fact() string   { return "prompt" }
func (Closed) Fact() string     { return "closed" }
func (Turn) Fact() string       { return "turn" }
func (RaceOpened) Fact() string { return "race_open" }
func (RaceOver) Fact() string   { return "race_over" }
func (Scored) Fact() string     { return "score" }
func (Ignored) Fact() string    { return "ignored" }
func (EdgesLost) Fact() string  { return "lost" }
func (Undone) Fact() string     { return "undone" }
func (Redone) Fact() string     { return "redone" }
func (RoundOver) Fact() string  { return "round_over" }
func (GameOver) Fact() string   { return "game_over" }

// A Cue names an event that makes a sound. Package sounds has its tune.
type Cue string

// The cues, the weightiest last: of several at once, that one is heard.
const (
	CueKey       Cue = "key"        // one of the judge's keys was pressed
	CueIgnored   Cue = "ignored"    // a press had no effect
	CuePress     Cue = "press"      // a press was registered, and may count
	CueJoined    Cue = "joined"     // a seat sat down in the lobby
	CueLeft      Cue = "left"       // a seat left the lobby
	CuePowerOn   Cue = "power_on"   // the table is open
	CueResumed   Cue = "resumed"    // a game goes on that was interrupted
	CueStart     Cue = "start"      // a game or a round begins
	CueTurn      Cue = "turn"       // the turn passed
	CueRaceOpen  Cue = "race_open"  // slap!
	CueFastest   Cue = "fastest"    // a race was won
	CueSlowest   Cue = "slowest"    // a race was lost
	CueDeadHeat  Cue = "dead_heat"  // a race or queue can't be told
	CueNobody    Cue = "nobody"     // a race ended without a winner
	CueVoid      Cue = "void"       // edges were lost
	CueCall      Cue = "call"       // a call: a shout, a buzz
	CueRight     Cue = "right"      // guilty, unmasked, solved, found
	CueWrong     Cue = "wrong"      // innocent, wrong, missed
	CueUndone    Cue = "undone"     // a line was taken back
	CueRefused   Cue = "refused"    // an answer was refused
	CueRoundOver Cue = "round_over" // a round is over
	CueTriumph   Cue = "triumph"    // rare, and worth more than CueRight
	CueGameOver  Cue = "game_over"  // the game is over
	CueTick      Cue = "tick"       // the last seconds of a clock
)

// Cues lists every cue in the order of their weight.
func Cues() []Cue {
	return []Cue{
		CueKey, CueIgnored, CuePress, CueJoined, CueLeft, CuePowerOn, CueResumed, CueStart, CueTurn, CueRaceOpen,
		CueFastest, CueSlowest, CueDeadHeat, CueNobody, CueVoid, CueCall, CueRight, CueWrong, CueUndone, CueRefused,
		CueRoundOver, CueTriumph, CueGameOver, CueTick,
	}
}

// Weight returns the place of a cue in Cues, from 0; -1 for silence.
func (c Cue) Weight() int {
	all, _ := c.Split()
	return slices.Index(Cues(), all)
}

// Of returns the cue as that of a seat, which sounds of its own: "turn-3".
func (c Cue) Of(seat Seat) Cue { return Cue(fmt.Sprintf("%s-%d", c, seat)) }

// Split returns the cue without its seat, and that seat; 0 for none.
func (c Cue) Split() (Cue, Seat) {
	name, number, _ := strings.Cut(string(c), "-")
	if n, err := strconv.Atoi(number); err == nil {
		return Cue(name), Seat(n)
	}
	return c, 0
}

// A Cued event can be heard.
type Cued interface {
	// Cue returns the cue to play, or "" for silence.
	Cue() Cue
}

// Cue returns the cue of a fact, or "" for silence.
func (f Fact) Cue() Cue {
	if c, ok := f.What.(Cued); ok {
		return c.Cue()
	}
	return ""
}

func (Started) Cue() Cue    { return CueStart }
func (Turn) Cue() Cue       { return CueTurn }
func (RaceOpened) Cue() Cue { return CueRaceOpen }
func (s Scored) Cue() Cue   { return s.cue }
func (Undone) Cue() Cue     { return CueUndone }
func (Redone) Cue() Cue     { return CueUndone }
func (RoundOver) Cue() Cue  { return CueRoundOver }
func (GameOver) Cue() Cue   { return CueGameOver }

// Cue returns CuePress for a press that may still count, else CueIgnored.
func (i Ignored) Cue() Cue {
	if i.MayCount {
		return CuePress
	}
	return CueIgnored
}

// Cue returns the cue of the way in which the race ended.
func (r RaceOver) Cue() Cue {
	switch {
	case r.Void:
		return CueVoid
	case r.Slowest != 0 || r.Team != 0 && r.SlowestLoses:
		return CueSlowest
	case r.Decided() != nil:
		return CueFastest
	case len(r.DeadHeat) > 0:
		return CueDeadHeat
	}
	return CueNobody
}
