package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Named returns the dotted names of the keys and tables that a TOML text has, or an error if it is
// none.
func Named(text []byte) (names []string, err error) {
	text, _, err = readTOML("settings", text)
	if err != nil {
		return nil, err
	}
	for name := range keyLines(text) {
		names = append(names, name)
	}
	return names, nil
}

// Only returns the values of some keys as TOML, from which [Reader.Over] reads them again.
func (c Config) Only(keys ...string) string {
	head := ""
	text := c.print(func(r row, value string) string {
		switch {
		case r.value == nil:
			head = value
		case slices.Contains(keys, r.name):
			if table, _ := split(r.name); table != "" {
				value, head = head+value, ""
			}
			return value
		}
		return ""
	})
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' }) // without those that left keys have left
	return strings.Join(lines, "\n") + "\n"
}

// Set gives a key a value: a text, a truth, or a whole number. It changes nothing and returns an error
// if there is no such key, or it does not accept the value.
func (c *Config) Set(name string, value any) error {
	if n, ok := value.(int); ok {
		value = int64(n)
	}
	changed := c.clone()
	for _, r := range changed.rows() {
		if r.name != name || r.value == nil {
			continue
		}
		if expected, ok := set(r.value, value); !ok || !r.ok() {
			return fmt.Errorf("key %q is %v; expected %s", name, value, cmp.Or(r.must, expected))
		}
		*c = changed
		return nil
	}
	return fmt.Errorf("there is no key %q", name)
}
