package keys

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"arbitre/games"
)

// A spelling is a word as far as it is entered, by the letters of a wheel or by typed ones.
type spelling struct {
	letters string
	known   string // what everyone knows of the word: "E.A.."
	given   string // the letter of that with which it begins
	again   bool   // that letter may still be typed once more
	wheel   rune   // the letter that OK would add; none after a typed one
}

func spell(p games.Prompt) spelling {
	s := spelling{letters: p.Given(), known: p.Known, given: p.Given(), again: p.Given() != ""}
	s.wheel = s.ring()[0]
	return s
}

// begun tells whether anything has been entered, or the wheel been turned.
func (s *spelling) begun() bool {
	return s.letters != s.given || s.wheel != 0 && s.wheel != s.ring()[0]
}

// press takes a key, and gives the word when it is whole.
func (s *spelling) press(k Key, p games.Prompt) (games.Value, end) {
	full := length(s.letters) >= p.Max
	switch {
	case k == Back || k == Previous && full && p.For > 0:
		if length(s.letters) <= length(s.given) {
			return "", left
		}
		s.drop(k == Previous)
	case k == OK && full:
		return games.Word(s.letters), whole
	case k == OK && s.wheel != 0:
		s.letters, s.again = s.letters+string(s.wheel), false
		s.wheel = s.ring()[0]
		secret := p.For > 0 // it is looked at once more: nobody else could tell a slip in it
		if length(s.letters) >= p.Max && !secret {
			return games.Word(s.letters), whole
		}
	case k == OK && s.letters != s.given: // typed, and too short: who asks says how long it must be
		return games.Word(s.letters), whole
	case k == Next && !full:
		s.roll(1)
	case k == Previous && !full:
		s.roll(-1)
	}
	return "", none
}

// drop takes the last letter back onto the wheel, to be turned on from, where the wheel is in use.
func (s *spelling) drop(turned bool) {
	r, n := utf8.DecodeLastRuneInString(s.letters)
	if s.letters = s.letters[:len(s.letters)-n]; s.letters == "" {
		s.letters = s.given
	}
	if (s.wheel != 0 || turned) && r >= 'A' && r <= 'Z' {
		s.wheel = r
	}
}

// add adds a typed letter. Who types the whole word begins with the letter that is there already.
func (s *spelling) add(r rune, p games.Prompt) {
	if !unicode.Is(unicode.Latin, r) {
		return
	}
	letters := s.letters + string(r)
	if s.again && initial(r) == s.given {
		letters = string(r)
	}
	if length(letters) <= p.Max {
		s.letters, s.wheel, s.again = letters, 0, false
	}
}

// roll turns the wheel by one; where no letter stands on it, to its first.
func (s *spelling) roll(by int) {
	ring := s.ring()
	i := slices.Index(ring[:], s.wheel)
	if i < 0 {
		i, by = 0, 0
	}
	s.wheel = ring[(i+by+len(ring))%len(ring)]
}

// initial is the letter from A to Z with which a letter folds.
func initial(r rune) string {
	switch r {
	case 'Œ':
		return "O"
	case 'Æ':
		return "A"
	}
	return norm.NFD.String(string(r))[:1]
}

// Letters is how many of a word's letters a letter counts for: ligatures fold to two (MOTUS-1).
func Letters(r rune) int {
	if r == 'Œ' || r == 'Æ' || r == 'ß' || r == 'ẞ' {
		return 2
	}
	return 1
}

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

// ring is the wheel for the letter that comes next: first the one that is known to stand there,
// else the likeliest; the farther from it, on either side, the less likely.
func (s *spelling) ring() (ring [alphabet]rune) {
	before := 0
	if r, _ := utf8.DecodeLastRuneInString(s.letters); s.letters != "" {
		if r > unicode.MaxASCII {
			r = rune(initial(r)[0])
		}
		if r >= 'A' && r <= 'Z' {
			before = int(r-'A') + 1
		}
	}
	likely := []rune(follows[before])
	if n := length(s.letters); n < len(s.known) && s.known[n] != '.' {
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
