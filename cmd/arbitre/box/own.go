package box

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/textfile"
)

// mostOwn is more than all keys of a configuration need, in bytes.
const mostOwn = 1 << 20

// ownPath returns the file with what was chosen at the box whose journals lie in a folder: a part of a
// configuration, which lies over the file of the machine. The service may write in that folder alone.
func ownPath(folder string) string { return filepath.Join(folder, "settings.toml") }

// WithOwn lays over a configuration what was chosen at the box. With an error it returns the
// configuration as it was.
func WithOwn(r config.Reader, c config.Config) (config.Config, error) {
	path := ownPath(c.Journals)
	text, err := textfile.ReadBytes(path, mostOwn)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return c, err
	}
	return r.Over(c, path, text)
}

// withOwn is [WithOwn] for the box itself, which names a file that is refused.
func (s Service) withOwn(c config.Config) config.Config {
	c, err := WithOwn(config.Reader{Rules: s.Rules}, c)
	s.reportOwn(err)
	return c
}

// keep is [keepOwn] for the box itself, which names no refused file any more once it is set aside.
func (s Service) keep(c config.Config, keys ...string) error {
	err := keepOwn(config.Reader{Rules: s.Rules}, c, keys)
	if err == nil {
		s.reportOwn(nil)
	}
	return err
}

func (s Service) reportOwn(err error) { s.Health.Of(ownSettings, games.Text{Word: "bad_config"})(err) }

// keepOwn adds keys, with the values that a configuration has, to what was chosen at the box. A file
// that the reader refuses is set aside, as a journal is that can't be resumed.
func keepOwn(r config.Reader, c config.Config, keys []string) error {
	path := ownPath(c.Journals)
	text, err := textfile.ReadBytes(path, mostOwn)
	if err == nil {
		_, err = r.Over(c, path, text)
	}
	switch {
	case err == nil:
		before, _ := config.Named(text) // the reader has read it
		keys = slices.Concat(before, keys)
	case !errors.Is(err, fs.ErrNotExist):
		if err := os.Rename(path, path+journal.BrokenEnd); err != nil {
			return err
		}
	}
	return textfile.Replace(path, []byte("# What was chosen at the box: it holds before /etc/arbitre/arbitre.toml.\n"+
		c.Only(keys...)))
}
