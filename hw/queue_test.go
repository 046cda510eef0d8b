package hw

import (
	"errors"
	"os"
	"testing"
)

func TestAQueueIsReadUntilItFails(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	conn := must(reader.SyscallConn())
	q, broken, reads := NewQueue(), errors.New("broken"), 0
	err = q.Read(conn, func(_ uintptr, pass func(Event)) (bool, error) {
		if reads++; reads == 3 {
			return false, broken
		}
		pass(Event{Lost: reads})
		return true, nil
	})
	if !errors.Is(err, broken) || len(q.Events()) != 2 {
		t.Errorf("%d events were read, then %v", len(q.Events()), err)
	}
}
