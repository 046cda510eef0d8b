// Package messages says the commands' sentences in the languages of people. The code has the
// English one, by which the others are found in fr.txt and de.txt: the English line, the other one,
// and an empty line.
package messages

import (
	"embed"
	"fmt"
	"strings"

	"arbitre/display/wording"
)

//go:embed *.txt
var files embed.FS

// A Say writes a sentence as [fmt.Sprintf] does, in some language.
type Say = func(format string, args ...any) string

// In says sentences in a language; one that nobody has translated is said in English.
func In(l wording.Language) Say {
	table := translations(l)
	return func(format string, args ...any) string {
		if other, ok := table[format]; ok {
			format = other
		}
		if len(args) == 0 {
			return format
		}
		return fmt.Sprintf(format, args...)
	}
}

// translations are the sentences of a language, by the English ones.
func translations(l wording.Language) map[string]string {
	table := map[string]string{}
	text, _ := files.ReadFile(l.String() + ".txt") // English has none
	for pair := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		english, other, _ := strings.Cut(pair, "\n")
		table[english] = other
	}
	return table
}
