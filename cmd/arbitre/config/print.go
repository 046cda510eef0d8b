package config

import (
	"strings"
	"time"

	"arbitre/games"

	"github.com/pelletier/go-toml/v2"
)

// String returns the configuration as TOML, from which [Reader.Parse] reads the same configuration.
func (c Config) String() string {
	return c.print(func(r row, value string) string { return value })
}

// sentence returns the meaning of a key and the limit of its value.
func (r row) sentence() string {
	if r.brief == "" {
		return strings.TrimSuffix(r.says, ".") + "." // the title of a game may end with one
	}
	return r.says + ": " + r.brief + "."
}

// print joins the texts that written returns for each row. Value is the row as a line of TOML: its
// key and value, or the head of a table.
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
