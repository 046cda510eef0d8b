package realkernel

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestMain runs the tests where the kernel is: in the guest.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv("ARBITRE_GUEST") == "1":
		if load := os.Getenv("ARBITRE_LOAD"); load != "" {
			burn(load)
		}
		os.Exit(m.Run())
	case os.Getenv("ARBITRE_REALKERNEL") == "1":
		os.Exit(boot(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// boot runs the same tests in the guest.
func boot(args []string) int {
	command := exec.Command("./run")
	for _, arg := range args {
		flag := strings.TrimPrefix(arg, "-test.")
		if !strings.HasPrefix(flag, "paniconexit0") && !strings.HasPrefix(flag, "testlogfile") {
			command.Args = append(command.Args, "-"+flag)
		}
	}
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Println(err)
		return 1
	}
	return command.ProcessState.ExitCode()
}

// write writes a file, also one of the kernel's.
func write[Text string | []byte](t testing.TB, file string, text Text) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns what a file says, also one of the kernel's.
func read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// host skips what needs no kernel, in virtual time, and is tried without the guest.
func host(t testing.TB) {
	if os.Getenv("ARBITRE_GUEST") == "1" {
		t.Skip("needs no real kernel: go test ./hw/realkernel runs it")
	}
}

// guest skips a test that needs the guest's kernel.
func guest(t testing.TB) {
	if os.Getenv("ARBITRE_GUEST") != "1" {
		t.Skip("needs a real kernel: hw/realkernel/run boots one, and so does ARBITRE_REALKERNEL=1")
	}
}
