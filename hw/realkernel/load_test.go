package realkernel

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// load keeps every processor busy until the test ends, with a process on each.
func load(t testing.TB) {
	t.Helper()
	for i := range runtime.NumCPU() {
		busy := exec.Command(os.Args[0])
		busy.Env = append(os.Environ(), "ARBITRE_LOAD="+strconv.Itoa(i))
		if err := busy.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			busy.Process.Kill()
			busy.Wait()
		})
	}
}

// burn keeps a processor busy, and never returns.
func burn(processor string) {
	n, _ := strconv.Atoi(processor)
	runtime.LockOSThread()
	var set unix.CPUSet
	set.Set(n)
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		panic(err)
	}
	//lint:ignore SA5002 being busy is its purpose
	for {
	}
}
