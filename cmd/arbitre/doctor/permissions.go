package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// mayUse is access(2) for the user that the program runs as.
func mayUse(path string, mode uint32) error {
	if err := unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS); err != nil {
		return &fs.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}

// refused returns the verdict on a device that this user or the service's user may not use. The
// second result is false if both may.
func (m *Machine) refused(node string, worst state) (v verdict, refused bool) {
	err := m.may(filepath.Join(m.root, node), unix.R_OK|unix.W_OK)
	switch group := groupOf(m.files, node); {
	case err == nil && m.serviceMayUse(node):
		return v, false
	case err == nil:
		return m.says(worst, "user %s, who the service is, may not use %s", m.unit["User"], node).
			run("sudo systemd-sysusers; sudo udevadm control --reload; sudo udevadm trigger"), true
	case !errors.Is(err, fs.ErrPermission):
		v = m.says(worst, "%s can't be used: %v", node, err)
	case group == "":
		v = m.says(worst, "only root may use %s", node).
			mend("sudo udevadm trigger, if the package is installed: its rules let a group use it")
	default:
		v = m.outsider(worst, node, group)
	}
	return m.denied(v), true
}

// outsider returns the verdict on a device whose group this user is not in.
func (m *Machine) outsider(worst state, node, group string) verdict {
	return m.says(worst, "user %s may not use %s", userName(), node).
		mend("sudo usermod -aG %s $USER, then log out and in again", group)
}

// denied turns a verdict about missing rights into a warning if the service runs: the service has
// rights of its own.
func (m *Machine) denied(v verdict) verdict {
	if m.unit.Active() {
		v.State = warning
		v = v.and("; the service has rights of its own").mend("sudo arbitre doctor looks again, as root")
	}
	return v
}

// serviceMayUse reports whether the user of the service may use a device. The doctor may run as
// root, who may use everything.
func (m *Machine) serviceMayUse(node string) bool {
	name := m.unit["User"]
	mode, stat := rights(m.files, node)
	if name == "" || stat == nil {
		return true
	}
	u, err := user.Lookup(name)
	return err == nil && usedBy(u, mode, stat)
}

// rights returns the mode of a device and its owner, which is nil if there is no such device.
func rights(files fs.FS, node string) (fs.FileMode, *syscall.Stat_t) {
	info, err := fs.Stat(files, strings.TrimPrefix(node, "/"))
	if err != nil {
		return 0, nil
	}
	stat, _ := info.Sys().(*syscall.Stat_t)
	return info.Mode(), stat
}

// usedBy reports whether a user may read and write a file (path_resolution(7)).
func usedBy(u *user.User, mode fs.FileMode, stat *syscall.Stat_t) bool {
	groups, _ := u.GroupIds() // a user whose groups can't be read is in none
	switch {
	case u.Uid == fmt.Sprint(stat.Uid):
		mode >>= 6
	case slices.Contains(groups, fmt.Sprint(stat.Gid)):
		mode >>= 3
	}
	return mode&0o6 == 0o6
}

// groupOf returns the group that may use a device, or "" if only root may.
func groupOf(files fs.FS, node string) string {
	mode, stat := rights(files, node)
	if stat == nil || stat.Gid == 0 || mode&0o060 != 0o060 {
		return ""
	}
	group, err := user.LookupGroupId(fmt.Sprint(stat.Gid))
	if err != nil {
		return ""
	}
	return group.Name
}
