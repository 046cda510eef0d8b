package config

import (
	"slices"
	"strconv"
	"time"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/display/mqtt/address"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/keyboard"
)

// Config holds all settings of a box, table by table of the file, and the Run. [Config.rows] has the
// meaning and the limit of each setting.
type Config struct {
	Language  string
	Journals  string
	Shortcuts []Shortcut

	Race    race.Limits // Devices stay empty
	Buttons struct {
		Glitch, Lockout, Stuck time.Duration
		Seats, Lamps           []string
	}
	Judge Judge
	OLED  struct { // the judge's
		Panel
		Dim, Blank time.Duration // of both displays, after so long without a press
	}
	Public Panel
	Buzzer struct {
		Enabled   bool
		Pin, Kind string
	}
	Speaker struct {
		Enabled      bool
		Card, Folder string
		Header       bool
	}
	Sounds   Sounds
	Keyboard struct {
		Enabled bool
		Layout  string
	}
	Games []Game // only those with settings
	Web   struct {
		Listen string
		Names  []string
	}
	MQTT MQTT
	Demo struct {
		Listen string
		Seats  int
	}
	Log struct{ Level string }

	Run Run
}

// A Run is what a box is to do until it ends, or goes on with another configuration. None of it is a
// key of the file.
type Run struct {
	Learn     bool      // ask for a press of each button before the next game, as a box without seats does
	LearnOnly hw.Button // the one button that is learnt then; 0: all
	Guide     bool      // begin with the guided first game
	NoGuide   bool      // have no guided first game after learning either
	Children  bool      // play the games of this evening with children
}

// Judge has the lines of the judge's keys, and how long a long press of them is.
type Judge struct {
	Previous, Next, OK, Back string
	Long, Shutdown           time.Duration
}

// MQTT names the broker to which the public state is published.
type MQTT struct {
	Broker, User, PasswordFile, CAFile string
	Prefix, Table                      string
	Arm                                bool

	Credential string // the file in which systemd passes the password on, if it does; no key
}

// A Panel is an OLED display.
type Panel struct {
	Enabled  bool
	Bus      string
	Address  Address
	Kind     string
	Rotate   bool
	Contrast int
}

// Sounds says which sounds are made that are off by default, and how loud all are.
type Sounds struct {
	KeyClick bool
	Volume   int
	Voice    string // a [wording.Verbosity]
}

// A Shortcut is a button that gives one answer to one question.
type Shortcut struct {
	Line   string `toml:"line"`
	Prompt string `toml:"prompt"`
	Value  string `toml:"value"` // a word or a number
}

// A Game is the table of one game, with the settings that its rules declare.
type Game struct {
	Name, Title string
	Settings    []Setting
}

// A Setting is one key of a game's table.
type Setting struct {
	games.Setting
	Names []string // if its form is [games.Names]
	Path  string   // if it is [games.WordList]
	On    bool     // if it is [games.Reveal]
}

// MostSettle is the upper limit of race.settle.
const MostSettle = 100 * time.Millisecond

// rows returns all keys in the order of the file. A limit that depends on another key uses its
// present value.
func (c *Config) rows() []row {
	limits, contacts := race.DefaultLimits(), hw.DefaultDebounce()
	wires := wiring.Default()
	var ofGames []row
	for _, g := range c.Games {
		ofGames = append(ofGames, table(g.Name, g.Title, g.keys()...)...)
	}
	return slices.Concat(
		[]row{
			key("language", &c.Language, wording.English.String(),
				"Language of the display until another is chosen on the box", among(wording.Codes()...)),
			key("journals", &c.Journals, serviceFolder,
				"Folder for the journals. Unless it is set: the service's "+
					"state folder ($STATE_DIRECTORY),\nand without a service ~/.local/state/arbitre",
				given("a folder")),
			key("shortcut", &c.Shortcuts, []Shortcut{},
				"Buttons that answer one question at once, which is named as in a journal:\n"+
					"[{line = 'GPIO14', prompt = 'play', value = 'mosquito'}], or a table [[shortcut]] for each"),
		},
		table("race", "How presses of a race are judged, unless the start of a game says otherwise",
			key("tie", &c.Race.Tie, limits.Tie,
				"Presses less than this apart are a dead heat. With auto the machine finds out how long that must be",
				or(Auto, "%s, or auto", span(hw.MinTie, hw.MaxTie))),
			key("settle", &c.Race.Settle, limits.Settle,
				"How long to wait for a press that is delivered late",
				spanFrom("race.tie", max(hw.MinTie, c.Race.Tie), MostSettle)),
			key("timeout", &c.Race.Timeout, limits.Timeout,
				"A slowest-loses race ends after this", span(time.Second, 60*time.Second)),
			key("lookback", &c.Race.Lookback, limits.Lookback,
				"A card is asked whose it is if a turn ended this long before its slaps", span(0, 10*time.Second)),
			key("quiet", &c.Race.Quiet, limits.Quiet,
				"Presses are ignored this long after a race", span(0, 10*time.Second)),
			key("burst", &c.Race.Burst, limits.Burst,
				"Slaps of one card follow each other within this time", span(100*time.Millisecond, 10*time.Second)),
			key("declare", &c.Race.Declare, limits.Declare,
				"The judge may declare a card this long after its slaps", span(time.Second, time.Minute)),
		),
		table("buttons", "The players' buttons and their lamps. Lines have the names that gpioinfo prints. "+
			"A key of a device that is plugged in\nstands in place of one: '0079:0006/BTN_THUMB', "+
			"or '0079:0006@1-1.3/BTN_THUMB' where there are two alike.\n"+
			"The box learns what is pressed: seats = []. arbitre doctor shows what is plugged in",
			key("glitch", &c.Buttons.Glitch, contacts.Glitch,
				"A pulse shorter than this is no press", span(0, 10*time.Millisecond)),
			key("lockout", &c.Buttons.Lockout, contacts.Lockout,
				"The contacts may bounce this long after a press",
				spanFrom("buttons.glitch", c.Buttons.Glitch, 100*time.Millisecond)),
			key("stuck", &c.Buttons.Stuck, hw.DefaultWatch().Held,
				"A button that is held for so long is stuck, and left out until it is let go",
				span(40*time.Second, time.Hour)),
			key("seats", &c.Buttons.Seats, wires.Seats,
				"A line for each seat, clockwise from seat 1. Without any, [], the box asks for a press\n"+
					"of each button when it starts, and keeps beside the journals what it learns", lines(wiring.Fewest, wiring.Most)),
			key("lamps", &c.Buttons.Lamps, wires.Lamps,
				"The lamps of the same seats, or none: []; '' for a seat without one. "+
					"Those of a device are such as '054c:1000/buzz1'.\n"+
					"GPIO20 and GPIO21 belong to I2S: beside a sound card on the header they are refused."),
		),
		table("judge", "The judge's keys. Without any, previous, next and ok all empty, the judge has a USB keyboard",
			key("previous", &c.Judge.Previous, wires.Previous, "Line of the key that goes back in a list"),
			key("next", &c.Judge.Next, wires.Next, "Line of the key that goes on in a list"),
			key("ok", &c.Judge.OK, wires.OK, "Line of the key that confirms"),
			key("back", &c.Judge.Back, wires.Back, "Line of a key of its own for back and undo. Empty: a long OK does that"),
			key("long", &c.Judge.Long, 600*time.Millisecond,
				"How long a long press is", span(200*time.Millisecond, 5*time.Second)),
			key("shutdown", &c.Judge.Shutdown, 0,
				"Who holds ok or back for so long, at least twice judge.long, shuts the machine down",
				or(0, "0s for never, or %s", span(max(3*time.Second, 2*c.Judge.Long), 30*time.Second))),
		),
		table("oled", "The judge's display, an OLED of 128 by 64 pixels", append(
			c.OLED.Panel.keys(true, 0x3C),
			key("dim", &c.OLED.Dim, 2*time.Minute,
				"Darker after this long without a press", span(10*time.Second, 24*time.Hour)),
			key("blank", &c.OLED.Blank, 10*time.Minute,
				"Dark after this long without a press, so that nothing burns in",
				spanFrom("oled.dim", c.OLED.Dim, 24*time.Hour)))...,
		),
		table("public", "A second display of the same kind, that shows everyone what everyone may see",
			c.Public.keys(false, 0x3D)...),
		table("buzzer", "The buzzer",
			key("enabled", &c.Buzzer.Enabled, true, "Whether there is one"),
			key("pin", &c.Buzzer.Pin, wiring.DefaultBuzzer,
				"Its line. A tune needs one with PWM: GPIO12, GPIO13, GPIO18 or GPIO19"),
			key("kind", &c.Buzzer.Kind, "passive",
				"A passive buzzer plays tunes, an active one can only beep", among("passive", "active")),
		),
		table("speaker", "A loudspeaker beside the buzzer, played by aplay",
			key("enabled", &c.Speaker.Enabled, false, "Whether there is one"),
			key("card", &c.Speaker.Card, "default",
				"The device, of those that aplay -L lists. default is the loudspeaker on USB; where there is none, or\n"+
					"an /etc/asound.conf, it is ALSA's default", given(`an ALSA device such as "default"`)),
			key("folder", &c.Speaker.Folder, "",
				"Folder with WAV files that replace the sounds of the same name: turn.wav, turn-3.wav for seat 3 alone,\n"+
					"say-turn.wav and say-turn-3.wav for what is said. Empty: none"),
			key("header", &c.Speaker.Header, false,
				"Whether the sound card sits on the header (I2S), which then needs GPIO18 to GPIO21"),
		),
		table("sounds", "What buzzer and loudspeaker are for",
			key("key_click", &c.Sounds.KeyClick, false, "Whether each of the judge's keys clicks"),
			key("volume", &c.Sounds.Volume, 100, "How loud they are, in percent, until it is changed on the box. "+
				"An active buzzer is loud or silent", count(0, 100)),
			key("voice", &c.Sounds.Voice, string(wording.Silent), "How much the loudspeaker says, by espeak-ng, until it is changed on the box",
				among(verbosities()...)),
		),
		table("keyboard", "A USB keyboard, which answers what the judge's keys answer, and types words",
			key("enabled", &c.Keyboard.Enabled, true, "Whether one is looked for"),
			key("layout", &c.Keyboard.Layout, string(keyboard.QWERTY), "What its keys say",
				among(string(keyboard.QWERTY), string(keyboard.AZERTY), string(keyboard.QWERTZ))),
		),
		ofGames,
		table("web", "Pages for phones on the same network: the scoreboard for all, "+
			"the judge's page for whom the box has paired",
			key("listen", &c.Web.Listen, "",
				"Where they are served", listenAt(`an address such as ":8080", or empty`, "")),
			key("names", &c.Web.Names, []string{},
				"Names by which phones know the box beside the machine's own, also with .local, and its addresses"),
		),
		table("mqtt", "A broker that is told what everyone may see at the table, for a smart home or a club (MQTT 5)",
			key("broker", &c.MQTT.Broker, "", "Its URL, such as mqtt://192.168.1.5, or mqtts, ws or wss. Empty: none",
				broker()),
			key("user", &c.MQTT.User, "", "The user as whom the table is known to it. Empty: none"),
			key("password_file", &c.MQTT.PasswordFile, "",
				"File with the user's password. Empty: the service's credential mqtt-password, if there is one"),
			key("ca_file", &c.MQTT.CAFile, "",
				"File in PEM with the authority that has signed the certificate of an mqtts or wss broker. Empty: the machine's"),
			key("prefix", &c.MQTT.Prefix, "arbitre", "How its topics begin",
				text("levels of a topic such as arbitre or home/games", address.IsPrefix)),
			key("table", &c.MQTT.Table, "", "Name of the table, its own on this broker. Empty: the machine's",
				text("a name with some of the letters a to z or digits",
					func(name string) bool { return name == "" || address.Slug(name) != "" })),
			key("arm", &c.MQTT.Arm, false, "Whether it may switch on buttons that wait for the judge's sign"),
		),
		table("demo", "The virtual table (arbitre demo)",
			key("listen", &c.Demo.Listen, "127.0.0.1:8088",
				"Where its page is served", listenAt(`an address such as "127.0.0.1:8088"`)),
			key("seats", &c.Demo.Seats, 5, "How many seats it has", count(3, 8)),
		),
		table("log", "The log on standard error",
			key("level", &c.Log.Level, "info", "From which level on", among("debug", "info", "warn", "error")),
		),
	)
}

func verbosities() (all []string) {
	for _, v := range wording.Verbosities() {
		all = append(all, string(v))
	}
	return all
}

func (p *Panel) keys(enabled bool, at Address) []row {
	return []row{
		key("enabled", &p.Enabled, enabled, "Whether there is one"),
		key("bus", &p.Bus, "", "The I2C bus, by its place, such as soc/i2c@7e205000, or number, such as I2C3. Empty: the header's"),
		key("address", &p.Address, at, "Its address on that bus", among[Address](0x3C, 0x3D)),
		key("kind", &p.Kind, string(hw.AnyChip),
			"Its controller. auto asks it: modules of 1.3 inch often have an SH1106, though they are sold as SSD1306",
			among(string(hw.AnyChip), string(hw.SSD1306), string(hw.SH1106))),
		key("rotate", &p.Rotate, false, "Upside down"),
		key("contrast", &p.Contrast, 255, "Brightness until it is changed on the box", count(0, 255)),
	}
}

func (s *Shortcut) keys() []row {
	return []row{
		key("line", &s.Line, "", "Its line"),
		key("prompt", &s.Prompt, "", "The question, as in a journal", given(`a question such as "play"`)),
		key("value", &s.Value, "", "The answer", given(`an answer such as "mosquito"`)),
	}
}

func (g Game) keys() (keys []row) {
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
	return keys
}

// Answer returns the value as it stands in a journal.
func (s Shortcut) Answer() games.Value {
	if n, err := strconv.Atoi(s.Value); err == nil {
		return games.Number(n)
	}
	return games.Word(s.Value)
}
