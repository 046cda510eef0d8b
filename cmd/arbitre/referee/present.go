package referee

import (
	"slices"
	"time"

	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/hw"
)

// lastSeconds are those of a clock that can be heard.
const lastSeconds = 3

// tick makes the last seconds of the clock that runs out first heard, each once.
func (r *Referee) tick(v games.View) {
	var until time.Duration
	for _, p := range v.Prompts {
		if p.Until > 0 && (until == 0 || p.Until < until) {
			until = p.Until
		}
	}
	now := r.gameTime()
	next, ok := display.NextTick(v, now)
	if ok && next != r.ticked && until-now <= lastSeconds*time.Second && until > now {
		r.ticked = next
		r.hearing.cue(games.CueTick)
	}
}

// view is what an audience sees of the whole box: game or lobby, with the box's own question first.
func (r *Referee) view(a games.Audience) games.View {
	var v games.View
	if r.match != nil {
		v = r.match.table.View(a)
		if cover := r.match.table.Rules().Cover; a == games.Judge && cover != nil && !r.house().Reveal {
			cover(&v)
		}
	} else {
		v = r.lobby.view(a)
	}
	if r.match != nil && r.match.paused {
		v = games.View{Game: v.Game, Round: v.Round, Rounds: v.Rounds, Headline: games.Text{Word: "paused"}, Seats: v.Seats}
		for i := range v.Seats {
			v.Seats[i].Lamp = games.Dark
		}
	}
	if r.covered(a, v) {
		v = cover(v, games.Seat(a))
	} else if a > 0 {
		v = secret(v, games.Seat(a))
	}
	v.Lines = slices.Concat(r.Health.texts(), v.Lines)
	if r.missed > 0 {
		v.Lines = slices.Insert(v.Lines, 0, games.Text{Word: "edges_lost", Role: games.Fault, Number: r.missed})
	}
	if a == games.Judge && r.desk == deskHelp {
		seats := v.Seats
		v = display.Leaflet(v.Game)
		v.Seats = seats
	}
	if a == games.Judge && r.desk != "" {
		v.Prompts = []games.Prompt{r.deskPrompt()}
	}
	return v
}

// present shows the state as it is now on lamps and display.
func (r *Referee) present() {
	look, _ := r.Rest.Look(r.Clock() - r.active)
	a, v := r.face()
	if a == games.Judge {
		r.uncovered = 0
	}
	if r.match != nil {
		r.told = r.match.table.View(games.Public).Result
	}
	for _, seat := range r.Seats {
		light := hw.Dark
		if i := slices.IndexFunc(v.Seats, func(p games.Place) bool { return p.Seat == seat }); i >= 0 {
			light = hw.Light(v.Seats[i].Lamp)
		}
		if light == hw.Blinking && look.Dim {
			light = hw.Lit // nobody is there to be called
		}
		r.Lamp(hw.Button(seat), light)
	}
	r.tick(v)
	r.dialogue.Follow(v)
	r.notice(v)
	if r.refused != "" && r.refused != topic(v) {
		r.dialogue.Refuse("") // what was refused is over
		r.refused = ""
	}
	r.shown = v
	now := r.gameTime()
	scene := display.Scene{View: v, Dialogue: r.dialogue, Language: r.language, Now: now, Invitation: r.invitation}
	r.Judge(Picture{scene, look})
	if r.Public == nil && r.Pages == nil {
		return
	}
	public := r.view(games.Public)
	if r.Public != nil {
		r.Public(Picture{display.Scene{View: public, Language: r.language, Now: now}, look})
	}
	if r.Pages != nil {
		state := web.State{Public: public, Judge: r.view(games.Judge), Scene: scene, Look: look, Now: now}
		if a > 0 {
			state.Holder = games.Seat(a)
		}
		if r.match != nil {
			state.Line = r.match.table.Lines()
		}
		r.Pages.Show(state)
	}
}
