package layers

import (
	"arbitre/display/shown"
	"arbitre/games"
)

// An Input is an answer, Back (an undo), or the passing of time (Elapse), which every layer gets. Only an
// answer has a prompt.
type Input struct {
	games.Input
	From shown.Viewer // whose phone it came from; [shown.Box] for the box itself
}
