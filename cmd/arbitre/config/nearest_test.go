package config

import "testing"

func TestNearest(t *testing.T) {
	commands := []string{"run", "demo", "replay", "explain", "scenes", "sounds", "check", "version", "help"}
	for word, want := range map[string]string{
		"replya":   "replay",
		"dmeo":     "demo",
		"explian":  "explain",
		"Version":  "version",
		"chek":     "check",
		"scene":    "scenes",
		"sound":    "sounds",
		"helpp":    "help",
		"r":        "",
		"play":     "",
		"install":  "",
		"":         "",
		"überprüf": "",
	} {
		if got := Nearest(word, commands); got != want {
			t.Errorf("nearest to %q: got %q, want %q", word, got, want)
		}
	}
	if got := Nearest("run", nil); got != "" {
		t.Errorf("nearest of no words: %q", got)
	}
}
