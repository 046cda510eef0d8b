package referee

import (
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display"
	"arbitre/games"
)

// wifiText says how it is with the box's own Wi-Fi.
func wifiText(s wifi.State) games.Text {
	if s.Why != "" {
		return games.Text{Word: string(s.Why)}
	}
	switch s.Phase {
	case wifi.Starting:
		return games.Text{Word: layers.WifiStarting}
	case wifi.Joining:
		return games.Text{Word: layers.WifiJoining}
	case wifi.Joined:
		return games.Text{Word: layers.WifiJoined}
	case wifi.Up:
		return games.Text{Word: layers.WifiOn, Extra: s.Network}
	}
	return games.Text{Word: layers.WifiOff}
}

// wifiInvitation tells how a phone joins the box's own Wi-Fi.
func wifiInvitation(s wifi.State) display.Invitation {
	return display.Invitation{Network: s.Network, Key: s.Key, Link: wifi.Code(s.Network, s.Key)}
}
