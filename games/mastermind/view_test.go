package mastermind

import (
	"testing"

	"arbitre/games/gametest"
)

func TestViews(t *testing.T) {
	gametest.Stories(t, book(), "testdata/views.stories")
}
