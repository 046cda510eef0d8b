package club_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"testing"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
)

// ranked returns a game of teams of players, given by number, with these ranks.
func ranked(teams [][]int, rank []int) club.Game {
	g := club.Game{Game: results.Game{Game: "quiz", Over: true}}
	for i, team := range teams {
		for _, player := range team {
			g.Places = append(g.Places, results.Place{Seat: games.Seat(len(g.Places) + 1),
				Name: fmt.Sprint(player), Team: i + 1, Total: -rank[i]})
		}
	}
	return g
}

// agree rates the games of evenings, one a line, and compares everyone with what openskill says. It
// wants so many evenings.
func agree(t *testing.T, lines []byte, want int) {
	t.Helper()
	n := 0
	for line := range bytes.Lines(lines) {
		n++
		var evening struct {
			Games []struct {
				Teams [][]int `json:"teams"`
				Rank  []int   `json:"rank"`
			} `json:"games"`
			Ratings [][3]float64 `json:"ratings"` // mu, sigma, ordinal
		}
		check(t, json.Unmarshal(line, &evening))
		var list []club.Game
		for _, g := range evening.Games {
			list = append(list, ranked(g.Teams, g.Rank))
		}
		known := club.Ratings(list, all.Games())
		for player, want := range evening.Ratings {
			r, played := known[fmt.Sprint(player)]
			if !played {
				r = club.Rating{Mu: 25, Sigma: 25. / 3}
			}
			for i, got := range [3]float64{r.Mu, r.Sigma, r.Ordinal()} {
				if !(math.Abs(got-want[i]) <= 1e-9) {
					t.Errorf("evening %d, player %d: %v; openskill says %v", n, player, r, want)
				}
			}
		}
	}
	if n != want {
		t.Errorf("%d evenings; want %d", n, want)
	}
}

func TestRatingsAreThoseOfOpenskill(t *testing.T) {
	lines := must(os.ReadFile("testdata/evenings.jsonl"))
	agree(t, lines, 6)
}

func TestAThousandEveningsAsOpenskillRatesThem(t *testing.T) {
	if os.Getenv("ARBITRE_NPM") == "" {
		t.Skip("ARBITRE_NPM is not set: with ARBITRE_NPM=1, and nodejs and npm, it installs openskill and asks it")
	}
	folder := t.TempDir()
	check(t, os.CopyFS(folder, os.DirFS("testdata")))
	run := func(name string, args ...string) []byte {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Stderr = folder, t.Output()
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v", cmd, err)
		}
		return out
	}
	run("npm", "install", "--prefix", ".", "--no-audit", "--no-fund", "openskill@4.1.0")
	agree(t, run("node", "openskill.mjs", "1000"), 1000)
}

// Two who have the same opponents and the same place have the same rating, to the last bit, wherever they
// sit.
func TestWhereSomebodySitsDecidesNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		var list []club.Game
		for range 6 { // in the last game of eight, two newcomers are level
			var teams [][]int
			var rank []int
			for _, player := range random.Perm(6) {
				teams, rank = append(teams, []int{2 + player}), append(rank, random.IntN(6))
			}
			list = append(list, ranked(teams, rank))
		}
		teams, rank := [][]int{{2}, {3}, {4}, {5}, {6}, {7}}, random.Perm(6)
		for player := range 2 {
			seat := random.IntN(len(teams) + 1)
			teams, rank = slices.Insert(teams, seat, []int{player}), slices.Insert(rank, seat, 3)
		}
		known := club.Ratings(append(list, ranked(teams, rank)), all.Games())
		if known["0"] != known["1"] {
			t.Fatalf("of teams %v with ranks %v one has %v, the other %v", teams, rank, known["0"], known["1"])
		}
	}
}
