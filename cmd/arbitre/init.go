package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/cmd/arbitre/messages"
	"arbitre/cmd/arbitre/setup"
	"arbitre/games/all"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

func initCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "init [FILE]", Short: "ask a few questions and write the configuration",
		Long: `It asks in the language of the machine for the seats, the pins and what else there
is, and writes /etc/arbitre/arbitre.toml, or FILE, with every key and what it
means. Enter takes what stands in brackets. A file that is there is kept as
FILE.old, and what was chosen at the box itself is forgotten. Nothing is written
before the last answer.

Buttons that are connected by then are pressed when they are asked for, those of
USB encoders, buzzers and gamepads as well as those on GPIO lines. A machine
without such lines is asked for none. Answers that come from a file or a program
are the same on every machine: lines are named.`,
		Example: "sudo arbitre init",
		Args:    takes(0, 1, "at most one file"),
		RunE: func(_ *cobra.Command, files []string) error {
			return initialise(w, append(files, machineFile)[0])
		},
	}
}

// machineFile is the configuration of the machine.
const machineFile = "/etc/arbitre/arbitre.toml"

func initialise(w world, path string) error {
	folder := filepath.Dir(path)
	// A person who may not write there learns it before the first question, not after the last.
	if err := doctor.MayUse(doctor.NearestFolder(folder), unix.W_OK|unix.X_OK); errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; sudo arbitre init may write there", err)
	} else if err != nil {
		return err
	}
	usual := config.Default(all.Games(), w.env)
	ctx, stop := untilStopped()
	defer stop()
	machine, err := lookAround(ctx, w, usual)
	if err != nil {
		return err
	}
	c, say, err := setup.Ask(ctx, w.in, w.out, setup.Options{
		Rules: all.Games(), Language: w.language(usual), Machine: machine, Doubts: box.Complaints(all.Games()),
	})
	if err != nil {
		return err
	}
	if err := keepOld(path); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	err = renameio.WriteFile(path, []byte(c.File()), 0o644,
		renameio.WithTempDir(folder), renameio.WithStaticPermissions(0o644))
	if err != nil {
		return err
	}
	if path == machineFile { // what was chosen at the box holds before it
		service := config.Default(all.Games(), doctor.Service().Env(w.env))
		if err := os.Remove(box.OwnFile(service.Journals)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	_, err = fmt.Fprintln(w.out,
		say("%s is written. Next: arbitre wiring shows the wires, arbitre doctor checks everything.", path))
	return err
}

// lookAround finds the buttons of this machine if a person answers at a terminal. Answers from a
// file may be for another machine.
func lookAround(ctx context.Context, w world, usual config.Config) (m setup.Machine, err error) {
	terminal, _ := w.in.(*os.File) // of a nil file the descriptor is -1
	if _, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS); err != nil {
		return setup.Machine{Header: true}, nil
	}
	busy := doctor.Service().Active()
	m, err = setup.Look(ctx, func(err error) {
		if err != nil && !busy {
			fmt.Fprintln(w.err, "arbitre:", err)
		}
	})
	if err != nil {
		return m, err
	}
	if busy {
		say := messages.In(w.language(usual))
		fmt.Fprintln(w.out, say("The buttons can't be pressed: the referee itself has them."))
		fmt.Fprintln(w.out, "->",
			say("sudo systemctl stop arbitre, then once more; afterwards sudo systemctl start arbitre"))
		m.Presses = nil
	}
	m.Forget = func() { // if it fails, what the key typed is taken for an answer
		_ = unix.IoctlSetInt(int(terminal.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	}
	return m, nil
}

// keepOld keeps an existing file under a second name, FILE.old.
func keepOld(path string) error {
	old := path + ".old"
	if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(path, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return os.Rename(path, old) // FAT has no hard links
	}
	return nil
}
