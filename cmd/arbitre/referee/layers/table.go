package layers

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// The IDs of questions that other code opens.
const (
	Menu     = "stop"    // of a game
	Again    = "again"   // after a game
	Regroup  = "regroup" // whether the players change
	Pause    = "pause"
	LeftGame = "resume" // what to do with a game that was left
	Secret   = "look"   // who wants to see his secret
	Bot      = "bot"    // whether the box plays a seat
	Phones   = "phone"  // which are paired
	Wifi     = "wifi"   // of the box's own
)

// UpdateOffered is the word for a version that can be installed.
const UpdateOffered = "update_offered"

// Table returns every question of the box. One more is one more row here, its words, and where
// something leads to it an [Ask].
func Table() []Question {
	back := choice("back")
	ofTheBox := []Choice{
		choice("language", Ask{ID: "language"}),
		choice("settings", Ask{ID: "settings"}),
		choice("phone", Invite{}).onlyIf(func(m Moment) bool { return m.Invites }),
		choice("off", Ask{ID: "off"}).onlyIf(func(m Moment) bool { return m.PageIsDisplay || m.Config.Judge.Shutdown > 0 }),
	}
	undo := choice("undo", Give{games.Input{Kind: games.Undo}}).onlyWith(func(m Moment) games.Text { return m.Offers.Undo })
	redo := choice("redo", Give{games.Input{Kind: games.Redo}}).onlyWith(func(m Moment) games.Text { return m.Offers.Redo })
	counts := choice("counts", Ask{ID: "counts"}).onlyWith(countsLabel)
	guide := choice("guide", StartGuide{}).onlyIf(func(m Moment) bool { _, ok := guided(m.Box); return ok })
	children := choice("children", Ask{ID: "children"}).onlyWith(childrenLabel)
	return []Question{
		// The lobby.
		{ID: "game", Made: leftAndNewGames, Preset: newGame, Choices: slices.Concat([]Choice{guide, children}, ofTheBox, []Choice{counts})},
		{ID: "players", Choices: []Choice{choice("ready", toOptions{}), choice("names", Welcome{}).onlyIf(enterNames),
			choice("help", Ask{ID: "help"}), choice("back", stepBack{})}},
		{ID: "bots", Seats: true, Choices: []Choice{back}, Made: func(m Moment, _ Subject) (all []Choice) {
			for _, seat := range m.Seats {
				all = append(all, Choice{Value: games.Number(seat), Effects: []Effect{Ask{Bot, Subject{Seat: seat}}}})
			}
			return all
		}},
		{ID: Bot, Made: whoSits, Preset: func(Moment, []Choice) games.Value { return games.Word(games.Strengths()[games.Medium]) }},
		{ID: "lineup", Choices: []Choice{choice("ready", lineUp{})}},
		{ID: "begin", Choices: []Choice{choice("begin", begin{}), choice("back", stepBack{})}},
		{ID: LeftGame, Made: whatWithLeftGame, Back: func(about Subject) []Effect { return []Effect{Postpone{about.left().Path}} }},
		{ID: "discard", Made: discardOrNot, Back: func(about Subject) []Effect { return []Effect{Ask{LeftGame, about}} }},

		// Over a game.
		{ID: Menu, Choices: slices.Concat([]Choice{
			choice("continue"), undo, redo,
			choice("players", ChangePlayers{}).onlyIf(func(m Moment) bool { return m.Game != nil && m.Game.Between }),
			choice("look", Look{}).onlyIf(func(m Moment) bool { return len(m.Offers.Secrets) > 0 }),
			counts,
			choice("pause", Ask{ID: Pause}),
			choice("help", Ask{ID: "help"}),
		}, ofTheBox, []Choice{choice("leave", Ask{ID: "leave"})})},
		{ID: Again, Background: true, OnceOver: true, // the result comes first, and there is nothing to go back to
			Back:    func(Subject) []Effect { return nil },
			Choices: []Choice{choice("same", Rematch{}), choice("leave", Leave{}), undo, counts}},
		{ID: Pause, PausesGame: true, Choices: []Choice{choice("continue")}},
		{ID: "help", PausesGame: true, Behind: leaflet, Choices: []Choice{back}},
		{ID: Secret, Made: secrets},
		{ID: "counts", Choices: []Choice{choice("counted", Count{true}), choice("for_fun", Count{false})},
			Preset: func(m Moment, _ []Choice) games.Value { return games.Word(countsLabel(m).Word) }},
		{ID: "guide", Choices: []Choice{choice("withdraw", StopGuide{})}},
		{ID: "children", Choices: []Choice{choice("yes", PlayWithChildren{true}), choice("no", PlayWithChildren{false})},
			Preset: func(m Moment, _ []Choice) games.Value {
				if m.Config.Run.Children {
					return games.Word("yes")
				}
				return games.Word("no")
			}},
		{ID: "leave", Choices: []Choice{choice("no"), {games.Word("yes"), []Effect{Leave{}}, leaveLabel}}},
		{ID: Regroup, Asks: whoChanges, Made: changeOrNot},
		{ID: Unsure, Made: unchangedOrNot},
		{ID: HandsOK, Made: hands, Seats: true, Buttons: games.Point, Preset: func(Moment, []Choice) games.Value { return right() }},

		// The box.
		{ID: "language", Choices: languages(),
			Preset: func(m Moment, _ []Choice) games.Value { return games.Word(m.Language.String()) }},
		{ID: "settings", Made: offeredUpdate, Choices: []Choice{
			choice("brightness", Ask{ID: "brightness"}).onlyIf(func(m Moment) bool { return !m.PageIsDisplay }),
			choice("volume", Ask{ID: "volume"}),
			choice("voice", Ask{ID: "voice"}).onlyIf(func(m Moment) bool { return m.Config.Speaker.Enabled }),
			choice(Wifi, Ask{ID: Wifi}).onlyIf(func(m Moment) bool { return m.Invites && m.OwnWifi }),
			choice("learn", Ask{ID: "learn"}).onlyIf(func(m Moment) bool { return m.Learns && m.Game == nil }),
			choice("try", TryButtons{}).onlyIf(func(m Moment) bool { return m.Game == nil }),
			choice("update", Ask{ID: "updated"}).onlyIf(func(m Moment) bool { // what became of it is too long for a row
				return m.Offers.Update.Word != UpdateOffered && !m.Offers.Update.IsZero()
			}),
			choice("version", Ask{ID: "settings"}).onlyWith(versionLabel), // there is nothing more to tell
			back,
		}},
		inLevels("brightness", func(c *config.Config) int { return c.OLED.Contrast }, // which eyes don't see in proportion
			[]level{{"bright", 255}, {"medium", 48}, {"faint", 4}}, []string{"oled.contrast", "public.contrast"}),
		inLevels("volume", func(c *config.Config) int { return c.Sounds.Volume },
			[]level{{"loud", 100}, {"medium", 40}, {"soft", 15}, {"silent", 0}}, []string{"sounds.volume"},
			Cue{games.CueJoined}), // the answer is heard
		{ID: "voice", Choices: voices(), // the answer is heard
			Preset: func(m Moment, _ []Choice) games.Value {
				return games.Word(cmp.Or(m.Config.Sounds.Voice, string(wording.Silent)))
			}},
		{ID: "learn", Choices: append(yesOrNo(Learn{}), // until all are learnt, nothing is changed that would be kept
			choice("back", Learn{Only: hw.KeyBack}), choice("shortcut", Ask{ID: "shortcut"}))},
		{ID: "shortcut", Made: answersOfGames, Choices: []Choice{back}},
		{ID: "learning", Background: true, Choices: []Choice{
			choice("no_more", skipButton{}).onlyIf(func(m Moment) bool { return m.Learning.NoMore }),
			choice("anew", startOver{}).onlyIf(func(m Moment) bool { return m.Learning.Anew }),
			choice("language", Ask{ID: "language"}),
			choice("withdraw", stopLearning{}).onlyIf(func(m Moment) bool { return m.Learning.Withdraw }),
		}},
		{ID: "try", Background: true, Choices: []Choice{choice("done")}}, // no key chooses: each is one that is tried
		{ID: "update", Made: func(_ Moment, about Subject) []Choice {
			return yesOrNo(InstallUpdate{about.Version}, Ask{ID: "updated"})
		}},
		{ID: "updated", Choices: []Choice{back},
			Asks: func(m Moment, _ Subject) games.Text { return m.Offers.Update }},
		{ID: Phones, Choices: []Choice{
			choice("done", Uninvite{}),
			choice("phone", Invite{}).onlyIf(func(m Moment) bool { return m.Invites }),
			choice("unpair", Uninvite{}, Unpair{}),
		}, Asks: func(m Moment, _ Subject) games.Text { return games.Text{Word: "phones", Number: len(m.Phones)} }},
		{ID: Wifi, Made: withWifi, Asks: func(m Moment, _ Subject) games.Text { return m.Offers.Wifi.Says() }},
		{ID: "off", Choices: yesOrNo(SwitchOff{})},
	}
}

// rows is the table, which views of the lobby look up again and again. Its rows are never changed.
var rows = sync.OnceValue(Table)

// Row returns the question with an ID, which must be one of the table.
func Row(id string) Question {
	for _, q := range rows() {
		if q.ID == id {
			return q
		}
	}
	panic("the box has no question " + id)
}

// enterNames reports whether a display can lead phones to where players enter their names.
func enterNames(m Moment) bool { return m.Invites && !m.PageIsDisplay }

// leftAndNewGames are the games that can be resumed, and then all games.
func leftAndNewGames(m Moment, about Subject) (all []Choice) {
	for _, g := range about.Left {
		leads := choice(filepath.Base(g.Path), Ask{LeftGame, Subject{Left: []Left{g}}})
		all = append(all, leads.labelled(named(g)))
	}
	for _, g := range m.Rules {
		all = append(all, choice(g.Name, choose{g}))
	}
	return all
}

// newGame presets the first game where one was left: people who leave a game want another.
func newGame(m Moment, choices []Choice) games.Value {
	if len(m.Rules) == 0 || choices[0].Value.Equal(games.Word(m.Rules[0].Name)) {
		return games.Value{}
	}
	return games.Word(m.Rules[0].Name)
}

// answersOfGames are the words that answer a question of a game, for a button of its own.
func answersOfGames(m Moment, _ Subject) (all []Choice) {
	for _, g := range m.Rules {
		asks := g.Asks(m.Seats)
		for _, id := range slices.Sorted(maps.Keys(asks)) {
			for _, answer := range asks[id] {
				if _, err := strconv.Atoi(answer.String()); err == nil {
					continue // a seat, or a number that changes
				}
				said := m.Phrases.In(m.Language, g.Name).Option(games.Prompt{ID: id}, answer)
				learns := choice(strings.Join([]string{g.Name, id, answer.String()}, "/"), Learn{Prompt: id, Value: answer.String()})
				all = append(all, learns.labelled(games.Text{Word: "game_answer", Extra: said}))
			}
		}
	}
	return all
}

// named labels a left game by its name.
func named(g Left) games.Text { return games.Text{Word: "left_game", Extra: g.Game} }

func whatWithLeftGame(_ Moment, about Subject) []Choice {
	g := about.left()
	return []Choice{
		choice("resume", Resume{g.Path}).labelled(named(g)),
		choice("later", Postpone{g.Path}),
		choice("discard", Ask{"discard", about}),
	}
}

func discardOrNot(_ Moment, about Subject) []Choice {
	return []Choice{choice("no", Ask{LeftGame, about}), choice("yes", Discard{about.left().Path})}
}

// countsLabel says whether the game counts in the results, or was for fun, such as a child's first
// try; zero without a game.
func countsLabel(m Moment) games.Text {
	switch {
	case m.Offers.Recorded.Journal == "":
		return games.Text{}
	case m.Offers.Counts:
		return games.Text{Word: "counted", Extra: m.Offers.Recorded.Game}
	}
	return games.Text{Word: "for_fun", Extra: m.Offers.Recorded.Game}
}

// childrenLabel says whether the games of this evening are played with children.
func childrenLabel(m Moment) games.Text {
	if m.Config.Run.Children {
		return games.Text{Word: "with_children"}
	}
	return games.Text{Word: "without_children"}
}

func leaveLabel(m Moment) (said games.Text, ok bool) {
	if m.Game != nil && !m.Game.Kept {
		said.Word = "leave_now"
	}
	return said, true
}

// whoSits are a person, or the strengths with which the box may play a seat.
func whoSits(_ Moment, about Subject) (all []Choice) {
	for _, strength := range games.Strengths() {
		all = append(all, choice(strength, SitDown{about.Seat, strength}))
	}
	return append(all, choice("person", SitDown{Seat: about.Seat}))
}

// leaflet shows the judge the rules of the game.
func leaflet(m Moment, below games.View) games.View {
	v := m.Phrases.Leaflet(below.Game)
	v.Seats = below.Seats
	return v
}

func secrets(m Moment, _ Subject) (all []Choice) {
	for _, seat := range m.Offers.Secrets {
		all = append(all, Choice{Value: games.Number(seat), Effects: []Effect{Look{seat}}})
	}
	return all
}

// whoChanges asks about a player who has pressed his button between two rounds: he may not know
// that the menu offers it.
func whoChanges(m Moment, about Subject) games.Text {
	asks := games.Text{Word: "joins", Seat: about.Seat}
	if m.Game != nil && slices.Contains(m.Game.Seats, about.Seat) {
		asks.Word = "stops"
	}
	return asks
}

// offeredUpdate is the choice of the update that is offered. The version is part of what is asked
// then: another stick may be plugged in before the answer.
func offeredUpdate(m Moment, _ Subject) []Choice {
	update := m.Offers.Update
	if update.Word != UpdateOffered {
		return nil
	}
	return []Choice{choice("update", Ask{"update", Subject{Version: update.Extra}}).labelled(update)}
}

// versionLabel says which version the box has; zero if that is unknown.
func versionLabel(m Moment) games.Text {
	if m.Version == "" {
		return games.Text{}
	}
	return games.Text{Word: "version", Extra: m.Version}
}

func changeOrNot(_ Moment, about Subject) []Choice { return yesOrNo(ChangePlayers{about.Seat}) }

// withWifi is what can be done with the box's own Wi-Fi.
func withWifi(_ Moment, about Subject) []Choice {
	return []Choice{
		choice("wifi_show", InviteToWifi{}).onlyIf(func(m Moment) bool { return m.Offers.Wifi.Phase == wifi.Up }),
		choice("wifi_open", OpenWifi{}, Ask{Wifi, about}).onlyIf(func(m Moment) bool { return !m.Offers.Wifi.Opens() }),
		choice("back"),
		choice("wifi_end", CloseWifi{}).onlyIf(func(m Moment) bool { return m.Offers.Wifi.Opens() }),
	}
}

// languages are the languages of the box.
func languages() (all []Choice) {
	for _, l := range wording.Languages() {
		all = append(all, choice(l.String(), Speak{l, true}))
	}
	return all
}

// voices are how much is spoken.
func voices() (all []Choice) {
	for _, v := range wording.Verbosities() {
		all = append(all, choice(string(v), Set{string(v), []string{"sounds.voice"}}))
	}
	return all
}

// A level is a word for one value of a setting.
type level struct {
	word  string
	value int
}

// inLevels asks for a level of the setting that stands at these keys, and presets the one that is nearest to
// the present value.
func inLevels(id string, now func(*config.Config) int, levels []level, keys []string, then ...Effect) Question {
	q := Question{ID: id, Preset: func(m Moment, _ []Choice) games.Value {
		far := func(l level) int { return max(l.value-now(m.Config), now(m.Config)-l.value) }
		return games.Word(slices.MinFunc(levels, func(a, b level) int { return far(a) - far(b) }).word)
	}}
	for _, l := range levels {
		q.Choices = append(q.Choices, choice(l.word, append([]Effect{Set{l.value, keys}}, then...)...))
	}
	return q
}
