package rating_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"slices"
	"testing"

	"arbitre/cmd/arbitre-club/rating"

	"pgregory.net/rapid"
)

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
		known := slices.Repeat([]rating.Rating{rating.Newcomer()}, len(evening.Ratings))
		for _, g := range evening.Games {
			sides := make([]rating.Side, len(g.Teams))
			for i, team := range g.Teams {
				sides[i].Rank = g.Rank[i]
				for _, player := range team {
					sides[i].Members = append(sides[i].Members, known[player])
				}
			}
			for i, members := range rating.Rate(sides) {
				for m, r := range members {
					known[g.Teams[i][m]] = r
				}
			}
		}
		for player, want := range evening.Ratings {
			r := known[player]
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

func TestAGameMakesEveryRatingSurer(t *testing.T) {
	member := rapid.Custom(func(t *rapid.T) rating.Rating {
		return rating.Rating{rapid.Float64Range(-20, 60).Draw(t, "mu"), rapid.Float64Range(0.1, 10).Draw(t, "sigma")}
	})
	side := rapid.Custom(func(t *rapid.T) rating.Side {
		return rating.Side{rapid.IntRange(1, 4).Draw(t, "rank"), rapid.SliceOfN(member, 1, 3).Draw(t, "members")}
	})
	rapid.Check(t, func(t *rapid.T) {
		sides := rapid.SliceOfN(side, 2, 8).Draw(t, "sides")
		for i, members := range rating.Rate(sides) {
			for m, after := range members {
				if before := sides[i].Members[m]; !(after.Sigma > 0 && after.Sigma <= before.Sigma) {
					t.Fatalf("%v became %v", before, after)
				}
			}
		}
	})
}
