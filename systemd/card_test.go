package systemd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// card.sh says what is wrong with a folder or a package, and leaves the card as it is. What becomes
// of a card that it prepares is tried by hw/realkernel/pi-os.
func TestACardThatCannotBePreparedIsLeftAlone(t *testing.T) {
	good := map[string]string{
		"config.txt": "", "cmdline.txt": "", "user-data": "", "meta-data": "", "kernel8.img": "",
	}
	for _, c := range []struct {
		name, missing, added, pack, want string
	}{
		{"another folder", "config.txt", "", "arm64", "the card's partition bootfs is mounted"},
		{"without a command line", "cmdline.txt", "", "arm64", "has no cmdline.txt"},
		{"an older system", "user-data", "", "arm64", "November 2025 or later (Trixie)"},
		{"no seed", "meta-data", "", "arm64", "has no meta-data"},
		{"another system", "kernel8.img", "", "arm64", "neither kernel7.img nor kernel8.img"},
		{"somebody else's vendor-data", "", "vendor-data", "arm64", "somebody else's"},
		{"a package for 32 bits", "", "", "armhf", "needs arbitre_*_arm64.deb"},
		{"a package for 64 bits", "", "kernel7.img", "arm64", "needs arbitre_*_armhf.deb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			boot := t.TempDir()
			for name, text := range good {
				if name != c.missing {
					put(t, boot, name, text)
				}
			}
			if c.added != "" {
				put(t, boot, c.added, "")
			}
			before := list(boot)
			pack := put(t, t.TempDir(), "arbitre_1.0_"+c.pack+".deb", "")
			out, err := exec.Command("./card.sh", "-p", pack, boot).CombinedOutput()
			if err == nil || !strings.Contains(string(out), c.want) {
				t.Errorf("it says %q, %v; want %q", out, err, c.want)
			}
			if after := list(boot); after != before {
				t.Errorf("the card has %s, before %s", after, before)
			}
		})
	}
}

func put(t *testing.T, folder, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(folder, name)
	check(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func list(folder string) string {
	entries := must(os.ReadDir(folder))
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return strings.Join(names, " ")
}
