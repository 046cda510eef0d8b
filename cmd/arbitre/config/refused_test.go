package config

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

const refused = "testdata/refused.txtar"

// refusedConfigs returns files that must not be accepted, each followed by its error message.
func refusedConfigs(t testing.TB) *txtar.Archive {
	cases, err := txtar.ParseFile(refused)
	if err != nil || len(cases.Files) == 0 || len(cases.Files)%2 != 0 {
		t.Fatalf("%d files: %v", len(cases.Files), err)
	}
	return cases
}

// Every file of the archive is refused for the reasons beside it. With -update those are written
// anew.
func TestRefuses(t *testing.T) {
	cases := refusedConfigs(t)
	for i := 0; i < len(cases.Files); i += 2 {
		t.Run(cases.Files[i].Name, func(t *testing.T) {
			c, err := reader(atHome).Parse("arbitre.toml", cases.Files[i].Data)
			if err == nil {
				t.Fatalf("accepted as\n%s", c)
			}
			says := err.Error() + "\n"
			if *update {
				cases.Files[i+1].Data = []byte(says)
			}
			if diff := cmp.Diff(string(cases.Files[i+1].Data), says); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(refused, txtar.Format(cases), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The archive of refused files is in UTF-8 itself, and has no letters that can't be seen.
func TestRefusesWhatCannotBeWrittenThere(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"# caf\xe9\n", "arbitre.toml:1: the line is not UTF-8: save the file as UTF-8"},
		{"# \r\n\xff", "arbitre.toml:2: the line is not UTF-8: save the file as UTF-8"},
		{"x\x00", "arbitre.toml:1: the line has a NUL byte, as a power cut may leave them: expected text"},
		{"language = “fr”", `arbitre.toml:1: texts and durations stand in straight quotes, " or ', not in “`},
		{"language = «\u00a0fr »", `arbitre.toml:1: texts and durations stand in straight quotes, " or ', not in «`},
		{"language = ‘fr’", `arbitre.toml:1: texts and durations stand in straight quotes, " or ', not in ‘`},
		{"lаnguage = 'fr'", "arbitre.toml:1: expected '=' after key"},
		{"language = é", "arbitre.toml:1: unexpected character 'é' at start of value"},
		{"language = 'fr' é", "arbitre.toml:1: expected newline but got 'é'"},
		{"été = 1", "arbitre.toml:1: invalid character at start of key: 'é'"},
	} {
		if _, err := reader(atHome).Parse("arbitre.toml", []byte(tt.text)); err == nil || err.Error() != tt.want {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

// What only looks like a space, or can't be seen, counts as what was meant.
func TestBlanksOfOtherSystems(t *testing.T) {
	for _, text := range []string{
		"language\u00a0= 'de'", "language =\u202f'de'\u00a0", "\u200blanguage = 'de'", "language = 'de'\n\x1a",
		"language = 'de'\u2028[oled\u00a0]", "\xff\xfel\x00a\x00n\x00g\x00u\x00a\x00g\x00e\x00=\x00'\x00d\x00e\x00'\x00",
	} {
		c, err := reader(atHome).Parse("arbitre.toml", []byte(text))
		if err != nil || c.Language != "de" {
			t.Errorf("%q: language %q, %v", text, c.Language, err)
		}
	}
	c, err := reader(atHome).Parse("arbitre.toml", []byte("[mqtt]\ntable = 'Chez\u00a0Zoé'"))
	if err != nil || c.MQTT.Table != "Chez\u00a0Zoé" {
		t.Errorf("a name is altered: %q, %v", c.MQTT.Table, err)
	}
}
