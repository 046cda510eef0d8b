package keys

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"arbitre/games"
)

// A Spelling is a word as far as it is entered, by the wheel or by typed letters.
type Spelling struct {
	Letters string
	Wheel   rune   // the letter that OK adds; 0 after a typed letter
	known   string // what everyone knows of the word: "E.A.."
	given   string // the first letter, if it is known
	again   bool   // the given letter may still be typed, and then is not added again
}

// spell returns the spelling with which a prompt for a word opens.
func spell(p games.Prompt) Spelling {
	s := Spelling{Letters: p.Given(), known: p.Known, given: p.Given(), again: p.Given() != ""}
	s.Wheel = s.Ring()[0]
	return s
}

// changed reports whether a letter has been entered or the wheel been turned.
func (s *Spelling) changed() bool {
	return s.Letters != s.given || s.Wheel != 0 && s.Wheel != s.Ring()[0]
}

// press takes a key, and returns the word when it is complete.
func (s *Spelling) press(k Key, p games.Prompt) (games.Value, end) {
	full := length(s.Letters) >= p.Max
	switch {
	case k == Back || k == Previous && full && p.For > 0:
		if length(s.Letters) <= length(s.given) {
			return games.Value{}, left
		}
		s.drop(k == Previous)
	case k == OK && full:
		return games.Word(s.Letters), whole
	case k == OK && s.Wheel != 0:
		s.Letters, s.again = s.Letters+string(s.Wheel), false
		s.Wheel = s.Ring()[0]
		secret := p.For > 0 // it needs one more OK: no other player could notice a slip in it
		if length(s.Letters) >= p.Max && !secret {
			return games.Word(s.Letters), whole
		}
	case k == OK && s.Letters != s.given: // typed, and too short: the game's refusal says how long it must be
		return games.Word(s.Letters), whole
	case k != OK && !full:
		// If the wheel has no letter, either key turns it to its first.
		ring := s.Ring()
		if i := slices.Index(ring[:], s.Wheel); i >= 0 {
			s.Wheel = ring[(i+k.step()+len(ring))%len(ring)]
		} else {
			s.Wheel = ring[0]
		}
	}
	return games.Value{}, none
}

// drop takes off the last letter. If the wheel is in use, or a turn of it dropped the letter, the
// letter returns to it.
func (s *Spelling) drop(turned bool) {
	r, n := utf8.DecodeLastRuneInString(s.Letters)
	if s.Letters = s.Letters[:len(s.Letters)-n]; s.Letters == "" {
		s.Letters = s.given
	}
	if (s.Wheel != 0 || turned) && r >= 'A' && r <= 'Z' {
		s.Wheel = r
	}
}

// add adds a typed letter. A player who types the whole word repeats the given letter, which is not
// added again.
func (s *Spelling) add(r rune, p games.Prompt) {
	if !unicode.Is(unicode.Latin, r) {
		return
	}
	letters := s.Letters + string(r)
	if s.again && folded(r)[:1] == s.given {
		letters = string(r)
	}
	if length(letters) <= p.Max {
		s.Letters, s.Wheel, s.again = letters, 0, false
	}
}

// folded returns the letters from A to Z that a capital letter counts for (MOTUS-1).
func folded(r rune) string {
	switch r {
	case 'Œ':
		return "OE"
	case 'Æ':
		return "AE"
	case 'ß', 'ẞ':
		return "SS"
	}
	return norm.NFD.String(string(r))[:1]
}

// Letters returns how many letters of a word a letter counts for: 2 for a ligature.
func Letters(r rune) int { return len(folded(r)) }

// length returns the number of letters of a word.
func length(word string) (n int) {
	for _, r := range word {
		n += Letters(r)
	}
	return n
}

// alphabet is the number of letters on the wheel.
const alphabet = 26

// follows lists the first letters of words, then for each letter its next letters, the likeliest
// first. They were counted in the 8000 most used words of five to eight letters of French, German
// and English together: the language of a word is not known, and a table for each language would
// save only one key a word.
var follows = [...]string{
	"SCBPAMRDEGFTHLVWKNIJOUZQYX",
	"NRLITUSCMGDBPVHYKFWXQZEOJA", // after A
	"EARLOIUSTBYJHGFDWNMZCPKVXQ",
	"HOEAKRILTUCYSQGDNZMPBFVWJX",
	"EIAORUSYDLGNWMTHVBCFKZPJXQ",
	"RNSLTDIACEMUGZVHPFBXYWKOQJ",
	"EAIRFOLUTSYNGHZMWPCBDKVJXQ",
	"EARINUOHLTSGYMKDBFZCPVWJXQ",
	"EAOITRULNSYMWDBFZCHGKJPVXQ",
	"NESTLCRGOADMVFPBKZQXUHJIYW",
	"EOAUIRNSTLCDHGMPBFKVYWZJXQ",
	"EIASTLORUYNHKPWZBCDGMFVJXQ",
	"EIALOTYUSDBNVFMCKPGHZRWQJX",
	"EAIOPMUBSYTLNCGDHWFKZRVJXQ",
	"ETGDSAINCOKUFYZVLRJQHWMBXP",
	"NRULMSTICPOWBDYFVGKHAEXQZJ",
	"EAROILPUHTSFYCMBKNDGVWZJXQ",
	"UERANSITOLCDHGMPBFKVYWZJXQ",
	"EAIOTSRUDNMGLYCKVBFZHPWQJX",
	"TESCIOAHUPLKYMWQNBGRDFZVJX",
	"EIAROTSHUYZLCWNMFBGDKPVJXQ",
	"RSNETLMCIBGDFPAVHXZYKQOJWU",
	"EIOARUTLYSVNCDHGMPBFKWZJXQ",
	"EAIOHUSNRLYTBKDFMCGPVWZJXQ",
	"IPTEACOUFHYWKQRNSLDGMBVZJX",
	"EASLNOIMRDPCTBVUGWZJHFKYXQ",
	"EIUATOWZLYCHDGBFVRNSMPKJXQ", // after Z
}

// Ring returns the wheel for the next letter. It begins with the letter that is known to stand
// there, or else with the likeliest; on either side the letters get less likely.
func (s *Spelling) Ring() (ring [alphabet]rune) {
	before := 0
	if r, _ := utf8.DecodeLastRuneInString(s.Letters); s.Letters != "" {
		letters := folded(r)
		if last := letters[len(letters)-1]; last >= 'A' && last <= 'Z' {
			before = int(last-'A') + 1
		}
	}
	likely := follows[before]
	if n := length(s.Letters); n < len(s.known) && s.known[n] != '.' {
		found := s.known[n : n+1]
		likely = found + strings.Replace(likely, found, "", 1)
	}
	for i, r := range likely {
		if i%2 == 1 {
			ring[(i+1)/2] = r
		} else {
			ring[(alphabet-i/2)%alphabet] = r
		}
	}
	return ring
}
