package box

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
)

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
		"game":  append(all.Games().Names(), "language", "settings", "phone"),
		"stop":  {"continue", "counts", "pause", "help", "language", "settings", "phone", "leave"},
		"again": {"same", "leave", "counts"},
		"phone": {"done", "phone", "unpair"},
	}[p.ID]
	if e.bare && (p.ID == "game" || p.ID == "stop") {
		doors = append(doors, "off")
	}
	for _, door := range doors {
		if !slices.ContainsFunc(p.Options, games.Word(door).Equal) {
			return fmt.Errorf("%q has no %s, but %v", p.ID, door, p.Options)
		}
	}
	var reached []games.Value
	for in := range e.answersByKeys {
		if in.Prompt == p.ID {
			reached = append(reached, in.Value)
		}
	}
	for _, v := range p.Options {
		if !e.bare && !slices.ContainsFunc(reached, v.Equal) {
			return fmt.Errorf("no keys answer %q with %v", p.ID, v)
		}
	}
	return nil
}

// A moment holds the public facts of a step, and all else that somebody without a secret was told.
type moment struct{ facts, told string }

// overhear records what is public: the log, lamps and sounds, what a broker is told, and what the
// pages answer to a stranger. If players have a display for their secrets, the judge's page must
// not know them either, and counts as public.
func (e *evening) overhear() error {
	if !e.twins {
		return nil
	}
	e.wait(time.Nanosecond) // a page may or may not show what is due at the moment of its request
	told := append(e.broker.told(), fmt.Sprint(e.table.Lit(), e.table.Tone()))
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
	_, film, filmed := strings.Cut(told[len(told)-1], `"film":"`)
	if film, _, _ = strings.Cut(film, `"`); !filmed {
		film = "/film/1-1.gif"
	}
	others := []string{"/", "/overlay", "/judge", "/judge/events", "/nothing", "/judge/answer", film}
	if other := others[len(e.told)%len(others)]; other == "/judge/answer" { // one after each step
		errs = append(errs, ask(stranger, "POST", other, `{"prompt":"guess","value":"ETAGE"}`))
	} else {
		errs = append(errs, ask(stranger, "GET", other, ""))
	}
	if last := told[len(told)-1]; strings.Contains(last, "/film/") && strings.Contains(last, " 200 GIF89a") != filmed {
		errs = append(errs, fmt.Errorf("there is a film: %v, and asked for one it says %.100q", filmed, last))
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
