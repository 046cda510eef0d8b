package club_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"arbitre/display/mqtt"
)

// BenchmarkHear measures what a state costs the club, without the network.
func BenchmarkHear(b *testing.B) {
	h := newHall(b)
	state := must(json.Marshal(kitchen()))
	for n := 0; b.Loop(); n++ {
		table := fmt.Sprint("table-", n%1000)
		h.Hear(mqtt.Topic{Table: table, Leaf: mqtt.StateLeaf}, state)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// BenchmarkOnPaper simulates up to 10,000 tables: messages that come by chance, and wait for one
// thread of a broker. Every second one is a state, and waits for one of the club as well. What a
// message costs each is measured: see the README. A queue that grows without end shows as seconds.
func BenchmarkOnPaper(b *testing.B) {
	const broker, club, states = 35 * time.Microsecond, 40 * time.Microsecond, 200_000
	for _, tables := range []int{200, 1000, 2000, 5000, 10_000} {
		for _, perSecond := range []int{2, 10, 40} {
			b.Run(fmt.Sprintf("%d-tables-%d-messages-a-second", tables, perSecond), func(b *testing.B) {
				for b.Loop() {
					between := float64(time.Second) / float64(tables*perSecond)
					delays := make([]time.Duration, states)
					var now, brokerFree, clubFree time.Duration
					for i := range 2 * states {
						now += time.Duration(rand.ExpFloat64() * between)
						brokerFree = max(now, brokerFree) + broker
						if i%2 == 1 {
							clubFree = max(brokerFree, clubFree) + club
							delays[i/2] = clubFree - now
						}
					}
					slices.Sort(delays)
					b.ReportMetric(float64(delays[states*99/100].Microseconds())/1000, "p99-ms")
				}
			})
		}
	}
}
