package referee

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/hw"

	"pgregory.net/rapid"
)

// Whatever is answered, left, pressed or waited for on the display: what the box asks after an
// answer is another question, though it may look the same, and no late answer to the one before
// counts for it. What it asks after a refusal, a press in the lobby or a while is the same
// question, beside which pages show the reason.
func TestASerialIsOfOneAsking(t *testing.T) {
	folders := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		folder, err := os.MkdirTemp(folders, "")
		if err != nil {
			t.Fatal(err)
		}
		r := newDaemon(folder, "", func(s *setup) {
			s.Seed = func() uint64 { return 1 }
			s.PowerOff = func() error { return games.Refuse(games.Text{Word: "no_power_off"}, os.ErrPermission) }
		})
		defer r.stack.Folder.Close()
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		gone := map[games.Question]bool{} // questions of the box in whose place something else was asked
		asker := map[games.Question]*match.Match{}
		for range rapid.IntRange(1, 300).Draw(t, "inputs") {
			_, v := r.stack.refresh()
			if len(v.Prompts) == 0 {
				v.Prompts = []games.Prompt{{}}
			}
			asked := v.Prompts[0]
			if asked.ID != "" && asked.Serial == 0 {
				t.Fatalf("%+v has no serial, so every late answer counts for it", asked)
			}
			was, lobby := asked.Question(), r.stack.match == nil
			ofTheBox := lobby || r.stack.asked != nil || slices.ContainsFunc([]string{"cover", "hide", "prepare", "seen"}, v.Asks)
			asker[was] = r.stack.match
			answers, refused := false, false
			switch n := random.IntN(12); {
			case n < 7 && len(asked.Options) > 0:
				answers = true
				in := games.Input{Kind: games.Answer, Prompt: was.ID, Keys: was.Keys,
					Value: asked.Options[random.IntN(len(asked.Options))]}
				refused = r.exec.give(in, shown.Box) != nil
			case n == 7:
				r.exec.give(games.Input{Kind: games.Undo}, shown.Box)
			case n < 11:
				edge := hw.Edge{At: r.stack.now, Button: hw.Button(1 + random.IntN(5)), Down: true}
				r.handle(hw.Event{Edge: edge})
				edge.Down = false
				r.handle(hw.Event{Edge: edge})
			default:
				r.elapse(r.stack.now + time.Duration(random.Int64N(int64(3*time.Second))))
			}
			r.elapse(r.stack.now + time.Millisecond)
			_, v = r.stack.refresh()
			var is games.Question
			if len(v.Prompts) > 0 {
				is = v.Prompts[0].Question()
			}
			again := is.ID == was.ID && is.Keys == was.Keys
			switch by, ever := asker[is]; {
			case is.ID == "": // nothing is asked
			case ever && by != r.stack.match:
				t.Fatalf("%+v was asked in another game", is)
			case gone[is]:
				t.Fatalf("after %+v something else was asked, and now it again", is)
			case again && ofTheBox && answers && !refused && is == was:
				t.Fatalf("after an answer %+v is asked, as before", is)
			case again && (refused || lobby && !answers && r.stack.match == nil) && is != was && is.ID != "game":
				t.Fatalf("after %+v no other question is asked, but %+v", was, is)
			}
			if is != was && ofTheBox {
				gone[was] = true
			}
		}
	})
}
