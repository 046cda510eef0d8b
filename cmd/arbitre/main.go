// Command arbitre is the referee beside a card table: it decides who slapped first,
// applies the rule sheet and keeps the score.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/games/all"
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

// A command is one word behind arbitre.
type command struct {
	name    string
	args    string
	about   string // one line
	details string // what help adds
	example string
	run     func(w world, args []string) error
}

// commands lists them in the order in which a newcomer needs them.
func commands() []command {
	return []command{
		demoCommand(),
		runCommand(),
		initCommand(),
		wiringCommand(),
		doctorCommand(),
		checkCommand(),
		replayCommand(),
		explainCommand(),
		resultsCommand(),
		scenesCommand(),
		soundsCommand(),
		versionCommand(),
		manCommand(),
		completionCommand(),
		{name: "help", args: "[COMMAND | GAME]", about: "say what a command does, with an example, or the rules of a game",
			example: "arbitre help replay\narbitre help mito", run: help},
	}
}

// Exit statuses.
const (
	statusFailed   = 1 // the command could not do its work
	statusBadInput = 2 // the command line, the configuration or the journal is wrong
)

// badInput is an error in what a person wrote rather than in the world.
type badInput struct{ error }

func (b badInput) Unwrap() error { return b.error }

func refuse(format string, args ...any) error { return badInput{fmt.Errorf(format, args...)} }

func run(args []string, w world) int {
	err := dispatch(args, w)
	if err == nil {
		return 0
	}
	w.say("%v", err)
	if _, wrong := errors.AsType[badInput](err); wrong {
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

func dispatch(args []string, w world) error {
	if len(args) == 0 {
		return help(w, nil)
	}
	name, rest := args[0], args[1:]
	switch name {
	case "-h", "--help":
		name = "help"
	case "-v", "--version":
		name = "version"
	}
	cmd, err := find(name)
	if err != nil {
		return err
	}
	if slices.Contains(rest, "-h") || slices.Contains(rest, "--help") {
		return help(w, []string{name})
	}
	return cmd.run(w, rest)
}

func find(name string) (command, error) {
	var names []string
	for _, c := range commands() {
		if c.name == name {
			return c, nil
		}
		names = append(names, c.name)
	}
	if near := config.Nearest(name, names); near != "" {
		return command{}, refuse("there is no command %q; did you mean %q?", name, near)
	}
	return command{}, refuse("there is no command %q; the commands are %s", name, strings.Join(names, ", "))
}

// flags parses a command's flags, which may stand before and behind its arguments, and wants from least to most of those.
func flags(set *flag.FlagSet, args []string, least, most int, what string) ([]string, error) {
	set.SetOutput(io.Discard)
	var arguments []string
	for {
		if err := set.Parse(args); err != nil {
			return nil, refuse("%s: %w; see arbitre help %s", set.Name(), err, set.Name())
		}
		if set.NArg() == 0 {
			break
		}
		arguments = append(arguments, set.Arg(0))
		args = set.Args()[1:]
	}
	if n := len(arguments); n < least || n > most {
		return nil, refuse("%s: expected %s; see arbitre help %s", set.Name(), what, set.Name())
	}
	return arguments, nil
}

func help(w world, args []string) error {
	if len(args) > 0 {
		if _, err := all.Games().Find(args[0]); err == nil {
			return tellRules(w, args[0])
		}
		c, err := find(args[0])
		if err != nil {
			return err
		}
		fmt.Fprintf(w.out, "arbitre %s\n\n%s.\n", strings.TrimSpace(c.name+" "+c.args), sentence(c.about))
		if c.details != "" {
			fmt.Fprintf(w.out, "\n%s\n", strings.Trim(c.details, "\n"))
		}
		fmt.Fprintf(w.out, "\nExample:\n\n  %s\n", strings.ReplaceAll(c.example, "\n", "\n  "))
		return nil
	}
	fmt.Fprint(w.out, "arbitre is the referee beside a card table.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w.out, "  arbitre %-10s %s\n", c.name, c.about)
	}
	fmt.Fprint(w.out, "\nTo see it without any hardware: arbitre demo. More about one: arbitre help COMMAND. The rules of a game: arbitre help GAME.\n")
	return nil
}

// tellRules prints what people must know of a game.
func tellRules(w world, game string) error {
	c, err := readConfig(w, "")
	if err != nil {
		c = config.Default(all.Games(), w.env)
	}
	for _, rules := range display.NewPhrases().Rules(w.language(c)) {
		if rules.Game == game {
			fmt.Fprintf(w.out, "%s\n\n%s\n", rules.Title, strings.Join(rules.Advices, "\n"))
		}
	}
	return nil
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
