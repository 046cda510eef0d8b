package box

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/hw/sim"

	"periph.io/x/devices/v3/ssd1306/image1bit"
)

func turnOf(seat games.Seat) referee.Picture {
	view := games.View{Headline: games.Text{Word: "turn", Seat: seat}}
	return referee.Picture{Scene: display.Scene{View: view, Language: wording.English}}
}

func drawn(p referee.Picture) *image1bit.VerticalLSB {
	picture := canvas.NewPicture()
	display.NewPainter(wording.NewPhrases(all.Games())).Draw(picture, p.Scene)
	return picture
}

// A counted device counts its transactions.
type counted struct {
	sim.Device
	transactions int
}

func (c *counted) Tx(w, r []byte) error {
	c.transactions++
	return c.Device.Tx(w, r)
}

// An OLED that is unplugged during a game is reported once, and shows the newest picture when it is
// back.
func TestAScreenHeals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus, chip := sim.NewBus(), sim.NewSSD1306(nil)
		bus.Attach(0x3C, chip)
		oled := hw.NewOLED(bus.Open, 0x3C)
		var told []error
		tell := func(err error) { told = append(told, err) }
		s := newScreen(wording.NewPhrases(all.Games()), oled, tell, func() {})
		ctx, cancel := context.WithCancel(t.Context())
		go s.run(ctx)
		s.show(turnOf(1))
		synctest.Wait()
		if string(chip.Picture().Pix) != string(drawn(turnOf(1)).Pix) {
			t.Error("the first picture is not on the panel")
		}

		bus.Attach(0x3C, nil)
		for seat := range games.Seat(4) {
			s.show(turnOf(seat + 1))
			synctest.Wait()
		}
		time.Sleep(10 * time.Minute)
		if len(told) != 1 || told[0] == nil {
			t.Errorf("told %v, want one error", told)
		}

		chip = sim.NewSSD1306(nil) // another one: its memory is empty
		again := &counted{Device: chip}
		bus.Attach(0x3C, again)
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(told) != 2 || told[1] != nil {
			t.Errorf("told %v, want that it works again", told)
		}
		if string(chip.Picture().Pix) != string(drawn(turnOf(4)).Pix) {
			t.Error("the newest picture is not on the panel")
		}
		again.transactions = 0
		time.Sleep(time.Hour)
		if n := again.transactions; n != 0 {
			t.Errorf("%d transactions in an hour in which nothing changed", n)
		}
		cancel()
	})
}

// A slow screen draws only the newest picture.
func TestAScreenHoldsOnlyTheNewest(t *testing.T) {
	s := newScreen(wording.Phrases{}, nil, nil, nil)
	for seat := range games.Seat(100) {
		s.show(turnOf(seat + 1))
	}
	if f := <-s.newest; f.Scene.View.Headline.Seat != 100 {
		t.Errorf("the next picture is of %d, want 100", f.Scene.View.Headline.Seat)
	}
}
