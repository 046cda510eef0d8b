package box

import (
	"arbitre/games"
	"arbitre/hw"
	"arbitre/sounds"
)

// openSounds opens what plays the cues.
func (o *open) openSounds() {
	var cues []func(games.Cue)
	if o.Buzzer != nil {
		buzzer := o.newBuzzer(o.Health.Of("buzzer", games.Text{Word: "no_buzzer"}))
		o.closing = append(o.closing, buzzer.Close)
		cues = append(cues, func(cue games.Cue) { buzzer.Play(notes(cue)) })
	}
	if o.config.Speaker.Enabled {
		set, err := sounds.Load(o.config.Speaker.Folder)
		if err != nil {
			o.Log.Warn("some recorded sounds can't be used", "err", err)
		}
		report := o.Health.Of("speaker", games.Text{Word: "no_speaker"})
		speaker := sounds.NewSpeaker(set, sounds.Aplay(o.config.Speaker.Card), report)
		o.closing = append(o.closing, func() { speaker.Close() })
		cues = append(cues, speaker.Play)
	}
	o.play = func(cue games.Cue) {
		for _, play := range cues {
			play(cue)
		}
	}
}

func (o *open) newBuzzer(warn func(error)) *hw.Buzzer {
	if o.config.Buzzer.Kind == "active" {
		return hw.NewActiveBuzzer(func() (hw.Output, error) { return o.Buzzer() }, warn)
	}
	return hw.NewPassiveBuzzer(o.Buzzer, warn)
}

// notes is a cue's tune for the buzzer.
func notes(cue games.Cue) []hw.Note {
	var tune []hw.Note
	for _, n := range sounds.Tune(cue) {
		tune = append(tune, hw.Note(n))
	}
	return tune
}
