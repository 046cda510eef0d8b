package page

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/web/site"
	"arbitre/games/results"
)

// A content is what the pages show at one moment, in no language. The organiser sees all that
// everyone does, and more.
type content struct{ everyone, organiser site.Parts }

// A summary is the part of the content that comes from games alone. A club may have many thousands,
// so it is made anew only when they have changed.
type summary struct {
	all, evening []club.Game // the games that it is made of
	content
}

// A duel compares two people. One has not lost more often than Other.
type duel struct {
	One   string `json:"one"`
	Other string `json:"other"`
	results.Duel
}

// A strength is a player's rating.
type strength struct {
	Name     string  `json:"name"`
	Strength float64 `json:"strength"`
	Off      float64 `json:"off"` // it is off by no more than that in 19 of 20 cases
}

// mostRows is how many rows a table of the page has at most, so that a page of a large club stays small.
const mostRows = 100

// newContent returns the present content.
func (p *Pages) newContent() content {
	now, c := p.options.Now(), p.options.Club
	all, evening := c.Games(), c.Evening(now)
	if p.summary == nil || !same(p.summary.all, all) || !same(p.summary.evening, evening) {
		p.summary = p.newSummary(all, evening)
	}
	shown := content{maps.Clone(p.summary.everyone), maps.Clone(p.summary.organiser)}
	for _, t := range c.Tables() {
		shown.everyone["table/"+t.Name] = site.Encode(t)
	}
	shown.everyone["rounds"] = site.Encode(c.Rounds(now))
	maps.Copy(shown.organiser, shown.everyone)
	shown.organiser["present"] = site.Encode(c.Present(now))
	return shown
}

// same reports whether two lists of the club are the same. The club changes none: it makes another.
func same(a, b []club.Game) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (p *Pages) newSummary(all, evening []club.Game) *summary {
	rules, c := p.options.Rules, p.options.Club
	rows, tonight := club.Standing(all, rules), club.Standing(evening, rules)
	everyone := site.Parts{
		"whole":   site.Encode(true), // it never changes, so only the first message of a stream has it
		"evening": site.Encode(tonight[:min(len(tonight), mostRows)]),
		"allTime": site.Encode(rows[:min(len(rows), mostRows)]),
		"duels":   site.Encode(duels(rows, tonight)),
		"rating":  site.Encode(strengths(club.Ratings(all, rules))),
	}
	organiser := site.Parts{
		"questions": site.Encode(c.Questions()), "people": site.Encode(c.People()), "played": site.Encode(evening),
	}
	return &summary{all, evening, content{everyone, organiser}}
}

// duels returns the duels of all time between people who have played tonight, those with the most
// games first. On an evening without games it returns the duels of everybody.
func duels(rows, tonight []results.Rank) (all []duel) {
	here := map[string]bool{}
	for _, r := range tonight {
		here[r.Name] = true
	}
	for _, d := range results.Rivalries(rows) {
		one, other := d.One.Name, d.Other.Name
		if one != "" && other != "" && (len(here) == 0 || here[one] && here[other]) {
			all = append(all, duel{one, other, d.Duel})
		}
	}
	return all[:min(len(all), mostRows)]
}

// strengths returns ratings in the order of [byStrength].
func strengths(ratings map[string]club.Rating) (all []strength) {
	for _, name := range byStrength(slices.Collect(maps.Keys(ratings)), ratings) {
		r := ratings[name]
		all = append(all, strength{name, r.Mu, 2 * r.Sigma})
	}
	return all[:min(len(all), mostRows)]
}

// byStrength sorts people by the least strength that their ratings make likely, the strongest
// first. That of a newcomer is 0, as is a person's without a rating.
func byStrength(people []string, ratings map[string]club.Rating) []string {
	slices.SortFunc(people, func(a, b string) int {
		return cmp.Or(cmp.Compare(ratings[b].Ordinal(), ratings[a].Ordinal()), strings.Compare(a, b))
	})
	return people
}
