package wording

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sentences returns the formats that some code says: every literal string among the arguments of
// say, or of a function that hands its format on to say.
func sentences(t *testing.T, patterns ...string) (formats []string) {
	t.Helper()
	says := regexp.MustCompile(`(^|\.)(say|Say|says|mend|and|onPi|tell|note|one)$`)
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
				if call, ok := n.(*ast.CallExpr); ok && says.MatchString(types.ExprString(call.Fun)) {
					for _, argument := range call.Args {
						formats = append(formats, literal(argument)...)
					}
				}
				return true
			})
		}
	}
	return formats
}

// literal returns the value of a string literal, or of several that are joined by +; nil for any
// other expression.
func literal(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{text}
		}
	case *ast.BinaryExpr:
		if left, right := literal(e.X), literal(e.Y); len(left) == 1 && len(right) == 1 {
			return []string{left[0] + right[0]}
		}
	}
	return nil
}

// Every sentence that is said has a translation in every language. No translation is left over.
func TestEverySentenceIsTranslated(t *testing.T) {
	const commands = "../../cmd/arbitre/"
	said := map[string]bool{}
	for _, english := range append(named(), sentences(t, commands+"doctor/*.go", commands+"prove.go",
		commands+"results.go", commands+"standings/*.go", commands+"wiring.go", commands+"config/wires.go", commands+"wiring/*.go",
		commands+"wiring/sheet/*.go")...) {
		said[english] = true
	}
	for _, l := range translated() {
		table := translations(l)
		for english := range said {
			if _, ok := table[english]; !ok {
				t.Errorf("%v: there is no translation of\n%s", l, english)
			}
		}
		for english := range table {
			if !said[english] {
				t.Errorf("%v: nobody says\n%s", l, english)
			}
		}
	}
}

// named returns the sentences that are no literals where they are said: the names of buttons in
// package hw, and the states of parts.
func named() []string {
	return []string{"key OK", "key previous", "key next", "key back", "off", "warning", "MISSING"}
}

// translated returns the languages of the files. English is in the code.
func translated() []Language {
	return slices.DeleteFunc(Languages(), func(l Language) bool { return l == English })
}

// A translation takes the same arguments as the English sentence, and is one line.
func TestTranslationsTakeTheSameArguments(t *testing.T) {
	gap := regexp.MustCompile(`%(\[\d\])?[-+.\d]*[a-z]`)
	number := regexp.MustCompile(`\[\d\]`)
	for _, l := range translated() {
		for english, other := range translations(l) {
			want := slices.Sorted(slices.Values(gap.FindAllString(english, -1)))
			got := slices.Sorted(slices.Values(gap.FindAllString(number.ReplaceAllString(other, ""), -1)))
			if !slices.Equal(want, got) {
				t.Errorf("%v: %q takes %v, want %v as in %q", l, other, got, want, english)
			}
			if strings.Contains(other, "\n") {
				t.Errorf("%v: the translation of %q has a second line:\n%s", l, english, other)
			}
		}
	}
}
