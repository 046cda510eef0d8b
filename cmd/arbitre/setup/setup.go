// Package setup asks a person what belongs to the table, and makes a configuration of the answers.
package setup

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/messages"
	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
)

// A form asks line by line. After an error it asks no more.
type form struct {
	lines   <-chan string // that are typed, until there is no more
	presses <-chan Press  // that are an answer as well where a button is asked for; nil: none are
	forget  func()        // as of [Machine]
	out     io.Writer
	say     messages.Say
	err     error
	failed  error // why no more lines come; set before they end
}

// read reads lines until nobody takes them any more.
func (f *form) read(in io.Reader, done <-chan struct{}) {
	lines := make(chan string)
	f.lines = lines
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-done:
				return
			}
		}
		f.failed = scanner.Err()
	}()
}

// ask asks until the answer passes the check. An empty line is the preset.
func (f *form) ask(question, preset string, check func(string) error) string {
	return f.await(nil, question, preset, check)
}

// await asks for a line, or a press, which answers with its place.
func (f *form) await(presses <-chan Press, question, preset string, check func(string) error) string {
	for f.err == nil {
		if presses != nil && preset == "" {
			fmt.Fprintf(f.out, "%s: ", question)
		} else {
			fmt.Fprintf(f.out, "%s [%s]: ", question, preset)
		}
		var answer string
		select {
		case line, more := <-f.lines:
			if !more {
				fmt.Fprintln(f.out)
				f.err = errors.Join(errors.New("the answers ended before the last question: nothing is written"), f.failed)
				return preset
			}
			answer = cmp.Or(strings.TrimSpace(line), preset)
		case p := <-presses:
			answer = p.Place
			fmt.Fprintln(f.out, p)
			if f.forget != nil {
				f.forget()
			}
		}
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

// Ask asks everything that differs from table to table, first of all in which language. Doubts are what somebody else knows to
// be wrong with a configuration.
func Ask(in io.Reader, out io.Writer, rules games.Rulebook, language wording.Language, m Machine, doubts func(config.Config) []config.Complaint) (c config.Config, say messages.Say, err error) {
	done := make(chan struct{})
	defer close(done)
	f := form{out: out, say: fmt.Sprintf, presses: m.Presses, forget: m.Forget}
	f.read(in, done)
	c = config.Default(rules, func(string) string { return "" })
	c.Language = f.oneOf("Langue / Sprache / Language", language.String(), wording.Codes()...)
	l, err := wording.ParseLanguage(c.Language)
	if err != nil {
		return c, nil, err
	}
	f.say = messages.In(l)

	// What needs pins of its own is asked before the pins.
	seats, err := strconv.Atoi(f.oneOf(f.say("How many seats, 3 to 8"), "5", "3", "4", "5", "6", "7", "8"))
	if err != nil {
		return c, nil, err
	}
	if m.Header {
		f.onHeader(&c)
	} else {
		c.OLED.Enabled, c.Buzzer.Enabled = false, false
	}
	if m.Presses != nil && (!m.Header || f.yesOrNo(f.say("Are the buttons connected by now, so that you can press them (yes, no)"), m.Plugged)) {
		f.pressed(&c, m, seats, doubts)
	} else {
		f.typed(&c, seats)
	}
	c.Speaker.Enabled = f.yesOrNo(f.say("Is there a loudspeaker (yes, no)"), c.Speaker.Header)
	if f.yesOrNo(f.say("Serve pages for phones (yes, no)"), !m.Header) {
		c.Web.Listen = ":8080"
	}
	return c, f.say, f.err
}

// onHeader asks what there is that only a header has pins for.
func (f *form) onHeader(c *config.Config) {
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
}
