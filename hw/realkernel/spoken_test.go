package realkernel

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"arbitre/games"

	"golang.org/x/sys/unix"
)

// A press lights the next seat's lamp as soon while all that happens is spoken as it does in a silent
// room, also where the synthesiser shares the only processor. What is heard is what a loudspeaker on USB
// plays.
func TestCardPressesWhileItSpeaks(t *testing.T) {
	for _, processors := range []string{"1", "2"} {
		for _, voice := range []string{"off", "everything"} {
			t.Run(processors+"/"+voice, func(t *testing.T) {
				c := newCard(t)
				c.bringsTests()
				c.configures(inARoom + "[speaker]\nenabled = true\n[sounds]\nvoice = '" + voice + "'\n")
				c.boot(withHeader, "-smp", processors, "-audiodev", "wav,id=room,path="+c.file("heard.wav"),
					"-device", "usb-audio,audiodev=room")
				c.opens()
				c.tests("TestOnCardSpeaks", "ARBITRE_VOICE="+voice)
				c.cut()
				if heard, err := os.ReadFile(c.file("heard.wav")); err != nil || loudest(heard) < math.MaxInt16/20 {
					t.Errorf("of %d bytes the loudest is %d: %v", len(heard), loudest(heard), err)
				}
			})
		}
	}
}

// loudest returns the farthest of 16-bit samples from silence, those of a WAV file behind its header.
func loudest(wav []byte) (peak int) {
	for sample := range slices.Chunk(wav[min(44, len(wav))&^1:len(wav)&^1], 2) {
		peak = max(peak, int(int16(binary.LittleEndian.Uint16(sample))))
	}
	return peak
}

func TestOnCardSpeaks(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	voice := os.Getenv("ARBITRE_VOICE")
	p.isReady()
	p.isSeen()
	p.reads()
	p.sitDown()
	p.lit(1)
	var took []time.Duration
	spoken := 0
	for i := range 105 { // turns that pass on
		time.Sleep(600 * time.Millisecond) // what is quicker is taken for a slap (RACE-5)
		if len(running(t, "espeak-ng")) > 0 {
			spoken++
		}
		seat, next := games.Seat(i%3+1), games.Seat((i+1)%3+1)
		if at := p.lights(seats[seat], lamps[next]); i >= 5 { // what a program does for the first time takes it longer
			took = append(took, at)
		}
		p.set(seats[seat], false)
	}
	fmt.Printf("%d processors, %s: lamp after %s; the synthesiser ran at %d of 105 presses\n", runtime.NumCPU(), voice, percentiles(took), spoken)
	if speaking := voice == "everything"; speaking != (spoken > 20) {
		t.Errorf("the synthesiser ran at %d presses", spoken)
	}
}

// lights closes a switch and returns how long after that a lamp is lit. It looks 10,000 times a second, in
// a thread that goes before all others and meets none of the runtime's locks: what it measures is the box.
func (p *table) lights(button, lamp int) time.Duration {
	p.Helper()
	level, err := os.Open(fmt.Sprintf("%s/sim_gpio%d/value", p.folder, lamp))
	if err != nil {
		p.Fatal(err)
	}
	defer level.Close()
	runtime.LockOSThread()
	if err := unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_RR, Priority: 2}, 0); err != nil {
		p.Fatal(err)
	}
	defer func() {
		if err := unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL}, 0); err != nil {
			p.Fatal(err)
		}
		runtime.UnlockOSThread()
	}()
	var is [1]byte
	pause := unix.NsecToTimespec(int64(100 * time.Microsecond))
	fd, began := level.Fd(), time.Now()
	p.set(button, true)
	for is[0] != '1' {
		unix.RawSyscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(&pause)), 0, 0)
		unix.RawSyscall6(unix.SYS_PREAD64, fd, uintptr(unsafe.Pointer(&is)), 1, 0, 0, 0)
		if time.Since(began) > 10*time.Second {
			p.Fatalf("the lamp is not lit\n%s", art(p.panel.picture().Pix))
		}
	}
	return time.Since(began)
}
