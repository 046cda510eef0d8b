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

	"arbitre/games/all"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden files anew")

const sample = "../../../systemd/arbitre.toml"

// environment returns an [os.Getenv] of pairs such as "HOME=/home/mimi".
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

func reader(env func(string) string) Reader { return Reader{Rules: all.Games(), Env: env} }

func TestNeedsNoFile(t *testing.T) {
	c := must(reader(atHome).Load(""))
	empty := must(reader(atHome).Parse("arbitre.toml", nil))
	if diff := cmp.Diff(c, empty); diff != "" {
		t.Errorf("an empty file is not the defaults:\n%s", diff)
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arbitre.toml")
	if _, err := reader(atHome).Load(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	// As Windows' Notepad writes it.
	text := "\ufefflanguage = \"de\"\r\n[oled]\r\naddress = 61\r\n[race]\r\ntie = '2ms'\r\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := must(reader(atHome).Load(path))
	want := Default(all.Games(), atHome)
	want.Language, want.OLED.Address, want.Race.Tie = "de", 0x3D, 2*time.Millisecond
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
		{"a relative XDG path is ignored", environment("HOME=/home/mimi", "XDG_STATE_HOME=data"),
			"/home/mimi/.local/state/arbitre"},
		{"nobody's", environment(), "/var/lib/arbitre"},
	} {
		if got := Default(all.Games(), tc.env).Journals; got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
	c, err := reader(asService).Parse("arbitre.toml", []byte(`journals = "/srv/mito"`))
	if err != nil || c.Journals != "/srv/mito" {
		t.Errorf("the file does not come before the environment: %q, %v", c.Journals, err)
	}
}

func TestAccepts(t *testing.T) {
	for _, tc := range []struct{ name, file string }{
		{"a tie that is measured", "[race]\ntie = 'auto'"},
		{"limits", "[race]\ntie = '50ms'\nsettle = '50ms'\ntimeout = '60s'\nlookback = '0s'\nquiet = '10s'\n" +
			"[oled]\ndim = '24h'\nblank = '24h'\ncontrast = 0"},
		{"a settle as long as contacts bounce", "[race]\nsettle = '7ms'"},
		{"no lamps", "[buttons]\nlamps = []"},
		{"eight seats", "[buttons]\nseats = ['1', '2', '3', '4', '5', '6', '7', '8']\nlamps = []"},
		{"the line of a buzzer that is not there", "[judge]\nback = 'GPIO12'\n[buzzer]\nenabled = false"},
		{"any address of the machine", "demo.listen = ':0'"},
		{"an address of IPv6", "demo.listen = '[::1]:80'"},
		{"buttons of devices that are plugged in, and no keys", "[buttons]\n" +
			"seats = ['0079:0006/BTN_THUMB', '0079:0006/290', 'GPIO22']\nlamps = ['', '', 'GPIO25']\n" +
			"[judge]\nprevious = ''\nnext = ''\nok = ''"},
		{"equal devices by their sockets", "[buttons]\n" +
			"seats = ['0079:0006@1-1/BTN_A', '0079:0006@1-2/BTN_A', '045e:028e/BTN_A']\nlamps = []"},
		{"the lamps of a device", "[buttons]\n" +
			"seats = ['054c:1000/BTN_TRIGGER_HAPPY1', '054c:1000/BTN_TRIGGER_HAPPY6', '054c:1000/BTN_A']\n" +
			"lamps = ['054c:1000/buzz1', '054c:1000/buzz2', '054c:1000/buzz3']"},
		{"comments between lines", "[buttons]\n" +
			"seats = [\n  'GPIO4', # Mimi\n  'GPIO7',\n  'GPIO8',\n]\nlamps = [] # soon"},
	} {
		if _, err := reader(atHome).Parse("arbitre.toml", []byte(tc.file)); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

// anyConfig draws a valid configuration: every key within its limits, and no line twice.
func anyConfig(t *rapid.T) Config {
	c := Default(all.Games(), asService)
	unused := rapid.SliceOfNDistinct(rapid.StringN(1, 8, -1), 30, 30, rapid.ID).Draw(t, "lines")
	plugs := rapid.Bool().Draw(t, "some buttons are plugged in")
	line := func() string {
		unused = unused[1:]
		if n := len(unused); plugs && n%3 == 0 {
			return evdev.Place{Vendor: 0x79, Product: 6, Name: fmt.Sprint(0x120 + n)}.String()
		}
		return unused[0]
	}
	for _, r := range c.rows() {
		if r.value != nil && !rapid.Bool().Draw(t, r.name+" as it is") {
			draw(t, r, line)
		}
	}
	for _, r := range c.rows() { // some limits depend on values that have changed
		if r.value != nil && !r.ok() {
			r.reset()
		}
	}
	c.Buttons.Seats, c.Buttons.Lamps = nil, []string{}
	seats, lamps := rapid.IntRange(3, 8).Draw(t, "seats"), rapid.Bool().Draw(t, "lamps")
	for range seats {
		c.Buttons.Seats = append(c.Buttons.Seats, line())
		if lamps {
			c.Buttons.Lamps = append(c.Buttons.Lamps, line())
		}
	}
	c.Public.Address = 0x3C + 0x3D - c.OLED.Address
	if wrong := c.complaints(nil); wrong != nil {
		t.Skip(wrong)
	}
	return c
}

// File returns the configuration as a file for people, as the sample is: with every key and its
// meaning. A key that has its default is commented out.
func (c Config) File() string {
	usual := map[string]string{}
	for _, k := range Keys(all.Games()) {
		usual[k.Name] = k.Default
	}
	return "# The configuration of arbitre: every key with its default. To set one, take away the # before it.\n" +
		"# \"arbitre check FILE\" says what is wrong with a file, or prints what holds.\n\n" +
		c.print(func(r row, value string) string {
			if preset, ok := usual[r.name]; ok && strings.HasSuffix(value, " = "+preset+"\n") {
				value = "#" + value
			}
			return "# " + strings.ReplaceAll(r.sentence(), "\n", "\n# ") + "\n" + value
		})
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
	case *time.Duration:
		if strings.Contains(r.must, "auto") && number%4 == 0 {
			*value = Auto
			return
		}
		units := []time.Duration{1, time.Microsecond, time.Millisecond, time.Second, time.Minute}
		*value = time.Duration(number) * rapid.SampledFrom(units).Draw(t, "unit")
	case *string:
		words := regexp.MustCompile(`[\w:.]+`).FindAllString(r.must, -1)
		words = append(words, "", ":8080", rapid.String().Draw(t, "text"))
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
		again, err := reader(environment()).Parse("printed", []byte(c.String()))
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
		_, err := reader(atHome).Parse("arbitre.toml", []byte(strings.Join(lines, "\n")))
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
	text := must(os.ReadFile(sample))
	if diff := cmp.Diff(want.File(), string(text)); diff != "" {
		t.Errorf("go test ./cmd/arbitre/config -update writes it anew (-want +got):\n%s", diff)
	}
	for name, text := range map[string][]byte{
		"as it is":              text,
		"with its values taken": regexp.MustCompile(`(?m)^#(\S)`).ReplaceAll(text, []byte("$1")),
	} {
		got, err := reader(asService).Parse(sample, text)
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
		if got := durationText(d); got != want {
			t.Errorf("%d ns: got %s, want %s", d, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64().Draw(t, "d"))
		if again, err := parseDuration(durationText(d)); err != nil || again != d {
			t.Fatalf("%v became %v: %v", d, again, err)
		}
	})
}

func FuzzConfig(f *testing.F) {
	for _, file := range refusedConfigs(f).Files {
		f.Add(file.Data)
	}
	f.Add([]byte(Default(all.Games(), atHome).String()))
	f.Add([]byte("journals = \"\\u0000'\\\\ü\\n\"\n[judge]\nback = '\"\"\"'"))
	placed := regexp.MustCompile(`(?s)^(arbitre\.toml:[1-9][0-9]*: .+)+$`)
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := reader(atHome).Parse("arbitre.toml", text)
		if err != nil {
			if !placed.MatchString(err.Error()) {
				t.Errorf("an error without a line: %v", err)
			}
			return
		}
		again, err := reader(environment()).Parse("printed", []byte(c.String()))
		if err != nil {
			t.Fatalf("%v\n%s", err, c)
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("%s\n%s", diff, c)
		}
	})
}

// The password of a broker's user stands in a file, or systemd passes it on; no text of the
// configuration has it.
func TestWhereAPasswordIs(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "own")
	if err := errors.Join(os.WriteFile(file, []byte("of a file\r\n"), 0o600),
		os.WriteFile(filepath.Join(folder, "mqtt-password"), []byte("of systemd"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, credentials, want string
		missing                 bool
	}{
		{file, "", "of a file", false},
		{file, folder, "of a file", false},
		{"", folder, "of systemd", false},
		{"", filepath.Join(folder, "none"), "", false},
		{"", "", "", false},
		{file + "s", folder, "", true},
	} {
		d := Default(all.Games(), func(name string) string {
			return map[string]string{"CREDENTIALS_DIRECTORY": c.credentials}[name]
		})
		d.MQTT.PasswordFile = c.file
		got, err := d.MQTT.Password()
		if string(got) != c.want || (err != nil) != c.missing {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
		if text := d.String(); strings.Contains(text, "of a file") || strings.Contains(text, "of systemd") {
			t.Errorf("it is printed:\n%s", text)
		}
	}
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
