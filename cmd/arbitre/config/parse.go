package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"arbitre/games"
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

// Over reads a TOML text over another configuration, as Parse does over the defaults. With an error it
// returns the configuration as it was.
func (r Reader) Over(before Config, name string, text []byte) (Config, error) {
	text, document, err := readTOML(name, text)
	if err != nil {
		return before, Wrong(err)
	}
	c := before.clone()
	wrong := fill(c.rows(), "", document)
	wrong = append(wrong, c.complaints(wrong)...)
	if r.Check != nil {
		wrong = append(wrong, r.Check(c)...)
	}
	c.Run.Learn = len(c.Buttons.Seats) == 0
	if len(wrong) > 0 {
		return before, Wrong(placed(wrong, name, keyLines(text)))
	}
	return c, nil
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
