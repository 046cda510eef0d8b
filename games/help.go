package games

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// The help of every game lies beside it, in a file for each language that a translator can edit.
//
//go:embed */*.help.txt
var helpFiles embed.FS

// An Advice is something that people at the table must know, in their own words.
type Advice struct {
	Clauses []string // of the rule sheet, such as MITO-3: for the tests, not for people
	Text    string
}

// Help is what people must know of each game, in a language such as "fr".
func Help(language string) map[string][]Advice {
	help := map[string][]Advice{}
	paths, _ := fs.Glob(helpFiles, "*/*."+language+".help.txt")
	for _, name := range paths {
		text, _ := helpFiles.ReadFile(name)
		game, _, _ := strings.Cut(path.Base(name), ".")
		for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
			clauses, advice, _ := strings.Cut(strings.TrimPrefix(block, "#"), "\n")
			help[game] = append(help[game], Advice{strings.Fields(clauses), strings.Join(strings.Fields(advice), " ")})
		}
	}
	return help
}
