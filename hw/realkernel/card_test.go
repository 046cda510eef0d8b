package realkernel

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A card is the image that systemd/image.sh has made, in a machine of QEMU with Debian's U-Boot.
// Nothing in it is changed: units of the tests come as credentials, as a machine's firmware gives
// them to systemd.
type card struct {
	testing.TB
	folder   string   // of the disk and of QEMU's sockets
	firmware []string // QEMU's arguments for what is started first
	qemu     *exec.Cmd
	shell    net.Conn // root's
	answer   *bufio.Reader
	seen     int  // how much of the console tells of starts before the present one
	noting   bool // all that is written to the disk is noted, to lose some of it in a power cut
}

// shellUnit lets root type at a port of the machine.
const shellUnit = `[Unit]
DefaultDependencies=no
[Service]
ExecStart=/bin/sh -c "while sleep 1; do sh <> /dev/virtio-ports/shell >&0 2>&0; done"
`

// images returns the folder of the images that the script card has made, and skips the test if it
// has not.
func images(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("ARBITRE_CARD")
	if folder == "" {
		t.Skip("needs images of a card: hw/realkernel/card makes them")
	}
	return folder
}

// newCard returns a machine with a fresh card, larger than the image.
func newCard(t testing.TB) *card {
	t.Helper()
	images := images(t)
	c := &card{TB: t, folder: t.TempDir(), firmware: []string{"-bios", "/usr/lib/u-boot/qemu_arm64/u-boot.bin"}}
	image := filepath.Join(images, "arbitre-1.0.img")
	c.host("cp", "--sparse=always", image, c.disk())
	c.host("truncate", "-s", "2G", c.disk())
	t.Cleanup(c.cut)
	return c
}

func (c *card) file(name string) string { return filepath.Join(c.folder, name) }
func (c *card) disk() string            { return c.file("disk") }

// host runs a program of this machine.
func (c *card) host(name string, args ...string) string {
	c.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		c.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// boot starts the machine, with units of ours by name, which is one letter and its kind: a longer
// one finds no place among the firmware's credentials.
func (c *card) boot(units map[string]string, args ...string) {
	c.Helper()
	mount := "tmpfs /mnt tmpfs nofail,x-systemd.requires=s.service"
	credential := func(name, text string) {
		write(c, c.file(name), text)
		args = append(args, "-fw_cfg", "name=opt/io.systemd.credentials/"+name+",file="+c.file(name))
	}
	credential("systemd.extra-unit.s.service", shellUnit)
	for name, unit := range units {
		mount += ",x-systemd.requires=" + name
		credential("systemd.extra-unit."+name, unit)
	}
	credential("fstab.extra", mount+" 0 0\n") // which has them started
	args = append(args, c.firmware...)
	c.qemu = exec.Command("qemu-system-aarch64", append([]string{"-M", "virt", "-cpu", "cortex-a72",
		"-accel", "tcg,thread=multi", "-smp", "2", "-m", "512", "-nodefaults", "-no-user-config", "-display", "none",
		"-blockdev", c.blockdev(), "-device", "virtio-blk-pci,drive=card", "-device", "virtio-keyboard-pci",
		"-device", "i6300esb", "-device", "qemu-xhci", "-device", "virtio-serial-pci",
		"-chardev", "socket,id=shell,server=on,wait=off,path=" + c.file("shell"),
		"-device", "virtserialport,chardev=shell,name=shell",
		"-qmp", "unix:" + c.file("qmp") + ",server=on,wait=off", "-serial", "file:" + c.file("console")}, args...)...)
	c.qemu.Stderr = os.Stderr
	os.Remove(c.file("console")) // of the start before
	if err := c.qemu.Start(); err != nil {
		c.Fatal(err)
	}
	c.connect()
}

// blockdev describes the disk to QEMU. Nothing is flushed to the disk of this machine, which stays.
func (c *card) blockdev() string {
	c.Helper()
	disk := "node-name=card,file.driver=file,file.filename=" + c.disk() + ",file.cache.no-flush=on"
	if !c.noting {
		return disk + ",driver=raw"
	}
	c.host("cp", "--sparse=always", c.disk(), c.before())
	write(c, c.file("writes"), "")
	return disk + ",driver=blklogwrites,log-sector-size=512,log.driver=file,log.filename=" + c.file("writes")
}

// before is the disk as it was when the machine was started, if what is written is noted.
func (c *card) before() string { return c.file("before") }

// writes holds the machine and returns what it has written so far.
func (c *card) writes() []diskWrite {
	c.Helper()
	c.monitor("stop", nil) // which waits until all is written
	return readWrites(c, c.file("writes"))
}

// connect takes up the shell of a machine that starts.
func (c *card) connect() {
	c.Helper()
	c.await("QEMU runs", func() (ok bool) {
		var err error
		c.shell, err = net.Dial("unix", c.file("shell"))
		return err == nil
	})
	c.answer = bufio.NewReader(c.shell)
}

// await waits until something is so, on a machine that is slow.
func (c *card) await(what string, is func() bool) {
	c.Helper()
	for deadline := time.Now().Add(5 * time.Minute); !is(); time.Sleep(time.Second / 4) {
		if time.Now().After(deadline) {
			c.Fatalf("waited in vain: %s\n%s", what, c.console())
		}
	}
}

// again waits until the machine leaves what runs and starts anew by itself.
func (c *card) again() {
	c.Helper()
	begins := func() int { return c.seen + strings.Index(c.console()[c.seen:], "\nU-Boot ") }
	present := begins() + 1
	c.await("it starts again", func() bool { return strings.Contains(c.console()[present:], "\nU-Boot ") })
	c.seen = present
	c.seen = begins()
	c.shell.Close()
	c.connect()
}

// cut pulls the plug.
func (c *card) cut() {
	if c.qemu != nil {
		c.shell.Close()
		c.qemu.Process.Kill()
		c.qemu.Wait()
		c.qemu, c.seen = nil, 0
	}
}

// console returns what the machine has said since it was started.
func (c *card) console() string {
	c.Helper()
	text, err := os.ReadFile(c.file("console"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // QEMU makes it in a moment
		c.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r", "")
}

// try runs commands in the machine and returns what they print, and their code.
func (c *card) try(script string) (out string, code int) {
	c.Helper()
	return c.follow(script, func(string) {})
}

// follow is [card.try], and passes each line on as it comes.
func (c *card) follow(script string, pass func(line string)) (out string, code int) {
	c.Helper()
	fmt.Fprintf(c.shell, "{ %s\n} < /dev/null 2>&1; echo \"exit $?\"\n", script)
	for {
		c.shell.SetReadDeadline(time.Now().Add(10 * time.Minute)) // for each line: what goes on may last
		line, err := c.answer.ReadString('\n')
		if err != nil {
			c.Fatalf("%s: %v, after %q\n%s", script, err, out, c.console())
		}
		if end, ok := strings.CutPrefix(line, "exit "); ok {
			code, _ = strconv.Atoi(strings.TrimSpace(end))
			return strings.TrimSpace(out), code
		}
		pass(strings.TrimSpace(line))
		out += line
	}
}

// says returns what commands print, whatever their code.
func (c *card) says(script string) string {
	c.Helper()
	out, _ := c.try(script)
	return out
}

// do runs commands that must not fail.
func (c *card) do(script string) string {
	c.Helper()
	out, code := c.try(script)
	if code != 0 {
		c.Fatalf("%s: exit %d\n%s", script, code, out)
	}
	return out
}

// opens waits until the table is open, at the first try.
func (c *card) opens() {
	c.Helper()
	c.do("systemctl is-system-running --wait > /dev/null; systemctl is-active arbitre || { journalctl --boot --unit=arbitre --no-pager | tail -30; exit 3; }")
	if n := c.do("systemctl show arbitre --property=NRestarts --value"); n != "0" {
		c.Errorf("it was started again %s times", n)
	}
	if failed := c.do("systemctl list-units --failed --plain --no-legend"); failed != "" {
		c.Errorf("failed: %s\n%s", failed, c.do("journalctl -b -p warning --no-pager | tail -30"))
	}
}

// seconds returns how much of this machine's processor the emulator has taken.
func (c *card) seconds() float64 {
	c.Helper()
	fields := strings.Fields(read(c, fmt.Sprintf("/proc/%d/stat", c.qemu.Process.Pid)))
	user, _ := strconv.ParseFloat(fields[13], 64)
	system, _ := strconv.ParseFloat(fields[14], 64)
	return (user + system) / 100
}

// monitor has QEMU do something (see its "QMP" reference).
func (c *card) monitor(command string, arguments map[string]any) {
	c.Helper()
	conn, err := net.Dial("unix", c.file("qmp"))
	if err != nil {
		c.Fatal(err)
	}
	defer conn.Close()
	type ask struct {
		Execute   string         `json:"execute"`
		Arguments map[string]any `json:"arguments,omitempty"`
	}
	in, out := json.NewDecoder(conn), json.NewEncoder(conn)
	var reply map[string]any
	in.Decode(&reply) // its greeting
	for _, ask := range []ask{{Execute: "qmp_capabilities"}, {command, arguments}} {
		out.Encode(ask)
		for reply = nil; reply["return"] == nil; {
			if err := in.Decode(&reply); err != nil || reply["error"] != nil {
				c.Fatalf("%s: %v %v", command, err, reply)
			}
		}
	}
}

// withHeader gives the machine a Pi's header before the table opens.
var withHeader = map[string]string{"h.service": `[Unit]
DefaultDependencies=no
RequiresMountsFor=/boot/firmware
After=systemd-modules-load.service
Before=arbitre.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh /boot/firmware/guest/header /boot/firmware/guest
`}

// bringsTests puts the tests of this folder, and what gives the machine a header, on the boot partition.
func (c *card) bringsTests() { c.brings(filepath.Join(images(c), "guest"), "guest") }

// brings puts a file or folder on the boot partition, as the card's owner does.
func (c *card) brings(file, as string) {
	c.Helper()
	c.host("mcopy", "-s", "-i", c.disk()+"@@4M", file, "::"+as)
}

// configures puts a configuration on the boot partition.
func (c *card) configures(text string) {
	c.Helper()
	write(c, c.file("arbitre.toml"), text)
	c.brings(c.file("arbitre.toml"), "arbitre.toml")
}

// runTest is what runs a test of this folder in the machine, with more in its environment.
func runTest(name, environment string) string {
	return "cd /tmp && cp /boot/firmware/guest/test . && " + environment +
		" ARBITRE_GUEST=1 ARBITRE_APPLIANCE=1 ./test -test.v -test.run '^" + name + "$'"
}

// tests runs a test of this folder in the machine, with more in its environment.
func (c *card) tests(name, environment string) {
	c.Helper()
	if _, code := c.follow(runTest(name, environment), func(line string) { c.Log(line) }); code != 0 {
		c.Fatalf("%s failed\n%s", name, c.do("journalctl --boot --no-pager | tail -120"))
	}
}

// A card that was just written asks for its buttons, plays with them, survives a power cut in the
// midst of a game, and offers that game. Nobody types anything, and nothing is open to the network.
func TestCardFirstStart(t *testing.T) {
	c := newCard(t)
	c.bringsTests()
	c.boot(withHeader, "-audiodev", "none,id=room", "-device", "usb-audio,audiodev=room")
	c.opens()
	c.do("grep USB-Audio /proc/asound/cards")
	t.Logf("READY after %.0f s of the emulator's processor", c.seconds())
	// But for 10.77.85.1, port 80, an address that the box has in its own Wi-Fi alone.
	open := c.do("cat /proc/net/tcp /proc/net/tcp6 /proc/net/udp /proc/net/udp6 | grep -v 'local_address\\| 01554D0A:0050 ' || true")
	if open != "" {
		t.Errorf("somebody listens:\n%s", open)
	}
	if rights := c.do("find / -xdev -type f -perm /6000"); rights != "" {
		t.Errorf("programs that give another's rights:\n%s", rights)
	}
	c.tests("TestOnCardFirstStart", "")
	c.cut()
	c.boot(withHeader)
	c.opens()
	c.tests("TestOnCardAfterACut", "")
}

// Buttons on USB may be keyboards, and the header's serial line is on pins that buttons have: none of
// both stops U-Boot at its prompt. Without what systemd/image/locked.dts adds to the device tree
// they do.
func TestCardStartsWhateverIsPressed(t *testing.T) {
	c := newCard(t)
	tree, open := c.file("bcm2837-rpi-3-b.dtb"), c.file("open.dtb")
	for _, file := range []string{"u-boot.bin", filepath.Base(tree)} {
		c.host("mcopy", "-i", c.disk()+"@@4M", "::"+file, c.file(file))
	}
	c.host("cp", tree, open)
	c.host("fdtput", "-r", open, "/config")
	for tree, until := range map[string]string{tree: "root 2 starts", open: "U-Boot> "} {
		c.qemu = exec.Command("qemu-system-aarch64", "-M", "raspi3b", "-m", "1G", "-display", "none", "-kernel", c.file("u-boot.bin"),
			"-dtb", tree, "-drive", "file="+c.disk()+",format=raw,if=sd,snapshot=on", "-device", "usb-kbd",
			"-qmp", "unix:"+c.file("qmp")+",server=on,wait=off", "-serial", "null", "-chardev",
			"socket,id=serial,server=on,wait=off,path="+c.file("shell")+",logfile="+c.file("console"), "-serial", "chardev:serial")
		if err := c.qemu.Start(); err != nil {
			t.Fatal(err)
		}
		c.connect()
		go io.Copy(io.Discard, c.shell) // else QEMU waits for a reader; what it says is in the log, too
		space := map[string]any{"keys": []map[string]string{{"type": "qcode", "data": "spc"}}}
		c.await(until, func() bool {
			fmt.Fprint(c.shell, " \x03")
			c.monitor("send-key", space)
			return strings.Contains(c.console(), until)
		})
		c.cut()
	}
}

// A box with a network gets to know the time, in the midst of an evening, and the table stays open.
func TestCardKnowsTheTime(t *testing.T) {
	server, err := net.ListenPacket("udp", "127.0.0.1:123")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	const year = 2031
	go func() {
		for request := make([]byte, 48); ; {
			n, from, err := server.ReadFrom(request)
			if err != nil || n < 48 {
				return
			}
			// RFC 5905, figure 8: a server of stratum 1; the client's time is echoed.
			reply := make([]byte, 48)
			reply[0], reply[1], reply[3] = 4<<3|4, 1, 0xEC
			copy(reply[12:], "TEST")
			copy(reply[24:32], request[40:48])
			at := uint32(time.Date(year, 5, 5, 12, 0, 0, 0, time.UTC).Unix() + 2208988800) // since 1900
			for _, field := range []int{16, 32, 40} {
				binary.BigEndian.PutUint32(reply[field:], at)
			}
			server.WriteTo(reply, from)
		}
	}()
	c := newCard(t)
	write(c, c.file("wire.nmconnection"), "[connection]\nid=wire\ntype=ethernet\n[ipv4]\nmethod=auto\n")
	c.brings(c.file("wire.nmconnection"), "wire.nmconnection")
	c.boot(nil, "-netdev", "user,id=wire", "-device", "virtio-net-pci,netdev=wire,romfile=")
	c.opens()
	c.do("mkdir -p /run/systemd/timesyncd.conf.d && printf '[Time]\\nNTP=10.0.2.2\\n' > /run/systemd/timesyncd.conf.d/a.conf && " +
		"systemctl is-active systemd-timesyncd && systemctl restart systemd-timesyncd") // whose own servers are on the Internet
	c.await("the clock is right", func() bool { return c.says("date +%Y") == fmt.Sprint(year) })
	c.opens()
}

// A box without a display is refereed on the judge's page, if its owner wants pages: the link that
// opens it stands on a screen, for nobody can read the log.
func TestCardShowsTheLinkOnAScreen(t *testing.T) {
	c := newCard(t)
	c.configures("[buttons]\nseats = []\n[web]\nlisten = ':8080'\n")
	c.boot(nil)
	c.opens()
	c.await("the screen shows a link", func() bool { return strings.Contains(c.console(), " link=http://") })
}
