package hw

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/warthog618/go-gpiocdev"
	"pgregory.net/rapid"
)

func TestNoGPIOIsAClearSentence(t *testing.T) {
	if len(gpiocdev.Chips()) > 0 {
		t.Skip("this machine has GPIO")
	}
	_, err := OpenButtons(map[Button]string{1: "GPIO17"})
	if err == nil || !strings.Contains(err.Error(), "arbitre demo") {
		t.Errorf("got %v", err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"no permission", explainSearch(nil, &fs.PathError{Op: "open", Path: "/dev/gpiochip0", Err: syscall.EACCES}), "group gpio"},
		{"a chip without the line", explainSearch([]string{"gpiochip0 (pinctrl-rp1) has no GPIO99"}, nil), "gpiochip0 (pinctrl-rp1) has no GPIO99"},
		{"taken", explainRequest(syscall.EBUSY, "gpiochip0", []string{"GPIO17 by lircd"}), "GPIO17 by lircd"},
		{"taken by who knows", explainRequest(syscall.EBUSY, "gpiochip0", nil), "gpiochip0 is already taken"},
		{"an old kernel", explainRequest(syscall.EINVAL, "gpiochip0", nil), "Linux 5.10"},
		{"anything else", explainRequest(syscall.EIO, "gpiochip0", nil), "gpiochip0"},
	} {
		if !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("%s: %q does not say %q", tt.name, tt.err, tt.want)
		}
	}
	if err := explainRequest(syscall.EBUSY, "gpiochip0", nil); !errors.Is(err, syscall.EBUSY) {
		t.Errorf("%v hides its cause", err)
	}
}

func TestLinesByTheirNumberInTheSoC(t *testing.T) {
	for _, tt := range []struct {
		label, name string
		want        int
		ok          bool
	}{
		{"pinctrl-bcm2835", "GPIO17", 17, true},
		{"pinctrl-bcm2711", "GPIO0", 0, true},
		{"pinctrl-rp1", "GPIO53", 53, true},
		{"pinctrl-rp1", "GPIO54", 0, false},
		{"pinctrl-rp1", "GPIO-1", 0, false},
		{"pinctrl-rp1", "SDA1", 0, false},
		{"pinctrl-rp1", "17", 0, false},
		{"raspberrypi-exp-gpio", "GPIO17", 0, false},
	} {
		got, ok := numbered(tt.label, 54, tt.name)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s on %s: %d, %v", tt.name, tt.label, got, ok)
		}
	}
}

// readAll reads numbers a millisecond apart and returns how many were found lost by when.
func readAll(numbers ...uint32) map[time.Duration]int {
	s := sequence{next: 1}
	lost := map[time.Duration]int{}
	ask := func(until time.Duration) {
		for due, ok := s.due(); ok && due <= until; due, ok = s.due() {
			if n := s.lost(max(due, 0)); n > 0 {
				lost[due] += n
			}
		}
	}
	for i, n := range numbers {
		now := time.Duration(i) * time.Millisecond
		ask(now)
		s.read(n, now)
	}
	ask(time.Hour)
	return lost
}

func TestAGapInTheSequenceNumber(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name    string
		numbers []uint32
		want    map[time.Duration]int
	}{
		{"none", []uint32{1, 2, 3}, nil},
		{"neighbours the wrong way round", []uint32{2, 1, 3, 5, 6, 4}, nil},
		{"late, but not too late", []uint32{1, 3, 4, 5, 6, 7, 8, 9, 2}, nil},
		{"one", []uint32{1, 3, 4}, map[time.Duration]int{9 * ms: 1}},
		{"the first", []uint32{2}, map[time.Duration]int{8 * ms: 1}},
		{"two gaps", []uint32{1, 4, 6}, map[time.Duration]int{9 * ms: 2, 10 * ms: 1}},
		{"too late is lost, once", []uint32{1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 12}, map[time.Duration]int{9 * ms: 1}},
		{"more than can be on their way", []uint32{1, 1000, 1001}, map[time.Duration]int{0: 998}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := readAll(tt.numbers...); fmt.Sprint(got) != fmt.Sprint(tt.want) && len(got)+len(tt.want) > 0 {
				t.Errorf("lost %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTheSequenceNumberRunsOver(t *testing.T) {
	s := sequence{next: 1<<32 - 2}
	for _, n := range []uint32{1<<32 - 2, 0, 1<<32 - 1, 1} {
		s.read(n, 0)
	}
	if due, ok := s.due(); ok {
		t.Errorf("something is missing at %v", due)
	}
}

// Whatever the order, what is read is not lost, and what is not read is.
func TestEveryLostNumberIsToldOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "edges")
		var read []uint32
		lost := 0
		for i := 1; i < n; i++ {
			if rapid.IntRange(0, 9).Draw(t, "drop") == 0 {
				lost++
			} else {
				read = append(read, uint32(i))
			}
		}
		// Each may come before up to three that are older.
		for i := range read {
			j := min(len(read)-1, i+rapid.IntRange(0, 3).Draw(t, "swap"))
			read[i], read[j] = read[j], read[i]
		}
		read = append(read, uint32(n)) // so that a loss at the end shows
		s := sequence{next: 1}
		told := 0
		for i, number := range read {
			now := time.Duration(i) * time.Millisecond / 10
			s.read(number, now)
			told += s.lost(now)
		}
		told += s.lost(time.Hour)
		if told != lost {
			t.Errorf("%d lost, told %d; read %v", lost, told, read)
		}
		if due, ok := s.due(); ok {
			t.Errorf("still due at %v", due)
		}
	})
}

// /proc/uptime counts from the same moment, and goes on while the machine sleeps (proc_uptime(5), CLOCK_BOOTTIME).
func TestTheClockIsTheKernels(t *testing.T) {
	var uptime float64
	before := Clock{}.Now()
	b, err := os.ReadFile("/proc/uptime")
	if err != nil {
		t.Skip(err)
	}
	after := Clock{}.Now()
	if _, err := fmt.Sscan(string(b), &uptime); err != nil {
		t.Fatal(err)
	}
	kernel := time.Duration(uptime * float64(time.Second))
	if before <= 0 || after < before || after > kernel+time.Second {
		t.Errorf("%v to %v, while the kernel has been up for %v", before, after, kernel)
	}
}
