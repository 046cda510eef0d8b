package doctor

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/hw"
	"arbitre/systemd"
)

const configTxt = "/boot/firmware/config.txt" // since Raspberry Pi OS 12; /boot/config.txt before

// A Machine is the machine that is examined, and the table that a configuration describes.
type Machine struct {
	Say     wording.Say // in the language of the answers
	Version string      // of this program
	// TryBroker reaches the broker of the configuration as the table does, and says what is wrong.
	TryBroker func() error

	config      config.Config
	unit        systemd.Unit
	root        string        // its "/"; a temporary folder in tests
	files       fs.FS         // the files below root
	shortestTie time.Duration // the shortest tie window that holds on this machine as it is now

	program func(name string, args ...string) (string, error) // runs a program and returns what it prints
	may     func(path string, mode uint32) error              // access(2) for this user
}

// New returns the machine whose "/" is root, and whose table the configuration describes.
func New(c config.Config, u systemd.Unit, root string) *Machine {
	return &Machine{
		Say: fmt.Sprintf, config: c, unit: u, root: root, files: os.DirFS(root), program: runProgram, may: mayUse,
	}
}

// Service returns the unit of arbitre on this machine, nil without systemd.
func Service() systemd.Unit { return systemd.AskUnit(os.DirFS("/"), runProgram) }

// runProgram runs a program in English, for at most five seconds.
func runProgram(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	command := exec.CommandContext(ctx, name, args...)
	command.Env = append(os.Environ(), "LC_ALL=C")
	out, err := command.Output()
	return string(out), err
}

// onPi adds advice for the firmware of a Raspberry Pi. Where it has no overlays, as in Debian's own
// systems for a Pi, its configuration changes nothing. On other machines the advice is to play
// without hardware.
func (m *Machine) onPi(v verdict, format string, args ...any) verdict {
	if !strings.HasPrefix(hw.Model(m.files), "Raspberry Pi") {
		return v.mend("arbitre demo plays without any hardware")
	}
	_, config := fs.Stat(m.files, strings.TrimPrefix(configTxt, "/"))
	if _, overlays := fs.Stat(m.files, "boot/firmware/overlays"); config == nil && overlays != nil {
		return v.mend("this system has no overlays that %s could name: use Raspberry Pi OS, or the image of a card, "+
			"which has I²C and PWM on GPIO12", configTxt)
	}
	return v.mend(format, args...)
}
