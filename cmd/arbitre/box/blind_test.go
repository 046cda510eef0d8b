package box

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/hw/sim"
	"arbitre/systemd"
)

// A blindPlayer sits at a table with two companions, plays and judges, and sees nothing: all that he learns of
// the table he hears. He knows what is agreed at a table, and what the companions do with their cards.
type blindPlayer struct {
	ear
	testing.TB
	dice     *rand.Rand
	language wording.Language
	table    *sim.Table
	own      hw.Button // his button, once he has heard it

	mu    sync.Mutex
	shown referee.Picture // for the marks that he gets, and for nothing else

	right, wrong int
	diary        []string
}

// An evening with a blind player: he sits down, learns his button, plays and judges a game of slaps, a quiz
// and Mito. ARBITRE_EAR=N plays N evenings, several at a time.
func TestABlindPlayerPlaysAndJudges(t *testing.T) {
	count, err := strconv.Atoi(os.Getenv("ARBITRE_EAR"))
	if err != nil {
		t.Skip("takes minutes: set ARBITRE_EAR to the number of evenings; needs espeak-ng")
	}
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		t.Fatal("needs espeak-ng, of espeak-ng")
	}
	bin := t.TempDir()
	if err := os.Symlink(must(os.Executable()), filepath.Join(bin, "aplay")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	const atOnce = 6
	places := make(chan struct{}, atOnce)
	var mu sync.Mutex
	var evenings sync.WaitGroup
	right, wrong := 0, 0
	for n := range count {
		evenings.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			l := spendListening(t, n)
			mu.Lock()
			defer mu.Unlock()
			right, wrong = right+l.right, wrong+l.wrong
			t.Logf("evening %d: %d right, %d wrong\n%s", n, l.right, l.wrong, strings.Join(l.diary, "\n"))
		})
	}
	evenings.Wait()
	t.Logf("%d evenings: %d answers right, %d wrong", count, right, wrong)
	if right < 99*wrong || right < 15*count {
		t.Errorf("%d answers right and %d wrong, want 99 of 100", right, wrong)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// spendListening spends an evening at a new table.
func spendListening(t *testing.T, n int) *blindPlayer {
	dir := t.TempDir()
	l := &blindPlayer{TB: t, dice: rand.New(rand.NewPCG(uint64(n), 0)), language: wording.Languages()[n%3]}
	l.path = filepath.Join(dir, "ear")
	c := config.Default(all.Games(), func(string) string { return "" })
	c.Language, c.Journals, c.Demo.Seats, c.Race.Tie = l.language.String(), filepath.Join(dir, "disk"), 3, time.Millisecond
	c.Speaker.Enabled, c.Speaker.Card, c.Sounds.Voice, c.Run.NoGuide = true, l.path, string(wording.Everything), true
	c.Judge.Long = 2 * time.Second // whoever asks by OK and an arrow takes his time
	table := must(sim.NewTable(3))
	l.table = table
	service := NewService(all.Games(), slog.New(slog.NewTextHandler(io.Discard, nil)), systemd.NoSupervisor(), dir)
	b := Virtual(table, c)
	b.Told = func(p referee.Picture) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.shown = p
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { b.Run(ctx, c, service) })
	defer running.Wait()
	defer cancel()
	l.knows("")
	l.listen()
	l.plays("slap", l.slaps)
	l.plays("quiz", l.quiz)
	l.plays("mito", l.mito)
	if path := os.Getenv("ARBITRE_EAR_KEEP"); path != "" {
		keepWAV(t, l.path, fmt.Sprintf("%s-%d.wav", path, n))
	}
	return l
}

func (l *blindPlayer) now() time.Duration { return hw.Now() }

// knows has the ear know what the box, and then a game, may say.
func (l *blindPlayer) knows(game string) {
	say := wording.NewPhrases(all.Games()).In(l.language, game).Aloud()
	know := func(text, means string) {
		text = say.Pronounced(text)
		l.know(l.TB, l.language.String(), text, means)
	}
	seats := [][]games.Seat{{1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3}, {1, 2, 3}}
	for _, word := range []string{"turn", "fastest", "slowest", "slap_last", "speaks", "right", "wrong", "passed", "ready", "at_table",
		"game_over", "call", "check", "guilty", "innocent", "spider", "mosquito", "cockroach", "question", "dead_heat", "guardian"} {
		if _, ok := say.Find(wording.Sentences, word); !ok {
			continue
		}
		for _, of := range seats {
			text := say.Sentence(games.Text{Word: word, Seats: of, Seat: of[0], Number: 1})
			name := strings.Trim(fmt.Sprint(of), "[]")
			if !strings.Contains(say.Template(wording.Sentences, word), "{seat") {
				name = ""
			}
			if strings.Contains(say.Template(wording.Sentences, word), "{seat}") && len(of) > 1 {
				continue
			}
			know(text, strings.TrimSpace(word+" "+name))
		}
	}
	options := map[string][]string{
		"":     {"game.slap", "game.quiz", "game.mito"},
		"slap": {"slap.right", "slap.false", "finish.over"}, "quiz": {"verdict.right", "verdict.wrong", "question_over.nobody", "finish.over"},
		"mito": {"play.mosquito", "play.cockroach", "play.out", "play.spider", "play.ant", "verdict.guilty", "verdict.innocent"},
	}
	for _, option := range append(options[game], "players.ready", "again.leave", "again.same") {
		id, value, _ := strings.Cut(option, ".")
		know(say.Option(games.Prompt{ID: id}, games.Word(value)), "="+value)
	}
	for _, of := range seats[:3] {
		know(say.Fill("{seat}", games.Text{Seat: of[0]}), fmt.Sprint("=", of[0]))
	}
	ok := func(extra, means string) {
		know(say.Fill(say.Template(wording.Spoken, "ok"), games.Text{Extra: extra}), means)
	}
	for _, id := range []string{"seen", "which", "play", "again"} {
		ok(say.Question(games.View{}, games.Prompt{ID: id}), map[bool]string{true: "goes on", false: "opens"}[id == "seen"])
	}
	ok(say.Option(games.Prompt{ID: "finish"}, games.Word("over")), "opens")
	for _, id := range []string{"game", "players", "rounds", "begin", "first", "target", "again", "slowest", "accused", "spider_to", "false_slap", "decides"} {
		if _, ok := say.Find(wording.Questions, id); ok {
			know(say.Question(games.View{Game: game}, games.Prompt{ID: id}), "?"+id)
		}
	}
	if game == "mito" {
		for n := range 13 {
			know(say.Word("numbers")+" "+strconv.Itoa(n), fmt.Sprint("numbers ", n))
		}
		return
	}
	for points := range 5 {
		for _, of := range seats[:6] {
			know(say.Sentence(games.Text{Word: "leader", Seats: of, Number: points}), fmt.Sprintf("leader %s: %d", strings.Trim(fmt.Sprint(of), "[]"), points))
		}
	}
}

// press presses and releases a button after having listened; what is said from then on is new.
func (l *blindPlayer) press(b hw.Button) {
	l.attend()
	l.tap(b)
}

func (l *blindPlayer) tap(b hw.Button) {
	l.table.Buttons.Set(l.now(), b, true)
	time.Sleep(50 * time.Millisecond)
	l.table.Buttons.Set(l.now(), b, false)
	time.Sleep(30 * time.Millisecond)
}

// hears listens, and asks once more if he has not understood what he waits for.
func (l *blindPlayer) hears(word string) (rest string, ok bool) {
	for try := range 4 {
		heard := l.listen()
		l.note(fmt.Sprintf("    %q", heard))
		if rest, ok = has(heard, word); ok {
			return rest, true
		}
		if _, ok := has(heard, "goes on"); ok { // a result comes first
			l.press(hw.KeyOK)
			continue
		}
		ask := hw.KeyNext // what now?
		if try > 1 {
			ask = hw.KeyPrevious // say it again
		}
		l.attend()
		l.asks(ask)
	}
	return "", false
}

// asks holds OK and presses an arrow.
func (l *blindPlayer) asks(arrows ...hw.Button) {
	l.table.Buttons.Set(l.now(), hw.KeyOK, true)
	time.Sleep(50 * time.Millisecond)
	for _, arrow := range arrows {
		l.attend()
		l.tap(arrow)
	}
	l.table.Buttons.Set(l.now(), hw.KeyOK, false)
	time.Sleep(30 * time.Millisecond)
}

// note writes into the diary.
func (l *blindPlayer) note(text string) {
	l.diary = append(l.diary, text)
	l.Log(l.language, text)
}

// mark notes whether he was right.
func (l *blindPlayer) mark(what string, got, want any) {
	if fmt.Sprint(got) == fmt.Sprint(want) {
		l.right++
		l.note(fmt.Sprintf("%s: %v", what, got))
		return
	}
	l.wrong++
	l.note(fmt.Sprintf("WRONG %s: he thinks %v, it is %v", what, got, want))
}

// chooses goes through a list by ear, and takes an answer.
func (l *blindPlayer) chooses(value string) {
	time.Sleep(650 * time.Millisecond)
	for range 20 {
		heard := l.listen()
		at, ok := has(heard, "=")
		if !ok {
			l.attend()
			l.asks(hw.KeyNext)
			heard = l.listen()
			at, _ = has(heard, "=")
		}
		l.note(fmt.Sprintf("    %q", heard))
		_, seen := has(heard, "goes on") // a result comes first
		if _, waits := has(heard, "opens"); at == "" && waits || seen {
			l.press(hw.KeyOK)
			continue
		}
		if at == value {
			l.mu.Lock()
			d := l.shown.Scene.Dialogue.Draft(l.shown.Scene.View)
			l.mu.Unlock()
			truth := "nothing"
			if len(d.Items) > 0 {
				truth = d.Items[d.Cursor].Option.String()
				if d.Items[d.Cursor].Seat != 0 {
					truth = fmt.Sprint(d.Items[d.Cursor].Seat)
				}
				if d.Items[d.Cursor].Option.IsZero() && truth != value {
					truth = value // a waiting question, by its name
				}
			}
			l.mark("at the cursor", value, truth)
			l.press(hw.KeyOK)
			return
		}
		l.press(hw.KeyNext)
	}
	l.mark("finds", "nothing", value)
}

// plays begins a game, plays it, and goes back to the lobby.
func (l *blindPlayer) plays(game string, rounds func()) {
	l.note(game)
	l.attend()
	l.asks(hw.KeyNext)
	l.chooses(game)
	l.known, l.spaces = nil, nil
	l.knows(game)
	if l.own == 0 { // one of the three is before him
		before := hw.Button(1 + l.dice.IntN(3))
		l.hears("?players")
		l.press(before)
		heard, _ := l.hears("at_table")
		l.mark("his button", heard, int(before))
		l.own = before
		for seat := range hw.Button(3) {
			if seat+1 != before {
				l.press(seat + 1)
			}
		}
	}
	l.attend()
	l.asks(hw.KeyNext)
	l.chooses("ready")
	for range 8 { // what is agreed is as it was preset, but for one round
		heard := l.listen()
		l.note(fmt.Sprintf("    %q", heard))
		if _, ok := has(heard, "?begin"); ok {
			break
		}
		if _, ok := has(heard, "?rounds"); ok {
			l.attend()
			l.asks(hw.KeyNext)
			l.chooses("1")
			continue
		}
		l.press(hw.KeyOK)
	}
	l.press(hw.KeyOK)
	rounds()
	over, ended := l.hears("game_over")
	if !ended { // a result comes first
		l.press(hw.KeyOK)
		over, _ = l.hears("game_over")
	}
	l.mu.Lock()
	var won []string
	for _, seat := range l.shown.Scene.View.Headline.Seats {
		won = append(won, fmt.Sprint(seat))
	}
	l.mu.Unlock()
	l.mark("has won", over, strings.Join(won, " "))
	time.Sleep(700 * time.Millisecond)
	l.press(hw.KeyOK)
	l.chooses("leave")
	l.known, l.spaces = nil, nil
	l.knows("")
}

// slap presses the buttons of all but some, one after the other by some milliseconds, and returns the order.
func (l *blindPlayer) slap(but ...hw.Button) (order []hw.Button) {
	for _, i := range l.dice.Perm(3) {
		if b := hw.Button(i + 1); !slices.Contains(but, b) {
			order = append(order, b)
		}
	}
	l.attend()
	for _, b := range order {
		l.table.Buttons.Set(l.now(), b, true)
		time.Sleep(time.Duration(20+l.dice.IntN(60)) * time.Millisecond)
	}
	for _, b := range order {
		l.table.Buttons.Set(l.now(), b, false)
	}
	return order
}

func (l *blindPlayer) slaps() {
	for range 3 {
		time.Sleep(1200 * time.Millisecond)
		first := l.slap()[0]
		heard, _ := l.hears("fastest")
		l.mark("the fastest", heard, int(first))
		l.attend()
		l.asks(hw.KeyNext)
		l.chooses(one(l.dice, "right", "right", "false"))
		l.listen()
	}
	l.leads()
	l.opens("over")
}

// leads asks who leads.
func (l *blindPlayer) leads() {
	time.Sleep(700 * time.Millisecond)
	l.asks(hw.KeyNext, hw.KeyNext)
	heard := l.listen()
	l.note(fmt.Sprintf("    %q", heard))
	got, _ := has(heard, "leader")
	l.mu.Lock()
	defer l.mu.Unlock()
	best, seats, level := -99, []string{}, true
	for _, p := range l.shown.Scene.View.Seats {
		if level = level && (best == -99 || p.Total == best); p.Total > best {
			best, seats = p.Total, nil
		}
		if p.Total == best {
			seats = append(seats, fmt.Sprint(p.Seat))
		}
	}
	want := fmt.Sprintf("%s: %d", strings.Join(seats, " "), best)
	if level {
		want = ""
	}
	l.mark("leads", got, want)
}

func (l *blindPlayer) quiz() {
	for range 2 {
		time.Sleep(1200 * time.Millisecond)
		order := l.slap()
		for len(order) > 0 {
			heard, _ := l.hears("speaks")
			l.mark("who speaks", heard, int(order[0]))
			verdict := one(l.dice, "right", "wrong")
			l.attend()
			l.asks(hw.KeyNext)
			l.chooses(verdict)
			if order = order[1:]; verdict == "right" {
				break
			}
		}
		l.listen()
	}
	l.leads()
	l.opens("over")
}

// mito plays a round: turns that pass, mosquitos, calls of the guard, and hands that are counted.
func (l *blindPlayer) mito() {
	for range 4 {
		time.Sleep(700 * time.Millisecond)
		heard, _ := l.hears("turn")
		l.mu.Lock()
		l.mark("who plays", heard, l.shown.Scene.View.Headline.Seat)
		l.mu.Unlock()
		n, _ := strconv.Atoi(heard)
		seat := hw.Button(max(1, n))
		switch l.dice.IntN(4) {
		case 0:
			l.opens("mosquito")
			l.chooses(heard)
			time.Sleep(300 * time.Millisecond)
			order := l.slap(seat)
			heard, _ := l.hears("slowest")
			l.mark("the slowest", heard, int(order[len(order)-1]))
			l.attend()
			l.asks(hw.KeyNext)
		case 1:
			l.attend()
			l.asks(hw.KeyNext)
			guard, _ := l.hears("guardian")
			n, _ := strconv.Atoi(guard)
			l.press(hw.Button(max(1, n)))
			if guard == heard { // who has the turn passes it
				continue
			}
			heard, _ := l.hears("call")
			l.mark("who calls", heard, guard)
			accused := fmt.Sprint(n%3 + 1)
			l.attend()
			l.asks(hw.KeyNext)
			l.chooses(accused)
			verdict := one(l.dice, "guilty", "innocent")
			l.chooses(verdict)
			heard, _ = l.hears(verdict)
			l.mark("the verdict is on", heard, accused)
			l.attend()
			l.asks(hw.KeyNext)
		default:
			l.press(seat)
		}
	}
	l.opens("out")
	l.chooses("1")
	for range 2 {
		time.Sleep(300 * time.Millisecond)
		for cards := l.dice.IntN(3); cards >= 0; cards-- {
			l.press(hw.KeyNext)
		}
		heard, _ := l.hears("numbers")
		l.mu.Lock()
		d := l.shown.Scene.Dialogue.Draft(l.shown.Scene.View)
		l.mark("cards", heard, d.Numbers()[0])
		l.mu.Unlock()
		for range 3 {
			l.press(hw.KeyOK)
			time.Sleep(100 * time.Millisecond)
		}
	}
}

// opens opens what waits, and takes an answer.
func (l *blindPlayer) opens(value string) {
	time.Sleep(700 * time.Millisecond)
	l.press(hw.KeyOK)
	l.chooses(value)
}

// keepWAV keeps what was heard in an evening, to be listened to.
func keepWAV(t testing.TB, raw, path string) {
	pcm, err := os.ReadFile(raw)
	if err != nil {
		t.Error(err)
		return
	}
	header := []byte("RIFF....WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x80\xbb\x00\x00\x00\xee\x02\x00\x04\x00\x10\x00data....")
	binary.LittleEndian.PutUint32(header[4:], uint32(36+len(pcm)))
	binary.LittleEndian.PutUint32(header[40:], uint32(len(pcm)))
	if err := os.WriteFile(path, append(header, pcm...), 0o600); err != nil {
		t.Error(err)
	}
}
