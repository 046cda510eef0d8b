package box

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

// An evening simulates a table and the people around it: they play one game after the other, by the
// rules or not, and now and then somebody pulls the plug.
type evening struct {
	powered
	phone phone
	rules games.Rules                // the game that they choose most
	twins bool                       // another evening will be compared with this one
	dice  *rand.Rand                 // random source of the current step
	did   []string                   // what has happened, for the report of a failure
	told  []moment                   // what strangers could learn after each step; only for twins
	heard int                        // lines of the log that are in told already
	over  map[string]bool            // journals of finished games
	held  map[[sha256.Size]byte]bool // hashes of journals that were checked already
}

// A step is one thing that people do, with its weight among the others.
type step struct {
	often int
	name  string
	do    func(*evening) error
}

// steps returns all that people do.
func steps() []step {
	return []step{
		{6, "sit down", (*evening).sitDown},
		{12, "answer", (*evening).answer},
		{6, "play on", (*evening).playOn},
		{6, "slap", (*evening).slap},
		{3, "press any keys", (*evening).pressKeys},
		{1, "look long", (*evening).lookLong},
		{1, "undo", menu("undo")},
		{1, "redo", menu("redo")},
		{1, "pause", menu("pause")},
		{1, "change the language", menu("language")},
		{1, "leave", menu("leave")},
		{1, "let a game count or not", (*evening).letCount},
		{1, "other players", menu("players")},
		{6, "finish", (*evening).finish},
		{6, "play again", (*evening).playAgain},
		{3, "take up", (*evening).takeUp},
		{3, "pair a phone", (*evening).pair},
		{1, "forget the phones", (*evening).forget},
		{1, "pull the device out", (*evening).pullOut},
		{1, "wait", (*evening).idle},
		{4, "pull the plug", (*evening).pullThePlug},
		{1, "edit the settings", (*evening).editTheSettings},
		{1, "find every door", (*evening).findDoors},
	}
}

// Whole evenings of every game: people do anything at a table, from sitting down to pulling the
// plug, in any order. After each step every journal replays to the facts that were shown; a
// restarted box goes on after the last acknowledged input; every finished game is in the results
// once; nobody is ever stuck. ARBITRE_CASES=N plays N evenings.
func TestEvenings(t *testing.T) {
	gametest.CollectRarely()
	count := 84 // of all games together
	if n, err := strconv.Atoi(os.Getenv("ARBITRE_CASES")); err == nil {
		count = n
	}
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	checks.Set(strconv.Itoa((count + len(all.Games()) - 1) / len(all.Games())))
	t.Cleanup(func() { checks.Set(before) })
	for i, rules := range all.Games() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			n, failed := i+1-len(all.Games()), false // the games take turns
			rapid.Check(t, func(r *rapid.T) {
				if !failed { // else rapid looks for a shorter one
					n += len(all.Games())
				}
				bare := rapid.IntRange(0, 4).Draw(r, "bare") == 0
				dice := rapid.SliceOfN(rapid.Uint64(), 12, 40).Draw(r, "dice")
				twins := rapid.IntRange(0, 3).Draw(r, "twins") == 0
				e, err := play(t, rules, bare, twins, 0, dice)
				if err == nil && twins {
					twin, failed := play(t, rules, bare, true, 1, dice)
					err = errors.Join(failed, e.keepsSecretsFrom(twin))
				}
				if failed = failed || err != nil; err != nil {
					r.Fatalf("evening %d of %d: %v\n%s", n, count, err, strings.Join(e.did, "\n"))
				}
			})
		})
	}
}

// play plays an evening with one step for each of the dice. An error says what went wrong. Twins
// have the same dice, but other seeds for their games, and their players enter other secret words.
func play(t *testing.T, rules games.Rules, bare, twins bool, twin uint64, dice []uint64) (e *evening, err error) {
	e = &evening{rules: rules, twins: twins}
	e.bare, e.seeds = bare, twin
	return e, e.spend(t, func() error {
		var thrown []step
		for _, s := range steps() {
			thrown = append(thrown, slices.Repeat([]step{s}, s.often)...)
		}
		for _, n := range dice {
			e.dice = rand.New(rand.NewPCG(n, 0))
			if err := e.does(one(e.dice, thrown...)); err != nil {
				return err
			}
		}
		return e.does(step{1, "the end", (*evening).resultsAreTold})
	})
}

// spend spends an evening at a new table in a bubble of its own.
func (e *evening) spend(t *testing.T, people func() error) (err error) {
	root, err := os.MkdirTemp(cmp.Or(os.Getenv("TMPDIR"), "/dev/shm"), "evening")
	if err != nil {
		root = t.TempDir()
	}
	defer os.RemoveAll(root)
	synctest.Test(t, func(*testing.T) {
		e.over, e.held = map[string]bool{}, map[[sha256.Size]byte]bool{}
		e.disk, e.runtime = filepath.Join(root, "disk"), filepath.Join(root, "run")
		e.log, e.phone.powered = &story{facts: map[string][]string{}}, &e.powered
		if err = errors.Join(os.MkdirAll(e.disk, 0o700), os.MkdirAll(e.runtime, 0o700), e.start()); err == nil {
			defer func() { e.stop() }()
			err = people()
		}
	})
	return err
}

// does does a step and then checks all that must always hold.
func (e *evening) does(s step) error {
	e.did = append(e.did, s.name)
	err := s.do(e)
	for _, hold := range []func(*evening) error{
		(*evening).journalsTellWhatWasShown,
		(*evening).nothingIsSetAside,
		(*evening).theResultIsTold,
		(*evening).overhear,
	} {
		if err == nil {
			err = hold(e)
		}
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", s.name, err)
	}
	return err
}

// note records what is done, for the report of a failure.
func (e *evening) note(format string, args ...any) {
	e.did = append(e.did, "    "+fmt.Sprintf(format, args...))
}

func one[T any](dice *rand.Rand, list ...T) T { return list[dice.IntN(len(list))] }
