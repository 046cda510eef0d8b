// Command arbitre is the referee beside a card table: it decides who slapped first,
// applies the rule sheet and keeps the score.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"arbitre/cmd/arbitre/config"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func main() {
	os.Exit(run(os.Args[1:], world{os.Stdin, os.Stdout, os.Stderr, os.Getenv}))
}

// A world is what a command may touch of the process.
type world struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
}

// Exit statuses.
const (
	statusFailed   = 1 // the command could not do its work
	statusBadInput = 2 // the command line, the configuration or the journal is wrong
)

func refuse(format string, args ...any) error { return config.Wrong(fmt.Errorf(format, args...)) }

func run(args []string, w world) int {
	root := commands(w)
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return 0
	}
	w.say("%v", err)
	if _, wrong := errors.AsType[config.Mistake](err); wrong {
		return statusBadInput
	}
	return statusFailed
}

// say tells what is wrong on standard error: every line begins with whose words they are.
func (w world) say(format string, args ...any) {
	for line := range strings.Lines(fmt.Sprintf(format, args...) + "\n") {
		fmt.Fprint(w.err, "arbitre: ", line)
	}
}

// commands are all of them, in the order in which a newcomer needs them. Flags, help and completion are cobra's, which
// costs 0.3 MB and 0.2 ms of a start; kong finds methods by their names, for which the linker would keep all: 2.4 MB.
func commands(w world) *cobra.Command {
	cobra.EnableCommandSorting = false
	root := &cobra.Command{
		Use: "arbitre", Short: "the referee beside a card table",
		Long: "arbitre is the referee beside a card table.\n" +
			"To see it without any hardware: arbitre demo. The rules of a game: arbitre help GAME.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return noCommand(c, args[0])
			}
			return nil
		},
	}
	versioned := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(c *cobra.Command, _ []string) error {
		if *versioned {
			return sayVersion(w)
		}
		return c.Help()
	}
	root.SetIn(w.in)
	root.SetOut(w.out)
	root.SetErr(w.err)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if named := c.Flags().Args(); c == root && len(named) > 0 {
			return noCommand(c, named[0]) // whose flags are not the question
		}
		return wrongFlag(c, err)
	})
	for _, make := range []func(world) *cobra.Command{demoCommand, runCommand, initCommand, wiringCommand, doctorCommand, proveCommand,
		checkCommand, replayCommand, explainCommand, resultsCommand, scenesCommand, soundsCommand, versionCommand,
		manCommand, completionCommand, helpCommand} {
		c := make(w)
		if c.Args == nil {
			c.Args, c.ValidArgsFunction = takes(0, 0, "no argument"), cobra.NoFileCompletions
		}
		c.Long = strings.TrimSpace(sentence(c.Short) + ".\n\n" + strings.TrimSpace(c.Long))
		c.Example = "  " + strings.ReplaceAll(c.Example, "\n", "\n  ")
		c.Flags().SortFlags = false
		root.AddCommand(c)
		if c.Name() == "help" {
			root.SetHelpCommand(c)
		}
	}
	return root
}

// noCommand says that there is none of a name, nor one of these games where one may be named as well.
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

// takes wants from least to most arguments behind a command.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if n := len(args); n < least || n > most {
			return wrongUse(c, "expected "+what)
		}
		return nil
	}
}

func wrongUse(c *cobra.Command, what string) error {
	name := c.Name()
	if !c.HasParent() {
		return refuse("%s; see arbitre help", what)
	}
	return refuse("%s: %s; see arbitre help %s", name, what, name)
}

// wrongFlag says what is wrong with a flag, and which one may be meant.
func wrongFlag(c *cobra.Command, err error) error {
	what := err.Error()
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var flags []string
		c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		if near := config.Nearest(unknown.GetSpecifiedName(), flags); near != "" {
			what += fmt.Sprintf("; did you mean --%s?", near)
		}
	}
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok && strings.HasPrefix(bad.GetFlag().Value.Type(), "int") {
		what = fmt.Sprintf("--%s is %q but must be a whole number", bad.GetFlag().Name, bad.GetValue())
	}
	return wrongUse(c, what)
}

// untilStopped is a context that ends with Ctrl-C, or when systemd stops the service.
func untilStopped() (ctx context.Context, stop context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
}

// offers has a shell complete what stands behind a flag.
func offers(c *cobra.Command, flag string, values func() []string) {
	complete := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	}
	if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic(err) // there is no such flag
	}
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
