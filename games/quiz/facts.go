package quiz

import (
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// Question says that a question begins (QUIZ-2).
type Question struct {
	Number int `json:"number"` // from 1
}

// Armed says that presses count from now on (QUIZ-2).
type Armed struct{}

// Buzz says who speaks (QUIZ-3), and for which team (QUIZ-9).
type Buzz struct {
	games.Keys
	// After is measured from the arming, or from the first press of the question; 0 if the seat's
	// press was lost.
	After time.Duration `json:"after"`
	race.Decision
}

// InVain says who was wrong at no cost (QUIZ-4); its sound tells the others that they may press.
type InVain struct{ games.Keys }

// TooLate says who let the time for an answer run out (QUIZ-5).
type TooLate struct{ games.Keys }

// Passed says that no player knew the answer (QUIZ-6).
type Passed struct {
	Number int `json:"number"`
}

func (Question) Fact() string { return "question" }
func (Armed) Fact() string    { return "armed" }
func (Buzz) Fact() string     { return "buzz" }
func (InVain) Fact() string   { return "in_vain" }
func (TooLate) Fact() string  { return "too_late" }
func (Passed) Fact() string   { return "passed" }

func (Question) Cue() games.Cue { return games.CueTurn }
func (Armed) Cue() games.Cue    { return games.CueRaceOpen }
func (Buzz) Cue() games.Cue     { return games.CueCall }
func (InVain) Cue() games.Cue   { return games.CueWrong }
func (TooLate) Cue() games.Cue  { return games.CueWrong }
func (Passed) Cue() games.Cue   { return games.CueNobody }
