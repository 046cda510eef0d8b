package systemd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever makes an image while another program installs packages is told so, and need only wait. An
// apt-get of ours fails as Debian's does, LOCKED times.
func TestAPackageIsInstalledOnceTheLockOfAptIsFree(t *testing.T) {
	const apt = `#!/bin/sh
echo "$*" >> "$LOG"
[ "$(grep -c . "$LOG")" -gt "$LOCKED" ] && [ -z "$FAULT" ] && exit
echo "${FAULT:-E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt)}" >&2
exit 100
`
	for name, tc := range map[string]struct{ locked, fault, says string }{
		"free":            {"0", "", "installs no-such-package\n"},
		"locked":          {"2", "", "waits for another program that installs packages: held by process 7 (apt)\n"},
		"no such package": {"0", "E: Unable to locate package no-such-package", "Unable to locate package"},
	} {
		t.Run(name, func(t *testing.T) {
			bin := t.TempDir()
			for file, text := range map[string]string{"apt-get": apt, "sleep": "#!/bin/sh\n", "sudo": "#!/bin/sh\nexec \"$@\"\n"} {
				check(t, os.WriteFile(filepath.Join(bin, file), []byte(text), 0o700))
			}
			need := exec.Command("./need.sh", "sh", "dash", "no-such-command", "no-such-package")
			need.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "LOG="+filepath.Join(bin, "log"),
				"LOCKED="+tc.locked, "FAULT="+tc.fault)
			out, err := need.CombinedOutput()
			if (err == nil) != (name == "free" || name == "locked") || !strings.Contains(string(out), tc.says) {
				t.Errorf("%v, it says %q, want %q", err, out, tc.says)
			}
			if strings.Count(string(out), "waits for") > 1 {
				t.Errorf("it repeats itself: %s", out)
			}
		})
	}
}
