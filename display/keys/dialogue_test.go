package keys

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
)

const now = 5 * time.Second

// press gives keys, "v" next, "^" previous, "o" OK, "<" back, types all others, and returns the
// inputs that they made.
func press(d *Dialogue, v games.View, keys string) string {
	var inputs []string
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
			d.Type(k, v)
		}
		switch {
		case ok && in.At != now:
			inputs = append(inputs, fmt.Sprintf("at %v", in.At))
		case ok && in.Kind == games.Undo:
			inputs = append(inputs, "undo")
		case ok:
			s := in.Prompt + " " + string(in.Value.AppendJSON(nil))
			if in.Keys.Seat != 0 {
				s += fmt.Sprintf(" seat %d", in.Keys.Seat)
			}
			if in.Keys.Hunt != 0 {
				s += fmt.Sprintf(" hunt %d", in.Keys.Hunt)
			}
			inputs = append(inputs, s)
		}
	}
	return strings.Join(inputs, ", ")
}

func asked(prompts ...games.Prompt) games.View { return games.View{Prompts: prompts} }

// A dialogueCase has keys that are given in a view, and the inputs that they make.
type dialogueCase struct {
	name string
	view games.View
	keys string
	want string
}

func runDialogues(t *testing.T, dialogues []dialogueCase) {
	for _, s := range dialogues {
		t.Run(s.name, func(t *testing.T) {
			var d Dialogue
			if got := press(&d, s.view, s.keys); got != s.want {
				t.Errorf("%s: %q, want %q", s.keys, got, s.want)
			}
		})
	}
}

// play returns the prompt that is always open in a game whose cards are declared.
func play() games.Prompt {
	return games.Prompt{ID: "play", For: games.Judge, Background: true,
		Options: games.Words("mosquito", "cockroach", "spider", "ant", "out")}
}

// namings returns the questions who has laid a card, and whose hand is empty.
func namings(layers ...games.Candidate) []games.Naming {
	return []games.Naming{
		{Options: games.Words("mosquito", "cockroach", "spider", "ant"), Asks: "laid_by", Seats: layers},
		{Options: games.Words("out"), Asks: "out", Seats: []games.Candidate{{Seat: 1}, {Seat: 2}, {Seat: 3}}},
	}
}

func TestDialogue(t *testing.T) {
	inTurn := games.Prompt{ID: "play", Background: true, Options: play().Options,
		Namings: namings(games.Candidate{Seat: 2})}
	passed := inTurn
	passed.Namings = namings(games.Candidate{Seat: 1, Until: now}, games.Candidate{Seat: 2},
		games.Candidate{Seat: 3, Until: now})
	longAgo := inTurn
	longAgo.Namings = namings(games.Candidate{Seat: 1, Until: now - 1}, games.Candidate{Seat: 2})
	accused := games.Prompt{ID: "accused", Options: games.SeatsOr([]games.Seat{2, 3}, "withdraw")}
	verdict := games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 3},
		Options: games.Words("guilty", "innocent", "withdraw")}
	nobody := games.Prompt{ID: "nobody", Options: games.Words("nobody")}
	finish := games.Prompt{ID: "finish", Background: true, Options: games.Words("over")}
	hand := games.Prompt{ID: "hand", Keys: games.Keys{Seat: 3}, Shape: games.Hand, Counts: kindsOfCards()}
	mended := hand
	mended.Preset = mended.HandOf([]int{2, 3, 0})
	rounds := games.Prompt{ID: "rounds", Shape: games.Amount, Min: 1, Max: 12, Preset: games.Number(4)}
	token := games.Prompt{ID: "token", Shape: games.Amount, Min: 1, Max: 25, Options: games.Words("blank")}
	seats := games.Prompt{ID: "first", Options: games.SeatsOr([]games.Seat{1, 3, 4}), Preset: games.Number(3)}

	runDialogues(t, []dialogueCase{
		{"nothing is asked", asked(), "ov^", ""},
		{"back where nothing is asked is undo", asked(), "<", "undo"},
		{"a prompt in the background: the first key only opens it", asked(inTurn), "o", ""},
		{"then OK declares the first", asked(inTurn), "oo", `play "mosquito"`},
		{"the arrows turn pages and open nothing", asked(inTurn), "v^voo", `play "mosquito"`},
		{"next goes down, previous up, both go round", asked(inTurn), "ov^^^o", `play "ant"`},
		{"back closes it, and then is undo", asked(inTurn), "o<<", "undo"},
		{"opened anew it starts at the top", asked(inTurn), "ovv<oo", `play "mosquito"`},
		{"declared, it is in the background again", asked(inTurn), "oooo", `play "mosquito", play "mosquito"`},
		{"out asks whose hand is empty", asked(inTurn), "o^ovo", `play "out" seat 2`},
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
		{"one option in the background: OK pressed twice closes it again", asked(finish), "oo", ""},
		{"it stands below", asked(finish), "ovo", `finish "over"`},
		{"and is one OK more in a list of two", asked(finish, inTurn), "ooo", `finish "over"`},
		{"what waits behind one option is not in the way", asked(nobody, inTurn), "o", `nobody "nobody"`},
		{"a hand sets out from what is usual", asked(hand), "ooo", `hand {"numbers":3,"actions":1,"mitos":1} seat 3`},
		{"the rest follows the numbers", asked(hand), "vvooo" + "^^^^ooo",
			`hand {"numbers":5,"actions":2,"mitos":1} seat 3, hand {"numbers":0,"actions":0,"mitos":0} seat 3`},
		{"each can be set", asked(hand), "vovo^o", `hand {"numbers":4,"actions":3,"mitos":0} seat 3`},
		{"what was set follows no more", asked(hand), "ov<vooo", `hand {"numbers":4,"actions":2,"mitos":1} seat 3`},
		{"a hand stays within what there is", asked(hand), "^^^^oo" + strings.Repeat("v", 9) + "o",
			`hand {"numbers":0,"actions":0,"mitos":8} seat 3`},
		{"back goes to the number before", asked(hand), "vo<vooo", `hand {"numbers":5,"actions":2,"mitos":1} seat 3`},
		{"back at the first is undo", asked(hand), "vo<<", "undo"},
		{"one that is mended sets out from itself", asked(mended), "vooo",
			`hand {"numbers":3,"actions":3,"mitos":0} seat 3`},
		{"digits set a number", asked(hand), "12o3o0o", `hand {"numbers":12,"actions":3,"mitos":0} seat 3`},
		{"too large, the last digit counts alone", asked(hand), "49o0o0o",
			`hand {"numbers":9,"actions":0,"mitos":0} seat 3`},
		{"an amount starts from its preset", asked(rounds), "vo", "rounds 5"},
		{"and stays within its bounds", asked(rounds), strings.Repeat("v", 20) + "o" + strings.Repeat("^", 20) + "o",
			"rounds 12, rounds 1"},
		{"digits go up to the most", asked(rounds), "12o", "rounds 12"},
		{"a letter is no number", asked(token), "Ao", "token 1"},
		{"digits below the least are not sent", asked(rounds), "0o", "rounds 4"},
		{"the options of an amount stand below its least", asked(token), "^o", `token "blank"`},
		{"a choice starts from its preset", asked(seats), "ovo", "first 3, first 4"},
	})
}

// cards returns the offers at a call that may have been a slap.
func cards() []games.Offer {
	return []games.Offer{{Prompt: "play", Option: games.Word("mosquito")},
		{Prompt: "play", Option: games.Word("cockroach")}}
}

func TestOffersStandBeforeTheOptions(t *testing.T) {
	inTurn := games.Prompt{ID: "play", Background: true, Options: play().Options}
	passed := inTurn
	passed.Namings = namings(games.Candidate{Seat: 1, Until: now}, games.Candidate{Seat: 2})
	accused := games.Prompt{ID: "accused", Options: games.SeatsOr([]games.Seat{2, 3}, "withdraw"), Seats: true,
		Offers: cards()}
	verdict := games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 3},
		Options: games.Words("guilty", "innocent", "withdraw"), Offers: cards()}
	runDialogues(t, []dialogueCase{
		{"OK declares the first", asked(accused, inTurn), "o", `play "mosquito"`},
		{"the second is next to it", asked(verdict, inTurn), "vo", `play "cockroach"`},
		{"then the options", asked(accused, inTurn), "vvo", "accused 2"},
		{"all of them are one list, and nothing else waits behind it", asked(accused, inTurn), "^o",
			`accused "withdraw"`},
		{"a digit goes to its seat", asked(accused, inTurn), "3o", "accused 3"},
		{"it may be a question whose card it was", asked(accused, passed), "oo", `play "mosquito" seat 1`},
		{"from where back leads to the cards, and then to the check", asked(accused, passed), "o<<vvo", "accused 2"},
	})
	t.Run("one that comes later does not move the cursor", func(t *testing.T) {
		before := accused
		before.Offers = nil
		var d Dialogue
		press(&d, asked(before, inTurn), "v")
		if got := press(&d, asked(accused, inTurn), "o"); got != "accused 3" {
			t.Errorf("got %q", got)
		}
	})
}

func TestButtonsAnswerWhereSeatsAreAsked(t *testing.T) {
	spider := games.Prompt{ID: "spider_to", Options: games.SeatsOr([]games.Seat{2, 3}, "nobody"), Buttons: games.Select}
	slowest := games.Prompt{ID: "slowest", Options: games.SeatsOr([]games.Seat{2, 3}), Buttons: games.Point}
	accused := games.Prompt{ID: "accused", Options: games.SeatsOr([]games.Seat{2, 3}, "withdraw")}
	cards := games.Prompt{ID: "play", Background: true, Options: games.Words("mosquito", "out"),
		Namings: namings(games.Candidate{Seat: 1}, games.Candidate{Seat: 2})}
	cards.Namings[1].Buttons = true
	for _, tc := range []struct {
		name   string
		view   games.View
		before string
		seat   games.Seat
		want   string
		then   string // what OK answers where the button did not
	}{
		{"it answers", asked(spider), "", 3, "spider_to 3", ""},
		{"wherever the cursor is", asked(spider), "vv", 2, "spider_to 2", ""},
		{"not that of a seat that can't be meant", asked(spider), "", 1, "", "spider_to 2"},
		{"of a race it only goes to the seat", asked(slowest), "", 3, "", "slowest 3"},
		{"of a call it means something to the game", asked(accused), "", 3, "", "accused 2"},
		{"who is out", asked(cards), "ovo", 3, `play "out" seat 3`, ""},
		{"he whose turn it is, too: the game does not get it", asked(cards), "ovo", 2, `play "out" seat 2`, ""},
		{"whose card is none of theirs: they slap", asked(cards), "oo", 3, "", `play "mosquito" seat 1`},
		{"nor which card it is", asked(cards), "o", 3, "", `play "mosquito" seat 1`},
		{"nor what waits unread", asked(cards), "", 3, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var d Dialogue
			press(&d, tc.view, tc.before)
			in, ok := d.Button(tc.seat, now, tc.view)
			got := ""
			if ok {
				if got = in.Prompt + " " + string(in.Value.AppendJSON(nil)); in.Keys.Seat != 0 {
					got += fmt.Sprintf(" seat %d", in.Keys.Seat)
				}
			}
			if got != tc.want {
				t.Errorf("the button of %d: %q, want %q", tc.seat, got, tc.want)
			}
			if tc.then != "" {
				if got := press(&d, tc.view, "oo"); !strings.HasPrefix(got, tc.then) {
					t.Errorf("then OK: %q, want %q", got, tc.then)
				}
			}
		})
	}
}

func TestDialogueOfACard(t *testing.T) {
	eight := games.Words("a", "b", "c", "d", "e", "f", "g", "h")
	designate := games.Prompt{ID: "designate", Keys: games.Keys{Seat: 2}, Shape: games.Card, Background: true, Max: 3,
		Places: 8, Options: eight}
	accuse := games.Prompt{ID: "accuse", Shape: games.Card, Options: append(eight, games.Word("withdraw")),
		Max: 3, Places: 8}
	runDialogues(t, []dialogueCase{
		{"three attributes, and one OK more sends them", asked(designate), "oovovoo", "designate [1,2,3] seat 2"},
		{"in whatever order they were chosen, they ascend", asked(designate), "o^ovvvovvoo",
			"designate [3,5,8] seat 2"},
		{"OK puts back what was chosen", asked(designate), "oovoovovvvoo", "designate [1,3,6] seat 2"},
		{"back takes the last one back, and then leaves", asked(designate), "oovo<<<<", "undo"},
		{"a wrong third one can be put back before it is sent", asked(designate), "oovovo^^^^^^ovvvvvoo",
			"designate [1,2,8] seat 2"},
		{"back puts back the third one, too", asked(designate), "oovovo<vvoo", "designate [1,2,5] seat 2"},
		{"a fourth one is not taken", asked(designate), "oovovovvvvo^^^^o", "designate [1,2,3] seat 2"},
		{"digits choose and put back", asked(designate), "8118351o", "designate [1,3,5] seat 2"},
		{"digits choose, OK sends", asked(designate), "741o", "designate [1,4,7] seat 2"},
		{"the digit of the last one, too", asked(designate), "128o", "designate [1,2,8] seat 2"},
		{"other digits are nothing", asked(designate), "97041o", "designate [1,4,7] seat 2"},
		{"a word stands behind the eight", asked(accuse), "^o", `accuse "withdraw"`},
		{"and between them and the end", asked(accuse), "123^o", `accuse "withdraw"`},
		{"nothing is sent before there are three", asked(accuse), "o^^o<<<", "undo"},
	})
}

func TestDialogueOfACode(t *testing.T) {
	colours := games.Words("blue", "red", "green")
	guess := games.Prompt{ID: "guess", Keys: games.Keys{Seat: 2}, Shape: games.Code, Min: 2, Max: 2, Places: 5,
		Options: colours}
	token := games.Prompt{ID: "token", Shape: games.Token, Options: colours, Places: 5}
	answered := asked(guess)
	answered.Panel = games.Replies
	runDialogues(t, []dialogueCase{
		{"next goes through the colours, OK to the next place; with the last colour it is whole", asked(guess),
			"vovvoo", `guess ["blue","red","","",""] seat 2`},
		{"previous comes from the other end", asked(guess), "^oooo^^o", `guess ["green","","","","red"] seat 2`},
		{"the colours stand in the same order at every place", asked(guess), "vovoo",
			`guess ["blue","blue","","",""] seat 2`},
		{"what is offered goes round", asked(guess), "vvvvvo^oo", `guess ["blue","green","","",""] seat 2`},
		{"when the empty places are used up, colours are left; the last OK sends", asked(guess), "ooovoo",
			`guess ["","","","red","blue"] seat 2`},
		{"back goes to the place before", asked(guess), "vov<vooo", `guess ["red","blue","","",""] seat 2`},
		{"from the whole code, too", asked(guess), "vovo<voo", `guess ["blue","red","","",""] seat 2`},
		{"back at the first is undo", asked(guess), "vo<<", "undo"},
		{"a digit is a colour, nought is none, OK sends", asked(guess), "10300o",
			`guess ["blue","","green","",""] seat 2`},
		{"and back takes one off", asked(guess), "12<3o", `guess ["blue","green","","",""] seat 2`},
		{"no such colour, nor one too many", asked(guess), "91233o", `guess ["blue","red","","",""] seat 2`},
		{"while answers are to be read, the first key only opens it", answered, "ovovvoo",
			`guess ["blue","red","","",""] seat 2`},
		{"a digit opens it and sets", answered, "21o", `guess ["red","blue","","",""] seat 2`},
		{"back leads to the answers, and then is undo", answered, "ov<<", "undo"},
		{"a token", asked(token), "vovvo", `token {"colour":"red","position":3}`},
		{"both go round", asked(token), "^o^o", `token {"colour":"green","position":5}`},
		{"a token by digits", asked(token), "2o4o", `token {"colour":"red","position":4}`},
		{"no such number", asked(token), "9o6o", `token {"colour":"blue","position":1}`},
		{"back goes to the colour", asked(token), "vo<vo^o", `token {"colour":"green","position":5}`},
	})
}

func TestDialogueOfAWord(t *testing.T) {
	word := games.Prompt{ID: "word", Keys: games.Keys{Hunt: 1}, Shape: games.Letters, Max: 5}
	guess := func(hunt int, seat games.Seat, known string) games.Prompt {
		return games.Prompt{ID: "guess", Keys: games.Keys{Hunt: hunt, Seat: seat}, Shape: games.Letters, Max: 5,
			Background: true, Known: known}
	}
	secret := word
	secret.For = games.Player(1)
	one, two := asked(guess(1, 3, "E.A..")), asked(guess(2, 4, "B...."), guess(1, 3, "E.A.."))
	same := asked(guess(2, 4, "E...."), guess(1, 3, "E.A.."))
	runDialogues(t, []dialogueCase{
		{"the wheel begins at the likeliest; the last letter sends", asked(word), "ooooo", `word "STERE" hunt 1`},
		{"next and previous go to the less likely", asked(word), "v^^ovo^oo^o", `word "BALES" hunt 1`},
		{"the wheel goes round", asked(word), strings.Repeat("v", 27) + "o" + strings.Repeat("^", 26) + "oooo",
			`word "CHERE" hunt 1`},
		{"back takes a letter off and puts it on the wheel", asked(word), "vvo<voooo" + "o", `word "MERER" hunt 1`},
		{"a secret is sent by one OK more", asked(secret), "oooooo", `word "STERE" hunt 1`},
		{"and can still be mended", asked(secret), "ooooo<^oo", `word "STERI" hunt 1`},
		{"back at the first is undo", asked(word), "o<<", "undo"},
		{"a typed word is sent by OK", asked(word), "ÉTAGEo", `word "ÉTAGE" hunt 1`},
		{"and not before", asked(word), "ETAGE", ""},
		{"a slip is mended with back", asked(word), "ETAHE<<GEo", `word "ETAGE" hunt 1`},
		{"what is too long is not taken", asked(word), "ETAGERE", ""},
		{"a typed word is not finished by the wheel, but given as it is: why it is too short is told", asked(word),
			"ETAGo", `word "ETAG" hunt 1`},
		{"unless it is turned", asked(word), "ETAGv^voo", `word "ETAGE" hunt 1`},
		{"a ligature is two letters", asked(word), "CŒUROo", `word "CŒUR" hunt 1`},
		{"and must have room", asked(word), "AXELßEo", `word "AXELE" hunt 1`},
		{"signs are no letters", asked(word), "E-T'A 1GEo", `word "ETAGE" hunt 1`},
		{"small letters are capitals, but for ß", asked(word), "aßeto", `word "AßET" hunt 1`},
		{"the known letter is there, the found one on the wheel", one, "oooo" + "oo", `guess "ERANE" seat 3 hunt 1`},
		{"which can be another", one, "oovooo", `guess "ERERE" seat 3 hunt 1`},
		{"and stays; back leaves", one, "oo<<<", "undo"},
		{"who types the whole word may begin with it", one, "ETAGEo", `guess "ETAGE" seat 3 hunt 1`},
		{"or not", one, "oTAGEo", `guess "ETAGE" seat 3 hunt 1`},
		{"with its accent", one, "ÉTAGEo", `guess "ÉTAGE" seat 3 hunt 1`},
		{"with a ligature, which is taken off whole", asked(guess(1, 3, "O.A..")), "Œ<TAGEo", `guess "OTAGE" seat 3 hunt 1`},
		{"a word with two of it", one, "EELOIo", `guess "EELOI" seat 3 hunt 1`},
		{"another letter comes second", one, "TAGEo", `guess "ETAGE" seat 3 hunt 1`},
		{"two wait: OK lists them, by their hunts", two, "oo" + "TAGEo", `guess "ETAGE" seat 3 hunt 1`},
		{"the second of the list", two, "ovo" + "ALLEo", `guess "BALLE" seat 4 hunt 2`},
		{"the list goes round", two, "o^o" + "ALLEo", `guess "BALLE" seat 4 hunt 2`},
		{"a digit goes to a seat", two, "4o" + "ALLEo", `guess "BALLE" seat 4 hunt 2`},
		{"back leaves the list, and then is undo", two, "o<<", "undo"},
		{"back from a word leaves the list, too", two, "oo<<", "undo"},
		{"the first letter tells which word is typed", two, "BALLEoETAGEo",
			`guess "BALLE" seat 4 hunt 2, guess "ETAGE" seat 3 hunt 1`},
		{"a letter that does not tell opens the list", two, "Xo" + "TAGEo", `guess "ETAGE" seat 3 hunt 1`},
		{"nor does one with which both begin", same, "Evo" + "TAGEo", `guess "ETAGE" seat 4 hunt 2`},
	})
}

// A prompt that does not wait has the display, even if a background prompt opened before it.
func TestWhatWaitsIsNotInTheWay(t *testing.T) {
	guess := games.Prompt{ID: "guess", Keys: games.Keys{Hunt: 1}, Shape: games.Letters, Max: 5, Background: true}
	token := games.Prompt{ID: "token", Shape: games.Amount, Min: 1, Max: 25}
	var d Dialogue
	if got := press(&d, asked(guess, token), "7o"); got != "token 7" {
		t.Errorf("got %q", got)
	}
}

func TestNothingIsEnteredWhereAPlayerLooks(t *testing.T) {
	peek := games.Prompt{ID: "peek", Keys: games.Keys{Seat: 2}, Shape: games.Peek}
	var d Dialogue
	if got := press(&d, asked(peek), "ov^3A<"); got != "undo" {
		t.Errorf("got %q", got)
	}
}

func TestADraftLivesAsLongAsItsPrompt(t *testing.T) {
	hand := games.Prompt{ID: "hand", Keys: games.Keys{Seat: 3}, Shape: games.Hand, Counts: kindsOfCards()}
	next := hand
	next.Keys.Seat = 4
	var d Dialogue
	press(&d, asked(hand), "vvo")
	d.Follow(games.View{Headline: games.Text{Word: "turn"}, Prompts: []games.Prompt{hand}})
	if got := press(&d, asked(hand), "oo"); got != `hand {"numbers":5,"actions":2,"mitos":1} seat 3` {
		t.Errorf("the same prompt is still open: %s", got)
	}
	if got := press(&d, asked(next), "ooo"); got != `hand {"numbers":3,"actions":1,"mitos":1} seat 4` {
		t.Errorf("another prompt took its place: %s", got)
	}
	press(&d, asked(hand), "vv")
	d.Follow(asked())
	if got := press(&d, asked(hand), "ooo"); got != `hand {"numbers":3,"actions":1,"mitos":1} seat 3` {
		t.Errorf("it was closed and opened anew: %s", got)
	}
}

// No state of the game is hidden: a check that opens while a card is picked takes the display,
// and a card can be picked from there (MITO-16).
func TestAQuestionThatComesMeanwhileHasTheDisplay(t *testing.T) {
	accused := games.Prompt{ID: "accused", Options: games.SeatsOr([]games.Seat{2, 3}, "withdraw")}
	declare := games.Prompt{ID: "play", Background: true, Options: play().Options,
		Namings: namings(games.Candidate{Seat: 2})}
	var d Dialogue
	press(&d, asked(declare), "o")
	d.Follow(asked(accused, declare))
	if got, _ := d.Asking(asked(accused, declare)); got != (games.Question{ID: "accused"}) {
		t.Errorf("the keys answer %+v", got)
	}
	// The last of the list leads to the cards.
	if got := press(&d, asked(accused, declare), "^oo"); got != `play "mosquito"` {
		t.Errorf("got %q", got)
	}
}

// A word that is half entered comes back after the question that has interrupted it.
func TestADraftIsLaidAsideForAQuestion(t *testing.T) {
	guess := games.Prompt{ID: "guess", Keys: games.Keys{Hunt: 1}, Shape: games.Letters, Max: 5, Background: true}
	token := games.Prompt{ID: "token", Keys: games.Keys{Team: 2}, Shape: games.Amount, Min: 1, Max: 25}
	var d Dialogue
	for _, r := range "ETA" {
		d.Type(r, asked(guess))
	}
	if got := press(&d, asked(token, guess), "o"); got != "token 1" {
		t.Errorf("the question that came meanwhile: %q", got)
	}
	for _, r := range "GE" {
		d.Type(r, asked(guess))
	}
	if got := press(&d, asked(guess), "o"); got != `guess "ETAGE" hunt 1` {
		t.Errorf("the word that was half entered: %q", got)
	}
}

func TestARefusedAnswerCanBeMended(t *testing.T) {
	hand := games.Prompt{ID: "hand", Keys: games.Keys{Seat: 3}, Shape: games.Hand, Counts: kindsOfCards()}
	v := asked(hand)
	var d Dialogue
	press(&d, v, "12o0o9o")
	d.ShowRefusal("there are not that many cards")
	d.Follow(v)
	if !d.Refused() {
		t.Fatal("the reason is gone before a key was pressed")
	}
	if got := press(&d, v, "o^o"); got != `hand {"numbers":12,"actions":0,"mitos":1} seat 3` {
		t.Errorf("the first key closes the reason, the next ones mend the hand: %s", got)
	}
	d.ShowRefusal("and again")
	if press(&d, v, "7"); d.Refused() || d.entry.list[0] != 12 {
		t.Errorf("a typed character closes the reason, and no more: %v, %v", d.refusal, d.entry.list)
	}
	d.ShowRefusal("once more")
	d.Follow(asked())
	if !d.Refused() {
		t.Error("the reason is gone with its prompt")
	}
}

// A seat that is too late when it is named is not offered again.
func TestWhoIsTooLateToBeNamedIsOfferedNoMore(t *testing.T) {
	declare := games.Prompt{ID: "play", Background: true, Options: play().Options,
		Namings: namings(games.Candidate{Seat: 1, Until: now}, games.Candidate{Seat: 2})}
	var d Dialogue
	if got := press(&d, asked(declare), "ovoo"); got != `play "cockroach" seat 1` {
		t.Fatalf("got %q", got)
	}
	d.ShowRefusal("the turn of seat 1 is long over")
	if in, ok := d.Press(OK, now+1, asked(declare)); ok {
		t.Errorf("the key that closes the reason answers %+v", in)
	}
	if in, ok := d.Press(OK, now+1, asked(declare)); !ok || in.Keys.Seat != 0 || !in.Value.Is("cockroach") {
		t.Errorf("got %+v; want the same card, of the seat in turn", in)
	}
}

// What the keys do is told by the state, and who else may answer by TakesButtons.
func TestWhatTheKeysDo(t *testing.T) {
	one := games.Prompt{ID: "nobody", Options: games.Words("nobody")}
	question := games.Prompt{ID: "verdict", Options: games.Words("guilty", "innocent")}
	buttons := games.Prompt{ID: "slowest", Options: games.SeatsOr([]games.Seat{1, 3}), Buttons: games.Point}
	word := games.Prompt{ID: "word", Shape: games.Letters, Max: 5, Options: games.Words("withdraw")}
	guessed := games.Prompt{ID: "guess", Shape: games.Letters, Max: 5, Background: true}
	designate := games.Prompt{ID: "designate", Shape: games.Card, Background: true, Max: 3, Places: 8,
		Options: games.Words("a", "b", "c", "d", "e", "f", "g", "h")}
	named := play()
	named.Background, named.Namings = false, namings(games.Candidate{Seat: 1, Until: now}, games.Candidate{Seat: 2})
	for _, tt := range []struct {
		name    string
		view    games.View
		keys    string
		state   State
		buttons bool
	}{
		{"nothing", asked(), "", Idle, false},
		{"one answer", asked(one), "", Single, false},
		{"a question", asked(question), "", Asked, false},
		{"a question with a single option, but letters to enter", asked(word), "", Asked, false},
		{"a question that buttons answer", asked(buttons), "", Asked, true},
		{"a card", asked(named), "", Asked, false},
		{"and whose it is", asked(named), "vo", Asked, true},
		{"a prompt that waits", asked(play()), "", Waits, false},
		{"and is opened", asked(play()), "o", Asked, false},
		{"a word that waits is not opened by a digit", asked(guessed), "5", Waits, false},
		{"but by a letter", asked(guessed), "E", Asked, false},
		{"a card that waits is not opened by a letter", asked(designate), "E", Waits, false},
		{"but by the digit of an attribute", asked(designate), "8", Asked, false},
		{"no other digit", asked(designate), "9", Waits, false},
		{"two that wait, and their list", asked(play(), games.Prompt{ID: "call", Background: true, Options: play().Options}), "o", Listed, false},
	} {
		var d Dialogue
		press(&d, tt.view, tt.keys)
		if got := d.Draft(tt.view).State; got != tt.state || d.TakesButtons(tt.view) != tt.buttons {
			t.Errorf("%s: state %d, buttons %v; want %d, %v", tt.name, got, !tt.buttons, tt.state, tt.buttons)
		}
		if takes := Asks(tt.view); tt.keys == "" && takes != (tt.state == Asked) {
			t.Errorf("%s: it takes the display: %t", tt.name, takes)
		}
	}
}

// Each part of a reason says whether others stand before it and behind it.
func TestThePartsOfAReason(t *testing.T) {
	d := Dialogue{Shown: true}
	d.ShowRefusal(strings.Repeat("much too long ", 15))
	var parts []string
	for d.Refused() {
		draft := d.Draft(games.View{})
		parts = append(parts, fmt.Sprint(draft.Further, draft.Unread))
		d.Press(Next, now, games.View{})
	}
	if want := []string{"false true", "true true", "true false"}; !slices.Equal(parts, want) {
		t.Errorf("read and unread parts are %v, want %v", parts, want)
	}
	if draft := d.Draft(games.View{}); draft.Refusal != "" || draft.Further || draft.Unread {
		t.Errorf("after all of them: %+v", draft)
	}
}

// A reason is split only where it must be, into parts of about one length.
func TestWhereAReasonIsSplit(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, tt := range []struct {
		reason string
		want   []string
	}{
		{x(mostLetters), []string{x(mostLetters)}},
		{x(mostLetters + 1), []string{x(mostLetters + 1)}}, // a single word
		{"a " + x(mostLetters), []string{"a", x(mostLetters)}},
		{"ab " + x(mostLetters-3) + " yy", []string{"ab " + x(mostLetters-3), "yy"}},
		{x(50) + " " + x(50), []string{x(50), x(50)}},
		{x(39) + " " + x(10) + " " + x(26), []string{x(39), x(10) + " " + x(26)}},
		{"of the file of this game only the beginning can be read any more, and so it is set aside",
			[]string{"of the file of this game only the beginning can", "be read any more, and so it is set aside"}},
		{"", nil},
	} {
		if got := inParts(tt.reason); !slices.Equal(got, tt.want) {
			t.Errorf("%q is told as %q", tt.reason, got)
		}
	}
}

// What the display shows of an answer that is being entered.
func TestWhatIsEnteredSoFar(t *testing.T) {
	draft := func(p games.Prompt, keys string) Draft {
		var d Dialogue
		press(&d, asked(p), keys)
		return d.Draft(asked(p))
	}
	amount := games.Prompt{ID: "rounds", Shape: games.Amount, Min: 1, Max: 3}
	for keys, want := range map[string][2]bool{"": {false, true}, "v": {true, true}, "vv": {true, false}, "vvv^": {true, true}} {
		d := draft(amount, keys)
		if !d.Amount().Equal(games.Number(d.list[0])) {
			t.Errorf("after %q it is %v", keys, d.Amount())
		}
		if lower, higher := d.CanChange(); lower != want[0] || higher != want[1] {
			t.Errorf("after %q it can be lower: %v, higher: %v", keys, lower, higher)
		}
	}
	card := games.Prompt{ID: "card", Shape: games.Card, Max: 3, Places: 4, Options: games.Words("a", "b", "c", "d")}
	if d := draft(card, "42"); !slices.Equal(d.Numbers(), []int{2, 4}) {
		t.Errorf("of a card are chosen %v", d.Numbers())
	}
	hand := games.Prompt{ID: "hand", Shape: games.Hand, Counts: kindsOfCards()}
	if d := draft(hand, "9o1"); d.Numbers()[0] != 9 || d.Numbers()[1] != 1 {
		t.Errorf("of a hand are entered %v", d.Numbers())
	}
	named := play()
	named.Background, named.Namings = false, namings(games.Candidate{Seat: 1, Until: now}, games.Candidate{Seat: 2})
	for keys, want := range map[string]int{"o<": 0, "vo<": 1, "vvo<": 2} {
		if d := draft(named, keys); d.Cursor != want || d.Seats != nil {
			t.Errorf("after %q the cursor is at %d", keys, d.Cursor)
		}
	}
}

// A word is begun by a letter or by a turn of the wheel, and a letter that is taken back returns to
// the wheel.
func TestTheWheel(t *testing.T) {
	word := asked(games.Prompt{ID: "word", Shape: games.Letters, Max: 5})
	for keys, want := range map[string]bool{"": false, "v": true, "v^": false, "o": true, "E": true, "E<": false, "o<": false, "vo<": true} {
		var d Dialogue
		d.Press(Next, now, word)
		d.Press(Previous, now, word) // the prompt is open
		if press(&d, word, keys); d.Entering() != want {
			t.Errorf("after %q a word is begun: %v", keys, !want)
		}
	}
	for r := 'A'; r <= 'Z'; r++ {
		var d Dialogue
		for d.Draft(word).Word.Wheel != r {
			d.Press(Next, now, word)
		}
		press(&d, word, "o<")
		if got := d.Draft(word).Word; got.Wheel != r || got.Letters != "" {
			t.Errorf("%c returns as %c behind %q", r, got.Wheel, got.Letters)
		}
	}
	var d Dialogue
	if press(&d, word, "Ðv"); d.Draft(word).Word.Wheel == 0 { // a letter that counts for none of A to Z
		t.Error("the wheel has no letter")
	}
}
