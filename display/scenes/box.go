package scenes

import (
	"fmt"
	"strings"

	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// box tells what the box itself shows: its menus, its faults, its refusals and its invitations, each with the longest that it may have to say.
func (t *teller) box(book games.Rulebook) {
	choice := func(id, options string) games.Prompt {
		return games.Prompt{ID: id, For: games.Judge, Options: games.Words(strings.Fields(options)...)}
	}
	show := func(name, keys string, v games.View, prompts ...games.Prompt) {
		v.Prompts = append(prompts, v.Prompts...)
		d, _ := t.typed(keys, 0, v)
		t.tell("box-"+name, display.Scene{View: v, Dialogue: d})
	}
	menu := func(name, keys, options string, labels ...games.Text) {
		id, _, _ := strings.Cut(name, "-")
		p := choice(id, options)
		p.Labels = labels
		show(name, keys, games.View{}, p)
	}
	for _, game := range book {
		v := t.phrases.Leaflet(game.Name)
		show("help-"+game.Name, "", v, choice("help", "back"))
	}
	menu("game", "v", strings.Join(book.Names(), " ")+" language")
	longest := book[len(book)-1]
	for _, game := range book {
		if len(game.Name) > len(longest.Name) {
			longest = game
		}
	}
	left := games.Text{Word: "left_game", Extra: longest.Name}
	menu("game-left", "", "a-journal "+book[0].Name, left)
	menu("resume", "", "resume later discard", left)
	menu("discard", "", "no yes")
	menu("off", "", "no yes")
	menu("language", "", strings.Join(wording.Codes(), " "))
	menu("stop", "", "continue undo redo players pause language phone leave")
	menu("stop-undo", "vv", "continue undo redo", games.Text{}, games.Text{Word: "undo", Seat: 2, Extra: "did_press"}, games.Text{Word: "redo", Seat: 2, Extra: "did_verdict"})
	menu("leave", "", "no yes")
	menu("again", "", "same leave undo")
	phones := choice("phone", "done phone unpair")
	phones.Asks = games.Text{Word: "phones", Number: 2}
	show("phone", "", games.View{}, phones)
	show("paused", "", games.View{Headline: games.Text{Word: "paused"}}, choice("pause", "continue"))
	show("for-eyes", "", games.View{Headline: games.Text{Word: "for_eyes", Seat: 1}},
		games.Prompt{ID: "cover", For: games.Player(1), Keys: games.Keys{Seat: 1}, Options: games.Words("ready")})
	show("unknown-word", "", games.View{Headline: games.Text{Word: "a word that no dictionary has, and far too long for it"}, Lines: []games.Text{{Word: "anticonstitutionnellementanticonstitutionnellement"}}})
	show("empty", "", games.View{})
	t.lobby(longest.Name, show, choice)
	t.totals(show)
	for _, fault := range Faults() {
		show("fault-"+fault.Word, "", games.View{Headline: games.Text{Word: "turn", Seat: 2}, Lines: []games.Text{fault.As(games.Fault), {Word: "round", Role: games.Round, Extra: "1/5"}}})
	}
	for _, why := range []games.Text{{Word: "answered_elsewhere"}, {Word: "left_broken"}, {Word: "a reason that no dictionary has, and so long that neither of the displays has room for it in one picture"}} {
		d := keys.Dialogue{Rows: t.height}
		d.Refuse(t.phrases.In(t.language, "").Sentence(why))
		t.tell("box-refused-"+strings.Fields(why.Word)[0], display.Scene{Dialogue: d})
	}
	for i, host := range []string{"arbitre.local", "192.168.178.123", "box-beside-the-table.fritz.box", "[2001:db8:85a3:8d3:1319:8a2e:370:7348]"} {
		if t.height == display.LowHeight && i == 3 {
			continue // there is no room for it: who invites has a shorter one
		}
		t.tell(fmt.Sprint("box-invitation-", i+1), display.Scene{Invitation: &display.Invitation{Address: "http://" + host + ":8080/judge", Code: "482913"}, Dialogue: keys.Dialogue{Rows: t.height}})
	}
	for _, turned := range []bool{false, true} {
		both := display.Invitation{Address: "http://arbitre.local:8080/judge", Number: "http://192.168.178.123:8080/judge", Turned: turned, Code: "482913"}
		t.tell(fmt.Sprint("box-invitation-turned-", turned), display.Scene{Invitation: &both, Dialogue: keys.Dialogue{Rows: t.height}})
	}
}

// lobby tells how a game is agreed on.
func (t *teller) lobby(game string, show func(name, keys string, v games.View, prompts ...games.Prompt), choice func(id, options string) games.Prompt) {
	show("welcome", "", games.View{Headline: games.Text{Word: "welcome"}})
	seats := []games.Seat{1, 2, 4}
	v := games.View{Game: game, Panel: games.Entrants, Headline: games.Text{Word: "joined", Seats: seats, Extra: game}}
	for s := range games.Seat(5) {
		v.Seats = append(v.Seats, games.Place{Seat: s + 1, Lamp: games.Blinking})
	}
	show("joined", "", v)
	show("players", "", v, choice("players", "ready back"))
	show("begin", "", v, choice("begin", "begin back"))
	v.Headline.Word = "agreeing"
	v.Seats = []games.Place{{Seat: 1}, {Seat: 2}, {Seat: 4}}
	show("agreeing", "", v)
	v.Headline.Word = "agreed"
	show("agreed", "", v)
	first := games.Prompt{ID: "first", For: games.Judge, Options: games.SeatsOr(seats), Seats: true}
	show("first", "v", v, first)
	rounds := games.Prompt{ID: "rounds", For: games.Judge, Shape: games.Amount, Min: 1, Max: 99, Preset: "5"}
	show("rounds-amount", "v", games.View{}, rounds)
	many := games.Prompt{ID: "rounds", For: games.Judge, Preset: "4"}
	for n := range 12 {
		many.Options = append(many.Options, games.Number(n+1))
	}
	show("rounds-most", "vvvvvvvv", games.View{}, many)
}

// totals tells the longest points of the most seats that a box has.
func (t *teller) totals(show func(name, keys string, v games.View, prompts ...games.Prompt)) {
	extreme := games.View{Panel: games.Standings, Round: 1, Next: 1, Headline: games.Text{Word: "round_over", Number: 12},
		Lines: []games.Text{{Word: "leader", Role: games.Leaders, Seats: []games.Seat{1, 3}, Number: -999}, {Word: "between"}}}
	for s, total := range []int{-999, -998, -999, 999, -995, -994, 998, -992} {
		extreme.Seats = append(extreme.Seats, games.Place{Seat: games.Seat(s + 1), Total: total})
	}
	ready := games.Prompt{ID: "next_round", For: games.Judge, Options: games.Words("ready")}
	for _, n := range []int{3, 5, 8} {
		v := extreme
		v.Seats = v.Seats[:n]
		show(fmt.Sprint("totals-", n), "", v, ready)
	}
}

// Faults are everything that may be wrong with the table itself.
func Faults() []games.Text {
	return []games.Text{
		{Word: "disk_full"}, {Word: "button_stuck", Seat: 3}, {Word: "button_noisy", Extra: "key previous"}, {Word: "edges_lost", Number: 12},
		{Word: "no_lamp", Number: 8}, {Word: "no_buzzer"}, {Word: "no_speaker"}, {Word: "no_keyboard"},
		{Word: "no_display"}, {Word: "no_public"}, {Word: "no_web"}, {Word: "bad_config"},
	}
}
