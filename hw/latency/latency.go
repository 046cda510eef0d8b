// Package latency measures how late a machine takes an interrupt: so late may be the stamp of an edge.
package latency

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// Floor is the shortest tie window, however fast a machine may be: finish lines of model cars call a tie at as much.
const Floor = 200 * time.Microsecond

// Most is the longest that still makes sense: whoever is so much later sees it himself.
const Most = 50 * time.Millisecond

// Tie is the shortest tie window that is honest where an interrupt may be so late, rounded up to 1, 2 or 5 times a power
// of ten: more digits would say more than was measured.
func Tie(late ...time.Duration) time.Duration {
	most := max(Floor, slices.Max(late))
	power := time.Duration(math.Pow10(int(math.Log10(float64(most)))))
	for _, n := range []time.Duration{1, 2, 5} {
		if most <= n*power {
			return n * power
		}
	}
	return 10 * power
}

// A Spread is how a number of delays are distributed.
type Spread struct {
	Count    int           `json:"count"`
	Median   time.Duration `json:"median_ns"`
	Thousand time.Duration `json:"of_1000_ns"` // 999 of 1000 are no longer
	Most     time.Duration `json:"most_ns"`
}

// SpreadOf is that of some delays.
func SpreadOf(delays []time.Duration) Spread {
	if len(delays) == 0 {
		return Spread{}
	}
	sorted := slices.Sorted(slices.Values(delays))
	at := func(share float64) time.Duration { return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))] }
	return Spread{len(sorted), at(0.5), at(0.999), sorted[len(sorted)-1]}
}

// Rarer is of how many at most one is longer than the longest that was seen, with a confidence of 95 in 100: of n that
// were not, a share of 3/n may be (the rule of three; Hanley and Lippman-Hand, JAMA 249, 1983).
func (s Spread) Rarer() int { return s.Count / 3 }

// Wakeups has a thread wake by the kernel's timer so often, a millisecond after the other, before all other programs
// where that is allowed, and tells how late it did. That is how late the interrupt was taken, and how long the thread
// waited for its turn: never less than the former. Whoever wants to know is told of each.
func Wakeups(ctx context.Context, times int, woken func() error) (late []time.Duration, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		// Only root may, and the service has it already; others measure the wait for their turn as well.
		_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 10}, 0)
		_ = unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0)
		clock := hw.Clock{}
		for len(late) < times && err == nil && ctx.Err() == nil {
			due := clock.Now() + time.Millisecond
			ts := unix.NsecToTimespec(int64(due))
			for unix.ClockNanosleep(unix.CLOCK_MONOTONIC, unix.TIMER_ABSTIME, &ts, nil) == unix.EINTR { // the runtime's signals
			}
			late = append(late, clock.Now()-due)
			err = woken()
		}
	}()
	<-done
	return late, errors.Join(err, ctx.Err())
}

// Strain gives the kernel of every processor much to do until it is told to rest: memory, files, pipes.
func Strain() (rest func()) {
	end := make(chan struct{})
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		all.Go(func() {
			for {
				select {
				case <-end:
					return
				default:
					toil()
				}
			}
		})
	}
	return func() { close(end); all.Wait() }
}

func toil() {
	const size = 4 << 20
	if memory, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON); err == nil {
		for i := 0; i < size; i += 4096 {
			memory[i] = 1
		}
		_ = unix.Munmap(memory)
	}
	_, _ = os.ReadFile("/proc/self/smaps")
	if in, out, err := os.Pipe(); err == nil {
		_, _ = out.Write(make([]byte, 4096))
		in.Close()
		out.Close()
	}
}

// ErrRefused is that of a kernel that lets this user not see its interrupts.
var ErrRefused = errors.New("the kernel does not let this user see when it takes interrupts")

// Interrupts has every processor's timer interrupt it so often, a period after the other, and tells how late each was
// taken: for so long interrupts were off, or another was being served. The kernel notes the time in the interrupt
// itself (perf_event_open(2), the software event cpu-clock), so that no thread has to wait for its turn.
//
// It sees what keeps a processor from its timer: handlers of other interrupts, and code that has them off. It can't see
// what keeps a chip from telling its processor, nor what happens in the chip's own handler, nor what is rarer than the
// time it looks.
func Interrupts(ctx context.Context, period time.Duration, times int) ([]time.Duration, error) {
	var online unix.CPUSet
	if err := unix.SchedGetaffinity(0, &online); err != nil {
		return nil, err
	}
	var all []time.Duration
	var failed error
	var mu sync.Mutex // of both
	var processors sync.WaitGroup
	for processor := range len(online) * bits.UintSize {
		if !online.IsSet(processor) {
			continue
		}
		processors.Go(func() {
			late, err := onProcessor(ctx, processor, period, times)
			mu.Lock()
			defer mu.Unlock()
			all, failed = append(all, late...), errors.Join(failed, err)
		})
	}
	processors.Wait()
	return all, errors.Join(failed, ctx.Err())
}

// record is the bytes of one in the kernel's buffer: a header and the time.
const record = 16

// batch is how many interrupts are asked for at once. After some hundreds without a tick, as an idle processor has
// them, the kernel makes a break, and a new event has none behind it.
const batch = 200

// onProcessor asks for them, in four times as long as it should take.
func onProcessor(ctx context.Context, processor int, period time.Duration, times int) (late []time.Duration, err error) {
	for range 4 * (times/batch + 1) {
		some, err := batchTaken(ctx, processor, period)
		if err != nil || ctx.Err() != nil {
			return late, err
		}
		if late = append(late, lateness(some, period)...); len(late) >= times {
			return late, nil
		}
	}
	return late, fmt.Errorf("%w: it told of %d in place of %d", ErrRefused, len(late), times)
}

// batchTaken is when the interrupts of one batch were taken.
func batchTaken(ctx context.Context, processor int, period time.Duration) ([]time.Duration, error) {
	event, err := unix.PerfEventOpen(&unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_CPU_CLOCK, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Sample: uint64(period), Sample_type: unix.PERF_SAMPLE_TIME,
		Bits: unix.PerfBitDisabled | unix.PerfBitUseClockID, Clockid: unix.CLOCK_MONOTONIC,
	}, -1, processor, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	defer unix.Close(event)
	// All of it fits, so that nobody need read it meanwhile: a page about it, and a power of two of others.
	page := os.Getpagesize()
	size := 1 << bits.Len(uint(2*batch*record/page))
	shared, err := unix.Mmap(event, 0, (1+size)*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	defer unix.Munmap(shared)
	if err := unix.IoctlSetInt(event, unix.PERF_EVENT_IOC_ENABLE, 0); err != nil {
		return nil, err
	}
	select {
	case <-time.After(batch * period):
	case <-ctx.Done():
	}
	if err := unix.IoctlSetInt(event, unix.PERF_EVENT_IOC_DISABLE, 0); err != nil {
		return nil, err
	}
	about := (*unix.PerfEventMmapPage)(unsafe.Pointer(&shared[0]))
	return stamps(shared[page:][:min(uint64(size*page), atomic.LoadUint64(&about.Data_head))])
}

// stamps are the times in what the kernel wrote (perf_event_open(2), "MMAP layout"):
//
//	|  kind  |  flags  |  length  | time, of a sample |
//	   32       16         16       64 bits
func stamps(written []byte) (stamps []time.Duration, err error) {
	for len(written) >= record {
		kind, length := binary.NativeEndian.Uint32(written), int(binary.NativeEndian.Uint16(written[6:]))
		switch {
		case length < 8 || length > len(written):
			return stamps, errors.New("the kernel's records of its interrupts can't be read")
		case kind == unix.PERF_RECORD_THROTTLE:
			return stamps, nil // the break: what follows has another beginning
		case kind == unix.PERF_RECORD_SAMPLE && length == record:
			stamps = append(stamps, time.Duration(binary.NativeEndian.Uint64(written[8:])))
		}
		written = written[length:]
	}
	return stamps, nil
}

// lateness is by how much each stamp is late. The timer is due at whole periods after its start, each time at the next
// one that is still to come (hrtimer_forward_now). When it started is not told: the promptest stamp is taken for one
// that is not late.
func lateness(stamps []time.Duration, period time.Duration) []time.Duration {
	if len(stamps) == 0 {
		return nil
	}
	// Where in its period each is. They lie around a circle; the promptest comes after the widest gap.
	phases := make([]time.Duration, len(stamps))
	for i, s := range stamps {
		phases[i] = (s - stamps[0] + period) % period
	}
	sorted := slices.Sorted(slices.Values(phases))
	prompt, widest := sorted[0], sorted[0]+period-sorted[len(sorted)-1]
	for i := 1; i < len(sorted); i++ {
		if gap := sorted[i] - sorted[i-1]; gap > widest {
			prompt, widest = sorted[i], gap
		}
	}
	late := make([]time.Duration, len(stamps))
	due := stamps[0] - (phases[0]-prompt+period)%period
	for i, s := range stamps {
		late[i] = s - due
		due += ((s-due)/period + 1) * period
	}
	return late
}
