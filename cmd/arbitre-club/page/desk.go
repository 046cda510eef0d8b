package page

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt/address"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// An order is what the organiser's page asks of the club. Each path reads the fields that it needs.
type order struct {
	Name   string         `json:"name"`
	Here   bool           `json:"here"`   // the person of that name is here
	Person string         `json:"person"` // the name stands for this person; "" is another at each table
	ID     string         `json:"id"`     // of a game
	Counts bool           `json:"counts"` // the game counts
	Number int            `json:"number"` // of the last round, as the page shows it; 0 is none
	Tables []club.Seating `json:"tables"` // of the next round, without players
}

// mostOrder is the size of the largest request, in bytes.
const mostOrder = 64 << 10

// obey returns a handler that reads an order, has it carried out, and responds.
func (p *Pages) obey(carryOut func(order) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var o order
		err := p.Read(w, r, mostOrder, &o)
		if err == nil {
			err = carryOut(o)
		}
		_, known := errors.AsType[site.Failure](err)
		reason, refused := errors.AsType[*games.Refusal](err)
		needed, tooFew := errors.AsType[club.TooFew](err)
		l := p.LanguageOf(r)
		switch {
		case err == nil || known:
			p.Settle(w, r, err)
		case errors.Is(err, club.ErrNameless):
			p.Refuse(w, r, site.ErrNotUnderstood)
		case refused: // a name is too long, or has letters that can't be seen
			http.Error(w, p.options.Phrases.In(l, "").Sentence(reason.Say), http.StatusUnprocessableEntity)
		case tooFew:
			text := strings.ReplaceAll(p.Word(l, "too_few"), "{n}", strconv.Itoa(int(needed)))
			http.Error(w, text, http.StatusUnprocessableEntity)
		default:
			p.Log.Error("an order of the organiser failed", "path", r.URL.Path, "err", err)
			p.Refuse(w, r, site.Failure{Status: http.StatusInternalServerError, Word: "failed"})
		}
	}
}

// draw draws the next round for everyone who is here. It refuses an order from a page that does not
// show the last round.
func (p *Pages) draw(o order) error {
	p.drawing.Lock()
	defer p.drawing.Unlock()
	now, c, rules := p.options.Now(), p.options.Club, p.options.Rules
	rounds := c.Rounds(now)
	if len(rounds) != o.Number {
		return site.Failure{Status: http.StatusConflict, Word: "gone"}
	}
	if err := setLimits(o.Tables, rules); err != nil {
		return err
	}
	strongest := byStrength(c.Present(now), club.Ratings(c.Games(), rules))
	next, err := club.Draw(strongest, o.Tables, rounds, played(c.Evening(now))...)
	if err != nil {
		return err
	}
	return c.AddRound(next, now)
}

// played returns the names of those who played each game to its end.
func played(list []club.Game) (games [][]string) {
	for _, g := range list {
		var names []string
		for _, p := range g.Places {
			if p.Name != "" {
				names = append(names, p.Name)
			}
		}
		if g.Over {
			games = append(games, names)
		}
	}
	return games
}

// setLimits tidies the tables' names, and sets how many may sit there by the rules of the game. A
// table without a game has as many seats as the largest game.
func setLimits(tables []club.Seating, rules games.Rulebook) (err error) {
	if len(tables) == 0 {
		return site.ErrNotUnderstood
	}
	known := map[string]bool{}
	for i := range tables {
		t := &tables[i]
		if t.Name, err = results.Tidy(t.Name); err != nil {
			return err
		}
		topic := cmp.Or(address.Slug(t.Name), t.Name)
		if known[topic] {
			return site.Failure{Status: http.StatusUnprocessableEntity, Word: "twice"}
		}
		known[topic] = true
		for _, r := range rules {
			switch t.Game {
			case r.Name:
				t.Least, t.Most = r.Least, r.Most
			case "":
				t.Most = max(t.Most, r.Most)
			}
		}
		if t.Name == "" || t.Most == 0 { // there is no such game
			return site.ErrNotUnderstood
		}
	}
	return nil
}

// download returns a handler that serves games as a file. A table of them is for a spreadsheet, of
// the page's language: who wants it for a program exports it.
func (p *Pages) download(f club.Format, list func() []club.Game) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", f.Media)
		w.Header().Set("Content-Disposition", "attachment")
		w.Header().Set("Cache-Control", "no-store")
		if f.Name == "csv" { // writing fails only if the browser has gone
			club.WriteSpreadsheet(w, list(), p.LanguageOf(r) != wording.English)
			return
		}
		f.Write(w, list())
	}
}
