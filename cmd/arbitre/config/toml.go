package config

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"arbitre/games/textfile"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// readTOML reads a TOML text from any system, and returns it in the form in which its lines count.
// Blanks that only look like spaces, which a Mac's or a French keyboard types, count as spaces where
// the text can't be read otherwise. An error begins with the name of the text, and the line.
func readTOML(name string, raw []byte) (text []byte, document map[string]any, err error) {
	text, err = textfile.Text(raw)
	if bad, ok := errors.AsType[*textfile.BadLine](err); ok {
		return nil, nil, fmt.Errorf("%s:%d: the line %w", name, bad.Number, bad.Err)
	}
	if err = toml.Unmarshal(text, &document); err == nil {
		return text, document, nil
	}
	if spaced := bytes.Map(typed, text); !bytes.Equal(spaced, text) {
		var again map[string]any
		if toml.Unmarshal(spaced, &again) == nil {
			return spaced, again, nil
		}
	}
	bad, ok := errors.AsType[*toml.DecodeError](err)
	if !ok {
		return nil, nil, fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "toml: "))
	}
	number, _ := bad.Position()
	line := strings.Split(string(text), "\n")[number-1]
	return nil, nil, fmt.Errorf("%s:%d: %s", name, number, explain(strings.TrimPrefix(err.Error(), "toml: "), line))
}

// typed returns what a letter was meant to be where only TOML's own blanks and line ends are
// expected: a space for all other spaces, nothing for what can't be seen, such as the end of a file
// of DOS.
func typed(r rune) rune {
	switch {
	case r == '\t' || r == '\n':
		return r
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.In(r, unicode.Zl, unicode.Zp) || r == '\u0085': // line separators
		return '\n'
	case unicode.In(r, unicode.Cf, unicode.Cc):
		return -1
	}
	return r
}

var (
	// bareWord matches lines such as "language = fr" or "tie = 1ms".
	bareWord = regexp.MustCompile(`^[^=#"']*=\s*[0-9.]*[A-Za-z]`)
	// namedByte matches how the parser names what it did not expect: a byte, as if it were a letter.
	namedByte = regexp.MustCompile(`U\+00([0-9A-F]{2})( '.')?`)
)

// explain returns a message of the parser about a line, in words that help, and with the letter that
// stands there.
func explain(what, line string) string {
	if bareWord.MatchString(line) && !strings.Contains(what, "already") {
		return "texts and durations stand in quotes"
	}
	for _, r := range line {
		if r >= 0x80 && unicode.Is(unicode.Quotation_Mark, r) && strings.Contains(what, fmt.Sprintf("U+%04X", string(r)[0])) {
			return fmt.Sprintf(`texts and durations stand in straight quotes, " or ', not in %c`, r)
		}
	}
	return namedByte.ReplaceAllStringFunc(what, func(named string) string {
		for _, r := range line {
			if fmt.Sprintf("U+%04X", string(r)[0]) == named[:len("U+0000")] && unicode.IsGraphic(r) {
				return fmt.Sprintf("%q", r)
			}
		}
		return named[:len("U+0000")]
	})
}

// keyLines maps the dotted name of each key and table of a valid document to the line where it
// first appears.
func keyLines(text []byte) map[string]int {
	f := lineFinder{lines: map[string]int{}}
	f.parser.Reset(text)
	lists := map[string]int{} // how many tables each list has so far
	for table := ""; f.parser.NextExpression(); {
		switch n := f.parser.Expression(); n.Kind {
		case unstable.KeyValue:
			f.pair(table, n)
		case unstable.ArrayTable:
			list := f.key("", n.Key())
			table = fmt.Sprintf("%s[%d]", list, lists[list])
			lists[list]++
		default:
			table = f.key("", n.Key())
		}
	}
	return f.lines
}

// A lineFinder notes the lines of keys.
type lineFinder struct {
	parser unstable.Parser
	lines  map[string]int // by dotted name
}

// key notes the parts of a dotted key of a table, and returns its whole name.
func (f *lineFinder) key(table string, parts unstable.Iterator) (name string) {
	for name = table; parts.Next(); {
		name = dotted(name, string(parts.Node().Data))
		if f.lines[name] == 0 {
			f.lines[name] = f.parser.Shape(parts.Node().Raw).Start.Line
		}
	}
	return name
}

// pair notes a key with a value, and the keys within an inline table.
func (f *lineFinder) pair(table string, n *unstable.Node) {
	name := f.key(table, n.Key())
	if n.Value().Kind == unstable.InlineTable {
		for pairs := n.Value().Children(); pairs.Next(); {
			f.pair(name, pairs.Node())
		}
	}
}
