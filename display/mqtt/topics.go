package mqtt

import (
	"encoding/json"
	"strings"

	"arbitre/display/mqtt/address"
	"arbitre/games"
	"arbitre/games/results"
)

// A Topic is one of a table's topics: PREFIX/TABLE/SUFFIX.
type Topic struct {
	Prefix string // without the slash behind it; it may have some within: "home/games"
	Table  string // a [address.Slug]
	Suffix Suffix
}

// A Suffix is the last level of a topic, and says what is published there.
type Suffix string

// The suffixes. All but Arm are published by the table, with quality of service 1.
const (
	Status      Suffix = "status" // retained: [Online], or by the table's last will [Offline]
	StateSuffix Suffix = "state"  // retained: a [State]
	EventSuffix Suffix = "event"  // an [Event]
	GamesSuffix Suffix = "games"  // retained: a [Games]
	Doctor      Suffix = "doctor" // what [Broker.Try] publishes: nothing
	Arm         Suffix = "arm"    // the table listens there if it may: "on" switches on buttons that wait for a sign
	// Home stands for the topic at which a table is announced to Home Assistant; retained.
	Home Suffix = "homeassistant/device"
)

// EveryTable stands in place of a [Topic.Table]: the filter of all tables (MQTT 5, 4.7.1.3).
const EveryTable = "+"

// The payloads of [Status].
const (
	Online  = "online"
	Offline = "offline"
)

// MembersTopic returns the topic at which a club tells tables the names of its players; retained. It is no
// table's, for it has a level less.
func MembersTopic(prefix string) string { return prefix + "/members" }

// What a list of members has at most.
const (
	mostMembers      = 200
	mostMembersBytes = 8 << 10 // half of what a table takes
)

// EncodeMembers returns the payload for [MembersTopic]: the first of some names, as many as a table takes.
func EncodeMembers(names []string) []byte {
	names = append([]string{}, names[:min(len(names), mostMembers)]...)
	for {
		payload := encode(names)
		if len(payload) <= mostMembersBytes {
			return payload
		}
		names = names[:len(names)-1]
	}
}

// decodeMembers returns the names of a payload that somebody could enter at a table. Anybody may have
// published it; what is no list of a club's has none.
func decodeMembers(payload []byte) (names []string) {
	var told []string
	if len(payload) > mostMembersBytes || json.Unmarshal(payload, &told) != nil {
		return nil
	}
	for _, name := range told[:min(len(told), mostMembers)] {
		if tidy, err := results.Tidy(name); err == nil && name != "" && name == tidy && len(results.People(name)) == 1 {
			names = append(names, name)
		}
	}
	return names
}

// HomeStatus is where Home Assistant says that it has started, and wants to be told of all devices
// ("MQTT", section "Birth and last will messages").
const HomeStatus = "homeassistant/status"

// A table is announced to Home Assistant at <discovery_prefix>/device/<object_id>/config ("MQTT",
// section "Device discovery payload", Home Assistant 2024.11 or later).
const homeBegin, homeEnd = "homeassistant/device/arbitre_", "/config"

func (t Topic) String() string {
	if t.Suffix == Home {
		return homeBegin + t.Table + homeEnd
	}
	return t.Prefix + "/" + t.Table + "/" + string(t.Suffix)
}

// Kept returns the suffixes whose newest messages a broker keeps, with that of the table's status last.
// It keeps the newest message of [Home] as well.
func Kept() []Suffix { return []Suffix{StateSuffix, GamesSuffix, Status} }

// Retained returns the topics at which a broker keeps what a table says.
func Retained(prefix, table string) (topics []string) {
	for _, suffix := range append(Kept(), Home) {
		topics = append(topics, Topic{prefix, table, suffix}.String())
	}
	return topics
}

// ParseTopic returns the topic below a prefix, or that of [Home]. It is not ok if the topic is no
// table's.
func ParseTopic(prefix, topic string) (t Topic, ok bool) {
	if name, home := strings.CutPrefix(topic, homeBegin); home {
		name, home = strings.CutSuffix(name, homeEnd)
		return Topic{prefix, name, Home}, home && name != "" && address.Slug(name) == name
	}
	below, ok := strings.CutPrefix(topic, prefix+"/")
	table, suffix, both := strings.Cut(below, "/")
	t = Topic{prefix, table, Suffix(suffix)}
	return t, ok && both && table != "" && address.Slug(table) == table && suffix != "" && !strings.Contains(suffix, "/")
}

// A State is what everyone may see of a table at one moment.
type State struct {
	Table    string       `json:"table"`          // its name, as people say it
	Game     *Game        `json:"game,omitempty"` // nil while none is played
	Round    int          `json:"round,omitempty"`
	Rounds   int          `json:"rounds,omitempty"`
	Over     bool         `json:"over,omitempty"`
	Turn     []games.Seat `json:"turn"`     // whose turn it is, ascending
	Places   []Place      `json:"places"`   // who plays, ascending by seat; none while no game is played
	Headline string       `json:"headline"` // what matters most, in the language of the box
}

// A Game is the game that is played.
type Game struct {
	ID   string `json:"id"`   // by [results.ID]; "" while the box can't write its journal
	Kind string `json:"kind"` // as in journals
	Name string `json:"name"` // in the language of the box
}

// A Place is one seat that plays.
type Place struct {
	Seat  games.Seat `json:"seat"`
	Bot   bool       `json:"bot,omitempty"`  // the box plays
	Name  string     `json:"name,omitempty"` // of the player; "" if it was not entered
	Team  int        `json:"team,omitempty"` // from 1; 0 where everyone plays for himself
	Total int        `json:"total"`          // of the seat, or of its team
	Won   bool       `json:"won"`            // the game, which is over
}

// An Event is one fact of a game, told once it is shown at the table. It may come twice if it was
// on its way when the connection was lost, or if a clock ran out shortly before the box was started
// again. Game, Line and N together identify it.
//
// An undo is a fact, too. "undone" with line L in its Fact takes back all facts so far with a Line
// of at least L; "redone" with that line brings them back. Neither tells the facts again.
type Event struct {
	Type string          `json:"event_type"` // the word of the fact: "race_over"
	Game string          `json:"game"`       // [Game.ID]
	Line int             `json:"line"`       // of the journal, after which it happened, from 1
	N    int             `json:"n"`          // counts the facts of that line, from 1
	Fact json.RawMessage `json:"fact"`       // as in "arbitre replay": {"t":12,"fact":"race_over",…}
	Said string          `json:"said"`       // what the box says of it in its language, "" for nothing
}

// Games are the results of the newest finished games, at most [MostGames], the oldest first. They
// are published after each game and each connection: a reader that was away misses none, and knows
// each by its ID.
type Games []results.Game

// MostGames is how many games [Games] has at most.
const MostGames = 100
