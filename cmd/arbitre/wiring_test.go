package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
	"arbitre/hw/header"
)

// The drawings beside hw/WIRING.md are those of the configurations beside them.
func TestWiringDrawings(t *testing.T) {
	samples, err := filepath.Glob("../../hw/wiring/*.toml")
	if err != nil || len(samples) == 0 {
		t.Fatal("there is no sample: ", err)
	}
	guide, err := os.ReadFile("../../hw/WIRING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, sample := range samples {
		if !strings.Contains(string(guide), "(wiring/"+filepath.Base(sample)+")") {
			t.Errorf("hw/WIRING.md does not lead to %s", sample)
		}
		text, err := os.ReadFile(sample)
		if err != nil {
			t.Fatal(err)
		}
		c, err := config.Parse(filepath.Base(sample), text, all.Games(), atHome)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, wrong := range header.Check(c.Parts(fmt.Sprintf)) {
			t.Errorf("%s: %v", sample, wrong)
		}
		golden(t, strings.TrimSuffix(sample, "toml")+"svg", header.SVG(c.Parts(fmt.Sprintf), fmt.Sprintf))
	}
}
