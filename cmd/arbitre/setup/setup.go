// Package setup asks a person what belongs to the table, and makes a configuration of the answers.
package setup

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/lesson"
	"arbitre/cmd/arbitre/messages"
	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Options say what the questions depend on.
type Options struct {
	Rules    games.Rulebook
	Language wording.Language // of the first question
	Machine  Machine
	Doubts   func(config.Config) []config.Complaint // lists mistakes that package config can't know
}

// A form asks line by line. After an error it asks no more.
type form struct {
	Options
	stopped <-chan struct{} // closed when the person gives up
	lines   <-chan string   // typed lines; closed at the end of the input
	out     io.Writer
	say     messages.Say
	err     error

	config config.Config  // with the answers so far
	lesson *lesson.Lesson // of the buttons that are pressed
}

// Ask asks for everything that differs from table to table, the language first. Say speaks the
// chosen language. It fails if the context or the input ends before the last answer.
func Ask(ctx context.Context, in io.Reader, out io.Writer, o Options) (c config.Config, say messages.Say, err error) {
	f := form{Options: o, stopped: ctx.Done(), out: out, say: fmt.Sprintf}
	f.config = config.Default(o.Rules, func(string) string { return "" })
	f.read(in)
	f.config.Language = f.oneOf("Langue / Sprache / Language", o.Language.String(), wording.Codes()...)
	f.say = messages.In(wording.Language(f.config.Language))

	// Parts that need pins of their own are asked for before the pins of buttons and lamps.
	m := o.Machine
	if m.Header {
		f.onHeader()
	} else {
		f.config.OLED.Enabled, f.config.Buzzer.Enabled = false, false
	}
	connected := f.say("Are the buttons connected by now, so that you can press them (yes, no)")
	if m.Presses != nil && (!m.Header || f.yesOrNo(connected, m.Plugged)) {
		f.pressed()
	} else {
		f.typed()
	}
	f.config.Speaker.Enabled = f.yesOrNo(f.say("Is there a loudspeaker (yes, no)"), f.config.Speaker.Header)
	if f.yesOrNo(f.say("Serve pages for phones (yes, no)"), !m.Header) {
		f.config.Web.Listen = ":8080"
	}
	return f.config, f.say, f.err
}

// onHeader asks for the parts that only a header has pins for.
func (f *form) onHeader() {
	c := &f.config
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

// read reads lines in a goroutine of its own, so that presses can be awaited meanwhile. It runs
// until the program ends: reading from a terminal can't be interrupted.
func (f *form) read(in io.Reader) {
	lines := make(chan string)
	f.lines = lines
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			lines <- scanner.Text()
		}
	}()
}

// ask asks until the answer passes the check. An empty line stands for the preset.
func (f *form) ask(question, preset string, check func(string) error) string {
	return f.await(nil, question, preset, check)
}

// await asks as ask does, and takes presses, too: the answer of a press is its GPIO line or key.
func (f *form) await(presses <-chan hw.Source, question, preset string, check func(string) error) string {
	if preset != "" {
		question += " [" + preset + "]"
	}
	for f.err == nil {
		fmt.Fprintf(f.out, "%s: ", question)
		var answer string
		select {
		case <-f.stopped:
			f.giveUp()
			return preset
		case line, more := <-f.lines:
			if !more {
				f.giveUp()
				return preset
			}
			answer = cmp.Or(strings.TrimSpace(line), preset)
		case p := <-presses:
			answer = f.answerOf(p)
		}
		err := check(answer)
		if err == nil {
			return answer
		}
		fmt.Fprintln(f.out, f.say("That is not possible: %v", err))
	}
	return preset
}

// giveUp ends the questions before the last of them.
func (f *form) giveUp() {
	fmt.Fprintln(f.out)
	f.err = errors.New("the answers ended before the last question: nothing is written")
}

// answerOf prints a press in the place of a typed answer, and returns the answer.
func (f *form) answerOf(p hw.Source) string {
	if fmt.Fprint(f.out, p.Place); p.Device != "" {
		fmt.Fprintf(f.out, " (%s, %s)", p.Device, evdev.Within(p.Resolution))
	}
	fmt.Fprintln(f.out)
	if f.Machine.Forget != nil {
		f.Machine.Forget()
	}
	return p.Place
}

// oneOf asks for one of some words. The beginning of a word is enough if no other begins so.
func (f *form) oneOf(question, preset string, words ...string) (word string) {
	word = preset
	f.ask(question, preset, func(answer string) error {
		answer = strings.ToLower(answer)
		other := func(w string) bool { return !strings.HasPrefix(w, answer) }
		meant := slices.DeleteFunc(slices.Clone(words), other)
		if len(meant) != 1 {
			return fmt.Errorf("%q; %s", answer, strings.Join(words, ", "))
		}
		word = meant[0]
		return nil
	})
	return word
}

func (f *form) yesOrNo(question string, preset bool) bool {
	answers := map[bool]string{true: f.say("yes"), false: f.say("no")}
	return f.oneOf(question, answers[preset], answers[true], answers[false]) == answers[true]
}
