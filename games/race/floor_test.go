package race

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arbitre/games"
)

// A table at which whoever speaks is done at once: what the floor does with each press, and then
// with the judge's word.
func TestFloor(t *testing.T) {
	for _, c := range []struct {
		name    string
		presses []Press
		lost    time.Duration // edges, then; 0 is never
		at      time.Duration // when the next is to speak
		told    games.Value   // by the judge; "" where he is not asked
		want    string        // the state, who speaks, who still waits, and what is said of it
	}{
		{"nobody waits", nil, 0, 20 * ms, "", "0 0 [] "},
		{"RACE-2 the first settles", []Press{by(2, 0), by(3, 5*ms)}, 0, 11*ms - 1, "", "1 0 [2 3] "},
		{"RACE-1 and speaks", []Press{by(3, 5*ms), by(2, 0)}, 0, 11 * ms, "", "3 2 [3] "},
		{"RACE-1 one press of a seat", []Press{by(2, 2*ms), by(2, 5*ms), by(2, 0)}, 0, 11 * ms, "", "3 2 [] replaced"},
		{"RACE-3 a dead heat", []Press{by(3, 0), by(2, ms-1)}, 0, 11 * ms, "", "2 0 [3 2] dead_heat [2 3] 0"},
		{"RACE-3 the judge decides it", []Press{by(3, 0), by(2, ms-1)}, 0, 11 * ms, "2", "3 2 [3] dead_heat [2 3] 0"},
		{"RACE-8 lost edges", []Press{by(3, 0)}, 5 * ms, 5 * ms, "4", "3 4 [3] lost [] 7"},
		{"RACE-8 nobody", []Press{by(3, 0)}, 5 * ms, 20 * ms, `"nobody"`, "0 0 [] lost [] 7"},
		{"RACE-8 with nobody who waits", nil, 5 * ms, 20 * ms, "", "0 0 [] "},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := Floor{Queue: Queue{Limits: DefaultLimits()}, Clause: "QUIZ-3", Asks: "shout_first"}
			var prompts games.Prompts
			said := ""
			for _, p := range c.presses {
				step := games.NewStep(p.At)
				if f.Press(step, p.Seat); len(step.Facts()) > 0 {
					said = "replaced"
				}
			}
			step := games.NewStep(c.at)
			hear := func() {
				if seat := f.Next(step, &prompts, f.Known("shout", f.First())); seat != 0 {
					f.Give(seat)
				}
			}
			if c.lost == 0 || !f.Lose(step, &prompts, 7, f.Known("shout", f.First()), []games.Seat{2, 3, 4}) {
				hear()
			}
			if len(prompts) > 0 {
				d := f.Dispute()
				said = fmt.Sprint(d.Word, " ", d.Seats, d.Number)
			}
			if _, due := f.Deadline(); due != (f.State == Settling) {
				t.Errorf("in state %d something is due: %v", f.State, due)
			}
			if c.told != "" {
				if seat := f.Told(step, c.told); seat != 0 {
					f.Give(seat)
				} else {
					hear()
				}
			}
			if got := fmt.Sprint(f.State, f.Speaker, f.Pressed(), " ", said); got != c.want {
				t.Errorf("%s; want %s", got, c.want)
			}
			decision, decided := f.Decision().Judgement()
			if want := f.State == Taken && c.told == ""; decided != want || want && (decision.Fastest != f.Speaker ||
				decision.Order[0].After != 0 || !slices.Equal(decision.Clauses, []string{"RACE-1", "QUIZ-3"})) {
				t.Errorf("decided by the arbiter: %v, %+v", decided, decision)
			}
			f.Close(games.NewStep(c.at))
			if f.State != Free || !f.Empty() {
				t.Error("closed, it is not free")
			}
		})
	}
}
