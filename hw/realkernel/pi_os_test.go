package realkernel

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// A piOS is a card of Raspberry Pi OS, in a machine without a network: the root on one disk, and on
// another the boot partition, which lies in a folder while the card is at the laptop.
type piOS struct {
	*card
	laptop string
}

// bootFiles are those of a boot partition that was just written, as far as card.sh and cloud-init
// read them. Nothing is asked for: what Raspberry Pi OS has in these files beside it is comments.
var bootFiles = map[string]string{
	"config.txt": "#dtparam=i2c_arm=on\ndtparam=audio=on\nauto_initramfs=1\narm_64bit=1\n\n" +
		"[cm5]\ndtoverlay=dwc2,dr_mode=host\n\n[all]",
	"cmdline.txt":    "console=tty1 root=PARTUUID=a4b17e00-02 rootwait resize\n",
	"kernel8.img":    "",
	"meta-data":      "dsmode: local\ninstance_id: rpios-image\n",
	"network-config": "# network:\n#   version: 2\n",
	"user-data":      "#cloud-config\n\n# hostname: raspberrypi\n",
}

// asked are the files in which Raspberry Pi Imager asks for a name, a user and a server.
var asked = map[string]string{
	"cmdline.txt": "console=tty1 root=PARTUUID=a4b17e00-02 rootwait resize" +
		" ds=nocloud;i=rpi-imager-1795000000000",
	"meta-data": "instance-id: rpi-imager-1795000000000\n",
	"user-data": `#cloud-config
manage_resolv_conf: false

hostname: salon
manage_etc_hosts: true
packages:
- avahi-daemon

apt:
  preserve_sources_list: true

user:
  name: ada
  shell: /bin/bash
  lock_passwd: false
  passwd: "` + password + `"
  sudo: null

runcmd:
  - [ touch, /root/as-asked ]
`,
}

// password is the hash of "table".
const password = "$6$arbitre$vGNPYEduRjxHpU9edJBwK5cp4j3cyPU1HuvFG1qsCO6" +
	"XYxr8JHLjgY0JE4HePlCw9NhJB5oeTnI.93HtEt.CU0"

// newPiOS returns a card with those files. It skips the test unless the script pi-os has a root.
func newPiOS(t testing.TB, files ...map[string]string) *piOS {
	t.Helper()
	image := os.Getenv("ARBITRE_PI_OS")
	if image == "" {
		t.Skip("needs a Debian with cloud-init: hw/realkernel/pi-os makes one")
	}
	p := &piOS{card: &card{TB: t, folder: t.TempDir()}, laptop: t.TempDir()}
	p.host("cp", "--sparse=always", filepath.Join(image, "disk"), p.disk())
	for _, files := range files {
		for name, text := range files {
			write(t, filepath.Join(p.laptop, name), text)
		}
	}
	t.Cleanup(p.cut)
	p.firmware = []string{"-kernel", os.Getenv("ARBITRE_PI_OS_KERNEL"),
		"-initrd", filepath.Join(image, "initrd"),
		"-drive", "file=" + p.bootfs() + ",format=raw,if=none,id=boot,cache=unsafe",
		"-device", "virtio-blk-pci,drive=boot"}
	return p
}

func (p *piOS) bootfs() string { return filepath.Join(p.folder, "bootfs") }

// prepare runs card.sh at the laptop.
func (p *piOS) prepare(args ...string) {
	p.Helper()
	p.Log(p.host("../../systemd/card.sh", append(args, p.laptop)...))
}

// files returns what is on the boot partition, at the laptop.
func (p *piOS) files() map[string]string {
	p.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(p.laptop)
	if err != nil {
		p.Fatal(err)
	}
	for _, entry := range entries {
		files[entry.Name()] = read(p, filepath.Join(p.laptop, entry.Name()))
	}
	return files
}

// start puts the card into the machine, and that to the mains.
func (p *piOS) start() {
	p.Helper()
	os.Remove(p.bootfs())
	p.host("truncate", "-s", "512M", p.bootfs())
	p.host("mkfs.vfat", "-F", "32", "-s", "1", "-n", "bootfs", p.bootfs())
	files := p.files()
	copied := []string{"-i", p.bootfs()}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		copied = append(copied, filepath.Join(p.laptop, name))
	}
	p.host("mcopy", append(copied, "::")...)
	_, given, _ := strings.Cut(strings.TrimSpace(files["cmdline.txt"]), "resize")
	p.boot(nil, "-append", "console=ttyAMA0 panic=-1 quiet mitigations=off kpti=off"+given)
}

// back takes the card to the laptop.
func (p *piOS) back() {
	p.Helper()
	p.cut()
	for name := range p.files() {
		os.Remove(filepath.Join(p.laptop, name))
	}
	p.host("mcopy", "-i", p.bootfs(), "::*", p.laptop)
}

// hasOpened waits until the package of a version is installed and the table open.
func (p *piOS) hasOpened(version string) {
	p.Helper()
	p.await("the table is open", func() bool {
		return p.says("systemctl is-active arbitre; ls /boot/firmware/*.deb 2> /dev/null") == "active"
	})
	p.Logf("open after %.0f s of the emulator's processor", p.seconds())
	got := p.says("dpkg-query -Wf '${db:Status-Status} ${Version}' arbitre; echo; dpkg --audit")
	if got != "installed "+version {
		p.Errorf("the package is %s, want %s installed", got, version)
	}
	if got := p.says("ls /sys/class/net"); got != "lo" {
		p.Errorf("there are networks: %s", got)
	}
	if failed := p.do("systemctl list-units --failed --plain --no-legend"); failed != "" {
		p.Errorf("failed: %s\n%s", failed, p.do("journalctl -b -p warning --no-pager | tail -30"))
	}
}

// A card of which nothing was asked installs the package once, although nobody chooses a user.
func TestPiOSOpensTheTableAtItsFirstStart(t *testing.T) {
	p := newPiOS(t, bootFiles)
	p.prepare("-v", "1.0")
	files := p.files()
	p.prepare("-p", filepath.Join(p.laptop, "arbitre_1.0_arm64.deb"))
	if diff := cmp.Diff(files, p.files()); diff != "" {
		t.Errorf("a second time it changes something (-once +twice):\n%s", diff)
	}
	overlay, _ := hw.PWMOverlay(config.Default(all.Games(), os.Getenv).Buzzer.Pin)
	want := bootFiles["config.txt"] + "\n[all]\ndtparam=i2c_arm=on\n\n[all]\n" + overlay + "\n"
	if diff := cmp.Diff(want, files["config.txt"]); diff != "" {
		t.Errorf("config.txt (-want +got):\n%s", diff)
	}
	p.start()
	p.hasOpened("1.0")
	p.await("somebody is asked for a user", func() bool {
		return p.says("systemctl is-active userconfig cloud-final") == "activating\ninactive"
	})
	p.do("sync")
	p.back()
	delete(files, "arbitre_1.0_arm64.deb")
	if diff := cmp.Diff(files, p.files()); diff != "" {
		t.Errorf("after the first start the boot partition differs (-want +got):\n%s", diff)
	}

	p.start()
	p.hasOpened("1.0")
	p.do("systemctl is-active cloud-init-network")
	if got := p.says("journalctl --boot --quiet --unit=arbitre-install; " +
		"grep -cE ' (install|upgrade) arbitre' /var/log/dpkg.log"); got != "1" {
		t.Errorf("the second start has installed again:\n%s", got)
	}
}

// What was asked for in Raspberry Pi Imager is done as well, and the package can be replaced.
func TestPiOSDoesWhatItsOwnerAskedFor(t *testing.T) {
	p := newPiOS(t, bootFiles, asked)
	p.prepare("-v", "1.0")
	files := p.files()
	for name, text := range asked {
		if files[name] != text {
			t.Errorf("%s is another one:\n%s", name, files[name])
		}
	}
	p.start()
	p.hasOpened("1.0")
	p.says("cloud-init status --wait") // it complains about avahi-daemon, which comes by the network
	for command, want := range map[string]string{
		"hostname":                        "salon",
		"getent shadow ada | cut -d: -f2": password,
		"ls /root/as-asked":               "/root/as-asked",
		"systemctl is-active userconfig":  "inactive",
	} {
		if got := p.says(command); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
	p.do("sync")
	p.back()

	p.prepare("-v", "2.0")
	p.start()
	p.hasOpened("2.0")
}
