package mqtt

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbitre/display/mqtt/address"
	"arbitre/display/wording"
	"arbitre/games/all"
)

// announced returns what Home Assistant is told of a table.
func announced(t *testing.T, arm bool, l wording.Language) (d struct {
	Device, Origin map[string]any
	Components     map[string]map[string]any
	Rest           map[string]any
}) {
	t.Helper()
	o := Options{Prefix: "arbitre", Table: "Kitchen", Version: "1", Rules: all.Games(), Arm: arm}
	p := &Publisher{own: account{Prefix: "arbitre", Table: "kitchen"}, Options: o}
	text := encode(p.discovery(l, false))
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &d.Rest); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"device", "origin", "components"} {
		delete(d.Rest, key)
	}
	return d
}

// Home Assistant's integration "MQTT" takes these keys, and needs some of them: the section "Device
// discovery payload" of its document, and "MQTT Sensor", "MQTT Event" and "MQTT Button"; in its
// code DEVICE_DISCOVERY_SCHEMA of components/mqtt/schemas.py and DISCOVERY_SCHEMA of sensor.py,
// event.py and button.py. It drops a key that it does not know, and without one that it needs it
// refuses the device.
func TestHomeAssistantTakesTheDevice(t *testing.T) {
	entity := []string{"platform", "unique_id", "name", "icon"}
	platforms := map[string]struct{ needs, may []string }{
		"sensor": {append(entity, "state_topic", "value_template"), []string{"json_attributes_topic"}},
		"event":  {append(entity, "state_topic", "event_types"), nil},
		"button": {append(entity, "command_topic", "payload_press"), nil},
	}
	for _, arm := range []bool{false, true} {
		d := announced(t, arm, wording.English)
		if ids, _ := d.Device["identifiers"].([]any); len(ids) != 1 || d.Device["name"] != "Kitchen" {
			t.Errorf("the device is %v", d.Device)
		}
		if d.Origin["name"] != "arbitre" {
			t.Errorf("the origin is %v", d.Origin)
		}
		want := map[string]any{"availability_topic": "arbitre/kitchen/status", "qos": 1.0}
		if !maps.Equal(d.Rest, want) {
			t.Errorf("of all entities it says %v, want %v", d.Rest, want)
		}
		if _, there := d.Components["arm"]; there != arm {
			t.Errorf("arm is %v, and its button is there: %v", arm, there)
		}
		unique := map[any]bool{}
		for name, component := range d.Components {
			keys := platforms[component["platform"].(string)]
			for _, key := range keys.needs {
				if component[key] == nil || component[key] == "" {
					t.Errorf("%s has no %s", name, key)
				}
			}
			for key := range component {
				if !slices.Contains(slices.Concat(keys.needs, keys.may), key) {
					t.Errorf("%s has %s, which its platform does not know", name, key)
				}
			}
			unique[component["unique_id"]] = true
		}
		if len(unique) != len(d.Components) {
			t.Errorf("%d entities have %d identities", len(d.Components), len(unique))
		}
	}
	// TOPIC_MATCHER of components/mqtt/discovery.py
	matcher := regexp.MustCompile(`^homeassistant/device/[a-zA-Z0-9_-]+/config$`)
	if topic := homeTopic(address.Slug("Küche 1, links")); !matcher.MatchString(topic) {
		t.Errorf("the topic is %s", topic)
	}
}

// An event of a type that is not announced is none ("MQTT Event", event_types).
func TestEveryFactIsAnAnnouncedEvent(t *testing.T) {
	kinds := announced(t, false, wording.English).Components["event"]["event_types"].([]any)
	for _, rules := range all.Games() {
		for _, fact := range rules.Facts() {
			if !slices.Contains(kinds, any(fact)) {
				t.Errorf("%s tells %s, which is not announced", rules.Name, fact)
			}
		}
	}
}

// The examples are automations whose topics are those of a table. What a reader of YAML makes of
// them stands beside them; after a change it is made anew:
//
//	{ sha256sum <examples.yaml; python3 -c 'import json, yaml; print(json.dumps(yaml.safe_load(open("examples.yaml"))))'; } >testdata/examples
func TestTheExamplesAreAutomations(t *testing.T) {
	text, err := os.ReadFile("examples.yaml")
	golden, wrong := os.ReadFile("testdata/examples")
	if err := errors.Join(err, wrong); err != nil {
		t.Fatal(err)
	}
	sum, read, _ := strings.Cut(string(golden), "\n")
	if sum != fmt.Sprintf("%x  -", sha256.Sum256(text)) {
		t.Fatal("testdata/examples is of other examples: make it anew")
	}
	type steps []map[string]any
	var list []struct {
		Alias, Description, Mode      string
		Triggers, Conditions, Actions steps
	}
	decoder := json.NewDecoder(strings.NewReader(read))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if a.Alias == "" || len(a.Triggers) == 0 || len(a.Actions) == 0 {
			t.Errorf("%q is no automation", a.Alias)
		}
	}
	for _, topic := range regexp.MustCompile(`arbitre/\S+`).FindAllString(string(text), -1) {
		if at, ok := ParseTopic("arbitre", topic); !ok || at.Suffix != EventSuffix && at.Suffix != Arm {
			t.Errorf("%s is no topic of a table", topic)
		}
	}
}
