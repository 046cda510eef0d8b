package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"arbitre": main})
}

// The commands as a person types them. With -update their output becomes the expected one.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"chop": chop},
		Condition: func(condition string) (bool, error) {
			if condition != "root" {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			return os.Getuid() == 0, nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", e.WorkDir+"/state")
			e.Setenv("EXAMPLES", must(os.Getwd())+"/../../games/journal/testdata")
			return nil
		},
	})
}

// chop cuts the newline off a file's last line, as a power cut may.
func chop(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: chop FILE")
	}
	path := ts.MkAbs(args[0])
	ts.Check(os.WriteFile(path, []byte(strings.TrimSuffix(ts.ReadFile(args[0]), "\n")), 0o600))
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check ends a test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
