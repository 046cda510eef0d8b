package motus

import "arbitre/games"

// Hint gives a letter of a secret word away (MOTUS-3, MOTUS-6).
type Hint struct {
	Hunt     int    `json:"hunt"`
	Position int    `json:"position"` // from 1
	Letter   string `json:"letter"`
}

// Marks say how near a proposal came (MOTUS-4).
type Marks struct {
	Hunt  int        `json:"hunt"`
	Line  int        `json:"line"`
	Seat  games.Seat `json:"seat"`
	Word  string     `json:"word"`
	Marks string     `json:"marks"` // per letter X in place, O misplaced, - absent
}

// Found says who found a word (MOTUS-5).
type Found struct {
	Hunt int        `json:"hunt"`
	Team int        `json:"team,omitempty"` // 0 in solo
	Seat games.Seat `json:"seat"`
}

// Missed reveals a word that was not found (MOTUS-6), or is void (MOTUS-11, MOTUS-12).
type Missed struct {
	Hunt int    `json:"hunt"`
	Word string `json:"word"`
}

// Token says what a team drew for its grid: a number, or "blank" (MOTUS-7).
type Token struct {
	Team  int         `json:"team"`
	Value games.Value `json:"value"`
}

// Motus says that a team completed a row, a column or a diagonal (MOTUS-8).
type Motus struct {
	Team int `json:"team"`
}

// TooLate says that a line was lost to the shot clock (MOTUS-15).
type TooLate struct {
	Hunt int        `json:"hunt"`
	Line int        `json:"line"`
	Seat games.Seat `json:"seat"`
}

// Proposal returns what is drawn, a letter in each square.
func (m Marks) Proposal() games.Proposal {
	return games.Proposal{Hunt: m.Hunt, Seat: m.Seat, Word: m.Word, Marks: m.Marks}
}

func (Hint) Fact() string    { return "hint" }
func (Marks) Fact() string   { return "marks" }
func (Found) Fact() string   { return "found" }
func (Missed) Fact() string  { return "missed" }
func (Token) Fact() string   { return "token" }
func (Motus) Fact() string   { return "motus" }
func (TooLate) Fact() string { return "too_late" }

func (Found) Cue() games.Cue   { return games.CueRight }
func (Missed) Cue() games.Cue  { return games.CueWrong }
func (Motus) Cue() games.Cue   { return games.CueTriumph }
func (TooLate) Cue() games.Cue { return games.CueWrong }
