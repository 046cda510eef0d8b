package mqtt

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"arbitre/display/mqtt/address"
	"arbitre/display/wording"
	"arbitre/games/all"

	"github.com/google/go-cmp/cmp"
)

// announced returns what Home Assistant is told of a table, and the components of it.
func announced(t *testing.T, arm bool) (text []byte, components map[string]map[string]any) {
	t.Helper()
	o := Options{Prefix: "arbitre", Table: "Kitchen", Version: "1", Rules: all.Games(), Arm: arm}
	p := &Publisher{own: account{Prefix: "arbitre", Table: "kitchen"}, Options: o}
	text = encode(p.discovery(wording.English))
	var device struct{ Components map[string]map[string]any }
	if err := json.Unmarshal(text, &device); err != nil {
		t.Fatal(err)
	}
	return text, device.Components
}

// What Home Assistant is told, whole: testdata/device.json, but for the types of events, which all
// games have.
func TestWhatHomeAssistantIsTold(t *testing.T) {
	text, components := announced(t, true)
	types, _ := json.Marshal(components["event"]["event_types"])
	text = bytes.Replace(text, types, []byte(`["…"]`), 1)
	var got bytes.Buffer
	if err := json.Indent(&got, text, "", "\t"); err != nil {
		t.Fatal(err)
	}
	want, _ := os.ReadFile("testdata/device.json")
	if diff := cmp.Diff(string(want), got.String()+"\n"); diff != "" {
		t.Errorf("(-want +got), which is\n%s\n%s", &got, diff)
	}
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
		_, components := announced(t, arm)
		if gone := map[string]any{"platform": "button"}; !arm && !cmp.Equal(gone, components["arm"]) {
			t.Errorf("without arm its button is not deleted: %v", components["arm"])
		} else if !arm {
			delete(components, "arm")
		}
		unique := map[any]bool{}
		for name, component := range components {
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
		if len(unique) != len(components) {
			t.Errorf("%d entities have %d identities", len(components), len(unique))
		}
	}
	// TOPIC_MATCHER of components/mqtt/discovery.py
	matcher := regexp.MustCompile(`^homeassistant/device/[a-zA-Z0-9_-]+/config$`)
	if topic := (Topic{"arbitre", address.Slug("Küche 1, links"), Home}).String(); !matcher.MatchString(topic) {
		t.Errorf("the topic is %s", topic)
	}
}

// An event of a type that is not announced is none ("MQTT Event", event_types).
func TestEveryFactIsAnAnnouncedEvent(t *testing.T) {
	_, components := announced(t, false)
	kinds := components["event"]["event_types"].([]any)
	unique := map[any]bool{}
	for _, kind := range kinds {
		unique[kind] = true
	}
	if len(unique) != len(kinds) {
		t.Errorf("a type is announced twice: %v", kinds)
	}
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
