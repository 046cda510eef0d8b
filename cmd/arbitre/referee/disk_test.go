package referee

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/games/all"
)

func TestAGameIsPlayedWhereNothingCanBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "journals")
		write(t, folder, "") // a file in its place stops root, too
		var began []string
		g := newRig(t, folder, func(s *setup) { s.Began = func(path string) { began = append(began, path) } })
		g.begin()
		if len(began) > 0 {
			t.Errorf("journals that nobody can write: %q", began)
		}
		g.press(1)
		g.wait(time.Hour)
		g.press(2)
		g.isAbout(3)
		if !g.says("disk_refuses") {
			t.Errorf("the display says %v, and not that nothing is written", g.view().Lines)
		}
		if err := os.Remove(folder); err != nil {
			t.Fatal(err)
		}
		g.wait(2 * time.Minute)
		if g.says("disk_refuses") {
			t.Error("the display still says that nothing can be written")
		}
		g.press(3)
		if n := presses(t, g.referee.stack.match.Recorded().Journal); n != 3 {
			t.Errorf("%d presses are on the disk, want 3", n)
		}
	})
}

// needRoot skips a test that mounts file systems, unless ARBITRE_ROOT=1 says that it may.
func needRoot(t *testing.T) {
	t.Helper()
	if os.Getenv("ARBITRE_ROOT") != "1" {
		t.Skip("mounts file systems: set ARBITRE_ROOT=1, as root")
	}
	if os.Getuid() != 0 {
		t.Fatal("ARBITRE_ROOT=1 is set, but this is not root")
	}
}

// pressed makes n presses of seat 1; each is two lines of the journal.
func (g *rig) pressed(n int) {
	for range n {
		g.press(1)
		g.wait(time.Second)
	}
}

// presses counts the presses in a journal.
func presses(t *testing.T, path string) int {
	t.Helper()
	text := []byte(strings.Join(whatIsIn(t, path), ""))
	if _, err := whatIsPlayed(text); err != nil {
		t.Fatal(err)
	}
	return bytes.Count(text, []byte(`"press":`))
}

// A card dies: ext4 finds an error during a game and goes read-only
// (Documentation/ABI/testing/sysfs-fs-ext4 of the kernel). All that was on the card is there after
// the next start.
func TestRootADyingDisk(t *testing.T) {
	needRoot(t)
	image, folder := filepath.Join(t.TempDir(), "card"), t.TempDir()
	do := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	do("mkfs.ext4", "-q", image, "4M")
	do("mount", "-o", "loop,errors=remount-ro", image, folder)
	defer exec.Command("umount", folder).Run()
	device := filepath.Base(do("findmnt", "-n", "-o", "SOURCE", folder))
	journals := filepath.Join(folder, "journals")
	var path string
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, journals)
		g.begin()
		g.pressed(10)
		path = g.referee.stack.match.Recorded().Journal
		if err := os.WriteFile("/sys/fs/ext4/"+device+"/trigger_fs_error", []byte("the card dies"), 0); err != nil {
			t.Fatal(err)
		}
		g.pressed(10)
		if !g.says("disk_read_only") && !g.says("disk_failing") { // as the kernel's version has it
			t.Error("nobody is told that the disk can't be written")
		}
		if n := presses(t, path); n != 10 {
			t.Errorf("%d presses are on the disk, want 10", n)
		}
		c := config.Default(all.Games(), func(string) string { return "" })
		c.Journals = journals
		var said bytes.Buffer
		found, _ := doctor.New(c, nil, "/").Examine(t.Context())
		found.Print(&said)
		if !strings.Contains(said.String(), "the SD card is failing") {
			t.Errorf("the doctor finds\n%s", &said)
		}
		g.stop()
		if !strings.Contains(g.log.String(), "20 lines are lost") {
			t.Errorf("what is lost is not said:\n%s", &g.log)
		}
	})
	do("umount", folder)
	do("mount", "-o", "loop", image, folder)
	if n := presses(t, path); n != 10 {
		t.Errorf("after the next start %d presses are there, want 10", n)
	}
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, journals)
		g.press(ok) // resume
		g.pressed(1)
		if n := presses(t, path); n != 11 || g.says("disk_read_only") || g.says("disk_failing") {
			t.Errorf("%d presses are on the disk, want 11", n)
		}
	})
}
