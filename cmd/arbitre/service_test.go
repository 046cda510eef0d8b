package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A separate unit grants the referee's request to shut down, and asks the owner's configuration
// itself: a referee under somebody else's control may request it whatever the configuration says.
func TestAShutdownIsGrantedWhereTheConfigurationSaysSo(t *testing.T) {
	unit := must(os.ReadFile("../../systemd/arbitre-poweroff.service"))
	asks := regexp.MustCompile(`(?m)^ExecStart=/bin/sh -c "(.*)"$`).FindSubmatch(unit)
	if asks == nil {
		t.Fatalf("it asks nobody:\n%s", unit)
	}
	file := filepath.Join(t.TempDir(), "arbitre.toml")
	here := strings.NewReplacer("/usr/bin/arbitre", "arbitre", "/etc/arbitre/arbitre.toml", file)
	asked := here.Replace(string(asks[1]))
	for _, c := range []struct {
		text    string
		granted bool
	}{
		{"", false},
		{"[judge]\nshutdown = '0s'", false},
		{"[judge]\nshutdown = '5s'", true},
		{"[judge]\nshutdown = '10s'", true},
		{"[judge]\nshutdown = '5s'\nlong = 'short'", false}, // an invalid file
	} {
		check(t, os.WriteFile(file, []byte(c.text), 0o600))
		out, err := exec.Command("sh", "-c", asked).Output()
		if granted := err == nil; granted != c.granted || len(out) > 0 {
			t.Errorf("%q: granted %t, %v %s", c.text, granted, err, out)
		}
	}
	check(t, os.Remove(file))
	if exec.Command("sh", "-c", asked).Run() == nil {
		t.Error("granted without a configuration")
	}
}
