package web

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A wire is what is between a page and the server: the true offset of their clocks, and delays of each message.
type wire struct {
	*rapid.T
	offset time.Duration // the server's time minus the page's
	clock  time.Duration // the page's, which only grows
}

func newWire(t *rapid.T) *wire {
	return &wire{
		T:      t,
		offset: time.Duration(rapid.Int64Range(-1e15, 1e15).Draw(t, "offset")),
		clock:  time.Duration(rapid.Int64Range(0, 1e12).Draw(t, "page's time")),
	}
}

func (w *wire) pass(most time.Duration, what string) time.Duration {
	w.clock += time.Duration(rapid.Int64Range(0, int64(most)).Draw(w.T, what))
	return w.clock
}

func ms(d time.Duration) browserTime { return browserTime(float64(d) / 1e6) }

// exchanges asks for the server's time of a session that began at since.
func (w *wire) exchanges(since time.Duration) (all []exchange, shortest time.Duration) {
	shortest = time.Hour
	for range rapid.IntRange(1, 8).Draw(w.T, "exchanges") {
		sent := w.pass(time.Millisecond, "pause")
		now := w.pass(20*time.Millisecond, "way there") + w.offset
		received := w.pass(20*time.Millisecond, "way back")
		all = append(all, exchange{Sent: ms(sent), Now: now - since, Received: ms(received)})
		shortest = min(shortest, received-sent)
	}
	return all, shortest
}

// Doubles hold a page's time to less than this.
const rounding = time.Microsecond

func TestWhatIsBetweenTheEdgesOfAPageIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWire(t)
		since := w.clock + w.offset
		var c pageClock
		all, shortest := w.exchanges(since)
		if err := c.fit(since, all); err != nil {
			t.Fatal(err)
		}
		var pressed, mapped []time.Duration
		for range rapid.IntRange(2, 20).Draw(t, "edges") {
			at := w.pass(time.Second, "an edge")
			got := c.at(ms(at))
			if off := (got - at - w.offset).Abs(); off > shortest/2+rounding {
				t.Fatalf("an edge is off by %v, though the shortest exchange took %v", off, shortest)
			}
			pressed, mapped = append(pressed, at), append(mapped, got)
			if got, want := got-mapped[0], at-pressed[0]; (got - want).Abs() > rounding {
				t.Fatalf("edges %v apart became %v apart", want, got)
			}
			if rapid.IntRange(0, 4).Draw(t, "measured again") == 0 {
				all, again := w.exchanges(since)
				if err := c.fit(since, all); err != nil {
					t.Fatal(err)
				}
				shortest = max(shortest, again)
			}
		}
	})
}

func TestClocksThatDoNotDriftKeepTheirOffset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWire(t)
		since := w.clock + w.offset
		var c pageClock
		for i := range 5 {
			before := c.offset
			all, _ := w.exchanges(since)
			if err := c.fit(since, all); err != nil {
				t.Fatal(err)
			}
			if i > 0 && c.offset != before {
				t.Fatalf("the offset moved by %v", c.offset-before)
			}
			w.pass(time.Hour, "a while")
		}
	})
}

func TestAClockThatDriftedIsFittedAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWire(t)
		since := w.clock + w.offset
		var c pageClock
		all, _ := w.exchanges(since)
		if err := c.fit(since, all); err != nil {
			t.Fatal(err)
		}
		drift := time.Duration(rapid.Int64Range(50e6, 1e13).Draw(t, "drift"))
		if rapid.Bool().Draw(t, "the page's clock ran ahead") {
			w.clock += 2 * drift // the server's ran, too
			drift = -drift
		}
		w.offset += drift
		all, shortest := w.exchanges(since)
		if err := c.fit(since, all); err != nil {
			t.Fatal(err)
		}
		if off := (c.offset - w.offset).Abs(); off > shortest/2+rounding {
			t.Fatalf("off by %v after a drift of %v, though the shortest exchange took %v", off, drift, shortest)
		}
	})
}

func TestACoarseClockIsGoodEnough(t *testing.T) {
	// Browsers round down to a millisecond, and then exchanges on one machine begin and end at the same time.
	var c pageClock
	err := c.fit(0, []exchange{
		{Sent: 7, Now: 1007_100_000, Received: 7},
		{Sent: 7, Now: 1007_900_000, Received: 8}, // the clock was about to tick
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.at(10); got < 1009*time.Millisecond || got > 1011*time.Millisecond {
		t.Errorf("10 ms became %v, want about 1.01 s", got)
	}
}

// A browser that resists fingerprinting rounds down to a sixtieth of a second. Once that is known the offset stays what it
// is, and no exchange contradicts another.
func TestAVeryCoarseClockIsGoodEnough(t *testing.T) {
	const step = 16_670 * time.Microsecond
	rapid.Check(t, func(t *rapid.T) {
		w := newWire(t)
		since := w.clock + w.offset
		var c pageClock
		if _, err := c.coarse(ms(step)); err != nil {
			t.Fatal(err)
		}
		rounded := func(at browserTime) browserTime { return ms(at.duration() / step * step) }
		var offset time.Duration
		for i := range 4 {
			all, _ := w.exchanges(since)
			for i := range all {
				all[i].Sent, all[i].Received = rounded(all[i].Sent), rounded(all[i].Received)
			}
			if err := c.fit(since, all); err != nil {
				t.Fatal(err)
			}
			if i > 0 && c.offset != offset {
				t.Fatalf("the offset moved by %v", c.offset-offset)
			}
			if offset = c.offset; (offset - w.offset).Abs() > step+40*time.Millisecond {
				t.Fatalf("off by %v", offset-w.offset)
			}
			w.pass(time.Minute, "a while")
		}
	})
	for _, wrong := range []browserTime{-1, 101, browserTime(math.NaN())} {
		if _, err := new(pageClock).coarse(wrong); err == nil {
			t.Errorf("%v ms is taken for a step", wrong)
		}
	}
}

func TestExchangesThatCannotBe(t *testing.T) {
	good := exchange{Sent: 10, Now: 1e6, Received: 11}
	for _, tt := range []struct {
		name      string
		exchanges []exchange
	}{
		{"none", nil},
		{"far too many", slices.Repeat([]exchange{good}, 101)},
		{"received long before it was sent", []exchange{{Sent: 20, Now: 1e6, Received: 10}}},
		{"the clock jumped between two", []exchange{good, {Sent: 5010, Now: 2e6, Received: 5011}}},
		{"a negative time", []exchange{{Sent: -1, Now: 1e6, Received: 11}}},
		{"a time beyond all clocks", []exchange{{Sent: 10, Now: 1e6, Received: 1e300}}},
		{"a session's time beyond all clocks", []exchange{{Sent: 10, Now: 1 << 62, Received: 11}}},
		{"before the session", []exchange{{Sent: 10, Now: -1, Received: 11}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var c pageClock
			if err := c.fit(0, tt.exchanges); err == nil || c.known {
				t.Errorf("taken: %v", tt.exchanges)
			}
		})
	}
}

func TestEdgesOfAClockThatStoodStillOrRanAhead(t *testing.T) {
	table := newTable(t, 5).page
	v := table.enter()
	v.clock = pageClock{known: true, low: v.since, offset: v.since, high: v.since + time.Hour}
	post := func(now time.Duration) error {
		var b batch
		text := fmt.Sprintf(`{"session":%q,"number":%d,"sent":10,"edges":[{"button":"1","down":true,"at":10}]}`, v.session, v.next)
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			t.Fatal(err)
		}
		table.mu.Lock()
		defer table.mu.Unlock()
		return table.take(b, now)
	}
	at := v.since + 10*time.Millisecond
	if err := post(at + oldest + 1); err == nil {
		t.Errorf("taken though it seems to be older than %v", oldest)
	}
	if err := post(at + oldest); err != nil {
		t.Errorf("refused though it is only %v old: %v", oldest, err)
	}
	if err := post(at - soonest - 1); err == nil {
		t.Errorf("taken though it seems to be more than %v ahead", soonest)
	}
	if err := post(at - soonest); err != nil {
		t.Errorf("refused though it is only %v ahead: %v", soonest, err)
	}
}
