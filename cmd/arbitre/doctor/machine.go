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
	"arbitre/games/journal"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// littleSpace is worth a warning. A long evening's journals are a few megabytes at most.
const littleSpace = 100 << 20

func (d *Doctor) examineJournals() {
	folder := d.journals()
	there := NearestFolder(folder)
	if err := d.may(there, unix.W_OK|unix.X_OK); err != nil {
		d.add(d.noJournals(folder, err))
	} else {
		d.add(d.room(folder, there))
	}
}

// noJournals says why this user may not write in the folder of the journals.
func (d *Doctor) noJournals(folder string, err error) finding {
	f := finding{Part: "journals", State: stateMissing}
	switch {
	case errors.Is(err, unix.EROFS):
		f.Says = d.Say("%s is on a file system that is read-only: a failing SD card is often made so", folder)
		f.Mend = d.Say("restart; if it comes again, copy the card while it can be read")
	case d.unit.Active() || d.unit.StateFolder() == d.config.Journals:
		f.State, f.Says = stateWarning, d.Say("%s is the service's own: this user can't look whether there is room", folder)
		f.Mend = d.Say("sudo arbitre doctor looks again, as root")
	default:
		f.Says = d.Say("user %s may not write in %s: %v", userName(), folder, errors.Unwrap(err))
		f.Mend = d.Say(`choose another folder with journals = "..." in the configuration`)
	}
	return f
}

// room says how much there is for journals in a folder, and whether its disk is well.
func (d *Doctor) room(folder, there string) finding {
	f := finding{Part: "journals", State: stateMissing}
	var disk unix.Statfs_t
	if err := unix.Statfs(there, &disk); err != nil {
		f.Says = fmt.Sprintf("%s: %v", folder, err)
		return f
	}
	free := disk.Bavail * uint64(disk.Bsize)
	f.State = stateWarning
	switch errors := d.diskErrors(there); {
	case errors > 0:
		f.Says = d.Say("%d errors on the file system of %s: the SD card is failing, and may take nothing more", errors, folder)
		f.Mend = d.Say("copy the card while it can be read, and take another")
	case !d.serviceMayWrite():
		f.Says = d.Say("the service may write in %s alone, not in %s", d.unit.StateFolder(), folder)
		f.Mend = d.Say(`take journals = "..." out of the configuration, or: sudo systemctl edit arbitre, and there [Service] and ReadWritePaths=%s`, folder)
	case free < littleSpace:
		f.Says = d.Say("%s has only %s left", folder, inBytes(free))
		f.Mend = "sudo apt clean; sudo journalctl --vacuum-size=50M"
	default:
		f.State, f.Says = stateOK, d.Say("%s can be written; %s free", folder, inBytes(free))
	}
	return f
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

// journals is their folder. A relative one is taken from where the program was started, as everywhere.
func (d *Doctor) journals() string {
	if filepath.IsAbs(d.config.Journals) {
		return filepath.Join(d.root, d.config.Journals)
	}
	if folder, err := filepath.Abs(d.config.Journals); err == nil {
		return folder
	}
	return d.config.Journals
}

// inBytes is a number of bytes as people read it.
func inBytes[N int64 | uint64](bytes N) string {
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
		if f.path == "" {
			continue
		}
		found := finding{Part: f.part, State: stateOK, Says: f.path}
		hidden := slices.ContainsFunc([]string{"/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"}, func(folder string) bool {
			return strings.HasPrefix(f.path, folder)
		})
		if _, err := os.Stat(filepath.Join(d.root, f.path)); err != nil {
			found.State, found.Says = f.worst, err.Error()
			found.Mend = d.Say("write where it is into the configuration")
		} else if hidden {
			found.State, found.Says = f.worst, d.Say("the service does not see %s", f.path)
			found.Mend = d.Say("sudo cp -r %s /etc/arbitre, and write that into the configuration", f.path)
		}
		d.add(found)
	}
}

// examineClock looks at the counter that stamps the presses. All that a Pi has are good: arch_sys_counter (54 MHz, or
// 19.2), and the 1 MHz timer of the first ones. What the kernel falls back to when it has none is not.
func (d *Doctor) examineClock() {
	source, step := hw.ClockSource(d.files), hw.Clock{}.Step()
	f := finding{Part: "clock", State: stateOK, Says: d.Say("%s, in steps of at most %v", source, step)}
	switch {
	case step*10 > d.config.Race.Tie.Duration && !d.config.Race.Tie.Auto():
		f.State = stateWarning
		f.Says = d.Say("%s goes on in steps of %v: too coarse for a tie window of %s", source, step, d.config.Race.Tie)
	case slices.Contains([]string{"jiffies", "refined-jiffies", "acpi_pm", "hpet"}, source):
		f.State, f.Says = stateWarning, d.Say("%s is a slow clock, which makes late stamps", source)
	}
	if f.State != stateOK {
		f.Mend = d.Say("look for a better one in /sys/devices/system/clocksource/clocksource0/available_clocksource; a Pi has arch_sys_counter")
	}
	d.add(f)
}

// tooHot is where a Pi's firmware begins to slow down, in degrees Celsius (documentation, frequency management).
const tooHot = 80

func (d *Doctor) examinePower() {
	low, known := hw.Undervolted(d.files)
	power := finding{Part: d.Say("power supply"), State: stateOff, Says: d.Say("this machine does not tell")}
	throttle, err := hw.Throttle(0), errors.New("not asked")
	if text, asked := d.program("vcgencmd", "get_throttled"); asked == nil {
		throttle, err = hw.ParseThrottle(text)
	}
	switch {
	case low || throttle.Now(hw.UnderVoltage):
		power.State, power.Says = stateWarning, d.Say("the voltage is too low now: the Pi may stop in the middle of a game")
	case throttle.Ever(hw.UnderVoltage):
		power.State, power.Says = stateWarning, d.Say("the voltage was too low since the start")
	case known || err == nil:
		power.State, power.Says = stateOK, d.Say("the voltage is good")
	}
	if power.State == stateWarning {
		power.Mend = d.Say("use the Pi's own power supply and a short, thick cable")
	}
	d.add(power)

	heat := finding{Part: "temperature", State: stateOff, Says: d.Say("this machine does not tell")}
	celsius, known := hw.Temperature(d.files)
	if known {
		heat.State, heat.Says = stateOK, d.Say("%.0f degrees Celsius", celsius)
	}
	switch {
	case known && celsius >= tooHot:
		heat.State, heat.Says = stateWarning, d.Say("%.0f degrees Celsius: the Pi slows itself down", celsius)
	case throttle.Now(hw.Throttled|hw.FrequencyCapped|hw.SoftTemperatureLimit) && !throttle.Now(hw.UnderVoltage):
		heat.State, heat.Says = stateWarning, d.Say("the Pi slows itself down now, for it is hot")
	}
	if heat.State == stateWarning {
		heat.Mend = d.Say("give the case some air")
	}
	d.add(heat)
}

func (d *Doctor) examineUnit() {
	f := finding{Part: "service", State: stateMissing}
	switch u := d.unit; {
	case u == nil:
		f.State, f.Says = stateOff, d.Say("systemd does not run on this machine")
	case !u.Installed():
		f.State, f.Says = stateOff, d.Say("not installed; arbitre run starts the referee by hand")
	case u["ActiveState"] == "failed":
		f.Says = d.Say("has failed (%s)", u["Result"])
		f.Mend = d.Say("journalctl -u arbitre -n 50 says why; then sudo systemctl restart arbitre")
	case u["ActiveState"] == "inactive" && u["UnitFileState"] == "enabled":
		f.State, f.Says, f.Mend = stateWarning, d.Say("is stopped"), "sudo systemctl start arbitre"
	case u["ActiveState"] == "inactive":
		f.State, f.Says, f.Mend = stateWarning, d.Say("is stopped, and does not start with the machine"), "sudo systemctl enable --now arbitre"
	case !u.Active():
		f.Says = d.Say("does not come up: %s, %s (%s)", u["ActiveState"], u["SubState"], u["Result"])
		f.Mend = d.Say("journalctl -u arbitre -n 50 says why")
	default:
		f.State, f.Says = stateOK, d.Say("runs since %s", u["ExecMainStartTimestamp"])
		watchdog := u["WatchdogUSec"]
		if n := u["NRestarts"]; n != "" && n != "0" {
			f.State = stateWarning
			f.Says += d.Say("; was restarted %s times (last result: %s)", n, u["Result"])
			f.Mend = d.Say(`journalctl -u arbitre -b says why, above each "Failed with result"`)
		}
		if watchdog == "" || watchdog == "0" || watchdog == "infinity" {
			f.State, f.Mend = stateWarning, d.Say("reinstall its unit, or add WatchdogSec=")
			f.Says += d.Say("; nobody watches over it")
		} else {
			f.Says += d.Say("; watchdog %s", watchdog)
		}
	}
	d.add(f)
	if d.unit.Installed() {
		d.add(d.versions())
	}
}

// versions compares the program that runs, or that the service would run, with this one.
func (d *Doctor) versions() finding {
	f := finding{Part: "version", State: stateOK, Says: d.Say("the service runs this same program")}
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
	started, known := d.unit.Started()
	own, ownErr := os.Stat(d.self)
	switch {
	case err != nil:
		f.State, f.Says = stateWarning, d.Say("the service's program can't be read: %v", err)
		f.Mend = d.Say("sudo arbitre doctor looks again, as root")
	case running == installed && d.unit.Active() && known && other.ModTime().After(started):
		f.State, f.Says, f.Mend = stateWarning, d.Say("a newer program was installed after the service was started"), "sudo systemctl restart arbitre"
	case ownErr == nil && os.SameFile(own, other):
	default:
		theirs, err := d.program(running, "version")
		if theirs = strings.TrimPrefix(strings.TrimSpace(theirs), "arbitre "); err != nil {
			f.State, f.Says = stateWarning, d.Say("the service's program has no version: %v", err)
		} else if theirs != d.Version {
			f.State = stateWarning
			f.Says = d.Say("the service runs version %s, this is %s", theirs, d.Version)
			f.Mend = d.Say("sudo systemctl restart arbitre, if this is the newer one")
		}
	}
	return f
}

// muchWritten is worth a warning: the referee writes at most a line a second, and each dirties a page of 4096 bytes.
const muchWritten = 3600 * 4096 // in an hour

// examineWrites says what the running referee has written, and the journals of the last evening.
func (d *Doctor) examineWrites() {
	f := finding{Part: d.Say("SD writes"), State: stateOff, Says: d.Say("no game was played yet")}
	var says []string
	if games, bytes, day := d.lastEvening(); games > 0 {
		f.State = stateOK
		says = append(says, d.Say("games of %s: %d, journals of %s", day, games, inBytes(bytes)))
	}
	if written, ok := d.written(); ok {
		f.State = stateOK
		says = append(says, d.Say("the referee wrote %s since it was started", inBytes(written)))
		if started, known := d.unit.Started(); known && float64(written) > max(1, time.Since(started).Hours())*muchWritten {
			f.State, f.Mend = stateWarning, d.Say("far more than a game needs: journalctl -u arbitre says why")
		}
	}
	if len(says) > 0 {
		f.Says = strings.Join(says, "; ")
	}
	d.add(f)
}

// written is how many bytes the referee caused to be sent to the disk (proc_pid_io(5)); only he and root may know.
func (d *Doctor) written() (bytes uint64, ok bool) {
	text, err := fs.ReadFile(d.files, fmt.Sprintf("proc/%d/io", d.unit.Process()))
	if err != nil || d.unit.Process() == 0 {
		return 0, false
	}
	return writtenIn(string(text))
}

func writtenIn(text string) (bytes uint64, ok bool) {
	_, rest, ok := strings.Cut("\n"+text, "\nwrite_bytes: ")
	rest, _, _ = strings.Cut(rest, "\n")
	bytes, err := strconv.ParseUint(rest, 10, 64)
	return bytes, ok && err == nil
}

// lastEvening is what the journals take that were written to within twelve hours before the newest of them.
func (d *Doctor) lastEvening() (games int, bytes int64, day string) {
	entries, err := os.ReadDir(d.journals())
	if err != nil {
		return 0, 0, ""
	}
	var journals []fs.FileInfo
	var newest time.Time
	for _, e := range entries {
		if info, err := e.Info(); err == nil && journal.IsName(e.Name()) {
			journals = append(journals, info)
			if info.ModTime().After(newest) {
				newest = info.ModTime()
			}
		}
	}
	for _, info := range journals {
		if newest.Sub(info.ModTime()) < 12*time.Hour {
			games++
			bytes += info.Size()
		}
	}
	return games, bytes, newest.Format(time.DateOnly)
}
