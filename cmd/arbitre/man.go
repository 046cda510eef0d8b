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

// manual is the page arbitre(1) in the format of man(7), with placeholders for games, commands and
// keys. Cobra's own generator makes one page for each command, has no place for the configuration,
// and needs a Markdown parser.
//
//go:embed arbitre.1
var manual string

// titles lists the titles of some games, as in a sentence.
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

// manualCommands returns the manual's section on commands, made from their help.
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

// manualKeys returns the manual's section on the keys of the configuration.
func manualKeys() string {
	var b strings.Builder
	for _, k := range config.Keys(all.Games()) {
		fmt.Fprintf(&b, ".TP\n.B %s = %s\n%s\n", roff(k.Name), roff(k.Default), roff(k.Says))
	}
	return b.String()
}

// roff escapes backslashes, hyphens (so that they can be copied), and lines that begin like a
// request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `µ`, `u`).Replace(text)
	return regexp.MustCompile(`(?m)^([.'])`).ReplaceAllString(text, `\&$1`)
}
