// Package standings prints who has won how much, and how a game went.
package standings

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// A Printer prints tables in one language.
type Printer struct {
	Out   io.Writer
	Say   wording.Say
	Voice *wording.Voice
	Rules games.Rulebook
}

// Games prints how many games there are, and who has won how much in them: in all, if there are several
// games, and in each.
func (p Printer) Games(title string, played []results.Game) {
	fmt.Fprintln(p.Out, p.Say("%s: %s", title, p.count(played)))
	standings, tables := results.Standings(played), [][][]string{}
	if n := len(standings); n > 0 && standings[0].Game != standings[n-1].Game {
		tables = append(tables, p.ranking(played))
	}
	for n := 0; len(standings) > 0; standings = standings[n:] {
		game := standings[0].Game
		if n = slices.IndexFunc(standings, func(r results.Row) bool { return r.Game != game }); n < 0 {
			n = len(standings)
		}
		tables = append(tables, p.standing(game, standings[:n]))
	}
	p.tables(tables...)
}

// count says how many games there are, and how many of them are not as usual.
func (p Printer) count(played []results.Game) string {
	left, uncounted, children := 0, 0, 0
	for _, g := range played {
		if !g.Over {
			left++
		} else if g.Uncounted {
			uncounted++
		}
		if g.Options.Children() {
			children++
		}
	}
	count := p.Say("1 game")
	if n := len(played); n != 1 {
		count = p.Say("%d games", n)
	}
	if left > 0 {
		count += p.Say(", %d of them left before the end", left)
	}
	if uncounted > 0 {
		count += p.Say(", %d of them not counted", uncounted)
	}
	if children > 0 {
		count += p.Say(", %d of them with children", children)
	}
	return count
}

// ranking is the table of all games together.
func (p Printer) ranking(played []results.Game) [][]string {
	rows := [][]string{{p.Say("All games"), p.Say("place"), p.Say("played"), p.Say("won"), p.Say("beaten")}}
	for _, r := range results.Ranking(played, p.Rules) {
		rows = append(rows, []string{p.player(r.Player), fmt.Sprint(r.Place), fmt.Sprint(r.Played), fmt.Sprint(r.Won),
			fmt.Sprintf("%d/%d", r.Beaten, r.Met)})
	}
	return rows
}

// standing is the table of one game.
func (p Printer) standing(game string, standing []results.Row) [][]string {
	timed := slices.ContainsFunc(standing, func(r results.Row) bool { return r.Fastest > 0 })
	rows := [][]string{{p.Voice.Word(game), p.Say("played"), p.Say("won"), p.Say("points")}}
	if timed {
		rows[0] = append(rows[0], p.Say("fastest"))
	}
	for _, r := range standing {
		row := []string{p.player(results.Player{Name: r.Name, Seat: r.Seat}), fmt.Sprint(r.Played), fmt.Sprint(r.Won), fmt.Sprint(r.Points)}
		if timed {
			row = append(row, p.span(r.Fastest))
		}
		rows = append(rows, row)
	}
	return rows
}

// Story prints how a game went: its points round by round, and the hands in its races.
func (p Printer) Story(g results.Game, s results.Story) {
	player := func(seat games.Seat) string {
		names := []string{}
		for _, place := range g.Places {
			if place.Seat == seat && place.Name != "" {
				names = append(names, place.Name)
			}
		}
		if len(names) == 0 {
			return p.player(results.Player{Seat: seat})
		}
		return strings.Join(names, " + ")
	}
	rows := [][]string{{p.Say("%s, round by round", p.Voice.Word(g.Game))}}
	for _, side := range s.Sides {
		first := side.Members[0]
		who := player(first.Seat)
		if first.Team > 0 {
			who = p.Voice.Sentence(games.Text{Word: "team", Team: first.Team})
		}
		rows[0] = append(rows[0], who)
	}
	for _, r := range s.Rounds {
		row := []string{fmt.Sprint(r.Number)}
		for _, total := range r.Totals {
			row = append(row, fmt.Sprint(total))
		}
		rows = append(rows, row)
	}
	tables := [][][]string{rows}
	since := p.Say("Hands, behind the first")
	if s.Signed {
		since = p.Say("Hands, since the sign")
	}
	rows = [][]string{{since, p.Say("first"), p.Say("fastest"), p.Say("median")}}
	for _, h := range s.Hands {
		rows = append(rows, []string{player(h.Seat), fmt.Sprintf("%d/%d", h.First, h.Met), p.span(h.Fastest), p.span(h.Median)})
	}
	if len(s.Hands) > 0 {
		tables = append(tables, rows)
	}
	p.tables(tables...)
}

// Date writes a day as people do.
func (p Printer) Date(d time.Time) string {
	month := [...]string{
		p.Say("January"), p.Say("February"), p.Say("March"), p.Say("April"), p.Say("May"), p.Say("June"),
		p.Say("July"), p.Say("August"), p.Say("September"), p.Say("October"), p.Say("November"), p.Say("December"),
	}[d.Month()-time.January]
	if d.Day() == 1 {
		return p.Say("1 %s %d", month, d.Year())
	}
	return p.Say("%d %s %d", d.Day(), month, d.Year())
}

// span writes a time of a hand.
func (p Printer) span(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return strings.ReplaceAll(p.Voice.Span(d), wording.NoBreak, " ")
}

// tables prints each table behind an empty line, their first columns as wide as the widest of all.
// The first row and column of a table are titles.
func (p Printer) tables(all ...[][]string) {
	first := 0
	for _, row := range slices.Concat(all...) {
		first = max(first, utf8.RuneCountInString(row[0]))
	}
	for _, rows := range all {
		fmt.Fprintln(p.Out)
		wide := make([]int, len(rows[0]))
		for _, row := range rows {
			for i, cell := range row {
				const least = 5 // letters of a column
				n := utf8.RuneCountInString(cell)
				if n > least {
					n++
				}
				wide[i] = max(wide[i], n, least)
			}
		}
		for _, row := range rows {
			fmt.Fprint(p.Out, wording.Isolated(row[0]), blanks(first, row[0]), " ")
			for i, cell := range row[1:] {
				fmt.Fprint(p.Out, " ", blanks(wide[i+1], cell), wording.Isolated(cell))
			}
			fmt.Fprintln(p.Out)
		}
	}
}

// blanks fill a column beside a cell.
func blanks(wide int, cell string) string {
	return strings.Repeat(" ", wide-utf8.RuneCountInString(cell))
}

// player returns a name, or the seat without one.
func (p Printer) player(who results.Player) string {
	if who.Name != "" {
		return who.Name
	}
	return p.Say("seat %d", int(who.Seat))
}
