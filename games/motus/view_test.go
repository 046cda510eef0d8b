package motus

import (
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// tableAfter plays a story, which ends before any deadline after its last line.
func tableAfter(t *testing.T, story string) *games.Table {
	t.Helper()
	text, err := gametest.Journal(story)
	if err != nil {
		t.Fatal(err)
	}
	table, err := play(text)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestView(t *testing.T) {
	for _, c := range []struct {
		name     string
		story    string
		audience games.Audience
		headline games.Text
		lines    []games.Text
		slates   []games.Slate
		lamps    []games.Lamp
		prompts  []games.Prompt
	}{
		{
			name:     "at the start two authors write",
			story:    `motus 1 2 3 4`,
			audience: games.Player(2),
			headline: games.Text{Word: "motus_write", Seats: []games.Seat{1, 2}},
			lines: []games.Text{
				{Word: "round", Role: games.Round, Extra: "1/10"},
			},
			lamps:   []games.Lamp{games.Lit, games.Lit, games.Dark, games.Dark},
			prompts: []games.Prompt{{ID: "word", For: 2, Keys: games.Keys{Hunt: 2}, Shape: games.Letters, Max: 7}},
		},
		{
			name:     "the judge sees both words, the marks of the last lines and whose line it is",
			story:    plain + "\n3 guess hunt=1 \"ETUDE\"\n4 guess hunt=2 \"BELLE\"",
			audience: games.Judge,
			headline: games.Text{Word: "round", Role: games.Round, Extra: "1/1"},
			lines:    []games.Text{},
			slates: []games.Slate{
				{Hunt: 1, Seats: []games.Seat{4}, Line: 2, Lines: 6, Known: "ET..E", Word: "ETUDE", Marks: "XX--X", Secret: "ETAGE"},
				{Hunt: 2, Seats: []games.Seat{1}, Line: 2, Lines: 6, Known: "B.LLE", Word: "BELLE", Marks: "X-XXX", Secret: "BALLE"},
			},
			lamps: []games.Lamp{games.Lit, games.Dark, games.Dark, games.Lit},
			prompts: []games.Prompt{
				{ID: "guess", For: games.Judge, Keys: games.Keys{Hunt: 1, Seat: 4, Line: 2}, Shape: games.Letters, Max: 5, Background: true, Known: "ET..E"},
				{ID: "guess", For: games.Judge, Keys: games.Keys{Hunt: 2, Seat: 1, Line: 2}, Shape: games.Letters, Max: 5, Background: true, Known: "B.LLE"},
			},
		},
		{
			name:     "an author sees his own word alone",
			story:    plain,
			audience: games.Player(2),
			headline: games.Text{Word: "motus_hint", Number: 1, Extra: "B"},
			lines: []games.Text{

				{Word: "round", Role: games.Round, Extra: "1/1"},
			},
			slates: []games.Slate{
				{Hunt: 1, Seats: []games.Seat{2}, Line: 1, Lines: 6, Known: "E...."},
				{Hunt: 2, Seats: []games.Seat{3}, Line: 1, Lines: 6, Known: "B....", Secret: "BALLE"},
			},
			lamps: []games.Lamp{games.Dark, games.Lit, games.Lit, games.Dark},
		},
		{
			name:     "everyone sees neither, but the letter that was given further",
			story:    plain + sixMisses,
			audience: games.Public,
			headline: games.Text{Word: "motus_hint", Number: 3, Extra: "A"},
			lines: []games.Text{

				{Word: "round", Role: games.Round, Extra: "1/1"},
			},
			slates: []games.Slate{
				{Hunt: 1, Seats: []games.Seat{3}, Line: 7, Lines: 6, Known: "ETA.E", Word: "ETUDE", Marks: "XX--X"},
				{Hunt: 2, Seats: []games.Seat{3}, Line: 1, Lines: 6, Known: "B...."},
			},
			lamps: []games.Lamp{games.Dark, games.Dark, games.Lit, games.Dark},
		},
		{
			name:     "the judge enters a token, or a blank while there are any",
			story:    physical + "\n1 word hunt=1 \"ETAGE\"\n2 guess \"ETAGE\"",
			audience: games.Judge,
			headline: games.Text{Word: "motus_found", Role: games.News, Seat: 2, Extra: "ETAGE"},
			lines: []games.Text{
				{Word: "motus_points", Role: games.News, Seats: []games.Seat{2, 4}, Number: 50},
				{Word: "motus_draws", Number: 2, Seats: []games.Seat{2, 4}}, {Word: "motus_write", Seats: []games.Seat{2}},
				{Word: "round", Role: games.Round, Extra: "1/20"},
			},
			lamps:   []games.Lamp{games.Dark, games.Lit, games.Dark, games.Dark},
			prompts: []games.Prompt{{ID: "token", For: games.Judge, Keys: games.Keys{Team: 2}, Shape: games.Amount, Min: 1, Max: 9, Options: games.Words("blank")}},
		},
		{
			name:     "and no blank once they are gone",
			story:    physical + tokens([]string{"9"}, []string{`"blank"`}) + both(2) + "\n2 token team=1 8",
			audience: games.Judge,
			headline: games.Text{Word: "motus_found", Role: games.News, Seat: 1, Extra: "BALLE"},
			lines: []games.Text{
				{Word: "motus_points", Role: games.News, Seats: []games.Seat{1, 3}, Number: 50},
				{Word: "motus_token", Role: games.News, Number: 1, Extra: "8", Grid: 1}, {Word: "motus_draws", Number: 2, Seats: []games.Seat{2, 4}},
				{Word: "round", Role: games.Round, Extra: "2/20"},
			},
			lamps:   make([]games.Lamp, 4),
			prompts: []games.Prompt{{ID: "token", For: games.Judge, Keys: games.Keys{Team: 2}, Shape: games.Amount, Min: 1, Max: 9}},
		},
		{
			name:     "level teams",
			story:    super[:len(super)-len("2 super_team 1")],
			audience: games.Public,
			headline: games.Text{Word: "motus_found", Role: games.News, Seat: 3, Extra: "BALLE"},
			lines: []games.Text{
				{Word: "motus_points", Role: games.News, Seats: []games.Seat{1, 3}, Number: 50}, {Word: "motus_level"}, {Word: "round", Role: games.Round, Extra: "1/1"},
			},
			lamps: make([]games.Lamp, 4),
		},
		{
			name:     "in the Super Partie two lamps say: press",
			story:    written,
			audience: games.Judge,
			headline: games.Text{Word: "motus_hint", Number: 1, Extra: "C"},
			lines: []games.Text{

				{Word: "motus_press", Seats: []games.Seat{1, 3}},
				{Word: "motus_won", Role: games.Tally, Seat: 1}, {Word: "motus_won", Role: games.Tally, Seat: 3},
			},
			slates: []games.Slate{{Hunt: 1, Line: 1, Lines: 6, Known: "C....", Secret: "COCON"}},
			lamps:  []games.Lamp{games.Blinking, games.Dark, games.Blinking, games.Dark},
		},
		{
			name:     "the margin of the buzz",
			story:    written + "\n11 press 1\n11.005 press 3\n12 press 2",
			audience: games.Public,
			headline: games.Text{Word: "motus_proposes", Seats: []games.Seat{1}},
			lines: []games.Text{
				{Word: "margin", Role: games.News, Span: 5e6},
				{Word: "motus_won", Role: games.Tally, Seat: 1}, {Word: "motus_won", Role: games.Tally, Seat: 3},
			},
			lamps: []games.Lamp{games.Lit, games.Dark, games.Dark, games.Dark},
		},
		{
			name:     "a dead heat",
			story:    written + "\n11 press 1\n11 press 3\n12 press 2",
			audience: games.Public,
			headline: games.Text{Word: "dead_heat", Role: games.Verdict, Seats: []games.Seat{1, 3}},
			lines: []games.Text{

				{Word: "motus_won", Role: games.Tally, Seat: 1}, {Word: "motus_won", Role: games.Tally, Seat: 3},
			},
			lamps: []games.Lamp{games.Lit, games.Dark, games.Lit, games.Dark},
		},
		{
			name:     "edges were lost",
			story:    written + "\n11 press 1\n11.001 lost 7",
			audience: games.Judge,
			headline: games.Text{Word: "lost", Role: games.News, Number: 7},
			lines: []games.Text{
				{Word: "motus_won", Role: games.Tally, Seat: 1}, {Word: "motus_won", Role: games.Tally, Seat: 3},
			},
			lamps:   make([]games.Lamp, 4),
			prompts: []games.Prompt{{ID: "call_first", For: games.Judge, Options: games.SeatsOr([]games.Seat{1, 3}, "nobody"), Decides: true}},
		},
		{
			name: "the winner of it all",
			story: written + buzz(11, 3, "COCON") + "\n12 word \"COCON\"" + buzz(13, 1, "COCON") + "\n14 word \"COCON\"" +
				buzz(15, 3, "COCON") + "\n16 word \"COUPS\"" + buzz(17, 3, "COUPS"),
			audience: games.Judge,
			headline: games.Text{Word: "game_over", Role: games.Winners, Seats: []games.Seat{3}},
			lines: []games.Text{
				{Word: "motus_found", Role: games.News, Seat: 3, Extra: "COUPS"}, {Word: "motus_won", Role: games.Tally, Seat: 1, Number: 1}, {Word: "motus_won", Role: games.Tally, Seat: 3, Number: 3},
			},
			lamps: []games.Lamp{games.Dark, games.Dark, games.Lit, games.Dark},
		},
		{
			name:     "the leaders of a game without it",
			story:    plain + "\n3 guess hunt=1 \"ETAGE\"\n4 guess \"BALLE\"",
			audience: games.Public,
			headline: games.Text{Word: "game_over", Role: games.Winners, Seats: []games.Seat{1, 2, 3, 4}},
			lines: []games.Text{
				{Word: "motus_found", Role: games.News, Seat: 3, Extra: "BALLE"}, {Word: "motus_points", Role: games.News, Seats: []games.Seat{1, 3}, Number: 50}, {Word: "leader", Role: games.Leaders, Seats: []games.Seat{1, 2, 3, 4}, Number: 50},
			},
			lamps: []games.Lamp{games.Lit, games.Lit, games.Lit, games.Lit},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := tableAfter(t, c.story).View(c.audience)
			if diff := cmp.Diff(c.headline, v.Headline); diff != "" {
				t.Errorf("headline (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.slates, v.Slates); c.slates != nil && diff != "" {
				t.Errorf("slates (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.lines, v.Lines, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("lines (-want +got):\n%s", diff)
			}
			var lamps []games.Lamp
			for _, p := range v.Seats {
				lamps = append(lamps, p.Lamp)
			}
			if diff := cmp.Diff(c.lamps, lamps); diff != "" {
				t.Errorf("lamps (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.prompts, v.Prompts, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("prompts (-want +got):\n%s", diff)
			}
		})
	}
}

// The seats of a team have its points, and the photo finish of the buzz is there.
func TestViewOfPointsAndPhoto(t *testing.T) {
	v := tableAfter(t, written+"\n11 press 3\n11.004 press 1\n12 guess \"CUBES\"").View(games.Public)
	for _, p := range v.Seats {
		if p.Total != 50 {
			t.Errorf("seat %d has %d points, expected its team's 50", p.Seat, p.Total)
		}
	}
	want := &games.Photo{Open: true, RaceOver: games.RaceOver{Race: "proposal", Order: []games.Finish{}, Missing: []games.Seat{1, 3}}}
	if diff := cmp.Diff(want, v.Race); diff != "" {
		t.Errorf("photo while both may press (-want +got):\n%s", diff)
	}
	v = tableAfter(t, written+"\n11 press 3\n11.004 press 1\n12 press 2").View(games.Public)
	want = &games.Photo{RaceOver: games.RaceOver{
		Race: "proposal", Fastest: 3, Missing: []games.Seat{}, Zero: 11 * time.Second,
		Order: []games.Finish{{Seat: 3}, {Seat: 1, After: 4e6}}, Clauses: []string{"RACE-1", "MOTUS-11"},
	}}
	if diff := cmp.Diff(want, v.Race); diff != "" {
		t.Errorf("photo of the decision (-want +got):\n%s", diff)
	}
}

func TestCues(t *testing.T) {
	facts, err := gametest.Tell(book(), `
		motus 1 2 3 4 {"letters":5,"series":1,"size":1,"blanks":0,"clock":"8s"}
		1 word hunt=1 "ETAGE"
		1 word hunt=2 "BALLE"
		2 guess hunt=1 "ETAGE"
		3 guess hunt=2 "BALLE"
		4 super_team 1
		5 word "COCON"
		6 press 1
		20 press 1
		20 press 3
		21 guess seat=1 "COCON"
		21 guess seat=3 "COCON"`)
	if err != nil {
		t.Fatal(err)
	}
	var heard []games.Cue
	for _, f := range facts {
		if c := f.Cue(); c != "" {
			heard = append(heard, c)
		}
	}
	want := []games.Cue{
		games.CueStart, games.CueRight, games.CueTriumph, games.CueRight, games.CueTriumph, games.CueRoundOver,
		games.CueCall, games.CueWrong, games.CueDeadHeat, games.CueWrong,
	}
	if diff := cmp.Diff(want, heard); diff != "" {
		t.Errorf("cues (-want +got):\n%s", diff)
	}
}

func TestASlateHasTheClockOfItsLine(t *testing.T) {
	table := tableAfter(t, `motus 1 2 3 4 {"letters":5,"clock":"8s"}
		1 word hunt=1 "ETAGE"
		3 guess hunt=1 "ETUDE"`)
	if slates := table.View(games.Public).Slates; len(slates) != 1 || slates[0].Until != 11*time.Second {
		t.Errorf("the slates are %+v; want one, until 11s", slates)
	}
	if slates := tableAfter(t, plain).View(games.Public).Slates; slates[0].Until != 0 {
		t.Errorf("without a clock the slates are %+v", slates)
	}
}

// A phone may answer either of two questions that are the same; the older one is answered (MOTUS-7).
func TestOfTwoTokensOfATeamTheOlderIsFound(t *testing.T) {
	table := tableAfter(t, physical+`
		1 word hunt=1 "ETAGE"
		2 word hunt=2 "BALLE"`+sixMisses+`
		9 guess hunt=1 "ETAGE"
		10 guess "BALLE"`)
	open := table.View(games.Judge).Prompts
	if len(open) != 2 || open[0].ID != "token" || open[1].ID != "token" {
		t.Fatalf("open are %+v; want two tokens", open)
	}
	if _, err := games.Find(open, games.Input{Prompt: "token", Keys: games.Keys{Team: 1}}); err != nil {
		t.Error(err)
	}
}
