package config

import (
	"testing"

	"pgregory.net/rapid"
)

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

// editDistance is a metric but for the triangle.
func TestEditDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringOfN(rapid.RuneFrom([]rune("abü")), 0, 6, -1)
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		d := editDistance(a, b)
		if d != editDistance(b, a) || (d == 0) != (a == b) || d > max(len([]rune(a)), len([]rune(b))) {
			t.Fatalf("distance %d", d)
		}
	})
	for _, tc := range []struct {
		from, to string
		want     int
	}{{"tie", "", 3}, {"tie", "tei", 1}, {"gruen", "grün", 2}, {"quite", "quiet", 1}, {"speaker", "speker", 1}} {
		if got := editDistance(tc.from, tc.to); got != tc.want {
			t.Errorf("%s to %s: got %d, want %d", tc.from, tc.to, got, tc.want)
		}
	}
}
