package site

import (
	"sync"
	"time"
)

// A Signal tells of changes, to any number of goroutines. Its zero value is ready.
type Signal struct {
	mu   sync.Mutex
	next chan struct{} // nil if nothing waits for it
}

// Changed returns a channel that is closed at the next change. Ask for it before you look at what
// may change, so that you miss nothing.
func (s *Signal) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == nil {
		s.next = make(chan struct{})
	}
	return s.next
}

// Tell tells of a change. It does not wait.
func (s *Signal) Tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next != nil {
		close(s.next)
		s.next = nil
	}
}

// A Broadcast has the content that pages show at present. The content is made once for all who
// watch, and not at all while none do. Its signal tells of each new content.
type Broadcast[C any] struct {
	Signal
	// Everyone has the places of a [Feed] for everyone, and Paired those of paired phones: no crowd
	// can keep them out.
	Everyone, Paired *Slots

	build   func() C
	mu      sync.Mutex // guards what is below
	fresh   bool       // nothing has changed since content was built
	content C
}

// The most streams at a time, for everyone and for paired phones: together fewer than mostConns, so
// that other requests have connections, too.
const (
	mostStreams = 200
	mostPaired  = 16
)

// ForEveryone returns slots for everyone. One address has no more than half of them.
func ForEveryone() *Slots { return newSlots(mostStreams, mostStreams/2) }

// NewBroadcast returns a broadcast of what build returns. One goroutine at a time calls build.
func NewBroadcast[C any](build func() C) *Broadcast[C] {
	return &Broadcast[C]{Everyone: ForEveryone(), Paired: newSlots(mostPaired, mostPaired), build: build}
}

// Now returns the present content. Callers must not change it.
func (b *Broadcast[C]) Now() C {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.fresh {
		b.content, b.fresh = b.build(), true
	}
	return b.content
}

// pace is the least time between two contents: people read no faster.
const pace = 50 * time.Millisecond

// Run tells all who watch that the content has changed, whenever changed does, until the site is
// closed. Changed is like [Signal.Changed].
func (b *Broadcast[C]) Run(s *Site, changed func() <-chan struct{}) {
	for {
		next := changed()
		b.mu.Lock()
		b.fresh = false
		b.mu.Unlock()
		b.Tell()
		select {
		case <-s.open.Done():
			return
		case <-time.After(pace):
		}
		select {
		case <-s.open.Done():
			return
		case <-next:
		}
	}
}
