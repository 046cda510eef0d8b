package box

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"arbitre/games/all"
	"arbitre/games/results"
)

// A child's first try: whoever has the keys, or the page of a box without any, lets a game not
// count while it is on, after its end, or in the lobby. The box remembers, and the game can count
// again.
func TestAGameThatDoesNotCount(t *testing.T) {
	slap := must(all.Games().Find("slap"))
	for _, bare := range []bool{false, true} {
		t.Run(fmt.Sprintf("bare=%t", bare), func(t *testing.T) {
			e := &evening{rules: slap, dice: rand.New(rand.NewPCG(1, 0))}
			e.bare = bare
			check(t, e.spend(t, e.triesAGame))
		})
	}
}

// triesAGame marks and plays games, and checks after each step how many count.
func (e *evening) triesAGame() error {
	answers := func(word string) func() error {
		return func() error { return errors.Join(menu("counts")(e), e.take("counts", word)) }
	}
	counts, forFun := answers("counted"), answers("for_fun")
	leave := func() error { return menu("leave")(e) }
	for i, s := range []struct {
		do     func() error
		played int // games that were put away
		count  int // those of them that count
	}{
		{e.sitDown, 0, 0},
		{forFun, 0, 0}, // while it is on
		{e.finish, 0, 0},
		{leave, 1, 0},
		{e.restart, 1, 0},
		{e.sitDown, 1, 0},
		{e.finish, 1, 0},
		{forFun, 1, 0}, // after its end
		{counts, 1, 0},
		{leave, 2, 1},
		{forFun, 2, 0}, // in the lobby
		{e.restart, 2, 0},
		{e.sitDown, 2, 0},
		{e.finish, 2, 0},
		{leave, 3, 1},
		{e.rebuild, 3, 1},
		{forFun, 3, 0},
		{forFun, 3, 0},
		{counts, 3, 1},
	} {
		if err := errors.Join(s.do(), e.have(s.played, s.count)); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return e.resultsAreTold()
}

// restart pulls the plug, and starts the box again.
func (e *evening) restart() error {
	e.stop()
	e.phone.cookie = ""
	return e.start()
}

// rebuild makes the results anew, beside the box.
func (e *evening) rebuild() error { return results.Rebuild(e.disk, all.Games()) }

// have checks how many games were put away, and how many of them count, in the folder and on the
// scoreboard.
func (e *evening) have(played, count int) error {
	e.wait(time.Second)
	evenings, _, err := results.Read(e.disk, all.Games(), results.Clock{Wall: time.Now})
	if err != nil {
		return err
	}
	list, counted := slices.Concat(evenings...), 0
	for _, g := range list {
		if g.Over && !g.Uncounted {
			counted++
		}
	}
	shown, _, err := e.phone.look("/events")
	most := 0
	for _, s := range shown.AllTime {
		for _, r := range s.Rows {
			most = max(most, r.Played)
		}
	}
	if len(list) != played || counted != count || (most > 0) != (count > 0) || most > count {
		err = errors.Join(err, fmt.Errorf("%d games, of which %d count, somebody has played %d; want %d and %d",
			len(list), counted, most, played, count))
	}
	return err
}
