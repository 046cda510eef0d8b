// Package doctor looks at every device of the table, and says what is missing and what to type to mend it.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/messages"
	"arbitre/hw"
	"arbitre/hw/latency"
	"arbitre/systemd"

	"golang.org/x/sys/unix"
)

// A state is how well a part works. The words are those of the JSON document.
type state string

const (
	stateOK      state = "ok"
	stateOff     state = "off"     // not wanted by the configuration
	stateWarning state = "warning" // it works, but not as well as it should
	stateMissing state = "missing" // not there, or does not work
)

func (s state) label() string {
	if s == stateMissing {
		return "MISSING"
	}
	return string(s)
}

// A verdict is how well something is. Its names in the JSON document stay as they are, and so do those of whatever it is on.
type verdict struct {
	State state  `json:"state"`
	Says  string `json:"says"`
	Mend  string `json:"mend,omitempty"` // what to type or do
}

// about says what a verdict is about.
func (v verdict) about(what string) verdict {
	v.Says = what + ": " + v.Says
	return v
}

// A finding is what was found out about one part.
type finding struct {
	Part string `json:"part"` // "button of seat 1", "display"
	verdict

	Line       string        `json:"line,omitempty"`          // of the GPIO header, or the key of a device, as it is configured
	Chip       string        `json:"chip,omitempty"`          // that has the line
	Device     string        `json:"device,omitempty"`        // that has the key
	Resolution time.Duration `json:"resolution_ns,omitempty"` // of that device
	Consumer   string        `json:"consumer,omitempty"`      // who has the line or the device, as it calls itself
}

// A diagnosis is the JSON document.
type diagnosis struct {
	Version string       `json:"version"`
	User    string       `json:"user"` // for whom the permissions hold
	Well    bool         `json:"well"` // nothing is missing
	Parts   []finding    `json:"parts"`
	Press   *pressReport `json:"press,omitempty"`
}

// A Doctor looks at a machine.
type Doctor struct {
	Say     messages.Say // in the language of whoever asks
	Version string       // of this program
	// Lamps opens the lamps of the seats, until they are closed; report is told of one that can't be lit.
	Lamps func(report func(lamp hw.Button, err error)) (set func(hw.Button, hw.Light), shut func(), err error)

	config  config.Config
	root    string                                            // the machine's "/"
	files   fs.FS                                             // all below it
	program func(name string, args ...string) (string, error) // what a program of the machine prints
	may     func(path string, mode uint32) error              // whether this user may, as access(2) says
	self    string                                            // this program's file
	unit    systemd.Unit
	found   []finding
}

// Service is the unit of arbitre on this machine.
func Service() systemd.Unit { return systemd.AskUnit(os.DirFS("/"), runProgram) }

// New is for a table on the machine with this "/".
func New(c config.Config, u systemd.Unit, root string) (*Doctor, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return &Doctor{Say: fmt.Sprintf, config: c, unit: u, root: root, files: os.DirFS(root), program: runProgram, may: MayUse, self: self}, nil
}

// Asked is what a person wants to know beside the state of every part.
type Asked struct {
	Press bool // what comes of pressing every button
	JSON  bool // all of it as one JSON document; what is said meanwhile goes to the other writer
}

// Examine looks at everything and prints what it found. Its error says that something is missing.
func (d *Doctor) Examine(ctx context.Context, asked Asked, out, talk io.Writer) (err error) {
	if asked.JSON {
		d.Say = fmt.Sprintf // the document is for programs
	}
	tie, _, err := latency.Measured(ctx, 1000)
	if err != nil {
		return err
	}
	d.examine()
	d.add(d.Say("races"), d.races(tie))
	result := diagnosis{Version: d.Version, User: userName(), Parts: d.found}
	if !asked.JSON {
		talk = out
		printFindings(out, d.Say, d.found)
	}
	if asked.Press {
		if result.Press, err = d.pressAll(ctx, talk); err != nil {
			return err
		}
	}
	missing, warnings := result.count()
	result.Well = missing == 0
	if asked.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(result); err != nil {
			return err
		}
	}
	switch summary := summarise(d.Say, missing, warnings); {
	case missing > 0:
		return errors.New(summary)
	case !asked.JSON:
		fmt.Fprintln(out, "\n"+summary)
	}
	return nil
}

// count counts what is missing and what is a warning, in all of it.
func (d diagnosis) count() (missing, warnings int) {
	var all []verdict
	for _, f := range d.Parts {
		all = append(all, f.verdict)
	}
	if d.Press != nil {
		if d.Press.Failed != "" {
			missing++
		}
		for _, b := range d.Press.Buttons {
			all = append(all, b.verdict)
		}
	}
	for _, v := range all {
		switch v.State {
		case stateMissing:
			missing++
		case stateWarning:
			warnings++
		}
	}
	return missing, warnings
}

func summarise(say messages.Say, missing, warnings int) string {
	things := func(n int, one, many string) string {
		if n == 1 {
			return say(one)
		}
		return say(many, n)
	}
	missed := things(missing, "1 part that a game needs is missing", "%d parts that a game needs are missing")
	said := things(warnings, "1 warning", "%d warnings")
	switch {
	case missing > 0 && warnings > 0:
		return say("%s; %s", missed, said)
	case missing > 0:
		return missed
	case warnings > 0:
		return say("A game can be played; %s.", said)
	}
	return say("All is well.")
}

// printFindings prints a line for each part, and below it how to mend it, once where the next ones need the same.
func printFindings(w io.Writer, say messages.Say, found []finding) {
	width := 0
	for _, f := range found {
		width = max(width, utf8.RuneCountInString(say(f.Part)))
	}
	for i, f := range found {
		fmt.Fprintf(w, "%-8s %-*s  %s\n", say(f.State.label()), width, say(f.Part), f.Says)
		if f.Mend != "" && (i+1 == len(found) || found[i+1].Mend != f.Mend) {
			fmt.Fprintf(w, "%8s %*s  -> %s\n", "", width, "", f.Mend)
		}
	}
}

func (d *Doctor) add(part string, v verdict) {
	d.found = append(d.found, finding{Part: part, verdict: v})
}

// off is the verdict on what is not wanted.
func (d *Doctor) off() verdict { return verdict{stateOff, d.Say("off in the configuration"), ""} }

// examine looks at everything, in the order in which a game needs it.
func (d *Doctor) examine() {
	d.examineLines()
	d.examinePlugs()
	d.examineBuzzer()
	d.examineDisplays()
	d.add("speaker", d.speaker())
	d.add("keyboard", d.keyboards())
	d.add("journals", d.journals())
	d.examineFiles()
	d.add("clock", d.clock())
	d.add(d.Say("power supply"), d.power())
	d.examineUnit()
}

// refused is the verdict on a device that this user, or that of the service, may not use; nil if both may.
func (d *Doctor) refused(node string, worst state) *verdict {
	if says, mend := d.access(node); says != "" {
		v := d.denied(verdict{worst, says, mend})
		return &v
	}
	return nil
}

// access says why this user, or that of the service, may not use a device, and what to do about it; nothing if both may.
func (d *Doctor) access(node string) (says, mend string) {
	err := d.may(filepath.Join(d.root, node), unix.R_OK|unix.W_OK)
	switch group := d.groupOf(node); {
	case err == nil:
		return d.serviceAccess(node)
	case !errors.Is(err, fs.ErrPermission):
		return d.Say("%s can't be used: %v", node, err), ""
	case group == "":
		return d.Say("only root may use %s", node), d.Say("sudo udevadm trigger, if the package is installed: its rules let a group use it")
	default:
		return d.outsider(node, group)
	}
}

// outsider says that this user is not in the group that may use a device, and how to come into it.
func (d *Doctor) outsider(node, group string) (says, mend string) {
	return d.Say("user %s may not use %s", userName(), node), d.Say("sudo usermod -aG %s $USER, then log out and in again", group)
}

// denied is a verdict on what this user may not use. A referee that runs as a service has rights of its own.
func (d *Doctor) denied(v verdict) verdict {
	if d.unit.Active() {
		v = verdict{stateWarning, v.Says + d.Say("; the service has rights of its own"), d.Say("sudo arbitre doctor looks again, as root")}
	}
	return v
}

// serviceAccess is access for the user of the service, who may less than root, whom the doctor may run as.
func (d *Doctor) serviceAccess(node string) (says, mend string) {
	name := d.unit["User"]
	info, err := fs.Stat(d.files, strings.TrimPrefix(node, "/"))
	if !d.unit.Installed() || name == "" || err != nil {
		return "", ""
	}
	if u, err := user.Lookup(name); err == nil && usedBy(u, info) {
		return "", ""
	}
	return d.Say("user %s, who the service is, may not use %s", name, node),
		"sudo systemd-sysusers; sudo udevadm control --reload; sudo udevadm trigger"
}

// usedBy tells whether a user may read and write what is there (path_resolution(7)).
func usedBy(u *user.User, info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	groups, err := u.GroupIds()
	if err != nil {
		return false
	}
	mode := info.Mode()
	switch {
	case u.Uid == strconv.FormatUint(uint64(stat.Uid), 10):
		mode >>= 6
	case slices.Contains(groups, strconv.FormatUint(uint64(stat.Gid), 10)):
		mode >>= 3
	}
	return mode&0o6 == 0o6
}

// groupOf is the group that may use a device, or "" if that is no other than root.
func (d *Doctor) groupOf(node string) string {
	info, err := fs.Stat(d.files, strings.TrimPrefix(node, "/"))
	if err != nil || info.Mode()&0o060 != 0o060 {
		return ""
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Gid == 0 {
		return ""
	}
	group, err := user.LookupGroupId(strconv.FormatUint(uint64(stat.Gid), 10))
	if err != nil {
		return ""
	}
	return group.Name
}

// MayUse is access(2) for whom the program runs as.
func MayUse(path string, mode uint32) error {
	if err := unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS); err != nil {
		return &fs.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}

// runProgram runs a program of the machine, in English and not for long.
func runProgram(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), "LC_ALL=C")
	out, err := command.Output()
	return string(out), err
}

func userName() string {
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return strconv.Itoa(os.Getuid())
}
