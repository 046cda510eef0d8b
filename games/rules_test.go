package games_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"

	"github.com/google/go-cmp/cmp"
)

// A rule is one clause of RULES.md: MITO-14 is number 14 of the family MITO.
type rule struct {
	family string
	number int
}

// The rules of all games, and what their journals are.
const (
	rulesPage  = "RULES.md"
	formatPage = "journal/FORMAT.md"
)

// page returns the text of a page, with each paragraph, and each item of a list, in one line.
func page(path string) string {
	text := must(os.ReadFile(path))
	begins := regexp.MustCompile("^(#|\\||-|\\d+\\. |```|[{]|$)")
	var lines []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if last := len(lines) - 1; begins.MatchString(line) || lines[last] == "" {
			lines = append(lines, line)
		} else {
			lines[last] += " " + line
		}
	}
	return strings.Join(lines, "\n")
}

// clauses reads the headings of RULES.md, by id.
func clauses(t *testing.T) map[string]rule {
	t.Helper()
	rules := map[string]rule{}
	heading := regexp.MustCompile(`(?m)^#### (([A-Z]+)-(\d+)) \S`)
	for _, h := range heading.FindAllStringSubmatch(page(rulesPage), -1) {
		number, _ := strconv.Atoi(h[3])
		if _, twice := rules[h[1]]; twice {
			t.Errorf("%s stands there twice", h[1])
		}
		rules[h[1]] = rule{h[2], number}
	}
	return rules
}

func TestClausesAreNumberedWithoutGaps(t *testing.T) {
	numbers := map[string][]int{}
	for _, r := range clauses(t) {
		numbers[r.family] = append(numbers[r.family], r.number)
	}
	if len(numbers) < 6 {
		t.Errorf("clauses of %v alone", slices.Sorted(maps.Keys(numbers)))
	}
	for family, list := range numbers {
		slices.Sort(list)
		for i, n := range list {
			if n != i+1 {
				t.Errorf("%s-%d follows %s-%d", family, n, family, i)
				break
			}
		}
	}
}

// Every clause is the name of a test's case, `"MITO-7 Vu!"` by its heading or with what the case shows. No
// file names a clause that does not exist.
func TestClausesAndFilesNameEachOther(t *testing.T) {
	rules := clauses(t)
	families := map[string]bool{}
	for _, r := range rules {
		families[r.family] = true
	}
	family := strings.Join(slices.Sorted(maps.Keys(families)), "|")
	id := regexp.MustCompile(`\b(?:` + family + `)-\d+`)
	name := regexp.MustCompile(`"((?:` + family + `)-\d+) `)
	tested := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".stories", ".txtar", ".md"}, filepath.Ext(path)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, named := range id.FindAllString(string(text), -1) {
			if _, ok := rules[named]; !ok {
				t.Errorf("%s names %s, which RULES.md does not have", path, named)
			}
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		for _, m := range name.FindAllStringSubmatch(string(text), -1) {
			tested[m[1]] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, clause := range slices.Sorted(maps.Keys(rules)) {
		if !tested[clause] {
			t.Errorf("no test has a case of %s", clause)
		}
	}
}

// Every fact of the code stands with its fields in one line, those of all games in FORMAT.md and
// those of one game in its section of RULES.md, and so does every prompt. Every word that RULES.md calls a
// prompt or a fact is one in the code.
func TestFixedWordsAreThoseOfTheCode(t *testing.T) {
	general := wordsOf(".")
	_, table, _ := strings.Cut(page(formatPage), "\n## Facts")
	table, _, _ = strings.Cut(table, "\n## ")
	general.areIn(t, table)
	folders, _ := filepath.Glob("*/rules.go")
	for _, f := range folders {
		name := filepath.Dir(f)
		t.Run(name, func(t *testing.T) {
			section, code := sectionOf(t, name), wordsOf(name)
			code.areIn(t, section)
			for _, m := range regexp.MustCompile("(?i)\\b(prompt|fact)s? `(\\w+)`").FindAllStringSubmatch(section, -1) {
				_, own := code.facts[m[2]]
				_, shared := general.facts[m[2]]
				known := code.strings[m[2]]
				if strings.EqualFold(m[1], "fact") && !own && !shared || !known && !shared {
					t.Errorf("it has no %s %q", m[1], m[2])
				}
			}
		})
	}
}

// sectionOf returns the section of RULES.md that has the start line of a game.
func sectionOf(t *testing.T, game string) string {
	t.Helper()
	start := regexp.MustCompile("(?m)^`start`: .*`\"" + game + "\"`")
	sections := slices.DeleteFunc(strings.Split(page(rulesPage), "\n## "), func(s string) bool { return !start.MatchString(s) })
	if len(sections) != 1 {
		t.Fatalf("%d sections start %s", len(sections), game)
	}
	return sections[0]
}

// begun returns the error of a start line with the first seats and some options.
func begun(r games.Rules, seats int, options ...games.Field) error {
	s := games.Start{Game: r.Name, Seats: games.FirstSeats(seats), Options: games.Agreed{}.With(options...)}
	_, _, err := r.Start(s)
	return err
}

// optionRows returns the rows of the table of options in a game's section of RULES.md: the key, the
// values and the default of each.
func optionRows(t *testing.T, game string) (rows [][]string) {
	t.Helper()
	_, table, _ := strings.Cut(sectionOf(t, game), "| option | values | default |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (.*) \\| (.*) \\|$")
	for _, m := range row.FindAllStringSubmatch(table, -1) {
		rows = append(rows, m[1:])
	}
	return rows
}

// The table of each game lists its own options; it may also say what `race` means there.
func TestOptionsAreThoseOfTheCode(t *testing.T) {
	for _, r := range all.Games() {
		t.Run(r.Name, func(t *testing.T) {
			var listed []string
			for _, row := range optionRows(t, r.Name) {
				if key := row[0]; key != games.RaceOption {
					listed = append(listed, key)
				}
			}
			var code []string
			for _, o := range r.Options {
				code = append(code, o.Key)
			}
			if r.PointsOnJoin != nil {
				code = append(code, games.TotalsOption, games.PlayedOption)
			}
			slices.Sort(listed)
			slices.Sort(code)
			if diff := cmp.Diff(code, listed); diff != "" {
				t.Errorf("options (-code +RULES.md):\n%s", diff)
			}
		})
	}
}

// Each option takes the values of its row in RULES.md and its default, and refuses the numbers just
// outside (QUIZ-1, SLAP-1).
func TestOptionsTakeTheListedValues(t *testing.T) {
	for _, r := range all.Games() {
		t.Run(r.Name, func(t *testing.T) {
			for _, row := range optionRows(t, r.Name) {
				key, takes, refuses := row[0], []string(nil), []string(nil)
				if value := strings.Trim(row[2], "`"); json.Valid([]byte(value)) { // else a default in words
					takes = append(takes, value)
				}
				for _, limit := range limits.FindAllStringSubmatch(row[1], -1) {
					inside, outside := edges(limit)
					takes, refuses = append(takes, inside...), append(refuses, outside...)
				}
				for _, v := range takes {
					if err := begun(r, r.Most, games.Field{Key: key, Value: gametest.Value(v)}); err != nil {
						t.Errorf("%s may be %s: %v", key, v, err)
					}
				}
				for _, v := range refuses {
					err := begun(r, r.Most, games.Field{Key: key, Value: gametest.Value(v)})
					if err == nil || !strings.Contains(err.Error(), key) {
						t.Errorf("%s may not be %s: %v; want an error that names it", key, v, err)
					}
				}
			}
		})
	}
}

// With children the options are in force that RULES.md has, unless the start line has others.
func TestOptionsWithChildren(t *testing.T) {
	seats := []games.Seat{1, 2, 3}
	children := games.Agreed{}.With(games.Field{Key: games.ChildrenOption, Value: games.Bool(true)})
	for _, r := range all.Games() {
		for _, row := range optionRows(t, r.Name) {
			_, want, said := strings.Cut(row[2], "with children ")
			v, ok := r.Agree(seats, children).Of(row[0])
			plain, before := r.Agree(seats, games.Agreed{}).Of(row[0])
			switch want = strings.Trim(want, "`"); {
			case !said:
				if ok != before || !v.Equal(plain) {
					t.Errorf("%s: with children %s is %s, and RULES.md does not say so", r.Name, row[0], v.JSON())
				}
			case want == "none" && ok, want != "none" && !v.Equal(gametest.Value(want)):
				t.Errorf("%s: with children %s is %s, want %s", r.Name, row[0], v.JSON(), want)
			}
			if said && before {
				agreed := r.Agree(seats, children.With(games.Field{Key: row[0], Value: plain}))
				if v, _ := agreed.Of(row[0]); !v.Equal(plain) {
					t.Errorf("%s: with children %s is %s though it was agreed to be %s", r.Name, row[0], v.JSON(), plain.JSON())
				}
			}
		}
		if err := begun(r, r.Most, games.Field{Key: games.ChildrenOption, Value: games.Number(1)}); err == nil ||
			!strings.Contains(err.Error(), games.ChildrenOption) {
			t.Errorf("%s: children may not be 1: %v", r.Name, err)
		}
	}
}

func TestSeatsAreThoseOfTheCode(t *testing.T) {
	for _, r := range all.Games() {
		m := regexp.MustCompile(`(\d) to (\d) seats`).FindStringSubmatch(sectionOf(t, r.Name))
		if m == nil {
			continue // Motus says it at its option "mode"
		}
		least, _ := strconv.Atoi(m[1])
		most, _ := strconv.Atoi(m[2])
		for seats := least - 1; seats <= most+1; seats++ {
			err, may := begun(r, seats), least <= seats && seats <= most
			if (err == nil) != may {
				t.Errorf("%s with %d seats: %v; RULES.md has %s", r.Name, seats, err, m[0])
			}
		}
	}
}

// limits matches the values of an option in its row: a word, a number or span with a least and
// maybe a greatest one, or a span longer than nothing.
var limits = regexp.MustCompile("`(\"[a-z]+\")`|(?:≥|at least) (\\d+)|" +
	"`?(\"?\\d+[hms]*\"?)`? to `?(\"?\\d+[hms]*\"?)`?|(longer than nothing)")

// edges returns the values at both sides of a match of limits.
func edges(limit []string) (inside, outside []string) {
	switch word, least, from, to := limit[1], limit[2], limit[3], limit[4]; {
	case word != "":
		return []string{word}, nil
	case least != "":
		return []string{least}, []string{beside(least, -1)}
	case from != "":
		return []string{from, to}, []string{beside(from, -1), beside(to, +1)}
	}
	return []string{`"1ns"`}, []string{`"0s"`}
}

// beside returns the number or span that is just below or above another.
func beside(value string, by int) string {
	if n, err := strconv.Atoi(value); err == nil {
		return strconv.Itoa(n + by)
	}
	span := must(gametest.Value(value).Duration())
	return strconv.Quote((span + time.Duration(by)).String())
}

// areIn checks that a text has each fact with its fields in one line, and each prompt.
func (w words) areIn(t *testing.T, text string) {
	t.Helper()
	for fact, fields := range w.facts {
		if !slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
			return !slices.ContainsFunc(append(fields, fact),
				func(word string) bool { return !strings.Contains(line, "`"+word+"`") })
		}) {
			t.Errorf("no line has the fact %q with its fields %q", fact, fields)
		}
	}
	for _, id := range w.prompts {
		if !strings.Contains(text, "`"+id+"`") {
			t.Errorf("it lacks the prompt %q", id)
		}
	}
}

// words are the words of a package in journals and facts, as its source has them.
type words struct {
	facts   map[string][]string // with the names of their fields
	prompts []string            // ids that are set where a prompt is made
	strings map[string]bool     // all
}

// wordsOf reads the source of a package.
func wordsOf(folder string) words {
	paths := must(filepath.Glob(filepath.Join(folder, "*.go")))
	read := reading{
		words:  words{facts: map[string][]string{}, strings: map[string]bool{}},
		fields: map[string][]string{}, types: map[string]string{},
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file := must(parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution))
		ast.Inspect(file, read.node)
	}
	for fact, name := range read.types {
		read.facts[fact] = read.fields[name]
	}
	return read.words
}

// A reading collects the words of a package from its syntax trees.
type reading struct {
	words
	fields map[string][]string // in JSON, of each struct type
	types  map[string]string   // of the facts
}

// node collects the words of one node, and has those below it visited as well.
func (r *reading) node(n ast.Node) (more bool) {
	switch n := n.(type) {
	case *ast.BasicLit:
		if word, ok := literal(n); ok {
			r.strings[word] = true
		}
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "ID" {
			if word, ok := literal(n.Value); ok {
				r.prompts = append(r.prompts, word)
			}
		}
	case *ast.TypeSpec:
		if s, ok := n.Type.(*ast.StructType); ok {
			r.fields[n.Name.Name] = jsonNames(s)
		}
	case *ast.FuncDecl:
		if n.Name.Name == "Fact" && n.Recv != nil {
			result := n.Body.List[0].(*ast.ReturnStmt).Results[0]
			if word, ok := literal(result); ok {
				r.types[word] = n.Recv.List[0].Type.(*ast.Ident).Name
			}
		}
	}
	return true
}

// literal returns the value of a string literal.
func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	word, err := strconv.Unquote(lit.Value)
	return word, err == nil
}

// jsonNames lists the names that the tags of a struct's fields give them in JSON.
func jsonNames(s *ast.StructType) []string {
	var names []string
	for _, f := range s.Fields.List {
		if f.Tag == nil {
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		if name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

// FORMAT.md names exactly the worked examples of the folder, each with its journal and its facts.
func TestWorkedExamples(t *testing.T) {
	const folder = "journal/testdata"
	var named, there []string
	for _, m := range regexp.MustCompile(`\(testdata/([\w-]+)\.jsonl\)`).FindAllStringSubmatch(page(formatPage), -1) {
		named = append(named, m[1]+".facts.jsonl", m[1]+".jsonl")
	}
	for _, e := range must(os.ReadDir(folder)) {
		if strings.HasSuffix(e.Name(), ".jsonl") {
			there = append(there, e.Name())
		}
	}
	slices.Sort(named)
	slices.Sort(there)
	if diff := cmp.Diff(there, named); diff != "" {
		t.Errorf("worked examples (-there +named):\n%s", diff)
	}
}

// Every link in the two pages leads to a heading or a file that exists.
func TestLinksOfRules(t *testing.T) {
	for _, path := range []string{rulesPage, formatPage} {
		links := regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(page(path), -1)
		if len(links) == 0 {
			t.Fatal("no link found")
		}
		for _, l := range links {
			file, heading, named := strings.Cut(l[1], "#")
			if file = filepath.Join(filepath.Dir(path), file); l[1][0] == '#' {
				file = path
			}
			if _, err := os.Stat(file); err != nil {
				t.Error(err)
			} else if named && !slices.Contains(anchors(page(file)), heading) {
				t.Errorf("%s: no heading for %s", path, l[1])
			}
		}
	}
}

// anchors lists the anchors of all headings.
func anchors(text string) (all []string) {
	for _, h := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		all = append(all, anchor(h[1]))
	}
	return all
}

// anchor returns the anchor that Markdown renderers give to a heading: lower case, spaces as
// hyphens, no punctuation.
func anchor(heading string) string {
	return regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ReplaceAll(strings.ToLower(heading), " ", "-"), "")
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
