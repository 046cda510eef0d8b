package proof

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/words"
	"arbitre/display/wording"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/prove"
)

// A desk is a box and a generator joined by wires, in virtual time: its clock is that of the bubble. Line n of the
// generator is at button wires[n].
type desk struct {
	began  time.Time
	wires  []hw.Button
	late   map[hw.Button]time.Duration // how late the chip stamps its edges
	lost   map[hw.Button]bool          // what moves is never told
	drops  int                         // one edge in so many is lost, and that is told
	events chan hw.Event
	edges  int
	played int
}

func newDesk(wires ...hw.Button) *desk {
	return &desk{began: time.Now(), wires: wires, late: map[hw.Button]time.Duration{}, lost: map[hw.Button]bool{}, events: make(chan hw.Event, 1000)}
}

func (d *desk) now() time.Duration { return time.Since(d.began) + time.Hour }

func (d *desk) Events() <-chan hw.Event { return d.events }

func (d *desk) CatchUp(pass func(hw.Event)) time.Duration {
	for len(d.events) > 0 {
		pass(<-d.events)
	}
	return d.now()
}

func (d *desk) Play(steps []prove.Step) error {
	if d.played++; d.played%50 == 0 {
		return fmt.Errorf("%w: once in a while", prove.ErrLate)
	}
	before := uint(0)
	for _, s := range steps {
		for line, button := range d.wires {
			now := s.Closed >> line & 1
			if button == 0 || now == before>>line&1 || d.lost[button] {
				continue
			}
			e := hw.Event{Edge: hw.Edge{At: d.now() + d.late[button], Button: button, Down: now == 1}}
			if d.edges++; d.drops > 0 && d.edges%d.drops == 0 {
				e = hw.Event{Edge: hw.Edge{At: e.At}, Lost: 1}
			}
			d.events <- e
		}
		before = s.Closed
		time.Sleep(s.For)
	}
	return nil
}

func (d *desk) bench(contacts hw.Debounce) Bench {
	return Bench{
		Arbiter:   Arbiter{Buttons: d, Clock: d.now, Contacts: contacts, Limits: race.DefaultLimits()},
		Generator: d, Lines: len(d.wires), Switches: Literature(), Strain: func() func() { return func() {} },
	}
}

// prove has a desk proved fair, or not.
func (d *desk) prove(t *testing.T, contacts hw.Debounce) Report {
	t.Helper()
	told := 0
	r, err := d.bench(contacts).Run(t.Context(), 1, func(done, _ int) { told = done })
	if err != nil || told != r.Total.Races {
		t.Fatalf("%v, told of %d: %+v", err, told, r)
	}
	sum := 0
	for _, c := range columns(fmt.Sprintf)[1:] {
		sum += c.of(r.Total)
	}
	if sum != r.Total.Races {
		t.Errorf("%d of %d races are counted", sum, r.Total.Races)
	}
	return r
}

func TestAFairBox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newDesk(3, 0, 1).prove(t, hw.DefaultDebounce()) // line 1 is at nobody's
		// Two orders, ten gaps, three kinds of switches, idle and busy.
		if !r.Fair() || r.Total.Races != 2*10*3*2 || r.Total.Right != 2*3*3*2 || r.Total.DeadHeat != 2*7*3*2 || r.Total.Needless != 0 || r.Repeated == 0 {
			t.Errorf("%+v", r)
		}
		if len(r.Pairs) != 1 || r.Pairs[0].First != 1 || r.Pairs[0].Second != 3 || math.Abs(r.Pairs[0].Bias) > 0.01 {
			t.Errorf("%+v", r.Pairs)
		}
		if n := r.Rarer(); n != 40 {
			t.Errorf("none of 120 is wrong: at most one in %d", n)
		}
	})
}

func TestWhatIsUnfairIsFound(t *testing.T) {
	for _, c := range []struct {
		name   string
		plant  func(*desk, *hw.Debounce)
		says   string
		biased int // pairs
		is     func(Count) bool
	}{
		{"a line that is 50 µs late", func(d *desk, _ *hw.Debounce) { d.late[2] = 50 * time.Microsecond }, "A seat is favoured.", 2,
			func(c Count) bool { return c.Wrong == 0 && c.Void == 0 }},
		{"contacts whose first touch is forgotten", func(_ *desk, d *hw.Debounce) { d.Bounce = 0 }, "are wrong", 0,
			func(c Count) bool { return c.Wrong > 0 && c.Void == 0 }},
		{"a chip that loses edges", func(d *desk, _ *hw.Debounce) { d.drops = 60 }, "are void", 0,
			func(c Count) bool { return c.Void > 3 && c.Wrong == 0 }},
		{"a tie window that is wider than is said", func(d *desk, _ *hw.Debounce) { d.late[1] = 300 * time.Microsecond }, "further apart", 2,
			func(c Count) bool { return c.Needless > 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, contacts := newDesk(1, 2, 3), hw.DefaultDebounce()
				c.plant(d, &contacts)
				r := d.prove(t, contacts)
				biased := 0
				for _, p := range r.Pairs {
					if p.Biased() {
						biased++
					}
				}
				if r.Fair() || biased != c.biased || !c.is(r.Total) {
					t.Errorf("%d biased, %+v", biased, r.Total)
				}
				if said := strings.Join(r.verdict(words.In(wording.English)), "\n"); !strings.Contains(said, c.says) {
					t.Errorf("it says %q", said)
				}
			})
		})
	}
}

func TestWiresThatProveNothing(t *testing.T) {
	for says, wires := range map[string][]hw.Button{
		"reaches 1 of the seats' lines":             {0, 4},
		"lines 0 and 2 of the generator both reach": {4, 5, 4},
	} {
		synctest.Test(t, func(t *testing.T) {
			if _, err := newDesk(wires...).bench(hw.DefaultDebounce()).Run(t.Context(), 1, func(int, int) {}); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v: %v", wires, err)
			}
		})
	}
}

// A report of eight seats fits its sheet, in every language.
func TestTheSheet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seats := []hw.Button{1, 2, 3, 4, 5, 6, 7, 8}
		if testing.Short() {
			seats = seats[:3] // eight have 3360 races
		}
		d := newDesk(seats...)
		d.late[2] = 50 * time.Microsecond
		r := d.prove(t, hw.DefaultDebounce())
		r.Machine, r.Version, r.Generator = "Raspberry Pi 4 Model B Rev 1.4", "1.0", "Raspberry Pi Pico with RP2040 MicroPython 1.27.0 (125 MHz)"
		for _, l := range wording.Languages() {
			drawn := r.Sheet(words.In(l))
			if folder := os.Getenv("ARBITRE_SHEETS"); folder != "" {
				if err := os.WriteFile(filepath.Join(folder, l.String()+".svg"), []byte(drawn), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for decoder := xml.NewDecoder(strings.NewReader(drawn)); ; {
				token, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%v: %v", l, err)
				}
				if start, is := token.(xml.StartElement); is && start.Name.Local == "text" {
					i := slices.IndexFunc(start.Attr, func(a xml.Attr) bool { return a.Name.Local == "y" })
					var y float64
					if _, err := fmt.Sscan(start.Attr[i].Value, &y); err != nil || y < 10 || y > 290 {
						t.Errorf("%v: something is written at %v mm", l, y)
					}
				}
			}
			var text strings.Builder
			r.Text(&text, words.In(l))
			if !strings.Contains(text.String(), fmt.Sprint(r.Total.Races)) {
				t.Errorf("%v: %s", l, text.String())
			}
		}
	})
}

func TestRecordedSwitches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "press.json")
	for text, want := range map[string]string{
		`{"press":{"buttons":[{"presses_ns":[[100000,200000],[]],"releases_ns":[]}]}}`: "",
		`{"press":{"buttons":[{"presses":3}]}}`:                                        "tells of no press",
		`{"press":`:                                                                    "press.json: ",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		switch s, err := Recorded(path); {
		case want == "" && (err != nil || s.Name != recorded):
			t.Errorf("%s: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v", text, err)
		}
	}
}
