package box

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/health"
	"arbitre/games"
)

// A recording with a name that no cue has is never played: the log names it, and all names that
// would be.
func TestTheLogNamesARecordingThatIsNeverHeard(t *testing.T) {
	recording := filepath.Join(t.TempDir(), "hooray.wav")
	check(t, os.WriteFile(recording, nil, 0o666))
	var said bytes.Buffer
	log := slog.New(slog.NewTextHandler(&said, nil))
	newSpeaker(filepath.Dir(recording), "default", Service{Log: log, Health: health.New(log)}).Close()
	text := said.String()
	if !strings.Contains(text, "level=WARN") || !strings.Contains(text, recording) {
		t.Errorf("the log does not warn of %s:\n%s", recording, text)
	}
	for _, cue := range games.Cues() {
		if !strings.Contains(text, string(cue)) {
			t.Errorf("the log does not say that a recording may be called %s:\n%s", cue, text)
		}
	}
}
