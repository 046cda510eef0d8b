package games

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// Rules describe a game: everything that the lobby, the configuration, the results and the displays
// must know of it. A variant is a second value over the same code.
type Rules struct {
	Name        string // in journals and on the command line, in lower case
	Title       string // in English, for output without a dictionary
	Least, Most int    // seats
	Options     []Option
	Better      func(a, b int) int // [Highest] or [Lowest]: ranks totals
	// PointsOnJoin returns the points with which a seat joins between two rounds; nil if none may join or
	// leave.
	PointsOnJoin func(totals []int) int
	// Asks returns the possible choices of the game's prompts, by id. Prompts without choices, such
	// as those for a word, are not listed.
	Asks      func(seats []Seat) map[string][]Value
	ArmAnswer Input     // the answer that switches the buttons on, without a time; zero if none does
	OwnFacts  []Event   // the game's own events, as zero values; [Rules.Facts] adds those of every game
	Settings  []Setting // keys of the configuration besides the presets of options
	// List reads the list that a setting of the form [WordList] names.
	List   func(list io.Reader) (Lexicon, error)
	Cover  func(*View) // removes from the judge's view what he sees only if a setting of the form [Reveal] is true
	Bots   BotRules
	Guided bool  // it is the game of the guided first game: only a race, which any press opens and bots play
	Words  fs.FS // the files with the game's words and its help, in every language
	Begin  Begin // gets a start line with a valid number of seats and every option
}

// A Lexicon is what a game makes of a list of words.
type Lexicon struct {
	Doubt   func(Input) Text            // objects to an answer before it is given, or returns zero; a player who insists is right
	Fitting func(known string) []string // the words that fit what is known of one: ".E.A.."
	Found   string                      // says in English what the list has
}

// The options that need no declaration. Every game takes the limits of races, and whether children
// play; games that players may join take the totals and the number of rounds of the game before; games
// that bots play take the bots.
const (
	RaceOption     = "race"
	ChildrenOption = "children"
	TotalsOption   = "totals"
	PlayedOption   = "played"
)

// Start begins a game by its first line, and returns the facts of that line. An error says what is
// wrong with the seats or the options.
func (r Rules) Start(s Start) (Game, []Fact, error) {
	if err := s.CheckSeats(r.Least, r.Most); err != nil {
		return nil, nil, err
	}
	if err := s.Options.only(r.keys()); err != nil {
		return nil, nil, err
	}
	o := s.Read()
	if o.Bool(ChildrenOption); o.Err() != nil {
		return nil, nil, o.Err()
	}
	if _, err := s.Bots(); err != nil {
		return nil, nil, err
	}
	s.Options = r.Agree(s.Seats, s.Options)
	step := NewStep(0)
	step.Add(Started{Game: r.Name, Seats: s.Seats})
	game, err := r.Begin(step, s)
	if err != nil {
		return nil, nil, err
	}
	return game, step.Facts(), nil
}

// keys lists the keys of all options.
func (r Rules) keys() []string {
	var keys []string
	for _, o := range r.Options {
		keys = append(keys, o.Key)
	}
	if r.PointsOnJoin != nil {
		keys = append(keys, TotalsOption, PlayedOption)
	}
	if r.Bots.At != NoTable {
		keys = append(keys, BotsOption)
	}
	return append(keys, RaceOption, ChildrenOption)
}

// Agree returns every option that is in force, in the order of the rules: the given value, or else
// that with children, or its default.
func (r Rules) Agree(seats []Seat, said Agreed) Agreed {
	var all Agreed
	for _, o := range r.Options {
		v, ok := said.Of(o.Key)
		switch {
		case ok:
		case said.Children() && !o.WithChildren.IsZero():
			v = o.startValue(o.WithChildren)
		case o.Default != nil:
			v = o.Default(seats)
		}
		if !v.IsZero() {
			all = all.With(Field{o.Key, v})
		}
	}
	return all.With(said.fields...)
}

// Chosen returns the options of a start line for what was chosen in the lobby.
func (r Rules) Chosen(chosen Agreed) Agreed {
	var options Agreed
	for _, f := range chosen.fields {
		i := slices.IndexFunc(r.Options, func(o Option) bool { return o.Key == f.Key })
		f.Value = r.Options[i].startValue(f.Value)
		if !f.Value.IsZero() {
			options = options.With(f)
		}
	}
	return options
}

// startValue returns what a start line writes of a choice of the lobby; zero leaves the option out.
func (o Option) startValue(choice Value) Value {
	if value, special := o.StartValue[choice.String()]; special {
		return value
	}
	return choice
}

// Facts lists the words of all facts that the game may tell.
func (r Rules) Facts() []string {
	ofAll := []Event{
		Started{}, Prompted{}, Closed{}, Turn{}, RaceOpened{}, RaceOver{}, Scored{}, Ignored{}, EdgesLost{},
		Undone{}, Redone{}, RoundOver{}, GameOver{},
	}
	var words []string
	for _, h := range append(ofAll, r.OwnFacts...) {
		words = append(words, h.Fact())
	}
	return words
}

// AllSettings lists the settings of the game, first the presets of its options.
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

// FewIsGood reports whether the lowest total leads.
func (r Rules) FewIsGood() bool { return r.Better(0, 1) > 0 }

// A Rulebook holds the rules of several games, in the order in which they are offered.
type Rulebook []Rules

// Find finds a game by its name. An error lists the names that there are.
func (b Rulebook) Find(name string) (Rules, error) {
	for _, r := range b {
		if r.Name == name {
			return r, nil
		}
	}
	return Rules{}, fmt.Errorf("there is no game %q: expected %s", name, strings.Join(b.Names(), ", "))
}

// Names lists the names of all games.
func (b Rulebook) Names() []string {
	names := make([]string, len(b))
	for i, r := range b {
		names[i] = r.Name
	}
	return names
}
