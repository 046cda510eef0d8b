package box

import (
	"fmt"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"
	"arbitre/systemd"
)

// toldOfUpdates is where the card image's scripts speak of updates. Elsewhere it is missing.
const toldOfUpdates = "/run/arbitre-update"

// updates shows the referee what the card image says of updates.
type updates struct{ systemd.Updates }

// Says returns the row of the menu: what is offered, else what became of it; zero without an update.
func (u updates) Says() games.Text {
	word, detail := u.State()
	switch offered := u.Offered(); {
	case word == "installing":
		return games.Text{Word: "update_installing"}
	case offered != "":
		return games.Text{Word: layers.UpdateOffered, Extra: offered}
	case word == "installed":
		return games.Text{Word: "update_installed", Extra: detail}
	case word == "refused":
		return games.Text{Word: "update_" + detail}
	}
	return games.Text{}
}

// Install asks for the version that the judge was asked about. The stick may have been exchanged since.
func (u updates) Install(version string) error {
	if offered := u.Offered(); offered != version {
		return games.Refuse(games.Text{Word: "update_changed"}, fmt.Errorf("update %q is offered, not %q", offered, version))
	}
	return u.Updates.Install(version)
}
