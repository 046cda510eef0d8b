package mog

import (
	"testing"

	"arbitre/games/gametest"
)

func TestMog_views(t *testing.T) {
	gametest.Stories(t, book(), "testdata/views.stories")
}
