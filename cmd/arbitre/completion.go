package main

import (
	"github.com/spf13/cobra"
)

func completionCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "completion bash | zsh | fish", Short: "print what completes the command line in a shell",
		Long: `The package installs it. By hand: arbitre completion bash >
~/.local/share/bash-completion/completions/arbitre, or the like.`,
		Example:   "source <(arbitre completion bash)",
		Args:      takes(1, 1, "a shell: bash, zsh or fish"),
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(c *cobra.Command, shells []string) error {
			switch shells[0] {
			case "bash":
				return c.Root().GenBashCompletionV2(w.out, true)
			case "zsh":
				return c.Root().GenZshCompletion(w.out)
			case "fish":
				return c.Root().GenFishCompletion(w.out, true)
			}
			return refuse("completion: expected bash, zsh or fish, not %q", shells[0])
		},
	}
}
