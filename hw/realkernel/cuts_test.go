package realkernel

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// cuts returns how often a test pulls the plug, and the dice that say when.
func cuts(t testing.TB) (n int, dice *rand.Rand) {
	t.Helper()
	number := func(name string, otherwise int64) int64 {
		if n, err := strconv.ParseInt(os.Getenv(name), 10, 64); err == nil {
			return n
		}
		return otherwise
	}
	seed := number("ARBITRE_SEED", time.Now().UnixNano())
	t.Logf("ARBITRE_SEED=%d", seed)
	return int(number("ARBITRE_CUTS", 3)), rand.New(rand.NewPCG(uint64(seed), 0))
}

// pulled makes the disk what it was when the machine was started, with some writes since.
func (c *card) pulled(since []diskWrite, dice *rand.Rand) {
	c.Helper()
	c.cut()
	c.host("cp", "--sparse=always", c.before(), c.disk())
	loses(c, c.disk(), since, dice)
}

// The plug of a box is pulled at random moments of an evening: in games, and while it starts. Each
// time it starts again by itself, and of the game nothing is lost that was to be kept.
func TestCardPowerCuts(t *testing.T) {
	c := newCard(t)
	c.noting = true
	c.bringsTests()
	c.configures("language = 'en'\n[buzzer]\nkind = 'active'\n")
	n, dice := cuts(t)
	held := ""
	for i := range n + 1 {
		c.boot(withHeader)
		if held != "" && i < n && dice.IntN(5) == 0 {
			time.Sleep(time.Duration(dice.Int64N(int64(40 * time.Second))))
			t.Logf("cut %d: while it starts", i+1)
		} else {
			c.opens()
			held = c.plays(held, time.Duration(dice.Int64N(int64(10*time.Second))))
			t.Logf("cut %d: after %.0f s of processor, %s", i+1, c.seconds(), held)
		}
		c.pulled(c.writes(), dice)
	}
}

// plays goes on with a game for a time, if nothing of it was lost that was held, and returns what is
// held by the end.
func (c *card) plays(held string, lasts time.Duration) string {
	c.Helper()
	fmt.Fprintln(c.shell, runTest("TestOnCardPlays", "HELD='"+held+"'"), "< /dev/null 2>&1")
	c.shell.SetReadDeadline(time.Now().Add(5 * time.Minute))
	for said, first := "", true; ; {
		line, err := c.answer.ReadString('\n')
		switch {
		case !first && errors.Is(err, os.ErrDeadlineExceeded):
			return held
		case err != nil || strings.HasPrefix(line, "--- "):
			c.Fatalf("%v: %s%s\n%s", err, said, line, c.console())
		}
		said += line
		if now, ok := strings.CutPrefix(line, "held "); ok {
			held = strings.TrimSpace(now)
			if first {
				first = false
				c.shell.SetReadDeadline(time.Now().Add(lasts))
			}
		}
	}
}

// An update, the starts after it, and what they note are cut at random moments: U-Boot then finds a
// root that is whole, and the data's file system is sound. Of every tenth cut the table is opened.
func TestCardUpdateCuts(t *testing.T) {
	c := newCard(t)
	c.noting = true
	n, dice := cuts(t)
	old := c.reads(firstRoot)
	c.boot(nil)
	c.opens()
	c.plug(c.stick(map[string]string{"arbitre-2.0.raucb": bundle("2.0")}))
	c.await("the update is offered", func() bool { return c.says("cat /run/arbitre-update/offer") == "2.0" })
	begin := len(c.writes())
	c.monitor("cont", nil)
	c.installs("2.0")
	c.pull()
	c.restarts()
	c.opens()
	c.await("it is kept", func() bool { return c.says("/usr/lib/arbitre/slots get-good") == "3" })
	c.runs("2.0", 3)
	all := c.writes()
	c.cut()
	roots := map[int][]byte{2: old, 3: c.reads(secondRoot)}

	var states []int // where a sector was written that says which root to boot
	for i, w := range all {
		if w.isState() {
			states = append(states, i)
		}
	}
	t.Logf("%d writes, %d of them say which root to boot", len(all)-begin, len(states))
	c.noting = false
	for i := range n {
		until := begin + dice.IntN(len(all)-begin+1)
		if i%2 == 0 {
			until = min(len(all), states[dice.IntN(len(states))]+dice.IntN(3))
		}
		c.pulled(all[:until], dice)
		c.isSound()
		c.boot(nil)
		root := c.chosen()
		t.Logf("cut %d: after write %d of %d root %d starts", i+1, until-begin, len(all)-begin, root)
		if at := map[int]int64{2: firstRoot, 3: secondRoot}[root]; !bytes.Equal(c.reads(at), roots[root]) {
			t.Errorf("root %d is not whole", root)
		}
		if i%10 == 0 {
			c.opens()
		}
	}
}

// reads returns the bytes of a root's partition.
func (c *card) reads(at int64) []byte {
	c.Helper()
	disk, err := os.Open(c.disk())
	if err != nil {
		c.Fatal(err)
	}
	defer disk.Close()
	root := make([]byte, rootSize)
	if _, err := disk.ReadAt(root, at); err != nil {
		c.Fatal(err)
	}
	return root
}

// chosen waits until U-Boot has started the kernel of a root, and returns its partition.
func (c *card) chosen() (root int) {
	c.Helper()
	c.await("U-Boot starts a kernel", func() bool {
		if c.starts(2)+c.starts(3) == 0 {
			return false
		}
		root = 2 + c.starts(3)
		return true
	})
	return root
}

// isSound checks the file system of games and settings, after what its journal mends at a start.
func (c *card) isSound() {
	c.Helper()
	data := c.file("data")
	c.host("dd", "if="+c.disk(), "of="+data, "bs=1M", fmt.Sprintf("skip=%d", dataBegin>>20), "conv=sparse", "status=none")
	for _, check := range [][]string{{"-E", "journal_only", "-p"}, {"-f", "-n"}} {
		if out, err := exec.Command("/usr/sbin/e2fsck", append(check, data)...).CombinedOutput(); err != nil {
			c.Errorf("e2fsck %s: %v\n%s", check, err, out)
		}
	}
}
