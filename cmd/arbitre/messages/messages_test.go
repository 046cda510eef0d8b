package messages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"arbitre/display/wording"
)

// sentences are the formats that some code says: the first argument of say and Say, where it is a text.
func sentences(t *testing.T, patterns ...string) (formats []string) {
	t.Helper()
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				var name string
				switch fun := call.Fun.(type) {
				case *ast.Ident:
					name = fun.Name
				case *ast.SelectorExpr:
					name = fun.Sel.Name
				}
				for _, argument := range call.Args {
					text, isText := argument.(*ast.BasicLit)
					if isText && text.Kind == token.STRING && slices.Contains([]string{"say", "Say", "things"}, name) {
						format, err := strconv.Unquote(text.Value)
						if err != nil {
							t.Fatal(err)
						}
						if !slices.Contains(formats, format) {
							formats = append(formats, format)
						}
					}
				}
				return true
			})
		}
	}
	return formats
}

// Every sentence is there in every language, with the same gaps, and none that nobody says.
func TestEverySentenceIsTranslated(t *testing.T) {
	said := sentences(t, "../doctor/*.go", "../init.go", "../prove.go", "../results.go", "../wiring.go", "../setup/*.go", "../config/wires.go", "../../../hw/header/*.go")
	said = append(said, parts()...)
	slices.Sort(said)
	said = slices.Compact(said)
	gaps := regexp.MustCompile(`%(\[\d\])?[-+.\d]*[a-z]`)
	number := regexp.MustCompile(`\[\d\]`)
	for _, l := range wording.Languages() {
		if l == wording.English {
			continue // the code has it
		}
		table := translations(l)
		for _, english := range said {
			other, ok := table[english]
			if !ok {
				t.Errorf("%v: nobody says\n%s", l, english)
				continue
			}
			want := gaps.FindAllString(english, -1)
			got := gaps.FindAllString(number.ReplaceAllString(other, ""), -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%v: %q has other gaps than %q", l, other, english)
			}
			delete(table, english)
		}
		for english := range table {
			t.Errorf("%v: %q is never said", l, english)
		}
	}
}

// parts are what the doctor calls the parts that have a name of one word, and how they are.
func parts() []string {
	return []string{"lamps", "buzzer", "display", "speaker", "keyboard", "journals", "device", "clock", "service", "version",
		"key OK", "key previous", "key next", "key back", "encoder A", "encoder B", "off", "warning", "MISSING"}
}
