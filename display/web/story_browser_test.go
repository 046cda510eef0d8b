package web

import (
	"fmt"
	"testing"
	"time"

	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/slap"
)

// atOnce has one race follow the other at once.
func atOnce() games.Agreed {
	return games.Agreed{}.With(games.Field{Key: games.RaceOption, Value: games.Row(games.Field{Key: "quiet", Value: games.Word("0s")})})
}

// Between two games the scoreboard and the television tell the evening so far, and during a game
// how that goes: with no sideways scrolling, whatever the screen.
func tellsTheEvening(t *testing.T, e engine) {
	h := serve(t, named())
	h.web.Show(shown.State{Public: games.View{Headline: games.Text{Word: "welcome"}}})
	p := pickUp(t, e, h, "/?lang=en")
	p.live()
	p.says("#story .caption", "Mitofewest points win")
	p.holds(`[...document.querySelectorAll(".graph .ends .chip")].map(e => e.textContent).join() === "2,1,3" &&
		document.querySelector(".graph").getAttribute("aria-label").endsWith("Jean-Baptiste: 12, Anna: 34, Seat 3: 61")`, "the graph says something else")
	p.holds(`[...document.querySelectorAll(".graph .ends li")].every((e, i, all) => !i || e.offsetTop >= all[i - 1].offsetTop + e.offsetHeight - 1)`,
		"labels lie over each other, or the best is not on top")
	p.holds(`new Set([...document.querySelectorAll(".graph polyline")].map(e => getComputedStyle(e).strokeDasharray)).size === 3`,
		"colour alone tells the lines apart")
	p.holds(`[...document.querySelectorAll(".ends [data-paint]")].map(e => e.dataset.paint).join() === "green,red,blue" &&
		new Set([...document.querySelectorAll("polyline")].map(e => getComputedStyle(e).stroke)).size === 3`,
		"Anna's line has not the red that she has chosen, or another has it")
	p.holds(`[...document.querySelectorAll("#ranking table:first-child tbody tr")].map(e => e.textContent).join("|") ===
		"Place 1. Anna122/3|Place 1. Jean-Baptiste122/3|Place 3. Seat 3010/2"`, "another ranking")
	p.holds(`[...document.querySelectorAll("#evening .best")].map(e => e.closest("tr").textContent.replaceAll("\u00a0", " ")).join() === "Anna0134612 ms ★personal best"`, "another personal best")
	const within = `document.documentElement.scrollWidth <= innerWidth &&
		[...document.querySelectorAll("#story, #ranking, #evening, #all-time")].every(e =>
			e.checkVisibility() && [...e.querySelectorAll("td, th, .graph, .graph li")].every(one => one.closest(".wide") ||
			one.getBoundingClientRect().right <= e.getBoundingClientRect().right))`
	for _, size := range [][2]int{{360, 640}, {1920, 1080}, {3840, 2160}} {
		p.Resize(size[0], size[1])
		p.holds(within, fmt.Sprint("something is beyond the edge at ", size))
		p.holds(`(document.querySelector("#story").scrollIntoView(), true)`, "")
		p.Photograph(fmt.Sprintf("story-%d.png", size[0]))
	}
	p.fits("/")
	p.Resize(360, 640)
	for _, language := range wording.Codes() {
		p.Go(h.url + "/?lang=" + language)
		p.live()
		p.holds(within, "something is beyond the edge in "+language)
	}

	p = pickUp(t, e, h, "/?lang=en")
	h.sit(slap.Rules(), games.Start{Game: "slap", Seats: []games.Seat{1, 2, 4}, Options: atOnce()})
	for n := range 3 {
		h.raced(7*time.Millisecond, 2, 4, 1)
		p.Headline("Jean-Baptiste was first!")
		h.tell(`slap "right"`)
		p.Await(fmt.Sprintf(`document.querySelector("#seats [data-seat='2']").dataset.total === "%d"`, n+1))
	}
	last := `[...[...document.querySelector("#story tbody")?.rows ?? []].at(-2)?.cells ?? []].map(e => e.textContent).join() === %q`
	p.Await(fmt.Sprintf(last, "3,3,0,0"))
	p.holds(`document.querySelectorAll("#story table")[1].textContent.includes("Jean-Baptiste3/3–") && !document.querySelector("#story .caption span")`, "other hands")
	p.Photograph("story-live.png")
	h.tell("undo")
	p.Await(fmt.Sprintf(last, "2,2,0,0"))
}
