package realkernel

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// The lines of a table on the rig: three seats, their lamps, and the judge's keys.
const (
	rigLamps    = 16
	rigPrevious = 5
	rigNext     = 6
	rigOK       = 13
)

// driven returns when a program last changed the level of a line.
func (r *rig) driven(line int) time.Duration {
	r.Helper()
	all := []byte(read(r, "/sys/kernel/debug/race-chip/driven"))
	return time.Duration(binary.NativeEndian.Uint64(all[8*line:]))
}

// press presses the switches of lines one after the other, as fast as a person does, and returns
// when the last was closed.
func (r *rig) press(lines ...int) time.Duration {
	r.Helper()
	var plan []motion
	for i, line := range lines {
		at := time.Duration(i) * 120 * time.Millisecond
		plan = append(plan, motion{at: at, line: line, closed: true}, motion{at: at + 60*time.Millisecond, line: line})
	}
	r.begin(plan)
	made := r.times(len(plan))
	time.Sleep(60 * time.Millisecond)
	return made[len(made)-2]
}

// A lit is how long after its press a lamp is lit.
func (r *rig) lit(pressed time.Duration, lamp int) time.Duration {
	r.Helper()
	for range 100 {
		if at := r.driven(lamp); at > pressed {
			return at - pressed
		}
		time.Sleep(10 * time.Millisecond)
	}
	r.Fatalf("lamp %d stays as it was", lamp)
	return 0
}

// throughHW is the least that this program can do: edges, contacts, the lamp, as its own loop has
// them.
func throughHW(r *rig) (press func(i int) time.Duration, process int) {
	buttons := r.open(2)
	alarm, err := hw.NewAlarm()
	if err != nil {
		r.Fatal(err)
	}
	lamps := hw.NewLamps(map[hw.Button]func() (hw.Output, error){
		1: func() (hw.Output, error) { return hw.OpenPin(fmt.Sprintf("RACE%d", rigLamps)) },
	}, func(_ hw.Button, err error) { r.Error(err) })
	contacts := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), func(hw.Button, error) {})
	light := hw.Dark
	tell := func(edges []hw.Edge) {
		for _, e := range edges {
			if e.Down {
				light = hw.Lit - light
				lamps.Set(1, light)
			}
		}
	}
	take := func(e hw.Event) { tell(contacts.Take(e)) }
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if due, ok := contacts.Deadline(); ok {
				alarm.Set(due)
			} else {
				alarm.Stop()
			}
			select {
			case e := <-buttons.Events():
				take(e)
			case <-alarm.Rings():
			case <-end:
				return
			}
			tell(contacts.Elapse(buttons.CatchUp(take)))
		}
	}()
	r.Cleanup(func() {
		close(end)
		<-ended
		lamps.Close()
		alarm.Close()
	})
	return func(int) time.Duration { return r.lit(r.press(0), rigLamps) }, os.Getpid()
}

// throughArbitre is the program itself: a turn of Mito passes on, and the lamp of the next seat is
// lit.
func throughArbitre(r *rig) (press func(i int) time.Duration, process int) {
	p := &table{chip: &chip{TB: r}, panel: newPanel(r), journals: r.TempDir()}
	p.panel.powerOn()
	config := filepath.Join(p.journals, "arbitre.toml")
	write(p, config, fmt.Sprintf(`language = 'en'
journals = '%s'
[buttons]
seats = ['RACE0', 'RACE1', 'RACE2']
lamps = ['RACE16', 'RACE17', 'RACE18']
[judge]
previous = 'RACE%d'
next = 'RACE%d'
ok = 'RACE%d'
[buzzer]
enabled = false
`, p.journals, rigPrevious, rigNext, rigOK))
	command := exec.Command("/bin/arbitre", "run", "--config", config)
	command.Stderr = &p.log
	if err := command.Start(); err != nil {
		r.Fatal(err)
	}
	p.ends(command)
	p.isSeen()
	r.press(rigOK)                                         // Mito
	r.press(0, 1, 2, rigOK)                                // three join
	r.press(rigPrevious, rigPrevious, rigOK, rigOK, rigOK) // one round; seat 1 is the guardian; let's go
	p.begins()
	p.shows("turn")
	return func(i int) time.Duration {
		time.Sleep(500 * time.Millisecond)
		return r.lit(r.press(i%3), rigLamps+(i+1)%3)
	}, command.Process.Pid
}

// schedule gives all threads of a process a scheduling policy.
func (r *rig) schedule(process, policy int) {
	r.Helper()
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", process))
	if err != nil {
		r.Fatal(err)
	}
	attributes := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: uint32(policy)}
	if policy != unix.SCHED_NORMAL {
		attributes.Priority = 1
	}
	for _, thread := range threads {
		id, _ := strconv.Atoi(thread.Name())
		if err := unix.SchedSetAttr(id, attributes, 0); err != nil {
			r.Fatal(err)
		}
	}
}

// From the first touch to the lamp. The first millisecond of it is what tells a press from
// interference. The whole program takes a fifth more at most than edges, contacts and the lamp
// alone, where it goes first as the service does.
func TestLampFollowsPress(t *testing.T) {
	least := map[string]time.Duration{}
	for _, way := range []struct {
		name string
		open func(*rig) (press func(i int) time.Duration, process int)
	}{{"hw", throughHW}, {"arbitre", throughArbitre}} {
		t.Run(way.name, func(t *testing.T) {
			r := newRig(t, 4)
			press, process := way.open(r)
			n := 0
			for range 5 { // what a program does for the first time takes it longer
				press(n)
				n++
			}
			measure := func(name string) (median time.Duration) {
				var took []time.Duration
				for range min(200, max(30, r.n)) {
					took = append(took, press(n))
					n++
				}
				slices.Sort(took)
				at := func(percent int) time.Duration {
					return took[len(took)*percent/100].Round(10 * time.Microsecond)
				}
				t.Logf("%8s, %s: median %v, 99 of 100 %v, longest %v", way.name, name, at(50), at(99),
					took[len(took)-1])
				return at(50)
			}
			within := func(name string, median time.Duration) {
				if way.name == "hw" {
					least[name] = median
				} else if alone, ok := least[name]; ok && 10*median > 12*alone {
					t.Errorf("%s: the lamp takes %v, edges and contacts alone %v", name, median, alone)
				}
			}
			quiet := measure("quiet")
			within("quiet", quiet)
			load(t)
			measure("busy")
			r.schedule(process, unix.SCHED_RR) // as the service has it
			first := measure("busy, first")
			within("busy, first", first)
			if 10*first > 12*quiet {
				t.Errorf("who goes first waits for others: %v in place of %v", first, quiet)
			}
			r.schedule(process, unix.SCHED_NORMAL)
		})
	}
}
