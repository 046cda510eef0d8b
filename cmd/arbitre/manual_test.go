package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ran is what a program prints, given a text; the test is skipped where the program is missing.
func ran(t *testing.T, text, program string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(text)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "TERM=dumb")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil || said.Len() > 0 {
		t.Fatalf("%s: %v\n%s", program, err, &said)
	}
	return string(out)
}

func TestManualHasEveryCommand(t *testing.T) {
	page := ran(t, manual(), "groff", "-man", "-Tascii", "-P-cbou", "-ww")
	for _, c := range commands() {
		if !strings.Contains(page, "arbitre "+c.name) {
			t.Errorf("the page does not have %s", c.name)
		}
	}
	if !strings.Contains(page, "--svg FILE") {
		t.Errorf("the page has no flags as they are typed:\n%s", page)
	}
}

func TestCompletion(t *testing.T) {
	for _, tc := range []struct{ typed, want string }{
		{"arbitre re", "replay results"},
		{"arbitre wiring --s", "--svg"},
		{"arbitre results --", "--all --config --csv --demo --evening --game --json"},
		{"arbitre completion f", "fish"},
		{"arbitre help doc", "doctor"},
		{"arbitre version x", ""},
		{"arbitre check conf", "config.toml"},
		{"arbitre check my", "my config.toml"},
		{"arbitre scenes conf", "config.toml"},
		{"arbitre results --game mot", "motus"},
		{"arbitre replay --language f", "fr"},
	} {
		folder := t.TempDir()
		for _, name := range []string{"config.toml", "my config.toml"} {
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Run("bash: "+tc.typed, func(t *testing.T) {
			script := fmt.Sprintf("%s\ncd %s\nCOMP_WORDS=(%s) COMP_CWORD=%d\n_arbitre\necho ${COMPREPLY[*]}\n",
				completeBash(), folder, tc.typed, len(strings.Fields(tc.typed))-1)
			if got := strings.TrimSpace(ran(t, script, "bash", "--norc")); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
		t.Run("fish: "+tc.typed, func(t *testing.T) {
			script := fmt.Sprintf("%s\ncd %s\ncomplete -C '%s' | string split -f 1 \\t | sort\n", completeFish(), folder, tc.typed)
			if got := strings.Join(strings.Fields(ran(t, script, "fish")), " "); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	t.Run("zsh", func(t *testing.T) { ran(t, completeZsh(), "zsh", "-n") })
}

// The packages are made on machines for which this program can't be built, such as a Mac: they take these files.
func TestThePackagesHaveWhatTheProgramPrints(t *testing.T) {
	for file, want := range map[string]string{
		"arbitre.1":               manual(),
		"completion/arbitre.bash": completeBash(),
		"completion/arbitre.zsh":  completeZsh(),
		"completion/arbitre.fish": completeFish(),
	} {
		golden(t, filepath.Join("..", "..", "systemd", filepath.FromSlash(file)), want)
	}
}
