package games

import "slices"

// Teams say who plays together: the seats of each team, ascending, numbered from 1. With nil
// everyone plays for himself.
type Teams [][]Seat

// Of returns the number of a seat's team; 0 where everyone plays for himself.
func (t Teams) Of(s Seat) int {
	return 1 + slices.IndexFunc(t, func(team []Seat) bool { return slices.Contains(team, s) })
}

// Same reports whether two seats are one, or of one team.
func (t Teams) Same(a, b Seat) bool { return a == b || t.Of(a) != 0 && t.Of(a) == t.Of(b) }

// With returns the seats of a seat's team, or the seat alone.
func (t Teams) With(s Seat) []Seat {
	if n := t.Of(s); n > 0 {
		return t[n-1]
	}
	return []Seat{s}
}

// Together returns the team to which all of some seats belong; 0 if there is none.
func (t Teams) Together(seats []Seat) int {
	if len(t.Firsts(seats)) != 1 {
		return 0
	}
	return t.Of(seats[0])
}

// Firsts returns the first seat of each team among some seats, in their order.
func (t Teams) Firsts(seats []Seat) (firsts []Seat) {
	for _, s := range seats {
		if !slices.ContainsFunc(firsts, func(first Seat) bool { return t.Same(first, s) }) {
			firsts = append(firsts, s)
		}
	}
	return firsts
}

// Keys are those of a seat and its team, or of the team alone where two of its seats can't be told
// apart.
func (t Teams) Keys(seats ...Seat) Keys {
	k := Keys{Team: t.Of(seats[0])}
	if len(seats) == 1 {
		k.Seat = seats[0]
	}
	return k
}

// About says something of a seat and its team, or of the team alone where two of its seats can't be
// told apart.
func (t Teams) About(said Text, seats []Seat) Text {
	k := t.Keys(seats...)
	said.Seat, said.Team = k.Seat, k.Team
	return said
}

// Side says something of a seat, or of its team if it has one.
func (t Teams) Side(said Text, s Seat) Text {
	if said.Team = t.Of(s); said.Team == 0 {
		said.Seat = s
	}
	return said
}

// Move returns the teams with a seat in the next one after its own.
func (t Teams) Move(s Seat) Teams {
	moved := make(Teams, len(t))
	for i, team := range t {
		moved[i] = Without(team, s)
		if i == t.Of(s)%len(t) {
			moved[i] = append(moved[i], s)
			slices.Sort(moved[i])
		}
	}
	return moved
}

// Deal returns a number of teams of neighbours, as even as can be. The seats ascend.
func Deal(seats []Seat, teams int) Teams {
	t := make(Teams, teams)
	for i, s := range seats {
		n := i * teams / len(seats)
		t[n] = append(t[n], s)
	}
	return t
}

// Value returns the teams as a start line has them: [[1,2],[3,4]].
func (t Teams) Value() Value {
	list := make([]Value, len(t))
	for i, team := range t {
		list[i] = List(SeatsOr(team))
	}
	return List(list)
}

// mostTeams is the highest number of teams that the lobby offers; a start line may have more.
const mostTeams = 4

// TeamsOption is the option of who plays with whom: by default everyone for himself. The lobby
// offers numbers of teams, and then lets the seats choose theirs.
func TeamsOption() Option {
	return Option{
		Key: "teams",
		Offer: func(t Terms) ([]Value, Value) {
			return append(Words("alone"), Numbers(2, min(mostTeams, len(t.Seats)-1))...), Value{}
		},
		StartValue: map[string]Value{"alone": {}},
		Teams:      true,
	}
}

// Teams reads the teams of a start line: two or more, none empty, with every seat that plays once.
func (r *Reader) Teams() Teams {
	return Read(r, TeamsOption().Key, func(v Value) (Teams, error) {
		list, _ := v.List()
		teams, all := make(Teams, len(list)), []Seat{}
		for i, item := range list {
			teams[i], _ = item.Seats()
			all = append(all, teams[i]...)
		}
		slices.Sort(all)
		wrong := func(team []Seat) bool { return len(team) == 0 || !slices.IsSorted(team) }
		if len(teams) < 2 || slices.ContainsFunc(teams, wrong) || !slices.Equal(all, r.start.Seats) {
			return nil, v.wrong("two or more teams of seats, each ascending, with every seat that plays once")
		}
		return teams, nil
	})
}
