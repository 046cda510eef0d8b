package display

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// Spoken is what a scene says, for whoever can't see it: the question that has it, with what OK would answer, or else its
// sentences.
func (s Scene) Spoken(p wording.Phrases) string {
	v, d := s.View, s.Dialogue.Draft(s.View)
	say := p.In(s.Language, v.Game)
	var said []string
	switch {
	case d.Refusal != "":
		said = append(said, d.Refusal)
	case s.Invitation != nil:
		said = append(said, s.Invitation.Address, s.Invitation.Number, s.Invitation.Code)
		if s.Invitation.Guessed {
			said = append(said, say.Sentence(games.Text{Word: "guessed_codes"}))
		}
	case d.State == keys.Asked && v.Panel != games.Leaflet:
		said = append(said, say.Question(v, d.Prompt), drafted(say, d))
	default:
		for _, t := range slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines) {
			said = append(said, say.Sentence(t))
		}
		if waiting := keys.AppendWaiting(nil, v); d.State == keys.Listed && d.Cursor < len(waiting) {
			said = append(said, string(say.AppendOpens(nil, v, waiting[d.Cursor])))
		}
	}
	said = slices.DeleteFunc(said, func(text string) bool { return text == "" })
	return strings.ReplaceAll(strings.Join(said, "\n"), wording.NoBreak, " ")
}

// drafted is the answer as far as it is chosen or entered.
func drafted(v *wording.Voice, d keys.Draft) string {
	asked := d.Prompt
	switch first := -len(asked.Offers); {
	case d.Seats != nil && d.Cursor < len(d.Seats):
		return fmt.Sprint(d.Seats[d.Cursor])
	case asked.Shape == games.Letters:
		return d.Word
	case asked.Shape == games.Hand:
		return strings.Trim(fmt.Sprint(d.Numbers()), "[]")
	case asked.Shape != games.Choice || d.Cursor < first || d.Cursor >= len(asked.Options):
		return ""
	case d.Cursor < 0:
		offer := asked.Offers[d.Cursor-first]
		return v.Option(games.Prompt{ID: offer.Prompt}, offer.Option)
	}
	return v.Option(asked, asked.Options[d.Cursor])
}
