package web

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// One line a second is logged of each kind: a line for each of a stranger's tries would be 33 MB in
// 15 s.
func TestOfEachKindOneLineASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		untimed := func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
		log := newSparingLog(slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: untimed})))
		for i := range 25 { // for 2.5 s
			log.spare(slog.LevelWarn, "guessed", "from", i)
			if i%5 == 0 {
				log.spare(slog.LevelInfo, "called")
			}
			time.Sleep(100 * time.Millisecond)
		}
		want := strings.Join([]string{
			"level=WARN msg=guessed from=0", "level=INFO msg=called",
			"level=WARN msg=guessed from=10 left_out_before=9", "level=INFO msg=called left_out_before=1",
			"level=WARN msg=guessed from=20 left_out_before=9", "level=INFO msg=called left_out_before=1",
		}, "\n") + "\n"
		if got := b.String(); got != want {
			t.Errorf("the log is\n%swant\n%s", got, want)
		}
	})
}
