package referee

import (
	"slices"

	"arbitre/display/keys"
	"arbitre/display/web"
	"arbitre/games"
)

// Questions of the box about who sees what. Like those of the menu they stand in no journal.
const (
	menuCover   = "cover"   // the display is handed to one player
	menuHide    = "hide"    // he has seen what is his
	menuLook    = "look"    // who wants to see his secret again
	menuPrepare = "prepare" // a player may answer ahead, while the others play
	menuSeen    = "seen"    // a result has been seen
)

// A holder has the display, or is to get it.
type holder struct {
	guest     games.Seat // who has asked for it; 0 where the game asks somebody, or nobody
	uncovered games.Seat // whose secret it may show now
	keeper    web.Phone  // which shows it, where there is no display but the judge's page

	aside   keys.Dialogue // what a guest was entering when the table went on
	asideOf games.Seat

	told int // how many results the game had when the display was last drawn
	seen int // how many of them somebody has seen
}

// holding is whose the display is: a guest's, else that of the player whom the game asks something; 0 is the judge's.
func (r *Referee) holding() games.Seat {
	if r.guest != 0 {
		return r.guest
	}
	asked, _ := r.askedAlone(func(p games.Prompt) bool { return !p.Background })
	return asked
}

// askedAlone finds a player who is asked something.
func (r *Referee) askedAlone(which func(games.Prompt) bool) (games.Seat, bool) {
	for _, seat := range r.match.seats() {
		if slices.ContainsFunc(r.match.view(games.Player(seat)).Prompts, which) {
			return seat, true
		}
	}
	return 0, false
}

// audience is who looks at the display.
func (r *Referee) audience() games.Audience {
	if r.match == nil || r.menu.open != "" || r.unseen() {
		return games.Judge
	}
	if seat := r.holding(); seat != 0 {
		return games.Player(seat)
	}
	return games.Judge
}

// face is what the display shows, and to whom: the view of its audience, and with it what only this one display asks.
func (r *Referee) face() (games.Audience, games.View) {
	a := r.audience()
	v := r.view(a)
	if r.match == nil || r.menu.open != "" || a != games.Judge {
		return a, v
	}
	ask := func(id string, seat games.Seat) {
		v.Prompts = []games.Prompt{{ID: id, For: games.Judge, Keys: games.Keys{Seat: seat}, Options: games.Words("ready")}}
	}
	if r.unseen() {
		ask(menuSeen, 0)
	} else if len(v.Prompts) == 0 {
		if seat, ok := r.askedAlone(func(p games.Prompt) bool { return p.Background }); ok {
			ask(menuPrepare, seat)
		}
	}
	return a, v
}

// unseen tells whether a result that people play for is still to be seen, and what is asked next would take its place.
// It stays until somebody presses a key, or until something else happens at the table.
func (r *Referee) unseen() bool {
	return r.match.view(games.Public).Result != r.seen &&
		(r.holding() != 0 || keys.Asks(*r.match.view(games.Judge)))
}

// saw notes that the result that is shown has been seen.
func (r *Referee) saw() { r.seen = r.match.view(games.Public).Result }

// covered tells whether the display waits for a player to take it. Where he holds his button to look, it is his alone anyway.
func (r *Referee) covered(a games.Audience, v games.View) bool {
	switch {
	case a <= 0:
		return false
	case r.Paged && (r.keeper == nil || r.keeper.Forgotten()): // and a page is seen by more than who holds a button
		return true
	case !r.Paged && len(v.Prompts) > 0 && v.Prompts[0].Shape == games.Peek:
		return false
	}
	return games.Player(r.uncovered) != a
}

// cover hides what a player alone may see until he says that it is he who looks.
func cover(v games.View, seat games.Seat) games.View {
	return games.View{Game: v.Game, Seats: v.Seats, Headline: games.Text{Word: "for_eyes", Seat: seat}, Prompts: []games.Prompt{
		{ID: menuCover, For: games.Player(seat), Keys: games.Keys{Seat: seat}, Options: games.Words("ready")},
	}}
}

// secret shows a player what he alone knows, where he is asked nothing.
func secret(v games.View, seat games.Seat) games.View {
	if len(v.Prompts) > 0 || len(v.Secret) == 0 {
		return v
	}
	return games.View{Game: v.Game, Seats: v.Seats, Headline: v.Secret[0], Lines: v.Secret[1:], Prompts: []games.Prompt{
		{ID: menuHide, For: games.Player(seat), Keys: games.Keys{Seat: seat}, Options: games.Words("done")},
	}}
}

// handOver takes the answer to a question about who sees what. It tells whether it was one.
func (r *Referee) handOver(in games.Input) bool {
	switch seat := in.Keys.Seat; in.Prompt {
	case menuSeen:
		r.saw()
	case menuPrepare:
		r.guest = seat
	case menuHide:
		r.dismiss()
	case menuCover:
		r.uncovered = seat
		if r.keeper == nil && r.Paged {
			r.keeper = r.Pages.Only() // the keys can mean no other
		}
		if r.asideOf == seat {
			r.dialogue, r.asideOf = r.aside, 0
		}
	default:
		return false
	}
	return true
}

// knowers are the players who have a secret to look at.
func (r *Referee) knowers() []games.Seat {
	return slices.DeleteFunc(slices.Clone(r.match.seats()), func(s games.Seat) bool {
		return len(r.match.view(games.Player(s)).Secret) == 0
	})
}

// dismiss takes the display back from a guest. What he was entering is kept for him.
func (r *Referee) dismiss() {
	if r.guest == 0 {
		return
	}
	if r.uncovered == r.guest && r.dialogue.Drafting() {
		r.aside, r.asideOf = r.dialogue, r.guest
	}
	r.guest, r.uncovered, r.keeper = 0, 0, nil
	r.dialogue.Reset()
}

// moved notes what has happened at the table: what was shown before it is seen, and a guest gives the display back.
func (r *Referee) moved(facts []games.Fact) {
	for _, f := range facts {
		switch f.What.(type) {
		case games.Ignored, games.EdgesLost:
			continue
		case games.Undone:
			r.saw()
		default:
			r.seen = max(r.seen, r.told)
			r.thumb.told = r.now
		}
		r.dismiss()
	}
}
