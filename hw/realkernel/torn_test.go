package realkernel

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// A rootState is what a sector says about the roots, as boot.cmd and slots write it.
type rootState struct{ good, left, new, serial int }

func (s rootState) sector() []byte {
	sector := make([]byte, sectorSize)
	if s.serial > 0 {
		copy(sector[4:], fmt.Sprintf("good=%d\x00left=%d\x00new=%d\x00serial=%x\x00", s.good, s.left, s.new, s.serial))
		binary.LittleEndian.PutUint32(sector, crc32.ChecksumIEEE(sector[4:]))
	}
	return sector
}

// roots lists the roots that U-Boot tries, in their order, where none has a kernel.
func (s rootState) roots() string {
	if s.left > 0 {
		return fmt.Sprint(s.new, s.good, 2, 3)
	}
	return fmt.Sprint(s.good, 2, 3)
}

// While a sector that says which root to boot is written, the power fails at any of its bytes; behind them stands
// what was there before, or rubbish. U-Boot, and slots beside it, then go by the other sector, or by the new one
// where all of it has been written.
func TestCardTornState(t *testing.T) {
	c := newCard(t)
	for _, root := range []int64{firstRoot, secondRoot} {
		c.writesAt(root, make([]byte, 1<<20)) // a root without a kernel is told, and the next one tried
	}
	update := []rootState{ // is set, tried three times, and kept
		{good: 2}, {2, 3, 3, 1}, {2, 2, 3, 2}, {2, 1, 3, 3}, {2, 0, 3, 4}, {3, 0, 0, 5},
	}
	type tear struct {
		step, at int
		rubbish  bool
	}
	var tears []tear
	for step := range update[1:] {
		written := 4 + strings.LastIndex(string(update[step+1].sector()[4:]), "serial=") + len("serial=1\x00")
		for at := range written + 1 {
			tears = append(tears, tear{step, at, false}, tear{step, at, true})
		}
	}
	n, dice := cuts(t)
	dice.Shuffle(len(tears), func(i, j int) { tears[i], tears[j] = tears[j], tears[i] })
	t.Logf("%d of %d tears", min(n, len(tears)), len(tears))
	for _, tear := range tears[:min(n, len(tears))] {
		before, after := update[tear.step], update[tear.step+1]
		// The serials alternate between the sectors, the first in the second.
		torn, other := int64(firstState), int64(secondState)
		if after.serial%2 == 1 {
			torn, other = other, torn
		}
		older := rootState{}
		if tear.step > 0 {
			older = update[tear.step-1]
		}
		sector := older.sector()
		if tear.rubbish {
			for i := range sector {
				sector[i] = byte(dice.Uint32())
			}
		}
		copy(sector, after.sector()[:tear.at])
		want := before.roots()
		if string(sector) == string(after.sector()) {
			want = after.roots()
		}
		c.writesAt(torn, sector)
		c.writesAt(other, before.sector())
		if next := c.next(); next != want[:1] {
			t.Errorf("%+v: slots would boot %s next, want %s", tear, next, want)
		}
		c.boot(nil)
		if got := c.tried(len(strings.Fields(want))); got != want {
			t.Errorf("%+v: U-Boot tries %s, want %s", tear, got, want)
		}
		c.cut()
	}
}

// writesAt changes bytes of the disk.
func (c *card) writesAt(at int64, b []byte) {
	c.Helper()
	disk, err := os.OpenFile(c.disk(), os.O_WRONLY, 0)
	if err != nil {
		c.Fatal(err)
	}
	defer disk.Close()
	if _, err := disk.WriteAt(b, at); err != nil {
		c.Fatal(err)
	}
}

var withoutKernel = regexp.MustCompile(`partition (\d) has no kernel`)

// tried waits until U-Boot has found so many roots without a kernel, and lists them.
func (c *card) tried(n int) string {
	c.Helper()
	var roots []any
	c.await("U-Boot has tried the roots", func() bool {
		roots = nil
		for _, found := range withoutKernel.FindAllStringSubmatch(c.console(), -1) {
			roots = append(roots, found[1])
		}
		return len(roots) >= n
	})
	return strings.TrimSuffix(fmt.Sprintln(roots...), "\n")
}

// next returns the root that slots, run by this machine on the card's disk, would boot next.
func (c *card) next() string {
	c.Helper()
	for name, prints := range map[string]string{"lsblk": ".." + c.disk(), "findmnt": "/"} {
		write(c, c.file(name), "#!/bin/sh\necho "+prints+"\n")
		os.Chmod(c.file(name), 0o700)
	}
	slots := exec.Command("sh", "../../systemd/image/root/usr/lib/arbitre/slots", "get-primary")
	slots.Env = append(os.Environ(), "PATH="+c.folder+":"+os.Getenv("PATH"))
	out, err := slots.CombinedOutput()
	if err != nil {
		c.Fatalf("slots: %v\n%s", err, out)
	}
	return strings.TrimSpace(string(out))
}
