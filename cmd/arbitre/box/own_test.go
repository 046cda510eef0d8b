package box

import (
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/systemd"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/unicode"
)

// What is chosen is added to what was chosen before. A file with a mistake is left out, holds up
// nothing, and is set aside with all that it says before another takes its place.
func TestWhatWasChosenBeforeIsNotLost(t *testing.T) {
	for name, test := range map[string]struct {
		before string
		aside  bool
		want   string // the language afterwards
	}{
		"nothing":           {"", false, "en"},
		"a choice":          {"language = 'de'\n", false, "de"},
		"no TOML":           {"language = 'de'\nvol", true, "en"},
		"a refused value":   {"language = 'de'\n[sounds]\nvolume = 900\n", true, "en"},
		"a line used twice": {"language = 'de'\n[judge]\nok = 'GPIO17'\n", true, "en"},
	} {
		t.Run(name, func(t *testing.T) {
			r := config.Reader{Rules: all.Games(), Env: func(string) string { return "" }}
			c := config.Default(r.Rules, r.Env)
			c.Journals = t.TempDir()
			path := ownPath(c.Journals)
			if test.before != "" {
				check(t, os.WriteFile(path, []byte(test.before), 0o600))
			}
			started, err := WithOwn(r, c)
			if (err != nil) != test.aside {
				t.Fatalf("it is read with %v", err)
			}
			started.Sounds.Volume = 15
			check(t, keepOwn(r, started, []string{"sounds.volume"}))
			got, err := WithOwn(r, c)
			if err != nil || got.Sounds.Volume != 15 || got.Language != test.want {
				t.Errorf("after a restart it has volume %d, language %s, %v", got.Sounds.Volume, got.Language, err)
			}
			if aside, _ := os.ReadFile(path + journal.BrokenEnd); test.aside && string(aside) != test.before {
				t.Errorf("set aside is %q", aside)
			} else if !test.aside && aside != nil {
				t.Errorf("it is set aside")
			}
		})
	}
}

// systems are the forms in which the same file comes from the systems of people.
func systems() map[string]func(string) string {
	return map[string]func(string) string{
		"as it is":             func(text string) string { return text },
		"with a mark":          func(text string) string { return "\ufeff" + text },
		"of Windows":           func(text string) string { return "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n") },
		"of an old Mac":        func(text string) string { return strings.ReplaceAll(text, "\n", "\r") },
		"from a redirection":   func(text string) string { return utf16(text, unicode.UseBOM) },
		"from one, unmarked":   func(text string) string { return utf16(text, unicode.IgnoreBOM) },
		"without the last end": strings.TrimSpace,
	}
}

// However a file of settings is written that the box obeys, the next choice loses none of its keys.
func TestAChoiceKeepsWhatAnotherSystemWrote(t *testing.T) {
	text := []string{
		"# What was chosen\nlanguage = 'de' # here\n\n[oled]\ncontrast = 7\n[buttons]\nseats = ['GPIO22', 'GPIO17', 'GPIO27']\nlamps = []\n",
		"language = 'de'\noled = {contrast = 7}\nbuttons = { seats = ['GPIO22', 'GPIO17', 'GPIO27'], lamps = [] }\n",
		"'language' = \"de\"\noled.contrast = 7\n\"buttons\".seats = [\n'GPIO22', # one\n'GPIO17', 'GPIO27',\n]\nbuttons.'lamps' = []\n",
		"language\u00a0= 'de'\n[ oled ]\ncontrast\u202f= 7\n[buttons]\nseats = ['GPIO22',\u00a0'GPIO17', 'GPIO27']\nlamps = []\n",
	}
	r := config.Reader{Rules: all.Games(), Env: func(string) string { return "" }}
	for name, form := range systems() {
		for i, text := range text {
			c := config.Default(r.Rules, r.Env)
			c.Journals = t.TempDir()
			check(t, os.WriteFile(ownPath(c.Journals), []byte(form(text)), 0o600))
			want, err := WithOwn(r, c)
			if err != nil || want.Language != "de" || want.OLED.Contrast != 7 || len(want.Buttons.Seats) != 3 {
				t.Errorf("%s, %d: %v is not obeyed", name, i, err)
				continue
			}
			want.Sounds.Volume = 15
			check(t, keepOwn(r, want, []string{"sounds.volume"}))
			got, err := WithOwn(r, c)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s, %d: after a choice and a restart, %v:\n%s", name, i, err, diff)
			}
		}
	}
}

func utf16(text string, mark unicode.BOMPolicy) string {
	raw, err := unicode.UTF16(unicode.LittleEndian, mark).NewEncoder().String(text)
	if err != nil {
		panic(err)
	}
	return raw
}

// A file that is refused is named on the box until it is mended, or set aside.
func TestRefusedSettingsAreNamed(t *testing.T) {
	s := NewService(all.Games(), slog.New(slog.DiscardHandler), systemd.NoSupervisor(), "")
	defer s.Folder.Close()
	c := config.Default(s.Rules, func(string) string { return "" })
	c.Journals = t.TempDir()
	for _, mend := range []func() error{
		func() error { return os.Remove(ownPath(c.Journals)) },
		func() error { return s.keep(c, "language") },
	} {
		bad := []byte("[sounds]\nvolume = 900\n")
		check(t, os.WriteFile(ownPath(c.Journals), bad, 0o600))
		s.withOwn(c)
		if got := s.Health.Parts(); !slices.Equal(got, []string{"settings"}) {
			t.Errorf("not working: %q", got)
		}
		check(t, mend())
		s.withOwn(c)
		if got := s.Health.Parts(); len(got) > 0 {
			t.Errorf("mended, but not working: %q", got)
		}
	}
}
