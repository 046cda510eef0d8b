package doctor

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
	"arbitre/systemd"

	"golang.org/x/sys/unix"
)

func TestTheJournals(t *testing.T) {
	readOnly := func(path string, _ uint32) error {
		return &fs.PathError{Op: "access", Path: path, Err: syscall.EROFS}
	}
	for _, test := range []struct {
		name       string
		files      map[string]string
		may        func(string, uint32) error
		unit       systemd.Unit
		want       state
		says, mend string
	}{
		{"there", map[string]string{"journals/": ""}, mayUse, nil, fine, "can be written; ", ""},
		{"to be made", nil, mayUse, nil, fine, "can be written; ", ""},
		{"not allowed", map[string]string{"journals/": ""}, refusing("journals"), nil, missing, "may not write",
			"another folder"},
		{"the service's", map[string]string{"journals/": ""}, refusing("journals"),
			systemd.Unit{"ActiveState": "active"}, warning, "the service's own", "sudo arbitre doctor"},
		{"read-only", nil, readOnly, nil, missing, "read-only", "restart"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may, d.unit, d.config.Journals = test.may, test.unit, "/journals"
			expect(t, journals(d), test.want, test.says, test.mend)
			if _, err := os.Stat(filepath.Join(d.root, "journals")); err == nil && test.files == nil {
				t.Error("the doctor made the folder")
			}
		})
	}
}

// On a card that is failing access(2) and statfs(2) may find nothing wrong.
func TestADiskWithErrors(t *testing.T) {
	d := newDoctor(t,
		map[string]string{"journals/": "", "sys/dev/block/": "", "sys/fs/ext4/mmcblk0p2/errors_count": "3\n"})
	d.config.Journals = "/journals"
	var stat unix.Stat_t
	if err := unix.Stat(d.root, &stat); err != nil {
		t.Fatal(err)
	}
	device := fmt.Sprintf("sys/dev/block/%d:%d", unix.Major(stat.Dev), unix.Minor(stat.Dev))
	if err := os.Symlink("../../devices/platform/mmc_host/mmc0/block/mmcblk0/mmcblk0p2",
		filepath.Join(d.root, device)); err != nil {
		t.Fatal(err)
	}
	expect(t, journals(d), warning, "3 errors on the file system of", "copy the card")
}

// The doctor sees more of the machine than the unit lets the referee see.
func TestWhatTheServiceMayNotUse(t *testing.T) {
	for _, test := range []struct {
		name, journals, words string
		unit                  systemd.Unit
		want                  []verdict
	}{
		{"its own folders", "/var/lib/arbitre/spring", "/etc/arbitre/words", shown(), []verdict{
			{State: fine, Says: "can be written"}, {State: fine, Says: "/etc/arbitre/words"}}},
		{"a person's", "/home/pi/journals", "/home/pi/words", shown(), []verdict{
			{State: warning, Says: "may write in /var/lib/arbitre alone", Mend: "ReadWritePaths="},
			{State: missing, Says: "does not see /home/pi/words", Mend: "sudo cp -r /home/pi/words /etc/arbitre"}}},
		{"one that was allowed", "/mnt/stick/journals", "", shown("ReadWritePaths=-/sys/devices/platform /mnt/stick"),
			[]verdict{
				{State: fine, Says: "can be written"}}},
		{"one that looks alike", "/var/lib/arbitre2", "/etc/arbitre/nowhere", shown(), []verdict{
			{State: warning, Says: "may write in /var/lib/arbitre alone", Mend: "ReadWritePaths="},
			{State: missing, Says: "no such file", Mend: "configuration"}}},
		{"without the service", "/home/pi/journals", "/home/pi/words", nil,
			[]verdict{{State: fine, Says: "can be written"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{
				"var/lib/arbitre/spring/": "", "var/lib/arbitre2/": "", "home/pi/journals/": "",
				"mnt/stick/journals/": "",
				"etc/arbitre/words":   "", "home/pi/words": "",
			})
			d.unit, d.config.Journals, d.config.Of("motus")[0].Path = test.unit, test.journals, test.words
			found := append([]finding{{verdict: journals(d)}}, wordLists(d)...)
			if len(found) != len(test.want) {
				t.Fatalf("found %+v", found)
			}
			for i, want := range test.want {
				expect(t, found[i].verdict, want.State, want.Says, want.Mend)
			}
		})
	}
}

// shown returns the properties that systemctl show prints of a unit, some of them changed.
func shown(changes ...string) systemd.Unit {
	u := systemd.ParseUnit(`Result=success
NRestarts=0
ExecMainStartTimestamp=Fri 2026-11-20 19:30:01 UTC
WatchdogUSec=10s
StateDirectory=arbitre
LoadState=loaded
ActiveState=active
SubState=running
UnitFileState=enabled
`)
	for _, change := range changes {
		maps.Copy(u, systemd.ParseUnit(change))
	}
	return u
}

func TestTheService(t *testing.T) {
	for _, test := range []struct {
		name       string
		unit       systemd.Unit
		want       state
		says, mend string
	}{
		{"runs", shown(), fine, "runs since Fri 2026-11-20 19:30:01 UTC; watchdog 10s", ""},
		{"no systemd", nil, off, "systemd does not run", ""},
		{"not installed", shown("LoadState=not-found", "ActiveState=inactive"), off, "arbitre run", ""},
		{"failed", shown("ActiveState=failed", "Result=watchdog"), missing, "has failed (watchdog)",
			"journalctl -u arbitre"},
		{"stopped", shown("ActiveState=inactive"), warning, "is stopped", "systemctl start"},
		{"stopped for good", shown("ActiveState=inactive", "UnitFileState=disabled"), warning,
			"does not start with the machine", "enable --now"},
		{"starts again and again", shown("ActiveState=activating", "SubState=auto-restart", "Result=exit-code"),
			missing, "activating, auto-restart (exit-code)", "journalctl"},
		{"was restarted", shown("NRestarts=3"), warning, "was restarted 3 times", "journalctl"},
		{"without a watchdog", shown("WatchdogUSec=infinity"), warning, "nobody watches", "WatchdogSec"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, nil)
			d.unit = test.unit
			expect(t, service(d), test.want, test.says, test.mend)
		})
	}
}

func TestWhatSystemdIsAsked(t *testing.T) {
	d := newDoctor(t, map[string]string{"run/systemd/system/": ""})
	d.program = func(name string, args ...string) (string, error) {
		if name != "systemctl" || args[0] != "show" || args[1] != "arbitre.service" {
			t.Errorf("asked %s %v", name, args)
		}
		return "ActiveState=active\nStateDirectory=arbitre tmp\n", nil
	}
	if u := systemd.AskUnit(d.files, d.program); !u.Active() || u.StateFolder() != "/var/lib/arbitre" {
		t.Errorf("got %v, want an active unit with its folder", u)
	}
}

// A person's command looks for journals where the service keeps them, if it is installed.
func TestWhereJournalsAreLookedFor(t *testing.T) {
	for _, c := range []struct {
		unit systemd.Unit
		env  map[string]string
		want string
	}{
		{shown(), map[string]string{"HOME": "/home/mimi"}, "/var/lib/arbitre"},
		{shown("LoadState=not-found"), map[string]string{"HOME": "/home/mimi"}, "/home/mimi/.local/state/arbitre"},
		{nil, map[string]string{"HOME": "/home/mimi"}, "/home/mimi/.local/state/arbitre"},
		{shown(), map[string]string{"STATE_DIRECTORY": "/srv"}, "/srv"},
	} {
		env := c.unit.Env(func(name string) string { return c.env[name] })
		if got := config.Default(all.Games(), env).Journals; got != c.want {
			t.Errorf("the journals are in %s, want %s", got, c.want)
		}
	}
}

// The doctor says the tie window in force, and warns of one that is too short for this machine.
func TestWhichTieIsHonest(t *testing.T) {
	for _, test := range []struct {
		tie  time.Duration
		want state
		says string
		mend string
	}{
		{config.Auto, fine, "less than 0.5 ms apart are a dead heat", ""},
		{500 * time.Microsecond, fine, "less than 0.5 ms apart are a dead heat; here 0.5 ms", ""},
		{2 * time.Millisecond, fine, "less than 2 ms apart are a dead heat; here 0.5 ms", ""},
		{200 * time.Microsecond, warning, "those 0.5 ms apart can", `tie = "auto"`},
	} {
		d := newDoctor(t, nil)
		d.config.Race.Tie, d.shortestTie = test.tie, 500*time.Microsecond
		expect(t, races(d), test.want, test.says, test.mend)
	}
}
