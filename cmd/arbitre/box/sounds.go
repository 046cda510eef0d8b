package box

import (
	"arbitre/games"
	"arbitre/hw"
	"arbitre/sounds"
)

// notes returns a cue's tune for the buzzer.
func notes(cue games.Cue) []hw.Note {
	var tune []hw.Note
	for _, n := range sounds.Tune(cue) {
		tune = append(tune, hw.Note(n))
	}
	return tune
}

// newSpeaker returns a speaker that plays on a sound card, with the recordings in a folder.
func newSpeaker(folder, card string, s Service) *sounds.Speaker {
	set, err := sounds.Load(folder)
	if err != nil {
		s.Log.Warn("some recorded sounds can't be used", "err", err)
	}
	return sounds.NewSpeaker(set, sounds.Aplay(card), s.Health.Of("speaker", games.Text{Word: "no_speaker"}))
}
