package web

import (
	"testing"

	"arbitre/display/web/browser"
)

// The pages do the same in the three engines that phones have.
func TestBrowsersOfEveryKind(t *testing.T) {
	browser.Need(t)
	t.Parallel()
	for _, kind := range []struct {
		name  string
		start func(testing.TB) engine
	}{
		{"firefox", func(t testing.TB) engine { return firefox(t) }},
		{"webkit", webkit},
		{"chromium", chromium},
	} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			e := kind.start(t)
			for _, page := range []struct {
				does string
				test func(*testing.T, engine)
			}{
				{"the scoreboard shows a race", watchesARace},
				{"everyone sees the time of an answer run", showsTheTimeOfAnAnswer},
				{"everyone sees the clocks of players run", seesClocks},
				{"an evening is told", tellsTheEvening},
				{"a television is filled", fillsATelevision},
				{"the overlay is as its address has it", showsWhatItsAddressAsksFor},
				{"a team has its points once", countsATeamOnce},
				{"a headline is said once", saysAHeadlineOnce},
				{"a result is shared", sharesAResult},
				{"what happens is spoken", speaks},
				{"a verdict is filmed", filmsAVerdict},
				{"a card has the podium", drawsThePodium},
				{"a phone is paired by digits, by a scan, and no more", pairs},
				{"the judge answers Mito", judgesMito},
				{"the judge counts hands", countsHands},
				{"no word is broken on a phone", breaksNoWord},
				{"the judge's draft and focus stay", keepsDraftAndFocus},
				{"the judge sees the display of the box", mirrorsTheDisplay},
				{"the judge names players", namesPlayers},
				{"a player enters his name", entersHisName},
				{"the box joins a home's network", joinsAHome},
				{"the judge answers with cards, codes and words", judgesCardsCodesAndWords},
				{"the judge stays awake", keepsTheJudgeAwake},
				{"there is nothing to complain of", hasNothingToComplainOf},
				{"an answer is out of reach for a while", outOfReach},
				{"no stream is trusted after a sleep", trustsNoStreamAfterSleep},
				{"the words of the link are honest", saysThatTheLinkIsLost},
				{"the tab that is seen has what it needs", withManyTabs},
				{"the virtual table keeps its session", keepsItsSession},
				{"the virtual table is read out", isReadOut},
			} {
				t.Run(page.does, func(t *testing.T) { page.test(t, e) })
			}
		})
	}
	t.Run("resisting", func(t *testing.T) {
		t.Parallel()
		keepsItsSession(t, firefox(t, `"privacy.resistFingerprinting", true`)) // its pages have a clock of 17 ms
	})
}
