package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/web/browser"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/mog"
	"arbitre/games/motus"
	"arbitre/games/quiz"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
)

// A phone is a page of the evening in a real browser, as small as phones are.
type phone struct {
	*browser.Tab
	h    *evening
	kind string // of browser
}

func pickUp(t *testing.T, e *engine, h *evening, path string) *phone {
	t.Helper()
	p := &phone{&browser.Tab{TB: t, Page: e.fresh(t)}, h, e.kind}
	p.open(path)
	p.Resize(360, 640)
	return p
}

// in has a subtest tell what goes wrong.
func (p *phone) in(t *testing.T) *phone { return &phone{p.In(t), p.h, p.kind} }

// Photograph keeps a picture.
func (p *phone) Photograph(name string) {
	p.Helper()
	if p.kind != "chromium" {
		name = p.kind + "-" + name
	}
	p.Tab.Photograph(name)
}

func (p *phone) open(path string) {
	p.Helper()
	p.Go(p.h.url + path)
}

func (p *phone) live() {
	p.Helper()
	p.Await(`document.getElementById("link")?.dataset.link === "live" && document.getElementById("headline").textContent !== ""`)
}

// tabsTo holds that whoever has answered by the keyboard reaches the first answer to what is asked
// next by one Tab.
func (p *phone) tabsTo(answer string) {
	p.Helper()
	p.Await(`document.activeElement.closest(".prompt") && !document.activeElement.closest(".control")`)
	if err := p.Type("\t"); err != nil {
		p.Fatal(err)
	}
	p.Await(fmt.Sprintf(`document.activeElement.matches(".option") && document.activeElement.textContent.endsWith(%q)`, answer))
}

// inputs waits until so many of the page's inputs were applied, and returns the last as a journal
// has it.
func (p *phone) input(n int) string {
	p.Helper()
	for deadline := time.Now().Add(40 * time.Second); p.h.plays() < n; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.Photograph("web-failed.png")
			p.Fatalf("the answer does not come: %d of %d", p.h.plays(), n)
		}
	}
	var last games.Input
	p.h.in(func() { last = p.h.applied[n-1] })
	keys := ""
	if last.Keys.Seat != 0 {
		keys = fmt.Sprintf(" seat=%d", last.Keys.Seat)
	}
	if last.Kind == games.Undo {
		return "undo"
	}
	return last.Prompt + keys + " " + string(last.Value)
}

func (p *phone) fits() {
	p.Helper()
	if browser.See[bool](p.Tab, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		p.Error("the page is wider than the phone")
	}
}

// inLargeType does something while whoever reads the page has letters of twice the size.
func (p *phone) inLargeType(do func()) {
	p.Helper()
	browser.See[bool](p.Tab, `(document.documentElement.style.fontSize = "212.5%", true)`)
	do()
	browser.See[bool](p.Tab, `(document.documentElement.style.fontSize = "", true)`)
}

// everyWay photographs a page by day and night, in the three languages.
func (p *phone) everyWay(name, path string) {
	p.Helper()
	for _, language := range wording.Codes() {
		p.open(path + "?lang=" + language)
		p.Await(`!document.getElementById("link") || document.getElementById("link").dataset.link === "live"`)
		p.Await(`!document.getElementById("headline") || document.getElementById("headline").textContent !== ""`)
		p.fits()
		chromium, canChange := p.Page.(interface{ Scheme(string) error })
		if !canChange {
			continue
		}
		for _, scheme := range []string{"light", "dark"} {
			if err := chromium.Scheme(scheme); err != nil {
				p.Error(err)
			}
			p.Photograph(fmt.Sprintf("web-%s-%s-%s.png", name, scheme, language))
		}
		if name != "overlay" { // whose letters are as large as its screen
			p.inLargeType(p.fits)
		}
	}
}

// named are players with names, and results.
func named() Options {
	names := map[games.Seat]string{1: "Anna", 2: "Jean-Baptiste", 4: "Zoé"}
	return Options{
		Address: func() string { return "http://box.test/judge" },
		SetName: func(seat games.Seat, name string) error { names[seat] = name; return nil },
		Book: func() Book {
			rows := []results.Row{
				{Game: "mito", Name: "Anna", Played: 12, Won: 5, Points: 34},
				{Game: "mito", Name: "Jean-Baptiste", Played: 9, Won: 4, Points: 120},
				{Game: "mito", Seat: 3, Played: 3, Points: 61},
				{Game: "mog", Name: "Wilhelmina-Anastasia-Zoé", Played: 1200, Won: 1033, Points: -2400},
				{Game: "mog", Seat: 8, Played: 2},
			}
			return Book{Names: names, Known: []string{"Anna", "Karl"}, Evening: rows[:3], AllTime: rows}
		},
	}
}

func watchesARace(t *testing.T, e *engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := pickUp(t, e, h, "/")
	p.live()
	p.Headline("Anna to play")
	h.tell(`play "ant"`)
	p.Headline("Ant!")
	h.tell("press 2")
	p.Headline("3 to play")
	h.tell(`play "mosquito"`)
	p.Headline("Mosquito!")
	h.tell("press 4")
	p.Await(`document.querySelectorAll(".seat.blinking").length === 2 && document.querySelectorAll(".seat.pressed").length === 1`)
	p.Photograph("web-race-open.png")
	time.Sleep(80 * time.Millisecond)
	h.in(func() {
		at := h.now()
		for seat := range games.Seat(2) { // 7 ms apart
			if _, err := h.game.Apply(games.Input{At: at + time.Duration(seat)*7*time.Millisecond, Kind: games.Press, Seat: 1 + seat}); err != nil {
				t.Error(err)
			}
		}
	})
	p.Headline("Jean-Baptiste too slow!")

	t.Run("its margins are drawn to scale", func(t *testing.T) {
		p := p.in(t)
		var race games.Photo
		h.in(func() { race = *h.game.View(games.Public).Race })
		whole := race.Order[2].After - race.Order[0].After
		at := browser.See[[]float64](p.Tab, `[...document.querySelectorAll(".lane")].map(l => {
			const track = l.querySelector(".track").getBoundingClientRect(), dot = l.querySelector("i").getBoundingClientRect();
			return (dot.left + dot.width / 2 - track.left) / track.width;
		})`)
		for i, f := range race.Order {
			want := float64(f.After-race.Order[0].After) / float64(whole)
			if got := at[i]; got < want-.01 || got > want+.01 {
				t.Errorf("seat %d is drawn at %.3f, it was at %.3f", f.Seat, got, want)
			}
		}
	})
	t.Run("what has not changed is not built again", func(t *testing.T) {
		p := p.in(t)
		browser.See[bool](p.Tab, `(document.querySelector("#race .fill").firstChild.mark = true)`)
		h.tell(`play "spider"`)
		p.Headline("Zoé gives a card")
		if !browser.See[bool](p.Tab, `document.querySelector("#race .fill").firstChild.mark === true`) {
			t.Error("the race was built again")
		}
		h.tell(`spider_to 2`)
	})
	p.everyWay("scoreboard", "/")
	p.Resize(360, 1500)
	p.Photograph("web-scoreboard-whole.png")
	p.Resize(1280, 900)
	p.Photograph("web-scoreboard-wide.png")

	p.Resize(1280, 720)
	h.tell(`play "mosquito"`, "press 3", "press 4")
	time.Sleep(60 * time.Millisecond)
	h.tell("press 2")
	p.everyWay("overlay", "/overlay")
	if got := browser.See[string](p.Tab, `getComputedStyle(document.body).backgroundColor`); got != "rgba(0, 0, 0, 0)" {
		t.Errorf("the overlay lies on %s", got)
	}
	p.Resize(360, 640)
	p.fits()
	p.Photograph("web-overlay-phone.png")
}

// Everyone sees the time of an answer run, by the page's own clock, until it is given.
func showsTheTimeOfAnAnswer(t *testing.T, e *engine) {
	h := serve(t, named())
	h.sit(quiz.Rules(), games.Start{Game: "quiz", Seats: []games.Seat{1, 2, 3}, Options: games.Agreed{}.With(games.Field{Key: "answer", Value: `"1m"`})})
	p := pickUp(t, e, h, "/?lang=en")
	const left = `parseInt(document.getElementById("time").textContent)`
	for _, path := range []string{"/?lang=en", "/overlay?lang=en"} {
		p.open(path)
		p.Headline("Question 1: buttons on!")
		p.Await(`document.getElementById("time").textContent === ""`)
		h.tell("press 3")
		p.Headline("3 answers!")
		p.Await(left + ` > 0`)
		first := browser.See[int](p.Tab, left)
		p.Photograph("web-time" + strings.ReplaceAll(path[:2], "/", "-") + ".png")
		p.Await(fmt.Sprintf(`%s < %d`, left, first))
		h.tell(`verdict "withdraw"`)
	}
}

// What has come of a game goes to others as a text or a picture, over plain http, too.
func sharesAResult(t *testing.T, e *engine) {
	h := serve(t, named())
	h.sit(quiz.Rules(), games.Start{Game: "quiz", Seats: []games.Seat{1, 2, 3}})
	p := pickUp(t, e, h, "/?lang=en")
	p.Resize(390, 844)
	p.live()
	if !browser.See[bool](p.Tab, `document.getElementById("share").hidden`) {
		t.Error("there is a result in the midst of a game")
	}
	h.tell("press 2")
	p.Headline("Jean-Baptiste answers!")
	h.tell(`verdict "right"`, `finish "over"`)
	p.Headline("Jean-Baptiste wins the game!")
	browser.See[bool](p.Tab, `Object.defineProperty(navigator, "clipboard", {value: undefined}),
		document.addEventListener("copy", e => window.copied = e.target.value), true`)
	p.Click("#share-copy")
	p.Await(`document.getElementById("share-told").textContent === "Copied." && document.getElementById("share-text").hidden`)
	text := browser.See[string](p.Tab, `copied.replaceAll("\u00a0", " ")`)
	if want := "Quiz · Jean-Baptiste wins the game!\nJean-Baptiste: 1\nAnna: 0\nSeat 3: 0\n\nTonight · Mito\nAnna: Won 5/12, Points 34\n"; !strings.HasPrefix(text, want) {
		t.Errorf("it says %s, want %s", text, want)
	}
	p.Click("#share-draw")
	const picture = `document.querySelector("#picture img")`
	p.Await(picture + `.naturalWidth === 1080 && ` + picture + `.checkVisibility()`)
	if !browser.See[bool](p.Tab, picture+`.src === document.querySelector("#picture a").href && !!document.querySelector("#picture a").download`) {
		t.Error("another picture is saved than the one that is shown")
	}
	p.fits()
	p.Resize(390, 1500)
	p.Photograph("web-share.png")
	p.Resize(1280, 800)
	p.Photograph("web-share-wide.png")
}

func pairs(t *testing.T, e *engine) {
	h := serveAt(t, named(), "127.0.0.2:0") // where no connection of another test takes the port while nobody listens
	h.sit(mito.Rules(), mitoStart())
	p := pickUp(t, e, h, "/judge")
	p.everyWay("pair", "/judge")
	code := h.web.Invite().Code
	wrong := fmt.Sprintf("%06d", (atoi(code)+1)%1_000_000)
	reason := `document.getElementById("reason").textContent`
	const sent = `!document.querySelector("[aria-busy]")`
	for range ofOne {
		p.Enter("#code", wrong) // over the old one, which is selected; six digits are sent by themselves
		p.Await(sent + ` && ` + reason + ` === "That is not the code."`)
	}
	p.Photograph("web-pair-wrong.png")
	p.Enter("#code", code)
	p.Await(sent + ` && ` + reason + ` === "Too many tries: wait a minute, then enter the code that the box shows."`)
	if h.web.Paired() != 0 {
		t.Fatal("it is paired")
	}
	h.web.pairing.mu.Lock()
	h.web.pairing.guesses = newGuesses() // a minute later
	h.web.pairing.mu.Unlock()
	p.Enter("#code", h.web.Invite().Code)
	p.live()
	if browser.See[string](p.Tab, `document.documentElement.dataset.page`) != "judge" {
		t.Error("it is not the judge's page")
	}
	t.Run("by scanning the link", func(t *testing.T) {
		_, secret, _ := strings.Cut(h.web.Invite().Link, shortPath+"#")
		p := pickUp(t, e, h, shortPath+"#"+secret)
		p.live()
		if at := browser.See[string](p.Tab, `location.pathname + location.hash`); at != "/judge" || h.web.Paired() != 2 {
			t.Errorf("it is at %s, and %d phones are paired", at, h.web.Paired())
		}
	})
	if cookie := browser.See[string](p.Tab, `document.cookie`); cookie != "" {
		t.Errorf("scripts can read %q", cookie)
	}

	t.Run("it finds back after a restart", func(t *testing.T) {
		folder := t.TempDir()
		h.web.pairing.mu.Lock()
		h.web.pairing.file = folder + "/sessions.json"
		if err := h.web.pairing.keep(); err != nil {
			t.Error(err)
		}
		h.web.pairing.mu.Unlock()
		h.close()
		p := p.in(t)
		p.Await(`document.getElementById("link").dataset.link === "lost"`)
		p.fits()
		p.Photograph("web-lost.png")
		o := named()
		o.Folder = folder
		again := serveAt(t, o, strings.TrimPrefix(h.url, "http://"))
		again.sit(mito.Rules(), mitoStart())
		again.tell("press 1")
		p.Headline("Jean-Baptiste to play")

		if err := again.web.Unpair(); err != nil {
			t.Error(err)
		}
		again.await("/pair.js", 1)
		p.Await(`document.documentElement.dataset.page === "pair"`)
	})
}

// judging is a paired phone on the judge's page.
func judging(t *testing.T, e *engine, h *evening) *phone {
	t.Helper()
	p := pickUp(t, e, h, "/judge?lang=en")
	p.Enter("#code", h.web.Invite().Code)
	p.live()
	return p
}

// On request the screen stays on while the judge is asked something, and a new question calls him.
func keepsTheJudgeAwake(t *testing.T, e *engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	p.Asked("Action card")
	// as on a page without https
	browser.See[bool](p.Tab, `(Object.defineProperty(navigator, "wakeLock", {value: undefined}), true)`)
	browser.See[bool](p.Tab, `window.called = 0, navigator.vibrate = () => called++, true`)
	p.Await(`document.querySelector("video").paused`)
	p.Click("label[for=awake]")
	p.Click("label[for=chime]")
	p.Await(`!document.querySelector("video").paused && document.querySelector("video").currentTime > 0 && called === 1`)
	h.tell(`play "spider"`)
	p.Await(`called === 2`)
	p.Photograph("web-judge-switches.png")
	h.in(func() { h.game = nil })
	h.web.Show(State{Public: games.View{}, Judge: games.View{}})
	p.Await(`document.querySelector("video").paused`)
	p.Reload()
	p.Await(`document.getElementById("link")?.dataset.link === "live"`)
	if !browser.See[bool](p.Tab, `document.getElementById("awake").checked && document.getElementById("chime").checked`) {
		t.Error("the switches are forgotten")
	}
}

func judgesMito(t *testing.T, e *engine) {
	h := serve(t, named())
	start := mitoStart()
	// a browser is slow on a busy machine
	start.Options = start.Options.With(games.Field{Key: "race", Value: `{"lookback":"1h"}`})
	h.sit(mito.Rules(), start)
	p := judging(t, e, h)
	expect := func(n int, want string) {
		t.Helper()
		if got := p.input(n); got != want {
			t.Errorf("input %d is %s, want %s", n, got, want)
		}
	}

	p.Asked("Action card")
	p.Photograph("web-judge-choice.png")
	p.Choose("Spider")
	expect(1, `play "spider"`) // the seat in turn needs no naming
	p.Asked("Card to whom?")
	p.Photograph("web-judge-seats.png")
	p.tabsTo("Jean-Baptiste")
	p.Choose("Seat 2 Jean-Baptiste")
	expect(2, `spider_to 2`)
	p.Asked("Action card")
	p.tabsTo("Mosquito")
	h.tell("press 2")
	p.Headline("3 to play")
	p.Asked("Action card")
	p.Choose("Mosquito") // the turn has just passed: whose card was it?
	p.Await(`document.querySelector(".whose")?.textContent === "Mosquito: whose?" && document.activeElement.matches(".whose")`)
	p.Photograph("web-judge-whose.png")
	p.Choose("Back to the choice")
	p.Choose("Ant")
	p.Choose("Seat 2 Jean-Baptiste")
	expect(3, `play seat=2 "ant"`)

	t.Run("back is the box's own question", func(t *testing.T) {
		p := p.in(t)
		p.Choose("Back, undo…")
		p.Asked("What now?")
		p.Photograph("web-judge-undo.png")
		p.Choose("Undo")
		if got := p.input(4); got != "undo" {
			t.Errorf("it is %s", got)
		}
	})

	t.Run("hands", func(t *testing.T) {
		p := p.in(t)
		p.Asked("Action card")
		p.Choose("Hand empty")
		p.Choose("Seat 4 Zoé")
		p.Asked("Anna’s hand")
		p.Await(`document.querySelector(".sum").textContent === "Total: 18 points"`) // what a hand sets out from
		p.Choose("Numbers: less")
		p.Await(`document.querySelector(".sum").textContent === "Total: 7 points"`) // and what comes with two
		p.Choose("Mitos: more")
		p.Choose("Mitos: less")
		p.Await(`document.querySelector(".sum").textContent === "Total: 7 points"`)
		p.Photograph("web-judge-hand.png")
		p.Choose("Send")
		if got := p.input(6); got != `hand seat=1 {"numbers":2,"actions":1,"mitos":0}` {
			t.Errorf("it is %s", got)
		}
		p.Asked("Jean-Baptiste’s hand")
		for range 3 {
			p.Choose("Numbers: less")
		}
		p.Choose("Send")
		p.Await(`document.querySelector(".reason").textContent !== ""`)
		p.Photograph("web-judge-hand-refused.png")
		p.Await(`document.querySelector(".reason").textContent === "only Zoé has no cards left"`)
		if !browser.See[bool](p.Tab, `document.querySelector(".control").getAttribute("aria-describedby") === document.querySelector(".reason").id &&
			document.querySelector(".stepper input").ariaInvalid === "true"`) {
			t.Error("the reason is not the control's")
		}
		p.Choose("Mitos: more")
		p.Choose("Mitos: less")
		p.Choose("Actions: more")
		p.Choose("Actions: less") // nothing follows any more
		p.Enter(`.stepper input`, "99")
		p.Await(`document.querySelector(".sum").textContent === "Total: 99 points" && document.querySelector(".reason").textContent === ""`)
		p.Choose("Send")
		// the box has 41 left, and the page knows
		p.Await(`document.querySelector(".reason").textContent === "Numbers: 0–41"`)
	})

	t.Run("what is answered elsewhere", func(t *testing.T) {
		p := p.in(t)
		h.tell(`hand {"numbers":1,"actions":0,"mitos":0}`)
		p.Asked("3’s hand")
		p.Await(`document.getElementById("told").textContent === "This has been answered already."`)
		if !browser.See[bool](p.Tab, `document.querySelector(".stepper input").value === "3" && document.querySelector(".prompt").contains(document.activeElement)`) {
			t.Error("the draft is still there, or the focus is lost")
		}
		p.Photograph("web-judge-told.png")
	})

	t.Run("focus and draft stay while others press", func(t *testing.T) {
		p := p.in(t)
		browser.See[bool](p.Tab, `document.querySelector(".stepper input").focus(), true`)
		p.Enter(".stepper input", "5")
		h.in(func() { h.holder = 0; h.zero = h.zero.Add(-time.Second) })
		h.tell("press 1")
		time.Sleep(200 * time.Millisecond)
		if !browser.See[bool](p.Tab, `document.activeElement === document.querySelector(".stepper input") && document.activeElement.value === "5"`) {
			t.Error("they are gone")
		}
	})

	t.Run("the box is with a player", func(t *testing.T) {
		p := p.in(t)
		h.in(func() { h.holder = 4 })
		p.Await(`!document.getElementById("holder").hidden && document.getElementById("glass").hidden && document.getElementById("back").hidden`)
		p.Photograph("web-judge-holder.png")
		h.in(func() { h.holder = 0 })
	})

	t.Run("names", func(t *testing.T) {
		p := p.in(t)
		p.Choose("Players’ names")
		p.Enter("#name-3", "Karl")
		p.Choose("Save")
		p.Await(`document.querySelector("#seats").innerText.includes("Karl")`)
		p.Resize(360, 1400)
		p.Photograph("web-judge-names.png")
		p.Resize(360, 640)
	})

	for _, height := range []int{display.LowHeight, display.Height} {
		t.Run(fmt.Sprintf("the panel is the box's, %d pixels high", height), func(t *testing.T) {
			p := p.in(t)
			h.in(func() { h.dialogue.Rows = height })
			var want []bool
			h.in(func() {
				picture := canvas.NewPicture(height)
				display.NewPainter(wording.NewPhrases(all.Games())).Draw(picture, h.web.state.Scene)
				for i := range 128 * height {
					want = append(want, bool(picture.BitAt(i%128, i/128)))
				}
			})
			p.Await(fmt.Sprintf(`!document.getElementById("glass").hidden && document.getElementById("panel").height === %d`, height))
			got := browser.See[[]bool](p.Tab, fmt.Sprintf(`(d => Array.from({length: 128 * %d}, (_, i) => d[4 * i + 3] > 0))(
				document.getElementById("panel").getContext("2d").getImageData(0, 0, 128, %[1]d).data)`, height))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error("it shows something else")
			}
			p.Photograph(fmt.Sprintf("web-judge-panel-%d.png", height))
		})
	}
	h.tell(`hand {"numbers":1,"actions":0,"mitos":0}`)
	p.everyWay("judge", "/judge")
	p.Resize(360, 1500)
	p.Photograph("web-judge-whole.png")
	p.Resize(1280, 900)
	p.Photograph("web-judge-wide.png")
}

func judgesCardsCodesAndWords(t *testing.T, e *engine) {
	h := serve(t, named())
	four := []games.Seat{1, 2, 3, 4}
	h.sit(mog.Rules(), games.Start{Game: "mog", Seats: four, Seed: 5, Options: games.Agreed{}.With(games.Field{Key: "holder", Value: `"house"`})})
	p := judging(t, e, h)

	t.Run("a card", func(t *testing.T) {
		p := p.in(t)
		p.Asked("Anna picks a card")
		for _, feature := range []string{"1 black hat", "4 red scarf", "7 feature 7"} {
			p.Choose(feature)
		}
		p.Choose("2 black beard")
		p.Await(`document.querySelector(".reason").textContent === "Exactly 3 are needed." && document.querySelectorAll('[aria-pressed="true"]').length === 3`)
		p.Choose("7 feature 7")
		p.Choose("Send")
		p.Await(`document.querySelector(".reason").textContent === "Exactly 3 are needed."`)
		p.Choose("2 black beard")
		p.Photograph("web-judge-card.png")
		p.Choose("Send")
		if got := p.input(1); got != `designate seat=1 [1,2,4]` {
			t.Errorf("it is %s", got)
		}
		p.Asked("Jean-Baptiste picks a card")
		for _, feature := range []string{"1 black hat", "2 black beard", "4 red scarf"} {
			p.Choose(feature)
		}
		p.Choose("Send")
		p.Await(`document.querySelector(".reason").textContent.includes("1·2·4")`) // it has a token
		p.Photograph("web-judge-card-refused.png")
		h.tell("press 3")
		p.Asked("3: MOG is…")
		p.Choose("Never mind")
		if got := p.input(2); got != `accuse seat=3 "withdraw"` {
			t.Errorf("it is %s", got)
		}
	})

	t.Run("a token and a code", func(t *testing.T) {
		p := p.in(t)
		h.in(func() { h.applied = nil })
		h.sit(mastermind.Rules(), games.Start{Game: "mastermind", Seats: four[:3], Options: games.Agreed{}.With(games.Field{Key: "dealer", Value: `"entered"`}, games.Field{Key: "first", Value: "1"})})
		h.in(func() { h.players = true })
		p.Asked("Anna’s token")
		p.Choose("red")
		p.Choose("3")
		p.Photograph("web-judge-token.png")
		p.Choose("Send")
		if got := p.input(1); got != `token {"colour":"red","position":3}` && got != `token seat=1 {"colour":"red","position":3}` {
			t.Errorf("it is %s", got)
		}
		h.tell(`token {"colour":"blue","position":1}`, `token {"colour":"green","position":5}`)
		h.in(func() { h.players = false })
		p.Asked("Anna’s guess")
		p.Choose("blue")
		p.Choose("empty")
		p.Choose("red")
		p.Choose("Send")
		p.Await(`document.querySelector(".reason").textContent.replaceAll("\u00a0", " ") === "exactly 3 colours"`)
		p.Choose("Number 5: empty")
		p.Choose("yellow")
		p.Photograph("web-judge-code.png")
		p.Choose("Send")
		if got := p.input(2); got != `guess seat=1 ["blue","","red","","yellow"]` {
			t.Errorf("it is %s", got)
		}
		p.Headline("Jean-Baptiste to play")
		p.Photograph("web-judge-pegs.png")
		p.Resize(360, 1200)
		p.open("/?lang=en")
		p.live()
		p.Photograph("web-scoreboard-pegs.png")
		p.Resize(360, 640)
		p.open("/judge?lang=en")
		p.live()
	})

	t.Run("a word", func(t *testing.T) {
		p := p.in(t)
		h.in(func() { h.applied = nil })
		h.sit(motus.Rules(), games.Start{Game: "motus", Seats: four, Options: games.Agreed{}.With(
			games.Field{Key: "letters", Value: "7"}, games.Field{Key: "clock", Value: `"10m"`}, games.Field{Key: "grid", Value: `"entered"`})})
		h.tell(`word hunt=1 "ETALAGE"`)
		p.Asked("Jean-Baptiste proposes…")
		p.Await(`document.querySelector(".word").value === "E" && /^[0-9]+ s$/.test(document.querySelector(".prompt .time").textContent)`)
		p.Enter(".word", "epave\r") // with the letter that is there already
		p.Await(`document.querySelector(".reason").textContent.replaceAll("\u00a0", " ") === "7 letters!" && document.querySelector(".word").value.toUpperCase() === "EPAVE"`)
		if !browser.See[bool](p.Tab, `document.querySelector(".word").getAttribute("aria-invalid") === "true" && document.activeElement.matches(".word")`) {
			t.Error("the field does not know that it is wrong, or lost the focus")
		}
		if got := p.input(1); got != `guess seat=2 ""` { // the first letter stops the clock, and is no answer
			t.Errorf("it is %s", got)
		}
		p.Photograph("web-judge-word-refused.png")
		h.in(func() { // as after a restart
			h.web.mu.Lock()
			defer h.web.mu.Unlock()
			h.web.run, h.before = "ANOTHER", 1000
		})
		p.Await(`document.querySelector(".reason").textContent === "" && document.querySelector(".word").value.toUpperCase() === "EPAVE"`)
		if told := browser.See[string](p.Tab, `document.getElementById("told").textContent`); told != "" {
			t.Errorf("after a restart it says %q", told)
		}
		p.Enter(".word", "\b\b\b\b")
		p.Await(`(word => (word.setSelectionRange(0, 0), word.value === "E"))(document.querySelector(".word"))`)
		p.Await(`document.querySelector(".word").selectionStart === 1`)
		p.Enter(".word", "tamine\r")
		if got := p.input(2); got != `guess seat=2 "ETAMINE"` {
			t.Errorf("it is %s", got)
		}
		p.Asked("Zoé proposes…")
		p.Photograph("web-judge-word.png")
		p.Await(`/^[0-9]+ s$/.test(document.querySelector("#slates .time").textContent)`)
		h.tell(`guess hunt=1 "ETALAGE"`)
		p.Asked("Team 2 draws…")
		p.Choose("Number: more")
		p.Photograph("web-judge-amount.png")
		p.Choose("Send")
		if got := p.input(3); got != `token 2` {
			t.Errorf("it is %s", got)
		}
		h.tell(`word hunt=2 "BALLAST"`, `guess hunt=2 "BALISES"`)
		p.Resize(360, 1400)
		p.open("/?lang=fr")
		p.live()
		p.Photograph("web-scoreboard-words.png")
		p.Resize(1280, 720)
		p.open("/overlay?lang=fr")
		p.live()
		p.Photograph("web-overlay-words.png")
	})
}

// The pages ask for nothing from anywhere else, and no script or style of theirs breaks the policy.
func hasNothingToComplainOf(t *testing.T, e *engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	for _, path := range []string{"/", "/overlay", "/judge"} {
		p.open(path)
		p.live()
		outside := browser.See[[]string](p.Tab, `performance.getEntriesByType("resource").map(r => r.name).filter(n => !n.startsWith(location.origin + "/"))`)
		if len(outside) > 0 {
			t.Errorf("%s asks for %v", path, outside)
		}
		unnamed := browser.See[[]string](p.Tab, `[...document.querySelectorAll("button, a, input, summary")].filter(e =>
			!(e.ariaLabel || e.innerText?.trim() || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)`)
		if len(unnamed) > 0 {
			t.Errorf("%s: a screen reader has no name for %v", path, unnamed)
		}
	}
}
