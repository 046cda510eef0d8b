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
	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
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
	shown referee.Picture

	right, wrong int
}

// An evening with a blind player: he sits down, learns his button, plays and judges a game of slaps, a quiz
// and Mito. ARBITRE_EAR=N plays N evenings, one after the other; -run 'Blind/[02468]$' those alone.
func TestABlindPlayerPlaysAndJudges(t *testing.T) {
	count, err := strconv.Atoi(os.Getenv("ARBITRE_EAR"))
	if err != nil {
		t.Skip("takes minutes: set ARBITRE_EAR to the number of evenings; needs espeak-ng")
	}
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		t.Fatal("needs espeak-ng, of espeak-ng")
	}
	bin := t.TempDir()
	check(t, os.Symlink(must(os.Executable()), filepath.Join(bin, "aplay")))
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	right, wrong := 0, 0
	for n := range count {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			l := spendListening(t, n)
			right, wrong = right+l.right, wrong+l.wrong
			t.Logf("%d answers right, %d wrong", l.right, l.wrong)
			if l.right < 15 {
				t.Error("he has hardly played")
			}
		})
	}
	t.Logf("%d answers right, %d wrong", right, wrong)
	if right < 99*wrong {
		t.Errorf("%d answers right and %d wrong, want 99 of 100", right, wrong)
	}
}

// spendListening spends an evening at a new table.
func spendListening(t *testing.T, n int) *blindPlayer {
	dir := t.TempDir()
	l := &blindPlayer{TB: t, dice: rand.New(rand.NewPCG(uint64(n), 0)), language: wording.Languages()[n%3]}
	l.path, l.turns = filepath.Join(dir, "ear"), map[int][]complex128{}
	for _, game := range []string{"slap", "quiz", "mito", ""} { // before the evening, for it takes a while
		l.known = nil
		l.knows(game)
	}
	c := config.Default(all.Games(), func(string) string { return "" })
	c.Language, c.Journals, c.Demo.Seats, c.Race.Tie = l.language.String(), filepath.Join(dir, "disk"), 3, time.Millisecond
	c.Speaker.Enabled, c.Speaker.Card, c.Sounds.Voice, c.Run.NoGuide = true, l.path, string(wording.Everything), true
	c.Judge.Long = 2 * time.Second // whoever asks by OK and an arrow takes his time
	ctx, cancel := context.WithCancel(context.Background())
	clock, stopped := newTableClock(ctx, t, l.path)
	table := must(sim.NewTable(3))
	l.table, l.tableClock, l.note = table, clock, l.write
	service := NewService(all.Games(), slog.New(slog.NewTextHandler(io.Discard, nil)), systemd.NoSupervisor(), dir)
	b := FromConfig(table, AsInDrawing(c))
	table.Buttons.Clock, b.Clock, b.Alarm = clock.Now, clock.Now, clock
	b.Machine = results.Clock{Wall: time.Now, Up: clock.Now}
	b.Told = func(p referee.Picture) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.shown = p
	}
	var running sync.WaitGroup
	run, end := context.WithCancel(ctx)
	running.Go(func() { b.Run(run, c, service) })
	defer func() { // the clock goes on until the player has ended
		end()
		running.Wait()
		cancel()
		<-stopped
	}()
	l.listen()
	l.plays("slap", l.slaps)
	l.plays("quiz", l.quiz)
	l.plays("mito", l.mito)
	if path := os.Getenv("ARBITRE_EAR_KEEP"); path != "" {
		keepWAV(t, l.path, fmt.Sprintf("%s-%d.wav", path, n))
	}
	return l
}

// knows has the ear know what the box, and then a game, may say.
func (l *blindPlayer) knows(game string) {
	say := wording.NewPhrases(all.Games()).In(l.language, game).Aloud()
	know := func(text, means string) {
		if text = say.Pronounced(text); text == "" {
			return
		}
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
		"slap": {"slap.right", "slap.false", "finish.over"}, "quiz": {"verdict.right", "verdict.wrong", "question_over.nobody", "finish.over"},
		"mito": {"play.mosquito", "play.cockroach", "play.out", "play.spider", "play.ant", "verdict.guilty", "verdict.innocent"},
	}
	for _, rules := range all.Games() {
		options[""] = append(options[""], "game."+rules.Name)
	}
	for _, option := range append(options[game], "players.ready", "again.leave", "again.same") {
		id, value, _ := strings.Cut(option, ".")
		know(say.Option(games.Prompt{ID: id}, games.Word(value)), "="+value)
	}
	for n := range games.Seat(13) { // a seat, and any other number
		know(say.Fill("{seat}", games.Text{Seat: n + 1}), fmt.Sprint("=", n+1))
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
	l.table.Buttons.Set(l.Now(), b, true)
	l.wait(50 * time.Millisecond)
	l.table.Buttons.Set(l.Now(), b, false)
	l.wait(30 * time.Millisecond)
}

// hears listens, and asks once more if he has not understood what he waits for.
func (l *blindPlayer) hears(word string) (rest string, ok bool) {
	for try := range 4 {
		heard := l.listen()
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
	l.table.Buttons.Set(l.Now(), hw.KeyOK, true)
	l.wait(50 * time.Millisecond)
	for _, arrow := range arrows {
		l.attend()
		l.tap(arrow)
	}
	l.table.Buttons.Set(l.Now(), hw.KeyOK, false)
	l.wait(30 * time.Millisecond)
}

func (l *blindPlayer) write(text string) {
	l.Logf("%s %6.2f %s", l.language, (l.Now() - time.Minute).Seconds(), text)
}

// truth returns what the display shows, for the marks that he gets.
func (l *blindPlayer) truth() display.Scene {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shown.Scene
}

func (l *blindPlayer) draft() keys.Draft {
	s := l.truth()
	return s.Dialogue.Draft(s.View)
}

// mark notes whether he was right.
func (l *blindPlayer) mark(what string, got, want any) {
	if fmt.Sprint(got) == fmt.Sprint(want) {
		l.right++
		l.note(fmt.Sprintf("%s: %v", what, got))
		return
	}
	l.wrong++
	l.Log(l.truth().View.Headline, l.truth().View.Lines)
	l.note(fmt.Sprintf("WRONG %s: he thinks %v, it is %v", what, got, want))
}

// chooses goes through a list by ear, and takes an answer.
func (l *blindPlayer) chooses(value string) {
	l.wait(650 * time.Millisecond)
	for range 20 {
		heard := l.listen()
		at, ok := has(heard, "=")
		if !ok && len(heard) == 0 && !l.loud {
			l.attend()
			l.asks(hw.KeyNext)
			heard = l.listen()
			at, _ = has(heard, "=")
		}
		_, seen := has(heard, "goes on") // a result comes first
		if _, waits := has(heard, "opens"); at == "" && waits || seen {
			l.press(hw.KeyOK)
			continue
		}
		if at == value {
			d := l.draft()
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
	l.known = nil
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
	var won []string
	for _, seat := range l.truth().View.Headline.Seats {
		won = append(won, fmt.Sprint(seat))
	}
	l.mark("has won", over, strings.Join(won, " "))
	l.wait(700 * time.Millisecond)
	l.press(hw.KeyOK)
	l.chooses("leave")
	l.known = nil
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
		l.table.Buttons.Set(l.Now(), b, true)
		l.wait(time.Duration(20+l.dice.IntN(60)) * time.Millisecond)
	}
	for _, b := range order {
		l.table.Buttons.Set(l.Now(), b, false)
	}
	return order
}

func (l *blindPlayer) slaps() {
	for range 3 {
		l.wait(1200 * time.Millisecond)
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
	l.wait(700 * time.Millisecond)
	l.asks(hw.KeyNext, hw.KeyNext)
	heard := l.listen()
	got, _ := has(heard, "leader")
	best, seats, level := -99, []string{}, true
	for _, p := range l.truth().View.Seats {
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
		l.wait(1200 * time.Millisecond)
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
		l.wait(700 * time.Millisecond)
		heard, _ := l.hears("turn")
		v := l.truth().View
		at := slices.IndexFunc(v.Lines, func(t games.Text) bool { return t.Word == "turn" }) // below a verdict
		if v.Headline.Word == "turn" || at < 0 {
			v.Lines, at = []games.Text{v.Headline}, 0
		}
		l.mark("who plays", heard, v.Lines[at].Seat)
		n, _ := strconv.Atoi(heard)
		seat := hw.Button(max(1, n))
		switch l.dice.IntN(4) {
		case 0:
			l.opens("mosquito")
			if asked := l.listen(); len(asked) > 0 && strings.HasPrefix(asked[len(asked)-1], "=") { // whose card it was
				l.chooses(heard)
			}
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
		l.wait(300 * time.Millisecond)
		for cards := l.dice.IntN(3); cards >= 0; cards-- {
			l.press(hw.KeyNext)
		}
		heard, _ := l.hears("numbers")
		d := l.draft()
		l.mark("cards", heard, d.Numbers()[0])
		for range 3 {
			l.press(hw.KeyOK)
			l.wait(100 * time.Millisecond)
		}
	}
}

// opens opens what waits, and takes an answer.
func (l *blindPlayer) opens(value string) {
	l.wait(700 * time.Millisecond)
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
	check(t, os.WriteFile(path, append(header, pcm...), 0o600))
}
