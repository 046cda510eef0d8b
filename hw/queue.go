package hw

import (
	"context"
	"syscall"
)

// A Queue holds events that were read and not yet taken. The reader holds its lock from reading
// events until they are in the queue, so while another goroutine holds the lock no event is between
// the kernel and the queue. The lock also guards the reader's own state.
type Queue struct {
	events chan Event
	locked chan struct{} // full while the lock is taken: a mutex can't be waited for together with the events
	open   context.Context
	close  context.CancelFunc
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	q := &Queue{events: make(chan Event, 256), locked: make(chan struct{}, 1)}
	q.open, q.close = context.WithCancel(context.Background())
	return q
}

// Events returns the events in the order in which they were sent.
func (q *Queue) Events() <-chan Event { return q.events }

// Send appends an event, and waits until there is room for it. After Close the event is dropped.
func (q *Queue) Send(e Event) {
	select {
	case q.events <- e:
	case <-q.open.Done():
	}
}

// Lock waits for the lock. The goroutine that takes the events must call Drain instead, for the lock
// may be held by a reader that waits for room.
func (q *Queue) Lock() { q.locked <- struct{}{} }

// Unlock gives the lock back.
func (q *Queue) Unlock() { <-q.locked }

// Drain passes on all events, until it has the lock and the queue is empty.
func (q *Queue) Drain(pass func(Event)) {
	for locked := false; !locked; {
		select {
		case e := <-q.events:
			pass(e)
		case q.locked <- struct{}{}:
			locked = true
		}
	}
	for len(q.events) > 0 {
		pass(<-q.events)
	}
}

// Read calls fetch whenever a file has something to read, until the file is closed. Fetch runs
// under the lock: it passes on what is there without waiting for more, and reports whether anything
// was. An error of fetch ends Read, which returns it.
func (q *Queue) Read(
	file syscall.RawConn, fetch func(fd uintptr, pass func(Event)) (more bool, err error),
) (failed error) {
	send := q.Send // as a value, which is made once
	ready := func(fd uintptr) bool {
		q.Lock()
		defer q.Unlock()
		var more bool
		more, failed = fetch(fd, send)
		return more || failed != nil // else the runtime waits until there is something
	}
	for failed == nil {
		if file.Read(ready) != nil {
			break // it is closed
		}
	}
	return failed
}

// Close ends all waiting in Send. It may be called again.
func (q *Queue) Close() { q.close() }

// Closed reports whether Close was called.
func (q *Queue) Closed() bool { return q.open.Err() != nil }
