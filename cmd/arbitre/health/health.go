// Package health knows which parts of the box do not work, for the log, the displays and the supervisor.
package health

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"golang.org/x/sys/unix"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Health lists the parts of the box that do not work now. Any goroutine may report one. A failure
// goes into the log at once, and the displays name it until it is mended.
type Health struct {
	log     *slog.Logger
	changed chan struct{} // capacity 1

	mu   sync.Mutex
	open []trouble // oldest first
}

type trouble struct {
	part string
	said games.Text
}

// New returns the health of a box without failures.
func New(log *slog.Logger) *Health {
	return &Health{log: log, changed: make(chan struct{}, 1)}
}

// Of returns a function by which a part reports an error when it fails, and nil when it works
// again. Repeats are ignored. Said is what the displays show of it; if zero, only the log and the
// supervisor learn of it.
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

// Disk returns the function by which what is kept on a disk reports as by [Health.Of]. The displays
// name the kind of the error: what is to be done differs.
func (h *Health) Disk(part string) (report func(error)) {
	return func(err error) {
		word := "disk_refuses"
		switch {
		case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EDQUOT):
			word = "disk_full"
		case errors.Is(err, unix.EROFS):
			word = "disk_read_only"
		case errors.Is(err, unix.EIO):
			word = "disk_failing"
		}
		h.Of(part, games.Text{Word: word})(err)
	}
}

// Changes returns a channel that receives a value when the list changes.
func (h *Health) Changes() <-chan struct{} { return h.changed }

// Texts returns what the displays say of the failures, newest first.
func (h *Health) Texts() []games.Text {
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

// Forget drops all other failures when the hardware starts anew, which reports what still fails.
func (h *Health) Forget(but ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.open = slices.DeleteFunc(h.open, func(o trouble) bool { return !slices.Contains(but, o.part) })
}

// Parts returns the names of the parts that do not work.
func (h *Health) Parts() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var parts []string
	for _, o := range h.open {
		parts = append(parts, o.part)
	}
	return parts
}

// Button reports why a button is ignored, or by nil that it counts again.
func (h *Health) Button(b hw.Button, fault error) {
	word := "button_noisy"
	if fault == hw.Stuck {
		word = "button_stuck"
	}
	h.Of(b.String(), wiring.NameOf(b, word))(fault)
}

// Device reports why a button's device can't be read, or by nil that it is read again.
func (h *Health) Device(b hw.Button, err error) {
	word := "no_button"
	switch {
	case errors.Is(err, evdev.ErrMissing):
		word = "button_missing"
	case errors.Is(err, evdev.ErrSlower):
		word = "button_slower"
	}
	h.Of(fmt.Sprint("device of ", b), wiring.NameOf(b, word))(err)
}
