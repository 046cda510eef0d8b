package display

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/display/wording"
	"arbitre/games"
)

// Spoken is what a scene says, for whoever can't see it: the question that has it, with what OK would answer, or else its
// sentences.
func (s Scene) Spoken(p wording.Phrases) string {
	d, v := s.Dialogue, s.View
	say := p.In(s.Language, v.Game)
	d.Follow(v)
	asked, open := d.asks(v)
	var said []string
	switch {
	case d.refusal != "":
		part, _ := d.told()
		said = append(said, part)
	case s.Invitation != nil:
		said = append(said, s.Invitation.Address, s.Invitation.Code)
		if s.Invitation.Guessed {
			said = append(said, say.Sentence(games.Text{Word: "guessed_codes"}))
		}
	case open && v.Panel != games.Leaflet:
		said = append(said, say.Question(v, asked), drafted(say, d, asked))
	default:
		for _, t := range slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines) {
			said = append(said, say.Sentence(t))
		}
		if waiting := appendWaiting(nil, v); d.listing && d.cursor < len(waiting) {
			said = append(said, say.Question(v, waiting[d.cursor]))
		}
	}
	said = slices.DeleteFunc(said, func(text string) bool { return text == "" })
	return strings.ReplaceAll(strings.Join(said, "\n"), wording.NoBreak, " ")
}

// drafted is the answer as far as it is chosen or entered.
func drafted(v *wording.Voice, d Dialogue, asked games.Prompt) string {
	switch first := -len(asked.Offers); {
	case d.seats != nil && d.cursor < len(d.seats):
		return fmt.Sprint(d.seats[d.cursor])
	case asked.Shape == games.Letters:
		return d.word
	case asked.Shape == games.Hand:
		return strings.Trim(fmt.Sprint(d.slots[:d.count]), "[]")
	case asked.Shape != games.Choice || d.cursor < first || d.cursor >= len(asked.Options):
		return ""
	case d.cursor < 0:
		offer := asked.Offers[d.cursor-first]
		return v.Option(games.Prompt{ID: offer.Prompt}, offer.Option)
	}
	return v.Option(asked, asked.Options[d.cursor])
}
