package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "print the manual page",
		Example: "arbitre man | man -l -",
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(w.out, manual(c.Root()))
			return err
		},
	}
}

// manual is the page arbitre(1) as man(7) has them, made of what help says. It is one page with the configuration in it,
// which cobra's own generator has no place for, and that would bring a parser of Markdown.
func manual(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(`.TH ARBITRE 1 "" arbitre
.SH NAME
arbitre \- the referee beside a card table
.SH SYNOPSIS
.B arbitre
.I COMMAND
.RI [ ARGUMENTS ]
.SH DESCRIPTION
A box beside a card table: arcade buttons with lamps, a small display, a buzzer and three judge's keys on a Raspberry Pi.
It decides who slapped first, keeps the hidden code for the judge, applies the rule sheet and keeps the score.
`)
	fmt.Fprintf(&b, "It plays %s.\n.SH COMMANDS\n", titles())
	manualCommands(&b, root)
	b.WriteString(".SH CONFIGURATION\nThe keys of the configuration, each with its default.\n")
	for _, k := range config.Keys(all.Games()) {
		fmt.Fprintf(&b, ".TP\n.B %s = %s\n%s\n", roff(k.Name), roff(k.Default), roff(k.Says))
	}
	b.WriteString(`.SH FILES
.TP
.I /etc/arbitre/arbitre.toml
The configuration. Without it the defaults hold.
.TP
.I /var/lib/arbitre
The journals and results of all games, where arbitre is a service of the machine.
.TP
.I ~/.local/state/arbitre
The same, where a person started it.
.SH SIGNALS
.TP
.B SIGHUP
.B arbitre run
reads its configuration anew. It holds from the next game on.
A file with a mistake in it is not taken; the display and the log say so.
.TP
.BR SIGTERM ", " SIGINT
The game is left on the disk, to be resumed.
.SH EXIT STATUS
.TP
.B 0
All is well.
.TP
.B 1
The command could not do its work; of
.BR "arbitre doctor" :
a game can't be played as things are.
.TP
.B 2
The command line, the configuration or the journal is wrong. The message names the line.
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1),
.BR gpioinfo (1)
`)
	return b.String()
}

// manualCommands writes what help says of every command.
func manualCommands(w io.Writer, root *cobra.Command) {
	for _, c := range root.Commands() {
		fmt.Fprintf(w, ".SS \"%s\"\n", roff(c.UseLine()))
		for paragraph := range strings.SplitSeq(c.Long, "\n\n") {
			fmt.Fprintf(w, ".PP\n%s\n", roff(paragraph))
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" {
				return
			}
			value, says := pflag.UnquoteUsage(f)
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace("--"+f.Name+" "+value)), roff(says))
		})
		fmt.Fprintf(w, ".PP\nExample:\n.PP\n.nf\n.RS\n%s\n.RE\n.fi\n", roff(strings.ReplaceAll(c.Example[2:], "\n  ", "\n")))
	}
}

// titles names the games as people do.
func titles() string {
	var titles []string
	for _, game := range all.Games() {
		titles = append(titles, game.Title)
	}
	last := len(titles) - 1
	return strings.Join(titles[:last], ", ") + " and " + titles[last]
}

// roff escapes a text: a backslash, a hyphen that is to be copied, and a line that would be taken for a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `µ`, `u`).Replace(text)
	return regexp.MustCompile(`(?m)^([.'])`).ReplaceAllString(text, `\&$1`)
}

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
