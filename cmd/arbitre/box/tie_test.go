package box

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw"
)

// The measured tie window is logged with its confidence, and stands in the start line of a game.
func TestTheTieIsMeasured(t *testing.T) {
	said, log := io.Pipe()
	inBackground := func(measure func()) { go measure() }
	tie := measureTie(t.Context(), inBackground, slog.New(slog.NewTextHandler(log, nil)), 30)
	line, err := bufio.NewReader(said).ReadString('\n')
	measured := `msg="measured the tie window" tie=` + tie().String()
	if err != nil || !strings.Contains(line, measured) || !strings.Contains(line, "later_one_in=10") {
		t.Errorf("%v %s", err, line)
	}
	if tie() < hw.MinTie || tie() > hw.MaxTie {
		t.Errorf("%v", tie())
	}
	got := string((config.Config{}).Limits(20 * time.Millisecond).Value().AppendJSON(nil))
	if !strings.HasPrefix(got, `{"tie":"20ms","settle":"20ms",`) {
		t.Errorf("the start line has race=%s", got)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if tie := measureTie(ended, inBackground, slog.New(slog.DiscardHandler), 1<<30); tie() != time.Millisecond {
		t.Errorf("before it is measured: %v", tie())
	}
}
