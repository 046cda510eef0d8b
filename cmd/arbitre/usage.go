package main

import (
	"errors"
	"fmt"
	"strings"

	"arbitre/cmd/arbitre/config"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// refuse returns a [config.Mistake]: an error in what was typed, or in a file.
func refuse(format string, args ...any) error { return config.Wrong(fmt.Errorf(format, args...)) }

// noCommand returns the error for a name that is no command, nor one of these games where a game is
// accepted, too.
func noCommand(root *cobra.Command, name string, games ...string) error {
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	if near := config.Nearest(name, append(games, names...)); near != "" {
		return refuse("there is no command %q; did you mean %q?", name, near)
	}
	hint := "the commands are " + strings.Join(names, ", ")
	if len(games) > 0 {
		hint += "; the games are " + strings.Join(games, ", ")
	}
	return refuse("there is no command %q; %s", name, hint)
}

// takes allows a command from least to most arguments. What describes them.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if n := len(args); n < least || n > most {
			return wrongUse(c, "expected "+what)
		}
		return nil
	}
}

func wrongUse(c *cobra.Command, what string) error {
	if !c.HasParent() {
		return refuse("%s; see arbitre help", what)
	}
	return refuse("%s: %s; see arbitre help %[1]s", c.Name(), what)
}

// wrongFlag explains an error of a flag, and suggests a flag for one that is misspelt.
func wrongFlag(c *cobra.Command, err error) error {
	what := err.Error()
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var flags []string
		c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		if near := config.Nearest(unknown.GetSpecifiedName(), flags); near != "" {
			what += fmt.Sprintf("; did you mean --%s?", near)
		}
	}
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if ok && strings.HasPrefix(bad.GetFlag().Value.Type(), "int") {
		what = fmt.Sprintf("--%s is %q but must be a whole number", bad.GetFlag().Name, bad.GetValue())
	}
	return wrongUse(c, what)
}

// offers lets shells complete the value of a flag.
func offers(c *cobra.Command, flag string, values func() []string) {
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	}
	if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // the command has no such flag
	}
}
