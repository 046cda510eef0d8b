package sim

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"arbitre/hw"

	"periph.io/x/conn/v3/physic"
)

// A look is all that can be seen and heard of the table at one moment.
type look struct {
	pixels   [128 * 64 / 8]byte // what shines, 8 rows of 128 bytes, each 8 pixels from top (bit 0) to bottom
	contrast uint8
	on       bool
	lamps    [MaxSeats]bool
	tone     physic.Frequency
	said     saying
}

func (t *Table) look() (l look) {
	copy(l.pixels[:], t.Panel.Picture().Pix)
	r := t.Panel.Registers()
	l.contrast, l.on = r.Contrast, r.On
	for b, lamp := range t.Lamps {
		l.lamps[b-1] = lamp.Lit()
	}
	l.tone = t.Buzzer.Tone()
	t.mu.Lock()
	l.said = t.said
	t.mu.Unlock()
	return l
}

// news is what a page is told: what has changed, and at first everything.
type news struct {
	Session string             `json:"session,omitempty"` // only at first
	Panel   *panelNews         `json:"panel,omitempty"`
	Lamps   map[hw.Button]bool `json:"lamps,omitempty"` // lit
	Tone    *float64           `json:"tone,omitempty"`  // Hz; 0 is silence
	Said    *saying            `json:"said,omitempty"`
	Nearby  *Nearby            `json:"nearby,omitempty"` // only at first
}

type panelNews struct {
	Pixels   []byte `json:"pixels"`
	Contrast uint8  `json:"contrast"`
	On       bool   `json:"on"`
}

// newsSince tells how the table now differs from an earlier look, or from nothing.
func (t *Table) newsSince(before *look, now look) (n news) {
	if before == nil || before.pixels != now.pixels || before.contrast != now.contrast || before.on != now.on {
		n.Panel = &panelNews{now.pixels[:], now.contrast, now.on}
	}
	n.Lamps = map[hw.Button]bool{}
	for b := range t.Lamps {
		if lit := now.lamps[b-1]; before == nil || before.lamps[b-1] != lit {
			n.Lamps[b] = lit
		}
	}
	if before == nil || before.tone != now.tone {
		hertz := float64(now.tone) / float64(physic.Hertz)
		n.Tone = &hertz
	}
	if before == nil || before.said != now.said {
		n.Said = &now.said
	}
	return n
}

const (
	// sign is how often a page that is told nothing is told just that, so that whoever is between keeps the connection
	// and a browser that is gone is noticed.
	sign = 20 * time.Second
	// stall is how long a browser may take for one message.
	stall = 10 * time.Second
)

// stream is one visit: it tells the state, then changes, as server-sent events. A browser that is slow misses states
// in between; nobody ever waits for it.
func (t *Table) stream(w http.ResponseWriter, r *http.Request) {
	v := t.enter()
	defer t.leave(v)
	out := http.NewResponseController(w)
	out.SetReadDeadline(time.Time{}) // a server's own deadlines are not for a stream; what can't set them has none
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	send := func(message []byte) error {
		out.SetWriteDeadline(time.Now().Add(stall))
		if _, err := w.Write(message); err != nil {
			return err
		}
		return out.Flush()
	}

	quiet := time.NewTicker(sign)
	defer quiet.Stop()
	now := t.look()
	all := t.newsSince(nil, now)
	all.Session, all.Nearby = v.session, t.leads()
	if send(event(all)) != nil {
		return
	}
	for {
		select {
		case <-v.wake:
			before := now
			if now = t.look(); now == before {
				continue
			}
			if send(event(t.newsSince(&before, now))) != nil {
				return
			}
			quiet.Reset(sign)
		case <-quiet.C:
			if send([]byte(":\n\n")) != nil {
				return
			}
		case <-r.Context().Done():
			return
		case <-t.closed:
			return
		}
	}
}

func (t *Table) leads() *Nearby {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.nearby
	return &n
}

func event(n news) []byte {
	text, err := json.Marshal(n)
	if err != nil {
		panic(err) // there is nothing in news that JSON lacks
	}
	return fmt.Appendf(nil, "data: %s\n\n", text)
}
