package realkernel

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
	"github.com/warthog618/go-gpiocdev"
	"golang.org/x/sys/unix"
)

// These tests follow the life of a package on a Debian of its own, each from where the one before
// has left it. The script appliance starts them.

const (
	packages      = "/appliance/packages"
	configuration = "/etc/arbitre/arbitre.toml"
	state         = "/var/lib/arbitre"
)

// onAppliance is the table of the machine, with the lines and the display that were there when it
// was started.
func onAppliance(t testing.TB) *table {
	t.Helper()
	return onApplianceWith(t, newPanel)
}

func onApplianceWith(t testing.TB, open func(testing.TB) *panel) *table {
	t.Helper()
	appliance(t)
	c := &chip{TB: t}
	c.attach()
	t.Cleanup(func() {
		if t.Failed() {
			log, _ := exec.Command("journalctl", "--boot", "--unit=arbitre", "--lines=20",
				"--no-pager").CombinedOutput()
			t.Logf("%s", log)
		}
	})
	return &table{chip: c, panel: open(t), journals: state}
}

// appliance skips a test that needs the Debian machine.
func appliance(t testing.TB) {
	if os.Getenv("ARBITRE_APPLIANCE") != "1" {
		t.Skip("needs a Debian of its own: hw/realkernel/appliance boots one")
	}
}

// do runs a program of the machine and returns what it prints.
func do(t testing.TB, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func property(t testing.TB, name string) string {
	t.Helper()
	return do(t, "systemctl", "show", "--property="+name, "--value", "arbitre.service")
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// isReady waits until the program has said READY and has taken the lines, and returns its process.
func (p *table) isReady() (process int) {
	p.Helper()
	p.await("it is ready", func() bool { return property(p, "ActiveState") == "active" })
	device, err := gpiocdev.NewChip(p.name)
	if err != nil {
		p.Fatal(err)
	}
	defer device.Close()
	info, err := device.LineInfo(seats[1])
	if err != nil || info.Consumer != "arbitre" {
		p.Errorf("it is ready, and the line of seat 1 is %q's, %v", info.Consumer, err)
	}
	return number(p, property(p, "MainPID"))
}

// isReadyAgain waits until another process is ready.
func (p *table) isReadyAgain(before int) (process int) {
	p.Helper()
	p.await("another process", func() bool {
		now := property(p, "MainPID")
		return now != "0" && now != fmt.Sprint(before)
	})
	return p.isReady()
}

// everyFile lists the files on the disk, without those that the system itself writes all the time.
func everyFile(t testing.TB) []string {
	t.Helper()
	return strings.Fields(do(t, "find", "/", "-xdev", "(", "-path", "/appliance", "-o", "-path", "/tmp", "-o", "-path",
		"/root", "-o",
		"-path", "/var/log", "-o", "-path", "/var/cache", "-o", "-path", "/var/tmp", "-o", "-path", "/var/lib/dpkg",
		"-o", "-path", "/var/lib/apt", ")", "-prune", "-o", "-print"))
}

const before = "/appliance/before"

func TestApplianceIsInstalledByOneCommand(t *testing.T) {
	appliance(t)
	write(t, before, strings.Join(everyFile(t), "\n"))
	out := do(t, "apt-get", "install", "-y", packages+"/arbitre_1.0_arm64.deb")
	if !strings.Contains(out, "\narbitre: The table is open") {
		t.Errorf("apt does not say that the table is open:\n%s", out)
	}
	p := onAppliance(t)
	p.isReady()
	for name, want := range map[string]string{
		"Type": "notify", "SubState": "running", "UnitFileState": "enabled", "NRestarts": "0", "Result": "success",
	} {
		if got := property(t, name); got != want {
			t.Errorf("%s=%s, want %s", name, got, want)
		}
	}
	if status := property(t, "StatusText"); !strings.HasPrefix(status, "The table is open") {
		t.Errorf("StatusText=%s", status)
	}
	if got := do(t, "stat", "--format=%G %a", "/dev/"+p.name, "/dev/i2c-1"); got != "gpio 660\ni2c 660" {
		t.Errorf("the devices are\n%s", got)
	}
	// A new box takes what it finds, and misses nothing.
	if warned := do(t, "journalctl", "--quiet", "--unit=arbitre", "--priority=warning", "--output=cat"); warned != "" {
		t.Errorf("the journal's warnings are\n%s", warned)
	}
	do(t, "man", "arbitre")
	do(t, "bash", "-n", "/usr/share/bash-completion/completions/arbitre")
}

func TestApplianceUnitIsCleanAndTight(t *testing.T) {
	appliance(t)
	// It says what it does not understand, and returns 0.
	if said := do(t, "systemd-analyze", "verify", "arbitre.service", "arbitre-poweroff.path",
		"arbitre-poweroff.service", "arbitre-wifi.socket", "arbitre-wifi@x.service", "arbitre-portal.socket"); said != "" {
		t.Error(said)
	}
	for _, unit := range []string{"arbitre.service", "arbitre-poweroff.service", "arbitre-wifi@x.service"} {
		if out, err := exec.Command("systemd-analyze", "security", "--threshold=15", "--no-pager",
			unit).CombinedOutput(); err != nil {
			t.Errorf("more than 1.5 exposed: %v\n%s", err, out)
		}
	}
}

func TestApplianceIsConfiguredByAFile(t *testing.T) {
	p := onAppliance(t)
	write(p, configuration, "language = 'en'\n[buzzer]\nkind = 'active'\n[web]\nlisten = ':8080'\n"+
		"[speaker]\nenabled = false\n[race]\ntie = 'auto'\n")
	do(t, "arbitre", "check", configuration)
	process := p.isReady()
	do(t, "systemctl", "reload", "arbitre")
	p.await("all of it works", func() bool { return property(t, "StatusText") == "The table is open." })
	p.await("the tie window is measured", func() bool {
		return strings.Contains(do(t, "journalctl", "--unit=arbitre", "--output=cat"), "measured the tie window")
	})
	if p.isReady() != process {
		t.Error("it was started anew for a configuration")
	}
	p.await("pages for phones", func() bool {
		page, err := exec.Command("/bin/bash", "-c",
			`exec 3<>/dev/tcp/127.0.0.1/8080; `+
				`printf 'GET / HTTP/1.0\r\nHost: 127.0.0.1:8080\r\n\r\n' >&3; head -n 1 <&3`).Output()
		return err == nil && strings.Contains(string(page), " 200 ")
	})
	examined, err := exec.Command("arbitre", "doctor").CombinedOutput()
	if err != nil || strings.Contains(string(examined), "MISSING") {
		t.Errorf("doctor finds (%v)\n%s", err, examined)
	}
	t.Logf("%s", examined)
}

func TestApplianceHasItsDevicesAndNoOthers(t *testing.T) {
	p := onAppliance(t)
	process := p.isReady()
	status := p.read(fmt.Sprintf("/proc/%d/status", process))
	for _, want := range []string{"NoNewPrivs:\t1", "Seccomp:\t2", "CapBnd:\t0000000000000000",
		"CapEff:\t0000000000000000"} {
		if !strings.Contains(status, want) {
			t.Errorf("no %q in\n%s", want, status)
		}
	}

	// A process in the service's control group opens devices as the service may.
	may := func(device string) bool {
		return exec.Command("sh", "-c",
			`echo $$ > /sys/fs/cgroup/system.slice/arbitre.service/cgroup.procs; exec head -c 0 "$0"`,
			device).Run() == nil
	}
	var allowed []string
	for _, device := range []string{"/dev/" + p.name, "/dev/i2c-1", "/dev/snd/timer", "/dev/input/event0", "/dev/null",
		"/dev/vda", "/dev/kmsg", "/dev/fuse", "/dev/hwrng"} {
		if may(device) {
			allowed = append(allowed, device)
		}
	}
	if diff := cmp.Diff([]string{"/dev/" + p.name, "/dev/i2c-1", "/dev/snd/timer", "/dev/input/event0", "/dev/null"},
		allowed); diff != "" {
		t.Errorf("it may open (-want +got):\n%s", diff)
	}

	// What is writable in its view of the machine, were it root.
	writable := func(path string) error {
		fd, err := unix.Open(fmt.Sprintf("/proc/%d/root%s", process, path), unix.O_WRONLY|unix.O_CLOEXEC, 0)
		if err == nil {
			unix.Close(fd)
		}
		return err
	}
	for path, want := range map[string]error{
		configuration:                         unix.EROFS,
		"/usr/bin/env":                        unix.EROFS,
		"/proc/sys/vm/swappiness":             unix.ENOENT,
		"/sys/module/printk/parameters/time":  unix.EROFS,
		p.folder + "/sim_gpio40/pull":         nil, // as the PWM of a Pi is
		"/home/arbitre":                       unix.ENOENT,
		"/sys/kernel/debug/i2c-panel/present": unix.EROFS,
	} {
		if err := writable(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}

	// The keyboard that is plugged in is read.
	read := false
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", process))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		to, _ := os.Readlink(file) // it may be closed by now
		read = read || strings.HasPrefix(to, "/dev/input/event")
	}
	if !read {
		t.Error("no keyboard is open")
	}
}

func TestApplianceFindsALoudspeakerThatIsPluggedIn(t *testing.T) {
	p := onAppliance(t)
	process := p.isReady()
	do(t, "modprobe", "snd-aloop")
	do(t, "sed", "-i", `/^\[speaker\]/,/^#*enabled/ s/^#*enabled = .*/enabled = true/`, configuration)
	do(t, "systemctl", "reload", "arbitre")
	p.await("a sound", func() bool {
		p.press(ok) // each second one is refused, for nobody has joined
		time.Sleep(300 * time.Millisecond)
		statuses, _ := filepath.Glob("/proc/asound/Loopback/pcm*p/sub*/status")
		return slices.ContainsFunc(statuses,
			func(path string) bool { return strings.Contains(p.read(path), "RUNNING") })
	})
	if status := property(t, "StatusText"); status != "The table is open." || p.isReady() != process {
		t.Errorf("StatusText=%s", status)
	}
	do(t, "sed", "-i", `/^\[speaker\]/,/^#*enabled/ s/^#*enabled = .*/enabled = false/`, configuration)
	do(t, "systemctl", "restart", "arbitre")
	p.isReadyAgain(process)
}

// seatTwoPlays is the game that all interruptions meet.
func (p *table) seatTwoPlays() {
	p.Helper()
	p.sitDown()
	p.press(seats[1])
	p.shows("turn")
	p.lit(2)
}

// goesOn checks that nothing of the game was lost, and that the next press counts.
func (p *table) goesOn(from, to games.Seat) {
	p.Helper()
	p.shows("turn")
	p.lit(from)
	time.Sleep(500 * time.Millisecond)
	p.press(seats[from])
	p.lit(to)
}

func TestApplianceLoopThatIsStuckIsRestarted(t *testing.T) {
	p := onAppliance(t)
	do(t, "systemctl", "restart", "arbitre") // the display that this test has is new
	process := p.isReady()
	p.isSeen()
	p.seatTwoPlays()
	if err := syscall.Kill(process, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	stopped := time.Now()
	process = p.isReadyAgain(process)
	took := time.Since(stopped).Round(100 * time.Millisecond)
	t.Logf("ready again after %v", took)
	if took > 25*time.Second { // 15 s of watchdog, 2 s to say where, and a start
		t.Errorf("it took %v", took)
	}
	p.goesOn(2, 3)

	if err := syscall.Kill(process, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.isReadyAgain(process)
	p.goesOn(3, 1)
	if got := property(t, "NRestarts"); got != "2" {
		t.Errorf("NRestarts=%s, want 2", got)
	}
}

func TestApplianceUpgradeAndDowngradeKeepTheGame(t *testing.T) {
	p := onAppliance(t)
	process := p.isReady()
	configured := p.read(configuration)
	at := games.Seat(1)
	for _, version := range []string{"2.0", "1.0"} {
		do(t, "dpkg", "--install", fmt.Sprintf("%s/arbitre_%s_arm64.deb", packages, version))
		process = p.isReadyAgain(process)
		if got := do(t, "dpkg-query", "--show", "--showformat=${Version}", "arbitre"); got != version {
			t.Errorf("installed is %s, want %s", got, version)
		}
		next := at%3 + 1
		p.goesOn(at, next)
		at = next
	}
	if p.read(configuration) != configured {
		t.Error("the configuration is another one")
	}
}

func TestApplianceDoesNothingWhenNothingHappens(t *testing.T) {
	p := onAppliance(t)
	idle := 10 * time.Second
	if text := os.Getenv("ARBITRE_IDLE"); text != "" {
		var err error
		if idle, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	process := p.isReady()
	var starts []time.Duration
	for range 3 {
		do(t, "systemctl", "restart", "arbitre")
		process = p.isReadyAgain(process)
		began, ended := property(t, "ExecMainStartTimestampMonotonic"), property(t, "ActiveEnterTimestampMonotonic")
		starts = append(starts, time.Duration(number(t, ended)-number(t, began))*time.Microsecond)
	}
	slices.Sort(starts)
	t.Logf("from start to READY: %v", starts)
	if starts[len(starts)-1] > 5*time.Second {
		t.Errorf("that is too long:\n%s",
			do(t, "journalctl", "--unit=arbitre", "--lines=30", "--output=short-monotonic", "--no-pager"))
	}

	written := func() int { return procField(t, fmt.Sprintf("/proc/%d/io", process), "write_bytes") }
	time.Sleep(2 * time.Second)
	wrote, used := written(), number(t, property(t, "CPUUsageNSec"))
	time.Sleep(idle)
	cpu := time.Duration(number(t, property(t, "CPUUsageNSec")) - used)
	t.Logf("in %v of nothing: %v of a processor (%.3f %%)", idle, cpu, 100*float64(cpu)/float64(idle))
	if now := written(); now != wrote {
		t.Errorf("it has written %d bytes, before %d", now, wrote)
	}
	memory := procField(t, fmt.Sprintf("/proc/%d/status", process), "VmRSS")
	t.Logf("resident: %d kB", memory)
	if memory > 20_000 {
		t.Errorf("%d kB are resident, want at most 20 MB", memory)
	}
}

// nothingIsLeft checks that only files from before the first package are left.
func nothingIsLeft(t *testing.T) {
	t.Helper()
	was := map[string]bool{}
	for file := range strings.FieldsSeq(read(t, before)) {
		was[file] = true
	}
	left := slices.DeleteFunc(everyFile(t), func(file string) bool { return was[file] })
	if len(left) > 0 {
		t.Errorf("it leaves\n%s", strings.Join(left, "\n"))
	}
	if _, err := os.Stat("/run/arbitre"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it leaves /run/arbitre: %v", err)
	}
	do(t, "id", "arbitre")
	if failed := do(t, "systemctl", "--failed", "--no-legend", "--plain"); failed != "" {
		t.Error(failed)
	}
}

func TestAppliancePurgeLeavesTheUserAlone(t *testing.T) {
	appliance(t)
	do(t, "apt-get", "remove", "-y", "arbitre")
	for _, kept := range []string{configuration, state} {
		if _, err := os.Stat(kept); err != nil {
			t.Errorf("remove takes more than the program: %v", err)
		}
	}
	do(t, "apt-get", "purge", "-y", "arbitre")
	nothingIsLeft(t)
}

func TestApplianceArchiveIsInstalledUpgradedAndTakenAway(t *testing.T) {
	p := onAppliance(t)
	process := 0
	for _, version := range []string{"1.0", "2.0"} {
		archive := fmt.Sprintf("%s/arbitre_%s_arm64", packages, version)
		do(t, "tar", "-xzf", archive+".tar.gz", "-C", packages)
		do(t, archive+"/install.sh")
		process = p.isReadyAgain(process)
	}
	do(t, packages+"/arbitre_2.0_arm64/uninstall.sh", "--purge")
	nothingIsLeft(t)
}

func TestARebootFindsAGame(t *testing.T) {
	p := onAppliance(t)
	process := p.isReady()
	write(p, configuration, "language = 'en'\n[buzzer]\nkind = 'active'\n[judge]\nshutdown = '3s'\n")
	do(t, "systemctl", "restart", "arbitre")
	p.isReadyAgain(process)
	p.isSeen()
	p.seatTwoPlays()
}

func TestRebootedTheGameIsOffered(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	p.isReady()
	if got := property(t, "NRestarts"); got != "0" {
		t.Errorf("NRestarts=%s: it did not open the table at once", got)
	}
	t.Logf("systemd-analyze: %s", do(t, "systemd-analyze", "critical-chain", "--no-pager", "arbitre.service"))
	p.isSeen()
	p.press(ok) // resume
	p.goesOn(2, 3)
}

// TestShutdown ends with the machine.
func TestShutdown(t *testing.T) {
	p := onAppliance(t)
	p.isReady()
	p.set(ok, true)
	time.Sleep(time.Minute)
	t.Error("the machine still runs")
}
