package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/hw/header"

	"pgregory.net/rapid"
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
		c, err := parseConfig(filepath.Base(sample), text, atHome)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, wrong := range header.Check(parts(c)) {
			t.Errorf("%s: %v", sample, wrong)
		}
		golden(t, strings.TrimSuffix(sample, "toml")+"svg", header.SVG(parts(c)))
	}
}

func TestTheDefaultsCanBeWired(t *testing.T) {
	for _, wrong := range header.Check(parts(defaultConfig(atHome))) {
		t.Error(wrong)
	}
}

// Every line that the buttons are requested on, and every lamp's, is a line of just one part.
func TestNoLineOfTheConfigurationIsLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConfig(t)
		drawn := map[string]int{}
		for _, p := range parts(c) {
			for _, line := range p.Lines {
				drawn[line]++
			}
		}
		want := c.Buttons.Lamps
		for _, line := range lines(c) {
			want = append(want[:len(want):len(want)], line)
		}
		if c.Buzzer.Enabled {
			want = append(want[:len(want):len(want)], c.Buzzer.Pin)
		}
		for _, line := range want {
			if drawn[line] != 1 {
				t.Errorf("%q is drawn %d times", line, drawn[line])
			}
		}
		if len(drawn) != len(want) {
			t.Errorf("%d lines are drawn, not %d: %v", len(drawn), len(want), drawn)
		}
	})
}
