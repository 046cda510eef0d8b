package wording

import (
	"embed"
	"fmt"
	"strings"
)

// Commands have their sentences in English. The files hold pairs of lines, English and translation,
// separated by empty lines.
//
//go:embed commands.*.txt
var ofCommands embed.FS

// A Say is [fmt.Sprintf] in some language: the format is the English sentence.
type Say = func(format string, args ...any) string

// Translate returns what translates the sentences of the commands. One without a translation stays
// English.
func Translate(l Language) Say {
	table := translations(l)
	return func(format string, args ...any) string {
		if other, ok := table[format]; ok {
			format = other
		}
		if len(args) == 0 {
			return format // in which a % stands for itself
		}
		return fmt.Sprintf(format, args...)
	}
}

// translations maps English sentences to those of a language. English has none.
func translations(l Language) map[string]string {
	if l == English {
		return nil
	}
	text, err := ofCommands.ReadFile("commands." + l.String() + ".txt")
	if err != nil {
		panic(err) // the file of every language is embedded, which a test checks
	}
	table := map[string]string{}
	for pair := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		english, other, _ := strings.Cut(pair, "\n")
		table[english] = other
	}
	return table
}
