package gametest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// Declared compares what the rules of a game tell the lobby, the configuration and the pages with a
// file, to be read beside the rule sheet: how many play, what may be chosen, what holds where nothing
// is, and what is asked.
func Declared(t *testing.T, rules games.Rules, file string) {
	want, err := os.ReadFile(file)
	if got := declared(rules); err != nil || string(want) != got {
		t.Errorf("%v (-want +got):\n%s\nWhere the rules are right, %s is\n%s", err, cmp.Diff(string(want), got), file, got)
	}
}

func declared(r games.Rules) string {
	var b strings.Builder
	best := map[bool]string{true: "lowest", false: "highest"}[r.FewIsGood()]
	fmt.Fprintf(&b, "%s, %q: %d to %d seats, the %s total wins\n", r.Name, r.Title, r.Least, r.Most, best)
	if r.PointsOnJoin != nil {
		fmt.Fprintf(&b, "joins 10, 20 and 40 with %d\n", r.PointsOnJoin([]int{20, 10, 40}))
	}
	for _, s := range r.AllSettings() {
		fmt.Fprintf(&b, "setting %s of form %d, %d names\n", s.Key, s.Form, s.Count)
	}
	var before string
	for n := r.Least; n <= r.Most; n++ {
		if offers := offers(r, games.FirstSeats(n)); offers != before {
			fmt.Fprintf(&b, "for %d:\n%s", n, offers)
			before = offers
		}
	}
	asks := r.Asks(games.FirstSeats(r.Most))
	for _, id := range slices.Sorted(maps.Keys(asks)) {
		fmt.Fprintf(&b, "asks %s: %v\n", id, asks[id])
	}
	return b.String()
}

// offers lists what a lobby offers some seats for each option, one after the other: if they take what
// is preset, and where that is another offer, if they have taken one other word before.
func offers(r games.Rules, seats []games.Seat) string {
	var b strings.Builder
	taken := []string{""} // by the words that were taken otherwise, and the terms then; the first takes none
	terms := map[string]games.Agreed{"": {}}
	for _, o := range r.Options {
		fmt.Fprintf(&b, "\t%s", o.Key)
		if o.Default != nil {
			fmt.Fprint(&b, " = ", o.Default(seats))
		}
		if !o.WithChildren.IsZero() {
			fmt.Fprint(&b, "; with children ", o.WithChildren)
		}
		if len(o.StartValue) > 0 {
			fmt.Fprint(&b, "; for ", o.StartValue)
		}
		fmt.Fprintln(&b)
		if o.Offer == nil {
			continue
		}
		asUsual := ""
		for _, words := range slices.Clone(taken) {
			agreed := terms[words]
			choices, preset := o.Offer(games.Terms{Seats: seats, Agreed: agreed})
			if offer := strings.TrimSpace(fmt.Sprint(choices, " ", preset)); words == "" || offer != asUsual {
				fmt.Fprintf(&b, "\t\t%s%s\n", words, offer)
				if words == "" {
					asUsual = offer
				}
			}
			for i, c := range choices {
				if usual := c.Equal(preset) || preset.IsZero() && i == 0; usual {
					terms[words] = agreed.With(games.Field{Key: o.Key, Value: c})
				} else if word, err := c.Word(); err == nil && words == "" {
					other := o.Key + " " + word + ": "
					taken, terms[other] = append(taken, other), agreed.With(games.Field{Key: o.Key, Value: c})
				}
			}
		}
	}
	return b.String()
}
