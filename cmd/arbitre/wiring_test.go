package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/cmd/arbitre/wiring/sheet"
	"arbitre/games/all"

	"github.com/google/go-cmp/cmp"
)

// The drawings beside hw/WIRING.md are those of the configurations beside them.
func TestWiringDrawings(t *testing.T) {
	samples, err := filepath.Glob("../../hw/wiring/*.toml")
	if err != nil || len(samples) == 0 {
		t.Fatal("there is no sample: ", err)
	}
	guide := must(os.ReadFile("../../hw/WIRING.md"))
	for _, sample := range samples {
		if !strings.Contains(string(guide), "(wiring/"+filepath.Base(sample)+")") {
			t.Errorf("hw/WIRING.md does not lead to %s", sample)
		}
		text := must(os.ReadFile(sample))
		c, err := config.Reader{Rules: all.Games(), Env: atHome}.Parse(filepath.Base(sample), text)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, wrong := range wiring.Check(c.Parts(fmt.Sprintf)) {
			t.Errorf("%s: %v", sample, wrong)
		}
		path, drawn := strings.TrimSuffix(sample, "toml")+"svg", sheet.SVG(c.Parts(fmt.Sprintf), fmt.Sprintf)
		if *update {
			check(t, os.WriteFile(path, []byte(drawn), 0o644))
		}
		want := must(os.ReadFile(path))
		if diff := cmp.Diff(string(want), drawn); diff != "" {
			t.Errorf("%s (-want +drawn):\n%s", path, diff)
		}
	}
}
