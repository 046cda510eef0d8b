package address

import "testing"

func TestATableNameIsALevelOfATopic(t *testing.T) {
	for name, want := range map[string]string{
		"Kitchen": "kitchen", "Küche 1, links": "kuche-1-links", "  Été—là ": "ete-la", "a/b+#": "a-b",
		"Große Küche": "grosse-kuche", "Sædøl & Łódź": "saedol-lodz", "Cœur đen": "coeur-den", "牌": "", "": "",
	} {
		if got := Slug(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

func TestWhichPrefixesThereAre(t *testing.T) {
	for prefix, want := range map[string]bool{
		"arbitre": true, "home/games": true, "Üben": true,
		"": false, "/arbitre": false, "arbitre/": false, "a//b": false, "a/+": false, "#": false, "$SYS": false,
	} {
		if got := IsPrefix(prefix); got != want {
			t.Errorf("%q: %v, want %v", prefix, got, want)
		}
	}
}

func TestWhichBrokersThereAre(t *testing.T) {
	for text, host := range map[string]string{
		"mqtt://192.168.1.5": "192.168.1.5:1883", "mqtts://broker.example:8884": "broker.example:8884",
		"mqtts://[fd00::1]": "[fd00::1]:8883", "mqtts://broker": "broker:8883",
		"ws://broker/mqtt": "broker:80", "wss://broker": "broker:443", "mqtt://[fe80::1]": "[fe80::1]:1883",
		"http://broker": "", "broker": "", "mqtt://": "", "mqtt://me:secret@broker": "", "mqtt://a b": "",
	} {
		u, err := ParseURL(text)
		if (err == nil) != (host != "") || err == nil && u.Host != host {
			t.Errorf("%s: %v, %v; want %q", text, u, err, host)
		}
	}
}
