package aloud

import (
	"context"
	"slices"
	"sync"

	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
)

// Options say where a [Teller] has its words from and who speaks them.
type Options struct {
	Rules   games.Rulebook
	Phrases wording.Phrases
	Sitters func() map[games.Seat]games.Sitter
	// Say speaks sentences in place of those that are being spoken. It does not wait for them.
	Say func(wording.Language, []Sentence)
}

// A Teller is the surface that speaks: it finds what is to be said of the states of a table, as much as
// their verbosity wants, and what is to be said on command.
type Teller struct {
	Options
	changed chan struct{} // of one

	mu      sync.Mutex // guards what follows: what has come and is not told yet
	state   shown.State
	command shown.Command // the newest; 0 for none

	// What was told last, for the goroutine of Run.
	game  string
	line  int
	fact  games.Fact
	keys  map[string]bool
	asked []string
	again []Sentence
}

// NewTeller returns a Teller. It tells nothing before Run.
func NewTeller(o Options) *Teller { return &Teller{Options: o, changed: make(chan struct{}, 1)} }

// Show takes the newest state. It returns at once; a state that comes while another is told replaces what
// has not been told yet, and no fact is lost, for a state has all facts of its game.
func (t *Teller) Show(s shown.State) {
	t.mu.Lock()
	t.state = s
	t.mu.Unlock()
	t.wake()
}

// Refresh is of no use: a name that has changed is spoken the next time.
func (t *Teller) Refresh() {}

// Command has something said of the state that was shown last.
func (t *Teller) Command(c shown.Command) {
	t.mu.Lock()
	t.command = c
	t.mu.Unlock()
	t.wake()
}

func (t *Teller) wake() {
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

// Run tells until the context ends.
func (t *Teller) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.changed:
		}
		t.mu.Lock()
		s, command := t.state, t.command
		t.command = 0
		t.mu.Unlock()
		say := t.Phrases.In(s.Scene.Language, s.Public.Game).Naming(wording.NamesOf(s.Public, t.Sitters())).Aloud()
		sentences := t.follow(s, say)
		if command != 0 {
			sentences = t.answer(command, s, say)
		}
		if len(sentences) > 0 && s.Verbosity != wording.Silent {
			t.again = sentences
			t.Say(s.Scene.Language, sentences)
		}
	}
}

// follow returns what a state says beyond the states before it.
func (t *Teller) follow(s shown.State, say *wording.Voice) (news []Sentence) {
	if s.Journal != t.game || s.Line < t.line { // another game
		t.fact = games.Fact{}
	}
	level := slices.Index(wording.Verbosities(), s.Verbosity)
	told := map[string]bool{}
	for _, one := range Sentences(s, t.fact, say) {
		if one.Level > level {
			continue
		}
		told[one.Key] = true
		if !t.keys[one.Key] {
			news = append(news, one)
		}
	}
	t.game, t.line, t.keys = s.Journal, s.Line, told
	if n := len(s.Told); n > 0 && s.Told[n-1].Line >= t.fact.Line {
		t.fact = s.Told[n-1]
	}
	asked := Asked(s, say)
	if level >= everything {
		news = append(news, lines(say, changed(t.asked, asked))...)
	}
	t.asked = asked
	return news
}

// Asked returns what the judge's keys would answer, line by line. While a player has the display for what
// he alone may know, that is nothing.
func Asked(s shown.State, say *wording.Voice) []string {
	if s.Holder != 0 {
		return nil
	}
	return s.Scene.Asked(say)
}

// lines returns lines of the display, each as a sentence.
func lines(say *wording.Voice, all []string) (sentences []Sentence) {
	for _, line := range all {
		sentences = append(sentences, Sentence{Text: line})
	}
	return pronounced(say, sentences)
}

// changed returns the lines that differ from those before: of a menu the choice alone, once it was asked.
func changed(before, now []string) (lines []string) {
	if len(before) == 0 || len(now) == 0 || before[0] != now[0] {
		return now
	}
	for i, line := range now {
		if i >= len(before) || before[i] != line {
			lines = append(lines, line)
		}
	}
	return lines
}

// answer returns what a command asks for.
func (t *Teller) answer(c shown.Command, s shown.State, say *wording.Voice) []Sentence {
	switch c {
	case shown.WhatNow:
		return append(Now(s, say), lines(say, Asked(s, say))...)
	case shown.WhoLeads:
		rules, err := t.Rules.Find(s.Public.Game)
		return Leads(s, err == nil && rules.FewIsGood(), say)
	case shown.SayAgain:
		if t.again != nil {
			return t.again
		}
	}
	return []Sentence{{Text: say.Pronounced(say.Template(wording.Spoken, "nothing"))}}
}
