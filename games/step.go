package games

import (
	"slices"
	"time"
)

// A Step collects the facts and sentences that follow from one input or deadline.
type Step struct {
	At     time.Duration // of the input or deadline
	facts  []Fact
	said   []Text
	placed int // how many facts belong to earlier steps of this moment
}

// NewStep begins a step at the time of its input or deadline.
func NewStep(at time.Duration) *Step { return &Step{At: at} }

// Add adds facts, in the order in which the clauses name them. Each comes before those that
// journal/FORMAT.md puts behind it.
func (s *Step) Add(happened ...Event) {
	for _, h := range happened {
		i := len(s.facts)
		for i > s.placed && place(h) < place(s.facts[i-1].What) {
			i--
		}
		s.facts = slices.Insert(s.facts, i, Fact{At: s.At, What: h})
	}
}

// Say adds the sentences that tell of an event, for the history. Those that only say how things
// stand are left out.
func (s *Step) Say(texts ...Text) {
	for _, t := range texts {
		if t.Role.Happened() {
			s.said = append(s.said, t)
		}
	}
}

// SayAll says the headline and the lines of a view.
func (s *Step) SayAll(headline Text, lines []Text) {
	s.Say(headline)
	s.Say(lines...)
}

// Facts returns the facts in the order that journal/FORMAT.md gives to a step. The last of them gets
// what was said.
func (s *Step) Facts() []Fact {
	if last := len(s.facts) - 1; last >= 0 && s.said != nil {
		s.facts[last].Said, s.said = s.said, nil
	}
	return s.facts
}

// Next begins another step of the same moment: its facts come after all earlier ones.
func (s *Step) Next() { s.placed = len(s.Facts()) }

func place(h Event) int {
	const own = 3 // the game's own facts
	places := [...]string{
		0: Started{}.Fact(), Closed{}.Fact(), RaceOver{}.Fact(),
		own + 1: RoundOver{}.Fact(), GameOver{}.Fact(), Turn{}.Fact(), RaceOpened{}.Fact(), Prompted{}.Fact(),
	}
	if i := slices.Index(places[:], h.Fact()); i >= 0 {
		return i
	}
	return own
}

// Prompts are the open prompts of a game, in the order of their opening.
type Prompts []Prompt

// Open opens a prompt.
func (ps *Prompts) Open(s *Step, p Prompt) {
	*ps = append(*ps, p)
	s.Add(Prompted{Prompt: p})
}

// OpenAfter opens a prompt that also reports how a queue ended and what it sounds like, for queues
// that no other fact reports.
func (ps *Prompts) OpenAfter(s *Step, p Prompt, finish RaceOver, cue Cue) {
	*ps = append(*ps, p)
	s.Add(Prompted{p, &finish, cue})
}

// Close closes every prompt of an id without an answer.
func (ps *Prompts) Close(s *Step, id string) {
	for _, p := range *ps {
		if p.ID == id {
			s.Add(Closed{p.ID, p.Keys})
		}
	}
	*ps = slices.DeleteFunc(*ps, func(p Prompt) bool { return p.ID == id })
}

// Of lists the prompts for one audience.
func (ps Prompts) Of(a Audience) (prompts []Prompt) {
	for _, p := range ps {
		if p.For == a {
			prompts = append(prompts, p)
		}
	}
	return prompts
}

// FirstDue returns the prompt whose time runs out first, of equals the oldest. ok is false if no
// clock runs.
func (ps Prompts) FirstDue() (first Prompt, ok bool) {
	for _, p := range ps {
		if p.Until > 0 && (!ok || p.Until < first.Until) {
			first, ok = p, true
		}
	}
	return first, ok
}

// StopClocks stops the clocks of all prompts, which stay open.
func (ps Prompts) StopClocks() {
	for i := range ps {
		ps[i].Until = 0
	}
}

// nextRound is the prompt that begins the next round, in every game of several rounds.
const nextRound = "next_round"

// EndRound tells the totals after a round and asks for the next one. After the last round the game
// is over.
func (ps *Prompts) EndRound(s *Step, round int, last bool, totals Totals, better func(a, b int) int) {
	s.Add(RoundOver{Round: round, Totals: slices.Clone(totals)})
	if last {
		s.Add(totals.Over(better))
		return
	}
	ps.Open(s, Prompt{ID: nextRound, For: Judge, Options: Words("ready")})
}

// Read returns the prompt that an answer is for and the value: of a choice, one of its options. The
// prompt stays open until [Prompts.Answered].
func (ps Prompts) Read(in Input) (Prompt, Value, error) {
	p, err := Find(ps, in)
	if err != nil || p.Shape != Choice {
		return p, in.Value, err
	}
	choice, err := p.Choose(in.Value)
	return p, choice, err
}

// Answered removes a prompt that was answered; of several with the same id and keys, the oldest
// (MOTUS-7).
func (ps *Prompts) Answered(answered Prompt) {
	if i := slices.IndexFunc(*ps, answered.asksTheSame); i >= 0 {
		*ps = slices.Delete(*ps, i, i+1)
	}
}
