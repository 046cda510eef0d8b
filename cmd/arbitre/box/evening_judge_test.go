package box

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"arbitre/display/keys"
	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/hw"
)

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
		q := games.Prompt{
			ID: p.ID, For: games.Judge, Keys: p.Keys, Background: p.Background,
			Min: p.Min, Max: p.Max, Places: p.Places,
		}
		for q.Shape.String() != p.Shape {
			q.Shape++
		}
		for _, o := range p.Options {
			q.Options = append(q.Options, gametest.Value(string(o.Value)))
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
	fields := map[string]any{"prompt": p.ID, "value": v}
	text, _ := json.Marshal(p.Keys)
	json.Unmarshal(text, &fields)
	body, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	e.note("the phone answers %s", body)
	status, said, err := e.phone.ask("POST", "/judge/answer", string(body))
	if status == http.StatusUnauthorized || v.Is("unpair") { // the phone is forgotten
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
	for in, list := range e.answersByKeys {
		if in.Prompt == id && in.Value.Equal(v) {
			return list, true
		}
	}
	return nil, false
}

// answersByKeys yields the answers that the keys reach, each with its keys.
func (e *evening) answersByKeys(yield func(games.Input, []keys.Key) bool) {
	view := e.shown.Scene.View
	for _, opens := range []bool{false, true} {
		d := e.shown.Scene.Dialogue
		var list []keys.Key
		for ; d.Refused(); list = append(list, keys.OK) {
			d.Press(keys.OK, 0, view) // reads on
		}
		if opens {
			d.Press(keys.OK, 0, view)
			list = append(list, keys.OK)
		}
		for range 20 {
			takes := d
			for n := range 2 {
				if in, made := takes.Press(keys.OK, 0, view); made {
					if !yield(in, slices.Concat(list, slices.Repeat([]keys.Key{keys.OK}, n+1))) {
						return
					}
					break
				}
			}
			d.Press(keys.Next, 0, view)
			list = append(list, keys.Next)
		}
	}
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
		held := 800 * time.Millisecond
		if e.shown.Scene.View.Asks("try") {
			held = 2100 * time.Millisecond // any shorter press is one that is tested
		}
		e.hold(one(e.dice, hw.KeyBack, hw.KeyOK), held)
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
	if !slices.ContainsFunc(p.Options, games.Word(word).Equal) {
		return nil
	}
	return e.give(p, games.Word(word))
}
