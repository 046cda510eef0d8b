package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// atHome is the environment of a person who has set nothing.
func atHome(name string) string { return map[string]string{"HOME": "/home/mimi"}[name] }

// printed returns what a command prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, told bytes.Buffer
	if status := execute(args, world{out: &out, err: &told, env: atHome}); status != 0 {
		t.Fatalf("arbitre %s: status %d, %s", args, status, &told)
	}
	return out.String()
}

// ran returns what a program prints, given a text. It skips the test if the program is missing.
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
	page := ran(t, printed(t, "man"), "groff", "-man", "-Tascii", "-P-cbou", "-ww")
	for _, c := range rootCommand(world{}).Commands() {
		if !strings.Contains(page, "arbitre "+c.Name()) {
			t.Errorf("the page does not have %s", c.Name())
		}
	}
	if !strings.Contains(page, "--svg FILE") {
		t.Errorf("the page has no flags as they are typed:\n%s", page)
	}
}

func TestCompletion(t *testing.T) {
	const helpers = "/usr/share/bash-completion/bash_completion" // without which no shell of Debian's completes
	cases := []struct{ typed, want string }{
		{"arbitre re", "replay results"},
		{"arbitre wiring --s", "--svg"},
		{"arbitre results --",
			"--all --config --count --csv --demo --evening --game --help --json --rebuild --spreadsheet --uncount"},
		{"arbitre completion f", "fish"},
		{"arbitre help doc", "doctor"},
		{"arbitre help mog", "mog mogelmotte"},
		{"arbitre help __", ""},
		{"arbitre version x", ""},
		{"arbitre check conf", "config.toml"},
		{"arbitre check my", "my config.toml"},
		{"arbitre scenes conf", "config.toml"},
		{"arbitre wiring --config conf", "config.toml"},
		{"arbitre results --game mot", "motus"},
		{"arbitre replay --language f", "fr"},
	}
	folder := t.TempDir()
	for _, name := range []string{"config.toml", "my config.toml"} {
		check(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	// Each case prints what a shell offers, in one line.
	completes := func(t *testing.T, shell, begin, each string, flags ...string) {
		script, want := printed(t, "completion", shell)+"\ncd "+folder+"\n"+begin, ""
		for _, c := range cases {
			script += strings.ReplaceAll(each, "TYPED", c.typed)
			want += c.typed + ": " + c.want + "\n"
		}
		if diff := cmp.Diff(want, ran(t, script, shell, flags...)); diff != "" {
			t.Errorf("(-want +completed):\n%s", diff)
		}
	}
	t.Run("bash", func(t *testing.T) {
		if _, err := os.Stat(helpers); err != nil {
			t.Skip(err)
		}
		// Readline itself completes files, unless the function has said that there are none.
		completes(t, "bash", "source "+helpers+`
type() { echo builtin; }
compopt() { [[ $* != "+o default" ]] || files=; }
`, `
COMP_LINE='TYPED' COMP_POINT=${#COMP_LINE} COMP_TYPE=9
COMP_WORDS=($COMP_LINE) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
files=yes COMPREPLY=()
__start_arbitre
[[ -n ${COMPREPLY[*]} || -z $files ]] || mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
echo "TYPED: "$(printf '%s\n' "${COMPREPLY[@]%%  *}" | sort)
`, "--norc")
	})
	t.Run("fish", func(t *testing.T) {
		const offered = "complete -C 'TYPED' | string split -f 1 \\t | sort | string join ' '"
		completes(t, "fish", "", `echo "TYPED: $(`+offered+`)"`+"\n")
	})
	t.Run("zsh", func(t *testing.T) { ran(t, printed(t, "completion", "zsh"), "zsh", "-n") })
}
