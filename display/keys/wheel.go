package keys

import (
	"unicode"
	"unicode/utf8"
)

// alphabet is how many letters are on the wheel.
const alphabet = 26

// follows lists for each letter those that may come next, the likeliest first; for none, those with which words begin.
// They are counted in the 8000 most used words of five to eight letters of French, German and English, all three alike:
// which language a word is of can't be known, and a table of its own for each would spare but one key a word.
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

// ring is the wheel for the letter that comes next: first the one that is known to stand there, else the likeliest;
// the farther from it, on either side, the less likely.
func (d *Dialogue) ring() (ring [alphabet]rune) {
	before := 0
	if r, _ := utf8.DecodeLastRuneInString(d.word); d.word != "" {
		if r > unicode.MaxASCII {
			r = rune(initial(r)[0])
		}
		if r >= 'A' && r <= 'Z' {
			before = int(r-'A') + 1
		}
	}
	likely := 0
	put := func(r rune) {
		if likely++; likely%2 == 0 {
			ring[likely/2] = r
		} else {
			ring[(alphabet-likely/2)%alphabet] = r
		}
	}
	var found rune
	if n := length(d.word); n < len(d.known) && d.known[n] != '.' {
		found = rune(d.known[n])
		put(found)
	}
	for _, r := range follows[before] {
		if r != found {
			put(r)
		}
	}
	return ring
}
