// Command guest is the first process of the virtual machine: it loads the kernel's modules, runs
// one test binary and turns the machine off.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/sys/unix"
)

func main() {
	code, err := run()
	if err != nil {
		fmt.Println("guest:", err)
		code = 125
	}
	fmt.Printf("\nguest: exit %d\n", code) // boot looks for it
	unix.Sync()
	fmt.Println("guest: no way to turn off:", unix.Reboot(unix.LINUX_REBOOT_CMD_POWER_OFF))
}

// run prepares the machine and runs the test, whose exit code it returns.
func run() (int, error) {
	err := mount("proc", "/proc", "sysfs", "/sys", "devtmpfs", "/dev", "devpts", "/dev/pts", "tmpfs", "/tmp")
	if err != nil {
		return 0, err
	}
	order, err := os.ReadFile("/modules/order")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(order)) {
		name, parameters, _ := strings.Cut(strings.TrimSpace(line), " ")
		if err := load("/modules/"+name, parameters); err != nil {
			return 0, fmt.Errorf("module %s: %w", name, err)
		}
	}
	if err := mount("configfs", "/sys/kernel/config", "debugfs", "/sys/kernel/debug"); err != nil {
		return 0, err
	}

	args, err := os.ReadFile("/test/args")
	if err != nil {
		return 0, err
	}
	test := exec.Command("/test/binary")
	if lines := strings.TrimSuffix(string(args), "\n"); lines != "" {
		test.Args = append(test.Args, strings.Split(lines, "\n")...)
	}
	test.Dir = "/test/folder"
	test.Env = []string{"ARBITRE_GUEST=1", "ARBITRE_RACES=" + os.Getenv("races"),
		"ARBITRE_SEED=" + os.Getenv("seed"), "HOME=/tmp", "PATH=/bin"}
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	var exit *exec.ExitError
	if err := test.Run(); err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	return test.ProcessState.ExitCode(), nil
}

// mount takes file systems and where they go.
func mount(what ...string) error {
	for i := 0; i < len(what); i += 2 {
		if err := os.MkdirAll(what[i+1], 0o755); err != nil {
			return err
		}
		if err := unix.Mount(what[i], what[i+1], what[i], 0, ""); err != nil && !errors.Is(err, unix.EBUSY) {
			return fmt.Errorf("mount %s: %w", what[i], err)
		}
	}
	return nil
}

func load(path, parameters string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return unix.FinitModule(int(file.Fd()), parameters, 0)
}
