package mqtt

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
)

func TestWhichTopicsAreATables(t *testing.T) {
	for topic, want := range map[string]Topic{
		"home/games/kitchen-1/state": {"home/games", "kitchen-1", StateSuffix},
		"home/games/kitchen/state/x": {}, "home/games//state": {}, "home/games/Kitchen/state": {}, "home/games/kitchen/": {},
		"home/games/kitchen": {}, "home/kitchen/state": {},
		"homeassistant/device/arbitre_kitchen/config": {"home/games", "kitchen", Home}, "home/games/kitchen/homeassistant/device": {},
		"homeassistant/device/arbitre_/config": {}, "homeassistant/device/arbitre_kitchen": {}, "homeassistant/device/arbitre_a b/config": {},
	} {
		if got, ok := ParseTopic("home/games", topic); ok != (want != Topic{}) || ok && got != want {
			t.Errorf("%s is %+v, %v; want %+v", topic, got, ok, want)
		}
	}
	if every := (Topic{"arbitre", EveryTable, Status}).String(); every != "arbitre/+/status" {
		t.Errorf("all tables are %s", every)
	}
}

func FuzzParseTopic(f *testing.F) {
	f.Add("arbitre", "arbitre/kitchen/state")
	f.Add("a/b", "a/b/c/d")
	f.Fuzz(func(t *testing.T, prefix, topic string) {
		at, ok := ParseTopic(prefix, topic)
		if !ok {
			return
		}
		if at.String() != topic {
			t.Errorf("%q is read as %q", topic, at)
		}
		for _, r := range at.Table {
			if r > unicode.MaxASCII || unicode.IsUpper(r) {
				t.Errorf("the table of %q is %q", topic, at.Table)
			}
		}
	})
}

// Anybody may tell tables names. They are offered those that could be entered there, and no more.
func TestAClubTellsTheNamesOfItsPlayers(t *testing.T) {
	var offered []string
	inHouse(t, func(h *house) {
		tells := func(payload string) string {
			h.broker.Publish(MembersTopic("arbitre"), []byte(payload), true, 1)
			time.Sleep(10 * time.Second) // it is read slowly
			synctest.Wait()
			return strings.Join(offered, "|")
		}
		many := strings.Repeat(`,"Anna"`, mostMembers)
		for _, step := range []struct{ payload, want string }{
			{`["Zoé","אסתר","Anna"]`, "Zoé|אסתר|Anna"},
			{`["Ben","a\u0007b","a\u202eb","12",""," Ben","Anna + Ben",null,"` + strings.Repeat("x", 31) + `","<b>"]`, "Ben|<b>"},
			{`["Anna",7]`, ""},
			{`["Ben"` + many + `]`, "Ben" + strings.Repeat("|Anna", mostMembers-1)},
			{`["Ben"` + strings.Repeat(many, 10) + `]`, ""},
			{string(EncodeMembers([]string{"Anna"})), "Anna"},
			{`{"names":["Ben"]}`, ""},
			{string(EncodeMembers(nil)), ""},
		} {
			if got := tells(step.payload); got != step.want {
				t.Errorf("told %.80q it offers %.80q, want %.80q", step.payload, got, step.want)
			}
		}
		long := slices.Repeat([]string{strings.Repeat("🦟", 30)}, 2*mostMembers)
		if n := strings.Count(tells(string(EncodeMembers(long))), "|"); n < 60 || n >= mostMembers {
			t.Errorf("of long names it offers %d", n+1)
		}
		tells(`["Anna"]`)
		if tells(""); len(offered) > 0 {
			t.Errorf("after the club has gone it offers %v", offered)
		}
	}, func(o *Options) { o.Members = func(names []string) { offered = names } })
}
