package box

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/keys"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/hw"
)

// sitDown begins a game, from wherever the lobby is.
func (e *evening) sitDown() error {
	for range 20 {
		list, err := e.asked()
		if err != nil || len(list) == 0 {
			return err
		}
		p := list[0]
		var v games.Value
		switch p.ID {
		case "game":
			v = games.Word(e.rules.Name)
		case "players":
			if err := e.join(); err != nil {
				return err
			}
			v = games.Word("ready")
		case "lineup": // somebody goes to the next team, and is refused where that leaves one empty
			if people := e.joined(); len(people) > 0 { // bots breathe
				e.hold(one(e.dice, people...), 60*time.Millisecond)
			}
			v = games.Word("ready")
		case "resume":
			v = games.Word(one(e.dice, "resume", "later"))
		case "bots": // see join
			if v = one(e.dice, p.Options...); e.twins {
				v = games.Word("back")
			}
		case "begin":
			return e.give(p, games.Word("begin"))
		default:
			if e.on() || len(p.Options) == 0 {
				return nil
			}
			v = one(e.dice, p.Options...)
			if _, err := p.Options[0].Int(); err == nil && !p.Seats {
				v = one(e.dice, p.Options[:min(2, len(p.Options))]...) // so that the game comes to an end
			}
		}
		if err := e.give(p, v); err != nil {
			return err
		}
	}
	return nil
}

// on reports whether a game runs: its journal is open.
func (e *evening) on() bool {
	open, _ := filepath.Glob(filepath.Join(e.disk, "*"+journal.OpenEnd))
	return len(open) > 0
}

// join makes as many people join as may play.
func (e *evening) join() error {
	most := min(e.rules.Most, seats)
	count := e.rules.Least + e.dice.IntN(most-e.rules.Least+1)
	joined := e.joined()
	for seat := range hw.Button(seats) {
		if (len(joined) < count) != slices.Contains(joined, seat+1) && len(joined) != count {
			e.hold(seat+1, 60*time.Millisecond)
			joined = e.joined()
		}
	}
	if e.twins || e.rules.Bots.At == games.NoTable || e.dice.IntN(2) == 0 {
		return nil // bots have another seed at each table, and lay their cards at other times
	}
	return e.seatBots(joined[:e.dice.IntN(len(joined)+1)])
}

// seatBots has the box play some seats, or people after all: each button is held.
func (e *evening) seatBots(all []hw.Button) error {
	for _, seat := range all {
		e.hold(seat, 1500*time.Millisecond)
		if err := e.take("bot", one(e.dice, append(games.Strengths(), "person")...)); err != nil {
			return err
		}
	}
	return nil
}

// joined returns the seats whose lamps are lit without blinking.
func (e *evening) joined() (list []hw.Button) {
	once := e.table.Lit()
	e.wait(125 * time.Millisecond)
	for i, lit := range e.table.Lit() {
		if lit && once[i] {
			list = append(list, hw.Button(i+1))
		}
	}
	return list
}

// answer gives a random answer to a question.
func (e *evening) answer() error {
	list, err := e.asked()
	if err != nil || len(list) == 0 {
		return errors.Join(err, e.slap())
	}
	p := one(e.dice, list...)
	v := gametest.Answer(e.dice, p)
	switch p.ID {
	case "game":
		return e.sitDown()
	case "again", "leave", "discard", "players", "off":
		return nil // other steps do that
	case "bots":
		if e.twins { // see join
			return e.back()
		}
	}
	if e.dice.IntN(10) == 0 {
		v = one(e.dice, games.Word("nonsense"), games.Number(99), gametest.Value(`{"numbers":-1}`))
	}
	if e.seeds%2 == 1 { // of twins each has another secret
		switch word, err := v.Word(); {
		case err == nil && p.ID == "word": // of the same initial
			v = games.Word(word[:len(word)-1] + "S")
		case p.ID == "secret":
			v = gametest.Answer(rand.New(rand.NewPCG(e.seeds, 0)), p)
		}
	}
	switch {
	case e.bare:
		return e.give(p, v)
	case p.Shape == games.Letters:
		return e.typeWord(v)
	case p.For > 0:
		return e.pressKeys()
	}
	return e.give(p, v)
}

// playOn plays for a while.
func (e *evening) playOn() error {
	for range 8 {
		do := e.answer
		if e.dice.IntN(3) == 0 {
			do = e.slap
		}
		if err := errors.Join(do(), e.overhear()); err != nil {
			return err
		}
	}
	return nil
}

// slap makes some players press their buttons, at nearly the same time or late.
func (e *evening) slap() error {
	who := e.dice.Perm(seats)[:1+e.dice.IntN(3)]
	e.note("slaps of %v", who)
	for _, seat := range who {
		e.move(hw.Button(seat+1), true)
		e.wait(one(e.dice, 0, time.Millisecond, 5*time.Millisecond, 300*time.Millisecond, 2*time.Second))
	}
	e.wait(40 * time.Millisecond)
	for _, seat := range who {
		e.move(hw.Button(seat+1), false)
	}
	e.wait(one(e.dice, 60*time.Millisecond, 600*time.Millisecond, 3*time.Second))
	return nil
}

// pressKeys presses some of the judge's keys, and types.
func (e *evening) pressKeys() error {
	if e.bare {
		return nil
	}
	e.wait(600 * time.Millisecond)
	var said []any
	for range 4 + e.dice.IntN(10) {
		switch n := e.dice.IntN(30); {
		case n < 14:
			e.press(keys.OK)
		case n < 20:
			e.press(keys.Next)
		case n < 22:
			e.press(keys.Previous)
		case n < 23:
			e.press(keys.Back)
		default:
			letter := one(e.dice, []rune("012345678AELTÉ")...)
			e.table.Type(e.now(), letter)
			e.wait(30 * time.Millisecond)
			said = append(said, string(letter))
		}
	}
	e.note("some keys, and %v", said)
	return nil
}

// typeWord types a word on the judge's keyboard.
func (e *evening) typeWord(v games.Value) error {
	e.note("typed: %s", v)
	e.wait(700 * time.Millisecond)
	for _, letter := range v.String() {
		e.table.Type(e.now(), letter)
		e.wait(20 * time.Millisecond)
	}
	e.press(keys.OK)
	return nil
}

// lookLong makes a player hold his button.
func (e *evening) lookLong() error {
	e.hold(hw.Button(1+e.dice.IntN(seats)), one(e.dice, 700*time.Millisecond, 3*time.Second))
	return nil
}

// menu returns a step that takes one choice of a game's menu.
func menu(word string) func(*evening) error {
	return func(e *evening) error {
		if p, ok, err := e.find("again"); err != nil || ok {
			if slices.ContainsFunc(p.Options, games.Word(word).Equal) {
				err = errors.Join(err, e.give(p, games.Word(word)))
			}
			return err
		}
		if !e.on() {
			return e.take("game", word)
		}
		if err := e.openMenu(); err != nil {
			return err
		}
		if err := e.take("stop", word); err != nil {
			return err
		}
		switch word {
		case "leave":
			return e.take("leave", "yes")
		case "language":
			return e.take("language", one(e.dice, "fr", "de", "en"))
		case "players":
			return e.sitDown()
		case "pause":
			e.wait(5 * time.Second)
			return e.take("pause", "continue")
		}
		return nil
	}
}

// letCount lets a game count or not: the one that is on, or the last one.
func (e *evening) letCount() error {
	return errors.Join(menu("counts")(e), e.take("counts", one(e.dice, "counted", "for_fun")))
}

// openMenu opens the menu of a game, from wherever the box is.
func (e *evening) openMenu() error {
	for range 6 {
		list, err := e.asked()
		if err != nil || len(list) > 0 && slices.Contains([]string{"stop", "again", "game"}, list[0].ID) {
			return err
		}
		if err := e.back(); err != nil {
			return err
		}
	}
	return nil
}

// finish brings a game to its end, by answers or whatever else ends it.
func (e *evening) finish() error {
	for range 60 {
		if !e.on() {
			return nil
		}
		list, err := e.asked()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(list, func(p games.Prompt) bool { return p.ID == "again" }) {
			return nil
		}
		if err := e.take("finish", "over"); err != nil {
			return err
		}
		if err := errors.Join(e.answer(), e.overhear()); err != nil {
			return err
		}
	}
	return nil
}

// playAgain plays the same again after a game.
func (e *evening) playAgain() error { return e.take("again", "same") }

// takeUp resumes a game that was left.
func (e *evening) takeUp() error {
	p, ok, err := e.find("game")
	if err != nil {
		return err
	}
	if ok {
		i := slices.IndexFunc(p.Options, func(v games.Value) bool { return strings.HasSuffix(v.String(), ".jsonl") })
		if i < 0 {
			return nil
		}
		if err := e.give(p, p.Options[i]); err != nil {
			return err
		}
	}
	return e.take("resume", one(e.dice, "resume", "resume", "later"))
}

// pair makes a phone the judge's.
func (e *evening) pair() error {
	if e.bare {
		return e.beJudge()
	}
	if err := e.invite(); err != nil {
		return err
	}
	i := e.shown.Scene.Invitation
	if i == nil {
		return nil
	}
	e.phone.cookie = ""
	status, text, err := e.phone.ask("POST", "/judge/pair", fmt.Sprintf(`{"code":%q}`, i.Code))
	if err == nil && status != http.StatusNoContent {
		err = fmt.Errorf("the code that is shown pairs nobody: status %d: %s", status, text)
	}
	e.wait(60 * time.Millisecond)
	return err
}

// invite takes the menus' choices for phones.
func (e *evening) invite() error {
	if err := e.openMenu(); err != nil {
		return err
	}
	question := "game"
	if e.on() {
		question = "stop"
	}
	return e.take(question, "phone")
}

// forget forgets all phones.
func (e *evening) forget() error {
	if err := e.invite(); err != nil {
		return err
	}
	return e.take("phone", "unpair")
}

func (e *evening) pullOut() error {
	e.pull()
	e.note("out: %v", e.out)
	return nil
}

func (e *evening) idle() error {
	e.wait(one(e.dice, 2*time.Second, 20*time.Second, 4*time.Minute, 20*time.Minute))
	return nil
}

// editTheSettings has somebody write the box's settings on another system between two starts. What
// is chosen at the box afterwards loses none of them.
func (e *evening) editTheSettings() error {
	if e.on() {
		return nil
	}
	volume, names := 1+e.dice.IntN(99), slices.Sorted(maps.Keys(systems()))
	name := one(e.dice, names...)
	e.note("volume %d in a file %s", volume, name)
	text := systems()[name](fmt.Sprintf("[sounds]\nvolume = %d\n", volume))
	if err := errors.Join(os.WriteFile(ownPath(e.disk), []byte(text), 0o600), e.restart(), e.take("game", "language"),
		e.take("language", one(e.dice, "fr", "de", "en"))); err != nil {
		return err
	}
	c := config.Default(all.Games(), func(string) string { return "" })
	c.Journals = e.disk
	got, err := WithOwn(config.Reader{Rules: all.Games(), Env: func(string) string { return "" }}, c)
	if err != nil || got.Sounds.Volume != volume {
		err = errors.Join(err, fmt.Errorf("of a file %s volume %d has become %d", name, volume, got.Sounds.Volume))
	}
	return err
}
