package config

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"arbitre/games"

	"github.com/pelletier/go-toml/v2/unstable"
)

// A Reader reads the configuration of a box with some games.
type Reader struct {
	Rules games.Rulebook
	Env   func(string) string                // [os.Getenv], or a test's
	Check func(c Config) (wrong []Complaint) // complains of what this package can't know, so that the file is refused; may be nil
}

// Load reads the file at path as [Reader.Parse] does; without a path it returns the defaults. Its
// error is a [Mistake].
func (r Reader) Load(path string) (Config, error) {
	if path == "" {
		return Default(r.Rules, r.Env), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, Wrong(err)
	}
	return r.Parse(path, text)
}

// Parse reads a TOML text over the defaults. Its error is a [Mistake] with a line "NAME:LINE: …"
// for each complaint.
func (r Reader) Parse(name string, text []byte) (Config, error) {
	return r.Over(Default(r.Rules, r.Env), name, text)
}

// Over reads a TOML text over another configuration, as Parse does over the defaults.
func (r Reader) Over(c Config, name string, text []byte) (Config, error) {
	text, document, err := readTOML(name, text)
	if err != nil {
		return Config{}, Wrong(err)
	}
	wrong := fill(c.rows(), "", document)
	wrong = append(wrong, c.complaints(wrong)...)
	if r.Check != nil {
		wrong = append(wrong, r.Check(c)...)
	}
	c.Run.Learn = len(c.Buttons.Seats) == 0
	if len(wrong) > 0 {
		return Config{}, Wrong(placed(wrong, name, keyLines(text)))
	}
	return c, nil
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

// dotted returns the name of a key in a table; "" is the table of all.
func dotted(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}

// split returns the table and the key of a dotted name.
func split(name string) (table, key string) {
	i := strings.LastIndex(name, ".")
	return name[:max(0, i)], name[i+1:]
}

// A Complaint says one thing that is wrong, and about which keys. It is reported at the line of the
// first of these keys that the file has: the defaults alone are never wrong.
type Complaint struct {
	Keys []string // "shortcut[0].value"
	What string
}

// line returns the line of a complaint, 0 if the file has none of its keys.
func (w Complaint) line(lines map[string]int) (at int) {
	for _, key := range w.Keys {
		list, _, _ := strings.Cut(key, "[")
		at = cmp.Or(at, lines[key], lines[list])
	}
	return at
}

// placed joins complaints into an error, with their lines and in the order of the file.
func placed(wrong []Complaint, name string, lines map[string]int) error {
	slices.SortFunc(wrong, func(a, b Complaint) int {
		return cmp.Or(cmp.Compare(a.line(lines), b.line(lines)), cmp.Compare(a.What, b.What))
	})
	var all []error
	for _, w := range wrong {
		all = append(all, fmt.Errorf("%s:%d: %s", name, w.line(lines), w.What))
	}
	return errors.Join(all...)
}

// fill sets the values of rows from one table of a document: key "tie" of table "race" sets the row
// "race.tie". It complains of unknown keys and of values of the wrong type.
func fill(rows []row, table string, from map[string]any) (wrong []Complaint) {
	for key, value := range from {
		full := dotted(table, key)
		i := slices.IndexFunc(rows, func(row row) bool { return row.name == full })
		if i < 0 {
			wrong = append(wrong, unknown(table, key, rows))
			continue
		}
		expected, ok := "a table, ["+full+"]", false
		switch into := rows[i].value.(type) {
		case nil:
			var sub map[string]any
			if sub, ok = value.(map[string]any); ok {
				wrong = append(wrong, fill(rows, full, sub)...)
			}
		case *[]Shortcut:
			expected = `a list of tables such as {line = "GPIO14", prompt = "play", value = "mosquito"}`
			var list []map[string]any
			list, ok = listOf[map[string]any](value)
			*into = make([]Shortcut, len(list))
			for i := range list {
				each := fmt.Sprintf("%s[%d]", full, i)
				wrong = append(wrong, fill(within(each, (*into)[i].keys()), each, list[i])...)
			}
		default:
			expected, ok = set(into, value)
		}
		if !ok {
			wrong = append(wrong, Complaint{[]string{full}, fmt.Sprintf("key %q must be %s", full, expected)})
		}
	}
	return wrong
}

// set sets the value of a row. It reports whether the document's value has the right type. Expected
// describes that type.
func set(into, value any) (expected string, ok bool) {
	switch into := into.(type) {
	case *string:
		*into, ok = value.(string)
		return "a text in quotes", ok
	case *bool:
		*into, ok = value.(bool)
		return "true or false", ok
	case *int: // which has 32 bits on some Pis
		n, is := value.(int64)
		*into = int(n)
		return "a whole number", is && int64(*into) == n
	case *Address:
		n, is := value.(int64)
		*into = Address(n)
		return "a whole number such as 0x3C", is && int64(*into) == n
	case *time.Duration:
		text, _ := value.(string)
		d, err := parseDuration(text)
		*into = d
		return `a duration such as "10ms"`, err == nil
	case *[]string:
		*into, ok = listOf[string](value)
		return `a list of texts such as ["GPIO17", "GPIO27"]`, ok
	}
	panic(fmt.Sprintf("a row has a %T", into))
}

// listOf returns the elements of a list, and whether it is one and all of them have type T.
func listOf[T any](value any) (all []T, ok bool) {
	list, ok := value.([]any)
	all = make([]T, len(list))
	for i, v := range list {
		var is bool
		all[i], is = v.(T)
		ok = ok && is
	}
	return all, ok
}

// unknown complains of a key that its table does not have, and suggests a similar one.
func unknown(table, key string, rows []row) Complaint {
	var known []string
	for _, row := range rows {
		if parent, name := split(row.name); parent == table {
			known = append(known, name)
		}
	}
	if key == "height" && (table == "oled" || table == "public") {
		return Complaint{[]string{dotted(table, key)}, fmt.Sprintf("key %q: every display has 128 by 64 pixels; "+
			"take the line out, and put one of 64 rows in place of one of 32", dotted(table, key))}
	}
	hint := "the keys outside of any table are "
	if table != "" {
		hint = "the keys of [" + table + "] are "
		if list, _, isList := strings.Cut(table, "["); isList {
			hint = "the keys of a [[" + list + "]] are "
		}
	}
	if near := Nearest(key, known); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	} else {
		hint += strings.Join(known, ", ")
	}
	return Complaint{[]string{dotted(table, key)}, fmt.Sprintf("key %q is unknown; %s", key, hint)}
}
