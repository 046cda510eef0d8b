package web

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/display/shown"
	"arbitre/display/web/browser"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/chessclock"
	"arbitre/games/gametest"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/mog"
	"arbitre/games/motus"
	"arbitre/games/quiz"
	"arbitre/games/results"
	"arbitre/games/slap"
)

// A phone is a page of the evening in a real browser, of a phone's size.
type phone struct {
	*browser.Tab
	h *evening
}

func pickUp(t *testing.T, e engine, h *evening, path string) *phone {
	t.Helper()
	page, err := e(t)
	if err != nil {
		t.Fatal(err)
	}
	p := &phone{&browser.Tab{TB: t, Page: page}, h}
	p.Go(h.url + path)
	p.Resize(360, 640)
	return p
}

// judging returns a paired phone on the judge's page.
func judging(t *testing.T, e engine, h *evening) *phone {
	t.Helper()
	p := pickUp(t, e, h, "/judge?lang=en")
	p.Enter("#code", h.web.Phones.Invite().Code)
	p.live()
	return p
}

// in returns the same phone for a subtest, which then reports its errors.
func (p *phone) in(t *testing.T) *phone { return &phone{p.In(t), p.h} }

func (p *phone) live() {
	p.Helper()
	p.Await(`document.getElementById("link")?.dataset.link === "live" &&
		document.getElementById("headline").textContent !== ""`)
}

// says waits until the element of a selector has a text.
func (p *phone) says(selector, text string) {
	p.Helper()
	p.Await(fmt.Sprintf(`document.querySelector(%q)?.textContent.replaceAll("\u00a0", " ") === %q`, selector, text))
}

// tabsTo checks that after an answer by the keyboard one Tab leads to the first answer of the next
// question.
func (p *phone) tabsTo(answer string) {
	p.Helper()
	p.Await(`document.activeElement.closest(".prompt") && !document.activeElement.closest(".control")`)
	if err := p.Type("\t"); err != nil {
		p.Fatal(err)
	}
	p.Await(fmt.Sprintf(`document.activeElement.matches(".option") &&
		document.activeElement.textContent.endsWith(%q)`, answer))
}

// entered waits until n inputs of the page were applied, and compares the last with a journal's
// notation.
func (p *phone) entered(n int, want string) {
	p.Helper()
	for late := time.Now().Add(40 * time.Second); p.h.plays() < n; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(late) {
			p.GiveUp("the answer does not come: %d of %d", p.h.plays(), n)
		}
	}
	var last games.Input
	p.h.in(func() { last = p.h.applied[n-1] })
	keys := " "
	if last.Keys.Seat != 0 {
		keys = fmt.Sprintf(" seat=%d ", last.Keys.Seat)
	}
	got := last.Prompt + keys + string(last.Value.AppendJSON(nil))
	if last.Kind == games.Undo {
		got = "undo"
	}
	if got != want {
		p.Errorf("input %d is %s, want %s", n, got, want)
	}
}

// holds fails with a message unless an expression is true of the page now.
func (p *phone) holds(expression, otherwise string) {
	p.Helper()
	if !browser.See[bool](p.Tab, expression) {
		p.Error(otherwise)
	}
}

// fits checks that a page is no wider than the phone, in every language and with small and large
// letters.
func (p *phone) fits(path string) {
	p.Helper()
	for _, language := range wording.Codes() {
		p.Go(p.h.url + path + "?lang=" + language)
		p.Await(`!document.getElementById("link") || document.getElementById("link").dataset.link === "live"`)
		p.Await(`document.getElementById("headline")?.textContent !== ""`)
		for _, size := range []string{"", "212.5%"} {
			if size != "" && path == "/overlay" {
				continue // its letters follow the screen's size
			}
			if wide := browser.See[string](p.Tab, fmt.Sprintf(`document.documentElement.style.fontSize = %q,
				document.documentElement.scrollWidth <= document.documentElement.clientWidth ? "" :
				[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).
					map(e => e.outerHTML.slice(0, 120)).join("\n")`, size)); wide != "" {
				p.Errorf("%s in %s is wider than the phone with letters of %q:\n%s", path, language, size, wide)
			}
		}
	}
}

// named returns options with named players and results.
func named() Options {
	names := nameplates{of: map[games.Seat]games.Sitter{1: {Name: "Anna", Colour: "red"}, 2: {Name: "Jean-Baptiste"}, 4: {Name: "Zoé"}}}
	return Options{
		Addresses: func() (string, string) { return "http://box.test", "http://box.test" },
		SetName:   names.set,
		Rules:     all.Games(),
		Book:      func() Book { return Book{Sitters: names.all(), Known: []string{"Anna", "Karl"}} },
		Results:   func(results.Game) Results { return lastNight() },
	}
}

// lastNight returns the results of an evening, the last of whose games was one of mito.
func lastNight() Results {
	place := func(seat games.Seat, name string, total int, won bool, fastest time.Duration) results.Place {
		return results.Place{Seat: seat, Name: name, Total: total, Won: won, Fastest: fastest * time.Millisecond}
	}
	r := Results{
		Evening: []results.Game{
			{Game: "quiz", Over: true, Places: []results.Place{place(1, "Anna", 700, true, 0), place(2, "Jean-Baptiste", 20, false, 0)}},
			{Game: "mito", Over: true, Places: []results.Place{
				place(1, "Anna", 34, false, 612), place(2, "Jean-Baptiste", 12, true, 587), place(3, "", 61, false, 0)}},
		},
		AllTime: []results.Row{
			{Game: "mito", Name: "Anna", Played: 12, Won: 5, Points: 34, Fastest: 612 * time.Millisecond},
			{Game: "mito", Name: "Jean-Baptiste", Played: 9, Won: 4, Points: 120, Fastest: 402 * time.Millisecond},
			{Game: "mito", Seat: 3, Played: 3, Points: 61},
			{Game: "mog", Name: "Wilhelmina-Anastasia-Zoé", Played: 1200, Won: 1033, Points: -2400},
			{Game: "mog", Seat: 8, Played: 2},
		},
		Before: []results.Row{
			{Game: "mito", Name: "anna", Played: 11, Fastest: 613 * time.Millisecond},
			{Game: "mito", Name: "Jean-Baptiste", Played: 8, Fastest: 402 * time.Millisecond},
		},
		Story: results.Story{
			Sides: []results.Side{{Rank: 1, Members: []results.Place{{Seat: 2, Total: 12}}},
				{Rank: 2, Members: []results.Place{{Seat: 1, Total: 34}}}, {Rank: 3, Members: []results.Place{{Seat: 3, Total: 61}}}},
			Rounds: []results.Round{{Number: 0, Totals: []int{0, 0, 0}}, {Number: 1, Totals: []int{12, 3, 20}}, {Number: 2, Totals: []int{12, 34, 61}}},
			Signed: true,
			Hands: []results.Hand{{Seat: 1, Met: 4, First: 1, Fastest: 612 * time.Millisecond, Median: 700 * time.Millisecond},
				{Seat: 2, Met: 4, First: 3, Fastest: 587 * time.Millisecond, Median: 640 * time.Millisecond}},
			Rivals: []results.Rivals{{One: 2, Other: 1, Met: 4, Ahead: 3, Behind: 1, Closest: 1200 * time.Microsecond}},
		},
	}
	r.Last = r.Evening[1]
	return r
}

// seesClocks follows the clocks of players, which run by themselves, in large letters for children.
func seesClocks(t *testing.T, e engine) {
	h := serve(t, named())
	start := games.Start{Game: "chessclock", Seats: []games.Seat{1, 2}}
	start.Options = start.Options.With(games.Field{Key: "time", Value: games.Word("12s")},
		games.Field{Key: games.ChildrenOption, Value: games.Bool(true)})
	h.sit(chessclock.Rules(), start)
	p := pickUp(t, e, h, "/?lang=fr")
	p.live()
	left := func(seat int, shows string) {
		t.Helper()
		p.Await(fmt.Sprintf(`%s.test([...document.querySelectorAll(".seat .total")][%d].textContent)`, shows, seat-1))
	}
	left(1, "/^0:12$/")
	h.tell("press 2")
	left(1, "/^0:1[01]$/")
	left(1, "/^[789],[1-9]$/")
	p.Photograph("clocks.png")
	p.holds(`document.querySelector(".seat.lit .total").classList.contains("soon")`, "the last seconds look like all others")
	h.tell("press 1")
	left(2, "/^0:1[01]$/")
	stood := browser.See[string](p.Tab, `document.querySelector(".seat .total").textContent`)
	time.Sleep(200 * time.Millisecond)
	left(1, "/^"+stood+"$/")
	p.holds(`parseFloat(getComputedStyle(document.documentElement).fontSize) > 20`, "with children letters are small")
}

func watchesARace(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := pickUp(t, e, h, "/?lang=en")
	p.live()
	p.Headline("Anna to play")
	h.tell("press 1", `play "mosquito"`)
	p.Headline("Mosquito!")
	h.tell("press 4")
	p.Await(`document.querySelectorAll(".seat.blinking").length === 2 &&
		document.querySelectorAll(".seat.pressed").length === 1`)
	time.Sleep(80 * time.Millisecond)
	h.raced(7*time.Millisecond, 1, 3)
	p.Headline("3 too slow!")

	var race games.Photo
	h.in(func() { race = *h.game.View(games.Public).Race })
	whole := race.Order[2].After - race.Order[0].After
	at := browser.See[[]float64](p.Tab, `[...document.querySelectorAll(".lane")].map(l => {
		const [track, dot] = [".track", "i"].map(part => l.querySelector(part).getBoundingClientRect());
		return (dot.left + dot.width / 2 - track.left) / track.width;
	})`)
	for i, f := range race.Order {
		want := float64(f.After-race.Order[0].After) / float64(whole)
		if got := at[i]; got < want-.01 || got > want+.01 {
			t.Errorf("seat %d is drawn at %.3f, it was at %.3f", f.Seat, got, want)
		}
	}

	browser.See[bool](p.Tab, `(document.querySelector("#race .fill").firstChild.mark = true)`)
	h.tell(`play "spider"`)
	p.Headline("3 gives a card")
	p.holds(`document.querySelector("#race .fill").firstChild.mark === true`, "what has not changed is built again")
	p.fits("/")
	p.fits("/overlay")
	p.holds(`getComputedStyle(document.body).backgroundColor === "rgba(0, 0, 0, 0)"`, "the overlay has a ground")
}

// The public pages count down the time for an answer, by their own clock, until it is given.
func showsTheTimeOfAnAnswer(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(quiz.Rules(), games.Start{Game: "quiz", Seats: []games.Seat{1, 2, 3},
		Options: games.Agreed{}.With(games.Field{Key: "answer", Value: games.Word("1m")})})
	p := pickUp(t, e, h, "/?lang=en")
	const left = `parseInt(document.getElementById("time").textContent)`
	for _, path := range []string{"/?lang=en", "/overlay?lang=en"} {
		p.Go(h.url + path)
		p.Headline("Question 1: buttons on!")
		p.says("#time", "")
		h.tell("press 3")
		p.Headline("3 answers!")
		p.Await(left + ` > 0`)
		first := browser.See[int](p.Tab, left)
		p.Await(fmt.Sprintf(`%s < %d`, left, first))
		h.tell(`verdict "withdraw"`)
	}
}

// The public pages have a team once, with its points and the lamps of its seats, and so has the result
// that is sent around. On the judge's page its answer is judged.
func countsATeamOnce(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(quiz.Rules(), games.Start{Game: "quiz", Seats: []games.Seat{1, 2, 3, 4, 5},
		Options: games.Agreed{}.With(games.Field{Key: "teams", Value: games.Teams{{1, 3}, {2, 4, 5}}.Value()})})
	p := judging(t, e, h)
	h.tell("press 4")
	p.Headline("B (Zoé) answers!")
	p.Await(`document.querySelectorAll(".seat").length === 2 && document.querySelectorAll(".mate").length === 5`)
	p.holds(`document.querySelector(".mate.lit").textContent.includes("Zoé") && !document.querySelector(".seat.lit")`, "another lamp is lit")
	p.Asked("Is B (Zoé) right?")
	p.Choose("Right")
	p.Headline("Team B is right: +1")
	h.tell(`finish "over"`)
	p.Headline("Team B wins the game!")
	p.Go(h.url + "/?lang=en")
	p.live()
	p.Photograph("teams.png")
	totals := browser.See[[]string](p.Tab, `[...document.querySelectorAll(".seat")].map(s => s.textContent.replaceAll(/\s+/g, " "))`)
	const want = "Team A Seat 1 Anna Seat 3 0 points|Team B Seat 2 Jean-Baptiste Seat 4 Zoé Seat 5 1 points"
	if got := strings.Join(totals, "|"); got != want {
		t.Errorf("the scoreboard has %s, want %s", got, want)
	}
	p.fits("/")
	p.Go(h.url + "/?lang=en")
	p.live()
	browser.See[bool](p.Tab, `Object.defineProperty(navigator, "clipboard", {value: undefined}),
		document.addEventListener("copy", e => window.copied = e.target.value), true`)
	p.Click("#share-copy")
	p.says("#share-told", "Copied.")
	const shared = "\nTeam B (Jean-Baptiste, Zoé, Seat 5): 1\nTeam A (Anna, Seat 3): 0\n"
	if text := browser.See[string](p.Tab, `copied.replaceAll("\u00a0", " ")`); !strings.Contains(text, shared) {
		t.Errorf("it says %s, want %s in it", text, shared)
	}
}

// A screen reader says a headline again whenever it is set: it is left alone while it is the same.
func saysAHeadlineOnce(t *testing.T, e engine) {
	h := serve(t, named())
	p := pickUp(t, e, h, "/?lang=en")
	v := games.View{Game: "mastermind", Headline: games.Text{Word: "guessed", Seat: 1, Code: []string{"blue", "red"}}}
	h.web.Show(shown.State{Public: v})
	const code = `document.querySelector("#headline .code-row")`
	p.Await(code)
	browser.See[bool](p.Tab, `(`+code+`.mark = true)`)
	v.Lines = []games.Text{{Word: "board", Number: 1}}
	h.web.Show(shown.State{Public: v})
	p.Await(`document.querySelector("#lines p")`)
	p.holds(code+`.mark === true`, "the headline is set again")
}

// The scoreboard speaks what is new, as much as was chosen on it, and what is asked for by its buttons. The
// live region says the same, to whom it is read alone. Of the synthesiser it is heard what it is told to say.
func speaks(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(slap.Rules(), games.Start{Game: "slap", Seats: []games.Seat{1, 2, 3}})
	p := pickUp(t, e, h, "/?lang=en")
	p.live()
	silent := browser.See[bool](p.Tab, `(window.heard = [], window.cut = 0, !window.speechSynthesis ||
		(speechSynthesis.speak = u => heard.push(u.lang + " " + u.text), speechSynthesis.cancel = () => cut++, false))`)
	says := func(text string) {
		t.Helper()
		p.says("#said", text)
		if want := "en " + text; !silent && browser.See[string](p.Tab, `document.getElementById("voice").value`) != "off" {
			p.Await(fmt.Sprintf(`heard.at(-1) === %q && cut >= heard.length`, want))
		}
	}
	h.tell("press 2")
	says("Jean-Baptiste was first!")
	p.holds(`heard.length === 0`, "it speaks, and nobody has chosen that")
	if diff := browser.See[bool](p.Tab, `document.getElementById("headline").ariaLive !== null`); diff {
		t.Error("a screen reader reads the headline twice")
	}
	choose := func(level string) {
		browser.See[bool](p.Tab, fmt.Sprintf(
			`(v => (v.value = %q, v.dispatchEvent(new Event("change"))))(document.getElementById("voice"))`, level))
	}
	choose("verdicts")
	says("Jean-Baptiste was first!")
	h.tell(`slap "right"`)
	p.Headline("Jean-Baptiste: +1")
	p.Click("#who-leads")
	says("Jean-Baptiste leads: 1. Jean-Baptiste: 1 point. Anna: 0 points. 3: 0 points.")
	p.Click("#what-now")
	says("Jean-Baptiste: plus 1. Hands ready!")
	p.Click("#say-again")
	says("Jean-Baptiste: plus 1. Hands ready!")
	p.Go(h.url + "/?lang=en")
	p.live()
	p.holds(`document.getElementById("voice").value === "verdicts"`, "what was chosen is forgotten")
	p.holds(`document.getElementById("said").textContent === ""`, "it says what it said before")
	p.fits("/")
}

// One tap after a verdict fetches its film: into the dialogue for sharing where there is one, else it is
// saved.
func filmsAVerdict(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(slap.Rules(), games.Start{Game: "slap", Seats: []games.Seat{1, 2, 3, 4}})
	p := pickUp(t, e, h, "/?lang=en")
	p.live()
	p.holds(`document.getElementById("film").hidden`, "there is a film before any verdict")
	h.raced(37*time.Millisecond, 2, 4, 1, 3)
	p.Headline("Jean-Baptiste was first!")
	browser.See[bool](p.Tab, `(() => {
		navigator.canShare = undefined;
		const make = URL.createObjectURL, reader = new FileReader();
		reader.onload = () => window.filmed = reader.result;
		URL.createObjectURL = blob => { reader.readAsDataURL(blob); return make.call(URL, blob); };
		document.addEventListener("click", e => {
			if (e.target.download) { window.saved = [e.target.href, e.target.download]; e.preventDefault(); }
		});
		return true;
	})()`)
	p.Click("#film-make")
	const picture = `document.querySelector("#film-picture img")`
	p.Await(picture + `.naturalWidth === 536 && ` + picture + `.checkVisibility()`)
	p.Await(`window.saved && saved[0] === ` + picture + `.src && saved[1] === "arbitre.gif" && !!window.filmed`)
	p.holds(picture+`.alt === document.getElementById("headline").textContent`, "who can't see it is told nothing")
	_, text, _ := strings.Cut(browser.See[string](p.Tab, `window.filmed`), "data:image/gif;base64,")
	film, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(film) > 1_500_000 {
		t.Fatalf("a film of %d bytes: %v", len(film), err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(film))
	if err != nil {
		t.Fatal(err)
	}
	length := 0
	for _, delay := range g.Delay {
		length += delay
	}
	if len(g.Image) < 2 || length != 1000 {
		t.Errorf("it has %d pictures in %d0 ms", len(g.Image), length)
	}
	lamp := uint8(g.Image[0].Palette.Index(color.RGBA{0xff, 0xc4, 0x5c, 0xff}))
	if !slices.ContainsFunc(g.Image, func(part *image.Paletted) bool { return bytes.IndexByte(part.Pix, lamp) >= 0 }) {
		t.Error("no lamp is lit in it")
	}
	p.holds(`document.documentElement.scrollWidth <= innerWidth`, "the film is wider than the phone")
	p.Photograph("film.png")

	browser.See[bool](p.Tab, `window.saved = null, navigator.canShare = what => what.files?.[0].type === "image/gif",
		navigator.share = async what => { window.sent = what.files[0].size; }, true`)
	p.Click("#film-make")
	p.Await(fmt.Sprintf(`window.sent === %d`, len(film)))
	p.holds(`!window.saved`, "what is shared is saved, too")

	h.tell("undo")
	p.Await(`document.getElementById("film").hidden`)
}

// The card of a result has the podium, on which equal ones share a step, and the closest moment. Its
// names fit, and are cut between the signs that people see.
func drawsThePodium(t *testing.T, e engine) {
	h := serve(t, named())
	families := strings.Repeat("👩‍👩‍👧‍👦", 12)
	for seat, name := range map[games.Seat]string{1: "אסתר", 2: "Wilhelmina-Anastasia-Zoé von und zu", 3: families, 4: "Zoé 🎲"} {
		if err := h.web.options.SetName(seat, name); err != nil {
			t.Fatal(err)
		}
	}
	p := pickUp(t, e, h, "/?lang=en")
	v := games.View{Game: "slap", Over: true, Headline: games.Text{Word: "game_over", Role: games.Winners, Seats: []games.Seat{1, 2}}}
	for i, total := range []int{2, 2, 1, 1, 0} {
		v.Seats = append(v.Seats, games.Place{Seat: games.Seat(i + 1), Total: total, Lamp: games.LitIf(total == 2)})
	}
	h.web.Show(shown.State{Public: v, Told: []games.Fact{{Said: []games.Text{
		{Word: "fastest", Role: games.Verdict, Seat: 1}, {Word: "margin", Role: games.News, Span: 7 * time.Millisecond}}}}})
	p.Await(`!document.getElementById("share").hidden`)
	browser.See[bool](p.Tab, `(() => {
		window.drawn = [];
		const write = CanvasRenderingContext2D.prototype.fillText;
		CanvasRenderingContext2D.prototype.fillText = function(text, x, y) {
			const left = x - {left: 0, center: .5, right: 1}[this.textAlign] * this.measureText(text).width;
			drawn.push({text, left, right: left + this.measureText(text).width, x, y});
			write.call(this, text, x, y);
		};
		return true;
	})()`)
	p.Click("#share-draw")
	p.Await(`document.querySelector("#picture img").naturalWidth === 1080`)
	type drawn struct {
		Text              string
		Left, Right, X, Y float64
	}
	all := browser.See[[]drawn](p.Tab, `drawn`)
	find := func(part string) (d drawn) {
		for _, d = range all[3:] { // behind the title
			if strings.HasPrefix(strings.ReplaceAll(d.Text, "\u00a0", " "), part) {
				return d
			}
		}
		t.Errorf("the card does not say %q, but %v", part, all)
		return d
	}
	esther, wilhelmina := find("\u2068אסתר\u2069"), find("Wilhelmina")
	if esther.X != wilhelmina.X || esther.X != 540 || esther.Y == wilhelmina.Y {
		t.Errorf("equal ones do not stand on one step: %v, %v", esther, wilhelmina)
	}
	zoe, family := find("Zoé 🎲"), find("👩‍👩‍👧‍👦")
	if zoe.X != family.X || zoe.X != 870 ||
		strings.Trim(strings.ReplaceAll(family.Text, "👩‍👩‍👧‍👦", ""), "…") != "" {
		t.Errorf("the third are %v, %v", zoe, family)
	}
	find("5. Seat 5")
	find("The closest moment: ")
	for _, d := range all {
		if d.Left < 60 || d.Right > 1020 || d.Y < family.Y+100 && d.X != 90 && d.Right-d.Left > 300 {
			t.Errorf("it does not fit: %v", d)
		}
	}
	p.Photograph("card.png")
}

// A result can be shared as a text or a picture, over plain http, too.
func sharesAResult(t *testing.T, e engine) {
	h := serve(t, named())
	if err := h.web.options.SetName(1, "אסתר"); err != nil {
		t.Fatal(err)
	}
	h.sit(quiz.Rules(), games.Start{Game: "quiz", Seats: []games.Seat{1, 2, 3}})
	p := pickUp(t, e, h, "/?lang=en")
	p.live()
	p.holds(`document.getElementById("share").hidden`, "there is a result in the midst of a game")
	h.tell("press 2")
	p.Headline("Jean-Baptiste answers!")
	h.tell(`verdict "right"`, `finish "over"`)
	p.Headline("Jean-Baptiste wins the game!")
	browser.See[bool](p.Tab, `Object.defineProperty(navigator, "clipboard", {value: undefined}),
		document.addEventListener("copy", e => window.copied = e.target.value), true`)
	p.Click("#share-copy")
	p.says("#share-told", "Copied.")
	p.holds(`document.getElementById("share-text").hidden`, "what is copied stays")
	text := browser.See[string](p.Tab, `copied.replaceAll("\u00a0", " ")`)
	const want = "Quiz · Jean-Baptiste wins the game!\nJean-Baptiste: 1\n\u2068אסתר\u2069: 0\nSeat 3: 0\n\n" +
		"Tonight · Mito\nJean-Baptiste: Won 1/1, Points 12\n"
	if !strings.HasPrefix(text, want) {
		t.Errorf("it says %s, want %s", text, want)
	}
	p.Click("#share-draw")
	const picture = `document.querySelector("#picture img")`
	p.Await(picture + `.naturalWidth === 1080 && ` + picture + `.checkVisibility()`)
	p.holds(picture+`.src === document.querySelector("#picture a").href &&
		!!document.querySelector("#picture a").download`, "another picture is saved than the one that is shown")
}

func pairs(t *testing.T, e engine) {
	folder := t.TempDir()
	o := named()
	o.Folder = folder
	h := serveAt(t, o, "127.0.0.2:0") // so that no other test takes the port while nobody listens
	h.sit(mito.Rules(), mitoStart())
	p := pickUp(t, e, h, "/judge")
	p.fits("/judge")
	p.Go(h.url + "/judge?lang=en")
	code := h.web.Phones.Invite().Code
	p.Enter("#code", otherThan(code)) // the page sends six digits by itself
	p.says(`:not([aria-busy]) > #reason`, "That is not the code.")
	p.Enter("#code", code) // the old one is selected, and is replaced
	p.live()
	p.holds(`document.documentElement.dataset.page === "judge"`, "it is not the judge's page")
	p.holds(`document.cookie === ""`, "scripts can read the cookie")
	t.Run("by scanning the link", func(t *testing.T) {
		_, secret, _ := strings.Cut(h.web.Phones.Invite().Link, shortPath+"#")
		p := pickUp(t, e, h, shortPath+"#"+secret)
		p.live()
		p.holds(`location.pathname + location.hash === "/judge"`, "the secret stays in the history")
		if len(h.web.Phones.Paired()) != 2 {
			t.Errorf("%d phones are paired", len(h.web.Phones.Paired()))
		}
	})
	t.Run("it finds back after a restart", func(t *testing.T) {
		p := p.in(t)
		browser.See[bool](p.Tab, `window.old = true`)
		h.close()
		p.Await(`document.getElementById("link").dataset.link === "lost"`)
		again := serveAt(t, o, strings.TrimPrefix(h.url, "http://"))
		again.sit(mito.Rules(), mitoStart())
		again.tell("press 1")
		p.Headline("Jean-Baptiste to play")
		p.holds(`window.old`, "it was loaded anew, though the pages are the same")
		again.web.site.Edition = "another" // the box was updated
		browser.See[bool](p.Tab, `dispatchEvent(new Event("online"))`)
		p.Await(`!window.old`)
		p.Headline("Jean-Baptiste to play")
		browser.See[bool](p.Tab, `window.old = dispatchEvent(new Event("online"))`)
		p.live()
		p.holds(`window.old`, "it is loaded again and again")
		if err := again.web.Phones.Unpair(); err != nil {
			t.Error(err)
		}
		p.Await(`document.documentElement.dataset.page === "pair"`)
	})
}

// If the judge switches it on, the screen stays on while he is asked something, and a new question
// calls him.
func keepsTheJudgeAwake(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	p.Asked("Action card")
	browser.See[bool](p.Tab, `Object.defineProperty(navigator, "wakeLock", {value: undefined}),
		window.called = 0, navigator.vibrate = () => called++, true`) // as on a page without https
	p.holds(`!document.querySelector("video")`, "there is a video that nobody needs")
	p.Click("label[for=awake]")
	p.Click("label[for=chime]")
	p.Await(`(video => !video.paused && video.currentTime > 0 && called === 1)(document.querySelector("video"))`)
	h.tell(`play "spider"`)
	p.Await(`called === 2`)
	h.in(func() { h.game = nil })
	h.web.Show(shown.State{Public: games.View{}, Judge: games.View{}})
	p.Await(`document.querySelector("video").paused`)
	p.Go(h.url + "/judge?lang=en")
	p.Await(`document.getElementById("link")?.dataset.link === "live"`)
	p.holds(`document.getElementById("awake").checked && document.getElementById("chime").checked`,
		"the switches are forgotten")
}

// judgesMito answers by buttons, keyboard and "back".
func judgesMito(t *testing.T, e engine) {
	h := serve(t, named())
	start := mitoStart()
	// a browser is slow on a busy machine
	start.Options = start.Options.With(games.Field{Key: "race", Value: gametest.Value(`{"lookback":"1h"}`)})
	h.sit(mito.Rules(), start)
	p := judging(t, e, h)
	p.Asked("Action card")
	p.Choose("Spider")
	p.entered(1, `play "spider"`) // it is the turn of one seat: no "whose?"
	p.Asked("Card to whom?")
	p.tabsTo("Jean-Baptiste")
	p.Choose("Seat 2 Jean-Baptiste")
	p.entered(2, `spider_to 2`)
	p.Asked("Action card")
	p.tabsTo("Mosquito")
	h.tell("press 2")
	p.Headline("3 to play")
	p.Asked("Action card")
	p.Choose("Mosquito") // the turn has just passed: whose card was it?
	p.says(".whose", "Mosquito: whose?")
	p.Await(`document.activeElement.matches(".whose")`)
	p.Choose("Back to the choice")
	p.Choose("Ant")
	p.Choose("Seat 2 Jean-Baptiste")
	p.entered(3, `play seat=2 "ant"`)
	const ant = `document.getElementById("past").textContent.includes("Ant!")`
	p.Await(ant)
	p.Choose("Back, undo…")
	p.entered(4, "undo")
	p.Await("!" + ant)
}

// countsHands enters numbers of cards.
func countsHands(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	p.Asked("Action card")
	p.Choose("Hand empty")
	p.Choose("Seat 4 Zoé")
	p.Asked("Anna’s hand")
	p.says(".sum", "Total: 18 points") // the initial counts
	p.Choose("Numbers: less")
	p.says(".sum", "Total: 7 points") // the other counts follow
	p.Choose("Mitos: more")
	p.Choose("Mitos: less")
	p.says(".sum", "Total: 7 points")
	p.Choose("Send")
	p.entered(2, `hand seat=1 {"numbers":2,"actions":1,"mitos":0}`)
	p.Asked("Jean-Baptiste’s hand")
	for _, button := range []string{"Mitos: more", "Mitos: less", "Actions: more", "Actions: less"} {
		p.Choose(button) // once they are set, they follow no more
	}
	p.Enter(`.stepper input`, "99")
	p.says(".sum", "Total: 114 points")
	p.says(".reason", "")
	p.Choose("Send")
	p.says(".reason", "Numbers: 0–41") // the game has 41 left
	p.holds(`document.querySelector(".control").getAttribute("aria-describedby") ===
		document.querySelector(".reason").id && document.querySelector(".stepper input").ariaInvalid === "true"`,
		"the reason is not the control's")
}

// On a phone's page no word of an answer is broken, however long the names are.
func breaksNoWord(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	table, _, err := games.NewTable(mito.Rules(), mitoStart())
	if err != nil {
		t.Fatal(err)
	}
	v := table.View(games.Judge)
	hands := games.Prompt{ID: "count", For: games.Judge, Seats: true, Serial: 1, Options: append(games.Numbers(1, 4), games.Word("right"))}
	rounds := games.Prompt{ID: "rounds", For: games.Judge, Serial: 2, Options: games.Numbers(1, 4)}
	for i := range 4 {
		points := games.Text{Word: "points", Number: 10*i + 8}
		hands.Labels, rounds.Labels = append(hands.Labels, points), append(rounds.Labels, points)
	}
	v.Prompts = []games.Prompt{hands, rounds}
	h.web.Show(shown.State{Public: v, Judge: v, Line: 1})
	p.Resize(390, 844)
	p.Asked("Correct a hand?")
	p.Photograph("hands.png")
	broken := browser.See[[]string](p.Tab, `[...document.querySelectorAll(".option")].flatMap(option => {
		const broken = [], walk = document.createTreeWalker(option, NodeFilter.SHOW_TEXT), word = document.createRange();
		for (let text; text = walk.nextNode();) for (const found of text.data.matchAll(/[^\s-]+/g)) {
			word.setStart(text, found.index);
			word.setEnd(text, found.index + found[0].length);
			if (word.getClientRects().length > 1) broken.push(found[0]);
		}
		return broken;
	})`)
	if len(broken) > 0 {
		t.Errorf("broken are %q", broken)
	}
	p.holds(`document.documentElement.scrollWidth <= innerWidth`, "it is wider than the phone")
}

// The judge's draft and focus stay while something else changes, and only until his question is
// answered elsewhere.
func keepsDraftAndFocus(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	h.tell(`play "out"`)
	p := judging(t, e, h)
	p.Asked("Jean-Baptiste’s hand")
	p.Enter(".stepper input", "5")
	const kept = `document.activeElement === document.querySelector(".stepper input") &&
		document.activeElement.value === "5"`
	p.Await(kept)
	p.mirrors()
	p.holds(kept, "they are gone when the display has changed")
	h.tell(`hand {"numbers":1,"actions":0,"mitos":0}`)
	p.Asked("3’s hand")
	p.says("#told", "This has been answered already.")
	p.holds(`document.querySelector(".stepper input").value === "3" &&
		document.querySelector(".prompt").contains(document.activeElement)`,
		"the draft is still there, or the focus is lost")
}

// mirrors has the box drawn once more, and waits until the page shows its display.
func (p *phone) mirrors() {
	p.Helper()
	p.h.in(func() { p.h.dialogue.Shown = !p.h.dialogue.Shown })
	p.Await(`!document.getElementById("glass").hidden && document.getElementById("panel").getContext("2d").
		getImageData(0, 0, 128, 64).data.some(shines => shines)`)
}

// mirrorsTheDisplay checks that the page shows the display of the box, unless a player has it.
func mirrorsTheDisplay(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	p.mirrors()
	h.in(func() { h.holder = 4 })
	p.says("#holder", "The box is with Seat 4 Zoé")
	p.Await(`document.getElementById("glass").hidden && document.getElementById("back").hidden`)
}

// A new name stands in the open question, too, which is no reason to call the judge again.
func namesPlayers(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	h.tell(`play "spider"`)
	p := judging(t, e, h)
	p.Asked("Card to whom?")
	browser.See[bool](p.Tab, `(window.called = 0, navigator.vibrate = () => called++, true)`)
	p.Click("label[for=chime]")
	p.Await(`called === 1`)
	p.Choose("Players’ names")
	p.Enter("#name-3", "Karl")
	p.Choose("Save")
	p.Await(`["seats", "prompts"].every(part => document.getElementById(part).innerText.includes("Karl"))`)
	p.holds(`called === 1`, "it calls the judge to a question that he has been asked before")
	p.fits("/judge")
}

func judgesCardsCodesAndWords(t *testing.T, e engine) {
	h := serve(t, named())
	four := []games.Seat{1, 2, 3, 4}
	sit := func(rules games.Rules, seats []games.Seat, agreed ...games.Field) {
		h.in(func() { h.applied = nil })
		h.sit(rules, games.Start{Game: rules.Name, Seats: seats, Seed: 5, Options: games.Agreed{}.With(agreed...)})
	}
	sit(mog.Rules(), four, games.Field{Key: "holder", Value: games.Word("house")})
	p := judging(t, e, h)

	t.Run("a card", func(t *testing.T) {
		p := p.in(t)
		p.Asked("Anna picks a card")
		for _, feature := range []string{"1 black hat", "4 red scarf", "7 feature 7", "2 black beard"} {
			p.Choose(feature)
		}
		p.says(".reason", "Exactly 3 are needed.")
		p.holds(`document.querySelectorAll('[aria-pressed="true"]').length === 3`, "a fourth is chosen")
		p.Choose("7 feature 7")
		p.Choose("2 black beard")
		p.Choose("Send")
		p.entered(1, `designate seat=1 [1,2,4]`)
		p.Asked("Jean-Baptiste picks a card")
		h.tell("press 3")
		p.Asked("3: MOG is…")
		p.Choose("Never mind")
		p.entered(2, `accuse seat=3 "withdraw"`)
	})

	t.Run("a token and a code", func(t *testing.T) {
		p := p.in(t)
		sit(mastermind.Rules(), four[:3], games.Field{Key: "dealer", Value: games.Word("entered")},
			games.Field{Key: "first", Value: games.Number(1)})
		h.in(func() { h.players = true })
		p.Asked("Anna’s token")
		p.Choose("red")
		p.Choose("3")
		p.Choose("Send")
		p.entered(1, `token seat=1 {"colour":"red","position":3}`)
		h.tell(`token {"colour":"blue","position":1}`, `token {"colour":"green","position":5}`)
		h.in(func() { h.players = false })
		p.Asked("Anna’s guess")
		p.Choose("blue")
		p.Choose("empty")
		p.Choose("red")
		p.Choose("Send")
		p.says(".reason", "exactly 3 colours")
		p.Choose("Number 5: empty")
		p.Choose("yellow")
		p.Choose("Send")
		p.entered(2, `guess seat=1 ["blue","","red","","yellow"]`)
		p.Headline("Jean-Baptiste to play")
	})

	t.Run("a word", func(t *testing.T) {
		p := p.in(t)
		sit(motus.Rules(), four, games.Field{Key: "letters", Value: games.Number(7)}, games.Field{Key: "clock", Value: games.Word("10m")},
			games.Field{Key: "grid", Value: games.Word("entered")})
		h.tell(`word hunt=1 "ETALAGE"`)
		p.Asked("Jean-Baptiste proposes…")
		p.Await(`document.querySelector(".word").value === "E" &&
			/^[0-9]+ s$/.test(document.querySelector(".prompt .time").textContent)`)
		p.Enter(".word", "epave\r") // the given first letter typed again
		p.says(".reason", "7 letters!")
		p.holds(`(word => word.value.toUpperCase() === "EPAVE" && word.getAttribute("aria-invalid") === "true" &&
			document.activeElement === word)(document.querySelector(".word"))`,
			"the field does not know that it is wrong, or lost the word or the focus")
		p.entered(1, `guess seat=2 ""`) // the empty answer: the clock stops with the first letter
		h.in(func() {                   // as after a restart
			h.web.mu.Lock()
			defer h.web.mu.Unlock()
			h.web.run, h.before = "ANOTHER", 1000
		})
		p.says(".reason", "")
		p.holds(`document.querySelector(".word").value.toUpperCase() === "EPAVE" &&
			document.getElementById("told").textContent === ""`, "a restart is noticed")
		p.Enter(".word", "\b\b\b\b")
		p.Await(`(word => (word.setSelectionRange(0, 0), word.value === "E"))(document.querySelector(".word"))`)
		p.Await(`document.querySelector(".word").selectionStart === 1`)
		p.Enter(".word", "tamine\r")
		p.entered(2, `guess seat=2 "ETAMINE"`)
		p.Asked("Zoé proposes…")
		p.Await(`/^[0-9]+ s$/.test(document.querySelector("#slates .time").textContent)`)
		h.tell(`guess hunt=1 "ETALAGE"`)
		p.Asked("Team B draws…")
		p.Choose("Number: more")
		p.Choose("Send")
		p.entered(3, `token 2`)
	})
}

// The pages load nothing from elsewhere, and all their controls have a name for screen readers.
func hasNothingToComplainOf(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := judging(t, e, h)
	for _, path := range []string{"/", "/tv", "/overlay", "/judge"} {
		p.Go(h.url + path)
		p.live()
		outside := browser.See[[]string](p.Tab, `performance.getEntriesByType("resource").
			map(r => r.name).filter(n => !n.startsWith(location.origin + "/"))`)
		unnamed := browser.See[[]string](p.Tab, `[...document.querySelectorAll("button, a, input, summary")].filter(e =>
			!(e.ariaLabel || e.innerText?.trim() || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)`)
		if len(outside) > 0 || len(unnamed) > 0 {
			t.Errorf("%s asks for %v; a screen reader has no name for %v", path, outside, unnamed)
		}
	}
}
