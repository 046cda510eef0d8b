package club_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt"
	"arbitre/games/results"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// ids lists the games of a club by their ids.
func ids(c *club.Club) (all []string) {
	for _, g := range c.Games() {
		all = append(all, g.ID)
	}
	return all
}

// Whatever a file lacks or has in place of its pages, it is read or an error, and never a crash.
func TestADamagedFileIsAnError(t *testing.T) {
	folder := inMemory(t)
	c := open(t, folder)
	for n := range 30 {
		add(t, c, "kitchen", game(id(n), start.Add(time.Duration(n)*time.Minute), "Anna", "Ben"))
	}
	whole := must(os.ReadFile(filepath.Join(folder, "club.db")))
	wrong := 0
	attempt := func(what string, text []byte) {
		t.Helper()
		damaged := t.TempDir()
		must(0, os.WriteFile(filepath.Join(damaged, "club.db"), text, 0o600))
		c, err := club.Open(damaged, func(error) {})
		if err == nil {
			err = c.SetCounted(id(1), false)
		}
		if err != nil && !strings.Contains(err.Error(), "club.db: ") {
			t.Errorf("%s: %v", what, err)
		}
		if err != nil {
			wrong++
		}
	}
	must(0, os.WriteFile(filepath.Join(folder, "club.db"), []byte("no club"), 0o600))
	if _, err := club.Open(folder, func(error) {}); err == nil || !strings.Contains(err.Error(), "move the file away, and arbitre-club import") {
		t.Errorf("of a file that is no club's it says %v", err)
	}
	for end := 0; end < len(whole); end += 2048 {
		attempt(fmt.Sprint("cut after ", end), whole[:end])
	}
	for page := 0; page < len(whole); page += 4096 {
		text := slices.Clone(whole)
		copy(text[page:], strings.Repeat("\xff", 4096))
		attempt(fmt.Sprint("another page at ", page), text)
	}
	if wrong < 4 {
		t.Errorf("only %d files are wrong", wrong)
	}
}

// An entry that no club has written is an error of whatever reads it, and a folder that can't be made
// one of the start.
func TestAWrongEntryIsAnError(t *testing.T) {
	if _, err := club.Open("store_test.go/folder", func(error) {}); err == nil {
		t.Error("there is a club in no folder")
	}
	for bucket, key := range map[string]string{"games": id(1), "notes": "notes"} {
		h := newHall(t)
		add(t, h.Club, "kitchen", game(id(1), start, "Anna"))
		db := must(bbolt.Open(filepath.Join(h.folder, "club.db"), 0o600, nil))
		must(0, db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte(bucket)).Put([]byte(key), []byte("{")) }))
		must(0, db.Close())
		_, opened := club.Open(h.folder, func(error) {})
		_, forgotten := h.Forget("hall")
		_, secret := h.Secret()
		for what, err := range map[string]error{
			"games/is opened": opened, "games/a table is forgotten": forgotten, "games/is kept": h.Keep(),
			"games/a game is replaced": h.Add("kitchen", []results.Game{game(id(1), start, "Ben")}),
			"notes/is opened":          opened, "notes/a table is forgotten": forgotten, "notes/is kept": h.Keep(),
			"notes/has a secret": secret, "notes/a game counts": h.SetCounted(id(1), true),
		} {
			if strings.HasPrefix(what, bucket) && (err == nil || !strings.Contains(err.Error(), "club.db: ")) {
				t.Errorf("with a wrong entry %s: %v", what, err)
			}
		}
	}
}

// Another program may have the file for five seconds.
func TestAnotherProgramIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t)
		other := must(bbolt.Open(filepath.Join(h.folder, "club.db"), 0o600, nil))
		time.AfterFunc(4900*time.Millisecond, func() { must(0, other.Close()) })
		must(0, h.SetCounted(id(1), false))
		other = must(bbolt.Open(filepath.Join(h.folder, "club.db"), 0o600, nil))
		time.AfterFunc(5100*time.Millisecond, func() { must(0, other.Close()) })
		if err := h.SetCounted(id(1), true); !errors.Is(err, bolterrors.ErrTimeout) {
			t.Errorf("another program has the file: %v", err)
		}
		time.Sleep(time.Minute)
	})
}

// What can't be written is an error, changes nothing, and is written later.
func TestWhatCantBeWrittenIsWrittenLater(t *testing.T) {
	h := newHall(t)
	file := filepath.Join(h.folder, "club.db")
	add(t, h.Club, "kitchen", game(id(1), start, "Anna"))
	must(0, os.Rename(file, file+".away"))
	must(0, os.Mkdir(file, 0o700)) // a folder in its place stops root, too
	if h.Keep() == nil {
		t.Error("a file that is away has nothing new")
	}
	h.says("kitchen", mqtt.GamesSuffix, mqtt.Games{game(id(2), start.Add(time.Hour), "Ben")})
	if err := h.Keep(); err == nil || strings.Contains(err.Error(), "damaged") {
		t.Errorf("what can't be written is kept, or a folder is damaged: %v", err)
	}
	if h.SetCounted(id(1), false) == nil || h.Add("kitchen", []results.Game{game(id(3), start)}) == nil {
		t.Error("what can't be written is kept")
	}
	if _, err := h.Forget("kitchen"); err == nil {
		t.Error("what can't be written is forgotten")
	}
	same(t, "it still has", told(h.Games()), []string{"kitchen " + id(1) + " Anna"})
	must(0, os.Remove(file))
	must(0, os.Rename(file+".away", file))
	h.keep()
	same(t, "later", ids(h.Club), []string{id(1), id(2)})
}

// The power fails at any moment: what is on the disk then has every game that counts. At last the
// disk itself dies, ext4 goes read-only (Documentation/ABI/testing/sysfs-fs-ext4 of the kernel),
// and the club says so.
func TestRootPowerCutsAndADyingDisk(t *testing.T) {
	if os.Getenv("ARBITRE_ROOT") != "1" {
		t.Skip("mounts file systems: set ARBITRE_ROOT=1, as root")
	}
	do := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	image, card := filepath.Join(t.TempDir(), "card"), t.TempDir()
	do("mkfs.ext4", "-q", image, "16M")
	mount := func(image, folder string) {
		t.Helper()
		do("mount", "-o", "loop,errors=remount-ro", image, folder)
		t.Cleanup(func() { exec.Command("umount", folder).Run() })
	}
	mount(image, card)
	c := open(t, card)
	var kept []string
	next := func() error {
		n := len(kept)
		err := c.Add("kitchen", []results.Game{game(id(n), start.Add(time.Duration(n)*time.Minute), "Anna", "Ben")})
		if err == nil {
			kept = append(kept, id(n))
		}
		return err
	}
	for range 20 {
		for range 5 {
			must(0, next())
		}
		cut, after := image+".cut", t.TempDir()
		do("cp", image, cut) // what is on the disk, and nothing that waits in memory
		mount(cut, after)
		same(t, "after a power cut", ids(open(t, after)), kept)
		do("umount", after)
	}
	device := filepath.Base(do("findmnt", "-n", "-o", "SOURCE", card))
	must(0, os.WriteFile("/sys/fs/ext4/"+device+"/trigger_fs_error", []byte("the disk dies"), 0))
	if err := next(); err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("on a disk that has died a game is kept: %v", err)
	}
	same(t, "it still shows", ids(c), kept)
	do("umount", card)
	mount(image, card)
	same(t, "after the next start", ids(open(t, card)), kept)
	must(0, next())
	same(t, "once it can be written", ids(c), kept)
}
