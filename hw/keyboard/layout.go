package keyboard

// A Layout is what is printed on a keyboard's keys. It is configured, as keyboards do not report it.
type Layout string

// The layouts: US, French and German.
const (
	QWERTY Layout = "qwerty"
	AZERTY Layout = "azerty"
	QWERTZ Layout = "qwertz"
)

// Digit is the digit of the key that typed a character. AZERTY has É, È, Ç and À on the keys of 2,
// 7, 9 and 0: where a digit is asked for they are digits, so that no answer needs Shift.
func Digit(typed rune) (digit int, ok bool) {
	switch typed {
	case 'É':
		return 2, true
	case 'È':
		return 7, true
	case 'Ç':
		return 9, true
	case 'À':
		return 0, true
	}
	return int(typed - '0'), '0' <= typed && typed <= '9'
}

// A row is keys side by side, whose codes follow one another (linux/input-event-codes.h).
type row struct {
	first  uint16 // the code of the leftmost key
	typing string // a character a key
}

// characters returns what the keys type, without and with Shift, by their code. Letters are always
// capitals and the keypad always has digits, whatever Caps Lock and Num Lock say. A key whose
// character is neither a letter nor a digit types its other character if that is one; so the AZERTY
// keys without an accented letter type their digit.
func (l Layout) characters() (plain, shifted map[uint16]rune) {
	var rows, shift []row
	switch l {
	case QWERTY:
		rows = []row{{2, "1234567890"}, {16, "QWERTYUIOP"}, {30, "ASDFGHJKL"}, {44, "ZXCVBNM"}}
	case AZERTY:
		rows = []row{{2, "1É3456È8ÇÀ"}, {16, "AZERTYUIOP"}, {30, "QSDFGHJKLMÙ"}, {44, "WXCVBN"}}
		shift = []row{{2, "1234567890"}}
	case QWERTZ:
		rows = []row{{2, "1234567890ß"}, {16, "QWERTZUIOPÜ"}, {30, "ASDFGHJKLÖÄ"}, {44, "YXCVBNM"}}
	}
	rows = append(rows, row{71, "789"}, row{75, "456"}, row{79, "1230"}) // the keypad
	plain, shifted = map[uint16]rune{}, map[uint16]rune{}
	for _, r := range rows {
		r.print(plain)
		r.print(shifted)
	}
	for _, r := range shift {
		r.print(shifted)
	}
	return plain, shifted
}

func (r row) print(keys map[uint16]rune) {
	for i, c := range []rune(r.typing) {
		keys[r.first+uint16(i)] = c
	}
}
