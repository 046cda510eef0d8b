package keys

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"arbitre/games"
)

// A Spelling is a word as far as it is entered, by the letters of a wheel or by typed ones.
type Spelling struct {
	Letters string
	Wheel   rune   // the letter that OK would add; none after a typed one
	known   string // what everyone knows of the word: "E.A.."
	given   string // its first letter, if that is known
	again   bool   // that letter may still be typed once more
}

func spell(p games.Prompt) Spelling {
	s := Spelling{Letters: p.Given(), known: p.Known, given: p.Given(), again: p.Given() != ""}
	s.Wheel = s.Ring()[0]
	return s
}

// begun tells whether anything has been entered, or the wheel been turned.
func (s *Spelling) begun() bool {
	return s.Letters != s.given || s.Wheel != 0 && s.Wheel != s.Ring()[0]
}

// Turned tells whether the wheel is in use.
func (s *Spelling) Turned() bool { return s.Wheel != 0 && s.begun() }

// press takes a key, and gives the word when it is whole.
func (s *Spelling) press(k Key, p games.Prompt) (games.Value, end) {
	full := length(s.Letters) >= p.Max
	switch {
	case k == Back || k == Previous && full && p.For > 0:
		if length(s.Letters) <= length(s.given) {
			return "", left
		}
		s.drop(k == Previous)
	case k == OK && full:
		return games.Word(s.Letters), whole
	case k == OK && s.Wheel != 0:
		s.Letters, s.again = s.Letters+string(s.Wheel), false
		s.Wheel = s.Ring()[0]
		secret := p.For > 0 // it is looked at once more: nobody else could tell a slip in it
		if length(s.Letters) >= p.Max && !secret {
			return games.Word(s.Letters), whole
		}
	case k == OK && s.Letters != s.given: // typed, and too short: who asks says how long it must be
		return games.Word(s.Letters), whole
	case k != OK && !full:
		// Where no letter stands on it, either key turns the wheel to its first.
		ring := s.Ring()
		if i := slices.Index(ring[:], s.Wheel); i >= 0 {
			s.Wheel = ring[(i+k.step()+len(ring))%len(ring)]
		} else {
			s.Wheel = ring[0]
		}
	}
	return "", none
}

// drop takes the last letter back onto the wheel, to be turned on from, where the wheel is in use.
func (s *Spelling) drop(turned bool) {
	r, n := utf8.DecodeLastRuneInString(s.Letters)
	if s.Letters = s.Letters[:len(s.Letters)-n]; s.Letters == "" {
		s.Letters = s.given
	}
	if (s.Wheel != 0 || turned) && r >= 'A' && r <= 'Z' {
		s.Wheel = r
	}
}

// add adds a typed letter. Who types the whole word begins with the letter that is there already.
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

// folded are the letters from A to Z that a capital letter counts for (MOTUS-1).
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

// Letters is how many of a word's letters a letter counts for.
func Letters(r rune) int { return len(folded(r)) }

// length is how many letters a word has.
func length(word string) (n int) {
	for _, r := range word {
		n += Letters(r)
	}
	return n
}

// alphabet is how many letters are on the wheel.
const alphabet = 26

// follows lists for each letter those that may come next, the likeliest first; for none, those with
// which words begin. They are counted in the 8000 most used words of five to eight letters of
// French, German and English, all three alike: which language a word is of can't be known, and a
// table of its own for each would spare but one key a word.
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

// Ring is the wheel for the letter that comes next: first the one that is known to stand there,
// else the likeliest; the farther from it, on either side, the less likely.
func (s *Spelling) Ring() (ring [alphabet]rune) {
	before := 0
	if r, _ := utf8.DecodeLastRuneInString(s.Letters); s.Letters != "" {
		letters := folded(r)
		if last := letters[len(letters)-1]; last >= 'A' && last <= 'Z' {
			before = int(last-'A') + 1
		}
	}
	likely := []rune(follows[before])
	if n := length(s.Letters); n < len(s.known) && s.known[n] != '.' {
		found := rune(s.known[n])
		likely = slices.DeleteFunc(likely, func(r rune) bool { return r == found })
		likely = slices.Insert(likely, 0, found)
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
