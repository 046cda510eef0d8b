package box

import (
	"arbitre/games"
	"arbitre/sounds"
)

// newSpeaker returns a speaker that plays on a sound card, with the recordings in a folder.
func newSpeaker(folder, card string, s Service) *sounds.Speaker {
	set, err := sounds.Load(folder)
	if err != nil {
		s.Log.Warn("some recorded sounds can't be used", "err", err)
	}
	return sounds.NewSpeaker(set, sounds.Aplay(card), s.Health.Of("speaker", games.Text{Word: "no_speaker"}))
}
