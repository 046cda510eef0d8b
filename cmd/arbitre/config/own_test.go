package config

import (
	"slices"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/all"
)

// The manual's defaults are those of the file, and each line of them can be read.
func TestKeysOfTheManual(t *testing.T) {
	defaults := Default(all.Games(), func(string) string { return "" })
	keys := Keys(all.Games())
	for _, k := range keys {
		table, key := split(k.Name)
		line := key + " = " + k.Default + "\n"
		if table != "" {
			line = "[" + table + "]\n" + line
		}
		if got := strings.ReplaceAll(defaults.Only(k.Name), "\n\n", "\n"); got != line || !strings.HasSuffix(k.Says, ".") {
			t.Errorf("%s is %q and says %q; in the file it is %q", k.Name, line, k.Says, got)
		}
	}
	if len(keys) < 60 || keys[0].Name != "language" {
		t.Errorf("there are %d keys, the first is %+v", len(keys), keys[0])
	}
}

// The names of a text are those of its keys and tables.
func TestNamed(t *testing.T) {
	names, err := Named([]byte("language = 'fr'\n[oled]\ndim = '1m'\n"))
	if slices.Sort(names); err != nil || !slices.Equal(names, []string{"language", "oled", "oled.dim"}) {
		t.Errorf("named are %v, %v", names, err)
	}
	if _, err := Named([]byte("\nlanguage")); err == nil || !strings.HasPrefix(err.Error(), "settings:2: ") {
		t.Errorf("what is no TOML is refused by %v", err)
	}
}

// A shortcut answers as a journal has it: a seat by its number, anything else by its word.
func TestTheAnswerOfAShortcut(t *testing.T) {
	for text, want := range map[string]games.Value{"2": games.Number(2), "mosquito": games.Word("mosquito"), "2nd": games.Word("2nd")} {
		if got := (Shortcut{Value: text}).Answer(); !got.Equal(want) {
			t.Errorf("%q answers %v, want %v", text, got, want)
		}
	}
}

// What is read over a configuration leaves that as it was, whether it is refused or not.
func TestAnotherConfigurationIsLeftAlone(t *testing.T) {
	c := Default(all.Games(), atHome)
	before := c.File()
	for _, text := range []string{"[motus]\nshow_words = true\n", "[motus]\nshow_words = true\nunknown = 1\n"} {
		if _, err := reader(atHome).Over(c, "settings", []byte(text)); (err != nil) != strings.Contains(text, "unknown") || c.File() != before {
			t.Errorf("%q is read, %v, over what is then\n%s", text, err, c)
		}
	}
}

// A key takes what its row in the file accepts, and nothing else changes it.
func TestAKeyIsSet(t *testing.T) {
	for _, tc := range []struct {
		key   string
		value any
		want  string // of the key; "" if it is refused
	}{
		{"sounds.volume", 15, "[sounds]\nvolume = 15\n"},
		{"sounds.volume", 101, ""},
		{"sounds.volume", "loud", ""},
		{"sounds.key_click", true, "[sounds]\nkey_click = true\n"},
		{"language", "fr", "language = 'fr'\n"},
		{"language", "la", ""},
		{"race.tie", "2ms", "[race]\ntie = '2ms'\n"},
		{"sounds", 1, ""},
		{"no.key", 1, ""},
	} {
		c := Default(nil, func(string) string { return "" })
		before := c.File()
		err := c.Set(tc.key, tc.value)
		if tc.want == "" && (err == nil || c.File() != before) || tc.want != "" && c.Only(tc.key) != tc.want {
			t.Errorf("%s = %v: %v, and the key is %q; want %q", tc.key, tc.value, err, c.Only(tc.key), tc.want)
		}
	}
}
