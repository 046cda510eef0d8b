package sim_test

import (
	"testing"

	"arbitre/hw/sim"
)

func TestATableHasThreeToEightSeats(t *testing.T) {
	for seats := range 12 {
		table, err := sim.NewTable(seats)
		if ok := seats >= 3 && seats <= 8; ok != (err == nil) {
			t.Errorf("%d seats: %v", seats, err)
		} else if ok && len(table.Lamps) != seats {
			t.Errorf("%d seats have %d lamps", seats, len(table.Lamps))
		}
	}
}
