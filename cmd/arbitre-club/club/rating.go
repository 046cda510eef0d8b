package club

import (
	"math"
	"slices"

	"arbitre/games"
	"arbitre/games/results"
)

// A Rating is the normal distribution of a player's likely strength: its mean Mu, and its standard
// deviation Sigma. The model is that of Bradley and Terry with full pairing in R. C. Weng and C.-J.
// Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research
// 12 (2011), algorithm 1: each side of a game plays each other side. The ratings equal those of the
// npm package openskill 4.1.0 with its model bradleyTerryFull.
type Rating struct{ Mu, Sigma float64 }

// The parameters of the model, by the names that openskill gives them.
const (
	mu      = 25.0      // the mean of a newcomer
	sigma   = mu / 3    // the standard deviation of a newcomer
	beta    = sigma / 2 // the standard deviation of a player's performance in one game
	epsilon = 1e-4      // the least part of its variance that a rating keeps in one game
)

// Ordinal returns the mean less three standard deviations: nearly certainly the strength is higher.
// Players are ranked by it, so that a few lucky games put no newcomer ahead.
func (r Rating) Ordinal() float64 { return r.Mu - 3*r.Sigma }

// Ratings returns how strong each person is by the games that count. The games are listed in the
// order in which they began. A seat without a name is rated as a newcomer's.
func Ratings(list []Game, rules games.Rulebook) map[string]Rating {
	known := map[string]Rating{}
	for _, g := range list {
		if !g.Over || g.Uncounted {
			continue
		}
		var sides []side
		for _, one := range g.Sides(rules) {
			s := side{Side: one}
			for _, p := range s.Members {
				r, played := known[p.Name]
				if !played {
					r = Rating{mu, sigma}
				}
				s.ratings = append(s.ratings, r)
			}
			sides = append(sides, s)
		}
		for _, s := range sides {
			for i, r := range s.rated(sides) {
				known[s.Members[i].Name] = r
			}
		}
		delete(known, "")
	}
	return known
}

// A side is one of a game, with the ratings of its members before the game.
type side struct {
	results.Side
	ratings []Rating
}

// strength returns the mean and the variance of a side's strength: those of its members added up.
func (s side) strength() (mean, variance float64) {
	for _, r := range s.ratings {
		mean += r.Mu
		variance += r.Sigma * r.Sigma
	}
	return mean, variance
}

// rated returns the ratings of the members of a side after a game of all sides, itself included.
func (s side) rated(all []side) (after []Rating) {
	mean, variance := s.strength()
	var better, surer []float64 // than expected against each other side; and as a part of the variance
	for _, other := range all {
		if &other.Members[0] == &s.Members[0] {
			continue
		}
		theirs, spread := other.strength()
		c := math.Sqrt(variance + spread + 2*beta*beta) // the standard deviation of the two performances
		chance, score := 1/(1+math.Exp((theirs-mean)/c)), 0.5
		if s.Rank != other.Rank {
			score = map[bool]float64{true: 1}[s.Rank < other.Rank]
		}
		better = append(better, variance/c*(score-chance))
		surer = append(surer, math.Sqrt(variance)/c*variance/(c*c)*chance*(1-chance))
	}
	omega, delta := sum(better), sum(surer)
	for _, r := range s.ratings {
		share := r.Sigma * r.Sigma / variance
		after = append(after, Rating{
			Mu:    r.Mu + share*omega,
			Sigma: r.Sigma * math.Sqrt(max(1-share*delta, epsilon)),
		})
	}
	return after
}

// sum adds numbers up in the order of their size, so that those with the same opponents get the same
// rating to the last bit, wherever they sat.
func sum(numbers []float64) (total float64) {
	slices.Sort(numbers)
	for _, n := range numbers {
		total += n
	}
	return total
}
