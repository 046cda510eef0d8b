// Package setup asks a person what belongs to the table, and makes a configuration of the answers.
package setup

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/words"
	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
)

// A form asks line by line. After an error it asks no more.
type form struct {
	in  *bufio.Scanner
	out io.Writer
	say words.Say
	err error
}

// ask asks until the answer passes the check. An empty line is the preset.
func (f *form) ask(question, preset string, check func(string) error) string {
	for f.err == nil {
		fmt.Fprintf(f.out, "%s [%s]: ", question, preset)
		if !f.in.Scan() {
			fmt.Fprintln(f.out)
			f.err = errors.Join(errors.New("the answers ended before the last question: nothing is written"), f.in.Err())
			break
		}
		answer := cmp.Or(strings.TrimSpace(f.in.Text()), preset)
		err := check(answer)
		if err == nil {
			return answer
		}
		fmt.Fprintln(f.out, f.say("That is not possible: %v", err))
	}
	return preset
}

// oneOf takes one of the words, or what only one of them begins with.
func (f *form) oneOf(question, preset string, words ...string) string {
	meant := func(answer string) (word string) {
		answer = strings.ToLower(answer)
		for _, w := range words {
			switch {
			case w == answer:
				return w
			case strings.HasPrefix(w, answer) && word != "":
				return ""
			case strings.HasPrefix(w, answer):
				word = w
			}
		}
		return word
	}
	return meant(f.ask(question, preset, func(answer string) error {
		if meant(answer) != "" {
			return nil
		}
		return fmt.Errorf("%q; %s", answer, strings.Join(words, ", "))
	}))
}

func (f *form) yesOrNo(question string, preset bool) bool {
	yes, no := f.say("yes"), f.say("no")
	word := no
	if preset {
		word = yes
	}
	return f.oneOf(question, word, yes, no) == yes
}

// lines asks for as many lines as the preset has, until they can be wired. A bare number is that of a GPIO line.
func (f *form) lines(question string, preset []string, wired func(lines []string) error) {
	f.ask(question, strings.Join(preset, " "), func(answer string) error {
		lines := strings.FieldsFunc(strings.ToUpper(answer), func(r rune) bool { return r == ' ' || r == ',' })
		for i, line := range lines {
			if _, err := strconv.ParseUint(line, 10, 8); err == nil {
				lines[i] = "GPIO" + line
			}
		}
		if n := len(lines); n != len(preset) {
			return fmt.Errorf("expected %d lines, not %d", len(preset), n)
		}
		return wired(lines)
	})
}

// Ask asks everything that differs from table to table, first of all in which language.
func Ask(in io.Reader, out io.Writer, rules games.Rulebook, language wording.Language) (c config.Config, say words.Say, err error) {
	f := form{in: bufio.NewScanner(in), out: out, say: fmt.Sprintf}
	c = config.Default(rules, func(string) string { return "" })
	c.Language = f.oneOf("Langue / Sprache / Language", language.String(), wording.Codes()...)
	l, err := wording.ParseLanguage(c.Language)
	if err != nil {
		return c, nil, err
	}
	f.say = words.In(l)

	// What needs pins of its own is asked before the pins.
	seats, err := strconv.Atoi(f.oneOf(f.say("How many seats, 3 to 8"), "5", "3", "4", "5", "6", "7", "8"))
	if err != nil {
		return c, nil, err
	}
	height := f.oneOf(f.say("Height of the OLED display (64, 32, 0 for none)"), "64", "64", "32", "0")
	if c.OLED.Enabled = height != "0"; height == "32" {
		c.OLED.Height = display.LowHeight
	}
	kinds := []string{f.say("passive"), f.say("active"), f.say("none")}
	buzzer := f.oneOf(f.say("Buzzer (passive, active, none)"), kinds[0], kinds...)
	if c.Buzzer.Enabled = buzzer != kinds[2]; buzzer == kinds[1] {
		c.Buzzer.Kind = "active"
	}
	c.Speaker.Header = f.yesOrNo(f.say("Is there a sound card on the 40-pin header (yes, no)"), false)
	f.buttons(&c, seats)
	c.Speaker.Enabled = f.yesOrNo(f.say("Is there a loudspeaker (yes, no)"), c.Speaker.Header)
	if f.yesOrNo(f.say("Serve pages for phones (yes, no)"), false) {
		c.Web.Listen = ":8080"
	}
	return c, f.say, f.err
}

// buttons asks for the lines of the seats' buttons and lamps. Beyond those by default they are the ones that hw/WIRING.md
// draws, which are free on every Pi.
func (f *form) buttons(c *config.Config, seats int) {
	usual := slices.Concat(c.Buttons.Seats, []string{"GPIO4", "GPIO8", "GPIO7"})[:seats]
	lamps := slices.Concat(c.Buttons.Lamps, []string{"GPIO18", "GPIO19", "GPIO13"})[:seats]
	ok := c.Judge.OK
	wired := func(into *[]string) func([]string) error {
		return func(lines []string) error {
			*into = lines
			c.Judge.OK = ok
			if slices.Contains(slices.Concat(c.Buttons.Seats, c.Buttons.Lamps), ok) {
				c.Judge.OK = "GPIO9"
			}
			return c.Check()
		}
	}
	c.Buttons.Lamps = []string{}
	f.lines(f.say("Lines of the buttons, clockwise"), usual, wired(&c.Buttons.Seats))
	if !f.yesOrNo(f.say("Do the buttons have lamps (yes, no)"), true) {
		return
	}
	if c.Speaker.Header { // it needs lines that lamps would have: those go to a board
		for i := range lamps {
			lamps[i] = fmt.Sprintf("PCA%d", i)
		}
	}
	f.lines(f.say("Lines of the lamps, in the same order"), lamps, wired(&c.Buttons.Lamps))
}
