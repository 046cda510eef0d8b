package box

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/keys"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/results"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// An evening simulates a table and the people around it: they play one game after the other, by the
// rules or not, and now and then somebody pulls the plug.
type evening struct {
	powered
	phone phone
	rules games.Rules                // the game that they choose most
	twins bool                       // another evening will be compared with this one
	dice  *rand.Rand                 // random source of the current step
	did   []string                   // what has happened, for the report of a failure
	told  []moment                   // what strangers could learn after each step; only for twins
	heard int                        // lines of the log that are in told already
	over  map[string]bool            // journals of finished games
	held  map[[sha256.Size]byte]bool // hashes of journals that were checked already
}

// A step is one thing that people do, with its weight among the others.
type step struct {
	often int
	name  string
	do    func(*evening) error
}

// steps returns all that people do.
func steps() []step {
	return []step{
		{6, "sit down", (*evening).sitDown},
		{12, "answer", (*evening).answer},
		{6, "play on", (*evening).playOn},
		{6, "slap", (*evening).slap},
		{3, "press any keys", (*evening).pressKeys},
		{1, "look long", (*evening).lookLong},
		{1, "undo", menu("undo")},
		{1, "redo", menu("redo")},
		{1, "pause", menu("pause")},
		{1, "change the language", menu("language")},
		{1, "leave", menu("leave")},
		{1, "other players", menu("players")},
		{6, "finish", (*evening).finish},
		{6, "play again", (*evening).playAgain},
		{3, "take up", (*evening).takeUp},
		{3, "pair a phone", (*evening).pair},
		{1, "forget the phones", (*evening).forget},
		{1, "pull the device out", (*evening).pullOut},
		{1, "wait", (*evening).idle},
		{4, "pull the plug", (*evening).pullThePlug},
		{1, "find every door", (*evening).findDoors},
	}
}

// Whole evenings of every game: people do anything at a table, from sitting down to pulling the
// plug, in any order. After each step every journal replays to the facts that were shown; a
// restarted box goes on after the last acknowledged input; every finished game is in the results
// once; nobody is ever stuck. ARBITRE_CASES=N plays N evenings.
func TestEvenings(t *testing.T) {
	gametest.CollectRarely()
	count := 112 // of all games together
	if n, err := strconv.Atoi(os.Getenv("ARBITRE_CASES")); err == nil {
		count = n
	}
	checks := flag.Lookup("rapid.checks").Value
	before := checks.String()
	checks.Set(strconv.Itoa((count + len(all.Games()) - 1) / len(all.Games())))
	t.Cleanup(func() { checks.Set(before) })
	for _, rules := range all.Games() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			n := 0
			rapid.Check(t, func(r *rapid.T) {
				n++
				bare := rapid.IntRange(0, 4).Draw(r, "bare") == 0
				dice := rapid.SliceOfN(rapid.Uint64(), 12, 40).Draw(r, "dice")
				twins := rapid.IntRange(0, 3).Draw(r, "twins") == 0
				e, err := play(t, rules, bare, twins, 0, dice)
				if err == nil && twins {
					twin, failed := play(t, rules, bare, true, 1, dice)
					err = errors.Join(failed, e.keepsSecretsFrom(twin))
				}
				if err != nil {
					r.Fatalf("evening %d: %v\n%s", n, err, strings.Join(e.did, "\n"))
				}
			})
		})
	}
}

// play plays an evening with one step for each of the dice. An error says what went wrong. Twins
// have the same dice, but other seeds for their games, and their players enter other secret words.
func play(t *testing.T, rules games.Rules, bare, twins bool, twin uint64, dice []uint64) (e *evening, err error) {
	root, err := os.MkdirTemp("/dev/shm", "evening")
	if err != nil {
		root = t.TempDir()
	}
	defer os.RemoveAll(root)
	synctest.Test(t, func(*testing.T) {
		e = &evening{rules: rules, twins: twins, over: map[string]bool{}, held: map[[sha256.Size]byte]bool{}}
		e.bare, e.disk, e.runtime = bare, filepath.Join(root, "disk"), filepath.Join(root, "run")
		e.seeds, e.log = twin, &story{facts: map[string][]string{}}
		e.phone.powered = &e.powered
		if err = errors.Join(os.MkdirAll(e.disk, 0o700), os.MkdirAll(e.runtime, 0o700), e.start()); err != nil {
			return
		}
		defer func() { e.stop() }()
		var thrown []step
		for _, s := range steps() {
			thrown = append(thrown, slices.Repeat([]step{s}, s.often)...)
		}
		for _, n := range dice {
			e.dice = rand.New(rand.NewPCG(n, 0))
			if err = e.does(one(e.dice, thrown...)); err != nil {
				break
			}
		}
		if err == nil {
			err = e.does(step{1, "the end", (*evening).resultsAreTold})
		}
	})
	return e, err
}

// does does a step and then checks all that must always hold.
func (e *evening) does(s step) error {
	e.did = append(e.did, s.name)
	err := s.do(e)
	for _, hold := range []func(*evening) error{
		(*evening).journalsTellWhatWasShown,
		(*evening).nothingIsSetAside,
		(*evening).overhear,
	} {
		if err == nil {
			err = hold(e)
		}
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", s.name, err)
	}
	return err
}

// note records what is done, for the report of a failure.
func (e *evening) note(format string, args ...any) {
	e.did = append(e.did, "    "+fmt.Sprintf(format, args...))
}

func one[T any](dice *rand.Rand, list ...T) T { return list[dice.IntN(len(list))] }

// asked returns the judge's questions as he sees them: on the display, or else on his phone's page.
func (e *evening) asked() ([]games.Prompt, error) {
	if !e.bare {
		e.wake()
		return e.shown.Scene.View.Prompts, nil
	}
	return e.onPage()
}

// wake lights a resting display, and ends an invitation on it.
func (e *evening) wake() {
	if e.shown.Look.Mark > 0 {
		e.press(keys.OK)
	}
	if e.shown.Scene.Invitation != nil {
		e.press(keys.OK)
	}
}

// onPage returns the questions of the judge's page; none if no phone is the judge's.
func (e *evening) onPage() (list []games.Prompt, err error) {
	if err := e.beJudge(); err != nil {
		return nil, err
	}
	shown, _, err := e.phone.look("/judge/events")
	for _, p := range shown.Prompts {
		shapes := []string{"choice", "hand", "card", "code", "token", "letters", "amount", "peek"}
		q := games.Prompt{
			ID: p.ID, For: games.Judge, Keys: p.Keys, Background: p.Background,
			Min: p.Min, Max: p.Max, Places: p.Places,
			Shape: games.Shape(slices.Index(shapes, p.Shape)),
		}
		for _, o := range p.Options {
			q.Options = append(q.Options, games.Value(o.Value))
		}
		for _, c := range p.Counts {
			q.Counts = append(q.Counts, games.Count{Key: c.Key, Most: c.Most})
		}
		list = append(list, q)
	}
	return list, err
}

// beJudge makes the phone of a box without a display the judge's, by the link in the log. If the
// link has expired, it restarts the program, which logs another.
func (e *evening) beJudge() error {
	if !e.bare || e.phone.cookie != "" {
		return nil
	}
	if time.Since(e.log.linked) > 2*time.Minute {
		e.stop()
		if err := e.start(); err != nil {
			return err
		}
	}
	_, secret, _ := strings.Cut(e.log.link, "#")
	status, text, err := e.phone.ask("POST", "/judge/pair", fmt.Sprintf(`{"secret":%q}`, secret))
	if err == nil && status != http.StatusNoContent {
		err = fmt.Errorf("the link %s admits nobody: status %d: %s", e.log.link, status, text)
	}
	return err
}

// give answers a question, on the phone if there is one.
func (e *evening) give(p games.Prompt, v games.Value) error {
	if e.phone.cookie == "" || !e.bare && p.Shape == games.Choice && e.dice.IntN(2) == 0 {
		return e.giveByKeys(p, v)
	}
	return e.post(p, v)
}

// giveAlone answers a question by the keys, or on the page of a box that has none.
func (e *evening) giveAlone(p games.Prompt, v games.Value) error {
	if e.bare {
		return e.post(p, v)
	}
	return e.giveByKeys(p, v)
}

// post answers a question on the phone. The box may refuse the answer.
func (e *evening) post(p games.Prompt, v games.Value) error {
	fields := map[string]any{"prompt": p.ID, "value": json.RawMessage(v)}
	text, _ := json.Marshal(p.Keys)
	json.Unmarshal(text, &fields)
	body, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	e.note("the phone answers %s", body)
	status, said, err := e.phone.ask("POST", "/judge/answer", string(body))
	if status == http.StatusUnauthorized || v == games.Word("unpair") { // the phone is forgotten
		e.phone.cookie = ""
	}
	if status == http.StatusUnauthorized && !e.bare {
		return e.giveByKeys(p, v)
	}
	if err == nil && status >= 500 {
		err = fmt.Errorf("status %d: %s", status, said)
	}
	e.note("    %d %s", status, strings.TrimSpace(said))
	e.wait(60 * time.Millisecond)
	return err
}

// giveByKeys answers a question by the judge's keys, or presses only some of them if it takes many.
func (e *evening) giveByKeys(p games.Prompt, v games.Value) error {
	list, ok := e.keysFor(p.ID, v)
	if p.Shape != games.Choice || !ok {
		return e.pressKeys()
	}
	e.note("keys for %s %s: %v", p.ID, v, list)
	e.wait(700 * time.Millisecond) // to read it
	for _, k := range list {
		e.press(k)
	}
	return nil
}

// keysFor returns the keys that give an answer on the display as it is: one to open a waiting
// prompt, some to reach the option, and one or two to take it.
func (e *evening) keysFor(id string, v games.Value) (list []keys.Key, ok bool) {
	view := e.shown.Scene.View
	for _, opens := range []bool{false, true} {
		d := e.shown.Scene.Dialogue
		for list = nil; d.Refused(); list = append(list, keys.OK) {
			d.Press(keys.OK, 0, view) // reads on
		}
		if opens {
			d.Press(keys.OK, 0, view)
			list = append(list, keys.OK)
		}
		for range 20 {
			takes := d
			for n := range 2 {
				if in, made := takes.Press(keys.OK, 0, view); made && in.Prompt == id && in.Value.Equal(v) {
					return append(list, slices.Repeat([]keys.Key{keys.OK}, n+1)...), true
				} else if made {
					break
				}
			}
			d.Press(keys.Next, 0, view)
			list = append(list, keys.Next)
		}
	}
	return nil, false
}

// find finds an open question.
func (e *evening) find(id string) (games.Prompt, bool, error) {
	list, err := e.asked()
	i := slices.IndexFunc(list, func(p games.Prompt) bool { return p.ID == id })
	if i < 0 {
		return games.Prompt{}, false, err
	}
	return list[i], true, err
}

// back gives Back once: by a held key, or on the page of a box without keys.
func (e *evening) back() error {
	if !e.bare {
		e.wait(700 * time.Millisecond)
		e.hold(one(e.dice, hw.KeyBack, hw.KeyOK), 800*time.Millisecond)
		return nil
	}
	if err := e.beJudge(); err != nil {
		return err
	}
	status, said, err := e.phone.ask("POST", "/judge/answer", `{"undo":true}`)
	e.note("back on the phone: %d %s", status, said)
	e.wait(60 * time.Millisecond)
	return err
}

// take answers an open question of the box.
func (e *evening) take(id, word string) error {
	p, ok, err := e.find(id)
	if err != nil || !ok {
		return err
	}
	if !slices.Contains(p.Options, games.Word(word)) {
		return nil
	}
	return e.give(p, games.Word(word))
}

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
		case "resume":
			v = games.Word(one(e.dice, "resume", "later"))
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

// on tells whether a game runs: its journal is open.
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
	}
	if e.dice.IntN(10) == 0 {
		v = one(e.dice, games.Word("nonsense"), games.Number(99), `{"numbers":-1}`)
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
			if slices.Contains(p.Options, games.Word(word)) {
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

// pullThePlug cuts the power, maybe during a write, or only ends the program, and starts it again.
// All acknowledged inputs must be there, but for presses of the last moment. An interrupted game
// goes on, without a question if only the program ended.
func (e *evening) pullThePlug() error {
	e.wait(60 * time.Millisecond)
	synced, told := files(e.disk), len(e.log.facts[e.log.on])
	if e.dice.IntN(2) == 0 {
		e.move(hw.Button(1+e.dice.IntN(seats)), true)
		e.wait(5 * time.Millisecond)
	}
	disk, note := files(e.disk), files(e.runtime)
	var open string
	var whole []byte
	for name, text := range disk {
		if strings.HasSuffix(name, journal.OpenEnd) {
			least := len(text)
			if before := len(synced[name]); before > 0 && len(e.log.facts[e.log.on]) == told {
				least = before // no later press has had an effect
			}
			open, text = name, text[:least+e.dice.IntN(len(text)-least+1)]
			whole = text[:bytes.LastIndexByte(text, '\n')+1]
			torn := one(e.dice, "", `{"t":12345`, "\x00", strings.Repeat("\x00", 512),
				strings.Repeat("\x00", 40)+`{"t":12345,"press":1}`+"\n")
			if rest := text[len(whole):]; json.Valid(rest) { // all of the line is there but the newline
				whole = append(slices.Clone(text), '\n')
			}
			if len(whole) != len(text) {
				torn = ""
			}
			disk[name] = append(slices.Clone(text), torn...)
			disk[name+".new"] = text[:e.dice.IntN(len(text))]
		}
	}
	if open == "" && e.dice.IntN(2) == 0 {
		open, whole = e.losesTheLastName(disk)
		note = nil
	}
	unasked := len(note["playing"]) > 0 && e.dice.IntN(2) == 0
	if !unasked {
		note = one(e.dice, nil, map[string][]byte{"playing": []byte("/nowhere")})
	}
	e.stop()
	e.note("%q is left of %s", disk[open][max(0, len(disk[open])-100):], open)
	if err := errors.Join(restore(e.disk, disk), restore(e.runtime, note)); err != nil {
		return err
	}
	e.wait(time.Second)
	if err := e.start(); err != nil {
		return err
	}
	if _, asks, err := e.find("resume"); err != nil || asks != (open != "" && !unasked) {
		return errors.Join(err, fmt.Errorf("asked is %t whether %q goes on", asks, open))
	}
	if open == "" {
		return nil
	}
	if err := e.take("resume", "resume"); err != nil {
		return err
	}
	after, err := os.ReadFile(filepath.Join(e.disk, open))
	more, ok := bytes.CutPrefix(after, whole)
	if err != nil || !ok || e.log.on != stem(open) {
		return errors.Join(err, fmt.Errorf("%s goes on, and not %s:\n%s\n%s", e.log.on, open, whole, after))
	}
	for line := range strings.Lines(string(more)) {
		if !strings.Contains(line, `"release":`) && !strings.Contains(line, `"lost":1`) {
			return fmt.Errorf("%s goes on with %s", open, more)
		}
	}
	return nil
}

// losesTheLastName turns the disk back to the moment before the journal of a finished last game was
// put away.
func (e *evening) losesTheLastName(disk map[string][]byte) (open string, whole []byte) {
	names := slices.Sorted(maps.Keys(disk))
	last := slices.IndexFunc(names, func(name string) bool { return stem(name) == e.log.on && e.over[e.log.on] })
	if last < 0 {
		return "", nil
	}
	open, whole = journal.WithEnd(names[last], journal.OpenEnd), disk[names[last]]
	disk[open] = whole
	delete(disk, names[last])
	delete(disk, "results.jsonl")
	delete(e.over, e.log.on)
	clear(e.held) // so that it is checked again once it is put away
	return open, whole
}

// findDoors goes from wherever the box is to the list of games, and from there to the question that
// unpairs the phones. On the way every choice of the menus must be reachable: by the keys, or by
// the page if there are no keys.
func (e *evening) findDoors() error {
	for range 12 {
		list, err := e.asked()
		if err != nil || len(list) == 0 {
			err = errors.Join(err, e.back())
			list = append(list, games.Prompt{})
		}
		p := list[0]
		switch p.ID {
		case "stop", "again":
			err = errors.Join(e.hasDoors(p), e.giveAlone(p, games.Word("leave")))
		case "leave":
			err = e.giveAlone(p, games.Word("yes"))
		case "game":
			return errors.Join(e.hasDoors(p), e.findPhones())
		case "":
		default:
			err = e.back()
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("nothing leads to the list of games: it shows %+v", e.shown.Scene.View)
}

// findPhones goes from the list of games to the question about the phones, and back.
func (e *evening) findPhones() error {
	if err := e.giveAlone(games.Prompt{ID: "game"}, games.Word("phone")); err != nil {
		return err
	}
	if !e.bare && e.shown.Scene.Invitation == nil {
		return errors.New("no phone is invited")
	}
	p, ok, err := e.find("phone")
	if err != nil || !ok && e.phone.cookie == "" {
		return err
	}
	if ok {
		err = errors.Join(e.hasDoors(p), e.giveAlone(p, games.Word("done")))
	} else if _, _, err = e.phone.look("/judge/events"); err == nil {
		err = errors.New("a phone is paired, and nothing forgets it")
	} else {
		err, e.phone.cookie = nil, ""
	}
	if _, ok, failed := e.find("game"); err == nil && !ok {
		return errors.Join(failed, errors.New("nothing leads from the phones to the list of games"))
	}
	return err
}

// hasDoors checks that a question has a way on, and that the keys, if there are any, reach each
// option.
func (e *evening) hasDoors(p games.Prompt) error {
	doors := map[string][]string{
		"game":  append(all.Games().Names(), "language", "phone"),
		"stop":  {"continue", "pause", "help", "language", "phone", "leave"},
		"again": {"same", "leave"},
		"phone": {"done", "phone", "unpair"},
	}[p.ID]
	if e.bare && (p.ID == "game" || p.ID == "stop") {
		doors = append(doors, "off")
	}
	for _, door := range doors {
		if !slices.Contains(p.Options, games.Word(door)) {
			return fmt.Errorf("%q has no %s, but %v", p.ID, door, p.Options)
		}
	}
	for _, v := range p.Options {
		if _, ok := e.keysFor(p.ID, v); !ok && !e.bare {
			return fmt.Errorf("no keys answer %q with %v", p.ID, v)
		}
	}
	return nil
}

// A moment holds the public facts of a step, and all else that somebody without a secret was told.
type moment struct{ facts, told string }

// overhear records what is public: the log, lamps and sounds, and what the pages answer to a
// stranger. If players have a display for their secrets, the judge's page must not know them
// either, and counts as public.
func (e *evening) overhear() error {
	if !e.twins {
		return nil
	}
	e.wait(time.Nanosecond) // a page may or may not show what is due at the moment of its request
	told := []string{fmt.Sprint(e.table.Lit(), e.table.Tone())}
	ask := func(p phone, method, path, body string) error {
		status, said, err := p.ask(method, path, body)
		if before, run, ok := strings.Cut(said, `"run":"`); ok { // random, so that twins differ
			_, after, _ := strings.Cut(run, `"`)
			said = before + after
		}
		told = append(told, fmt.Sprintln(method, path, status, said))
		return err
	}
	stranger := phone{powered: &e.powered}
	errs := []error{ask(stranger, "GET", "/events", "")}
	others := []string{"/", "/overlay", "/judge", "/judge/events", "/nothing", "/judge/answer"}
	if other := others[len(e.told)%len(others)]; other == "/judge/answer" { // one after each step
		errs = append(errs, ask(stranger, "POST", other, `{"prompt":"guess","value":"ETAGE"}`))
	} else {
		errs = append(errs, ask(stranger, "GET", other, ""))
	}
	if !e.bare && e.phone.cookie != "" {
		errs = append(errs, ask(e.phone, "GET", "/judge/events", ""))
	}
	e.log.mu.Lock()
	defer e.log.mu.Unlock()
	var m moment
	for _, line := range e.log.lines[e.heard:] {
		if strings.HasPrefix(line, "fact ") {
			m.facts += line + "\n"
		} else if !strings.Contains(line, "link=") {
			told = append(told, strings.ReplaceAll(line, e.disk, ""))
		}
	}
	slices.Sort(told) // two goroutines log in any order
	m.told, e.heard = strings.Join(told, "\n"), len(e.log.lines)
	e.told = append(e.told, m)
	return errors.Join(errs...)
}

// keepsSecretsFrom checks that a stranger can't tell twins apart before their public facts differ.
func (e *evening) keepsSecretsFrom(twin *evening) error {
	for i, m := range e.told[:min(len(e.told), len(twin.told))] {
		other := twin.told[i]
		if m.facts != other.facts {
			return nil
		}
		if diff := cmp.Diff(m.told, other.told); diff != "" {
			return fmt.Errorf("in moment %d somebody can tell what is secret: %s", i, diff)
		}
	}
	return nil
}

// journalsTellWhatWasShown checks that every journal replays to the facts that were shown of its
// game.
func (e *evening) journalsTellWhatWasShown() error {
	for name, text := range files(e.disk) {
		if !journal.IsName(name) {
			continue
		}
		e.log.mu.Lock()
		shown := e.log.facts[stem(name)]
		e.log.mu.Unlock()
		if sum := sha256.Sum256(fmt.Append(text, name, len(shown))); e.held[sum] {
			continue
		} else {
			e.held[sum] = true
		}
		told, follow, over, err := replayed(text)
		if err != nil {
			return fmt.Errorf("%s can't be read: %w\n%s", name, err, text)
		}
		tells := append(told, follow...)
		if len(shown) < len(told) || len(shown) > len(tells) || !slices.Equal(shown, tells[:len(shown)]) {
			return fmt.Errorf("%s tells\n%s\nand then\n%s, but shown was\n%s\n%s", name,
				strings.Join(told, "\n"), strings.Join(follow, "\n"), strings.Join(shown, "\n"), text)
		}
		if over && !journal.IsUnfinished(name) {
			e.over[stem(name)] = true
		}
	}
	return nil
}

func (e *evening) nothingIsSetAside() error {
	e.log.mu.Lock()
	defer e.log.mu.Unlock()
	broken, _ := filepath.Glob(filepath.Join(e.disk, "*"+journal.BrokenEnd))
	if len(broken) > 0 || len(e.log.wrong) > 0 {
		return fmt.Errorf("set aside are %v; the log says %s", broken, strings.Join(e.log.wrong, "\n"))
	}
	return nil
}

// resultsAreTold checks that every finished game is in the results once, and that the scoreboard
// shows them.
func (e *evening) resultsAreTold() error {
	if err := e.findDoors(); err != nil {
		return err
	}
	if err := e.journalsTellWhatWasShown(); err != nil {
		return err
	}
	e.wait(time.Second)
	evenings, warnings, err := results.Read(e.disk, all.Games(), results.Clock{Wall: time.Now})
	if err != nil || len(warnings) > 0 {
		return fmt.Errorf("the results can't be read: %w, %v", err, warnings)
	}
	var list []results.Game
	finished := map[string]int{}
	for _, g := range slices.Concat(evenings...) {
		list = append(list, g)
		if g.Over {
			finished[stem(g.Journal)]++
		}
	}
	for name := range e.over {
		if finished[name] != 1 {
			return fmt.Errorf("%s is over, and stands %d times in the results %v", name, finished[name], finished)
		}
	}
	if len(finished) != len(e.over) {
		return fmt.Errorf("over are %v, in the results %v", e.over, finished)
	}
	shown, raw, err := e.phone.look("/events")
	if err != nil {
		return err
	}
	var want, got []string
	for _, r := range results.Standings(list) {
		want = append(want, fmt.Sprint(r.Played, r.Won, r.Points))
	}
	for _, s := range shown.AllTime {
		for _, r := range s.Rows {
			got = append(got, fmt.Sprint(r.Played, r.Won, r.Points))
		}
	}
	if !slices.Equal(want, got) {
		return fmt.Errorf("the scoreboard tells %v, the results %v\n%s", got, want, raw)
	}
	return nil
}
