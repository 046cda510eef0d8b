package config

import (
	"strings"
	"time"

	"arbitre/games"

	"github.com/pelletier/go-toml/v2"
)

// String is the configuration as TOML; [Parse] reads the same from it.
func (c Config) String() string {
	return c.print(func(r row, value string) string { return value })
}

// File is the configuration as a file for people: every key with what it means. A key that has its
// default is a comment.
func (c Config) File() string {
	return "# The configuration of arbitre: every key with its default. To set one, take away the # before it.\n" +
		"# \"arbitre check FILE\" says what is wrong with a file, or prints what holds.\n\n" +
		c.print(func(r row, value string) string {
			if r.value != nil && r.usual() {
				value = "#" + value
			}
			return "# " + strings.ReplaceAll(r.sentence(), "\n", "\n# ") + "\n" + value
		})
}

// sentence says what a key means, and what it must be.
func (r row) sentence() string {
	if r.limit == "" {
		return strings.TrimSuffix(r.says, ".") + "." // the title of a game may end with one
	}
	return r.says + ": " + r.limit + "."
}

// print joins what a function writes for each row. It gets a row's key and value, or the head of a
// table, as a line of TOML.
func (c *Config) print(written func(r row, value string) string) string {
	var b strings.Builder
	for _, r := range c.rows() {
		_, key := split(r.name)
		if r.value == nil {
			b.WriteString("\n" + written(r, "["+r.name+"]\n"))
			continue
		}
		value := r.value
		if d, ok := value.(*time.Duration); ok {
			value = durationText(*d)
		}
		var text strings.Builder
		encoder := toml.NewEncoder(&text).EnableMarshalerInterface().SetTablesInline(true)
		if err := encoder.Encode(map[string]any{key: value}); err != nil {
			panic(err) // every type of a row has a form in TOML
		}
		b.WriteString(written(r, text.String()))
	}
	return b.String()
}

// A Key is a key of the configuration as the manual lists it.
type Key struct{ Name, Default, Says string }

// Keys lists all of them, in the order of the file.
func Keys(rules games.Rulebook) (keys []Key) {
	c := Default(rules, func(string) string { return "" })
	c.print(func(r row, value string) string {
		if r.value != nil {
			_, value, _ = strings.Cut(strings.TrimSpace(value), " = ")
			keys = append(keys, Key{r.name, value, r.sentence()})
		}
		return ""
	})
	return keys
}
