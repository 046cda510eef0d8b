package display

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbitre/games"
)

const now = 5 * time.Second

// press gives keys, "v" next, "^" previous, "o" OK, "<" back, digits, and tells what came of them.
func press(d *Dialogue, v games.View, keys string) string {
	var came []string
	for _, k := range keys {
		in, ok := games.Input{}, false
		switch k {
		case 'v':
			in, ok = d.Press(Next, now, v)
		case '^':
			in, ok = d.Press(Previous, now, v)
		case 'o':
			in, ok = d.Press(OK, now, v)
		case '<':
			in, ok = d.Press(Back, now, v)
		default:
			d.Digit(int(k-'0'), v)
		}
		switch {
		case ok && in.At != now:
			came = append(came, fmt.Sprintf("at %v", in.At))
		case ok && in.Kind == games.Undo:
			came = append(came, "undo")
		case ok:
			s := in.Prompt + " " + string(in.Value)
			if in.Keys.Seat != 0 {
				s += fmt.Sprintf(" seat %d", in.Keys.Seat)
			}
			came = append(came, s)
		}
	}
	return strings.Join(came, ", ")
}

func asked(prompts ...games.Prompt) games.View { return games.View{Prompts: prompts} }

func TestDialogue(t *testing.T) {
	inTurn := games.Prompt{ID: "play", Background: true, Options: play().Options, Out: []games.Seat{1, 2, 3}, Layers: []games.Layer{{Seat: 2}}}
	passed := inTurn
	passed.Layers = []games.Layer{{Seat: 2}, {Seat: 1, Turns: 1, Until: now}, {Seat: 3, Turns: 2, Until: now}}
	longAgo := inTurn
	longAgo.Layers = []games.Layer{{Seat: 2}, {Seat: 1, Turns: 1, Until: now - 1}}
	accused := games.Prompt{ID: "accused", Options: games.SeatsOr([]games.Seat{2, 3}, "withdraw")}
	verdict := games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 3}, Options: games.Words("guilty", "innocent", "withdraw")}
	nobody := games.Prompt{ID: "nobody", Options: games.Words("nobody")}
	hand := games.Prompt{ID: "hand", Keys: games.Keys{Seat: 3}, Shape: games.Hand, Most: [3]int{43, 20, 8}}
	rounds := games.Prompt{ID: "rounds", Shape: games.Amount, Min: 1, Max: 12, Preset: "4"}
	token := games.Prompt{ID: "token", Shape: games.Amount, Min: 1, Max: 25, Options: games.Words("blank")}
	seats := games.Prompt{ID: "first", Options: games.SeatsOr([]games.Seat{1, 3, 4}), Preset: "3"}

	tests := []struct {
		name string
		view games.View
		keys string
		want string
	}{
		{"nothing is asked", asked(), "ov^", ""},
		{"back where nothing is asked is undo", asked(), "<", "undo"},
		{"a prompt in the background: the first key only opens it", asked(inTurn), "o", ""},
		{"then OK declares the first", asked(inTurn), "oo", `play "mosquito"`},
		{"any key opens it, at the top", asked(inTurn), "^o", `play "mosquito"`},
		{"next goes down, previous up, both go round", asked(inTurn), "vv^^^o", `play "ant"`},
		{"back closes it, and then is undo", asked(inTurn), "v<<", "undo"},
		{"opened anew it starts at the top", asked(inTurn), "vvv<vo", `play "mosquito"`},
		{"declared, it is in the background again", asked(inTurn), "oooo", `play "mosquito", play "mosquito"`},
		{"out asks whose hand is empty", asked(inTurn), "v^ovo", `play "out" seat 2`},
		{"a turn that has just passed: whose card? that one's first", asked(passed), "ovoo", `play "cockroach" seat 1`},
		{"then the seat in turn", asked(passed), "ovovo", `play "cockroach" seat 2`},
		{"back goes to the card", asked(passed), "ovo<o<<<", "undo"},
		{"a turn that passed long ago is not asked about", asked(longAgo), "oo", `play "mosquito"`},
		{"seats and words are one list", asked(accused), "vo^o", `accused 3, accused "withdraw"`},
		{"a digit goes to its seat", asked(accused), "3o", "accused 3"},
		{"a digit that is no option goes nowhere", asked(accused), "9o", "accused 2"},
		{"back is undo where no question lies behind", asked(accused), "v<", "undo"},
		{"an answer repeats the keys of its prompt", asked(verdict), "vo", `verdict "innocent" seat 3`},
		{"what waits in the background is last in the list", asked(accused, inTurn), "^oo", `play "mosquito"`},
		{"and back leads back to the list", asked(accused, inTurn), "^o<vo", "accused 3"},
		{"one option is one OK", asked(nobody), "o", `nobody "nobody"`},
		{"and no other key", asked(nobody), "v^", ""},
		{"what waits behind one option is not in the way", asked(nobody, inTurn), "o", `nobody "nobody"`},
		{"a hand", asked(hand), "vvovo^vo", `hand {"numbers":2,"actions":1,"mitos":1} seat 3`},
		{"a hand stays within what there is", asked(hand), "^oo" + strings.Repeat("v", 9) + "o", `hand {"numbers":0,"actions":0,"mitos":8} seat 3`},
		{"back goes to the number before", asked(hand), "vo<voo" + "o", `hand {"numbers":2,"actions":0,"mitos":0} seat 3`},
		{"back at the first is undo", asked(hand), "vo<<", "undo"},
		{"digits set a number", asked(hand), "12o3oo", `hand {"numbers":12,"actions":3,"mitos":0} seat 3`},
		{"too large, the last digit counts alone", asked(hand), "49ooo", `hand {"numbers":9,"actions":0,"mitos":0} seat 3`},
		{"an amount starts from its preset", asked(rounds), "vo", "rounds 5"},
		{"and stays within its bounds", asked(rounds), strings.Repeat("v", 20) + "o" + strings.Repeat("^", 20) + "o", "rounds 12, rounds 1"},
		{"digits below the least are not sent", asked(rounds), "0o", "rounds 4"},
		{"the options of an amount stand below its least", asked(token), "^o", `token "blank"`},
		{"a choice starts from its preset", asked(seats), "ovo", "first 3, first 4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var d Dialogue
			if got := press(&d, tt.view, tt.keys); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.keys, got, tt.want)
			}
		})
	}
}

func TestADraftLivesAsLongAsItsPrompt(t *testing.T) {
	hand := games.Prompt{ID: "hand", Keys: games.Keys{Seat: 3}, Shape: games.Hand, Most: [3]int{43, 20, 8}}
	next := hand
	next.Keys.Seat = 4
	var d Dialogue
	press(&d, asked(hand), "vvvo")
	d.Follow(games.View{Headline: games.Text{Word: "turn"}, Prompts: []games.Prompt{hand}})
	if got := press(&d, asked(hand), "oo"); got != `hand {"numbers":3,"actions":0,"mitos":0} seat 3` {
		t.Errorf("the same prompt is still open: %s", got)
	}
	if got := press(&d, asked(next), "ooo"); got != `hand {"numbers":0,"actions":0,"mitos":0} seat 4` {
		t.Errorf("another prompt took its place: %s", got)
	}
	press(&d, asked(hand), "vv")
	d.Follow(asked())
	if got := press(&d, asked(hand), "ooo"); got != `hand {"numbers":0,"actions":0,"mitos":0} seat 3` {
		t.Errorf("it was closed and opened anew: %s", got)
	}
}

// A card is laid, everyone slaps, and the guardian's slap is taken for a call while the judge is declaring (MITO-16).
func TestADeclarationOutlivesACallInBetween(t *testing.T) {
	accused := games.Prompt{ID: "accused", Options: games.SeatsOr([]games.Seat{2, 3}, "withdraw")}
	declare := games.Prompt{ID: "play", Background: true, Options: play().Options, Layers: []games.Layer{{Seat: 2}}}
	var d Dialogue
	press(&d, asked(declare), "v")
	if got := press(&d, asked(accused, declare), "o"); got != `play "mosquito"` {
		t.Errorf("got %q", got)
	}
}

func TestARefusedAnswerCanBeMended(t *testing.T) {
	hand := games.Prompt{ID: "hand", Keys: games.Keys{Seat: 3}, Shape: games.Hand, Most: [3]int{43, 20, 8}}
	v := asked(hand)
	var d Dialogue
	press(&d, v, "12oo9o")
	d.Refuse("there are not that many cards")
	d.Follow(v)
	if d.refusal == "" {
		t.Fatal("the reason is gone before a key was pressed")
	}
	if got := press(&d, v, "o^o"); got != `hand {"numbers":12,"actions":0,"mitos":0} seat 3` {
		t.Errorf("the first key closes the reason, the next ones mend the hand: %s", got)
	}
	d.Refuse("once more")
	d.Follow(asked())
	if d.refusal == "" {
		t.Error("the reason is gone with its prompt")
	}
}

func TestACopyOfADialogueStaysAsItWas(t *testing.T) {
	hand := games.Prompt{ID: "hand", Shape: games.Hand, Most: [3]int{43, 20, 8}}
	v := asked(hand)
	var d Dialogue
	press(&d, v, "vv")
	before := d
	was := slices.Clone(before.slots)
	press(&d, v, "vvo7")
	if diff := cmp.Diff(was, before.slots); diff != "" {
		t.Error(diff)
	}
}

// Whatever is pressed while whatever comes and goes, every answer is one that an open prompt has asked for.
func TestEveryAnswerWasAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d Dialogue
		v := views().Draw(t, "view")
		for range 30 {
			if rapid.IntRange(0, 9).Draw(t, "change") == 0 {
				v = views().Draw(t, "view")
				d.Follow(v)
			}
			if rapid.IntRange(0, 9).Draw(t, "digit") == 0 {
				d.Digit(rapid.IntRange(0, 9).Draw(t, "n"), v)
			}
			in, ok := d.Press(rapid.SampledFrom([]Key{Previous, Next, OK, OK, Back}).Draw(t, "key"), now, v)
			if !ok || in.Kind == games.Undo {
				continue
			}
			if !slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return wants(p, in) }) {
				t.Fatalf("%+v answers none of %+v", in, v.Prompts)
			}
			if rapid.Bool().Draw(t, "refused") {
				d.Refuse("no")
			} else {
				d.Follow(v)
			}
		}
	})
}

func wants(p games.Prompt, in games.Input) bool {
	if p.ID != in.Prompt {
		return false
	}
	if p.Keys != in.Keys && !slices.Contains(p.Out, in.Keys.Seat) &&
		!slices.ContainsFunc(p.Layers, func(l games.Layer) bool { return l.Seat == in.Keys.Seat }) {
		return false
	}
	switch p.Shape {
	case games.Hand:
		h, err := in.Value.Hand()
		return err == nil && h.Numbers <= p.Most[0] && h.Actions <= p.Most[1] && h.Mitos <= p.Most[2]
	case games.Amount:
		n, err := in.Value.Int()
		return err == nil && n >= p.Min && n <= p.Max || slices.ContainsFunc(p.Options, in.Value.Equal)
	}
	return slices.ContainsFunc(p.Options, in.Value.Equal)
}
