package referee

import (
	"errors"
	"log/slog"
	"testing"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// What is wrong with a button or its device is said in words of its own.
func TestWhatIsWrongWithAButton(t *testing.T) {
	for word, report := range map[string]func(*Health){
		"button_stuck":   func(h *Health) { h.Button(1, hw.Stuck) },
		"button_noisy":   func(h *Health) { h.Button(1, errors.New("noisy")) },
		"button_missing": func(h *Health) { h.Device(1, evdev.ErrMissing) },
		"button_slower":  func(h *Health) { h.Device(1, evdev.ErrSlower) },
		"no_button":      func(h *Health) { h.Device(1, errors.New("any")) },
	} {
		health := NewHealth(slog.New(slog.DiscardHandler))
		if report(health); len(health.texts()) != 1 || health.texts()[0].Word != word || health.texts()[0].Seat != 1 {
			t.Errorf("the displays say %v, want %s", health.texts(), word)
		}
	}
}
