package config

import (
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/keyboard"
	"arbitre/hw/latency"
)

// rows are all keys in the order of the file, each once: its name, where its value is, its default, what is allowed,
// and a sentence. A table's row comes before those of its keys. Limits that depend on another key are as that is now.
//
// The lines by default are those of the 40-pin header which have the same name on every Pi and kernel
// (4 and 7 to 11 do not) and serve neither I²C nor the UART. The lamps' are pulled down at power-on
// (BCM2835 ARM Peripherals, table 6-31), so that they are dark until the program drives them.
func (c *Config) rows() []row {
	return slices.Concat(c.ofRaces(), c.ofButtons(), c.ofJudge(), c.ofDisplays(), c.ofSounds(), c.ofGames(), c.ofPages())
}

// MostSettle is the longest that a race may be told to wait for late presses.
const MostSettle = 100 * time.Millisecond

func (c *Config) ofRaces() []row {
	limits := race.DefaultLimits()
	return []row{
		key("language", &c.Language, wording.English.String(), among(wording.Codes()...), "Language of the display until another is chosen on the box"),
		key("journals", &c.Journals, serviceFolder, given("a folder"),
			"Folder for the journals. Unless it is set: the service's state folder ($STATE_DIRECTORY),\nand without a service ~/.local/state/arbitre"),
		key("shortcut", &c.Shortcuts, []Shortcut{}, limit[[]Shortcut]{},
			"Buttons that answer one question at once, which is named as in a journal:\n[{line = 'GPIO14', prompt = 'play', value = 'mosquito'}], or a table [[shortcut]] for each"),

		table("race", "How presses of a race are judged, unless the start of a game says otherwise"),
		key("race.tie", &c.Race.Tie, Duration{limits.Tie}, orAuto(span(latency.Floor, latency.Most)),
			"Presses less than this apart are a dead heat. With auto the machine finds out how long that must be"),
		key("race.settle", &c.Race.Settle, Duration{limits.Settle}, span(max(latency.Floor, c.Race.Tie.Duration), MostSettle).from("race.tie"),
			"How long to wait for a press that is delivered late"),
		key("race.timeout", &c.Race.Timeout, Duration{limits.Timeout}, span(time.Second, 60*time.Second), "A slowest-loses race ends after this"),
		key("race.lookback", &c.Race.Lookback, Duration{limits.Lookback}, span(0, 10*time.Second), "A card is asked whose it is if a turn ended this long before its slaps"),
		key("race.quiet", &c.Race.Quiet, Duration{limits.Quiet}, span(0, 10*time.Second), "Presses are ignored this long after a race"),
		key("race.burst", &c.Race.Burst, Duration{limits.Burst}, span(100*time.Millisecond, 10*time.Second), "Slaps of one card follow each other within this time"),
		key("race.declare", &c.Race.Declare, Duration{limits.Declare}, span(time.Second, time.Minute), "The judge may declare a card this long after its slaps"),
	}
}

func (c *Config) ofButtons() []row {
	contacts := hw.DefaultDebounce()
	return []row{
		table("buttons", "The players' buttons and their lamps. Lines have the names that gpioinfo prints. A key of a device that is plugged in\nstands in place of one: '0079:0006/BTN_THUMB', or '0079:0006@1-1.3/BTN_THUMB' where there are two alike.\narbitre init writes what is pressed; arbitre doctor shows what is plugged in"),
		key("buttons.glitch", &c.Buttons.Glitch, Duration{contacts.Glitch}, span(0, 10*time.Millisecond), "A pulse shorter than this is no press"),
		key("buttons.lockout", &c.Buttons.Lockout, Duration{contacts.Lockout}, span(c.Buttons.Glitch.Duration, 100*time.Millisecond).from("buttons.glitch"),
			"The contacts may bounce this long after a press"),
		key("buttons.stuck", &c.Buttons.Stuck, Duration{hw.DefaultWatch().Held}, span(40*time.Second, time.Hour),
			"A button that is held for so long is stuck, and left out until it is let go"),
		key("buttons.seats", &c.Buttons.Seats, []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24"}, lines(3, 8),
			"A line for each seat, clockwise from seat 1"),
		key("buttons.lamps", &c.Buttons.Lamps, []string{"GPIO25", "GPIO16", "GPIO26", "GPIO20", "GPIO21"}, limit[[]string]{},
			"The lamps of the same seats, or none: []; '' for a seat without one. Those of a device are such as '054c:1000/buzz1'.\nGPIO20 and GPIO21 belong to I2S: beside a sound card on the header they are refused."),
	}
}

func (c *Config) ofJudge() []row {
	return []row{
		table("judge", "The judge's keys. Without any, previous, next and ok all empty, the judge has a USB keyboard"),
		key("judge.previous", &c.Judge.Previous, "GPIO5", limit[string]{}, "Line of the key that goes back in a list"),
		key("judge.next", &c.Judge.Next, "GPIO6", limit[string]{}, "Line of the key that goes on in a list"),
		key("judge.ok", &c.Judge.OK, "GPIO13", limit[string]{}, "Line of the key that confirms"),
		key("judge.back", &c.Judge.Back, "", limit[string]{}, "Line of a key of its own for back and undo. Empty: a long OK does that"),
		key("judge.long", &c.Judge.Long, Duration{600 * time.Millisecond}, span(200*time.Millisecond, 5*time.Second), "How long a long press is"),
		key("judge.shutdown", &c.Judge.Shutdown, Duration{0}, orNone(span(max(3*time.Second, 2*c.Judge.Long.Duration), 30*time.Second)),
			"Who holds ok or back for so long, at least twice judge.long, shuts the machine down"),

		table("encoder", "A rotary encoder in place of the keys previous and next; its push is the key ok"),
		key("encoder.a", &c.Encoder.A, "", limit[string]{}, "The line that leads when it is turned clockwise. Empty: there is none"),
		key("encoder.b", &c.Encoder.B, "", limit[string]{}, "The line that follows. Empty: there is none"),
		key("encoder.edges", &c.Encoder.Edges, int(hw.FullStep), among(int(hw.FullStep), int(hw.HalfStep)),
			"Edges of both lines for one click; the fewer where there are half as many pulses as clicks"),
	}
}

func (c *Config) ofDisplays() []row {
	rest := display.DefaultRest()
	return slices.Concat([]row{
		table("oled", "The judge's display, an SSD1306 with 128 by 64 pixels or 128 by 32"),
	}, c.OLED.rows("oled", true, 0x3C), []row{
		key("oled.dim", &c.OLED.Dim, Duration{rest.Dim}, span(10*time.Second, 24*time.Hour), "Darker after this long without a press"),
		key("oled.blank", &c.OLED.Blank, Duration{rest.Blank}, span(c.OLED.Dim.Duration, 24*time.Hour).from("oled.dim"),
			"Dark after this long without a press, so that nothing burns in"),

		table("public", "A second display of the same kind, that shows everyone what everyone may see"),
	}, c.Public.rows("public", false, 0x3D))
}

func (c *Config) ofSounds() []row {
	return []row{
		table("buzzer", "The buzzer"),
		key("buzzer.enabled", &c.Buzzer.Enabled, true, limit[bool]{}, "Whether there is one"),
		key("buzzer.pin", &c.Buzzer.Pin, "GPIO12", limit[string]{}, "Its line. A tune needs one with PWM: GPIO12, GPIO13, GPIO18 or GPIO19"),
		key("buzzer.kind", &c.Buzzer.Kind, "passive", among("passive", "active"), "A passive buzzer plays tunes, an active one can only beep"),

		table("speaker", "A loudspeaker beside the buzzer, played by aplay"),
		key("speaker.enabled", &c.Speaker.Enabled, false, limit[bool]{}, "Whether there is one"),
		key("speaker.card", &c.Speaker.Card, "default", given(`an ALSA device such as "default"`), "The device; aplay -L lists them"),
		key("speaker.folder", &c.Speaker.Folder, "", limit[string]{}, "Folder with WAV files that replace the sounds of the same name. Empty: none"),
		key("speaker.header", &c.Speaker.Header, false, limit[bool]{}, "Whether the sound card sits on the header (I2S), which then needs GPIO18 to GPIO21"),

		table("sounds", "What buzzer and loudspeaker are for"),
		key("sounds.key_click", &c.Sounds.KeyClick, false, limit[bool]{}, "Whether each of the judge's keys clicks"),
	}
}

func (c *Config) ofGames() []row {
	rows := []row{
		table("keyboard", "A USB keyboard, which answers what the judge's keys answer, and types words"),
		key("keyboard.enabled", &c.Keyboard.Enabled, true, limit[bool]{}, "Whether one is looked for"),
		key("keyboard.layout", &c.Keyboard.Layout, string(keyboard.QWERTY), among(string(keyboard.QWERTY), string(keyboard.AZERTY), string(keyboard.QWERTZ)), "What its keys say"),
	}
	for _, g := range c.Games {
		rows = append(rows, g.rows()...)
	}
	return rows
}

func (g Game) rows() []row {
	rows := []row{table(g.Name, g.Title)}
	for i := range g.Settings {
		s := &g.Settings[i]
		switch name := g.Name + "." + s.Key; s.Form {
		case games.Names:
			rows = append(rows, key(name, &s.Names, []string{}, names(s.Count), s.Says))
		case games.WordList:
			rows = append(rows, key(name, &s.Path, "", limit[string]{}, s.Says))
		case games.Reveal:
			rows = append(rows, key(name, &s.On, false, limit[bool]{}, s.Says))
		}
	}
	return rows
}

func (c *Config) ofPages() []row {
	return []row{
		table("web", "Pages for phones on the same network: the scoreboard for all, the judge's page for whom the box has paired"),
		key("web.listen", &c.Web.Listen, "", address(`an address such as ":8080", or empty`, ""), "Where they are served"),
		key("web.names", &c.Web.Names, []string{}, limit[[]string]{}, "Names by which phones know the box beside the machine's own, also with .local, and its addresses"),

		table("demo", "The virtual table (arbitre demo)"),
		key("demo.listen", &c.Demo.Listen, "127.0.0.1:8088", address(`an address such as "127.0.0.1:8088"`), "Where its page is served"),
		key("demo.seats", &c.Demo.Seats, 5, count(3, 8), "How many seats it has"),

		table("log", "The log on standard error"),
		key("log.level", &c.Log.Level, "info", among("debug", "info", "warn", "error"), "From which level on"),
	}
}

func (p *Panel) rows(table string, enabled bool, at Address) []row {
	return []row{
		key(table+".enabled", &p.Enabled, enabled, limit[bool]{}, "Whether there is one"),
		key(table+".bus", &p.Bus, "", limit[string]{}, "The I2C bus, such as I2C1. Empty: the first one"),
		key(table+".address", &p.Address, at, among[Address](0x3C, 0x3D), "Its address on that bus"),
		key(table+".height", &p.Height, display.Height, among(display.Height, display.LowHeight), "How many pixels high it is"),
		key(table+".rotate", &p.Rotate, false, limit[bool]{}, "Upside down"),
		key(table+".contrast", &p.Contrast, 255, count(0, 255), "Brightness"),
	}
}

func (s *Shortcut) rows(name string) []row {
	return []row{
		key(name+".line", &s.Line, "", limit[string]{}, "Its line"),
		key(name+".prompt", &s.Prompt, "", given(`a question such as "play"`), "The question, as in a journal"),
		key(name+".value", &s.Value, "", given(`an answer such as "mosquito"`), "The answer"),
	}
}

// A row is one key, or the head of a table, which has no value.
type row struct {
	name  string // "race.tie"
	says  string
	value any // where it is: *string, *bool, *int, *Duration, *Address, *[]string or *[]Shortcut
	reset func()

	must  string      // what it must be, in the words of a complaint
	limit string      // the same, in those of the sample
	low   string      // the key that its lower limit is
	ok    func() bool // whether it is so
}

func table(name, says string) row { return row{name: name, says: says, reset: func() {}} }

func key[T any](name string, at *T, preset T, allowed limit[T], says string) row {
	return row{
		name: name, says: says, value: at, must: allowed.must, limit: allowed.brief, low: allowed.low,
		reset: func() { *at = preset },
		ok:    func() bool { return allowed.ok == nil || allowed.ok(*at) },
	}
}

// A limit is what a value must be. The zero one allows everything.
type limit[T any] struct {
	must, brief string // as of [row]
	low         string
	ok          func(T) bool
}

// says has the sample say the same as a complaint.
func (l limit[T]) says(must string) limit[T] {
	l.must, l.brief = must, must
	return l
}

func span(low, high time.Duration) limit[Duration] {
	return limit[Duration]{
		ok: func(d Duration) bool { return low <= d.Duration && d.Duration <= high },
	}.says(fmt.Sprintf("%s to %s", Duration{low}, Duration{high}))
}

// from names the key that the lower limit is.
func (l limit[T]) from(key string) limit[T] {
	low, high, _ := strings.Cut(l.must, " to ")
	l.low, l.must, l.brief = key, fmt.Sprintf("%s (%s) to %s", low, key, high), key+" to "+high
	return l
}

// orAuto allows "auto" as well.
func orAuto(l limit[Duration]) limit[Duration] {
	within := l.ok
	l.ok = func(d Duration) bool { return d.Auto() || within(d) }
	return l.says(l.must + ", or auto")
}

// orNone allows 0s as well.
func orNone(l limit[Duration]) limit[Duration] {
	within := l.ok
	l.ok = func(d Duration) bool { return d.Duration == 0 || within(d) }
	return l.says("0s for never, or " + l.must)
}

func count(low, high int) limit[int] {
	return limit[int]{ok: func(n int) bool { return low <= n && n <= high }}.says(fmt.Sprintf("%d to %d", low, high))
}

func among[T comparable](values ...T) limit[T] {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	last := len(words) - 1
	return limit[T]{ok: func(v T) bool { return slices.Contains(values, v) }}.
		says(strings.Join(words[:last], ", ") + " or " + words[last])
}

func given(what string) limit[string] {
	return limit[string]{must: what, ok: func(text string) bool { return text != "" }}
}

func lines(low, high int) limit[[]string] {
	return limit[[]string]{ok: func(lines []string) bool { return low <= len(lines) && len(lines) <= high }}.
		says(fmt.Sprintf("%d to %d lines", low, high))
}

// names are n different ones, or none.
func names(n int) limit[[]string] {
	return limit[[]string]{must: fmt.Sprintf("%d different names, or none", n), ok: func(words []string) bool {
		different := slices.Compact(slices.Sorted(slices.Values(words)))
		return len(words) == 0 || len(words) == n && len(different) == n && !slices.Contains(words, "")
	}}
}

// address is one to listen at, or one of some other words.
func address(what string, others ...string) limit[string] {
	return limit[string]{ok: func(text string) bool {
		_, port, err := net.SplitHostPort(text)
		if err == nil {
			_, err = strconv.ParseUint(port, 10, 16)
		}
		return err == nil || slices.Contains(others, text)
	}}.says(what)
}
