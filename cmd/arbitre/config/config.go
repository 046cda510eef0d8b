// Package config is the configuration file: its keys, their defaults, and what is wrong with one.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/display"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/header"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Config is the configuration file. Every key has a default ([Default]).
// The comments of its fields are also those of the sample, systemd/arbitre.toml.
type Config struct {
	// Language of the display until another is chosen on the box: fr, de or en.
	Language string `toml:"language"`
	// Folder for the journals. By default the service's state folder ($STATE_DIRECTORY),
	// and without a service ~/.local/state/arbitre.
	Journals string `toml:"journals"`
	// Buttons that answer one question at once, which is named as in a journal:
	// [{line = 'GPIO14', prompt = 'play', value = 'mosquito'}], or a table [[shortcut]] for each.
	Shortcuts []Shortcut `toml:"shortcut"`

	// How presses of a race are judged, unless the start of a game says otherwise.
	Race struct {
		// Presses less than this apart are a dead heat. More than 0s, at most 50ms.
		Tie Duration `toml:"tie"`
		// How long to wait for a press that is delivered late. From tie to 100ms.
		Settle Duration `toml:"settle"`
		// A slowest-loses race ends after this. 1s to 60s.
		Timeout Duration `toml:"timeout"`
		// A slap counts this long before the judge declares the card. 0s to 10s.
		Lookback Duration `toml:"lookback"`
		// Presses are ignored this long after a race. 0s to 10s.
		Quiet Duration `toml:"quiet"`
	} `toml:"race"`

	// The players' arcade buttons and their lamps. Lines have the names that gpioinfo prints.
	Buttons struct {
		// A pulse shorter than this is no press. 0s to 10ms.
		Glitch Duration `toml:"glitch"`
		// The contacts may bounce this long after a press. From glitch to 100ms.
		Lockout Duration `toml:"lockout"`
		// A button that is held for so long is stuck, and left out until it is let go. 40s to 1h.
		Stuck Duration `toml:"stuck"`
		// A line for each seat, clockwise from seat 1: 3 to 8 of them.
		Seats []string `toml:"seats"`
		// The lamps of the same seats, or none: [].
		// GPIO20 and GPIO21 belong to I2S: beside a sound card on the header they are refused.
		// PCA0 to PCA15 are the channels of the lamp board.
		Lamps []string `toml:"lamps"`
	} `toml:"buttons"`

	// A board with a PCA9685 for lamps, on the I2C bus: for more lamps than the header has lines.
	Board struct {
		// The I2C bus, such as I2C1. Empty: the first one.
		Bus string `toml:"bus"`
		// 0x40 to 0x7F without 0x70, as its solder bridges have it.
		Address Address `toml:"address"`
	} `toml:"board"`

	// The judge's keys.
	Judge struct {
		// Line of the key that goes back in a list.
		Previous string `toml:"previous"`
		// Line of the key that goes on in a list.
		Next string `toml:"next"`
		// Line of the key that confirms.
		OK string `toml:"ok"`
		// Line of a key of its own for back and undo. Empty: a long OK does that.
		Back string `toml:"back"`
		// How long a long press is. 200ms to 5s.
		Long Duration `toml:"long"`
		// Who holds ok or back for so long shuts the machine down. 0s: nobody does; else 3s to 30s.
		Shutdown Duration `toml:"shutdown"`
	} `toml:"judge"`

	// A rotary encoder in place of the keys previous and next; its push is the key ok.
	Encoder struct {
		// The line that leads when it is turned clockwise. Empty: there is none.
		A string `toml:"a"`
		// The line that follows. Empty: there is none.
		B string `toml:"b"`
		// Edges of both lines for one click: 4, or 2 where there are half as many pulses as clicks.
		Edges int `toml:"edges"`
	} `toml:"encoder"`

	// The judge's display, an SSD1306 with 128 by 64 pixels or 128 by 32.
	OLED struct {
		// Whether there is one.
		Enabled bool `toml:"enabled"`
		// The I2C bus, such as I2C1. Empty: the first one.
		Bus string `toml:"bus"`
		// 0x3C or 0x3D.
		Address Address `toml:"address"`
		// 64 or 32 pixels.
		Height int `toml:"height"`
		// Upside down.
		Rotate bool `toml:"rotate"`
		// Brightness, 0 to 255.
		Contrast int `toml:"contrast"`
		// Darker after this long without a press. 10s to 24h.
		Dim Duration `toml:"dim"`
		// Dark after this long without a press, so that nothing burns in. From dim to 24h.
		Blank Duration `toml:"blank"`
	} `toml:"oled"`

	// A second display of the same kind, that shows everyone what everyone may see.
	Public struct {
		// Whether there is one.
		Enabled bool `toml:"enabled"`
		// The I2C bus, such as I2C1. Empty: the first one.
		Bus string `toml:"bus"`
		// 0x3C or 0x3D.
		Address Address `toml:"address"`
		// 64 or 32 pixels.
		Height int `toml:"height"`
		// Upside down.
		Rotate bool `toml:"rotate"`
		// Brightness, 0 to 255.
		Contrast int `toml:"contrast"`
	} `toml:"public"`

	// The buzzer.
	Buzzer struct {
		// Whether there is one.
		Enabled bool `toml:"enabled"`
		// Its line. A tune needs one with PWM: GPIO12, GPIO13, GPIO18 or GPIO19.
		Pin string `toml:"pin"`
		// A passive buzzer plays tunes; an active one can only beep.
		Kind string `toml:"kind"`
	} `toml:"buzzer"`

	// A loudspeaker beside the buzzer, played by aplay.
	Speaker struct {
		// Whether there is one.
		Enabled bool `toml:"enabled"`
		// The ALSA device; aplay -L lists them.
		Card string `toml:"card"`
		// Folder with WAV files that replace the sounds of the same name. Empty: none.
		Folder string `toml:"folder"`
		// Whether the sound card sits on the header (I2S), which then needs GPIO18 to GPIO21.
		Header bool `toml:"header"`
	} `toml:"speaker"`

	// What buzzer and loudspeaker are for.
	Sounds struct {
		// Whether each of the judge's keys clicks.
		KeyClick bool `toml:"key_click"`
	} `toml:"sounds"`

	// A USB keyboard, which answers what the judge's keys answer, and types words.
	Keyboard struct {
		// Whether one is looked for.
		Enabled bool `toml:"enabled"`
		// What its keys say: qwerty, azerty or qwertz.
		Layout string `toml:"layout"`
	} `toml:"keyboard"`

	// M.O.G.
	Mog struct {
		// The names of the eight attributes, in the order of their numbers. Empty: the sheet's four, and four numbers.
		Attributes []string `toml:"attributes"`
	} `toml:"mog"`

	// Group Mastermind.
	Mastermind struct {
		// The names of the six colours. Empty: blue, red, yellow, green, orange, brown.
		Colours []string `toml:"colours"`
	} `toml:"mastermind"`

	// Motus.
	Motus struct {
		// A file of words, one a line. A word that is not in it is questioned, never refused. Empty: none is.
		Words string `toml:"words"`
		// Whether the judge's display and page show the secret words: only for a judge who does not play.
		ShowWords bool `toml:"show_words"`
	} `toml:"motus"`

	// Pages for phones on the same network: the scoreboard for all, the judge's page for whom the box has paired.
	Web struct {
		// Where they are served, such as ":8080". Empty: nowhere.
		Listen string `toml:"listen"`
		// Names by which phones know the box beside the machine's own, also with .local, and its addresses.
		Names []string `toml:"names"`
	} `toml:"web"`

	// The virtual table (arbitre demo).
	Demo struct {
		// Where its page is served.
		Listen string `toml:"listen"`
		// How many seats it has, 3 to 8.
		Seats int `toml:"seats"`
	} `toml:"demo"`

	// The log on standard error.
	Log struct {
		// From which level on: debug, info, warn or error.
		Level string `toml:"level"`
	} `toml:"log"`
}

// A Shortcut is a button that gives one answer to one question.
type Shortcut struct {
	Line   string `toml:"line"`
	Prompt string `toml:"prompt"`
	Value  string `toml:"value"` // a word or a number
}

// Answer is the value as a journal has it.
func (s Shortcut) Answer() games.Value {
	if n, err := strconv.Atoi(s.Value); err == nil {
		return games.Number(n)
	}
	return games.Word(s.Value)
}

// Default is what holds where the file says nothing; env is [os.Getenv], or a test's.
//
// The lines are those of the 40-pin header which have the same name on every Pi and kernel
// (4 and 7 to 11 do not) and serve neither I²C nor the UART. The lamps' are pulled down at power-on
// (BCM2835 ARM Peripherals, table 6-31), so that they are dark until the program drives them.
func Default(env func(string) string) Config {
	var c Config
	c.Language = "en"
	c.Journals = stateFolder(env)

	limits := race.DefaultLimits()
	c.Race.Tie = Duration{limits.Tie}
	c.Race.Settle = Duration{limits.Settle}
	c.Race.Timeout = Duration{limits.Timeout}
	c.Race.Lookback = Duration{limits.Lookback}
	c.Race.Quiet = Duration{limits.Quiet}

	contacts := hw.DefaultDebounce()
	c.Buttons.Glitch = Duration{contacts.Glitch}
	c.Buttons.Lockout = Duration{contacts.Lockout}
	c.Buttons.Stuck = Duration{hw.DefaultWatch().Held}
	c.Buttons.Seats = []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24"}
	c.Buttons.Lamps = []string{"GPIO25", "GPIO16", "GPIO26", "GPIO20", "GPIO21"}

	c.Judge.Previous = "GPIO5"
	c.Judge.Next = "GPIO6"
	c.Judge.OK = "GPIO13"
	c.Judge.Long = Duration{600 * time.Millisecond}

	c.OLED.Enabled = true
	c.OLED.Address = 0x3C
	c.OLED.Height = display.Height
	c.OLED.Contrast = 255
	rest := display.DefaultRest()
	c.OLED.Dim = Duration{rest.Dim}
	c.OLED.Blank = Duration{rest.Blank}

	c.Public.Address = 0x3D
	c.Public.Height = display.Height
	c.Public.Contrast = 255

	c.Encoder.Edges = int(hw.FullStep)
	c.Board.Address = 0x40
	c.Shortcuts = []Shortcut{}

	c.Buzzer.Enabled = true
	c.Buzzer.Pin = "GPIO12"
	c.Buzzer.Kind = "passive"

	c.Speaker.Card = "default"

	c.Keyboard.Enabled = true
	c.Keyboard.Layout = string(hw.QWERTY)

	c.Mog.Attributes = []string{}
	c.Mastermind.Colours = []string{}

	c.Web.Names = []string{}

	c.Demo.Listen = "127.0.0.1:8088"
	c.Demo.Seats = 5

	c.Log.Level = "info"
	return c
}

// stateFolder is where systemd.exec(5) or the XDG base directory specification keep a program's state.
func stateFolder(env func(string) string) string {
	if first, _, _ := strings.Cut(env("STATE_DIRECTORY"), ":"); first != "" {
		return first
	}
	if state := env("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "arbitre")
	}
	if home := env("HOME"); home != "" {
		return filepath.Join(home, ".local", "state", "arbitre")
	}
	return "/var/lib/arbitre"
}

// Load reads the file at path; without a path it returns the defaults.
func Load(path string, env func(string) string) (Config, error) {
	if path == "" {
		return Default(env), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, err
	}
	return Parse(path, text, env)
}

// bareWord is a line such as "language = fr" or "tie = 1ms", of which TOML parsers say strange things.
var bareWord = regexp.MustCompile(`^[^=#"']*=\s*[0-9.]*[A-Za-z]`)

// Parse reads a TOML text over the defaults. Its error has a line "NAME:LINE: …" for everything
// that is unknown or of the wrong type; or else, as they may follow from those, for every wrong value.
func Parse(name string, text []byte, env func(string) string) (Config, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // Windows' Notepad begins files with a byte order mark.
	var document map[string]any
	if err := toml.Unmarshal(text, &document); err != nil {
		what := strings.TrimPrefix(err.Error(), "toml: ")
		if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ := bad.Position()
			if bareWord.MatchString(strings.Split(string(text), "\n")[line-1]) && !strings.Contains(what, "already") {
				what = "texts and durations stand in quotes"
			}
			return Config{}, fmt.Errorf("%s:%d: %s", name, line, what)
		}
		return Config{}, fmt.Errorf("%s: %s", name, what)
	}
	c := Default(env)
	r := reader{name: name, lines: keyLines(text)}
	r.table(reflect.ValueOf(&c).Elem(), "", document)
	if len(r.wrong) == 0 {
		r.values(c)
	}
	if err := r.err(); err != nil {
		return Config{}, err
	}
	return c, nil
}

// String is the configuration as TOML; [Parse] reads the same from it.
func (c Config) String() string {
	var text strings.Builder
	if err := toml.NewEncoder(&text).EnableMarshalerInterface().Encode(c); err != nil {
		panic(err) // there is nothing in a Config that TOML lacks
	}
	return text.String()
}

// keyLines finds the line where each key and table of a valid document stands first, by its dotted name.
func keyLines(text []byte) map[string]int {
	var p unstable.Parser
	p.Reset(text)
	lines := map[string]int{}
	note := func(table string, key unstable.Iterator) string {
		for key.Next() {
			table = Dotted(table, string(key.Node().Data))
			if lines[table] == 0 {
				lines[table] = p.Shape(key.Node().Raw).Start.Line
			}
		}
		return table
	}
	var pair func(table string, n *unstable.Node)
	pair = func(table string, n *unstable.Node) {
		table = note(table, n.Key())
		if n.Value().Kind == unstable.InlineTable {
			for pairs := n.Value().Children(); pairs.Next(); {
				pair(table, pairs.Node())
			}
		}
	}
	lists := map[string]int{}
	for table := ""; p.NextExpression(); {
		switch n := p.Expression(); n.Kind {
		case unstable.KeyValue:
			pair(table, n)
		case unstable.ArrayTable:
			list := note("", n.Key())
			table = fmt.Sprintf("%s[%d]", list, lists[list])
			lists[list]++
		default:
			table = note("", n.Key())
		}
	}
	return lines
}

// Dotted is the name of a key in a table.
func Dotted(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}

// A reader collects what is wrong with a document.
type reader struct {
	name  string
	lines map[string]int // as of keyLines
	wrong []wrongLine
}

type wrongLine struct {
	line int
	what string
}

// complain notes what is wrong at the first of keys that stands in the file, as the others have their default;
// where none does, at what the first is part of.
func (r *reader) complain(keys []string, format string, args ...any) {
	at := 0
	for _, key := range keys {
		list, _, _ := strings.Cut(key, "[")
		at = cmp.Or(at, r.lines[key], r.lines[list])
	}
	for key := keys[0]; at == 0 && key != ""; at = r.lines[key] {
		key = key[:max(0, strings.LastIndex(key, "."))] // what it is part of
	}
	r.wrong = append(r.wrong, wrongLine{at, fmt.Sprintf(format, args...)})
}

// err joins the complaints in the order of the file.
func (r *reader) err() error {
	slices.SortFunc(r.wrong, func(a, b wrongLine) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.what, b.what))
	})
	var all []error
	for _, w := range r.wrong {
		all = append(all, fmt.Errorf("%s:%d: %s", r.name, w.line, w.what))
	}
	return errors.Join(all...)
}

// table fills a struct, whose fields have toml tags.
func (r *reader) table(into reflect.Value, table string, from map[string]any) {
	var known []string
	for field := range into.Type().Fields() {
		known = append(known, field.Tag.Get("toml"))
	}
	for key, value := range from {
		name := Dotted(table, key)
		i := slices.Index(known, key)
		if i < 0 {
			r.unknown(table, key, known)
			continue
		}
		expected, ok := "", false
		switch into := into.Field(i).Addr().Interface().(type) {
		case *string:
			expected = "a text in quotes"
			*into, ok = value.(string)
		case *bool:
			expected = "true or false"
			*into, ok = value.(bool)
		case *int:
			expected = "a whole number"
			ok = setInt(into, value)
		case *Address:
			expected = "a whole number such as 0x3C"
			ok = setInt(into, value)
		case *Duration:
			expected = `a duration such as "10ms"`
			var word string
			if word, ok = value.(string); ok {
				ok = into.UnmarshalText([]byte(word)) == nil
			}
		case *[]string:
			expected = `a list of texts such as ["GPIO17", "GPIO27"]`
			*into, ok = textList(value)
		case *[]Shortcut:
			expected = `a list of tables such as {line = "GPIO14", prompt = "play", value = "mosquito"}`
			var list []map[string]any
			if list, ok = tableList(value); ok {
				*into = make([]Shortcut, len(list))
				for i := range list {
					r.table(reflect.ValueOf(into).Elem().Index(i), fmt.Sprintf("%s[%d]", name, i), list[i])
				}
			}
		default:
			expected = "a table, [" + name + "]"
			var sub map[string]any
			if sub, ok = value.(map[string]any); ok {
				r.table(reflect.ValueOf(into).Elem(), name, sub)
			}
		}
		if !ok {
			r.complain([]string{name}, "key %q must be %s", name, expected)
		}
	}
}

func (r *reader) unknown(table, key string, known []string) {
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
	r.complain([]string{Dotted(table, key)}, "key %q is unknown; %s", key, hint)
}

// setInt refuses what N can't hold: an int has 32 bits on some Pis.
func setInt[N int | Address](into *N, value any) bool {
	n, ok := value.(int64)
	*into = N(n)
	return ok && int64(*into) == n
}

func textList(value any) ([]string, bool) {
	list, ok := value.([]any)
	texts := make([]string, len(list))
	for i, v := range list {
		text, isText := v.(string)
		ok = ok && isText
		texts[i] = text
	}
	return texts, ok
}

func tableList(value any) ([]map[string]any, bool) {
	list, ok := value.([]any)
	tables := make([]map[string]any, len(list))
	for i, v := range list {
		table, isTable := v.(map[string]any)
		ok = ok && isTable
		tables[i] = table
	}
	return tables, ok
}

// values complains about values that are out of range or contradict each other.
func (r *reader) values(c Config) {
	const ms, s, m, h = time.Millisecond, time.Second, time.Minute, time.Hour

	// A duration; where another key is its lower limit, that one is named.
	span := func(key string, d Duration, low, high time.Duration, lowKey ...string) bool {
		if low <= d.Duration && d.Duration <= high {
			return true
		}
		from := Duration{low}.String()
		for _, k := range lowKey {
			from += " (" + k + ")"
		}
		r.complain(append([]string{key}, lowKey...), "key %q is %s but must be %s to %s", key, d, from, Duration{high})
		return false
	}
	count := func(key string, n, low, high int) {
		if n < low || n > high {
			r.complain([]string{key}, "key %q is %d but must be %d to %d", key, n, low, high)
		}
	}
	oneOf := func(key, word string, words ...string) {
		if !slices.Contains(words, word) {
			r.complain([]string{key}, "key %q is %q but must be one of %s", key, word, strings.Join(words, ", "))
		}
	}
	given := func(key, word, what string) {
		if word == "" {
			r.complain([]string{key}, "key %q is empty but must be %s", key, what)
		}
	}

	names := func(key string, words []string, n int) {
		different := slices.Compact(slices.Sorted(slices.Values(words)))
		if len(words) != 0 && (len(words) != n || len(different) != n || slices.Contains(words, "")) {
			r.complain([]string{key}, "key %q must have %d different names, or none", key, n)
		}
	}

	oneOf("language", c.Language, "fr", "de", "en")
	given("journals", c.Journals, "a folder")

	if span("race.tie", c.Race.Tie, 1, 50*ms) {
		span("race.settle", c.Race.Settle, c.Race.Tie.Duration, 100*ms, "race.tie")
	}
	span("race.timeout", c.Race.Timeout, 1*s, 60*s)
	span("race.lookback", c.Race.Lookback, 0, 10*s)
	span("race.quiet", c.Race.Quiet, 0, 10*s)

	if span("buttons.glitch", c.Buttons.Glitch, 0, 10*ms) {
		span("buttons.lockout", c.Buttons.Lockout, c.Buttons.Glitch.Duration, 100*ms, "buttons.glitch")
	}
	seats, lamps := len(c.Buttons.Seats), len(c.Buttons.Lamps)
	if seats < 3 || seats > 8 {
		r.complain([]string{"buttons.seats"}, `key "buttons.seats" has %d lines but must have 3 to 8`, seats)
	} else if lamps != 0 && lamps != seats {
		r.complain([]string{"buttons.lamps", "buttons.seats"},
			`key "buttons.lamps" has %d lines but must have %d, one for each of buttons.seats, or none`, lamps, seats)
	}

	late := hw.Debounce{Glitch: c.Buttons.Glitch.Duration, Bounce: hw.DefaultDebounce().Bounce}.Late()
	if c.Buttons.Glitch.Duration <= 10*ms && c.Race.Settle.Duration < late {
		r.complain([]string{"race.settle", "buttons.glitch"},
			`key "race.settle" is %s but must be at least %s: so late may a bouncing button tell its press`, c.Race.Settle, Duration{late})
	}

	span("buttons.stuck", c.Buttons.Stuck, 40*s, h)
	span("judge.long", c.Judge.Long, 200*ms, 5*s)
	if c.Judge.Shutdown.Duration != 0 && span("judge.shutdown", c.Judge.Shutdown, 3*s, 30*s) {
		span("judge.shutdown", c.Judge.Shutdown, 2*c.Judge.Long.Duration, 30*s, "twice judge.long")
	}
	oneOf("keyboard.layout", c.Keyboard.Layout, string(hw.QWERTY), string(hw.AZERTY), string(hw.QWERTZ))
	names("mog.attributes", c.Mog.Attributes, 8)
	names("mastermind.colours", c.Mastermind.Colours, 6)

	if (c.Encoder.A == "") != (c.Encoder.B == "") {
		r.complain([]string{"encoder.a", "encoder.b"}, `keys "encoder.a" and "encoder.b" are both lines, or both empty`)
	}
	if e := c.Encoder.Edges; e != int(hw.FullStep) && e != int(hw.HalfStep) {
		r.complain([]string{"encoder.edges"}, `key "encoder.edges" is %d but must be 4 or 2`, e)
	}
	for i, s := range c.Shortcuts {
		name := fmt.Sprintf("shortcut[%d].", i)
		given(name+"prompt", s.Prompt, `a question such as "play"`)
		given(name+"value", s.Value, `an answer such as "mosquito"`)
	}

	panel := func(table string, address Address, height, contrast int) {
		if address != 0x3C && address != 0x3D {
			r.complain([]string{table + ".address"}, `key "%s.address" is %s but must be 0x3C or 0x3D`, table, address)
		}
		if height != 64 && height != 32 {
			r.complain([]string{table + ".height"}, `key "%s.height" is %d but must be 64 or 32`, table, height)
		}
		count(table+".contrast", contrast, 0, 255)
	}
	panel("oled", c.OLED.Address, c.OLED.Height, c.OLED.Contrast)
	panel("public", c.Public.Address, c.Public.Height, c.Public.Contrast)
	if a := c.Board.Address; a < 0x40 || a > 0x7F || a == 0x70 {
		r.complain([]string{"board.address"}, `key "board.address" is %s but must be 0x40 to 0x7F, and not 0x70`, a)
	}
	if span("oled.dim", c.OLED.Dim, 10*s, 24*h) {
		span("oled.blank", c.OLED.Blank, c.OLED.Dim.Duration, 24*h, "oled.dim")
	}

	oneOf("buzzer.kind", c.Buzzer.Kind, "passive", "active")
	given("speaker.card", c.Speaker.Card, `an ALSA device such as "default"`)
	if _, port, err := net.SplitHostPort(c.Web.Listen); c.Web.Listen != "" && (err != nil || !isPort(port)) {
		r.complain([]string{"web.listen"}, `key "web.listen" is %q but must be an address such as ":8080", or empty`, c.Web.Listen)
	}
	if _, port, err := net.SplitHostPort(c.Demo.Listen); err != nil || !isPort(port) {
		r.complain([]string{"demo.listen"}, `key "demo.listen" is %q but must be an address such as "127.0.0.1:8088"`, c.Demo.Listen)
	}
	count("demo.seats", c.Demo.Seats, 3, 8)
	oneOf("log.level", c.Log.Level, "debug", "info", "warn", "error")

	r.gpioLines(c)
}

func isPort(port string) bool {
	_, err := strconv.ParseUint(port, 10, 16)
	return err == nil
}

// gpioLines complains about lines without a name, and about what can't be wired.
func (r *reader) gpioLines(c Config) {
	for _, p := range c.Parts() {
		if slices.Contains(p.Lines, "") {
			r.complain([]string{p.Key}, `key %q is empty but must be a line such as "GPIO17"`, p.Key)
		}
	}
	for _, p := range header.Check(c.Parts()) {
		var keys []string
		for _, part := range p.Parts {
			keys = append(keys, part.Key)
		}
		r.complain(keys, "%s", p)
	}
}

// A Duration is a [time.Duration] that is a text such as "10ms" in TOML.
type Duration struct{ time.Duration }

// String leaves out zero minutes and seconds: "2m", not "2m0s".
func (d Duration) String() string {
	text := d.Duration.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// MarshalText is String.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText takes what [time.ParseDuration] takes.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	d.Duration, err = time.ParseDuration(string(text))
	return err
}

// An Address is that of a device on an I²C bus, 7 bits; hexadecimal in TOML, as in every datasheet.
type Address uint16

func (a Address) String() string { return fmt.Sprintf("0x%02X", uint16(a)) }

// MarshalTOML is String, without quotes.
func (a Address) MarshalTOML() ([]byte, error) { return []byte(a.String()), nil }

// Nearest returns the one of words that is likely meant by a misspelt word, or "" if none is near:
// at most a third of its letters, but at least one, may be wrong, missing, too many or swapped with the next.
func Nearest(word string, words []string) string {
	best, least := "", max(1, len([]rune(word))/3)+1
	for _, w := range words {
		if d := editDistance(strings.ToLower(word), strings.ToLower(w)); d < least {
			best, least = w, d
		}
	}
	return best
}

// editDistance is the optimal string alignment distance.
func editDistance(from, to string) int {
	a, b := []rune(from), []rune(to)
	var before []int // the row above the one above
	above := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, above[j]+wrong)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
