package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/bot"
	"arbitre/games/gametest"
)

// play plays a game of bots for a while and returns what they did.
func play(t *testing.T, start string, seed uint64, acts int, see func(*games.Table, *bot.Players, bot.Act)) (did []string) {
	t.Helper()
	table, _, err := gametest.Play(all.Games(), start)
	if err != nil {
		t.Fatal(err)
	}
	players := bot.Sit(table, nil, func() uint64 { return seed })
	for range acts {
		players.Think(table.Now())
		at, means := players.Due()
		if due, passes := table.Deadline(); passes && (!means || due <= at) {
			table.Advance(due)
			continue
		}
		a, ok := players.Act(at)
		if !ok {
			break
		}
		see(table, players, a)
		did = append(did, fmt.Sprint(a.At, a.Kind, a.Seat, a.Prompt, a.Value))
		if a.Kind != games.Elapse {
			if _, err := table.Apply(a.Input); err != nil {
				t.Fatalf("%+v: %v", a, err)
			}
			if by, _ := players.Laid(); by != 0 && a.Prompt != "" && a.Prompt != "accused" {
				t.Errorf("the card of %d still lies there after %+v", by, a.Input)
			}
		}
	}
	return did
}

// No bot reacts faster than a hand to the card that another has laid, nor does each take the same time.
func TestHandsTakeTheirTime(t *testing.T) {
	for _, start := range []string{
		`slap 1 2 3 4 {"bots":{"1":"strong","2":"strong","3":"medium","4":"weak"}}`,
		`mito 1 2 3 {"rounds":20,"bots":{"1":"strong","2":"strong","3":"strong"}}`,
	} {
		laid, slaps := time.Duration(0), map[time.Duration]bool{}
		play(t, start, 1, 3000, func(table *games.Table, p *bot.Players, a bot.Act) {
			by, _ := p.Laid()
			switch {
			case a.Kind == games.Elapse:
				laid = a.At
			case a.Kind == games.Press && by != 0 && a.At-laid < time.Second:
				slaps[a.At-laid] = true
				if a.At-laid < bot.Quickest {
					t.Errorf("%s: seat %d slaps after %v", start, a.Seat, a.At-laid)
				}
			}
		})
		if len(slaps) < 20 {
			t.Errorf("%s: only %d slaps", start, len(slaps))
		}
	}
}

func TestTheSameSeedDoesTheSame(t *testing.T) {
	const start = `mog 1 2 3 {"holder":"house","rounds":2,"bots":{"1":"strong","2":"medium","3":"weak"}}`
	see := func(*games.Table, *bot.Players, bot.Act) {}
	one, same, other := play(t, start, 1, 200, see), play(t, start, 1, 200, see), play(t, start, 2, 200, see)
	if fmt.Sprint(one) != fmt.Sprint(same) || fmt.Sprint(one) == fmt.Sprint(other) {
		t.Errorf("seed 1 does\n%v\nthen\n%v\nand seed 2\n%v", one, same, other)
	}
}

func TestBotsOfAStartLine(t *testing.T) {
	for start, wrong := range map[string]string{
		`slap 1 2 {"bots":{"2":"weak"}}`:                        "",
		`slap 1 2 {"bots":{}}`:                                  "",
		`slap 1 2 {"bots":{"3":"weak"}}`:                        `"3": expected seats that play`,
		`slap 1 2 {"bots":{"02":"weak"}}`:                       `"02": expected seats that play`,
		`slap 1 2 {"bots":{"2":"clever"}}`:                      `expected one of "weak", "medium", "strong"`,
		`slap 1 2 {"bots":[2]}`:                                 "expected",
		`mastermind 1 2 {"dealer":"table","bots":{"2":"weak"}}`: `expected it with the dealer "house" only`,
		`chessclock 1 2 {"bots":{"2":"weak"}}`:                  `unknown option "bots"`,
	} {
		table, _, err := gametest.Play(all.Games(), start)
		switch {
		case wrong == "" && err != nil, wrong != "" && (err == nil || !strings.Contains(err.Error(), wrong)):
			t.Errorf("%s: %v, want %q", start, err, wrong)
		case err == nil && table.Places()[0].Bot:
			t.Errorf("%s: seat 1 is a bot", start)
		}
	}
}

// People play on with bots: what is asked of no bot they leave to the judge.
func TestBotsLeaveTheJudgeHisQuestions(t *testing.T) {
	for _, start := range []string{
		`mog 1 2 {"holder":"house","bots":{"1":"strong"}}`, `quiz 1 2 {"open":"armed","bots":{"1":"strong"}}`,
	} {
		play(t, start, 1, 500, func(_ *games.Table, _ *bot.Players, a bot.Act) {
			if a.Kind == games.Answer && a.Keys.Seat != 1 {
				t.Errorf("%s: a bot answers %+v", start, a.Input)
			}
		})
	}
}

// A strong bot finds MOG in fewer turns than a weak one.
func TestStrengthsDiffer(t *testing.T) {
	turns := func(strength string) (tokens int) {
		start := `mog 1 {"holder":"house","rounds":40,"bots":{"1":"` + strength + `"}}`
		play(t, start, 3, 100_000, func(_ *games.Table, _ *bot.Players, a bot.Act) {
			if a.Prompt == "designate" {
				tokens++
			}
		})
		return tokens
	}
	if weak, medium, strong := turns("weak"), turns("medium"), turns("strong"); weak <= medium || medium <= strong {
		t.Errorf("weak %d, medium %d, strong %d turns", weak, medium, strong)
	}
}
