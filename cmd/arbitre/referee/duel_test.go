package referee

import (
	"os"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// duelRules returns the rules of a game that only these tests know: the judge names a weapon,
// whoever presses first has hit, and the judge says how well. A game needs no more than this and
// one file of words for each language.
func duelRules() games.Rules {
	return games.Rules{
		Name: "duel", Title: "Duel", Least: 2, Most: 4,
		Options: []games.Option{games.Rounds(), {
			Key: "weapons", Default: games.Always(games.List(games.Words("pistol", "sabre"))),
			Preset: games.Setting{Form: games.Names, Count: 2,
				Says: "The names of the two weapons. Empty: pistol and sabre"},
		}},
		Better: games.Highest,
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{"weapon": games.Words("pistol", "sabre"),
				"first_was": games.SeatsOr(seats, "nobody")}
		},
		Words: os.DirFS("testdata/duel"),
		Begin: func(step *games.Step, start games.Start) (games.Game, error) {
			o := start.Read()
			d := &duel{
				seats: start.Seats, limits: race.ReadLimits(o), rounds: o.AtLeast("rounds", 1),
				weapons: o.Names("weapons", 2), totals: o.Totals(),
			}
			d.begin(step)
			return d, o.Err()
		},
	}
}

type duel struct {
	seats   []games.Seat
	limits  race.Limits
	rounds  int
	weapons []string

	round   int
	over    bool
	prompts games.Prompts
	race    *race.Race // the open race, or nil
	photo   *games.Photo
	totals  games.Totals
	said    games.Text
}

func (d *duel) begin(step *games.Step) {
	if d.round == d.rounds {
		d.over = true
		step.Add(d.totals.Over(games.Highest))
		step.Say(d.totals.Won(games.Highest))
		return
	}
	d.round++
	d.prompts.Open(step, games.Prompt{ID: "weapon", For: games.Judge, Options: games.Words(d.weapons...)})
}

func (d *duel) LateLimit() time.Duration { return d.limits.Settle }

func (d *duel) Deadline() (time.Duration, bool) {
	if d.race == nil {
		return 0, false
	}
	return d.race.Deadline(), true
}

func (d *duel) Elapse(step *games.Step) {
	over, ask := d.race.Over()
	d.end(step, over, ask)
}

func (d *duel) Press(step *games.Step, seat games.Seat) {
	if d.race == nil || !d.race.Press(step, seat) {
		step.Add(games.Ignored{Seat: seat, Why: games.NoEffect})
	}
}

func (d *duel) Lost(step *games.Step, _ int) {
	if d.race != nil {
		d.end(step, race.Void(d.race.Known()), d.seats)
	}
}

// end tells how a race ended, and asks how many points it was worth, or who won it.
func (d *duel) end(step *games.Step, over games.RaceOver, ask []games.Seat) {
	d.race, d.photo = nil, &games.Photo{RaceOver: over}
	step.Add(over)
	switch {
	case ask != nil:
		d.say(step, games.Text{Word: "unclear_shot", Role: games.Verdict})
		d.prompts.Open(step, games.Prompt{
			ID: "first_was", For: games.Judge, Options: games.SeatsOr(ask, "nobody"), Seats: true, Decides: true,
		})
	case over.Fastest == 0:
		d.say(step, games.Text{Word: "no_shot", Role: games.Verdict})
		d.begin(step)
	default:
		d.hit(step, over.Fastest)
	}
}

// say puts news into the views and tells it as a fact.
func (d *duel) say(step *games.Step, news games.Text) {
	d.said = news
	step.Say(news)
}

func (d *duel) hit(step *games.Step, seat games.Seat) {
	d.say(step, games.Text{Word: "hit", Role: games.Verdict, Seat: seat})
	d.prompts.Open(step, games.Prompt{
		ID: "points", For: games.Judge, Keys: games.Keys{Seat: seat}, Shape: games.Amount, Min: 1, Max: 10,
	})
}

func (d *duel) Answer(step *games.Step, in games.Input) error {
	p, err := games.Find(d.prompts, in)
	if err != nil {
		return err
	}
	if p.ID == "points" {
		points, err := in.Value.Within(p.Min, p.Max)
		if err != nil {
			return games.Refuse(games.Text{Word: "ten_at_most", Number: p.Max}, err)
		}
		d.prompts.Answered(p)
		step.Add(d.totals.Score(p.Seat, points, "hit"))
		step.Add(games.RoundOver{Round: d.round, Totals: slices.Clone(d.totals)})
		d.begin(step)
		return nil
	}
	choice, err := p.Choose(in.Value)
	if err != nil {
		return err
	}
	d.prompts.Answered(p)
	switch seat, err := choice.Int(); {
	case p.ID == "weapon":
		d.said = games.Text{}
		d.race = d.limits.Open("shot", race.FastestWins, d.seats, in.At)
		step.Add(games.RaceOpened{Race: "shot", Entrants: d.seats})
	case err == nil:
		d.hit(step, games.Seat(seat))
	default:
		d.say(step, games.Text{Word: "no_shot", Role: games.Verdict})
		d.begin(step)
	}
	return nil
}

func (d *duel) Places() []games.Place {
	return games.Places(d.seats, d.totals, func(p *games.Place) {
		if d.race != nil {
			p.Lamp = games.Blinking
		}
	})
}

func (d *duel) View(a games.Audience) games.View {
	v := games.View{Round: d.round, Rounds: d.rounds, Over: d.over, Headline: games.Text{Word: "aim"}}
	round := games.Text{Word: "round", Role: games.Round,
		Extra: games.Number(d.round).String() + "/" + games.Number(d.rounds).String()}
	switch {
	case d.over:
		v.Headline = d.totals.Won(games.Highest)
		v.Panel = games.Standings
	case d.race != nil:
		v.Headline = games.Text{Word: "shoot"}
	case !d.said.IsZero():
		v.Headline, v.Panel = d.said, games.PhotoFinish
	}
	v.Lines = []games.Text{round}
	if d.photo != nil && d.race == nil {
		photo := *d.photo
		v.Race = &photo
	}
	if a == games.Judge {
		v.Prompts = slices.Clone(d.prompts)
	}
	return v
}
