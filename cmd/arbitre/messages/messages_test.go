package messages

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

	"arbitre/display/wording"
)

// sentences returns the formats that some code says: every literal string among the arguments of a
// call whose function says something.
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

// Every sentence that is said has a translation in every language, with the same verbs for its
// arguments. No translation is left over.
func TestEverySentenceIsTranslated(t *testing.T) {
	said := sentences(t, "../doctor/*.go", "../init.go", "../prove.go", "../results.go", "../wiring.go",
		"../setup/*.go", "../config/wires.go", "../../../hw/header/*.go")
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
			if strings.Contains(other, "\n") {
				t.Errorf("%v: the translation of %q has a second line:\n%s", l, english, other)
			}
			delete(table, english)
		}
		for english := range table {
			t.Errorf("%v: %q is never said", l, english)
		}
	}
}

// parts returns the sentences that are no literals where they are said: the names of buttons in
// package hw, and the states of parts.
func parts() []string {
	return []string{"key OK", "key previous", "key next", "key back", "off", "warning", "MISSING"}
}
