package config

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbitre/games/all"
)

var update = flag.Bool("update", false, "write the golden files anew")

const sample = "../../../systemd/arbitre.toml"

// environment has the variables of pairs such as "HOME=/home/mimi", and no others.
func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for _, pair := range pairs {
			if value, ok := strings.CutPrefix(pair, name+"="); ok {
				return value
			}
		}
		return ""
	}
}

var (
	atHome    = environment("HOME=/home/mimi")
	asService = environment("STATE_DIRECTORY=/var/lib/arbitre", "HOME=/root")
)

func TestNeedsNoFile(t *testing.T) {
	c, err := Load("", all.Games(), atHome)
	if err != nil {
		t.Fatal(err)
	}
	empty, err := Parse("arbitre.toml", nil, all.Games(), atHome)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, empty); diff != "" {
		t.Errorf("an empty file is not the defaults:\n%s", diff)
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arbitre.toml")
	if _, err := Load(path, all.Games(), atHome); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	// As Windows' Notepad writes it.
	text := "\ufefflanguage = \"de\"\r\n[oled]\r\naddress = 61\r\n[race]\r\ntie = '2ms'\r\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(path, all.Games(), atHome)
	if err != nil {
		t.Fatal(err)
	}
	want := Default(all.Games(), atHome)
	want.Language, want.OLED.Address, want.Race.Tie = "de", 0x3D, Duration{2 * time.Millisecond}
	if diff := cmp.Diff(want, c); diff != "" {
		t.Error(diff)
	}
}

func TestJournalsFolder(t *testing.T) {
	for _, tc := range []struct {
		name string
		env  func(string) string
		want string
	}{
		{"a service's", asService, "/var/lib/arbitre"},
		{"the first of a service's", environment("STATE_DIRECTORY=/var/lib/a:/var/lib/b"), "/var/lib/a"},
		{"a person's", atHome, "/home/mimi/.local/state/arbitre"},
		{"as XDG has it", environment("HOME=/home/mimi", "XDG_STATE_HOME=/data"), "/data/arbitre"},
		{"a relative XDG path is ignored", environment("HOME=/home/mimi", "XDG_STATE_HOME=data"), "/home/mimi/.local/state/arbitre"},
		{"nobody's", environment(), "/var/lib/arbitre"},
	} {
		if got := Default(all.Games(), tc.env).Journals; got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
	c, err := Parse("arbitre.toml", []byte(`journals = "/srv/mito"`), all.Games(), asService)
	if err != nil || c.Journals != "/srv/mito" {
		t.Errorf("the file does not come before the environment: %q, %v", c.Journals, err)
	}
}

// A refusedConfig is a file that must not be accepted, and everything that is said about it.
type refusedConfig struct{ name, file, want string }

func refusedConfigs() []refusedConfig {
	return []refusedConfig{
		{"a misspelt key", "[race]\ntie = '1ms'\nlokback = '2s'",
			`arbitre.toml:3: key "lokback" is unknown; did you mean "lookback"?`},
		{"a key like no other", "[race]\nspeed = 3",
			`arbitre.toml:2: key "speed" is unknown; the keys of [race] are tie, settle, timeout, lookback, quiet, burst, declare`},
		{"a key of another case", "Language = 'fr'",
			`arbitre.toml:1: key "Language" is unknown; did you mean "language"?`},
		{"a misspelt table", "\n[buzer]\npin = 'GPIO18'",
			`arbitre.toml:2: key "buzer" is unknown; did you mean "buzzer"?`},
		{"a table like no other", "[network]",
			`arbitre.toml:1: key "network" is unknown; the keys outside of any table are language, journals, shortcut, race, buttons, board, judge, encoder, oled, public, buzzer, speaker, sounds, keyboard, mog, mastermind, motus, web, demo, log`},
		{"a table in a table", "[race.long]\nx = 1",
			`arbitre.toml:1: key "long" is unknown; the keys of [race] are tie, settle, timeout, lookback, quiet, burst, declare`},
		{"an unknown table of several lines", "language = 'fr'\nhost.name = 'x'\nhost.port = 1",
			`arbitre.toml:2: key "host" is unknown; the keys outside of any table are language, journals, shortcut, race, buttons, board, judge, encoder, oled, public, buzzer, speaker, sounds, keyboard, mog, mastermind, motus, web, demo, log`},
		{"a shortcut's misspelt key", "language = 'fr'\n[[shortcut]]\nline = 'GPIO14'\nprompt = 'play'\nvalue = 'mosquito'\n[[shortcut]]\nlin = 'GPIO15'",
			`arbitre.toml:7: key "lin" is unknown; did you mean "line"?`},
		{"a shortcut's key like no other", "shortcut = [{pin = 'GPIO14'}]",
			`arbitre.toml:1: key "pin" is unknown; the keys of a [[shortcut]] are line, prompt, value`},
		{"a shortcut that is none", "shortcut = ['GPIO14']",
			`arbitre.toml:1: key "shortcut" must be a list of tables such as {line = "GPIO14", prompt = "play", value = "mosquito"}`},
		{"shortcuts without an answer, and on a line of another", "[[shortcut]]\nline = 'GPIO14'\nprompt = 'play'\n[[shortcut]]\nline = 'GPIO5'\nprompt = 'play'\nvalue = 'mosquito'",
			`arbitre.toml:1: key "shortcut[0].value" is empty but must be an answer such as "mosquito"` + "\n" +
				`arbitre.toml:5: GPIO5: judge's previous and shortcut 2 mosquito; move one of them, to GPIO4 for example`},
		{"half an encoder", "[encoder]\na = 'GPIO14'",
			`arbitre.toml:2: keys "encoder.a" and "encoder.b" are both lines, or both empty`},
		{"a shutdown at a touch", "[judge]\nshutdown = '1s'",
			`arbitre.toml:2: key "judge.shutdown" is 1s but must be 0s for never, or 3s to 30s`},
		{"a shutdown that back would be too near", "[judge]\nlong = '4s'\nshutdown = '7s'",
			`arbitre.toml:3: key "judge.shutdown" is 7s but must be 0s for never, or 8s to 30s`},
		{"an encoder with other clicks", "[encoder]\nedges = 3", `arbitre.toml:2: key "encoder.edges" is 3 but must be 4 or 2`},
		{"a display of another height", "[public]\nheight = 128", `arbitre.toml:2: key "public.height" is 128 but must be 64 or 32`},
		{"two displays at one address", "[public]\nenabled = true\naddress = 0x3C",
			`arbitre.toml:3: I2C address 0x3C: judge's OLED and public OLED; give one of them another`},
		{"a board at everyone's address", "[board]\naddress = 0x70", `arbitre.toml:2: key "board.address" is 0x70 but must be 0x40 to 0x7F, and not 0x70`},
		{"a port of phones that is none", "[web]\nlisten = 'phone'", `arbitre.toml:2: key "web.listen" is "phone" but must be an address such as ":8080", or empty`},
		{"a dotted key", "demo.listn = ':80'",
			`arbitre.toml:1: key "listn" is unknown; did you mean "listen"?`},
		{"an inline table", "log = {\n  level = 'info',\n  levle = 'warn',\n}",
			`arbitre.toml:3: key "levle" is unknown; did you mean "level"?`},
		{"everything that is wrong, in the order of the file", "journal = 'x'\n[race]\ntie = 1\nquite = '1s'\n[oled]\ncontrast = 300\nbus = 1",
			`arbitre.toml:1: key "journal" is unknown; did you mean "journals"?
arbitre.toml:3: key "race.tie" must be a duration such as "10ms"
arbitre.toml:4: key "quite" is unknown; did you mean "quiet"?
arbitre.toml:6: key "oled.contrast" is 300 but must be 0 to 255
arbitre.toml:7: key "oled.bus" must be a text in quotes`},

		{"a number for a text", "language = 1", `arbitre.toml:1: key "language" must be a text in quotes`},
		{"a word for a switch", "[oled]\nenabled = 'yes'", `arbitre.toml:2: key "oled.enabled" must be true or false`},
		{"a text for a number", "[demo]\nseats = '5'", `arbitre.toml:2: key "demo.seats" must be a whole number`},
		{"a fraction for a number", "[demo]\nseats = 5.0", `arbitre.toml:2: key "demo.seats" must be a whole number`},
		{"a text for an address", "[oled]\naddress = '0x3C'", `arbitre.toml:2: key "oled.address" must be a whole number such as 0x3C`},
		{"an address beyond all buses", "[oled]\naddress = 0x1003C", `arbitre.toml:2: key "oled.address" must be a whole number such as 0x3C`},
		{"a duration without a unit", "[judge]\nlong = '600'", `arbitre.toml:2: key "judge.long" must be a duration such as "10ms"`},
		{"a time of day for a duration", "[judge]\nlong = 00:00:01", `arbitre.toml:2: key "judge.long" must be a duration such as "10ms"`},
		{"one line for a list", "[buttons]\nseats = 'GPIO17'", `arbitre.toml:2: key "buttons.seats" must be a list of texts such as ["GPIO17", "GPIO27"]`},
		{"numbers for lines", "[buttons]\nseats = [17, 27, 22]", `arbitre.toml:2: key "buttons.seats" must be a list of texts such as ["GPIO17", "GPIO27"]`},
		{"a value for a table", "race = 'fast'", `arbitre.toml:1: key "race" must be a table, [race]`},
		{"a list of tables", "[[race]]\ntie = '1ms'", `arbitre.toml:1: key "race" must be a table, [race]`},
		{"a table for a value", "[language]\nfr = true", `arbitre.toml:1: key "language" must be a text in quotes`},

		{"a value that is not one of a few", "language = 'it'", `arbitre.toml:1: key "language" is "it" but must be fr, de or en`},
		{"a kind of buzzer", "[buzzer]\nkind = 'loud'", `arbitre.toml:2: key "buzzer.kind" is "loud" but must be passive or active`},
		{"a level", "[log]\nlevel = 'INFO'", `arbitre.toml:2: key "log.level" is "INFO" but must be debug, info, warn or error`},
		{"no folder", "journals = ''", `arbitre.toml:1: key "journals" is empty but must be a folder`},
		{"no sound device", "[speaker]\ncard = ''", `arbitre.toml:2: key "speaker.card" is empty but must be an ALSA device such as "default"`},
		{"a tie that no kernel keeps", "[race]\ntie = '199us'", `arbitre.toml:2: key "race.tie" is 199µs but must be 200µs to 50ms, or auto`},
		{"a settle of its own accord", "[race]\nsettle = 'auto'", `arbitre.toml:2: key "race.settle" is auto but must be 1ms (race.tie) to 100ms`},
		{"no tie at all", "[race]\ntie = '0s'", `arbitre.toml:2: key "race.tie" is 0s but must be 200µs to 50ms, or auto`},
		{"a tie that is too long", "[race]\ntie = '60ms'\nsettle = '9ms'", `arbitre.toml:2: key "race.tie" is 60ms but must be 200µs to 50ms, or auto`},
		{"a settle below the tie", "[race]\nsettle = '20ms'\ntie = '30ms'", `arbitre.toml:2: key "race.settle" is 20ms but must be 30ms (race.tie) to 100ms`},
		{"a tie above the default settle", "[race]\ntie = '30ms'", `arbitre.toml:2: key "race.settle" is 10ms but must be 30ms (race.tie) to 100ms`},
		{"a settle that is too long", "[race]\nsettle = '101ms'", `arbitre.toml:2: key "race.settle" is 101ms but must be 1ms (race.tie) to 100ms`},
		{"every value that is out of range", "[race]\ntimeout = '2m'\nlookback = '-1s'\nquiet = '10.1s'\n[buttons]\nglitch = '11ms'\n[judge]\nlong = '0s'\n[oled]\ndim = '1s'\naddress = 0x78\ncontrast = 256\n[demo]\nseats = 9",
			`arbitre.toml:2: key "race.timeout" is 2m but must be 1s to 1m
arbitre.toml:3: key "race.lookback" is -1s but must be 0s to 10s
arbitre.toml:4: key "race.quiet" is 10.1s but must be 0s to 10s
arbitre.toml:6: key "buttons.glitch" is 11ms but must be 0s to 10ms
arbitre.toml:8: key "judge.long" is 0s but must be 200ms to 5s
arbitre.toml:10: key "oled.dim" is 1s but must be 10s to 24h
arbitre.toml:11: key "oled.address" is 0x78 but must be 0x3C or 0x3D
arbitre.toml:12: key "oled.contrast" is 256 but must be 0 to 255
arbitre.toml:14: key "demo.seats" is 9 but must be 3 to 8`},
		{"a settle below the bounce", "[race]\nsettle = '6ms'", `arbitre.toml:2: key "race.settle" is 6ms but must be at least 7ms: so late may a bouncing button tell its press`},
		{"a lockout below the glitch", "[buttons]\nlockout = '500us'", `arbitre.toml:2: key "buttons.lockout" is 500µs but must be 1ms (buttons.glitch) to 100ms`},
		{"a blank before the dim", "[oled]\nblank = '90s'", `arbitre.toml:2: key "oled.blank" is 1m30s but must be 2m (oled.dim) to 24h`},
		{"an address without a port", "[demo]\nlisten = '127.0.0.1'", `arbitre.toml:2: key "demo.listen" is "127.0.0.1" but must be an address such as "127.0.0.1:8088"`},
		{"a port that is none", "[demo]\nlisten = ':80880'", `arbitre.toml:2: key "demo.listen" is ":80880" but must be an address such as "127.0.0.1:8088"`},

		{"two seats", "[buttons]\nlamps = []\nseats = ['GPIO17', 'GPIO27']", `arbitre.toml:3: key "buttons.seats" must have 3 to 8 lines`},
		{"nine seats", "[buttons]\nlamps = []\nseats = ['1', '2', '3', '4', '5', '6', '7', '8', '9']", `arbitre.toml:3: key "buttons.seats" must have 3 to 8 lines`},
		{"too few lamps", "[buttons]\nlamps = ['GPIO16']", `arbitre.toml:2: key "buttons.lamps" has 1 lines but must have 5, one for each of buttons.seats, or none`},
		{"more seats than the lamps of the defaults", "[buttons]\nseats = ['1', '2', '3', '4', '5', '6']", `arbitre.toml:2: key "buttons.lamps" has 5 lines but must have 6, one for each of buttons.seats, or none`},
		{"a line for two", "[judge]\nok = 'GPIO17'", `arbitre.toml:2: GPIO17: seat 1 button and judge's OK; move one of them, to GPIO13 for example`},
		{"a line for two, one of them by default", "[buttons]\nlamps = []\nseats = [\n  'GPIO4',\n  'GPIO12',\n  'GPIO22',\n]",
			`arbitre.toml:3: GPIO12: seat 2 button and buzzer; move one of them, to GPIO19 for example`},
		{"a line for two of a list", "[buttons]\nlamps = []\nseats = ['GPIO4', 'GPIO7', 'GPIO4']", `arbitre.toml:3: GPIO4: seat 1 button and seat 3 button; move one of them, to GPIO17 for example`},
		{"no name of a line", "[buttons]\nlamps = []\nseats = ['GPIO4', '', 'GPIO7']\n[judge]\nnext = ''",
			`arbitre.toml:3: key "buttons.seats[1]" is empty but must be a line such as "GPIO17"
arbitre.toml:5: key "judge.next" is empty but must be a line such as "GPIO17"`},

		{"no TOML", "[race]\ntie: 1ms", `arbitre.toml:2: expected '=' after key`},
		{"a key twice", "language = 'fr'\nlanguage = 'de'", `arbitre.toml:2: key language is already defined`},
		{"a table twice", "[race]\n[race]", `arbitre.toml:2: table race already exists`},
		{"no quotes", "language = fr", `arbitre.toml:1: texts and durations stand in quotes`},
		{"no quotes around a duration", "[race]\ntie = 1.5ms", `arbitre.toml:2: texts and durations stand in quotes`},
		{"a switch twice", "oled.enabled = true\noled.enabled = true", `arbitre.toml:2: key enabled is already defined`},
		{"not UTF-8", "# caf\xe9\n", `arbitre.toml:1: invalid UTF-8 character in comment`},
	}
}

func TestRefuses(t *testing.T) {
	for _, tc := range refusedConfigs() {
		t.Run(tc.name, func(t *testing.T) {
			c, err := Parse("arbitre.toml", []byte(tc.file), all.Games(), atHome)
			if err == nil {
				t.Fatalf("accepted as\n%s", c)
			}
			if diff := cmp.Diff(tc.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAccepts(t *testing.T) {
	for _, tc := range []struct{ name, file string }{
		{"a tie that is measured", "[race]\ntie = 'auto'"},
		{"limits", "[race]\ntie = '50ms'\nsettle = '50ms'\ntimeout = '60s'\nlookback = '0s'\nquiet = '10s'\n[oled]\ndim = '24h'\nblank = '24h'\ncontrast = 0"},
		{"no lamps", "[buttons]\nlamps = []"},
		{"eight seats", "[buttons]\nseats = ['1', '2', '3', '4', '5', '6', '7', '8']\nlamps = []"},
		{"the line of a buzzer that is not there", "[judge]\nback = 'GPIO12'\n[buzzer]\nenabled = false"},
		{"any address of the machine", "demo.listen = ':0'"},
		{"an address of IPv6", "demo.listen = '[::1]:80'"},
		{"comments between lines", "[buttons]\nseats = [\n  'GPIO4', # Mimi\n  'GPIO7',\n  'GPIO8',\n]\nlamps = [] # soon"},
	} {
		if _, err := Parse("arbitre.toml", []byte(tc.file), all.Games(), atHome); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

// anyConfig draws one that nothing is wrong with: every key within its limits, and every line another.
func anyConfig(t *rapid.T) Config {
	c := Default(all.Games(), asService)
	unused := rapid.SliceOfNDistinct(rapid.StringN(1, 8, -1), 30, 30, rapid.ID).Draw(t, "lines")
	line := func() string {
		unused = unused[1:]
		return unused[0]
	}
	for i := range c.rows() {
		r := c.rows()[i] // whose limits are as the values before it
		if r.value == nil || rapid.Bool().Draw(t, r.name+" as it is") {
			continue
		}
		draw(t, r, line)
		if !r.ok() {
			r.reset()
		}
	}
	if seats := rapid.IntRange(3, 8).Draw(t, "seats"); true {
		c.Buttons.Seats, c.Buttons.Lamps = nil, []string{}
		lamps := rapid.Bool().Draw(t, "lamps")
		for range seats {
			c.Buttons.Seats = append(c.Buttons.Seats, line())
			if lamps {
				c.Buttons.Lamps = append(c.Buttons.Lamps, line())
			}
		}
	}
	if c.Encoder.A == "" || c.Encoder.B == "" {
		c.Encoder.A, c.Encoder.B = "", ""
	}
	c.Public.Address = 0x3C + 0x3D - c.OLED.Address
	if wrong := c.Check(); wrong != nil {
		t.Skip(wrong)
	}
	return c
}

// draw draws the value of a row; more often than not it is within the row's limits.
func draw(t *rapid.T, r row, line func() string) {
	number := rapid.OneOf(rapid.IntRange(0, 300), rapid.SampledFrom([]int{2, 4, 32, 64, 0x3C, 0x3D})).Draw(t, r.name)
	switch value := r.value.(type) {
	case *bool:
		*value = number%2 == 0
	case *int:
		*value = number
	case *Address:
		*value = Address(number)
	case *Duration:
		if strings.Contains(r.must, "auto") && number%4 == 0 {
			value.Duration = auto
			return
		}
		unit := rapid.SampledFrom([]time.Duration{1, time.Microsecond, time.Millisecond, time.Second, time.Minute}).Draw(t, "unit")
		value.Duration = time.Duration(number) * unit
	case *string:
		words := append(regexp.MustCompile(`[\w:.]+`).FindAllString(r.must, -1), "", ":8080", rapid.String().Draw(t, "text"))
		*value = rapid.SampledFrom(words).Draw(t, "word")
		if strings.HasPrefix(r.says, "Line") || strings.Contains(r.says, "line ") {
			*value = line()
		}
	case *[]string:
		n := rapid.SampledFrom([]int{0, 2, 6, 8}).Draw(t, "how many")
		*value = rapid.SliceOfNDistinct(rapid.StringN(1, 8, -1), n, n, rapid.ID).Draw(t, "names")
	case *[]Shortcut:
		for range number % 3 {
			*value = append(*value, Shortcut{line(), "play", rapid.StringN(1, 8, -1).Draw(t, "answer")})
		}
	}
}

func TestReadsWhatItPrints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConfig(t)
		again, err := Parse("printed", []byte(c.String()), all.Games(), environment())
		if err != nil {
			t.Fatalf("%v\n%s", err, c)
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("%s\n%s", diff, c)
		}
	})
}

func TestMisspeltKeyIsNamedWithItsLine(t *testing.T) {
	printed := strings.Split(Default(all.Games(), atHome).String(), "\n")
	var keyed []int
	for i, line := range printed {
		if strings.Contains(line, " = ") {
			keyed = append(keyed, i)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SampledFrom(keyed).Draw(t, "line")
		key, value, _ := strings.Cut(printed[at], " = ")
		i := rapid.IntRange(0, len(key)).Draw(t, "where")
		lines := append([]string(nil), printed...)
		lines[at] = key[:i] + "_" + key[i:] + " = " + value
		_, err := Parse("arbitre.toml", []byte(strings.Join(lines, "\n")), all.Games(), atHome)
		want := fmt.Sprintf("arbitre.toml:%d: key %q is unknown; did you mean %q?", at+1, key[:i]+"_"+key[i:], key)
		if err == nil || err.Error() != want {
			t.Fatalf("got %v, want %s", err, want)
		}
	})
}

// The sample has every key in a comment "#key = value", with the default of a service.
func TestSample(t *testing.T) {
	want := Default(all.Games(), asService)
	if *update {
		if err := os.WriteFile(sample, []byte(want.File()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.File(), string(text)); diff != "" {
		t.Errorf("go test ./cmd/arbitre/config -update writes it anew (-want +got):\n%s", diff)
	}
	for name, text := range map[string][]byte{
		"as it is":              text,
		"with its values taken": regexp.MustCompile(`(?m)^#(\S)`).ReplaceAll(text, []byte("$1")),
	} {
		got, err := Parse(sample, text, all.Games(), asService)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-default +sample):\n%s", name, diff)
		}
	}
}

func TestDurationText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                       "0s",
		1500 * time.Millisecond: "1.5s",
		10 * time.Second:        "10s",
		2 * time.Minute:         "2m",
		10 * time.Minute:        "10m",
		70 * time.Second:        "1m10s",
		24 * time.Hour:          "24h",
		80 * time.Minute:        "1h20m",
		time.Hour + time.Second: "1h0m1s",
		-time.Minute:            "-1m",
	} {
		if got := (Duration{d}).String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		d := Duration{time.Duration(rapid.Int64().Draw(t, "d"))}
		text, _ := d.MarshalText()
		var again Duration
		if err := again.UnmarshalText(text); err != nil || again != d {
			t.Fatalf("%s became %s: %v", text, again, err)
		}
	})
}

func TestNearest(t *testing.T) {
	commands := []string{"run", "demo", "replay", "explain", "scenes", "sounds", "check", "version", "help"}
	for word, want := range map[string]string{
		"replya":   "replay",
		"dmeo":     "demo",
		"explian":  "explain",
		"Version":  "version",
		"chek":     "check",
		"scene":    "scenes",
		"sound":    "sounds",
		"helpp":    "help",
		"r":        "",
		"play":     "",
		"install":  "",
		"":         "",
		"überprüf": "",
	} {
		if got := Nearest(word, commands); got != want {
			t.Errorf("nearest to %q: got %q, want %q", word, got, want)
		}
	}
	if got := Nearest("run", nil); got != "" {
		t.Errorf("nearest of no words: %q", got)
	}
}

// editDistance is a metric but for the triangle.
func TestEditDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("abü")), 0, 6, -1)
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		d := editDistance(a, b)
		if d != editDistance(b, a) || (d == 0) != (a == b) || d > max(len([]rune(a)), len([]rune(b))) {
			t.Fatalf("distance %d", d)
		}
	})
	for _, tc := range []struct {
		from, to string
		want     int
	}{{"tie", "", 3}, {"tie", "tei", 1}, {"gruen", "grün", 2}, {"quite", "quiet", 1}, {"speaker", "speker", 1}} {
		if got := editDistance(tc.from, tc.to); got != tc.want {
			t.Errorf("%s to %s: got %d, want %d", tc.from, tc.to, got, tc.want)
		}
	}
}

func FuzzConfig(f *testing.F) {
	for _, tc := range refusedConfigs() {
		f.Add([]byte(tc.file))
	}
	f.Add([]byte(Default(all.Games(), atHome).String()))
	f.Add([]byte("journals = \"\\u0000'\\\\ü\\n\"\n[judge]\nback = '\"\"\"'"))
	placed := regexp.MustCompile(`(?s)^(arbitre\.toml:[1-9][0-9]*: .+)+$`)
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("arbitre.toml", text, all.Games(), atHome)
		if err != nil {
			if !placed.MatchString(err.Error()) {
				t.Errorf("an error without a line: %v", err)
			}
			return
		}
		again, err := Parse("printed", []byte(c.String()), all.Games(), environment())
		if err != nil {
			t.Fatalf("%v\n%s", err, c)
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("%s\n%s", diff, c)
		}
	})
}
