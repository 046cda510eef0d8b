package wording

import (
	"strings"

	"arbitre/games"
)

// A Subject says which seats a sentence is about, and what it says of them.
type Subject struct {
	Seat   games.Seat // the only seat; 0 if there is none, or several
	Listed bool       // there is a list of seats, of any length
	Says   string     // what is said of them
}

// Subject returns what a sentence is about. Its author says so: where the English text begins with
// {seat} or {seats}, it is about these seats. A translation may put them anywhere. Where it begins
// with them, too, they are left out of what is said of them: "2 joue" says "joue". A seat with its
// points alone has no subject, for "2" beside "−1" would be read as a sum.
func (v *Voice) Subject(author *Voice, in Section, key string, t games.Text) (s Subject) {
	original := author.Template(in, key)
	gap := ""
	for _, of := range []string{"{seat}", "{seats}"} {
		if strings.HasPrefix(original, of) {
			gap = of
		}
	}
	if gap == "" || t.Team != 0 { // a team is named in words
		return s
	}
	if says := behind(original, gap); says != "" && says != "{+n}" {
		s.Seat = t.Seat
		if gap == "{seats}" {
			s.Seat = 0
			if len(t.Seats) == 1 {
				s.Seat = t.Seats[0]
			}
		}
	}
	s.Listed = gap == "{seats}" && s.Seat == 0
	s.Says = v.Fill(behind(v.Template(in, key), gap), t)
	return s
}

// behind returns a text without the gap with which it begins, if it does.
func behind(text, gap string) string {
	if rest, ok := strings.CutPrefix(text, gap); ok {
		return strings.TrimLeft(rest, " :")
	}
	return text
}
