package config

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/keyboard"
	"arbitre/hw/latency"
)

// Config is what holds at a table. Each table of the file is a struct below; beside it stand its
// keys, each once.
type Config struct {
	Language  string
	Journals  string
	Shortcuts []Shortcut

	Race     race.Limits
	Buttons  Buttons
	Judge    Judge
	Encoder  Encoder
	OLED     OLED
	Public   Panel
	Buzzer   Buzzer
	Speaker  Speaker
	Sounds   Sounds
	Keyboard Keyboard
	Games    []Game // that have settings
	Web      Web
	Demo     Demo
	Log      Log
}

// rows are all keys in the order of the file. Limits that depend on another key are as that is now.
func (c *Config) rows() []row {
	rows := []row{
		key("language", &c.Language, wording.English.String(),
			"Language of the display until another is chosen on the box", among(wording.Codes()...)),
		key("journals", &c.Journals, serviceFolder,
			"Folder for the journals. Unless it is set: the service's "+
				"state folder ($STATE_DIRECTORY),\nand without a service ~/.local/state/arbitre", given("a folder")),
		key("shortcut", &c.Shortcuts, []Shortcut{},
			"Buttons that answer one question at once, which is named as in a journal:\n"+
				"[{line = 'GPIO14', prompt = 'play', value = 'mosquito'}], or a table [[shortcut]] for each"),
	}
	rows = slices.Concat(rows, raceRows(&c.Race), c.Buttons.rows(), c.Judge.rows(), c.Encoder.rows(), c.OLED.rows(),
		table("public", "A second display of the same kind, that shows everyone what everyone may see",
			c.Public.keys(false, 0x3D)...),
		c.Buzzer.rows(), c.Speaker.rows(), c.Sounds.rows(), c.Keyboard.rows())
	for _, g := range c.Games {
		rows = append(rows, g.rows()...)
	}
	return slices.Concat(rows, c.Web.rows(), c.Demo.rows(), c.Log.rows())
}

// A Shortcut is a button that gives one answer to one question.
type Shortcut struct {
	Line   string `toml:"line"`
	Prompt string `toml:"prompt"`
	Value  string `toml:"value"` // a word or a number
}

func (s *Shortcut) keys() []row {
	return []row{
		key("line", &s.Line, "", "Its line"),
		key("prompt", &s.Prompt, "", "The question, as in a journal", given(`a question such as "play"`)),
		key("value", &s.Value, "", "The answer", given(`an answer such as "mosquito"`)),
	}
}

// Answer is the value as a journal has it.
func (s Shortcut) Answer() games.Value {
	if n, err := strconv.Atoi(s.Value); err == nil {
		return games.Number(n)
	}
	return games.Word(s.Value)
}

// MostSettle is the longest that a race may be told to wait for late presses.
const MostSettle = 100 * time.Millisecond

// raceRows are the keys of how presses of a race are judged. The devices of its limits are those of
// the buttons, and no keys.
func raceRows(r *race.Limits) []row {
	usual := race.DefaultLimits()
	return table("race", "How presses of a race are judged, unless the start of a game says otherwise",
		key("tie", &r.Tie, usual.Tie,
			"Presses less than this apart are a dead heat. With auto the machine finds out how long that must be",
			orAuto(span(latency.Floor, latency.Most))),
		key("settle", &r.Settle, usual.Settle,
			"How long to wait for a press that is delivered late",
			span(max(latency.Floor, r.Tie), MostSettle).from("race.tie")),
		key("timeout", &r.Timeout, usual.Timeout,
			"A slowest-loses race ends after this", span(time.Second, 60*time.Second)),
		key("lookback", &r.Lookback, usual.Lookback,
			"A card is asked whose it is if a turn ended this long before its slaps", span(0, 10*time.Second)),
		key("quiet", &r.Quiet, usual.Quiet,
			"Presses are ignored this long after a race", span(0, 10*time.Second)),
		key("burst", &r.Burst, usual.Burst,
			"Slaps of one card follow each other within this time", span(100*time.Millisecond, 10*time.Second)),
		key("declare", &r.Declare, usual.Declare,
			"The judge may declare a card this long after its slaps", span(time.Second, time.Minute)),
	)
}

// Buttons are the players', and their lamps.
type Buttons struct {
	Glitch, Lockout, Stuck time.Duration
	Seats, Lamps           []string
}

// The default lines are those of the 40-pin header that have the same name on every Pi and kernel
// (4 and 7 to 11 do not) and serve neither I²C nor the UART. Those of the lamps are pulled down at
// power-on (BCM2835 ARM Peripherals, table 6-31): lamps are dark until the program drives them.
func (b *Buttons) rows() []row {
	contacts := hw.DefaultDebounce()
	return table("buttons", "The players' buttons and their lamps. Lines have the names that gpioinfo prints. "+
		"A key of a device that is plugged in\nstands in place of one: '0079:0006/BTN_THUMB', "+
		"or '0079:0006@1-1.3/BTN_THUMB' where there are two alike.\n"+
		"arbitre init writes what is pressed; arbitre doctor shows what is plugged in",
		key("glitch", &b.Glitch, contacts.Glitch,
			"A pulse shorter than this is no press", span(0, 10*time.Millisecond)),
		key("lockout", &b.Lockout, contacts.Lockout,
			"The contacts may bounce this long after a press",
			span(b.Glitch, 100*time.Millisecond).from("buttons.glitch")),
		key("stuck", &b.Stuck, hw.DefaultWatch().Held,
			"A button that is held for so long is stuck, and left out until it is let go",
			span(40*time.Second, time.Hour)),
		key("seats", &b.Seats, []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24"},
			"A line for each seat, clockwise from seat 1", lines(3, 8)),
		key("lamps", &b.Lamps, []string{"GPIO25", "GPIO16", "GPIO26", "GPIO20", "GPIO21"},
			"The lamps of the same seats, or none: []; '' for a seat without one. "+
				"Those of a device are such as '054c:1000/buzz1'.\n"+
				"GPIO20 and GPIO21 belong to I2S: beside a sound card on the header they are refused."),
	)
}

// Judge has the judge's keys.
type Judge struct {
	Previous, Next, OK, Back string
	Long, Shutdown           time.Duration
}

func (j *Judge) rows() []row {
	return table("judge",
		"The judge's keys. Without any, previous, next and ok all empty, the judge has a USB keyboard",
		key("previous", &j.Previous, "GPIO5", "Line of the key that goes back in a list"),
		key("next", &j.Next, "GPIO6", "Line of the key that goes on in a list"),
		key("ok", &j.OK, "GPIO13", "Line of the key that confirms"),
		key("back", &j.Back, "", "Line of a key of its own for back and undo. Empty: a long OK does that"),
		key("long", &j.Long, 600*time.Millisecond,
			"How long a long press is", span(200*time.Millisecond, 5*time.Second)),
		key("shutdown", &j.Shutdown, 0,
			"Who holds ok or back for so long, at least twice judge.long, shuts the machine down",
			orNone(span(max(3*time.Second, 2*j.Long), 30*time.Second))),
	)
}

// HasKeys tells whether the judge has keys of his own. Without them he has a keyboard.
func (c Config) HasKeys() bool {
	return cmp.Or(c.Judge.Previous, c.Judge.Next, c.Judge.OK, c.Judge.Back, c.Encoder.A, c.Encoder.B) != ""
}

// Encoder is in place of the judge's keys previous and next.
type Encoder struct {
	A, B  string
	Edges int
}

func (e *Encoder) rows() []row {
	return table("encoder", "A rotary encoder in place of the keys previous and next; its push is the key ok",
		key("a", &e.A, "", "The line that leads when it is turned clockwise. Empty: there is none"),
		key("b", &e.B, "", "The line that follows. Empty: there is none"),
		key("edges", &e.Edges, int(hw.FullStep),
			"Edges of both lines for one click; the fewer where there are half as many pulses as clicks",
			among(int(hw.FullStep), int(hw.HalfStep))),
	)
}

// A Panel is an OLED display.
type Panel struct {
	Enabled  bool
	Bus      string
	Address  Address
	Height   int
	Rotate   bool
	Contrast int
}

func (p *Panel) keys(enabled bool, at Address) []row {
	return []row{
		key("enabled", &p.Enabled, enabled, "Whether there is one"),
		key("bus", &p.Bus, "", "The I2C bus, such as I2C1. Empty: the first one"),
		key("address", &p.Address, at, "Its address on that bus", among[Address](0x3C, 0x3D)),
		key("height", &p.Height, display.Height,
			"How many pixels high it is", among(display.Height, display.LowHeight)),
		key("rotate", &p.Rotate, false, "Upside down"),
		key("contrast", &p.Contrast, 255, "Brightness", count(0, 255)),
	}
}

// OLED is the judge's display.
type OLED struct {
	Panel
	display.Rest // when the displays are spared
}

func (o *OLED) rows() []row {
	usual := display.DefaultRest()
	keys := append(o.Panel.keys(true, 0x3C),
		key("dim", &o.Dim, usual.Dim,
			"Darker after this long without a press", span(10*time.Second, 24*time.Hour)),
		key("blank", &o.Blank, usual.Blank,
			"Dark after this long without a press, so that nothing burns in",
			span(o.Dim, 24*time.Hour).from("oled.dim")),
	)
	return table("oled", "The judge's display, an SSD1306 with 128 by 64 pixels or 128 by 32", keys...)
}

// HasLowDisplay tells whether the judge's display, or the one for all, has but few rows.
func (c Config) HasLowDisplay() bool {
	return c.OLED.Height == display.LowHeight || c.Public.Enabled && c.Public.Height == display.LowHeight
}

// Buzzer plays tunes, or beeps.
type Buzzer struct {
	Enabled   bool
	Pin, Kind string
}

func (b *Buzzer) rows() []row {
	return table("buzzer", "The buzzer",
		key("enabled", &b.Enabled, true, "Whether there is one"),
		key("pin", &b.Pin, "GPIO12", "Its line. A tune needs one with PWM: GPIO12, GPIO13, GPIO18 or GPIO19"),
		key("kind", &b.Kind, "passive",
			"A passive buzzer plays tunes, an active one can only beep", among("passive", "active")),
	)
}

// Speaker is a loudspeaker.
type Speaker struct {
	Enabled      bool
	Card, Folder string
	Header       bool
}

func (s *Speaker) rows() []row {
	return table("speaker", "A loudspeaker beside the buzzer, played by aplay",
		key("enabled", &s.Enabled, false, "Whether there is one"),
		key("card", &s.Card, "default", "The device; aplay -L lists them", given(`an ALSA device such as "default"`)),
		key("folder", &s.Folder, "", "Folder with WAV files that replace the sounds of the same name. Empty: none"),
		key("header", &s.Header, false,
			"Whether the sound card sits on the header (I2S), which then needs GPIO18 to GPIO21"),
	)
}

// Sounds is what can be heard.
type Sounds struct{ KeyClick bool }

func (s *Sounds) rows() []row {
	return table("sounds", "What buzzer and loudspeaker are for",
		key("key_click", &s.KeyClick, false, "Whether each of the judge's keys clicks"),
	)
}

// Keyboard is one for USB.
type Keyboard struct {
	Enabled bool
	Layout  string
}

func (k *Keyboard) rows() []row {
	layouts := among(string(keyboard.QWERTY), string(keyboard.AZERTY), string(keyboard.QWERTZ))
	return table("keyboard", "A USB keyboard, which answers what the judge's keys answer, and types words",
		key("enabled", &k.Enabled, true, "Whether one is looked for"),
		key("layout", &k.Layout, string(keyboard.QWERTY), "What its keys say", layouts),
	)
}

// A Game is the table of one game: what its rules let the configuration say.
type Game struct {
	Name, Title string
	Settings    []Setting
}

// A Setting is one key of a game's table.
type Setting struct {
	games.Setting
	Names []string // of one that is [games.Names]
	Path  string   // of one that is [games.WordList]
	On    bool     // of one that is [games.Reveal]
}

func (g Game) rows() []row {
	var keys []row
	for i := range g.Settings {
		switch s := &g.Settings[i]; s.Form {
		case games.Names:
			keys = append(keys, key(s.Key, &s.Names, []string{}, s.Says, names(s.Count)))
		case games.WordList:
			keys = append(keys, key(s.Key, &s.Path, "", s.Says))
		case games.Reveal:
			keys = append(keys, key(s.Key, &s.On, false, s.Says))
		}
	}
	return table(g.Name, g.Title, keys...)
}

// Web are the pages for phones.
type Web struct {
	Listen string
	Names  []string
}

func (w *Web) rows() []row {
	return table("web", "Pages for phones on the same network: the scoreboard for all, "+
		"the judge's page for whom the box has paired",
		key("listen", &w.Listen, "", "Where they are served", address(`an address such as ":8080", or empty`, "")),
		key("names", &w.Names, []string{},
			"Names by which phones know the box beside the machine's own, also with .local, and its addresses"),
	)
}

// Demo is the virtual table.
type Demo struct {
	Listen string
	Seats  int
}

func (d *Demo) rows() []row {
	return table("demo", "The virtual table (arbitre demo)",
		key("listen", &d.Listen, "127.0.0.1:8088",
			"Where its page is served", address(`an address such as "127.0.0.1:8088"`)),
		key("seats", &d.Seats, 5, "How many seats it has", count(3, 8)),
	)
}

// Log is the log on standard error.
type Log struct{ Level string }

func (l *Log) rows() []row {
	return table("log", "The log on standard error",
		key("level", &l.Level, "info", "From which level on", among("debug", "info", "warn", "error")),
	)
}
