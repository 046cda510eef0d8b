package referee

import (
	"io"
	"net"
	"net/http"
	"os/exec"
	"testing"

	"arbitre/display/aloud"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/sounds"
)

// The time from the press that decides a race until the verdict is shown, in turn alone, and while all that happens
// is spoken by espeak-ng and two televisions show it.
func BenchmarkPressWhileItIsSpoken(b *testing.B) {
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		b.Skip(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := serveTable(b, listener)
	pages := s.referee.stack.Show
	for range 2 {
		events, err := http.Get("http://" + listener.Addr().String() + "/events")
		if err != nil {
			b.Fatal(err)
		}
		defer events.Body.Close()
		go io.Copy(io.Discard, events.Body)
	}
	failed := func(err error) {
		if err != nil {
			b.Error(err)
		}
	}
	player := func() []string { // no quicker than it is heard
		return []string{"sh", "-c", "while [ $(head -c 9600 | wc -c) = 9600 ]; do sleep 0.05; done"}
	}
	speaker := sounds.NewSpeaker(new(sounds.Set), player, failed)
	defer speaker.Close()
	voice := sounds.NewVoice(speaker, sounds.Espeak, failed)
	defer voice.Close()
	spoken := 0
	teller := aloud.NewTeller(aloud.Options{
		Rules: all.Games(), Phrases: wording.NewPhrases(all.Games()), Sitters: func() map[games.Seat]games.Sitter { return nil },
		Say: func(l wording.Language, sentences []aloud.Sentence) {
			var say []sounds.Sentence
			for _, one := range sentences {
				say = append(say, sounds.Sentence{Text: one.Text})
			}
			spoken++
			voice.Say(l.String(), say)
		},
	})
	go teller.Run(b.Context())
	s.compare(b, map[string]func() (gone func()){
		"-alone": alone,
		"-spoken": func() func() {
			s.referee.stack.Show = func(state shown.State) {
				pages(state)
				state.Verbosity = wording.Everything
				teller.Show(state)
			}
			return func() { s.referee.stack.Show = pages }
		},
	})
	if spoken < b.N {
		b.Errorf("%d times something was said in %d rounds", spoken, b.N)
	}
}
