package club_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"testing"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"

	"pgregory.net/rapid"
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
		if err := json.Unmarshal(line, &evening); err != nil {
			t.Fatal(err)
		}
		var list []club.Game
		for _, g := range evening.Games {
			list = append(list, ranked(g.Teams, g.Rank))
		}
		known := club.Ratings(list, all.Games())
		for player, want := range evening.Ratings {
			r, played := known[fmt.Sprint(player)]
			if !played {
				r = club.Newcomer()
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
	lines, err := os.ReadFile("testdata/evenings.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	agree(t, lines, 6)
}

func TestAThousandEveningsAsOpenskillRatesThem(t *testing.T) {
	if os.Getenv("ARBITRE_NPM") == "" {
		t.Skip("ARBITRE_NPM is not set: with ARBITRE_NPM=1, and nodejs and npm, it installs openskill and asks it")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
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

// Of up to eight newcomers nobody is rated below whom he has beaten, and those who share a place
// have the same rating, to the last bit, whatever the pattern of ties and wherever they sit.
func TestAmongNewcomersRatingsAreInTheOrderOfRanks(t *testing.T) {
	patterns := 0
	for n := 2; n <= 8; n++ {
		for ties := range 1 << (n - 1) { // a bit for each of the others: level with the one before
			patterns++
			teams, rank := make([][]int, n), make([]int, n)
			for i := range n {
				rank[i] = i + 1
				if i > 0 && ties>>(i-1)&1 == 1 {
					rank[i] = rank[i-1]
				}
				teams[i] = []int{i}
			}
			for i := n - 1; i > 0; i-- { // another order of seats for each pattern
				j := (ties*7 + i*3) % (i + 1)
				teams[i], teams[j] = teams[j], teams[i]
			}
			seated := make([]int, n)
			for i, team := range teams {
				seated[i] = rank[team[0]]
			}
			known := club.Ratings([]club.Game{ranked(teams, seated)}, all.Games())
			for i := 1; i < n; i++ {
				ahead, behind := known[fmt.Sprint(i-1)], known[fmt.Sprint(i)]
				if level := rank[i] == rank[i-1]; level && ahead != behind || !level && ahead.Ordinal() <= behind.Ordinal() {
					t.Fatalf("case %d of 254, ranks %v: %v, then %v", patterns, rank, ahead, behind)
				}
			}
		}
	}
}

func TestAGameMakesEveryRatingSurer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []club.Game
		before := map[string]club.Rating{}
		for range rapid.IntRange(1, 20).Draw(t, "games") {
			players := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7}).Draw(t, "players")
			size := rapid.IntRange(1, 3).Draw(t, "size of a team")
			teams := slices.Collect(slices.Chunk(players, size))
			rank := rapid.SliceOfN(rapid.IntRange(1, 4), len(teams), len(teams)).Draw(t, "ranks")
			list = append(list, ranked(teams, rank))
			after := club.Ratings(list, all.Games())
			for name, r := range after {
				was, played := before[name]
				if !played {
					was = club.Newcomer()
				}
				if !(r.Sigma > 0 && r.Sigma < was.Sigma) {
					t.Fatalf("%s: %v became %v", name, was, r)
				}
			}
			before = after
		}
	})
}
