package race

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// At this table a speaker is done at once: the test presses, perhaps loses edges, asks who is next,
// and perhaps has the judge decide.
func TestFloor(t *testing.T) {
	type outcome struct {
		State   FloorState
		Speaker games.Seat
		Waiting []games.Seat
		Said    string // why the judge decides, or that a press replaced another
	}
	for _, c := range []struct {
		name    string
		presses []Press       // in the order of their delivery
		lost    time.Duration // when edges are lost; 0 is never
		at      time.Duration // when the next is to speak
		told    games.Value   // by the judge; "" if he is not asked
		want    outcome
	}{
		{"nobody waits", nil, 0, 20 * ms, "", outcome{Free, 0, nil, ""}},
		{"RACE-2 the first settles", []Press{by(2, 0), by(3, 5*ms)}, 0, 11*ms - 1, "",
			outcome{Settling, 0, []games.Seat{2, 3}, ""}},
		{"RACE-1 and speaks, whoever was delivered first", []Press{by(3, 5*ms), by(2, 0)}, 0, 11 * ms, "",
			outcome{Taken, 2, []games.Seat{3}, ""}},
		{"RACE-1 one press of a seat", []Press{by(2, 2*ms), by(2, 5*ms), by(2, 0)}, 0, 11 * ms, "",
			outcome{Taken, 2, nil, "{Seat:2 Why:no effect now Slap:false Waited:true}"}},
		{"RACE-3 a dead heat", []Press{by(3, 0), by(2, ms-1)}, 0, 11 * ms, "",
			outcome{Disputed, 0, []games.Seat{3, 2}, "dead_heat [2 3] 0"}},
		{"RACE-3 the judge decides a dead heat", []Press{by(3, 0), by(2, ms-1)}, 0, 11 * ms, "2",
			outcome{Taken, 2, []games.Seat{3}, "dead_heat [2 3] 0"}},
		{"RACE-8 after lost edges the judge names a seat that does not wait", []Press{by(3, 0)}, 5 * ms, 5 * ms, "4",
			outcome{Taken, 4, []games.Seat{3}, "lost [] 7"}},
		{"RACE-8 or nobody",
			[]Press{by(3, 0)}, 5 * ms, 20 * ms, `"nobody"`, outcome{Free, 0, nil, "lost [] 7"}},
		{"RACE-8 lost edges while nobody waits", nil, 5 * ms, 20 * ms, "", outcome{Free, 0, nil, ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := Floor{Queue: Queue{Limits: DefaultLimits()}, Clause: "QUIZ-3", Asks: "shout_first"}
			var prompts games.Prompts
			var got outcome
			for _, p := range c.presses {
				step := games.NewStep(p.At)
				f.Press(step, p.Seat)
				for _, fact := range step.Facts() {
					got.Said = fmt.Sprintf("%+v", fact.What)
				}
			}
			step := games.NewStep(c.at)
			if c.lost == 0 || !f.Lose(step, &prompts, 7, []games.Seat{2, 3, 4}) {
				f.Next(step, &prompts)
			}
			if len(prompts) > 0 {
				d := f.Dispute()
				got.Said = fmt.Sprint(d.Word, " ", d.Seats, d.Number)
			}
			if _, due := f.Deadline(); due != (f.State == Settling) {
				t.Errorf("in state %d a deadline is due: %v, want %v", f.State, due, !due)
			}
			if c.told != "" {
				f.Told(step, c.told)
				f.Next(step, &prompts)
			}
			got.State, got.Speaker, got.Waiting = f.State, f.Speaker, f.Pressed()
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			decision, decided := f.Decision().Judgement()
			if want := f.State == Taken && c.told == ""; decided != want {
				t.Errorf("decided by the presses: %v, want %v", decided, want)
			}
			if clauses := []string{"RACE-1", "QUIZ-3"}; decided && !slices.Equal(decision.Clauses, clauses) {
				t.Errorf("decided by %v, want %v", decision.Clauses, clauses)
			}
			if decided && (decision.Fastest != f.Speaker || decision.Order[0].After != 0) {
				t.Errorf("decision %+v, want seat %d to be the fastest, after 0", decision, f.Speaker)
			}
			if diff := cmp.Diff(decision.Order, f.Spoken().Order); decided && diff != "" {
				t.Errorf("order of the decision (-), and of who speaks and waits (+):\n%s", diff)
			}
			f.Close(games.NewStep(c.at))
			if f.State != Free || !f.Empty() {
				t.Errorf("closed: state %d, waiting %v; want it free and empty", f.State, f.Pressed())
			}
		})
	}
}
