package box

import (
	"os"
	"slices"
	"strings"

	"arbitre/display/aloud"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/sounds"
)

// sounds returns what plays a cue on everything that sounds, what sets how loud that is, and what has the
// loudspeaker say something at once, nil if there is none.
func (a *assembly) sounds() (play func(games.Cue), setVolume func(percent int), command func(shown.Command)) {
	var players []func(games.Cue)
	var volumes []func(percent int)
	if a.box.Buzzer != nil {
		failed := a.service.Health.Of("buzzer", games.Text{Word: "no_buzzer"})
		buzzer := hw.NewBuzzer(a.box.Buzzer, a.config.Buzzer.Kind == "active", failed)
		a.onClose(buzzer.Close)
		players = append(players, func(cue games.Cue) { buzzer.Play(sounds.Tune(cue)) })
		volumes = append(volumes, buzzer.SetVolume)
	}
	if a.config.Speaker.Enabled {
		speaker := newSpeaker(a.config.Speaker.Folder, a.config.Speaker.Card, a.service)
		a.onClose(func() { speaker.Close() })
		players = append(players, speaker.Play)
		volumes = append(volumes, speaker.SetVolume)
		command = a.voice(speaker)
	}
	play = func(cue games.Cue) {
		for _, play := range players {
			play(cue)
		}
	}
	setVolume = func(percent int) {
		for _, set := range volumes {
			set(percent)
		}
	}
	return play, setVolume, command
}

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
	player := func() []string {
		return sounds.Aplay(hw.SoundDevice(os.DirFS("/"), card, os.Getenv("XDG_RUNTIME_DIR")))
	}
	return sounds.NewSpeaker(set, player, s.Health.Of("speaker", games.Text{Word: "no_speaker"}))
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
	a.onClose(voice.Close)
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
