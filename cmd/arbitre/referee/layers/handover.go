package layers

import (
	"cmp"

	"arbitre/games"
)

// A Handover is about who holds the display: a player who has asked for it, the player whom the game
// asks something that he alone may see, or the judge.
type Handover struct {
	Static
	guest games.Seat // who has asked for the display; 0 for none
}

// askPrepare asks whether a player takes the display to answer ahead, while the others play.
const askPrepare = "prepare"

// Holder returns the player who has the display or is to take it; 0 is the judge.
func (h *Handover) Holder(g *Game) games.Seat { return cmp.Or(h.guest, g.Holder) }

// Guest returns the player who has asked for the display; 0 for none.
func (h *Handover) Guest() games.Seat { return h.guest }

// Pass hands the display to a player, or for 0 back.
func (h *Handover) Pass(seat games.Seat) { h.guest = seat }

// AddDisplayPrompts offers the display to a player who may answer ahead, if nothing else is asked.
func (*Handover) AddDisplayPrompts(m Moment, v games.View) games.View {
	if len(v.Prompts) == 0 && m.Game.Ahead != 0 {
		v.Prompts = []games.Prompt{displayPrompt(m, askPrepare, games.Judge, m.Game.Ahead, "ready")}
	}
	return v
}

// displayPrompt returns a question that only the display asks.
func displayPrompt(m Moment, id string, of games.Audience, about games.Seat, answer string) games.Prompt {
	return games.Prompt{ID: id, For: of, Keys: games.Keys{Seat: about}, Serial: m.Serial, Options: games.Words(answer)}
}

// Take hands the display to a player who answers ahead. Back takes it from a guest.
func (h *Handover) Take(_ Moment, in Input) (effects []Effect, mine bool) {
	switch {
	case in.Kind == games.Undo && h.guest != 0:
		return []Effect{TakeBack{}}, true
	case in.Prompt == askPrepare:
		h.guest = in.Keys.Seat
		return nil, true
	}
	return nil, false
}
