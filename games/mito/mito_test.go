package mito

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules(), MogelMotte()} }

func TestMitoDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }
func TestMogelMotteDeclares(t *testing.T) {
	gametest.Declared(t, MogelMotte(), "testdata/declared_motte")
}

func TestMitoConforms(t *testing.T)       { gametest.Conform(t, Rules(), `{"rounds":1}`) }
func TestMogelMotteConforms(t *testing.T) { gametest.Conform(t, MogelMotte(), `{"rounds":2}`) }

func TestMito(t *testing.T) {
	gametest.Stories(t, book(),
		"MITO-1 Players",
		"MITO-2 The cards",
		"MITO-4 Turns",
		"MITO-7 Vu!",
		"MITO-8 Guilty",
		"MITO-9 Innocent",
		"MITO-10 After a check",
		"MITO-11 A call in the guardian's own turn",
		"MITO-14 Declaring a card",
		"MITO-15 Spider",
		"MITO-16 Mosquito",
		"MITO-17 Cockroach",
		"MITO-18 Ant",
		"MITO-20 Out",
		"MITO-21 Counting",
		"MITO-22 The next round",
		"MITO-23 Who wins",
		"MOTTE-1 Mosquito",
		"MOTTE-2 Cockroach",
		"MOTTE-3 Ant",
		"MOTTE-4 Guilty",
		"MOTTE-5 One round",
		"MOTTE-6 The next guardian",
		"RACE-5 Bursts",
		"RACE-8 Lost edges",
	)
}
