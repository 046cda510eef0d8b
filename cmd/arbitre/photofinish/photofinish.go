// Package photofinish prints the races of a journal as they were decided: margins, presses that were ignored,
// verdicts, and the clauses of the rules behind them.
package photofinish

import (
	"fmt"
	"io"
	"strings"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/race"
)

// A Printer prints the races of one journal.
type Printer struct {
	Out   io.Writer
	Names *wording.Voice // the titles of games
	Races int            // so far

	limits race.Limits

	race    string // the race that was declared last, "" if a press opened it
	asked   string // the last question that left a verdict to the judge
	opened  time.Duration
	line    int            // the journal's line that declared the race
	over    time.Duration  // when the last race ended
	ignored []ignoredPress // since then
}

// An ignoredPress is kept until the next race is printed.
type ignoredPress struct {
	seat games.Seat
	at   time.Duration
	why  string
}

// Line prints the news about races in the next line of the journal.
func (p *Printer) Line(l journal.Line) {
	if l.Number == 1 {
		p.begin(l.Start)
	}
	for _, f := range l.Facts {
		switch what := f.What.(type) {
		case games.Prompted:
			if what.Decides {
				p.asked = what.ID
			}
		case games.RaceOpened:
			if p.race = ""; l.Input.Kind == games.Answer { // else the first press opened it
				p.race, p.opened, p.line = what.Race, f.At, l.Number
			}
		case games.Ignored:
			p.ignore(f.At, what)
		case games.Redone:
			fmt.Fprintf(p.Out, "\nLine %d counts again since %s, by line %d.\n", what.Line, seconds(f.At), l.Number)
		case games.Undone:
			fmt.Fprintf(p.Out, "\nLine %d was taken back at %s by line %d.\n", what.Line, seconds(f.At), l.Number)
		}
		if finish, ok := f.Judgement(); ok {
			p.Races++
			p.over = f.At
			p.finished(f.At, finish)
		}
	}
	if in := l.Input; in.Kind == games.Answer && in.Prompt == p.asked {
		fmt.Fprintf(p.Out, "  decided by the judge at %s by line %d: %s %v\n",
			seconds(in.At), l.Number, in.Prompt, in.Value)
	}
}

// begin prints who plays, and how finely their presses can be told apart.
func (p *Printer) begin(start games.Start) {
	p.limits = race.DefaultLimits()
	if said, ok := start.Options.Of(games.RaceOption); ok {
		p.limits, _ = race.ParseLimits(said) // the game has accepted it
	}
	game := wording.Breakable(p.Names.Word(start.Game))
	fmt.Fprintf(p.Out, "%s, seats %s. Presses less than %v apart can't be told apart; "+
		"every decision waits %v for late ones.\n",
		game, seatList(start.Seats), p.limits.Tie, p.limits.Settle)
	for _, d := range p.limits.Devices {
		fmt.Fprintf(p.Out, "Seats %s have polled buttons: a press may be stamped up to %v late, "+
			"and is told apart no finer (RACE-9).\n", seatList(d.Seats), d.Resolution)
	}
}

// ignore prints a press that came too late for the last race, or that waited in vain. It keeps any
// other press: it may belong to the next race.
func (p *Printer) ignore(at time.Duration, press games.Ignored) {
	switch after := at - p.over; {
	case press.Waited:
		fmt.Fprintf(p.Out, "      seat %d  waited until %s, and came to nothing: %s\n",
			press.Seat, seconds(at), press.Why)
	case press.Why != games.Late || p.Races == 0 || after > p.limits.Quiet:
		p.ignored = append(p.ignored, ignoredPress{press.Seat, at, press.Why})
	case after >= 0:
		fmt.Fprintf(p.Out, "      seat %d  %s  too late: %s after the race was over\n",
			press.Seat, seconds(at), millis(after))
	default:
		fmt.Fprintf(p.Out, "      seat %d  %s  too late: delivered when the race was over\n", press.Seat, seconds(at))
	}
}

// finished prints one race. A race that was not declared, such as a queue of shouts or a slap,
// begins with its first press.
func (p *Printer) finished(at time.Duration, over games.RaceOver) {
	if over.Race == p.race {
		fmt.Fprintf(p.Out, "\nRace %d: %s, declared at %s by line %d\n", p.Races, over.Race, seconds(p.opened), p.line)
	} else {
		p.opened = over.Zero
		fmt.Fprintf(p.Out, "\nRace %d: %s\n", p.Races, over.Race)
	}
	slaps := map[games.Seat]time.Duration{}
	for i, place := range over.Order {
		press := over.Zero + place.After
		slaps[place.Seat] = press
		margin := ""
		if i > 0 {
			margin = "+" + millis(place.After-over.Order[0].After)
		}
		if late := p.limits.Resolution(place.Seat); late > 0 {
			margin = fmt.Sprintf("%-12s ± %v", margin, late)
		}
		if press < p.opened {
			margin = strings.TrimSpace(margin + "  (before the declaration: RACE-5)")
		}
		line := fmt.Sprintf("  %d.  seat %d  %s  %s", i+1, place.Seat, seconds(press), margin)
		fmt.Fprintln(p.Out, strings.TrimRight(line, " "))
	}
	for _, seat := range over.Missing {
		fmt.Fprintf(p.Out, "   -  seat %d  had not pressed by then\n", seat)
	}
	for _, press := range p.ignored {
		slap, raced := slaps[press.seat]
		counted := raced && slap == press.at
		switch before := over.Zero - press.at; {
		case counted || press.at < p.opened-p.limits.Declare:
		case before > 0 && press.why == games.NoEffect && over.Race == p.race:
			fmt.Fprintf(p.Out, "      seat %d  %s  too old: %s before the slaps began\n",
				press.seat, seconds(press.at), millis(before))
		default:
			fmt.Fprintf(p.Out, "      seat %d  %s  ignored: %s\n", press.seat, seconds(press.at), press.why)
		}
	}
	p.ignored = p.ignored[:0]
	fmt.Fprintf(p.Out, "  over at %s: %s (%s)\n", seconds(at), verdict(over), strings.Join(over.Clauses, ", "))
}

// verdict says how a race ended.
func verdict(over games.RaceOver) string {
	switch {
	case over.Abandoned:
		return "the game was ended before it was decided"
	case over.Void:
		return "void, for edges were lost; the judge decides"
	case over.Fastest != 0:
		return fmt.Sprintf("seat %d was the fastest", over.Fastest) + forTeam(over.Team)
	case over.Slowest != 0:
		return fmt.Sprintf("seat %d was the slowest", over.Slowest) + forTeam(over.Team)
	case over.Team != 0 && over.DeadHeat == nil:
		return fmt.Sprintf("seats %s, all of team %s, had not pressed by then", seatList(over.Missing), wording.Letter(over.Team))
	case over.Team != 0:
		return fmt.Sprintf("dead heat of seats %s, all of team %s", seatList(over.DeadHeat), wording.Letter(over.Team))
	case over.Unclear != nil:
		return fmt.Sprintf("nobody can know which of the seats %s began it; the judge decides", seatList(over.Unclear))
	case over.Doubted != nil:
		return fmt.Sprintf("perhaps pressed too early: %s; the judge decides", seatList(over.Doubted))
	case over.Shared:
		return fmt.Sprintf("dead heat of seats %s; they share it", seatList(over.DeadHeat))
	case len(over.DeadHeat) > 0:
		return fmt.Sprintf("dead heat of seats %s; the judge decides", seatList(over.DeadHeat))
	case !over.SlowestLoses:
		return "nobody"
	}
	return fmt.Sprintf("seats %s had not pressed by then; the judge decides", seatList(over.Missing))
}

// forTeam says for which team a verdict is; nothing where everyone plays for himself.
func forTeam(team int) string {
	if team == 0 {
		return ""
	}
	return ", for team " + wording.Letter(team)
}

// seatList lists seats, with commas.
func seatList(seats []games.Seat) string {
	words := make([]string, len(seats))
	for i, s := range seats {
		words[i] = fmt.Sprint(s)
	}
	return strings.Join(words, ", ")
}

// seconds formats a time of the game, to the microsecond.
func seconds(d time.Duration) string { return fmt.Sprintf("%.6f s", d.Seconds()) }

func millis(d time.Duration) string {
	return fmt.Sprintf("%.3f ms", float64(d)/float64(time.Millisecond))
}
