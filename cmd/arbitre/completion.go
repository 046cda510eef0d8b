package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A shell completes the command line by a script of its own.
type shell struct {
	name  string
	home  string // where a person puts the script
	print func(root *cobra.Command, out io.Writer) error
}

func shells() []shell {
	return []shell{
		{"bash", "~/.local/share/bash-completion/completions/arbitre",
			func(root *cobra.Command, out io.Writer) error { return root.GenBashCompletionV2(out, true) }},
		{"zsh", "_arbitre in a folder of $fpath", (*cobra.Command).GenZshCompletion},
		{"fish", "~/.config/fish/completions/arbitre.fish",
			func(root *cobra.Command, out io.Writer) error { return root.GenFishCompletion(out, true) }},
	}
}

func completionCommand(w world) *cobra.Command {
	var names, homes []string
	for _, s := range shells() {
		names, homes = append(names, s.name), append(homes, s.name+": "+s.home)
	}
	return &cobra.Command{
		Use: "completion " + strings.Join(names, " | "), Short: "print the completion script for a shell",
		Long:      "The package installs it. By hand it goes to a file:\n  " + strings.Join(homes, "\n  "),
		Example:   "source <(arbitre completion bash)",
		Args:      takes(1, 1, "one of "+strings.Join(names, ", ")),
		ValidArgs: names,
		RunE: func(c *cobra.Command, args []string) error {
			i := slices.Index(names, args[0])
			if i < 0 {
				return refuse("completion: expected one of %s, not %q", strings.Join(names, ", "), args[0])
			}
			return shells()[i].print(c.Root(), w.out)
		},
	}
}
