package health

import (
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"syscall"
	"testing"

	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
)

// What is wrong with a part is said in the words of its kind, until it is mended. What only a part
// knows that begins anew is forgotten with a reload; what a full disk refuses is not.
func TestWhatIsWrongWithAPart(t *testing.T) {
	button := func(h *Health) func(error) { return func(err error) { h.Button(1, err) } }
	device := func(h *Health) func(error) { return func(err error) { h.Device(1, err) } }
	disk := func(h *Health) func(error) { return h.Disk("journal") }
	on := func(err error) error { return &fs.PathError{Op: "write", Path: "a.jsonl", Err: err} }
	fails := errors.New("any")
	for _, tc := range []struct {
		word        string
		of          func(*Health) func(error)
		first, then error
	}{
		{"button_stuck", button, fails, hw.Stuck},
		{"button_noisy", button, hw.Stuck, fails},
		{"button_missing", device, fails, evdev.ErrMissing},
		{"button_slower", device, fails, evdev.ErrSlower},
		{"no_button", device, evdev.ErrMissing, fails},
		{"disk_full", disk, fails, on(syscall.ENOSPC)},
		{"disk_full", disk, fails, on(syscall.EDQUOT)},
		{"disk_read_only", disk, fails, on(syscall.EROFS)},
		{"disk_failing", disk, fails, on(syscall.EIO)},
		{"disk_refuses", disk, on(syscall.EIO), on(syscall.ENOTDIR)},
	} {
		health := New(slog.New(slog.DiscardHandler))
		health.Of("speaker", games.Text{})(fails) // which no display shows
		report := tc.of(health)
		report(tc.first)
		report(tc.then)
		want := games.Text{Word: tc.word, Role: games.Fault}
		kept := strings.HasPrefix(tc.word, "disk_")
		if !kept {
			want.Seat = 1
		}
		if diff := cmp.Diff([]games.Text{want}, health.Texts()); diff != "" || len(health.Parts()) != 2 {
			t.Errorf("%v fail, and the displays say (-want +got):\n%s", health.Parts(), diff)
		}
		if health.Forget("journal"); len(health.Parts()) > 0 != kept {
			t.Errorf("%s: after a reload %v fail", tc.word, health.Parts())
		}
		if report(nil); len(health.Parts()) > 0 {
			t.Errorf("%s is named after it was mended", tc.word)
		}
	}
}
