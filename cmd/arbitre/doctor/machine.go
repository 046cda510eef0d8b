package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// littleSpace is worth a warning. A long evening's journals are a few megabytes at most.
const littleSpace = 100 << 20

// journals says whether this user may write where they are, how much room there is, and whether the disk is well.
func (d *Doctor) journals() verdict {
	folder := d.journalFolder()
	there := NearestFolder(folder)
	if err := d.may(there, unix.W_OK|unix.X_OK); err != nil {
		return d.noJournals(folder, err)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(there, &disk); err != nil {
		return verdict{stateMissing, fmt.Sprintf("%s: %v", folder, err), ""}
	}
	free := disk.Bavail * uint64(disk.Bsize)
	switch errors := d.diskErrors(there); {
	case errors > 0:
		return verdict{stateWarning, d.Say("%d errors on the file system of %s: the SD card is failing, and may take nothing more", errors, folder),
			d.Say("copy the card while it can be read, and take another")}
	case !d.serviceMayWrite():
		return verdict{stateWarning, d.Say("the service may write in %s alone, not in %s", d.unit.StateFolder(), folder),
			d.Say(`take journals = "..." out of the configuration, or: sudo systemctl edit arbitre, and there [Service] and ReadWritePaths=%s`, folder)}
	case free < littleSpace:
		return verdict{stateWarning, d.Say("%s has only %s left", folder, inBytes(free)), "sudo apt clean; sudo journalctl --vacuum-size=50M"}
	}
	return verdict{stateOK, d.Say("%s can be written; %s free", folder, inBytes(free)), ""}
}

// noJournals says why this user may not write in the folder of the journals.
func (d *Doctor) noJournals(folder string, err error) verdict {
	switch {
	case errors.Is(err, unix.EROFS):
		return verdict{stateMissing, d.Say("%s is on a file system that is read-only: a failing SD card is often made so", folder),
			d.Say("restart; if it comes again, copy the card while it can be read")}
	case d.unit.Active() || d.unit.StateFolder() == d.config.Journals:
		return verdict{stateWarning, d.Say("%s is the service's own: this user can't look whether there is room", folder),
			d.Say("sudo arbitre doctor looks again, as root")}
	}
	return verdict{stateMissing, d.Say("user %s may not write in %s: %v", userName(), folder, errors.Unwrap(err)),
		d.Say(`choose another folder with journals = "..." in the configuration`)}
}

// diskErrors is how many errors the kernel has found on the file system of a folder since that was last checked, where
// it tells (Documentation/ABI/testing/sysfs-fs-ext4). Since Linux 6.12 an ext4 that takes nothing more because of them
// does not count as read-only: access(2) and statfs(2) find nothing wrong.
func (d *Doctor) diskErrors(folder string) int {
	var stat unix.Stat_t
	if err := unix.Stat(folder, &stat); err != nil {
		return 0
	}
	device, err := os.Readlink(filepath.Join(d.root, fmt.Sprintf("sys/dev/block/%d:%d", unix.Major(stat.Dev), unix.Minor(stat.Dev))))
	if err != nil {
		return 0
	}
	text, err := fs.ReadFile(d.files, fmt.Sprintf("sys/fs/ext4/%s/errors_count", filepath.Base(device)))
	if err != nil {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return n
}

// serviceMayWrite tells whether the unit lets the referee write where the configuration has the journals.
func (d *Doctor) serviceMayWrite() bool {
	if !d.unit.Installed() {
		return true
	}
	allowed := append(strings.Fields(d.unit["ReadWritePaths"]), d.unit.StateFolder())
	return slices.ContainsFunc(allowed, func(path string) bool {
		path = strings.TrimLeft(path, "-+")
		return path != "" && (d.config.Journals == path || strings.HasPrefix(d.config.Journals, strings.TrimSuffix(path, "/")+"/"))
	})
}

// NearestFolder is a folder, or what it will be made in.
func NearestFolder(folder string) string {
	for _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) && filepath.Dir(folder) != folder; _, err = os.Stat(folder) {
		folder = filepath.Dir(folder)
	}
	return folder
}

// journalFolder is where the journals are. A relative one is taken from where the program was started, as everywhere.
func (d *Doctor) journalFolder() string {
	if filepath.IsAbs(d.config.Journals) {
		return filepath.Join(d.root, d.config.Journals)
	}
	if folder, err := filepath.Abs(d.config.Journals); err == nil {
		return folder
	}
	return d.config.Journals
}

// inBytes is a number of bytes as people read it.
func inBytes(bytes uint64) string {
	switch {
	case bytes >= 10<<30:
		return fmt.Sprintf("%d GB", bytes>>30)
	case bytes >= 10<<20:
		return fmt.Sprintf("%d MB", bytes>>20)
	case bytes >= 10<<10:
		return fmt.Sprintf("%d kB", bytes>>10)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// examineFiles looks whether the service sees the files that the configuration names: the unit hides people's own folders
// and those for temporary files from it (ProtectHome=, PrivateTmp=).
func (d *Doctor) examineFiles() {
	if !d.unit.Installed() {
		return
	}
	type file struct {
		part, path string
		worst      state
	}
	var files []file
	for _, g := range d.config.Games {
		for _, s := range g.Settings {
			if s.Form == games.WordList {
				files = append(files, file{d.Say("word list"), s.Path, stateMissing}) // without it the service does not start
			}
		}
	}
	files = append(files, file{d.Say("recorded sounds"), d.config.Speaker.Folder, stateWarning})
	for _, f := range files {
		if f.path != "" {
			d.add(f.part, d.file(f.path, f.worst))
		}
	}
}

// file is the verdict on a file that the service is to read.
func (d *Doctor) file(path string, worst state) verdict {
	hidden := slices.ContainsFunc([]string{"/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"}, func(folder string) bool {
		return strings.HasPrefix(path, folder)
	})
	if _, err := os.Stat(filepath.Join(d.root, path)); err != nil {
		return verdict{worst, err.Error(), d.Say("write where it is into the configuration")}
	} else if hidden {
		return verdict{worst, d.Say("the service does not see %s", path), d.Say("sudo cp -r %s /etc/arbitre, and write that into the configuration", path)}
	}
	return verdict{stateOK, path, ""}
}

// clock looks at the counter that stamps the presses. All that a Pi has are good: arch_sys_counter (54 MHz, or 19.2), and
// the 1 MHz timer of the first ones. What the kernel falls back to when it has none is not.
func (d *Doctor) clock() verdict {
	source, step, tie := hw.ClockSource(d.files), hw.Clock{}.Step(), d.config.Race.Tie
	better := d.Say("look for a better one in /sys/devices/system/clocksource/clocksource0/available_clocksource; a Pi has arch_sys_counter")
	switch {
	case step*10 > tie.Duration && !tie.Auto():
		return verdict{stateWarning, d.Say("%s goes on in steps of %v: too coarse for a tie window of %s", source, step, tie), better}
	case slices.Contains([]string{"jiffies", "refined-jiffies", "acpi_pm", "hpet"}, source):
		return verdict{stateWarning, d.Say("%s is a slow clock, which makes late stamps", source), better}
	}
	return verdict{stateOK, d.Say("%s, in steps of at most %v", source, step), ""}
}

// races compares the tie window in force with the shortest that is honest on this machine as it is now.
func (d *Doctor) races(honest time.Duration) verdict {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 } // some terminals have no µ
	switch tie := d.config.Race.Tie; {
	case tie.Auto():
		return verdict{stateOK, d.Say("presses less than %v ms apart are a dead heat, as was measured now (tie = \"auto\")", ms(honest)), ""}
	case tie.Duration < honest:
		return verdict{stateWarning, d.Say("presses %v ms apart can't be told apart on this machine as it is now; those %v ms apart can", ms(tie.Duration), ms(honest)),
			d.Say("write tie = \"auto\" below [race] in the configuration, or end what else runs on this machine")}
	default:
		return verdict{stateOK, d.Say("presses less than %v ms apart are a dead heat; here %v ms would be enough", ms(tie.Duration), ms(honest)), ""}
	}
}

// power is the verdict on the power supply, of which a Pi's kernel and firmware may tell.
func (d *Doctor) power() verdict {
	low, known := hw.Undervolted(d.files)
	var since bool
	if text, err := d.program("vcgencmd", "get_throttled"); err == nil {
		if now, ever, err := hw.ParseThrottled(text); err == nil {
			low, since, known = low || now, ever, true
		}
	}
	better := d.Say("use the Pi's own power supply and a short, thick cable")
	switch {
	case low:
		return verdict{stateWarning, d.Say("the voltage is too low now: the Pi may stop in the middle of a game"), better}
	case since:
		return verdict{stateWarning, d.Say("the voltage was too low since the start"), better}
	case known:
		return verdict{stateOK, d.Say("the voltage is good"), ""}
	}
	return verdict{stateOff, d.Say("this machine does not tell"), ""}
}

func (d *Doctor) examineUnit() {
	d.add("service", d.service())
	if d.unit.Installed() {
		d.add("version", d.versions())
	}
}

// service says how the unit is.
func (d *Doctor) service() verdict {
	u := d.unit
	switch {
	case u == nil:
		return verdict{stateOff, d.Say("systemd does not run on this machine"), ""}
	case !u.Installed():
		return verdict{stateOff, d.Say("not installed; arbitre run starts the referee by hand"), ""}
	case u["ActiveState"] == "failed":
		return verdict{stateMissing, d.Say("has failed (%s)", u["Result"]),
			d.Say("journalctl -u arbitre -n 50 says why; then sudo systemctl restart arbitre")}
	case u["ActiveState"] == "inactive" && u["UnitFileState"] == "enabled":
		return verdict{stateWarning, d.Say("is stopped"), "sudo systemctl start arbitre"}
	case u["ActiveState"] == "inactive":
		return verdict{stateWarning, d.Say("is stopped, and does not start with the machine"), "sudo systemctl enable --now arbitre"}
	case !u.Active():
		return verdict{stateMissing, d.Say("does not come up: %s, %s (%s)", u["ActiveState"], u["SubState"], u["Result"]),
			d.Say("journalctl -u arbitre -n 50 says why")}
	}
	v := verdict{stateOK, d.Say("runs since %s", u["ExecMainStartTimestamp"]), ""}
	if n := u["NRestarts"]; n != "" && n != "0" {
		v.State, v.Mend = stateWarning, d.Say(`journalctl -u arbitre -b says why, above each "Failed with result"`)
		v.Says += d.Say("; was restarted %s times (last result: %s)", n, u["Result"])
	}
	if watchdog := u["WatchdogUSec"]; watchdog == "" || watchdog == "0" || watchdog == "infinity" {
		v.State, v.Mend = stateWarning, d.Say("reinstall its unit, or add WatchdogSec=")
		v.Says += d.Say("; nobody watches over it")
	} else {
		v.Says += d.Say("; watchdog %s", watchdog)
	}
	return v
}

// versions compares the program that runs, or that the service would run, with this one.
func (d *Doctor) versions() verdict {
	installed := filepath.Join(d.root, d.unit.Program())
	running := ""
	if d.unit.Process() != 0 {
		running = filepath.Join(d.root, fmt.Sprintf("proc/%d/exe", d.unit.Process()))
	}
	other, err := os.Stat(running) // another user's may not be looked at
	if err != nil {
		running = installed
		other, err = os.Stat(running)
	}
	if err != nil {
		return verdict{stateWarning, d.Say("the service's program can't be read: %v", err), d.Say("sudo arbitre doctor looks again, as root")}
	}
	if started, known := d.unit.Started(); running == installed && d.unit.Active() && known && other.ModTime().After(started) {
		return verdict{stateWarning, d.Say("a newer program was installed after the service was started"), "sudo systemctl restart arbitre"}
	}
	same := verdict{stateOK, d.Say("the service runs this same program"), ""}
	if own, err := os.Stat(d.self); err == nil && os.SameFile(own, other) {
		return same
	}
	told, err := d.program(running, "version")
	theirs := strings.TrimPrefix(strings.TrimSpace(told), "arbitre ")
	switch {
	case err != nil:
		return verdict{stateWarning, d.Say("the service's program has no version: %v", err), ""}
	case theirs != d.Version:
		return verdict{stateWarning, d.Say("the service runs version %s, this is %s", theirs, d.Version),
			d.Say("sudo systemctl restart arbitre, if this is the newer one")}
	}
	return same
}
