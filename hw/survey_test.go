package hw_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

func TestSoundCards(t *testing.T) {
	got, err := hw.SoundCards(os.DirFS("testdata"))
	want := []hw.SoundCard{ // the microphone is none
		{Number: 0, ID: "Headphones", Name: "bcm2835 Headphones"},
		{Number: 2, ID: "vc4hdmi0", Name: "vc4-hdmi-0"},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	none := fstest.MapFS{"proc/asound/cards": {Data: []byte("--- no soundcards ---\n")}}
	if got, err := hw.SoundCards(none); err != nil || len(got) > 0 {
		t.Errorf("got %v, %v", got, err)
	}
	if _, err := hw.SoundCards(fstest.MapFS{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without ALSA: %v", err)
	}
}

func TestParseThrottled(t *testing.T) {
	for text, want := range map[string][2]bool{
		"throttled=0x0": {}, "throttled=0x50005\n": {true, true}, "throttled=0x50000": {false,
			true}, "throttled=0x80008": {},
	} {
		if now, ever, err := hw.ParseThrottled(text); err != nil || [2]bool{now, ever} != want {
			t.Errorf("%q: %v, %v, %v", text, now, ever, err)
		}
	}
	for _, wrong := range []string{"", "0x50005", "throttled=", "throttled=0x", "throttled=0x100000000",
		"error=1 error_msg=\"Command not registered\""} {
		if _, _, err := hw.ParseThrottled(wrong); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

func TestKnockingAtWhatIsNoBus(t *testing.T) {
	folder := t.TempDir()
	if err := hw.KnockI2C(filepath.Join(folder, "i2c-1"), 0x3C); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing bus: %v", err)
	}
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := hw.KnockI2C(file, 0x3C); err == nil || errors.Is(err, hw.ErrI2CSilent) || errors.Is(err, hw.ErrI2CStuck) {
		t.Errorf("a file: %v", err)
	}
}
