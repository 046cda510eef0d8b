package systemd

import (
	"os"
	"path/filepath"
	"strings"
)

// Updates are what the scripts of the card image find on sticks and install
// (systemd/image/README.md).
// The daemon may do neither itself: it reads what they say, and asks by a file.
type Updates struct {
	StatusFolder string // the scripts' folder
	Runtime      string // the service's own
}

// Offered returns the version that may be installed, or nothing.
func (u Updates) Offered() string { return u.readLine("offer") }

// State returns what became of an update, as a word and its detail: "installing", "installed" with
// the version that the next start brings, "refused" with the reason, or nothing.
func (u Updates) State() (word, detail string) {
	if _, err := os.Stat(u.requestPath()); err == nil {
		return "installing", "" // in a moment
	}
	word, detail, _ = strings.Cut(u.readLine("state"), " ")
	return word, detail
}

// Install asks for the offered version. The scripts install no other.
func (u Updates) Install(version string) error {
	return os.WriteFile(u.requestPath(), []byte(version+"\n"), 0o600)
}

func (u Updates) requestPath() string { return filepath.Join(u.Runtime, "update") }

// readLine returns the line of a file, or nothing if there is none.
func (u Updates) readLine(file string) string {
	text, _ := os.ReadFile(filepath.Join(u.StatusFolder, file))
	return strings.TrimSpace(string(text))
}
