package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/games/all"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "man", Short: "print the manual page",
		Example: "arbitre man | man -l -",
		RunE: func(c *cobra.Command, _ []string) error {
			filled := strings.NewReplacer(
				"{games}", titles(func(games.Rules) bool { return true }),
				"{commands}\n", manualCommands(c.Root()),
				"{keys}\n", manualKeys())
			_, err := filled.WriteString(w.out, manual)
			return err
		},
	}
}

// manual is the page arbitre(1) as man(7) has them, with places for what the program knows. It is
// one page with the configuration in it, which cobra's own generator has no place for, and that
// would bring a parser of Markdown.
//
//go:embed arbitre.1
var manual string

// titles names the games of some kind as people do.
func titles(which func(games.Rules) bool) string {
	var titles []string
	for _, rules := range all.Games() {
		if which(rules) {
			titles = append(titles, rules.Title)
		}
	}
	last := len(titles) - 1
	return strings.Join(titles[:last], ", ") + " and " + titles[last]
}

// manualCommands are what help says of every command.
func manualCommands(root *cobra.Command) string {
	var b strings.Builder
	for _, c := range root.Commands() {
		fmt.Fprintf(&b, ".SS \"%s\"\n", roff(c.UseLine()))
		for paragraph := range strings.SplitSeq(c.Long, "\n\n") {
			fmt.Fprintf(&b, ".PP\n%s\n", roff(paragraph))
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" {
				return
			}
			value, says := pflag.UnquoteUsage(f)
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace("--"+f.Name+" "+value)), roff(says))
		})
		example := strings.ReplaceAll(c.Example[2:], "\n  ", "\n")
		fmt.Fprintf(&b, ".PP\nExample:\n.PP\n.nf\n.RS\n%s\n.RE\n.fi\n", roff(example))
	}
	return b.String()
}

// manualKeys are those of the configuration.
func manualKeys() string {
	var b strings.Builder
	for _, k := range config.Keys(all.Games()) {
		fmt.Fprintf(&b, ".TP\n.B %s = %s\n%s\n", roff(k.Name), roff(k.Default), roff(k.Says))
	}
	return b.String()
}

// roff escapes a text: a backslash, a hyphen that is to be copied, and a line that would be taken
// for a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `µ`, `u`).Replace(text)
	return regexp.MustCompile(`(?m)^([.'])`).ReplaceAllString(text, `\&$1`)
}
