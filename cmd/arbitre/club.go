package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/cobra"
)

// clubProgram is a program of its own, for its database alone would add 4 MB to this one, which
// goes on every Pi.
const clubProgram = "arbitre-club"

func clubCommand(world) *cobra.Command {
	return &cobra.Command{
		Use: "club [COMMAND]", Short: "show all tables of a club on one page, and keep who has won how much",
		Long: `It runs the program ` + clubProgram + `, from beside this one or from the PATH, with the same
arguments: arbitre club --help says which there are.`,
		Example:            "arbitre club",
		DisableFlagParsing: true,
		Args:               cobra.ArbitraryArgs,
		RunE:               func(_ *cobra.Command, args []string) error { return runClub(args) },
	}
}

// runClub becomes the other program, and returns only if it can't.
func runClub(args []string) error {
	own, err := os.Executable()
	program := filepath.Join(filepath.Dir(own), clubProgram)
	if _, missing := os.Stat(program); errors.Join(err, missing) != nil {
		if program, err = exec.LookPath(clubProgram); err != nil {
			return fmt.Errorf("%s is not installed: it is in the package for PCs (amd64), "+
				"or go build ./cmd/%[1]s makes it anywhere", clubProgram)
		}
	}
	return syscall.Exec(program, slices.Concat([]string{clubProgram}, args), os.Environ())
}
