package latency

import (
	"encoding/binary"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

const µs = time.Microsecond

func TestSpread(t *testing.T) {
	var delays []time.Duration
	for i := range 2000 {
		delays = append(delays, time.Duration(1999-i)*µs)
	}
	s := SpreadOf(delays)
	if want := (Spread{Count: 2000, Median: 1000 * µs, Thousand: 1998 * µs, Most: 1999 * µs}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	if got := s.Rarer(); got != 666 {
		t.Errorf("of none in 2000 no more than 1 of %d can be said", got)
	}
	if got := SpreadOf(nil); got != (Spread{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

func TestTie(t *testing.T) {
	const ms = time.Millisecond
	for from, want := range map[time.Duration]time.Duration{
		0: Floor, 3: Floor, Floor: Floor, 201 * µs: 500 * µs, 230 * µs: 500 * µs, 786 * µs: ms, ms: ms, 11 * ms: 20 * ms, 99 * ms: 100 * ms,
	} {
		if got := Tie(52, from); got != want {
			t.Errorf("%v late: %v, want %v", from, got, want)
		}
	}
}

// A timer whose interrupts are taken late, however late, is seen to be just so late: the rest is when it was due.
func TestLateness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const period = 300 * µs
		due := time.Hour + time.Duration(rapid.Int64Range(0, int64(period)).Draw(t, "start"))
		var stamps, want []time.Duration
		for i := range rapid.IntRange(3, 300).Draw(t, "stamps") {
			late := time.Duration(rapid.Int64Range(0, int64(40*µs)).Draw(t, "late"))
			switch {
			case i == 1:
				late = 0 // one at least is prompt
			case i > 1 && rapid.IntRange(0, 20).Draw(t, "very") == 0:
				late += time.Duration(rapid.Int64Range(1, 100).Draw(t, "periods")) * period
			}
			stamps, want = append(stamps, due+late), append(want, late)
			due += (late/period + 1) * period
		}
		if diff := cmp.Diff(want, lateness(stamps, period)); diff != "" {
			t.Error(diff)
		}
	})
	if got := lateness(nil, time.Millisecond); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

func records(of ...any) (written []byte) {
	for _, r := range of {
		kind, length := uint32(unix.PERF_RECORD_SAMPLE), uint16(16)
		body := []byte{}
		switch r := r.(type) {
		case time.Duration:
			body = binary.NativeEndian.AppendUint64(nil, uint64(r))
		case int:
			kind, body = uint32(r), make([]byte, 24)
			length = 32
		}
		written = binary.NativeEndian.AppendUint32(written, kind)
		written = binary.NativeEndian.AppendUint16(written, 0)
		written = append(binary.NativeEndian.AppendUint16(written, length), body...)
	}
	return written
}

func TestStamps(t *testing.T) {
	got, err := stamps(records(5*µs, unix.PERF_RECORD_LOST, 7*µs))
	if diff := cmp.Diff([]time.Duration{5 * µs, 7 * µs}, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	if got, err := stamps(records(5*µs, unix.PERF_RECORD_THROTTLE, 7*µs)); len(got) != 1 || err != nil {
		t.Errorf("a break: %v, %v", got, err)
	}
	if _, err := stamps(make([]byte, 32)); err == nil {
		t.Error("records without length are read")
	}
}

func TestWakeupsAreNeverEarly(t *testing.T) {
	told := 0
	late, err := Wakeups(t.Context(), 20, func() error { told++; return nil })
	if err != nil || len(late) != 20 || told != 20 {
		t.Fatalf("%d wake-ups, %d told, %v", len(late), told, err)
	}
	for _, l := range late {
		if l < 0 {
			t.Errorf("woken %v early", -l)
		}
	}
}

// A kernel either says when it takes interrupts, or that it does not.
func TestInterrupts(t *testing.T) {
	late, err := Interrupts(t.Context(), 500*µs, 100)
	if errors.Is(err, ErrRefused) {
		t.Skip(err)
	}
	if err != nil || len(late) < 50 {
		t.Errorf("%d interrupts, %v", len(late), err)
	}
}
