package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
)

// A tablePrinter prints tables in one language.
type tablePrinter struct {
	out   io.Writer
	say   wording.Say
	voice *wording.Voice
}

// print prints how many games there are, and who has won how much in them: in all, if there are several
// games, and in each.
func (t tablePrinter) print(title string, played []results.Game) {
	fmt.Fprintln(t.out, t.say("%s: %s", title, t.count(played)))
	standings, tables := results.Standings(played), [][][]string{}
	if n := len(standings); n > 0 && standings[0].Game != standings[n-1].Game {
		tables = append(tables, t.ranking(played))
	}
	for n := 0; len(standings) > 0; standings = standings[n:] {
		game := standings[0].Game
		if n = slices.IndexFunc(standings, func(r results.Row) bool { return r.Game != game }); n < 0 {
			n = len(standings)
		}
		tables = append(tables, t.standing(game, standings[:n]))
	}
	t.tables(tables...)
}

// count says how many games there are, and how many of them are not as usual.
func (t tablePrinter) count(played []results.Game) string {
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
	count := t.say("1 game")
	if n := len(played); n != 1 {
		count = t.say("%d games", n)
	}
	if left > 0 {
		count += t.say(", %d of them left before the end", left)
	}
	if uncounted > 0 {
		count += t.say(", %d of them not counted", uncounted)
	}
	if children > 0 {
		count += t.say(", %d of them with children", children)
	}
	return count
}

// ranking is the table of all games together.
func (t tablePrinter) ranking(played []results.Game) [][]string {
	rows := [][]string{{t.say("All games"), t.say("place"), t.say("played"), t.say("won"), t.say("beaten")}}
	for _, r := range results.Ranking(played, all.Games()) {
		rows = append(rows, []string{t.player(r.Player), fmt.Sprint(r.Place), fmt.Sprint(r.Played), fmt.Sprint(r.Won),
			fmt.Sprintf("%d/%d", r.Beaten, r.Met)})
	}
	return rows
}

// standing is the table of one game.
func (t tablePrinter) standing(game string, standing []results.Row) [][]string {
	timed := slices.ContainsFunc(standing, func(r results.Row) bool { return r.Fastest > 0 })
	rows := [][]string{{t.voice.Word(game), t.say("played"), t.say("won"), t.say("points")}}
	if timed {
		rows[0] = append(rows[0], t.say("fastest"))
	}
	for _, r := range standing {
		row := []string{t.player(results.Player{Name: r.Name, Seat: r.Seat}), fmt.Sprint(r.Played), fmt.Sprint(r.Won), fmt.Sprint(r.Points)}
		if timed {
			row = append(row, t.span(r.Fastest))
		}
		rows = append(rows, row)
	}
	return rows
}

// story prints how a game went: its points round by round, and the hands in its races.
func (t tablePrinter) story(g results.Game, s results.Story) {
	player := func(seat games.Seat) string {
		names := []string{}
		for _, p := range g.Places {
			if p.Seat == seat && p.Name != "" {
				names = append(names, p.Name)
			}
		}
		if len(names) == 0 {
			return t.player(results.Player{Seat: seat})
		}
		return strings.Join(names, " + ")
	}
	rows := [][]string{{t.say("%s, round by round", t.voice.Word(g.Game))}}
	for _, side := range s.Sides {
		first := side.Members[0]
		who := player(first.Seat)
		if first.Team > 0 {
			who = t.voice.Sentence(games.Text{Word: "team", Team: first.Team})
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
	since := t.say("Hands, behind the first")
	if s.Signed {
		since = t.say("Hands, since the sign")
	}
	rows = [][]string{{since, t.say("first"), t.say("fastest"), t.say("median")}}
	for _, h := range s.Hands {
		rows = append(rows, []string{player(h.Seat), fmt.Sprintf("%d/%d", h.First, h.Met), t.span(h.Fastest), t.span(h.Median)})
	}
	if len(s.Hands) > 0 {
		tables = append(tables, rows)
	}
	t.tables(tables...)
}

// span writes a time of a hand.
func (t tablePrinter) span(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return strings.ReplaceAll(t.voice.Span(d), wording.NoBreak, " ")
}

// tables prints each table behind an empty line, their first columns as wide as the widest of all.
// The first row and column of a table are titles.
func (t tablePrinter) tables(all ...[][]string) {
	first := 0
	for _, row := range slices.Concat(all...) {
		first = max(first, utf8.RuneCountInString(row[0]))
	}
	for _, rows := range all {
		fmt.Fprintln(t.out)
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
			fmt.Fprint(t.out, wording.Isolated(row[0]), blanks(first, row[0]), " ")
			for i, cell := range row[1:] {
				fmt.Fprint(t.out, " ", blanks(wide[i+1], cell), wording.Isolated(cell))
			}
			fmt.Fprintln(t.out)
		}
	}
}

// blanks fill a column beside a cell.
func blanks(wide int, cell string) string {
	return strings.Repeat(" ", wide-utf8.RuneCountInString(cell))
}

// player returns a name, or the seat without one.
func (t tablePrinter) player(p results.Player) string {
	if p.Name != "" {
		return p.Name
	}
	return t.say("seat %d", int(p.Seat))
}
