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

	"arbitre/display/wording"

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
		return m.says(warning, "%s has only %s left", folder, size(m.Say, free)).
			run("sudo apt clean; sudo journalctl --vacuum-size=50M")
	}
	return m.says(fine, "%s can be written; %s free", folder, size(m.Say, free))
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

// size says a size in MB or GB.
func size(say wording.Say, bytes uint64) string {
	if bytes >= 10<<30 {
		return say("%d GB", bytes>>30)
	}
	return say("%d MB", bytes>>20)
}
