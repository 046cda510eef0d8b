package games

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// A Seat is a place at the table with its arcade button, numbered from 1 clockwise. Zero is none.
type Seat int

// LeftOf returns the next of seats clockwise from s, which need not be one of them.
// The seats ascend, as in a [Start].
func LeftOf(seats []Seat, s Seat) Seat {
	for _, other := range seats {
		if other > s {
			return other
		}
	}
	return seats[0]
}

// Without returns the seats other than those left out, in their order.
func Without(seats []Seat, out ...Seat) []Seat {
	rest := make([]Seat, 0, len(seats))
	for _, s := range seats {
		if !slices.Contains(out, s) {
			rest = append(rest, s)
		}
	}
	return rest
}

// FirstSeats returns the seats from 1 to n.
func FirstSeats(n int) []Seat {
	seats := make([]Seat, n)
	for i := range seats {
		seats[i] = Seat(i + 1)
	}
	return seats
}

// CheckSeat returns an error for a seat that does not play.
func CheckSeat(seats []Seat, s Seat) error {
	if !slices.Contains(seats, s) {
		return fmt.Errorf("seat %d does not play: expected one of %v", s, seats)
	}
	return nil
}

// An Audience looks at a view or is asked a prompt: everyone, the judge, or the player of one seat.
type Audience int

// Audiences that are no single seat.
const (
	Public Audience = 0
	Judge  Audience = -1
)

// Player returns the audience of one seat.
func Player(s Seat) Audience { return Audience(s) }

// Audiences lists everyone who may look at a game of these seats, the public first.
func Audiences(seats []Seat) []Audience {
	all := []Audience{Public, Judge}
	for _, s := range seats {
		all = append(all, Player(s))
	}
	return all
}

func (a Audience) String() string {
	switch {
	case a == Public:
		return "public"
	case a == Judge:
		return "judge"
	}
	return "seat:" + strconv.Itoa(int(a))
}

// MarshalJSON writes "judge", "public", or the number of the seat.
func (a Audience) MarshalJSON() ([]byte, error) {
	if a > 0 {
		return strconv.AppendInt(nil, int64(a), 10), nil
	}
	return json.Marshal(a.String())
}

// Points is the total of one seat, or of one team.
type Points struct {
	Who   int // a seat, or a team where the game is played by teams
	Total int
	Team  []Seat // the seats of that team; nil for a seat
}

// Totals are the points of all, ascending by seat or team. In JSON: {"1":6,"2":0}.
type Totals []Points

// Of returns the total of a seat, or of its team.
func (t Totals) Of(seat Seat) int { return t.side(seat).Total }

// Score gives points to a seat or its team, or takes them.
func (t Totals) Score(seat Seat, points int, why string) Scored {
	p := t.side(seat)
	p.Total += points
	scored := Scored{Delta: points, Total: p.Total, Why: why}
	if p.Team != nil {
		scored.Team = p.Who
	} else {
		scored.Seat = seat
	}
	return scored
}

// side returns the points of a seat, or of its team.
func (t Totals) side(seat Seat) *Points {
	return &t[slices.IndexFunc(t, func(p Points) bool {
		return p.Team == nil && p.Who == int(seat) || slices.Contains(p.Team, seat)
	})]
}

// NewTotals starts everyone at zero.
func NewTotals(seats []Seat) Totals {
	t := make(Totals, len(seats))
	for i, s := range seats {
		t[i].Who = int(s)
	}
	return t
}

// Totals starts the teams at zero, or the seats where everyone plays for himself.
func (t Teams) Totals(seats []Seat) Totals {
	if t == nil {
		return NewTotals(seats)
	}
	totals := make(Totals, len(t))
	for i, team := range t {
		totals[i] = Points{Who: i + 1, Team: team}
	}
	return totals
}

// mostBrought is the greatest number of points that a seat can bring along or owe.
const mostBrought = 1_000_000

// Bring sets the points that seats bring along from an earlier game: {"1":12,"3":-5}. The others
// keep theirs.
func (t Totals) Bring(v Value) error {
	fields, err := v.Fields()
	if err != nil {
		return err
	}
	for _, f := range fields {
		i := slices.IndexFunc(t, func(p Points) bool { return strconv.Itoa(p.Who) == f.Key })
		if i < 0 {
			return fmt.Errorf("%q: expected seats that play", f.Key)
		}
		if t[i].Total, err = f.Value.Within(-mostBrought, mostBrought); err != nil {
			return err
		}
	}
	return nil
}

// Leaders returns the seats or teams that share the best total: the highest by [Highest], the
// lowest by [Lowest].
func (t Totals) Leaders(better func(a, b int) int) []int {
	best := slices.MaxFunc(t, func(a, b Points) int { return better(a.Total, b.Total) }).Total
	var who []int
	for _, p := range t {
		if p.Total == best {
			who = append(who, p.Who)
		}
	}
	return who
}

// Winners returns the leaders, ascending: seats, or all seats of teams. It is empty as long as there
// are no points: a game of 0-0-0 has no winner (RULES, who wins).
func (t Totals) Winners(better func(a, b int) int) []Seat {
	seats := []Seat{}
	if !slices.ContainsFunc(t, func(p Points) bool { return p.Total != 0 }) {
		return seats
	}
	leaders := t.Leaders(better)
	for _, p := range t {
		switch {
		case !slices.Contains(leaders, p.Who):
		case p.Team == nil:
			seats = append(seats, Seat(p.Who))
		default:
			seats = append(seats, p.Team...)
		}
	}
	slices.Sort(seats)
	return seats
}

// Leading says who leads: seats, the seats of teams, or that there are no points yet.
func (t Totals) Leading(better func(a, b int) int) Text {
	leaders := t.Winners(better)
	if len(leaders) == 0 {
		return Text{Word: "no_points", Role: Leaders}
	}
	return Text{Word: "leader", Role: Leaders, Seats: leaders, Number: t.Of(leaders[0])}
}

// Won says who has won: seats, a team, the seats of several teams, or that none has.
func (t Totals) Won(better func(a, b int) int) Text {
	won := WonBy(t.Winners(better))
	if len(won.Seats) > 0 {
		if p := t.side(won.Seats[0]); len(p.Team) == len(won.Seats) {
			won.Team = p.Who
		}
	}
	return won
}

// WonBy says that seats have won, or that none has.
func WonBy(seats []Seat) Text {
	if len(seats) == 0 {
		return Text{Word: "no_winner", Role: Winners}
	}
	return Text{Word: "game_over", Role: Winners, Seats: seats}
}

// Over ends a game: the leaders have won.
func (t Totals) Over(better func(a, b int) int) GameOver {
	return GameOver{Totals: slices.Clone(t), Winners: t.Winners(better)}
}

// Highest ranks the larger total first.
func Highest(a, b int) int { return cmp.Compare(a, b) }

// Lowest ranks the smaller total first.
func Lowest(a, b int) int { return cmp.Compare(b, a) }

// MarshalJSON writes an object with the totals by seat or team.
func (t Totals) MarshalJSON() ([]byte, error) {
	var fields []Field
	for _, p := range t {
		fields = append(fields, Field{strconv.Itoa(p.Who), Number(p.Total)})
	}
	return Row(fields...).MarshalJSON()
}
