package club

import (
	"cmp"
	"crypto/sha1"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"arbitre/games"
	"arbitre/games/results"
)

// An object is one of JSON.
type object map[string]any

// A playFile has the lists of the files in which BG Stats shares plays: "players", "locations",
// "games" and "plays". The app's makers publish no schema. They describe what the elements mean
// (bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites). The form is that of
// files from the app, such as pastebin.com/iDbHyBui.
type playFile struct {
	lists map[string][]object
	ids   map[string]int // of the players, locations and games, by UUID
}

// writeBGStats writes a file of plays for the app BG Stats. On opening it, the app asks which of its own
// players and games are meant. Games that don't count are marked to be ignored in its statistics. A
// game has the same UUID in every file, so that the app can recognise it.
func writeBGStats(out io.Writer, list []Game, rules games.Rulebook) error {
	lists := map[string][]object{"players": {}, "locations": {}, "games": {}, "plays": {}} // none is [], not null
	f := playFile{lists, map[string]int{}}
	for _, g := range list {
		f.add(g, rules)
	}
	text := json.NewEncoder(out)
	text.SetIndent("", " ")
	return text.Encode(object{
		"about": "This is a Play file that can be read by Board Game Stats. If you see this text, " +
			"try to use a share, export or open-in function to open it with Board Game Stats.",
		"players": lists["players"], "locations": lists["locations"], "games": lists["games"], "plays": lists["plays"],
		"userInfo": object{"meRefId": 0}, // none of the players
	})
}

// add adds a play, and its players, location and game where the file does not have them yet.
func (f playFile) add(g Game, rules games.Rulebook) {
	const moment = "2006-01-02 15:04:05"
	r, err := rules.Find(g.Game.Game)
	if err != nil {
		r = games.Rules{Title: g.Game.Game, Better: games.Highest}
	}
	teams := slices.ContainsFunc(g.Places, func(p results.Place) bool { return p.Team > 0 })
	end := g.Began.Time.Add(g.Lasted).Format(moment)
	scores := []object{}
	for _, p := range g.Places {
		player := object{
			"name": cmp.Or(p.Name, "Anonymous player"), "isAnonymous": p.Name == "", "modificationDate": end,
		}
		if p.Bot {
			player["name"] = "Bot"
		}
		score := object{
			"playerRefId": f.refer("players", player), "score": strconv.Itoa(p.Total), "winner": p.Won,
			"newPlayer": false, "startPlayer": false, "seatOrder": p.Seat,
			"rank": 0, // by the score
		}
		if teams {
			score["team"] = strconv.Itoa(p.Team)
		}
		scores = append(scores, score)
	}
	table := object{"name": cmp.Or(g.Table, "arbitre"), "modificationDate": end}
	game := object{
		"name": r.Title, "cooperative": false, "highestWins": !r.FewIsGood(), "noPoints": false, "usesTeams": teams,
		"bggId":            0, // the app looks for the name
		"modificationDate": end,
	}
	f.lists["plays"] = append(f.lists["plays"], object{
		"uuid": uuidOf("plays", g.ID), "playDate": g.Began.Time.Format(moment), "entryDate": end, "modificationDate": end,
		"durationMin": int(math.Ceil(g.Lasted.Minutes())), "usesTeams": teams, "rounds": 0, "board": "",
		"gameRefId": f.refer("games", game), "locationRefId": f.refer("locations", table),
		"ignored":      !g.Over || g.Uncounted, // in statistics
		"manualWinner": true,                   // the winners are those marked, whatever the scores
		"playerScores": scores, "scoringSetting": 0,
	})
}

// refer returns the id of the object with this name in a list. It adds the object if the list has
// none with that name.
func (f playFile) refer(list string, o object) (id int) {
	unique := uuidOf(list, o["name"].(string))
	if f.ids[unique] == 0 {
		f.lists[list] = append(f.lists[list], o)
		f.ids[unique] = len(f.lists[list])
		o["uuid"], o["id"] = unique, f.ids[unique]
	}
	return f.ids[unique]
}

// uuidOf returns the same UUID for the same name in a list (version 5 of RFC 9562, section 5.5).
func uuidOf(list, name string) string {
	const space = "\x5f\x0b\x4f\x5e\x8a\x3c\x4f\x0e\x9d\x6b\x2c\x1d\x7e\x93\xa8\xb4" // of these lists, made once
	id := sha1.Sum([]byte(space + list + " " + name))
	id[6], id[8] = id[6]&0x0f|0x50, id[8]&0x3f|0x80 // the version and the variant
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
}
