package box

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The test binary is the player, too, where it is called aplay: a sound card whose time is that of a
// [tableClock].
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "aplay" {
		if err := playInSteps(os.Args[len(os.Args)-2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
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
