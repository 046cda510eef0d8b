package main

import "github.com/spf13/cobra"

func completionCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "completion bash | zsh | fish", Short: "print the completion script for a shell",
		Long: `The package installs it. By hand it goes to a file:
  bash: ~/.local/share/bash-completion/completions/arbitre
  zsh: _arbitre in a folder of $fpath
  fish: ~/.config/fish/completions/arbitre.fish`,
		Example:   "source <(arbitre completion bash)",
		Args:      takes(1, 1, "one of bash, zsh, fish"),
		ValidArgs: []string{"bash", "zsh", "fish"},
		RunE: func(c *cobra.Command, args []string) error {
			switch root := c.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(w.out, true)
			case "zsh":
				return root.GenZshCompletion(w.out)
			case "fish":
				return root.GenFishCompletion(w.out, true)
			}
			return refuse("completion: expected one of bash, zsh, fish, not %q", args[0])
		},
	}
}
