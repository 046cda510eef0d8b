package main

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/games/all"
)

func manCommand() command {
	return command{
		name: "man", about: "print the manual page",
		example: "arbitre man | man -l -",
		run: func(w world, args []string) error {
			if _, err := flags(flag.NewFlagSet("man", flag.ContinueOnError), args, 0, 0, "no argument"); err != nil {
				return err
			}
			_, err := fmt.Fprint(w.out, manual())
			return err
		},
	}
}

// manual is the page arbitre(1) as man(7) has them, made of what help says.
func manual() string {
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
It plays Mito, Mogel Motte, M.O.G., Group Mastermind and Motus.
.SH COMMANDS
`)
	for _, c := range commands() {
		fmt.Fprintf(&b, ".SS \"arbitre %s\"\n%s.\n", roff(strings.TrimSpace(c.name+" "+c.args)), roff(sentence(c.about)))
		b.WriteString(roffDetails(c.details))
		fmt.Fprintf(&b, ".PP\nExample:\n.PP\n.nf\n.RS\n%s\n.RE\n.fi\n", roff(c.example))
	}
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

// optionLine is how help says what a flag is: "  --svg FILE  write the drawing…".
var optionLine = regexp.MustCompile(`^  (--[a-z]+(?: [A-Z]+)?) +(.*)$`)

// roffDetails has what help adds with lines as long as the terminal's: flags as a list, the rest as paragraphs.
func roffDetails(details string) string {
	var b strings.Builder
	paragraph := true // the next line begins one
	for line := range strings.SplitSeq(strings.Trim(details, "\n"), "\n") {
		if option := optionLine.FindStringSubmatch(line); option != nil {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(option[1]), roff(option[2]))
		} else if line == "" {
			paragraph = true
			continue
		} else {
			if paragraph {
				b.WriteString(".PP\n")
			}
			fmt.Fprintln(&b, roff(strings.TrimSpace(line)))
		}
		paragraph = false
	}
	return b.String()
}

// roff escapes a text: a backslash, a hyphen that is to be copied, and a line that would be taken for a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(text)
	return regexp.MustCompile(`(?m)^([.'])`).ReplaceAllString(text, `\&$1`)
}

func completionCommand() command {
	return command{
		name: "completion", args: "bash | zsh | fish",
		about: "print what completes the command line in a shell",
		details: `
The package installs it. By hand: arbitre completion bash >
~/.local/share/bash-completion/completions/arbitre, or the like.`,
		example: "source <(arbitre completion bash)",
		run: func(w world, args []string) error {
			arguments, err := flags(flag.NewFlagSet("completion", flag.ContinueOnError), args, 1, 1, "a shell: bash, zsh or fish")
			if err != nil {
				return err
			}
			var script string
			switch arguments[0] {
			case "bash":
				script = completeBash()
			case "zsh":
				script = completeZsh()
			case "fish":
				script = completeFish()
			default:
				return refuse("completion: expected bash, zsh or fish, not %q", arguments[0])
			}
			_, err = fmt.Fprint(w.out, script)
			return err
		},
	}
}

var (
	flagWord   = regexp.MustCompile(`--[a-z-]+`)
	choiceWord = regexp.MustCompile(`(?:^|\| )([a-z]+)\b`)
)

// words are what can stand behind a command: its flags, its choices, and for help the other commands.
func (c command) words() []string {
	words := flagWord.FindAllString(c.args, -1)
	for _, m := range choiceWord.FindAllStringSubmatch(c.args, -1) {
		words = append(words, m[1])
	}
	if c.name == "help" {
		for _, other := range commands() {
			words = append(words, other.name)
		}
		words = append(words, all.Games().Names()...)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// wantsFiles tells whether a file or folder can stand behind a command.
func (c command) wantsFiles() bool {
	return strings.Contains(c.args, "FILE") || strings.Contains(c.args, "DIR") || strings.Contains(c.args, "JOURNAL")
}

// A choice is a flag behind which one of a few words stands.
type choice struct {
	flag  string
	words string
}

func choices() []choice {
	var languages []string
	for _, l := range display.Languages() {
		languages = append(languages, l.String())
	}
	return []choice{
		{"--game", strings.Join(all.Games().Names(), " ")},
		{"--language", strings.Join(languages, " ")},
		{"--view", "judge public"},
	}
}

func completeBash() string {
	var names []string
	var behind, cases strings.Builder
	for _, c := range choices() {
		fmt.Fprintf(&behind, "\t%s) mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$word\"); return ;;\n", c.flag, c.words)
	}
	for _, c := range commands() {
		names = append(names, c.name)
		files := ""
		if c.wantsFiles() {
			files = "-f "
		}
		fmt.Fprintf(&cases, "\t%s) mapfile -t COMPREPLY < <(compgen %s-W '%s' -- \"$word\") ;;\n", c.name, files, strings.Join(c.words(), " "))
	}
	return fmt.Sprintf(`_arbitre() {
	local word=${COMP_WORDS[COMP_CWORD]}
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W '%s' -- "$word")
		return
	fi
	case ${COMP_WORDS[COMP_CWORD - 1]} in
%s	esac
	case ${COMP_WORDS[1]} in
%s	esac
}
complete -o filenames -F _arbitre arbitre
`, strings.Join(names, " "), behind.String(), cases.String())
}

func completeZsh() string {
	quote := strings.NewReplacer(`'`, `'\''`, `:`, `\:`)
	var names, behind, cases strings.Builder
	for _, c := range choices() {
		fmt.Fprintf(&behind, "\t%s) compadd -- %s; return ;;\n", c.flag, c.words)
	}
	for _, c := range commands() {
		fmt.Fprintf(&names, "\t\t'%s:%s'\n", c.name, quote.Replace(c.about))
		files := ""
		if c.wantsFiles() {
			files = "; _files"
		}
		fmt.Fprintf(&cases, "\t%s) compadd -- %s%s ;;\n", c.name, strings.Join(c.words(), " "), files)
	}
	return fmt.Sprintf(`#compdef arbitre
_arbitre() {
	local -a names=(
%s	)
	if ((CURRENT == 2)); then
		_describe command names
		return
	fi
	case $words[CURRENT-1] in
%s	esac
	case $words[2] in
%s	esac
}
if [[ $funcstack[1] == _arbitre ]]; then
	_arbitre "$@"
else
	compdef _arbitre arbitre
fi
`, names.String(), behind.String(), cases.String())
}

func completeFish() string {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	var b strings.Builder
	b.WriteString("complete -c arbitre -f\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "complete -c arbitre -n __fish_use_subcommand -a %s -d '%s'\n", c.name, quote.Replace(c.about))
	}
	for _, c := range commands() {
		on := fmt.Sprintf("complete -c arbitre -n '__fish_seen_subcommand_from %s'", c.name)
		for _, word := range c.words() {
			flag, isFlag := strings.CutPrefix(word, "--")
			if !isFlag {
				fmt.Fprintf(&b, "%s -a %s\n", on, word)
				continue
			}
			fmt.Fprintf(&b, "%s -l %s", on, flag)
			for _, choice := range choices() {
				if choice.flag == word {
					fmt.Fprintf(&b, " -x -a '%s'", choice.words)
				}
			}
			b.WriteString("\n")
		}
		if c.wantsFiles() {
			fmt.Fprintf(&b, "%s -F\n", on)
		}
	}
	return b.String()
}
