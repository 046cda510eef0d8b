package config

import "testing"

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
