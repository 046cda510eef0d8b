package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/cmd/arbitre/setup"
	"arbitre/games/all"
	"arbitre/games/disk"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

func initCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "init [FILE]", Short: "ask a few questions and write the configuration",
		Long: `It asks in the language of the machine for the seats, the pins and what else there
is, and writes /etc/arbitre/arbitre.toml, or FILE, with every key and what it
means. Enter takes what stands in brackets. A file that is there is kept as
FILE.old. Nothing is written before the last answer.`,
		Example: "sudo arbitre init",
		Args:    takes(0, 1, "at most one file"),
		RunE: func(_ *cobra.Command, files []string) error {
			return initialise(w, append(files, "/etc/arbitre/arbitre.toml")[0])
		},
	}
}

func initialise(w world, path string) error {
	if err := doctor.MayUse(doctor.NearestFolder(filepath.Dir(path)), unix.W_OK|unix.X_OK); errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; sudo arbitre init may write there", err) // said before the first question, not after the last
	} else if err != nil {
		return err
	}
	c, say, err := setup.Ask(w.in, w.out, all.Games(), w.language(config.Default(all.Games(), w.env)))
	if err != nil {
		return err
	}
	if err := keepOld(path); err != nil {
		return err
	}
	if err := disk.Publish(path, []byte(c.File())); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w.out, say("%s is written. Next: arbitre wiring shows the wires, arbitre doctor checks everything.", path))
	return err
}

// keepOld gives a file that is there a second name, with which it stays.
func keepOld(path string) error {
	old := path + ".old"
	if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(path, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return os.Rename(path, old) // FAT knows no links
	}
	return nil
}
