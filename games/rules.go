package games

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// Rules are a game before anybody plays it: all that others must know of it. A variant is a second
// value over the same code.
type Rules struct {
	Name        string // in journals and on the command line, in lower case
	Title       string // in English, where there is no dictionary
	Least, Most int    // seats
	Options     []Option
	Better      func(a, b int) int // [Highest] or [Lowest]: which total leads
	// Joiner is what a seat begins with that joins between two rounds; nil where none may join or
	// leave.
	Joiner func(totals []int) int
	// Asks are the answers to choose from that a question of the game may have, by its id.
	// Questions that are answered otherwise, such as by a word, are not among them.
	Asks     func(seats []Seat) map[string][]Value
	Settings []Setting // what the configuration may say of the game beside the presets of its options
	// Doubts reads a list of words, where a setting of the form [WordList] names one. What it
	// returns questions an answer before it is given, and has nothing to say of one that is as
	// expected. Whoever insists is right.
	Doubts func(list io.Reader) (func(Input) Text, error)
	Cover  func(*View) // takes from the judge's view what he sees only where a setting of the form [Reveal] says so
	Words  fs.FS       // the files beside the game with its words and its help, in every language
	Begin  Begin       // given a start line of this game, of as many seats as it takes, in which every option stands
}

// The options that need no declaration: every game takes limits of races, and every one that
// players may join their totals and how many rounds were played before.
const (
	RaceOption   = "race"
	TotalsOption = "totals"
	PlayedOption = "played"
)

// Start begins a game by its first line. It returns the facts of that line.
// An error says what the start, its seats or its options lack.
func (r Rules) Start(s Start) (Game, []Fact, error) {
	if err := s.CheckSeats(r.Least, r.Most); err != nil {
		return nil, nil, err
	}
	keys := r.keys()
	for _, o := range s.Options.fields {
		if last := len(keys) - 1; !slices.Contains(keys, o.Key) {
			return nil, nil, fmt.Errorf("option %q: %s has no such option: expected %s or %s",
				o.Key, r.Name, strings.Join(keys[:last], ", "), keys[last])
		}
	}
	s.Options = r.Agree(s.Seats, s.Options)
	step := NewStep(0)
	step.Tell(Started{Game: r.Name, Seats: s.Seats})
	game, err := r.Begin(step, s)
	if err != nil {
		return nil, nil, err
	}
	return game, step.Facts(), nil
}

// keys are those of all options.
func (r Rules) keys() []string {
	var keys []string
	for _, o := range r.Options {
		keys = append(keys, o.Key)
	}
	if r.Joiner != nil {
		keys = append(keys, TotalsOption, PlayedOption)
	}
	return append(keys, RaceOption)
}

// Agree is every option that is in force, in the order of the rules: as it was said, or what a
// start line means that leaves it out.
func (r Rules) Agree(seats []Seat, said Agreed) Agreed {
	var all Agreed
	for _, o := range r.Options {
		if v, ok := said.Of(o.Key); ok {
			all = all.With(Field{o.Key, v})
		} else if o.Default != nil {
			all = all.With(Field{o.Key, o.Default(seats)})
		}
	}
	return all.With(said.fields...)
}

// Chosen makes the options of a start line of what was chosen.
func (r Rules) Chosen(chosen Agreed) Agreed {
	var options Agreed
	for _, f := range chosen.fields {
		i := slices.IndexFunc(r.Options, func(o Option) bool { return o.Key == f.Key })
		if value, special := r.Options[i].StartValue[f.Value]; special {
			f.Value = value
		}
		if f.Value != "" {
			options = options.With(f)
		}
	}
	return options
}

// AllSettings are those of the game, first the presets of its options.
func (r Rules) AllSettings() []Setting {
	var all []Setting
	for _, o := range r.Options {
		if o.Preset.Form != 0 {
			o.Preset.Key = o.Key
			all = append(all, o.Preset)
		}
	}
	return append(all, r.Settings...)
}

// FewIsGood tells whether the lowest total leads.
func (r Rules) FewIsGood() bool { return r.Better(0, 1) > 0 }

// A Rulebook holds the rules of the games of a box, in the order in which they are offered.
type Rulebook []Rules

// Find finds a game by its name. An error says which there are.
func (b Rulebook) Find(name string) (Rules, error) {
	for _, r := range b {
		if r.Name == name {
			return r, nil
		}
	}
	return Rules{}, fmt.Errorf("there is no game %q: expected %s", name, strings.Join(b.Names(), ", "))
}

// Names are those of all the games.
func (b Rulebook) Names() []string {
	names := make([]string, len(b))
	for i, r := range b {
		names[i] = r.Name
	}
	return names
}
