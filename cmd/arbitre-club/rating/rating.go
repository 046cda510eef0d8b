// Package rating estimates from the ranks in games how strong each player is, and how sure that is.
//
// The model is that of Plackett and Luce in R. C. Weng and C.-J. Lin, "A Bayesian Approximation
// Method for Online Ranking", Journal of Machine Learning Research 12 (2011), pages 267 to 300,
// algorithm 4. The ratings equal those of the npm package openskill 4.1.0 with its defaults.
package rating

import "math"

// A Rating is the normal distribution of a player's likely strength: its mean Mu, and its standard
// deviation Sigma.
type Rating struct{ Mu, Sigma float64 }

// The parameters of the model, by the names that openskill gives them.
const (
	mu      = 25.0      // the mean of a newcomer
	sigma   = mu / 3    // the standard deviation of a newcomer
	beta    = sigma / 2 // the standard deviation of a player's performance in one game
	epsilon = 1e-4      // the least part of its variance that a rating keeps in one game
)

// Newcomer returns the rating of somebody who has not played.
func Newcomer() Rating { return Rating{mu, sigma} }

// Ordinal returns the mean less three standard deviations: nearly certainly the strength is higher.
// Players are ranked by this number, so that nobody is ahead whose rating is unsure.
func (r Rating) Ordinal() float64 { return r.Mu - 3*r.Sigma }

// A Side is a team, or a player without one.
type Side struct {
	Rank    int // the lower, the better; equal in a draw
	Members []Rating
}

// Rate returns the ratings of the members of each side after a game.
func Rate(sides []Side) [][]Rating {
	sum := 0.0
	for _, s := range sides {
		sum += s.variance() + beta*beta
	}
	c := math.Sqrt(sum) // the standard deviation of the performance of all sides together
	rated := make([][]Rating, len(sides))
	for i, s := range sides {
		omega, delta := learned(sides, i, c)
		for _, r := range s.Members {
			variance := r.Sigma * r.Sigma
			rated[i] = append(rated[i], Rating{
				Mu:    r.Mu + variance/c*omega,
				Sigma: r.Sigma * math.Sqrt(max(1-variance/(c*c)*math.Sqrt(s.variance())/c*delta, epsilon)),
			})
		}
	}
	return rated
}

// variance returns the variance of the strength of a side: the sum of the variances of its members.
func (s Side) variance() (sum float64) {
	for _, r := range s.Members {
		sum += r.Sigma * r.Sigma
	}
	return sum
}

// weight returns how likely a side takes the next place, relative to others. The scale is c.
func (s Side) weight(c float64) float64 {
	mean := 0.0
	for _, r := range s.Members {
		mean += r.Mu
	}
	return math.Exp(mean / c)
}

// learned returns by how much a side was better than expected, omega, and by how much its rating is
// surer now, delta. In the model, places are taken from the first to the last, each by a random
// choice among the sides that are left.
func learned(sides []Side, side int, c float64) (omega, delta float64) {
	for i, s := range sides {
		if s.Rank > sides[side].Rank {
			continue
		}
		left, level := 0.0, 0.0 // the weights of the sides that are left; the number of sides of this rank
		for _, other := range sides {
			if other.Rank >= s.Rank {
				left += other.weight(c)
			}
			if other.Rank == s.Rank {
				level++
			}
		}
		chance := sides[side].weight(c) / left
		delta += chance * (1 - chance) / level
		omega -= chance / level
		if i == side {
			omega += 1 / level
		}
	}
	return omega, delta
}
