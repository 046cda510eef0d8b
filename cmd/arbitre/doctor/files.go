package doctor

import (
	"crypto/tls"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arbitre/games"
)

// wordLists looks at the files that the tables of games name. Without one the service does not
// start.
func wordLists(m *Machine) (found []finding) {
	for _, g := range m.config.Games {
		for _, s := range g.Settings {
			if v := m.file(s.Path, missing); s.Form == games.WordList && v.State != "" {
				found = append(found, finding{Part: m.Say("word list"), verdict: v})
			}
		}
	}
	return found
}

func recordings(m *Machine) verdict { return m.file(m.config.Speaker.Folder, warning) }

// file looks at a file or folder that the service reads, "" for none. Its unit hides home folders
// and temporary files (ProtectHome=, PrivateTmp=).
func (m *Machine) file(path string, worst state) verdict {
	if path == "" || !m.unit.Installed() {
		return verdict{}
	}
	if _, err := os.Stat(filepath.Join(m.root, path)); err != nil {
		return m.fails(worst, err).mend("write where it is into the configuration")
	}
	for _, hidden := range []string{"/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"} {
		if strings.HasPrefix(path, hidden) {
			return m.says(worst, "the service does not see %s", path).
				mend("sudo cp -r %s /etc/arbitre, and write that into the configuration", path)
		}
	}
	return verdict{State: fine, Says: path}
}

// broker reaches the broker as the table does. Without it a game can be played all the same.
func broker(m *Machine) verdict {
	c := m.config.MQTT
	if c.Broker == "" {
		return m.unwanted()
	}
	if v := m.file(c.PasswordFile, warning); v.State == warning {
		return v
	}
	if v := m.file(c.CAFile, warning); v.State == warning {
		return v
	}
	err := m.TryBroker()
	switch _, unknown := errors.AsType[*tls.CertificateVerificationError](err); {
	case errors.Is(err, fs.ErrPermission):
		return m.fails(warning, err).mend("sudo arbitre doctor looks again, as root")
	case unknown:
		return m.fails(warning, err).about(c.Broker).mend("the certificate is not trusted: mqtt.ca_file names a file with " +
			"the authority that has signed it, and mqtt.broker the machine as the certificate does")
	case err != nil:
		return m.fails(warning, err).about(c.Broker).
			mend("look whether it runs there, and whether user, password and rights below %s are right", c.Prefix)
	}
	return m.says(fine, "%s takes what the table tells", c.Broker)
}
