package systemd

import (
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// isJournal reports whether a file is the stream to systemd's journal: JOURNAL_STREAM of
// systemd.exec(5), device and inode, is inherited by programs whose standard error is another one.
func isJournal(file io.Writer, stream string) bool {
	f, ok := file.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stream == fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
}

// prioritized begins each line of a [log/slog.TextHandler] with its priority (sd-daemon(3)).
type prioritized struct{ journal io.Writer }

func (p prioritized) Write(line []byte) (int, error) {
	priority := "<6>"
	switch level, _, _ := strings.Cut(string(line), " "); level {
	case "level=ERROR":
		priority = "<3>"
	case "level=WARN":
		priority = "<4>"
	case "level=DEBUG":
		priority = "<7>"
	}
	if _, err := p.journal.Write(append([]byte(priority), line...)); err != nil {
		return 0, err
	}
	return len(line), nil
}
