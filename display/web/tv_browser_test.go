package web

import (
	"testing"
	"time"

	"arbitre/display/shown"
	"arbitre/display/web/browser"
	"arbitre/games"
	"arbitre/games/chessclock"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/motus"
	"arbitre/games/quiz"
	"arbitre/games/slap"
)

// The heights of televisions, in pixels of the page.
const hd, fullHD, uhd = 720, 1080, 2160

// rests waits until no animation of a page runs but those without an end.
func rests(b *browser.Tab) {
	b.Helper()
	b.Await(`document.getAnimations().every(a => a.playState !== "running" || a instanceof CSSTransition
		|| a.effect.getTiming().iterations === Infinity)`)
}

// legible checks on televisions that all who play are on the screen, each in its row, and that the letters
// that matter have a 25th of its height.
func (p *phone) legible(name string, heights ...int) {
	p.Helper()
	rests(p.Tab)
	for _, height := range heights {
		p.Resize(height*16/9, height)
		wrong := browser.See[[]string](p.Tab, `[...document.querySelectorAll(
			"h1, #lines p, .graph :is(.chip, .name, span), .seat :is(.chip, .name, .total), .lane :is(.chip, .after), .letters span, .happenings p, "
			+ "#podium :is(.chip, .name, .total), #moment, #next, td, tbody th")].filter(e => e.checkVisibility()).
			flatMap(e => {
				const {right, bottom} = e.getBoundingClientRect(), mayEnd = e.closest("#past, #evening");
				const row = e.closest(".seat, #podium li")?.getBoundingClientRect();
				return [
					parseFloat(getComputedStyle(e).fontSize) < innerHeight / 25 - 1 && "too small: " + e.outerHTML,
					!mayEnd && (right > innerWidth || bottom > innerHeight) && "beyond the screen: " + e.outerHTML,
					row && (right > row.right || bottom > row.bottom + 1) && "beyond its row: " + e.outerHTML,
				].filter(Boolean);
			})`)
		if len(wrong) > 0 {
			p.Errorf("%s at %d rows: %d are wrong, such as %s", name, height, len(wrong), wrong[0])
		}
	}
	p.Resize(1920, 1080)
	p.Photograph("tv-" + name + ".png")
}

// A television shows the table across the room: what is played, the game's own board, and who has
// won.
func fillsATelevision(t *testing.T, e engine) {
	o := named()
	o.Addresses = func() (string, string) { return "http://box.test", "http://192.168.1.20:8080" }
	h := serve(t, o)
	p := pickUp(t, e, h, "/tv?lang=en")
	h.web.Show(shown.State{Public: games.View{Headline: games.Text{Word: "welcome"}}})
	p.Headline("Welcome!")
	p.Await(`document.getElementById("qr").naturalWidth > 0`)
	p.says("#next", "Press OK on the box to choose a game.")
	p.holds(`document.querySelector("#course .graph").checkVisibility()`, "no graph")
	p.legible("idle", hd, fullHD)

	h.sit(mito.Rules(), mitoStart())
	h.tell("press 1", `play "mosquito"`)
	p.Headline("Mosquito!")
	p.holds(`!document.getElementById("phones").checkVisibility()`, "the address hides the game")
	p.legible("race", fullHD)

	eight := []games.Seat{1, 2, 3, 4, 5, 6, 7, 8}
	h.sit(slap.Rules(), games.Start{Game: "slap", Seats: eight})
	h.tell("press 3", "press 1", "press 8", "press 2", "press 4", "press 5", "press 6", "press 7")
	p.Await(`document.querySelectorAll(".lane").length === 8`)
	p.legible("eight", hd, fullHD, uhd)

	h.sit(mastermind.Rules(), games.Start{Game: "mastermind", Seats: eight[:3], Options: games.Agreed{}.With(
		games.Field{Key: "dealer", Value: games.Word("entered")}, games.Field{Key: "first", Value: games.Number(1)})})
	h.tell(`token seat=1 {"colour":"red","position":3}`, `token {"colour":"blue","position":1}`, `token {"colour":"green","position":5}`,
		`guess seat=1 ["blue","","red","","yellow"]`, `guess seat=2 ["blue","green","red","",""]`)
	p.Await(`document.querySelectorAll("#past .code-row").length === 2`)
	p.legible("codes", hd, fullHD)

	h.sit(chessclock.Rules(), games.Start{Game: "chessclock", Seats: eight[:2], Options: games.Agreed{}.With(
		games.Field{Key: games.ChildrenOption, Value: games.Bool(true)})})
	h.tell("press 1")
	p.Await(`document.querySelectorAll(".seat .total[data-left]").length === 2`)
	p.legible("clock", hd, fullHD)
	p.holds(`parseFloat(getComputedStyle(document.querySelector(".seat .total")).fontSize) > innerHeight / 8`, "two clocks alone are small")

	h.sit(motus.Rules(), games.Start{Game: "motus", Seats: eight[:4], Options: games.Agreed{}.With(
		games.Field{Key: "letters", Value: games.Number(5)}, games.Field{Key: "clock", Value: games.Word("10m")})})
	h.tell(`word hunt=1 "ETAGE"`, `guess hunt=1 "ETUDE"`, `guess hunt=1 "EMAIL"`)
	p.Await(`document.querySelectorAll(".tries li").length === 2`)
	p.Await(`document.getElementById("ring").checkVisibility()`)
	p.legible("words", hd, fullHD)

	h.sit(quiz.Rules(), games.Start{Game: "quiz", Seats: eight[:6],
		Options: games.Agreed{}.With(games.Field{Key: "teams", Value: games.Teams{{1, 2, 3}, {4, 5, 6}}.Value()})})
	p.Await(`document.querySelectorAll(".mate").length === 6 && !document.querySelector("#past li")`)
	p.legible("teams", hd, fullHD)
	h.tell("press 4")
	p.Headline("B (Zoé) answers!")
	h.tell(`verdict "wrong"`)
	p.Headline("Team B is wrong!")
	p.legible("teams-asked", hd, fullHD)
	h.tell(`finish "over"`)
	p.Await(`document.querySelectorAll("#podium .mate").length === 6`)
	p.legible("teams-podium", hd, fullHD)

	h.sit(slap.Rules(), games.Start{Game: "slap", Seats: eight[:5], Options: atOnce()})
	for range 3 {
		h.raced(7*time.Millisecond, 2, 4, 1, 5, 3)
		p.Headline("Jean-Baptiste was first!")
		h.tell(`slap "right"`)
		p.Await(`document.getElementById("headline").textContent !== "Jean-Baptiste was first!"`)
	}
	h.tell(`finish "over"`)
	p.Headline("Jean-Baptiste wins the game!")
	p.Await(`document.querySelectorAll("#podium li").length === 5 && document.querySelector('#podium [data-place="1"]')`)
	p.holds(`document.querySelectorAll("#course polyline").length === 5 &&
		document.querySelector("#course svg").getBoundingClientRect().left > document.querySelector("#podium").getBoundingClientRect().right`,
		"the graph is not beside the podium of many")
	p.holds(`document.querySelector("#moment").textContent.includes("ms")`, "the closest moment is not told")
	p.legible("podium", hd, uhd)
	celebrates := `getComputedStyle(document.querySelector("#podium li")).animationName === "rise"`
	p.holds(celebrates, "nothing celebrates")
	h.in(func() { h.quiet = true })
	p.Await("!(" + celebrates + ")") // the sounds are off
	p.holds(`document.body.dataset.awake === "true"`, "the screen may sleep")
}

// The overlay shows what its address asks for, in its colours and size, and nothing that is no
// colour.
func showsWhatItsAddressAsksFor(t *testing.T, e engine) {
	h := serve(t, named())
	h.sit(mito.Rules(), mitoStart())
	p := pickUp(t, e, h, "/overlay?lang=en&show=seats&size=200&ink=ff0000&card=url(x)")
	p.live()
	p.Await(`document.getElementById("seats").checkVisibility() && !document.querySelector(".now").checkVisibility()`)
	p.holds(`getComputedStyle(document.documentElement).fontSize === "28px" &&
		getComputedStyle(document.body).color === "rgb(255, 0, 0)" && getComputedStyle(document.documentElement).getPropertyValue("--card") !== "url(x)"`,
		"it has another size or colour")
}
