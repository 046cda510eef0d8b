package mqtt

import (
	"embed"
	"slices"

	"arbitre/display/wording"
)

//go:embed words.*.txt
var wordFiles embed.FS

// discovery announces the table as a device of Home Assistant, with its entities. A button that is
// there no more is a component that has its platform alone: it is deleted, and ignored where it never
// was ("MQTT", section "Device discovery payload").
func (p *Publisher) discovery(l wording.Language) any {
	type fields = map[string]any
	id, words := "arbitre_"+p.own.Table, wording.Dictionary(wordFiles, "words", l)
	entities := fields{}
	entity := func(name, platform, icon string, more fields) {
		more["platform"], more["unique_id"], more["name"], more["icon"] = platform, id+"_"+name, words[name], icon
		entities[name] = more
	}
	sensor := func(name, icon, template string) {
		entity(name, "sensor", icon, fields{"state_topic": p.own.at(StateSuffix), "value_template": template})
	}
	sensor("game", "mdi:cards", "{{ value_json.game.name if value_json.game is defined else None }}")
	sensor("round", "mdi:rotate-right", "{{ value_json.round if value_json.round is defined else None }}")
	sensor("turn", "mdi:hand-pointing-right", turn)
	sensor("news", "mdi:bullhorn", "{{ value_json.headline[:255] }}")
	entities["game"].(fields)["json_attributes_topic"] = p.own.at(StateSuffix) // with names and totals
	kinds := []string{}
	for _, rules := range p.Rules {
		kinds = append(kinds, rules.Facts()...)
	}
	slices.Sort(kinds)
	entity("event", "event", "mdi:cards-playing",
		fields{"state_topic": p.own.at(EventSuffix), "event_types": slices.Compact(kinds)})
	entities["arm"] = fields{"platform": "button"}
	if p.Arm {
		entity("arm", "button", "mdi:gesture-tap-button", fields{"command_topic": p.own.at(Arm), "payload_press": "on"})
	}
	return fields{
		"device": fields{
			"identifiers": []string{id}, "name": p.Table, "manufacturer": "arbitre", "sw_version": p.Version,
		},
		"origin":             fields{"name": "arbitre", "sw_version": p.Version},
		"availability_topic": p.own.at(Status), // with the payloads that it expects, "online" and "offline"
		"qos":                1,
		"components":         entities,
	}
}

// turn is a template that names whose turn it is, or gives their numbers. A state has at most 255
// letters.
const turn = "{% set who = namespace(list=[]) %}{% for p in value_json.places if p.seat in value_json.turn %}" +
	"{% set who.list = who.list + [p.name | default(p.seat, true) | string] %}{% endfor %}" +
	"{{ (who.list | join(', '))[:255] if who.list else None }}"
