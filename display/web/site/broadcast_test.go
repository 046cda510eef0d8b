package site

import (
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

// broadcast runs a broadcast of what build returns until the test ends. The signal tells it of
// changes.
func broadcast(t *testing.T, build func() int) (*Broadcast[int], *Signal) {
	t.Helper()
	s := New(Options{Files: fstest.MapFS{}})
	t.Cleanup(s.Close)
	b, changes := NewBroadcast(build), &Signal{}
	s.Go(func() { b.Run(s, changes.Changed) })
	synctest.Wait()
	return b, changes
}

func TestAContentIsMadeOnceForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := 0
		b, changes := broadcast(t, func() int { made++; return made })
		for change := 1; change <= 3; change++ {
			for range 5 {
				if got := b.Now(); got != change {
					t.Errorf("after change %d a page shows content %d", change, got)
				}
			}
			changes.Tell()
			time.Sleep(2 * pace)
		}
	})
}

// Changes that come faster than the pace are told together, the last one too.
func TestContentsHaveAPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		newest, told := 0, 0
		b, changes := broadcast(t, func() int { return newest })
		t.Cleanup(b.Tell) // which ends the goroutine
		go func() {
			for t.Context().Err() == nil {
				<-b.Changed()
				told++
			}
		}()
		const changed = time.Second
		for range changed / time.Millisecond {
			newest++
			changes.Tell()
			time.Sleep(time.Millisecond)
		}
		time.Sleep(pace)
		synctest.Wait()
		if want := int(changed/pace) + 1; told > want || b.Now() != newest {
			t.Errorf("told %d times, want at most %d; the content is %d, want %d", told, want, b.Now(), newest)
		}
	})
}
