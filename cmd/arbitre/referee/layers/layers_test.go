package layers

import (
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"

	"github.com/google/go-cmp/cmp"
)

// moment returns a moment at a table of four, in the lobby.
func moment() Moment {
	return Moment{
		Box: &Box{Rules: all.Games(), Seats: []games.Seat{1, 2, 3, 4}, Phrases: wording.NewPhrases(all.Games())},
		Now: time.Hour, Config: &config.Config{}, Language: wording.English, Serial: 7,
	}
}

// playing returns a moment in a game of seats 1 and 2.
func playing() Moment {
	m := moment()
	m.Game = &Game{Seats: []games.Seat{1, 2}}
	return m
}

func answers(id string, value games.Value) Input {
	return Input{Input: games.Input{Kind: games.Answer, Prompt: id, Value: value}}
}

func seatAnswers(id string, seat games.Seat, word string) Input {
	in := answers(id, games.Word(word))
	in.Keys.Seat = seat
	return in
}

var (
	back    = Input{Input: games.Input{Kind: games.Undo}}
	elapses = Input{Input: games.Input{Kind: games.Elapse}}
)

// takes fails unless a layer takes an input with these effects.
func takes(t *testing.T, l Layer, m Moment, in Input, mine bool, want ...Effect) {
	t.Helper()
	got, took := l.Take(m, in)
	if diff := cmp.Diff(want, got); diff != "" || took != mine {
		t.Errorf("%T takes %+v: mine %t, want %t; effects (-want +got):\n%s", l, in.Input, took, mine, diff)
	}
}

// isRefused fails unless a layer refuses an input.
func isRefused(t *testing.T, l Layer, m Moment, in Input) {
	t.Helper()
	effects, _ := l.Take(m, in)
	for _, e := range effects {
		if _, ok := e.(Reject); ok {
			return
		}
	}
	t.Errorf("%T takes %+v with effects %v, want a refusal", l, in.Input, effects)
}

// asks returns the ID of the first question of a view, and its options.
func asks(v games.View) (id string, options []games.Value) {
	if len(v.Prompts) == 0 {
		return "", nil
	}
	return v.Prompts[0].ID, v.Prompts[0].Options
}

func TestRowsOfTheTable(t *testing.T) {
	m := playing()
	m.Offers.Secrets = m.Seats
	about := Subject{Seat: 1, Left: []Left{{}}, Hands: []Hand{{}}}
	seen := map[string]bool{}
	for _, q := range Table() {
		if seen[q.ID] {
			t.Errorf("two rows are %q", q.ID)
		}
		seen[q.ID] = true
	}
	m.Offers.Recorded.Journal = "a.jsonl"
	for _, q := range Table() {
		choices := q.choices(m, about)
		if len(choices) == 0 {
			t.Errorf("%q has no choice", q.ID)
		}
		for _, c := range choices {
			for _, e := range c.Effects {
				if set, ok := e.(Set); ok {
					defaults := config.Default(all.Games(), func(string) string { return "" })
					for _, key := range set.Keys {
						if err := defaults.Set(key, set.Value); err != nil {
							t.Errorf("%v of %q: %v", c.Value, q.ID, err)
						}
					}
				}
				if ask, ok := e.(Ask); ok && !seen[ask.ID] {
					t.Errorf("%v of %q asks %q, which is no row", c.Value, q.ID, ask.ID)
				}
			}
		}
		if q.Preset != nil && q.ID != "game" && !slices.ContainsFunc(choices, func(c Choice) bool { return c.Value.Equal(q.Preset(m, choices)) }) {
			t.Errorf("%q presets %v, which it does not have", q.ID, q.Preset(m, choices))
		}
	}
}

// Every question of the box and each of its choices has words in every language.
func TestEveryQuestionOfTheBoxHasItsWords(t *testing.T) {
	for _, l := range wording.Languages() {
		voice := wording.NewPhrases(nil).In(l, "")
		for _, q := range Table() {
			if _, ok := voice.Find(wording.Questions, q.ID); !ok {
				t.Errorf("%s: %q has no words", l, q.ID)
			}
			for _, o := range q.All(nil, nil) {
				_, own := voice.Find(wording.Words, q.ID+"."+o.String())
				if _, ok := voice.Find(wording.Words, o.String()); !own && !ok {
					t.Errorf("%s: the answer %v to %q has no words", l, o, q.ID)
				}
			}
		}
	}
}

// What is offered depends on the moment, and so does what an answer does.
func TestWhatIsOffered(t *testing.T) {
	menu := func(change func(*Moment)) []games.Value {
		m := playing()
		change(&m)
		return Row(Menu).Prompt(m, Subject{}).Options
	}
	always := games.Words("continue", "pause", "help", "language", "settings", "leave")
	for word, change := range map[string]func(*Moment){
		"undo":    func(m *Moment) { m.Offers.Undo = games.Text{Word: "undo"} },
		"redo":    func(m *Moment) { m.Offers.Redo = games.Text{Word: "redo"} },
		"players": func(m *Moment) { m.Game.Between = true },
		"look":    func(m *Moment) { m.Offers.Secrets = []games.Seat{2} },
		"counts":  func(m *Moment) { m.Offers.Recorded = Recorded{Journal: "a.jsonl", Game: "mito"} },
		"phone":   func(m *Moment) { m.Invites = true },
		"off":     func(m *Moment) { m.Config.Judge.Shutdown = time.Second },
		"":        func(*Moment) {},
	} {
		got := slices.DeleteFunc(menu(change), func(v games.Value) bool { return v.Equal(games.Word(word)) })
		if has := len(menu(change)) > len(got); !slices.EqualFunc(got, always, games.Value.Equal) || has != (word != "") {
			t.Errorf("with %q the menu offers %v", word, menu(change))
		}
	}
	for id, want := range map[string]string{
		"settings": "brightness volume back", "game": "mito mog", Again: "same leave", "players": "ready help back",
	} {
		var words []string
		for _, v := range Row(id).Prompt(playing(), Subject{}).Options {
			words = append(words, v.String())
		}
		if got := strings.Join(words, " "); !strings.HasPrefix(got, want) {
			t.Errorf("%s offers %s, want %s", id, got, want)
		}
	}
	learns := moment()
	learns.Learns = true
	for _, game := range []*Game{nil, {}} {
		learns.Game = game
		got := Row("settings").Prompt(learns, Subject{}).Options
		if offered := slices.ContainsFunc(got, games.Word("learn").Equal); offered != (game == nil) {
			t.Errorf("with a game %v the settings are %v", game, got)
		}
	}
	paged := moment()
	paged.PageIsDisplay = true
	if got := Row("settings").Prompt(paged, Subject{}).Options; slices.ContainsFunc(got, games.Word("brightness").Equal) {
		t.Errorf("without a display the settings are %v", got)
	}
	if got := Row(Menu).Prompt(paged, Subject{}).Options; !slices.ContainsFunc(got, games.Word("off").Equal) {
		t.Errorf("a page alone can't switch off: %v", got)
	}
	for _, c := range []struct {
		counts bool
		want   string
	}{{true, "counted"}, {false, "for_fun"}} {
		if got := countsLabel(Moment{Offers: Offers{Recorded: Recorded{Journal: "a.jsonl", Game: "mito"}, Counts: c.counts}}); got.Word != c.want || got.Extra != "mito" {
			t.Errorf("a game that counts (%t) is offered as %+v", c.counts, got)
		}
	}
	for kept, want := range map[bool]string{true: "", false: "leave_now"} {
		m := playing()
		m.Game.Kept = kept
		if got, _ := leaveLabel(m); got.Word != want {
			t.Errorf("leaving a game that is kept (%t) says %q", kept, got.Word)
		}
	}
	update := moment()
	for said, want := range map[string]string{UpdateOffered: "update", "update_failed": "updated"} {
		update.Offers.Update = games.Text{Word: said}
		q := &Asked{Question: Row("settings")}
		takes(t, q, update, answers("settings", games.Word("update")), true, Close{}, Ask{ID: want})
	}
}

// A level sets its value, and the one that is nearest to the present value is preset.
func TestLevels(t *testing.T) {
	m := moment()
	for id, levels := range map[string]map[string][]Effect{
		"brightness": {
			"bright": {Set{255, []string{"oled.contrast", "public.contrast"}}},
			"medium": {Set{48, []string{"oled.contrast", "public.contrast"}}},
			"faint":  {Set{4, []string{"oled.contrast", "public.contrast"}}},
		},
		"volume": { // each is heard
			"loud":   {Set{100, []string{"sounds.volume"}}, Cue{games.CueJoined}},
			"medium": {Set{40, []string{"sounds.volume"}}, Cue{games.CueJoined}},
			"soft":   {Set{15, []string{"sounds.volume"}}, Cue{games.CueJoined}},
			"silent": {Set{0, []string{"sounds.volume"}}, Cue{games.CueJoined}},
		},
	} {
		for _, c := range Row(id).Choices {
			if diff := cmp.Diff(levels[c.Value.String()], c.Effects); diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", id, c.Value, diff)
			}
		}
	}
	for percent, want := range map[int]string{100: "loud", 60: "medium", 20: "soft", 0: "silent"} {
		m.Config.Sounds.Volume = percent
		if got := Row("volume").Prompt(m, Subject{}).Preset; !got.Is(want) {
			t.Errorf("volume %d presets %v, want %s", percent, got, want)
		}
	}
	for contrast, want := range map[int]string{255: "bright", 200: "bright", 100: "medium", 48: "medium", 5: "faint", 0: "faint"} {
		m.Config.OLED.Contrast = contrast
		if got := Row("brightness").Prompt(m, Subject{}).Preset; !got.Equal(games.Word(want)) {
			t.Errorf("contrast %d presets %v, want %s", contrast, got, want)
		}
	}
	takes(t, &Asked{Question: Row("language")}, m, answers("language", games.Word("fr")), true, Close{}, Speak{wording.French, true})
}

func TestAQuestionOfTheBox(t *testing.T) {
	m := playing()
	below := games.View{Game: "mito", Headline: games.Text{Word: "turn"}, Seats: []games.Place{{Seat: 1, Lamp: games.Lit}},
		Prompts: []games.Prompt{{ID: "play"}}}
	leave := &Asked{Question: Row("leave"), Serial: 3}
	if v := leave.View(m, games.Judge, below); v.Headline.Word != "turn" || v.Prompts[0].Serial != 3 || v.Prompts[0].For != games.Judge {
		t.Errorf("the judge sees %+v", v)
	}
	if id, _ := asks(leave.View(m, games.Public, below)); id != "play" {
		t.Errorf("everyone is asked %q", id)
	}
	takes(t, leave, m, answers("leave", games.Word("no")), true, Close{})
	takes(t, leave, m, answers("leave", games.Word("yes")), true, Close{}, Leave{})
	takes(t, leave, m, back, true, Close{})
	takes(t, leave, m, elapses, false)
	isRefused(t, leave, m, answers("leave", games.Word("perhaps")))
	isRefused(t, leave, m, answers("stop", games.Word("yes")))
	takes(t, &Asked{Question: Row(Again)}, m, back, true)

	for _, id := range []string{Pause, "help"} {
		q := &Asked{Question: Row(id)}
		if v := q.View(m, games.Public, below); v.Headline.Word != "paused" || v.Seats[0].Lamp != games.Dark || len(v.Prompts) > 0 {
			t.Errorf("%s: everyone sees %+v", id, v)
		}
		if v := q.View(moment(), games.Public, below); v.Headline.Word != "turn" {
			t.Errorf("%s: without a game everyone sees %+v", id, v)
		}
	}
	if v := (&Asked{Question: Row("help")}).View(m, games.Judge, below); v.Panel != games.Leaflet || len(v.Seats) != 1 {
		t.Errorf("help shows %+v", v)
	}
	for seat, want := range map[games.Seat]string{2: "stops", 3: "joins"} {
		q := &Asked{Question: Row(Regroup), About: Subject{Seat: seat}}
		if p := q.View(m, games.Judge, below).Prompts[0]; p.Asks.Word != want || p.Asks.Seat != seat || p.Keys.Seat != seat {
			t.Errorf("seat %d is asked about as %+v", seat, p)
		}
		takes(t, q, m, seatAnswers(Regroup, seat, "yes"), true, Close{}, ChangePlayers{seat})
	}
}

func TestTheLobby(t *testing.T) {
	m := moment()
	l := NewLobby(m.Box, []games.Seat{1, 2, 5}, nil, nil) // after a game of five, on a box that has four buttons
	joined, _ := l.Joined()
	if diff := cmp.Diff([]games.Seat{1, 2}, joined); diff != "" {
		t.Errorf("joined (-want +got):\n%s", diff)
	}
	asked := func(headline, id string) {
		t.Helper()
		v := l.View(m, games.Judge, games.View{})
		if playing := map[bool]string{true: "mito"}[headline != "welcome"]; v.Game != playing {
			t.Errorf("it is at %q, want %q", v.Game, playing)
		}
		if got, _ := asks(v); v.Headline.Word != headline || got != id || id != "" && v.Prompts[0].Serial != m.Serial {
			t.Fatalf("it shows %q and asks %+v, want %q and %q", v.Headline.Word, v.Prompts, headline, id)
		}
	}
	if id, _ := asks(l.View(m, games.Public, games.View{})); id != "" {
		t.Errorf("everyone is asked %q", id)
	}
	asked("welcome", "game")
	if e := l.Join(m.Box, 3); e != nil || len(l.places(m.Box)) > 0 {
		t.Errorf("before a game is chosen a button does %v", e)
	}
	takes(t, l, m, answers("game", games.Word("mito")), true, Close{})
	asked("joined", "players")
	isRefused(t, l, m, answers("players", games.Word("ready"))) // two are too few
	for _, c := range []struct {
		seat games.Seat
		want []Effect
	}{
		{3, []Effect{ClearRefusal{}, Cue{games.CueJoined}}}, {3, []Effect{ClearRefusal{}, Cue{games.CueLeft}}},
		{3, []Effect{ClearRefusal{}, Cue{games.CueJoined}}}, {5, nil},
	} {
		if diff := cmp.Diff(c.want, l.Join(m.Box, c.seat)); diff != "" {
			t.Errorf("a press of %d (-want +got):\n%s", c.seat, diff)
		}
	}
	lamps := []games.Place{{Seat: 1, Lamp: games.Lit}, {Seat: 2, Lamp: games.Lit}, {Seat: 3, Lamp: games.Lit}, {Seat: 4, Lamp: games.Blinking}}
	if diff := cmp.Diff(lamps, l.places(m.Box)); diff != "" {
		t.Errorf("lamps (-want +got):\n%s", diff)
	}
	takes(t, l, m, answers("players", games.Word("ready")), true, Close{})
	if e := l.Join(m.Box, 4); e != nil {
		t.Errorf("while the options are agreed a button does %v", e)
	}
	asked("agreeing", "rounds")
	takes(t, l, m, answers("rounds", games.Number(2)), true, Close{})
	asked("agreeing", "first")
	takes(t, l, m, back, true)
	asked("agreeing", "rounds")
	takes(t, l, m, answers("rounds", games.Number(1)), true, Close{})
	takes(t, l, m, answers("first", games.Number(2)), true, Close{})
	asked("agreed", "begin")
	effects, _ := l.Take(m, answers("begin", games.Word("begin")))
	begin, ok := effects[len(effects)-1].(Begin)
	rounds, _ := begin.Options.Of("rounds")
	if !ok || begin.Game != "mito" || len(begin.Seats) != 3 || !rounds.Equal(games.Number(1)) || begin.Series != "" {
		t.Errorf("it begins by %+v", effects)
	}
	takes(t, l, m, answers("begin", games.Word("back")), true, Close{})
	asked("agreeing", "first")
	takes(t, l, m, back, true)
	takes(t, l, m, back, true)
	asked("joined", "players")
	takes(t, l, m, answers("players", games.Word("help")), true, Close{}, Ask{ID: "help"})
	takes(t, l, m, back, true)
	asked("welcome", "game")
	takes(t, l, m, answers("game", games.Word("settings")), true, Close{}, Ask{ID: "settings"})
	takes(t, l, m, elapses, true)
}

// RACE-10: after the number of teams each button moves its seat to the next one.
func TestTeamsAreMadeInTheLobby(t *testing.T) {
	m := moment()
	l := NewLobby(m.Box, []games.Seat{1, 2, 3, 4}, nil, nil)
	takes(t, l, m, answers("game", games.Word("quiz")), true, Close{})
	takes(t, l, m, answers("players", games.Word("ready")), true, Close{})
	takes(t, l, m, answers("teams", games.Number(2)), true, Close{})
	shows := func(headline, id string, want ...games.Text) {
		t.Helper()
		v := l.View(m, games.Judge, games.View{})
		if got, _ := asks(v); v.Headline.Word != headline || got != id {
			t.Fatalf("it shows %q and asks %q, want %q and %q", v.Headline.Word, got, headline, id)
		}
		for i, text := range want {
			want[i].Word, want[i].Team = "in_team", i+1
			for _, p := range v.Seats {
				if slices.Contains(text.Seats, p.Seat) && (p.Team != i+1 || p.Lamp != games.Lit) {
					t.Errorf("seat %d is shown as %+v, want it lit in team %d", p.Seat, p, i+1)
				}
			}
		}
		if diff := cmp.Diff(want, v.Lines); diff != "" {
			t.Errorf("teams (-want +got):\n%s", diff)
		}
	}
	presses := func(seat games.Seat, want ...Effect) {
		t.Helper()
		if diff := cmp.Diff(want, l.Join(m.Box, seat)); diff != "" {
			t.Errorf("a press of %d (-want +got):\n%s", seat, diff)
		}
	}
	joins := []Effect{ClearRefusal{}, Cue{games.CueJoined}}
	shows("lineup", "lineup", games.Text{Seats: []games.Seat{1, 2}}, games.Text{Seats: []games.Seat{3, 4}})
	presses(2, joins...)
	presses(5)
	shows("lineup", "lineup", games.Text{Seats: []games.Seat{1}}, games.Text{Seats: []games.Seat{2, 3, 4}})
	presses(1, joins...)
	isRefused(t, l, m, answers("lineup", games.Word("ready"))) // a team is empty
	presses(3, joins...)
	presses(3, joins...)
	presses(4, joins...)
	shows("lineup", "lineup", games.Text{Seats: []games.Seat{4}}, games.Text{Seats: []games.Seat{1, 2, 3}})
	takes(t, l, m, back, true)
	shows("agreeing", "teams")
	takes(t, l, m, answers("teams", games.Number(2)), true, Close{})
	presses(2, joins...)
	takes(t, l, m, answers("lineup", games.Word("ready")), true, Close{})
	presses(2)
	shows("agreeing", "open")
	for l.open(m) != nil {
		takes(t, l, m, answers(l.open(m).ID, l.open(m).Choices[0].Value), true, Close{})
	}
	effects, _ := l.Take(m, answers("begin", games.Word("begin")))
	begin, _ := effects[len(effects)-1].(Begin)
	if teams, _ := begin.Options.Of("teams"); teams.JSON() != "[[1],[2,3,4]]" {
		t.Errorf("it begins with the teams %s", teams)
	}
}

// A button that is held asks who plays its seat, where bots may play the game, and the next game that
// has none sends them away.
func TestWhoeverHoldsAButtonMayHaveTheBoxPlay(t *testing.T) {
	m := moment()
	for _, tt := range []struct {
		game    string
		virtual bool
		asks    bool
	}{{"slap", false, true}, {"quiz", false, false}, {"quiz", true, true}, {"chessclock", true, false}} {
		box := *m.Box
		box.Virtual = tt.virtual
		m.Box = &box
		l := NewLobby(m.Box, []games.Seat{1, 3}, games.Bots{3: games.Strong, 9: games.Weak}, nil)
		takes(t, l, m, answers("game", games.Word(tt.game)), true, Close{})
		l.Join(m.Box, 2) // whoever has pressed between two rounds holds nothing any more
		if _, held := l.Due(); held {
			t.Error("nobody holds a button")
		}
		l.Join(m.Box, 2)
		l.Press(m, 2)
		due, held := l.Due()
		id, options := asks(l.View(m, games.Judge, games.View{}))
		offers := slices.ContainsFunc(options, games.Word("bots").Equal)
		if _, bots := l.Joined(); held != tt.asks || offers != tt.asks || id != "players" || (len(bots) == 1) != tt.asks {
			t.Fatalf("%s: held %t, offers %t, bots %v; want %t", tt.game, held, offers, bots, tt.asks)
		}
		if !tt.asks {
			continue
		}
		later := m
		later.Now = due
		takes(t, l, later, elapses, true, Ask{Bot, Subject{Seat: 2}})
		takes(t, l, later, elapses, true)
		takes(t, &Asked{Question: Row(Bot), About: Subject{Seat: 2}}, m, answers(Bot, games.Word("weak")), true, Close{}, SitDown{2, "weak"})
		takes(t, &Asked{Question: Row("bots")}, m, answers("bots", games.Number(2)), true, Close{}, Ask{Bot, Subject{Seat: 2}})
		l.SitDown(SitDown{2, "weak"})
		l.SitDown(SitDown{4, "medium"})
		l.SitDown(SitDown{Seat: 3})
		joined, bots := l.Joined()
		if diff := cmp.Diff(games.Bots{2: games.Weak, 4: games.Medium}, bots); diff != "" || len(joined) != 4 {
			t.Errorf("joined are %v, bots (-want +got):\n%s", joined, diff)
		}
		l.Press(m, 4)
		l.Release(4)
		if _, held := l.Due(); held {
			t.Error("a button that was let go is held")
		}
		if joined, bots := l.Joined(); len(bots) != 1 || len(joined) != 3 {
			t.Errorf("a bot whose button was pressed stays: %v of %v", bots, joined)
		}
	}
}

// Other players go on with the points and options of a game, and whoever joins has those of the worst
// placed.
func TestASeries(t *testing.T) {
	m := moment()
	l := NewLobby(m.Box, []games.Seat{1, 3}, nil, nil)
	mito, err := all.Games().Find("mito")
	if err != nil {
		t.Fatal(err)
	}
	s := &Series{Path: "before.left.jsonl", Played: 2, Next: 2, Points: []games.Place{{Seat: 1, Total: 4}, {Seat: 2, Total: 9}},
		Before: games.Agreed{}.With(games.Field{Key: "rounds", Value: games.Number(3)})}
	l.Continue(mito, s)
	l.Join(m.Box, 4)
	for _, p := range l.View(m, games.Public, games.View{}).Seats {
		if want := map[games.Seat]int{1: 4, 2: 9, 3: 9, 4: 9}[p.Seat]; p.Total != want { // a newcomer has the points of the worst
			t.Errorf("seat %d is shown with %d points", p.Seat, p.Total)
		}
	}
	takes(t, l, m, answers("players", games.Word("ready")), true, Close{})
	p := l.View(m, games.Judge, games.View{}).Prompts[0]
	if p.ID != "first" || !p.Preset.Equal(games.Number(3)) { // seat 2 has left: the next on its left
		t.Fatalf("it asks %+v", p)
	}
	takes(t, l, m, answers("first", games.Number(3)), true, Close{})
	effects, _ := l.Take(m, answers("begin", games.Word("begin")))
	begin := effects[len(effects)-1].(Begin)
	totals, _ := begin.Options.Of(games.TotalsOption)
	played, _ := begin.Options.Of(games.PlayedOption)
	want := games.Row(games.Field{Key: "1", Value: games.Number(4)}, games.Field{Key: "3", Value: games.Number(9)},
		games.Field{Key: "4", Value: games.Number(9)})
	if begin.Series != s.Path || !totals.Equal(want) || !played.Equal(games.Number(2)) {
		t.Errorf("it begins by %+v", begin)
	}
	if last := s.begins([]games.Seat{1}); !last.Equal(games.Number(1)) {
		t.Errorf("behind the last seat %v begins", last)
	}
}

// hand returns a hand of cards that an answer has entered.
func hand(seat games.Seat, cards int) Hand {
	p := games.Prompt{ID: "hand", For: games.Judge, Keys: games.Keys{Seat: seat}, Shape: games.Hand,
		Counts: []games.Count{{Key: "numbers", Most: 9, Worth: 2}}}
	return Hand{games.Input{Kind: games.Answer, Prompt: "hand", Keys: p.Keys, Value: p.HandOf([]int{cards})}, p}
}

// A wrong hand of a round is asked for again with its cards, and one that may not have been counted with its points.
func TestHands(t *testing.T) {
	m, about := playing(), Subject{Hands: []Hand{hand(2, 1), hand(3, 4)}}
	q := &Asked{Question: Row(HandsOK), About: about}
	effects, _ := q.Take(m, answers(HandsOK, games.Number(2)))
	again, ok := effects[1].(Open)
	if !ok {
		t.Fatalf("the first is corrected by %+v", effects)
	}
	asked := again.View(m, games.Judge, games.View{}).Prompts[0]
	if asked.ID != "hand" || asked.Keys.Seat != 2 || !asked.Preset.Equal(about.Hands[0].In.Value) || asked.Serial != m.Serial {
		t.Errorf("it asks %+v", asked)
	}
	if id, _ := asks(again.View(m, games.Public, games.View{})); id != "" {
		t.Errorf("everyone is asked %q", id)
	}
	takes(t, again, m, elapses, false)
	isRefused(t, again, m, answers("play", games.Number(1)))

	unsure := &Asked{Question: Row(Unsure), About: Subject{Hands: about.Hands[1:]}}
	if label := unsure.View(m, games.Judge, games.View{}).Prompts[0].Labels[1]; label.Word != "unchanged" || label.Number != 8 {
		t.Errorf("it asks about %+v", label)
	}
	takes(t, unsure, m, answers(Unsure, games.Word("yes")), true, Close{}, Confirm{about.Hands[1]})
}

// Before a player has taken the display nothing of his secret is on it, nor after it was closed.
func TestTheCurtain(t *testing.T) {
	secret := games.View{Game: "mog", Secret: []games.Text{{Word: "your_code"}, {Word: "more"}}}
	m := playing()
	var c Curtain
	if v := c.View(m, games.Player(2), secret); v.Headline.Word != "for_eyes" || len(v.Lines) > 0 || v.Game != "mog" {
		t.Errorf("before he has the display it shows %+v", v)
	}
	takes(t, &c, m, seatAnswers(AskCover, 2, "ready"), true, Restore{2})
	if v := c.View(m, games.Player(2), secret); v.Headline.Word != "your_code" || len(v.Lines) != 1 {
		t.Errorf("then it shows %+v", v)
	}
	c.Close()
	if id, _ := asks(c.View(m, games.Player(2), secret)); id != AskCover {
		t.Error("it is open after it was closed")
	}
}

// Where a page is the display, a secret is open on the page on which the player took it, while that
// phone is paired.
func TestTheCurtainOfAPage(t *testing.T) {
	question := games.View{Prompts: []games.Prompt{{ID: "word", For: 2}}}
	for _, tc := range []struct {
		name   string
		from   shown.Viewer
		paired []shown.Viewer
		page   shown.Viewer
		open   bool
	}{
		{"on a phone", 4, []shown.Viewer{3, 4}, 4, true},
		{"on a phone that is not paired any more", 4, []shown.Viewer{3}, 4, false},
		{"by the box's keys, with one phone", shown.Box, []shown.Viewer{3}, 3, true},
		{"by the box's keys, with two", shown.Box, []shown.Viewer{3, 4}, shown.Box, false},
	} {
		m := playing()
		m.PageIsDisplay, m.Phones = true, tc.paired
		var c Curtain
		in := seatAnswers(AskCover, 2, "ready")
		in.From = tc.from
		c.Take(m, in)
		if id, _ := asks(c.View(m, games.Player(2), question)); c.Page() != tc.page || (id == "word") != tc.open {
			t.Errorf("%s: it is open on page %d, want %d, and asks %q", tc.name, c.Page(), tc.page, id)
		}
		c.Drawn(games.Player(2), question)
		if c.Page() != tc.page {
			t.Errorf("%s: once it is drawn, page %d shows it", tc.name, c.Page())
		}
		if c.Drawn(games.Player(2), Cover(m, 2, question)); c.Page() != shown.Box {
			t.Errorf("%s: page %d still shows it when it is covered", tc.name, c.Page())
		}
	}
}

// A result waits to be seen while something is asked, until its own question is answered.
func TestAResultIsUnread(t *testing.T) {
	m := playing()
	m.Game.Results = 1
	var u Unread
	if !u.Waits(1, true) || u.Waits(1, false) || u.Waits(0, true) {
		t.Error("a result waits to be seen while something is asked, and only then")
	}
	takes(t, &u, m, answers("play", games.Number(1)), false)
	takes(t, &u, m, elapses, false)
	if u.Happen(time.Minute); !u.Waits(1, true) {
		t.Error("what was never shown counts as seen")
	}
	takes(t, &u, m, answers(AskSeen, games.Word("ready")), true)
}

func TestNotices(t *testing.T) {
	m := moment()
	m.Faults = []games.Text{{Word: "no_buzzer"}}
	below := games.View{Lines: []games.Text{{Word: "round"}}}
	words := func(n *Notices, below games.View) (words []string) {
		for _, line := range n.View(m, games.Public, below).Lines {
			words = append(words, line.Word)
		}
		return words
	}
	var n Notices
	if got := words(&n, below); !slices.Equal(got, []string{"no_buzzer", "round"}) {
		t.Errorf("it says %v", got)
	}
	if _, due := n.Due(); due {
		t.Error("it is due without a loss")
	}
	n.Lose(2, m.Now, m.Now-time.Second)
	n.Lose(1, m.Now, m.Now+time.Second)
	if v := n.View(m, games.Public, below); v.Lines[0].Word != "edges_lost" || v.Lines[0].Number != 3 || v.Lines[0].Role != games.Fault {
		t.Errorf("it says %+v", v.Lines)
	}
	if len(m.Faults) != 1 || n.Known() != m.Now+time.Second {
		t.Errorf("faults %v; known up to %v", m.Faults, n.Known())
	}
	if got := words(&n, games.View{Panel: games.Leaflet}); got != nil {
		t.Errorf("in the rules it says %v", got)
	}
	at, _ := n.Due()
	if at != m.Now+11*time.Second {
		t.Errorf("the notice ends at %v", at)
	}
	m.Now = at - 1
	if takes(t, &n, m, elapses, false); len(words(&n, below)) != 3 {
		t.Error("the notice ends too early")
	}
	m.Now = at
	if takes(t, &n, m, elapses, false); len(words(&n, below)) != 2 {
		t.Error("the notice does not end")
	}
}

func TestAnInvitation(t *testing.T) {
	m := moment()
	var i Invitation
	i.Show(display.Invitation{Code: "123456"}, nil, m.Now)
	if at, due := i.Due(); !due || at != m.Now+shown.InvitationTime {
		t.Errorf("one address is due at %v, %t", at, due)
	}
	i.Show(display.Invitation{Code: "123456", NumericAddress: "http://192.0.2.7"}, nil, m.Now)
	first := i.Shown
	at, _ := i.Due()
	if m.Now = at; at >= moment().Now+shown.InvitationTime {
		t.Fatalf("two addresses take turns at %v", at)
	}
	takes(t, &i, m, elapses, false)
	if !i.Shown.Turned || first.Turned {
		t.Errorf("then it shows %+v, and showed %+v", i.Shown, first)
	}
	if next, _ := i.Due(); next <= at {
		t.Errorf("the next turn is due at %v", next)
	}
	m.Now = moment().Now + shown.InvitationTime
	takes(t, &i, m, elapses, false, Renew{})
	m.Phones = []shown.Viewer{1}
	if diff := cmp.Diff([]Effect{Uninvite{}, Ask{ID: Phones}}, i.Dismiss(m)); diff != "" {
		t.Error(diff)
	}
}
