package display

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// Spoken returns a scene in words, for people who can't see the display: the open question with
// what OK would answer, or else its sentences.
func (s Scene) Spoken(p wording.Phrases) string {
	return wording.Breakable(strings.Join(s.Sentences(p.In(s.Language, s.View.Game).Naming(wording.NamesOf(s.View, s.Sitters))), "\n"))
}

// Asked returns what the judge's keys would answer now, in words: the reason of a refusal, the open question
// and the choice on which the cursor stands, or else what OK does. It is nil if they answer nothing, and
// while the display shows a code that pairs a phone, which is for eyes alone.
func (s Scene) Asked(say *wording.Voice) []string {
	d := s.Dialogue.Draft(s.View)
	switch {
	case s.Invitation != nil:
		return nil
	case d.Refusal != "" || d.State == keys.Asked || d.State == keys.Listed:
		s.View.Secret = nil
		return s.Sentences(say)
	}
	if does := whatOKDoes(&composer{Scene: s, draft: d, voice: say}); does != "" {
		return []string{say.Fill(say.Template(wording.Spoken, "ok"), games.Text{Extra: does})}
	}
	return nil
}

// Sentences returns what [Scene.Spoken] says.
func (s Scene) Sentences(say *wording.Voice) []string {
	v, d := s.View, s.Dialogue.Draft(s.View)
	asked := question{&composer{Scene: s, draft: d, voice: say}, d.Prompt}
	var said []string
	switch {
	case d.Refusal != "":
		said = append(said, d.Refusal)
	case s.Invitation != nil:
		said = append(said, s.Invitation.Address, s.Invitation.NumericAddress, s.Invitation.Code,
			s.Invitation.Network, s.Invitation.spelt())
		if s.Invitation.Guessed {
			said = append(said, say.Sentence(games.Text{Word: "guessed_codes"}))
		}
	case d.State == keys.Asked && v.Panel != games.Leaflet:
		said = spokenQuestion(asked)
	default:
		for _, t := range slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines) {
			said = append(said, say.Sentence(t))
		}
		if d.State == keys.Listed {
			said = append(said, asked.item(d.Items[d.Cursor]))
		}
	}
	return slices.DeleteFunc(said, func(text string) bool { return text == "" })
}

// spokenQuestion returns a question, the answer as far as it is chosen or entered, and in the lobby the
// seats that have joined.
func spokenQuestion(q question) []string {
	p, d, say := q.asked, q.draft, q.voice
	if d.Seats != nil {
		return []string{say.Whose(p, d.Option), say.Fill("{seat}", games.Text{Seat: d.Items[d.Cursor].Seat})}
	}
	said := []string{q.ask()}
	named := func(name string, what any) string { return fmt.Sprint(say.Word(name), " ", what) }
	numbers := d.Numbers()
	switch p.Shape {
	case games.Choice:
		item := d.Items[d.Cursor]
		text, points := q.item(item), p.Label(item.Option)
		if n, ok := numberOf(item); ok {
			if text = number(n); p.Seats {
				text = say.Fill("{seat}", games.Text{Seat: games.Seat(n)})
			}
			if !points.IsZero() {
				text += ": " + number(points.Number)
			}
		}
		said = append(said, text)
	case games.Letters:
		said = append(said, d.Word.Letters)
		if d.Word.Wheel != 0 {
			said = append(said, string(d.Word.Wheel))
		}
	case games.Amount:
		said = append(said, q.option(d.Amount()))
	case games.Hand:
		for i := range p.Counts { // starting with the number that is being set
			at := (d.Cursor + i) % len(p.Counts)
			said = append(said, named(p.Counts[at].Key, numbers[at]))
		}
		said = append(said, say.Sentence(games.Text{Word: "points", Number: p.Points(numbers)}))
	case games.Card:
		if d.Cursor < len(p.Options) {
			said = append(said, q.option(p.Options[d.Cursor]))
		}
		said = append(said, strings.Trim(fmt.Sprint(numbers), "[]"))
	case games.Code:
		for i, n := range numbers {
			colour := say.Word("empty")
			if n > 0 {
				colour = q.option(p.Options[n-1])
			}
			if i == d.Cursor {
				colour = named("position", i+1) + ": " + colour
			}
			said = append(said, colour)
		}
	case games.Token:
		said = append(said, q.option(p.Options[numbers[0]-1]), named("position", numbers[1]))
	}
	if q.View.Panel == games.Entrants && len(q.View.Headline.Seats) > 0 {
		said = append(said, say.Sentence(games.Text{Word: "at_table", Seats: q.View.Headline.Seats}))
	}
	return said
}
