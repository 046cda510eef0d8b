package realkernel

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stick makes a stick of FAT with files on it, by name.
func (c *card) stick(files map[string]string) (disk string) {
	c.Helper()
	disk = c.file("stick")
	os.Remove(disk)
	c.host("truncate", "-s", "512M", disk)
	c.host("mkfs.vfat", "-F", "32", disk)
	for name, file := range files {
		c.host("mcopy", "-i", disk, file, "::"+name)
	}
	return disk
}

// plug puts a stick into the machine.
func (c *card) plug(disk string) {
	c.Helper()
	c.monitor("blockdev-add", map[string]any{"driver": "raw", "node-name": "stick", "read-only": true,
		"file": map[string]any{"driver": "file", "filename": disk}})
	c.monitor("device_add", map[string]any{"driver": "usb-storage", "drive": "stick", "id": "stick"})
}

// pull takes it out.
func (c *card) pull() {
	c.Helper()
	c.monitor("device_del", map[string]any{"id": "stick"})
	c.await("the stick is out", func() bool { return c.says("ls /dev/sd* 2> /dev/null") == "" })
	c.monitor("blockdev-del", map[string]any{"node-name": "stick"})
}

// bundle is the update of a version.
func bundle(version string) string {
	return filepath.Join(os.Getenv("ARBITRE_CARD"), "arbitre-"+version+".raucb")
}

// asksFor is what the box does where somebody chooses an update in its menu.
func asksFor(version string) string {
	return "echo " + version + " > /run/arbitre/new && chown arbitre /run/arbitre/new && mv /run/arbitre/new /run/arbitre/update"
}

// restarts starts the machine again in good order.
func (c *card) restarts() {
	c.Helper()
	c.do("systemctl reboot")
	c.again()
}

// installs has the machine install the update that is on a stick, by its menu's way.
func (c *card) installs(version string) {
	c.Helper()
	c.await("the update is offered", func() bool { return c.says("cat /run/arbitre-update/offer") == version })
	before := c.says("cat /run/arbitre-update/state") // what became of another stays until this one begins
	c.do(asksFor(version))
	c.await("it is installed", func() bool {
		state := c.says("cat /run/arbitre-update/state")
		if state != before && strings.HasPrefix(state, "refused") {
			c.Fatalf("%s\n%s", state, c.do("journalctl -b -u rauc -u arbitre-update --no-pager"))
		}
		return state == "installed "+version
	})
	c.do("systemctl is-active arbitre") // a game would have gone on
}

// An update on a stick is offered, installed beside the game, and holds from the next start on, if it
// is still the one that was asked for. It brings the key of the next one. What else lies on the stick
// holds nothing up.
func TestCardUpdate(t *testing.T) {
	c := newCard(t)
	next := filepath.Join(images(t), "next-keys")
	early := c.file("early")
	c.sign(next, "3.0", early)
	c.boot(nil)
	c.opens()
	c.plug(c.strangeStick(map[string]string{"arbitre-2.0.raucb": bundle("2.0"), "arbitre-1.0.raucb": bundle("1.0"),
		"arbitre-3.0.raucb": early}))
	offers := func(version string) {
		t.Helper()
		c.await("it is offered: "+version, func() bool { return c.says("cat /run/arbitre-update/offer") == version })
	}
	offers("2.0") // the certificate of 3.0 is not known before 2.0
	c.do(asksFor("1.5"))
	c.await("it is refused", func() bool { return c.says("cat /run/arbitre-update/state") == "refused changed" })
	offers("2.0")
	c.installs("2.0")
	c.pull()
	c.restarts()
	c.opens()
	c.runs("2.0", 3)
	c.plug(c.stick(map[string]string{"arbitre-3.0.raucb": early}))
	c.installs("3.0")
}

// strangeStick makes a stick of ext4 with files on it, by name, and beside them what else may have a
// name like an update's.
func (c *card) strangeStick(files map[string]string) (disk string) {
	c.Helper()
	folder := c.file("strange")
	c.host("mkdir", "-p", folder+"/directory.raucb")
	c.host("mkfifo", folder+"/0-pipe.raucb")
	c.host("mknod", folder+"/0-console.raucb", "c", "5", "1")
	c.host("ln", "-s", "/dev/zero", folder+"/0-link.raucb")
	c.host("ln", "-s", "nowhere", folder+"/0-nowhere.raucb")
	c.host("truncate", "-s", "100G", folder+"/0-huge.raucb")
	c.host("touch", folder+"/0-empty.raucb")
	for name, file := range files {
		c.host("cp", file, filepath.Join(folder, name))
	}
	disk = c.file("stick")
	c.host("mke2fs", "-q", "-t", "ext4", "-d", folder, disk, "512M")
	return disk
}

// runs checks which version runs, and that a partition is the good root for good.
func (c *card) runs(version string, partition int) {
	c.Helper()
	want := fmt.Sprint(version, "\n", partition, "\n", partition)
	if got := c.do("cd /usr/lib/arbitre; cat version; ./slots get-good; ./slots get-primary"); got != want {
		c.Errorf("version, good and next root are %q, want %q", got, want)
	}
}

// An update that is no good is named, and nothing is offered.
func TestCardRefusesUpdates(t *testing.T) {
	c := newCard(t)
	torn, forged := c.file("torn"), c.file("forged")
	c.host("sh", "-c", "head -c 30000000 "+bundle("2.0")+" > "+torn)
	c.forge(forged)
	c.boot(nil)
	c.opens()
	for why, file := range map[string]string{"signature": forged, "unreadable": torn} {
		c.plug(c.stick(map[string]string{"arbitre-2.0.raucb": file}))
		c.await(why+" is named", func() bool { return c.says("cat /run/arbitre-update/state") == "refused "+why })
		if offer := c.says("cat /run/arbitre-update/offer 2> /dev/null"); offer != "" {
			t.Errorf("it offers %s all the same", offer)
		}
		c.do(asksFor("2.0")) // whoever may ask
		c.await("the wish is gone", func() bool { return c.says("ls /run/arbitre/update 2> /dev/null") == "" })
		c.pull()
	}
	c.runs("1.0", 2)
}

// forge makes an update that somebody else has signed.
func (c *card) forge(to string) {
	c.Helper()
	folder := c.file("forger")
	c.host("mkdir", "-p", folder)
	c.host("openssl", "req", "-batch", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=updates of arbitre",
		"-keyout", folder+"/key.pem", "-out", folder+"/cert.pem")
	c.sign(folder, "2.0", to)
}

// sign makes an update, whose root is none, that is signed with keys.
func (c *card) sign(keys, version, to string) {
	c.Helper()
	content := to + ".content"
	c.host("mkdir", "-p", content)
	c.host("sh", "-c", "head -c 1M /dev/urandom > "+content+"/root.img")
	write(c, content+"/manifest.raucm", "[update]\ncompatible=arbitre-arm64\nversion="+version+"\n"+
		"[bundle]\nformat=verity\n[image.root]\nfilename=root.img\n")
	c.host("rauc", "bundle", "--cert="+keys+"/cert.pem", "--key="+keys+"/key.pem", content, to)
}

// A new root that does not work is left after three tries, and the table of the one before opens.
func TestCardLeavesARootThatDoesNotWork(t *testing.T) {
	images(t)
	for name, tc := range map[string]struct {
		init string // of the new root's initrd, in place of its own
		plug bool   // nothing but the plug ends a try
	}{
		"kernel panics":     {init: "no program"},
		"root hangs":        {init: "#!/bin/busybox sh\nwhile :; do /bin/busybox sleep 1; done\n", plug: true},
		"table never opens": {init: without(t, "/usr/bin/arbitre")},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCard(t)
			c.tries(c.slot(tc.init))
			c.boot(nil)
			for try := 1; try <= 3; try++ {
				c.await(fmt.Sprint("U-Boot tries it, ", try), func() bool { return c.starts(3) == 1 })
				if tc.plug {
					time.Sleep(10 * time.Second)
					c.cut()
					c.boot(nil)
				} else {
					c.again()
				}
			}
			c.opens()
			c.runs("1.0", 2)
		})
	}
}

// A root whose kernel can't be read is no try: the other one is booted at once.
func TestCardLeavesARootWithoutAKernel(t *testing.T) {
	c := newCard(t)
	c.tries(make([]byte, 1<<20))
	c.boot(nil)
	c.opens()
	if n := c.starts(2); n != 1 {
		t.Errorf("%d starts, want one", n)
	}
}

// without is the initrd's script for a root in which one program is another.
func without(t testing.TB, program string) string {
	t.Helper()
	const last = "exec $b switch_root"
	return strings.Replace(read(t, "../../systemd/image/initrd"), last, "$b mount -o bind $b /root"+program+"\n"+last, 1)
}

// The layout of the card, in bytes (systemd/image.sh).
const (
	firstState  = 128 * 512 // sectors that say which root to boot (systemd/image/boot.cmd)
	secondState = 1024 * 512
	firstRoot   = 260 << 20
	secondRoot  = 580 << 20
	rootSize    = secondRoot - firstRoot
	dataBegin   = 900 << 20
)

// slot returns the bytes of the card's first root, with another first process.
func (c *card) slot(init string) []byte {
	c.Helper()
	slot := c.reads(firstRoot)
	squashfs := (binary.LittleEndian.Uint64(slot[40:]) + 4095) / 4096 * 4096
	// Kernel and initrd are one image: a header of 64 bytes, their two lengths, a zero, and both
	// filled up to 4 bytes (include/image.h of U-Boot).
	pack := slot[squashfs+64:]
	kernel, initrd := binary.BigEndian.Uint32(pack), binary.BigEndian.Uint32(pack[4:])
	write(c, c.file("kernel"), pack[12:12+kernel])
	write(c, c.file("initrd"), pack[12+(kernel+3)/4*4:][:initrd])
	write(c, c.file("init"), init)
	c.host("chmod", "755", c.file("init"))
	c.host("sh", "-c", "cd "+c.folder+" && echo init | cpio --quiet -o -H newc | zstd >> initrd")
	c.host("mkimage", "-A", "arm64", "-O", "linux", "-T", "multi", "-C", "none",
		"-d", c.file("kernel")+":"+c.file("initrd"), c.file("new"))
	return append(slot[:squashfs], read(c, c.file("new"))...)
}

// tries writes a root into the partition that is not in use, as one that is to be tried.
func (c *card) tries(slot []byte) {
	c.Helper()
	c.writesAt(secondRoot, slot)
	c.writesAt(firstState, rootState{good: 2, left: 3, new: 3, serial: 1}.sector())
}

// starts returns how often U-Boot has started the kernel of a root since the last power cut, or
// since again was called.
func (c *card) starts(partition int) int {
	c.Helper()
	return strings.Count(c.console()[c.seen:], fmt.Sprintf("root %d starts", partition))
}
