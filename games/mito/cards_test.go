package mito

import (
	"testing"

	"arbitre/games/gametest"
)

func TestCards(t *testing.T) {
	gametest.Stories(t, book(), "testdata/cards.stories")
}
