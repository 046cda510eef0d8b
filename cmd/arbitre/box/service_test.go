package box

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"
)

func TestAFileThatCannotBeReadIsNotTaken(t *testing.T) {
	reasons := make(chan error)
	read := func() (config.Config, error) { return config.Config{}, errors.New("arbitre.toml:3: no") }
	configs := reloads(t.Context(), read, func(err error) { reasons <- err })
	self := must(os.FindProcess(os.Getpid()))
	check(t, self.Signal(syscall.SIGHUP))
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
			err := RunConfigs(config.Config{Language: "fr"}, referee, func(error) { judged = true })
			if judged != tc.judged || (err == nil) != tc.judged || !slices.Equal(played, tc.played) {
				t.Errorf("played %v, judged %v, ends with %v", played, judged, err)
			}
		})
	}
}

func TestTheMenuNamesTheVersion(t *testing.T) {
	for long, want := range map[string]string{
		"": "", "v1.2.3 6268d4f8a1b2c3 arm64 go1.26.0": "1.2.3", "v1.2.3-rc.1 6268 go1.26.0": "1.2.3-rc.1",
		"v0.0.0-20261128182248-6268d4f8a1b2 6268d4f8a1b2c3 amd64 go1.26.0": "6268d4f",
		"v1.2.4-0.20261128182248-6268d4f8a1b2+dirty 6268 amd64 go1.26.0":   "6268d4f",
		"(devel) amd64 go1.26.0": "(devel)",
	} {
		if got := (Service{Version: long}).shortVersion(); got != want {
			t.Errorf("%q is %q in the menu, want %q", long, got, want)
		}
	}
}
