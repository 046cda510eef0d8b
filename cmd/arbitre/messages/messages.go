// Package messages translates the sentences of the commands. The code has them in English; fr.txt
// and de.txt hold pairs of lines, English and translation, separated by empty lines.
package messages

import (
	"embed"
	"fmt"
	"strings"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/display/wording"
)

//go:embed *.txt
var files embed.FS

// A Say is [fmt.Sprintf] in some language: the format is the English sentence.
type Say = wiring.Say

// In translates into a language. A sentence without a translation stays English.
func In(l wording.Language) Say {
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
func translations(l wording.Language) map[string]string {
	if l == wording.English {
		return nil
	}
	text, err := files.ReadFile(l.String() + ".txt")
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
