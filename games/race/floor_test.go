package race

import (
	"fmt"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func newFloor() *Floor {
	return &Floor{Queue: Queue{Limits: DefaultLimits()}, Clause: "QUIZ-3", LostClause: "QUIZ-8", Asks: "shout_first"}
}

// takenFloor returns a floor where seat 2 speaks, and seat 3 waits, having pressed 5 ms later.
func takenFloor() *Floor {
	f := newFloor()
	f.Press(games.NewStep(100*ms), 2)
	f.Press(games.NewStep(105*ms), 3)
	f.Next(games.NewStep(111*ms), &games.Prompts{})
	return f
}

// Some press, edges are perhaps lost, the next is to speak, and perhaps the judge decides.
func TestFloor(t *testing.T) {
	type outcome struct {
		State   FloorState
		Speaker games.Seat
		Waiting []games.Seat
		Due     bool     // the floor has a deadline
		Said    string   // why the judge decides, or that a press replaced another
		Clauses []string // by which the presses decided, or did not after lost edges
	}
	decided, lost := []string{"RACE-1", "QUIZ-3"}, []string{"RACE-8", "QUIZ-8"}
	for _, c := range []struct {
		name    string
		presses []Press       // in the order of their delivery
		lost    time.Duration // when edges are lost; 0 is never
		at      time.Duration // when the next is to speak
		told    games.Value   // by the judge; zero if he is not asked
		want    outcome
	}{
		{"nobody waits", nil, 0, 20 * ms, games.Value{}, outcome{State: Free}},
		{"RACE-2 the first settles", []Press{by(2, 0), by(3, 5*ms)}, 0, 11*ms - 1, games.Value{},
			outcome{State: Settling, Waiting: []games.Seat{2, 3}, Due: true}},
		{"RACE-1 and speaks, whoever was delivered first", []Press{by(3, 5*ms), by(2, 0)}, 0, 11 * ms, games.Value{},
			outcome{State: Taken, Speaker: 2, Waiting: []games.Seat{3}, Clauses: decided}},
		{"RACE-1 one press of a seat", []Press{by(2, 2*ms), by(2, 5*ms), by(2, 0)}, 0, 11 * ms, games.Value{},
			outcome{State: Taken, Speaker: 2, Clauses: decided,
				Said: "{Seat:2 Why:no effect now MayCount:false Waited:true}"}},
		{"RACE-1 the same press twice", []Press{by(2, 0), by(2, 0)}, 0, 11 * ms, games.Value{},
			outcome{State: Taken, Speaker: 2, Clauses: decided}},
		{"RACE-3 a dead heat", []Press{by(3, 0), by(2, ms-1)}, 0, 11 * ms, games.Value{},
			outcome{State: Disputed, Waiting: []games.Seat{3, 2}, Said: "dead_heat [2 3] 0"}},
		{"RACE-3 the judge decides a dead heat", []Press{by(3, 0), by(2, ms-1)}, 0, 11 * ms, games.Number(2),
			outcome{State: Taken, Speaker: 2, Waiting: []games.Seat{3}, Said: "dead_heat [2 3] 0"}},
		{"RACE-8 after lost edges the judge names a seat that does not wait", []Press{by(3, 0)}, 5 * ms, 5 * ms, games.Number(4),
			outcome{State: Taken, Speaker: 4, Waiting: []games.Seat{3}, Said: "lost [] 7", Clauses: lost}},
		{"RACE-8 or nobody", []Press{by(3, 0)}, 5 * ms, 20 * ms, games.Word("nobody"),
			outcome{State: Free, Said: "lost [] 7", Clauses: lost}},
		{"RACE-8 lost edges while nobody waits", nil, 5 * ms, 20 * ms, games.Value{}, outcome{State: Free}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFloor()
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
			for _, fact := range step.Facts() {
				for _, why := range fact.Said {
					got.Said = fmt.Sprint(why.Word, " ", why.Seats, why.Number)
				}
			}
			if !c.told.IsZero() {
				f.Judged(step, c.told)
				f.Next(step, &prompts)
			}
			got.State, got.Speaker, got.Waiting = f.State, f.Speaker, f.Pressed()
			_, got.Due = f.Deadline()
			if decision, decided := f.Decision().Judgement(); decided {
				got.Clauses = decision.Clauses
			} else if f.Photo != nil && f.Photo.Void {
				got.Clauses = f.Photo.Clauses
			}
			if diff := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Who speaks is first in the photo finish and the decision, those who wait follow.
func TestThePhotoFinishOfASpeaker(t *testing.T) {
	f := takenFloor()
	want := []games.Finish{{Seat: 2, After: 0}, {Seat: 3, After: 5 * ms}}
	if diff := cmp.Diff(want, f.Spoken().Order); diff != "" {
		t.Errorf("photo finish (-want +got):\n%s", diff)
	}
	decision, _ := f.Decision().Judgement()
	if diff := cmp.Diff(want, decision.Order); diff != "" {
		t.Errorf("decision (-want +got):\n%s", diff)
	}
	if at, heard := f.Heard(); at != 100*ms || !heard {
		t.Errorf("seat 2 was heard at %v: %v; want it at 100 ms", at, heard)
	}
}

func TestASpeakerWhosePressWasLost(t *testing.T) {
	f := takenFloor()
	f.Give(4)
	if diff := cmp.Diff([]games.Finish{{Seat: 3}}, f.Spoken().Order); diff != "" || f.Spoken().Fastest != 4 {
		t.Errorf("fastest is seat %d, want 4; the order of the others (-want +got):\n%s", f.Spoken().Fastest, diff)
	}
	if at, heard := f.Heard(); heard {
		t.Errorf("seat 4 was heard at %v, want never", at)
	}
}

func TestAClosedFloorIsFreeAndEmpty(t *testing.T) {
	f := takenFloor()
	step := games.NewStep(20 * ms)
	if f.Close(step); f.State != Free || !f.Empty() {
		t.Errorf("closed: state %d, waiting %v; want it free and empty", f.State, f.Pressed())
	}
	want := []games.Fact{{At: 20 * ms, What: games.Ignored{Seat: 3, Why: games.Late, Waited: true}}}
	if diff := cmp.Diff(want, step.Facts()); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	f.Press(games.NewStep(30*ms), 4)
	if f.Clear(); !f.Empty() {
		t.Errorf("cleared, %v wait", f.Pressed())
	}
	f.LostClause = "" // the game has none
	f.Press(games.NewStep(time.Second), 3)
	if f.Lose(games.NewStep(time.Second), &games.Prompts{}, 1, nil); len(f.Photo.Clauses) != 1 {
		t.Errorf("void by %q, want RACE-8 alone", f.Photo.Clauses)
	}
}
