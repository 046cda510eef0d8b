package config

import (
	"testing"

	"arbitre/games/all"

	"github.com/google/go-cmp/cmp"
)

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

		{"a kind of buzzer", "[buzzer]\nkind = 'loud'", `arbitre.toml:2: key "buzzer.kind" is "loud" but must be passive or active`},
		{"a level", "[log]\nlevel = 'INFO'", `arbitre.toml:2: key "log.level" is "INFO" but must be debug, info, warn or error`},
		{"no folder", "journals = ''", `arbitre.toml:1: key "journals" is empty but must be a folder`},
		{"no sound device", "[speaker]\ncard = ''", `arbitre.toml:2: key "speaker.card" is empty but must be an ALSA device such as "default"`},
		{"a tie that no kernel keeps", "[race]\ntie = '199us'", `arbitre.toml:2: key "race.tie" is 199µs but must be 200µs to 50ms, or auto`},
		{"a settle of its own accord", "[race]\nsettle = 'auto'", `arbitre.toml:2: key "race.settle" is auto but must be 1ms (race.tie) to 100ms`},
		{"a tie that is too long", "[race]\ntie = '60ms'\nsettle = '9ms'", `arbitre.toml:2: key "race.tie" is 60ms but must be 200µs to 50ms, or auto`},
		{"a settle below the tie", "[race]\nsettle = '20ms'\ntie = '30ms'", `arbitre.toml:2: key "race.settle" is 20ms but must be 30ms (race.tie) to 100ms`},
		{"a tie above the default settle", "[race]\ntie = '30ms'", `arbitre.toml:2: key "race.settle" is 10ms but must be 30ms (race.tie) to 100ms`},
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

		{"a key of a device that there is not", "[buttons]\nlamps = []\nseats = ['0079:0006/BTN_THUM', 'GPIO4', '0079:0006/knob']",
			`arbitre.toml:3: key "buttons.seats[0]": there is no key "BTN_THUM"; did you mean "BTN_THUMB"?` + "\n" +
				`arbitre.toml:3: key "buttons.seats[2]": there is no key "knob"; arbitre init or arbitre doctor --press shows what a button is called`},
		{"a device without a key", "[judge]\nok = '0079:0006'",
			`arbitre.toml:2: key "judge.ok": "0079:0006" is no key of a device: that is such as "0079:0006/BTN_THUMB", or with its socket "0079:0006@1-1.3/BTN_THUMB"`},
		{"a key of a device for two, by its name and its number", "[buttons]\nlamps = []\nseats = ['0079:0006/BTN_THUMB', 'GPIO4', '0079:0006@1-1/289']",
			`arbitre.toml:3: 0079:0006@1-1/289: seat 1 button and seat 3 button; each must be one of its own`},
		{"a lamp of a device for two", "[buttons]\nseats = ['GPIO4', 'GPIO17', 'GPIO27']\nlamps = ['054c:1000/buzz1', '', '054c:1000/buzz1']",
			`arbitre.toml:3: 054c:1000/buzz1: lamp 1 and lamp 3; each must be one of its own`},
		{"an encoder and a buzzer that are plugged in", "[encoder]\na = '0079:0006/BTN_A'\nb = '0079:0006/BTN_B'\n[buzzer]\npin = '054c:1000/buzz1'",
			`arbitre.toml:2: key "encoder.a": a device that is plugged in can be a button or a lamp, but not the encoder; give it a line such as "GPIO17"
arbitre.toml:5: key "buzzer.pin": a device that is plugged in can be a button or a lamp, but not the buzzer; give it a line such as "GPIO17"`},
		{"nobody who could be the judge", "judge = {previous = '', next = '', ok = ''}\nkeyboard.enabled = false",
			`arbitre.toml:1: key "judge.ok" is empty but must be a line such as "GPIO17", where no keyboard may stand in for the judge's keys`},

		{"no TOML", "[race]\ntie: 1ms", `arbitre.toml:2: expected '=' after key`},
		{"a key twice", "language = 'fr'\nlanguage = 'de'", `arbitre.toml:2: key language is already defined`},
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
