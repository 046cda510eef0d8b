package main

import (
	"log/slog"
	"slices"
	"sync"

	"arbitre/games"
)

// troubles are the parts of the box that don't work now. Each is told by whatever goroutine notices it;
// the log has it at once, and everyone at the table reads it until it is mended.
type troubles struct {
	log     *slog.Logger
	changed chan struct{} // has something when they have changed since it was last empty

	mu   sync.Mutex
	open []trouble // in the order in which they began
}

type trouble struct {
	part string
	said games.Text
}

func newTroubles(log *slog.Logger) *troubles {
	return &troubles{log: log, changed: make(chan struct{}, 1)}
}

// of is how a part tells that it fails, by an error, or that it works again, by nil. To say so twice says nothing new.
// Where nothing is said, only the log and the supervisor know.
func (t *troubles) of(part string, said games.Text) (report func(error)) {
	return func(err error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		i := slices.IndexFunc(t.open, func(o trouble) bool { return o.part == part })
		switch {
		case err != nil && i < 0:
			t.log.Warn(part+" failed; the game goes on", "err", err)
			t.open = append(t.open, trouble{part, said})
		case err == nil && i >= 0:
			t.log.Info(part + " works again")
			t.open = slices.Delete(t.open, i, i+1)
		default:
			return
		}
		select {
		case t.changed <- struct{}{}:
		default:
		}
	}
}

// texts are what everyone should know, the newest first.
func (t *troubles) texts() []games.Text {
	t.mu.Lock()
	defer t.mu.Unlock()
	var texts []games.Text
	for _, o := range slices.Backward(t.open) {
		if !o.said.IsZero() {
			texts = append(texts, o.said)
		}
	}
	return texts
}

// forget is for a new beginning: what failed of the hardware is told again, if it still does.
func (t *troubles) forget(but ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = slices.DeleteFunc(t.open, func(o trouble) bool { return !slices.Contains(but, o.part) })
}

// parts are the names of what does not work.
func (t *troubles) parts() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var parts []string
	for _, o := range t.open {
		parts = append(parts, o.part)
	}
	return parts
}
