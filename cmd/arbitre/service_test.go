package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"
)

func TestAFileThatCannotBeReadIsNotTaken(t *testing.T) {
	reasons := make(chan error)
	read := func() (config.Config, error) { return config.Config{}, errors.New("arbitre.toml:3: no") }
	configs := reloads(t.Context(), read, func(err error) { reasons <- err })
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := <-reasons; err == nil || err.Error() != "arbitre.toml:3: no" {
		t.Errorf("the reason is %v", err)
	}
	select {
	case c := <-configs:
		t.Errorf("took %v", c)
	default:
	}
}

func TestAConfigurationThatIsNotPossibleLeavesTheLast(t *testing.T) {
	for _, tc := range []struct {
		name   string
		fails  error
		played []string
		judged bool
	}{
		{"its lines are taken", errors.New("lines are already taken"), []string{"fr", "de", "fr"}, true},
		{"its lines go, hours later", fmt.Errorf("%w: no such device", hw.ErrGone), []string{"fr", "de"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var played []string
			referee := func(c config.Config) (*config.Config, error) {
				played = append(played, c.Language)
				switch {
				case c.Language == "de":
					return nil, tc.fails
				case len(played) == 1:
					return &config.Config{Language: "de"}, nil
				}
				return nil, nil
			}
			judged := false
			err := inTurn(config.Config{Language: "fr"}, referee, func(error) { judged = true })
			if judged != tc.judged || (err == nil) != tc.judged || !slices.Equal(played, tc.played) {
				t.Errorf("played %v, judged %v, ends with %v", played, judged, err)
			}
		})
	}
}

// A wish to shut down is granted by a unit of its own, which asks the owner's configuration: the referee can make the
// wish whatever that says, should somebody have made it his.
func TestAShutdownIsGrantedWhereTheConfigurationSaysSo(t *testing.T) {
	unit, err := os.ReadFile("../../systemd/arbitre-poweroff.service")
	if err != nil {
		t.Fatal(err)
	}
	asks := regexp.MustCompile(`(?m)^ExecStart=/bin/sh -c "(.*)"$`).FindSubmatch(unit)
	if asks == nil {
		t.Fatalf("it asks nobody:\n%s", unit)
	}
	file := filepath.Join(t.TempDir(), "arbitre.toml")
	asked := strings.NewReplacer("/usr/bin/arbitre", "arbitre", "/etc/arbitre/arbitre.toml", file).Replace(string(asks[1]))
	for _, c := range []struct {
		text    string
		granted bool
	}{
		{"", false},
		{"[judge]\nshutdown = '0s'", false},
		{"[judge]\nshutdown = '5s'", true},
		{"[judge]\nshutdown = '10s'", true},
		{"[judge]\nshutdown = '5s'\nlong = 'short'", false}, // a file that says nothing that holds
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("sh", "-c", asked).Output()
		if granted := err == nil; granted != c.granted || len(out) > 0 {
			t.Errorf("%q: granted %t, %v %s", c.text, granted, err, out)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if exec.Command("sh", "-c", asked).Run() == nil {
		t.Error("granted without a configuration")
	}
}
