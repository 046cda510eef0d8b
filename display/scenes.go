package display

import (
	"fmt"
	"time"

	"arbitre/games"
)

// A Story is a scene with a name, for whoever wants to look at all that the displays can show.
type Story struct {
	Name string
	Scene
}

// Scenes is every scene, question and fault, with the longest that each has to say. Every page of one is a story.
func Scenes(phrases Phrases, l Language, height int) []Story {
	var stories []Story
	low := height == LowHeight
	painter, picture := NewPainter(phrases), NewPicture(height)
	pointed := make(map[string]bool)
	tell := func(name string, s Scene) {
		s.Language, s.Now = l, sceneTime
		stories = append(stories, Story{name, s})
		painter.Draw(picture, s)
		for page := 1; page < len(painter.leaves); page++ {
			if came := fmt.Sprint(s.View.Game, s.View.Seats); painter.leaves[page].shows == ofPoints {
				if pointed[came] {
					continue // the same page as in another story
				}
				pointed[came] = true
			}
			s.Dialogue.page, s.Dialogue.read = page, s.View.Headline
			stories = append(stories, Story{fmt.Sprintf("%s-page-%d", name, page+1), s})
		}
	}
	judged := func(kind string, views []named) {
		for _, q := range views {
			q.View = typed(q.View)
			tell(kind+q.name, Scene{View: q.View, Dialogue: pressed(q, height)})
			if q.public {
				q.Prompts = nil
				tell("public-"+q.name, Scene{View: q.View})
			}
		}
	}
	judged("table-", tableViews())
	judged("ask-", questionViews())
	judged("", mogViews())
	judged("", mastermindViews())
	judged("", motusViews())
	for _, fault := range faultTexts() {
		v := seated("turn", games.Text{Seat: 2}, fault, games.Text{Word: "guardian", Seat: 1}, games.Text{Word: "round", Extra: "1/5"})
		tell("fault-"+fault.Word, Scene{View: typed(v), Dialogue: Dialogue{Rows: height}})
	}
	for _, game := range phrases.games {
		v := phrases.Leaflet(game)
		v.Prompts = []games.Prompt{{ID: "help", For: games.Judge, Options: games.Words("done")}}
		tell("help-"+game, Scene{View: v, Dialogue: Dialogue{Rows: height}})
	}
	refuse := func(name, reason string) {
		d := Dialogue{Rows: height}
		d.Refuse(reason)
		v := seated("turn", games.Text{Seat: 2})
		for part := 1; d.Refused(); part++ {
			story := Story{"refused-" + name, Scene{View: v, Dialogue: d, Language: l, Now: sceneTime}}
			if part > 1 {
				story.Name = fmt.Sprintf("%s-page-%d", story.Name, part)
			}
			stories = append(stories, story)
			d.Press(OK, sceneTime, v)
		}
	}
	refuse("in-his-language", phrases.In(l, "mito").Sentence(games.Text{Word: "turn_long_over", Seat: 3, Span: 1500 * time.Millisecond}))
	refuse("longest", phrases.In(l, "motus").Sentence(games.Text{Word: "unknown_word", Extra: "MAMMWOUT"}))
	refuse("elsewhere", phrases.In(l, "").Sentence(games.Text{Word: "answered_elsewhere"}))
	for _, i := range [...]struct{ name, address string }{
		{"name", "http://arbitre.local:8080/judge"},
		{"number", "http://192.168.178.123:8080/judge"},
		{"long", "http://box-beside-the-table.fritz.box:8080/judge"},
		{"longest", "http://[2001:db8:85a3:8d3:1319:8a2e:370:7348]:8080/judge"},
	} {
		if low && i.name == "longest" {
			continue // there is no room for it: who invites has a shorter one
		}
		tell("invitation-"+i.name, Scene{Invitation: &Invitation{Address: i.address, Code: "482913"}, Dialogue: Dialogue{Rows: height}})
	}
	return stories
}

// sceneTime is when scenes are shown, on the clock of their games.
const sceneTime = time.Minute

// pressed is a dialogue after some keys, and what was typed after them.
func pressed(n named, height int) Dialogue {
	d := Dialogue{Rows: height}
	for _, k := range n.keys {
		d.Press(k, sceneTime, n.View)
	}
	for _, r := range n.typed {
		d.Type(r, n.View)
	}
	return d
}

type named struct {
	name string
	games.View
	keys   []Key
	typed  string
	public bool // to be shown without its prompts as well
}

// seated is a view of a game of five, in the first of their rounds, while cards can be declared.
func seated(word string, headline games.Text, lines ...games.Text) games.View {
	headline.Word = word
	v := games.View{
		Game: "mito", Round: 1, Rounds: 5,
		Headline: headline, Lines: lines,
		Prompts: []games.Prompt{play()},
	}
	for i, total := range []int{12, 0, 47, 8, 103} {
		v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Total: total})
	}
	v.Seats[0].Mark = "guardian"
	return v
}

func play() games.Prompt {
	return games.Prompt{
		ID: "play", For: games.Judge, Background: true,
		Options: games.Words("mosquito", "cockroach", "spider", "ant", "out"),
		Namings: []games.Naming{
			{Options: games.Words("mosquito", "cockroach", "spider", "ant"), Asks: "laid_by", Seats: []games.Candidate{{Seat: 2, Until: time.Hour}, {Seat: 3}}},
			{Options: games.Words("out"), Asks: "out", Seats: []games.Candidate{{Seat: 1}, {Seat: 2}, {Seat: 3}, {Seat: 4}, {Seat: 5}}, Buttons: []games.Seat{2, 3}},
		},
	}
}

func tableViews() []named {
	s := func(seats ...games.Seat) []games.Seat { return seats }
	text := func(word string, seat games.Seat) games.Text { return games.Text{Word: word, Seat: seat} }
	owe := games.Text{Word: "owe", Seats: s(1, 2, 4, 5), Seat: 3, Number: 1}
	turn := text("turn", 4)
	finish := func(r games.RaceOver) *games.Photo { return &games.Photo{RaceOver: r} }
	order := []games.Finish{{Seat: 2, After: 183 * time.Millisecond}, {Seat: 1, After: 220 * time.Millisecond},
		{Seat: 5, After: 410 * time.Millisecond}, {Seat: 3, After: 1683 * time.Millisecond}}
	racing := func(word string, pressed ...games.Seat) games.View {
		v := seated(word, games.Text{Seats: pressed})
		v.Race = &games.Photo{Open: true}
		v.Prompts = nil
		if word == "cockroach" {
			v.Prompts = []games.Prompt{{ID: "nobody", For: games.Judge, Options: games.Words("nobody")}}
		}
		for i := range v.Seats {
			v.Seats[i].Lamp = games.Blinking
			for _, p := range pressed {
				if v.Seats[i].Seat == p {
					v.Seats[i].Lamp = games.Dark
				}
			}
		}
		return v
	}
	raced := func(v games.View, r games.RaceOver) games.View {
		v.Race = finish(r)
		return v
	}
	without := func(v games.View, prompts ...games.Prompt) games.View {
		v.Prompts = prompts
		return v
	}
	ready := games.Prompt{ID: "next_round", For: games.Judge, Options: games.Words("ready")}
	scored := func(v games.View, totals ...int) games.View {
		v.Seats = nil
		for i, t := range totals {
			v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Total: t})
		}
		return v
	}
	roundOver := seated("round_over", games.Text{Number: 2}, games.Text{Word: "leader", Seats: s(2), Number: 0})
	shared := seated("round_over", games.Text{Number: 12}, games.Text{Word: "leader", Seats: s(1, 3), Number: -5})
	tooLate := raced(seated("slowest", text("", 4), games.Text{Word: "owe", Seats: s(1, 2, 3), Seat: 4, Number: 1}, text("turn", 2)), games.RaceOver{Order: order[:2], Missing: s(4, 5), Slowest: 4})
	tooLate.Race.Uncounted = []games.Finish{{Seat: 5, After: -2 * time.Second}, {Seat: 4, After: 3 * time.Second}}
	return []named{
		{name: "turn", public: true, View: seated("turn", text("", 2), text("guardian", 1), games.Text{Word: "round", Extra: "1/5"})},
		{name: "turn-two-digits", View: seated("turn", text("", 12), text("guardian", 10), games.Text{Word: "round", Extra: "10/12"})},
		{name: "turn-slapped", View: seated("turn", text("", 2), games.Text{Word: "pressed", Seats: s(1, 3, 4)}, text("guardian", 1), games.Text{Word: "round", Extra: "1/5"})},
		{name: "mosquito", View: racing("mosquito")},
		{name: "mosquito-three-pressed", View: racing("mosquito", 1, 3, 4)},
		{name: "cockroach", public: true, View: racing("cockroach", 2)},
		{name: "slowest", public: true, View: raced(seated("slowest", text("", 3), owe, games.Text{Word: "margin", Span: 1273 * time.Millisecond}, turn), games.RaceOver{Order: order, Slowest: 3})},
		{name: "slowest-by-a-hair", View: raced(seated("slowest", text("", 3), games.Text{Word: "margin", Span: 1400 * time.Microsecond}, owe, turn), games.RaceOver{Order: order, Slowest: 3})},
		{name: "slowest-too-late", View: tooLate},
		{name: "slowest-never-pressed", View: raced(seated("slowest", text("", 4), games.Text{Word: "owe", Seats: s(1, 2, 3), Seat: 4, Number: 1}, text("turn", 2)), games.RaceOver{Order: order[:2], Missing: s(4), Slowest: 4})},
		{name: "fastest", View: raced(seated("fastest", text("", 2), text("may_leave", 2), games.Text{Word: "margin", Span: 37 * time.Millisecond}, turn), games.RaceOver{Order: order, Fastest: 2})},
		{name: "nobody", View: seated("nobody", games.Text{}, turn)},
		{name: "dead-heat", View: without(raced(seated("dead_heat", games.Text{Seats: s(1, 3)}), games.RaceOver{Order: order, DeadHeat: s(1, 3)}))},
		{name: "missing", View: without(raced(seated("missing", games.Text{Seats: s(1, 3, 4)}), games.RaceOver{Order: order[2:3], Missing: s(1, 3, 4)}))},
		{name: "void", View: without(raced(seated("void", games.Text{}), games.RaceOver{Order: order[:3], Missing: s(3), Void: true}))},
		{name: "call", View: without(seated("call", text("", 1)))},
		{name: "check", View: without(seated("check", text("", 3)))},
		{name: "guilty-mito", public: true, View: seated("guilty", text("", 3), text("take_back", 3), games.Text{Word: "owe", Seats: s(1), Seat: 3, Number: 1}, text("new_guardian", 3), turn)},
		{name: "guilty-mogelmotte", View: seated("guilty", text("", 3), games.Text{Word: "owe", Seats: s(1), Seat: 3, Number: 1}, text("new_guardian", 3), turn)},
		{name: "innocent", View: seated("innocent", text("", 3), games.Text{Word: "draw", Seats: s(1), Number: 1}, turn)},
		{name: "spider-choosing", View: without(seated("spider", text("", 2)))},
		{name: "spider", View: seated("spider", text("", 2), games.Text{Word: "owe", Seats: s(2), Seat: 5, Number: 1}, turn)},
		{name: "ant-mito", View: seated("ant", games.Text{Seats: s(1, 2, 4, 5)}, games.Text{Word: "take_discard", Seats: s(1, 2, 4, 5), Number: 1}, turn)},
		{name: "ant-mogelmotte", View: seated("ant", games.Text{Seats: s(1, 2, 4, 5)}, games.Text{Word: "draw", Seats: s(1, 2, 4, 5), Number: 1}, turn)},
		{name: "count", View: without(seated("count", text("", 3), text("out", 2)))},
		{name: "score", View: without(seated("count", text("", 4), games.Text{Word: "score", Seat: 3, Number: 27}, text("out", 2)))},
		{name: "round-over", public: true, View: without(roundOver, ready)},
		{name: "round-over-three", View: without(scored(roundOver, 12, 0, 47), ready)},
		{name: "round-over-shared", View: without(scored(shared, -5, -999, -5, 999, -999), ready)},
		{name: "round-over-eight", public: true, View: without(scored(shared, -5, 14, -5, 27, 8, 0, 31, 4), ready)},
		{name: "round-over-eight-extreme", View: without(scored(shared, -999, -998, -997, 999, -995, -994, 998, -992), ready)},
		{name: "game-over", View: without(seated("game_over", games.Text{Seats: s(2)}))},
		{name: "game-over-shared", View: without(seated("game_over", games.Text{Seats: s(1, 3, 4)}))},
		{name: "lost", View: seated("turn", text("", 2), games.Text{Word: "lost", Number: 12}, text("guardian", 1))},
		{name: "round-over-disk-full", View: without(seated("round_over", games.Text{Number: 2}, games.Text{Word: "disk_full"}, games.Text{Word: "leader", Seats: s(2)}), ready)},
		{name: "lobby-players", View: games.View{Prompts: []games.Prompt{{ID: "players", For: games.Judge, Options: games.Words("ready")}}}},
		{name: "welcome", View: games.View{Headline: games.Text{Word: "welcome"}}},
		{name: "joined", View: games.View{Game: "mogelmotte", Headline: games.Text{Word: "joined", Seats: s(1, 4), Extra: "mogelmotte"}, Seats: []games.Place{{Seat: 1, Lamp: games.Lit}, {Seat: 3, Lamp: games.Blinking}, {Seat: 4, Lamp: games.Lit}}}},
		{name: "agreeing", View: games.View{Headline: games.Text{Word: "agreeing", Seats: s(1, 3, 4)}, Seats: []games.Place{{Seat: 1, Lamp: games.Lit}, {Seat: 3, Lamp: games.Lit}, {Seat: 4, Lamp: games.Lit}}}},
		{name: "unknown-word", View: seated("a word that no dictionary has, and far too long for it", games.Text{}, games.Text{Word: "anticonstitutionnellementanticonstitutionnellement"})},
		{name: "empty", View: games.View{}},
	}
}

// again is what the box asks behind the end of a game.
func again() games.Prompt {
	return games.Prompt{ID: "again", For: games.Judge, Background: true, Options: games.Words("same", "leave", "undo")}
}

// faultTexts is everything that may be wrong with the table itself.
func faultTexts() []games.Text {
	return []games.Text{
		{Word: "disk_full"}, {Word: "button_stuck", Seat: 3}, {Word: "button_noisy", Extra: "key previous"}, {Word: "edges_lost", Number: 12},
		{Word: "no_lamp", Seat: 8}, {Word: "no_lamps"}, {Word: "no_buzzer"}, {Word: "no_speaker"}, {Word: "no_keyboard"},
		{Word: "no_display"}, {Word: "no_public"}, {Word: "no_web"}, {Word: "bad_config"},
	}
}

func questionViews() []named {
	ask := func(headline games.Text, prompts ...games.Prompt) games.View {
		v := seated(headline.Word, headline)
		v.Prompts = prompts
		return v
	}
	choice := func(id string, options []games.Value) games.Prompt {
		return games.Prompt{ID: id, For: games.Judge, Options: options}
	}
	words := func(id string, options ...string) games.View {
		return games.View{Prompts: []games.Prompt{choice(id, games.Words(options...))}}
	}
	others := []games.Seat{2, 3, 4, 5}
	declaring := seated("turn", games.Text{Seat: 3}, games.Text{Word: "guardian", Seat: 1})
	accused := choice("accused", games.SeatsOr(others, "withdraw"))
	verdict := choice("verdict", games.Words("guilty", "innocent", "withdraw"))
	verdict.Keys.Seat = 3
	hand := games.Prompt{ID: "hand", For: games.Judge, Keys: games.Keys{Seat: 3}, Shape: games.Hand, Counts: []games.Count{{Key: "numbers", Most: 43, Worth: 1}, {Key: "actions", Most: 20, Worth: 5}, {Key: "mitos", Most: 8, Worth: 10}}}
	rounds := choice("rounds", nil)
	for n := range 12 {
		rounds.Options = append(rounds.Options, games.Number(n+1))
	}
	rounds.Preset = "4"
	amount := games.Prompt{ID: "rounds", For: games.Judge, Shape: games.Amount, Min: 1, Max: 99, Preset: "5"}
	lobby := games.View{
		Game:     "mogelmotte",
		Headline: games.Text{Word: "joined", Seats: []games.Seat{1, 2, 4}, Extra: "mogelmotte"},
		Seats:    []games.Place{{Seat: 1, Lamp: games.Lit}, {Seat: 2, Lamp: games.Lit}, {Seat: 3, Lamp: games.Blinking}, {Seat: 4, Lamp: games.Lit}, {Seat: 5, Lamp: games.Blinking}},
		Prompts:  []games.Prompt{choice("players", games.Words("ready", "back"))},
	}
	labelled := func(v games.View, labels ...games.Text) games.View {
		v.Prompts[0].Labels = labels
		return v
	}
	left := games.Text{Word: "left_game", Extra: "mito", Number: 2, Seats: []games.Seat{1, 2, 4}}
	longestLeft := games.Text{Word: "left_game", Extra: "mogelmotte", Number: 12, Seats: []games.Seat{1, 2, 3, 4, 5, 6, 7, 8}}
	paused := games.View{Game: "mito", Headline: games.Text{Word: "paused"}, Prompts: []games.Prompt{choice("pause", games.Words("continue"))}}
	call := games.Text{Word: "call", Seat: 1}
	counting := ask(games.Text{Word: "count", Seat: 3}, hand)
	handOf := func(name string, keys ...Key) named { return named{name: "hand" + name, View: counting, keys: keys} }
	many := func(k Key, n int, then ...Key) []Key {
		keys := make([]Key, n, n+len(then))
		for i := range keys {
			keys[i] = k
		}
		return append(keys, then...)
	}
	beginning := lobby
	beginning.Headline.Word = "agreeing"
	beginning.Prompts = []games.Prompt{choice("first", games.SeatsOr([]games.Seat{1, 2, 4}))}
	joined := lobby
	joined.Prompts = []games.Prompt{choice("begin", games.Words("begin", "back"))}
	longest := labelled(words("stop", "continue", "undo", "redo"), games.Text{}, games.Text{Word: "undo", Seat: 2, Extra: "did_press"}, games.Text{Word: "redo", Seat: 2, Extra: "did_designate"})
	longest.Game = "mog"
	return []named{
		{name: "play", View: declaring, keys: []Key{OK}},
		{name: "play-last", View: declaring, keys: []Key{OK, Previous}},
		{name: "play-laid-by", View: declaring, keys: []Key{OK, OK}},
		{name: "play-laid-by-cockroach", View: declaring, keys: []Key{OK, Next, OK, Next}},
		{name: "play-out", View: declaring, keys: []Key{OK, Previous, OK}},
		{name: "accused", View: ask(call, accused)},
		{name: "accused-or-slaps", View: ask(call, accused, play()), keys: []Key{Next, Next}},
		{name: "accused-withdraw", View: ask(call, accused, play()), keys: []Key{Previous, Previous}},
		{name: "verdict", View: ask(games.Text{Word: "check", Seat: 3}, verdict)},
		{name: "verdict-or-slaps", View: ask(games.Text{Word: "check", Seat: 3}, verdict, play()), keys: []Key{Previous}},
		{name: "spider-to", View: ask(games.Text{Word: "spider", Seat: 1}, choice("spider_to", games.SeatsOr(others, "nobody"))), keys: []Key{Next}},
		{name: "slowest", View: ask(games.Text{Word: "dead_heat", Seats: []games.Seat{1, 3}}, choice("slowest", games.SeatsOr([]games.Seat{1, 3})))},
		{name: "slowest-missing", View: ask(games.Text{Word: "missing", Seats: others}, choice("slowest", games.SeatsOr(others)))},
		{name: "fastest-void", View: ask(games.Text{Word: "void"}, choice("fastest", games.SeatsOr([]games.Seat{1, 2, 3, 4, 5}, "nobody"))), keys: []Key{Previous}},
		handOf(""),
		handOf("-actions", many(Next, 12, OK, Next, Next, Next)...),
		handOf("-full", append(many(Next, 50, OK), append(many(Next, 50, OK), many(Next, 50)...)...)...),
		{name: "language", View: words("language", "fr", "de", "en")},
		{name: "game", View: words("game", "mito", "mogelmotte", "mog", "mastermind", "motus", "language"), keys: []Key{Next}},
		{name: "players", View: lobby},
		{name: "rounds", View: games.View{Prompts: []games.Prompt{rounds}}},
		{name: "rounds-most", View: games.View{Prompts: []games.Prompt{rounds}}, keys: many(Next, 8)},
		{name: "amount", View: games.View{Prompts: []games.Prompt{amount}}, keys: []Key{Next}},
		{name: "first", View: games.View{Prompts: []games.Prompt{choice("first", games.SeatsOr([]games.Seat{1, 2, 3, 4, 5, 6, 7, 8}))}}, keys: []Key{Next, Next}},
		{name: "first-of-those-who-joined", View: beginning},
		{name: "begin", View: joined},
		{name: "resume", View: labelled(words("resume", "resume", "later", "discard"), left)},
		{name: "discard", View: words("discard", "no", "yes")},
		{name: "game-left", View: labelled(words("game", "a journal", "mito", "mogelmotte"), longestLeft)},
		{name: "stop", View: words("stop", "continue", "undo", "redo", "players", "pause", "language", "phone", "leave")},
		{name: "stop-undo", View: labelled(words("stop", "continue", "undo"), games.Text{}, games.Text{Word: "undo_of", Seat: 2, Extra: "guilty"}), keys: []Key{Next}},
		{name: "stop-undo-longest", View: longest, keys: []Key{Next, Next}},
		{name: "paused", View: paused},
		{name: "leave", View: words("leave", "no", "yes")},
		{name: "again", View: words("again", "same", "leave", "undo")},
		{name: "phone", View: games.View{
			Lines:   []games.Text{{Word: "phones", Number: 2}},
			Prompts: []games.Prompt{{ID: "phone", For: games.Judge, Options: games.Words("done", "phone", "unpair"), Asks: games.Text{Word: "phones", Number: 2}}},
		}},
	}
}
