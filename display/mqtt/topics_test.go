package mqtt

import (
	"testing"
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
