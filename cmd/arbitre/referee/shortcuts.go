package referee

import (
	"slices"

	"arbitre/games"
)

// Answers are all questions with answers to choose from, of the games and of the box itself, at a table of so many seats.
func Answers(rules games.Rulebook, seats int) map[string][]games.Value {
	all := map[string][]games.Value{}
	add := func(id string, options []games.Value) {
		for _, a := range options {
			if !slices.ContainsFunc(all[id], a.Equal) {
				all[id] = append(all[id], a)
			}
		}
	}
	var sitting []games.Seat
	for n := range seats {
		sitting = append(sitting, games.Seat(n+1))
	}
	for _, r := range rules {
		for id, options := range r.Asks(sitting) {
			add(id, options)
		}
		for n := r.Least; n <= min(r.Most, seats); n++ {
			for _, o := range r.Options {
				if o.Offer != nil {
					options, _ := o.Offer(games.Terms{Seats: sitting[:n]})
					add(o.Key, options)
				}
			}
		}
	}
	lobby := newLobby(rules, sitting, nil, true)
	for lobby.step = choosing; lobby.step <= asking; lobby.step++ {
		for _, p := range lobby.prompts() {
			add(p.ID, p.Options)
		}
	}
	for _, question := range []string{menuStop, menuPause, menuHelp, menuLanguage, menuLeave, menuRegroup, menuUnchanged, menuAgain, menuResume, menuDiscard, menuPhone, menuLook} {
		add(question, menuOptions(question))
	}
	return all
}
