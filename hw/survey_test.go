package hw_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

func TestSoundCards(t *testing.T) {
	t.Run("a card that only records is left out", func(t *testing.T) {
		got, err := hw.SoundCards(os.DirFS("testdata"))
		want := []hw.SoundCard{
			{Number: 0, ID: "Headphones", Name: "bcm2835 Headphones"},
			{Number: 2, ID: "vc4hdmi0", Name: "vc4-hdmi-0"},
		}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got)\n%s", err, diff)
		}
	})
	t.Run("no card", func(t *testing.T) {
		machine := fstest.MapFS{"proc/asound/cards": {Data: []byte("--- no soundcards ---\n")}}
		if got, err := hw.SoundCards(machine); err != nil || len(got) > 0 {
			t.Errorf("got %v, %v; want none and no error", got, err)
		}
	})
	t.Run("no ALSA", func(t *testing.T) {
		if _, err := hw.SoundCards(fstest.MapFS{}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v, want %v", err, fs.ErrNotExist)
		}
	})
}

// The usual device is the loudspeaker that somebody has plugged in, unless it is another's to say.
func TestSoundDevice(t *testing.T) {
	const class = "sys/class/sound/"
	pi := func(more ...string) fstest.MapFS {
		m := fstest.MapFS{}
		for _, path := range append(more, "pcmC0D0p", "card0/id=Headphones", "pcmC1D0c", "card1/id=C920", "card1/device/bInterfaceNumber",
			"pcmC2D0p", "card2/id=vc4hdmi0") {
			path, text, _ := strings.Cut(path, "=")
			m[class+path] = &fstest.MapFile{Data: []byte(text + "\n")}
		}
		return m
	}
	usb := []string{"pcmC10D0p", "card10/id=Other", "card10/device/bInterfaceNumber", "pcmC3D0p", "card3/id=UACDemo", "card3/device/bInterfaceNumber"}
	with := func(m fstest.MapFS, path string) fstest.MapFS {
		path, text, _ := strings.Cut(path, ":")
		m[path] = &fstest.MapFile{Data: []byte(text)}
		return m
	}
	pad := func(m fstest.MapFS, vendor string) fstest.MapFS {
		m = with(m, class+"card3/device/uevent:DEVTYPE=usb_interface\nDRIVER=snd-usb-audio\nPRODUCT=54c/9cc/100\nTYPE=0/0/0\n")
		return with(with(m, "sys/class/input/js0/device/id/vendor:"+vendor+"\n"), "sys/class/input/js0/device/id/product:09cc\n")
	}
	const bus, user = "plughw:CARD=UACDemo", "/run/user/1000"
	for name, test := range map[string]struct {
		machine               fstest.MapFS
		device, runtime, want string
	}{
		"no card":                                      {fstest.MapFS{}, "default", "", "default"},
		"a jack, and a camera that hears":              {pi(), "default", "", "default"},
		"a loudspeaker on USB":                         {pi(usb...), "default", "", bus},
		"a gamepad with headphones, and a loudspeaker": {pad(pi(usb...), "054c"), "default", "", "plughw:CARD=Other"},
		"a gamepad without":                            {pad(pi(usb...), "154c"), "default", "", bus},
		"the one that is configured":                   {pi(usb...), "plughw:CARD=Headphones", "", "plughw:CARD=Headphones"},
		"as the machine says":                          {with(pi(usb...), "etc/asound.conf"), "default", "", "default"},
		"a user without a sound server":                {pi(usb...), "default", user, bus},
		"PipeWire":                                     {with(pi(usb...), "run/user/1000/pipewire-0"), "default", user, "default"},
		"PulseAudio":                                   {with(pi(usb...), "run/user/1000/pulse/native"), "default", user, "default"},
		"another user's":                               {with(pi(usb...), "run/user/1000/pipewire-0"), "default", "", bus},
	} {
		t.Run(name, func(t *testing.T) {
			if got := hw.SoundDevice(test.machine, test.device, test.runtime); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestParseThrottled(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		now, ever  bool
	}{
		{"the supply was always good", "throttled=0x0", false, false},
		{"too low now", "throttled=0x50005\n", true, true},
		{"was too low", "throttled=0x50000", false, true},
		{"hot, not too low", "throttled=0x80008", false, false}, // bits 3 and 19: the soft temperature limit
	} {
		t.Run(tc.name, func(t *testing.T) {
			now, ever, err := hw.ParseThrottled(tc.text)
			if err != nil || now != tc.now || ever != tc.ever {
				t.Errorf("got %v, %v, %v; want %v, %v", now, ever, err, tc.now, tc.ever)
			}
		})
	}
	for _, wrong := range []string{"", "0x50005", "throttled=", "throttled=0x", "throttled=0x100000000",
		"error=1 error_msg=\"Command not registered\""} {
		if _, _, err := hw.ParseThrottled(wrong); err == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

func TestPrintable(t *testing.T) {
	const bad = "\x00\x1f\x7f\u0080\u009f\uFFFE\U0001FFFF"
	for text, want := range map[string]string{
		"": "", " !~\u00a0é\uFFFD\U0001F600": " !~\u00a0é\uFFFD\U0001F600", bad: strings.Repeat("\uFFFD", 7), "a\xffb": "a\uFFFDb",
	} {
		if got := hw.Printable(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestModel(t *testing.T) {
	pi := fstest.MapFS{"proc/device-tree/model": {Data: []byte("Raspberry Pi 4 Model B Rev 1.4\x00")},
		"proc/device-tree/system/linux,revision": {Data: []byte{0, 0xC0, 0x31, 0x14}}}
	if model, revision := hw.Model(pi), hw.Revision(pi); model != "Raspberry Pi 4 Model B Rev 1.4" || revision != "c03114" {
		t.Errorf("got %q, %q", model, revision)
	}
	if model, revision := hw.Model(fstest.MapFS{}), hw.Revision(fstest.MapFS{}); model != "" || revision != "" {
		t.Errorf("a machine without a model is %q, %q", model, revision)
	}
}
