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

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// littleSpace is the free space, in bytes, below which the doctor warns. The journals of a long
// evening are a few megabytes.
const littleSpace = 100 << 20

// journals looks at the folder of the journals: whether this user may write there, how much space
// is free, and whether the disk has errors.
func journals(m *Machine) verdict {
	folder, err := filepath.Abs(m.config.Journals) // a relative one is below the working directory
	if err == nil && filepath.IsAbs(m.config.Journals) {
		folder = filepath.Join(m.root, folder)
	}
	there := nearestFolder(folder)
	if err := m.may(there, unix.W_OK|unix.X_OK); err != nil {
		return m.noJournals(folder, err)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(there, &disk); err != nil {
		return m.fails(missing, err).about(folder)
	}
	free := disk.Bavail * uint64(disk.Bsize)
	switch faults := diskErrors(m.root, there); {
	case faults > 0:
		return m.says(warning, "%d errors on the file system of %s: the SD card is failing, and may take nothing more",
			faults, folder).mend("copy the card while it can be read, and take another")
	case !m.serviceMayWrite():
		return m.says(warning, "the service may write in %s alone, not in %s", m.unit.StateFolder(), folder).
			mend(`take journals = "..." out of the configuration, or: `+
				`sudo systemctl edit arbitre, and there [Service] and ReadWritePaths=%s`, folder)
	case free < littleSpace:
		return m.says(warning, "%s has only %s left", folder, formatSize(free)).
			run("sudo apt clean; sudo journalctl --vacuum-size=50M")
	}
	return m.says(fine, "%s can be written; %s free", folder, formatSize(free))
}

// noJournals says why this user may not write in the folder of the journals.
func (m *Machine) noJournals(folder string, err error) verdict {
	switch {
	case errors.Is(err, unix.EROFS):
		return m.says(missing, "%s is on a file system that is read-only: a failing SD card is often made so", folder).
			mend("restart; if it comes again, copy the card while it can be read")
	case m.unit.Active() || m.unit.StateFolder() == m.config.Journals:
		return m.says(warning, "%s is the service's own: this user can't look whether there is room", folder).
			mend("sudo arbitre doctor looks again, as root")
	}
	return m.says(missing, "user %s may not write in %s: %v", userName(), folder, errors.Unwrap(err)).
		mend(`choose another folder with journals = "..." in the configuration`)
}

// diskErrors returns the number of errors on the file system of a folder since its last check, if
// the kernel counts them (Documentation/ABI/testing/sysfs-fs-ext4). Since Linux 6.12 an ext4 that
// has shut down because of them is not read-only: access(2) and statfs(2) find nothing wrong.
func diskErrors(root, folder string) int {
	var stat unix.Stat_t
	if err := unix.Stat(folder, &stat); err != nil {
		return 0
	}
	number := fmt.Sprintf("sys/dev/block/%d:%d", unix.Major(stat.Dev), unix.Minor(stat.Dev))
	device, err := os.Readlink(filepath.Join(root, number))
	if err != nil {
		return 0
	}
	text, _ := os.ReadFile(filepath.Join(root, "sys/fs/ext4", filepath.Base(device), "errors_count"))
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return n
}

// serviceMayWrite reports whether the unit lets the referee write in the folder of the journals.
func (m *Machine) serviceMayWrite() bool {
	if !m.unit.Installed() {
		return true
	}
	allowed := append(strings.Fields(m.unit["ReadWritePaths"]), m.unit.StateFolder())
	return slices.ContainsFunc(allowed, func(path string) bool {
		path = strings.TrimSuffix(strings.TrimLeft(path, "-+"), "/")
		return path != "" && strings.HasPrefix(m.config.Journals+"/", path+"/")
	})
}

// nearestFolder returns a folder, or the nearest one above it that exists.
func nearestFolder(folder string) string {
	for {
		_, err := os.Stat(folder)
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(folder) == folder {
			return folder
		}
		folder = filepath.Dir(folder)
	}
}

// formatSize formats a size in MB or GB.
func formatSize(bytes uint64) string {
	if bytes >= 10<<30 {
		return fmt.Sprintf("%d GB", bytes>>30)
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

// wordLists looks at the files that the tables of games name. Without one the service does not
// start.
func wordLists(m *Machine) (found []finding) {
	for _, g := range m.config.Games {
		for _, s := range g.Settings {
			if v := m.file(s.Path, missing); s.Form == games.WordList && v.State != "" {
				found = append(found, finding{Part: m.Say("word list"), verdict: v})
			}
		}
	}
	return found
}

func recordings(m *Machine) verdict { return m.file(m.config.Speaker.Folder, warning) }

// file looks at a file or folder that the service reads, "" for none. Its unit hides home folders
// and temporary files (ProtectHome=, PrivateTmp=).
func (m *Machine) file(path string, worst state) verdict {
	if path == "" || !m.unit.Installed() {
		return verdict{}
	}
	if _, err := os.Stat(filepath.Join(m.root, path)); err != nil {
		return m.fails(worst, err).mend("write where it is into the configuration")
	}
	for _, hidden := range []string{"/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"} {
		if strings.HasPrefix(path, hidden) {
			return m.says(worst, "the service does not see %s", path).
				mend("sudo cp -r %s /etc/arbitre, and write that into the configuration", path)
		}
	}
	return verdict{State: fine, Says: path}
}

// races compares the tie window in force with the shortest that holds on this machine as it is now.
func races(m *Machine) verdict {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 } // some terminals have no µ
	least := ms(m.shortestTie)
	switch tie := m.config.Race.Tie; {
	case tie == config.Auto:
		return m.says(fine, `presses less than %v ms apart are a dead heat, as was measured now (tie = "auto")`, least)
	case tie < m.shortestTie:
		return m.says(warning, "presses %v ms apart can't be told apart on this machine as it is now; "+
			"those %v ms apart can", ms(tie), least).
			mend("write tie = \"auto\" below [race] in the configuration, or end what else runs on this machine")
	default:
		return m.says(fine, "presses less than %v ms apart are a dead heat; here %v ms would be enough",
			ms(tie), least)
	}
}

// power looks at the supply voltage, which the firmware of a Pi watches.
func power(m *Machine) verdict {
	text, err := m.program("vcgencmd", "get_throttled")
	low, since, failed := hw.ParseThrottled(text)
	switch {
	case err != nil || failed != nil:
		return m.says(off, "this machine does not tell")
	case low:
		return m.says(warning, "the voltage is too low now: the Pi may stop in the middle of a game").
			mend("use the Pi's own power supply and a short, thick cable")
	case since:
		return m.says(warning, "the voltage was too low since the start").
			mend("use the Pi's own power supply and a short, thick cable")
	}
	return m.says(fine, "the voltage is good")
}

// service looks at the state of arbitre's unit.
func service(m *Machine) verdict {
	u := m.unit
	switch {
	case u == nil:
		return m.says(off, "systemd does not run on this machine")
	case !u.Installed():
		return m.says(off, "not installed; arbitre run starts the referee by hand")
	case u["ActiveState"] == "failed":
		return m.says(missing, "has failed (%s)", u["Result"]).
			mend("journalctl -u arbitre -n 50 says why; then sudo systemctl restart arbitre")
	case u["ActiveState"] == "inactive" && u["UnitFileState"] == "enabled":
		return m.says(warning, "is stopped").run("sudo systemctl start arbitre")
	case u["ActiveState"] == "inactive":
		return m.says(warning, "is stopped, and does not start with the machine").
			run("sudo systemctl enable --now arbitre")
	case !u.Active():
		return m.says(missing, "does not come up: %s, %s (%s)", u["ActiveState"], u["SubState"], u["Result"]).
			mend("journalctl -u arbitre -n 50 says why")
	}
	v := m.says(fine, "runs since %s", u["ExecMainStartTimestamp"])
	if n := u["NRestarts"]; n != "" && n != "0" {
		v.State = warning
		v = v.and("; was restarted %s times (last result: %s)", n, u["Result"]).
			mend(`journalctl -u arbitre -b says why, above each "Failed with result"`)
	}
	if watchdog := u["WatchdogUSec"]; watchdog != "" && watchdog != "0" && watchdog != "infinity" {
		return v.and("; watchdog %s", watchdog)
	}
	v.State = warning
	return v.and("; nobody watches over it").mend("reinstall its unit, or add WatchdogSec=")
}
