package referee

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Health holds the parts of the box that do not work now. Each is told by whatever goroutine
// notices it; the log has it at once, and everyone at the table reads it until it is mended.
type Health struct {
	log     *slog.Logger
	changed chan struct{} // has something when they have changed since it was last empty

	mu   sync.Mutex
	open []trouble // in the order in which they began
}

type trouble struct {
	part string
	said games.Text
}

// NewHealth is that of a box of which nothing has failed yet.
func NewHealth(log *slog.Logger) *Health {
	return &Health{log: log, changed: make(chan struct{}, 1)}
}

// Of is how a part tells that it fails, by an error, or that it works again, by nil. To say so
// twice says nothing new. Where nothing is said, only the log and the supervisor know.
func (h *Health) Of(part string, said games.Text) (report func(error)) {
	return func(err error) {
		h.mu.Lock()
		defer h.mu.Unlock()
		i := slices.IndexFunc(h.open, func(o trouble) bool { return o.part == part })
		switch {
		case err != nil && i < 0:
			h.log.Warn(part+" failed; the game goes on", "err", err)
			h.open = append(h.open, trouble{part, said.As(games.Fault)})
		case err != nil && h.open[i].said.Word != said.Word:
			h.log.Warn(part+" fails for another reason", "err", err)
			h.open[i].said = said.As(games.Fault)
		case err == nil && i >= 0:
			h.log.Info(part + " works again")
			h.open = slices.Delete(h.open, i, i+1)
		default:
			return
		}
		select {
		case h.changed <- struct{}{}:
		default:
		}
	}
}

// texts are what everyone should know, the newest first.
func (h *Health) texts() []games.Text {
	h.mu.Lock()
	defer h.mu.Unlock()
	var texts []games.Text
	for _, o := range slices.Backward(h.open) {
		if !o.said.IsZero() {
			texts = append(texts, o.said)
		}
	}
	return texts
}

// Forget is for a new beginning: what failed of the hardware is told again, if it still does.
func (h *Health) Forget(but ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open = slices.DeleteFunc(h.open, func(o trouble) bool { return !slices.Contains(but, o.part) })
}

// Parts are the names of what does not work.
func (h *Health) Parts() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var parts []string
	for _, o := range h.open {
		parts = append(parts, o.part)
	}
	return parts
}

// Button tells that a button is left out, and why, or that it is believed again.
func (h *Health) Button(b hw.Button, fault error) {
	word := "button_noisy"
	if fault == hw.Stuck {
		word = "button_stuck"
	}
	h.Of(b.String(), about(b, word))(fault)
}

// Device tells that the device of a button is not read, and why, or that it is again.
func (h *Health) Device(b hw.Button, err error) {
	word := "no_button"
	switch {
	case errors.Is(err, evdev.ErrMissing):
		word = "button_missing"
	case errors.Is(err, evdev.ErrSlower):
		word = "button_slower"
	}
	h.Of(fmt.Sprint("device of ", b), about(b, word))(err)
}

// about says something of a button.
func about(b hw.Button, word string) games.Text {
	said := games.Text{Word: word, Extra: b.String()}
	if i, isShortcut := b.Shortcut(); isShortcut {
		said.Extra, said.Number = "shortcut", i+1
	} else if b > 0 {
		said.Seat, said.Extra = games.Seat(b), ""
	}
	return said
}
