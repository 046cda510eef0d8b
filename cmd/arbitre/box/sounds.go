package box

import (
	"slices"
	"strings"

	"arbitre/display/aloud"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/sounds"
)

// newSpeaker returns a speaker that plays on a sound card, with the recordings in a folder.
func newSpeaker(folder, card string, s Service) *sounds.Speaker {
	set, err := sounds.Load(folder)
	if err != nil {
		s.Log.Warn("some recorded sounds can't be used", "err", err)
	}
	for _, name := range set.Said() {
		if word, _ := games.Cue(name).Split(); !says(s.Phrases, string(word)) {
			s.Log.Warn("a recording is of no sentence: it is named after none of those in the files of words", "name", "say-"+name)
		}
	}
	return sounds.NewSpeaker(set, sounds.Aplay(card), s.Health.Of("speaker", games.Text{Word: "no_speaker"}))
}

// says reports whether the box or a game has a sentence with a word.
func says(p wording.Phrases, word string) bool {
	return slices.ContainsFunc(append(p.Games(), ""), func(game string) bool {
		_, ok := p.In(wording.English, game).Find(wording.Sentences, word)
		return ok
	})
}

// voice speaks on a speaker, as much as each state wants. It returns what answers a command.
func (a *assembly) voice(on *sounds.Speaker) func(shown.Command) {
	voice := sounds.NewVoice(on, sounds.Espeak, a.service.Health.Of("voice", games.Text{Word: "no_voice"}))
	a.onClose(func() { voice.Close() })
	teller := aloud.NewTeller(aloud.Options{
		Rules: a.service.Rules, Phrases: a.service.Phrases, Sitters: a.book.Sitters,
		Say: func(l wording.Language, all []aloud.Sentence) {
			var say []sounds.Sentence
			for _, one := range all {
				say = append(say, sounds.Sentence{Recordings: recordings(one.Of), Text: one.Text})
			}
			voice.Say(l.String(), say)
		},
	})
	a.surfaces = append(a.surfaces, teller)
	a.working.Go(func() { teller.Run(a.beside) })
	return teller.Command
}

// recordings returns the names of recordings that may be heard in place of a sentence: of its seat, and of all.
func recordings(t games.Text) []string {
	word := strings.ToLower(t.Word)
	if len(t.Seats) == 1 {
		t.Seat = t.Seats[0]
	}
	switch {
	case word == "":
		return nil
	case t.Seat == 0:
		return []string{word}
	}
	return []string{string(games.Cue(word).Of(t.Seat)), word}
}
