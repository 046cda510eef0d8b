package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/games/all"
)

// A listed package has the fields that the tests need of go list -json.
type listed struct {
	ImportPath string
	Doc        string
	Imports    []string
	Deps       []string
	Standard   bool
	CgoFiles   []string
}

// packages lists all packages of the module, and everything that they depend on.
var packages = sync.OnceValues(func() (all []listed, err error) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Doc,Imports,Deps,Standard,CgoFiles", "./...")
	cmd.Dir, cmd.Stderr = "../..", os.Stderr
	out, err := cmd.Output()
	for decoder := json.NewDecoder(bytes.NewReader(out)); err == nil && decoder.More(); {
		var p listed
		err = decoder.Decode(&p)
		all = append(all, p)
	}
	return all, err
})

// house returns the packages of this module, and which paths belong to Go's standard library.
func house(t *testing.T) (house []listed, standard map[string]bool) {
	t.Helper()
	all, err := packages()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	standard = map[string]bool{}
	for _, p := range all {
		standard[p.ImportPath] = p.Standard
		if within(p.ImportPath, "arbitre") {
			house = append(house, p)
		}
	}
	return house, standard
}

// within reports whether a path is one of some folders, or below one.
func within(path string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return path == f || strings.HasPrefix(path, f+"/") })
}

// gameFolders returns the packages of single games: those that the list of all games imports.
func gameFolders(house []listed) []string {
	list := slices.IndexFunc(house, func(p listed) bool { return p.ImportPath == "arbitre/games/all" })
	return slices.DeleteFunc(slices.Clone(house[list].Imports), func(p string) bool { return p == "arbitre/games" })
}

// Imports point one way: games know nobody, hardware knows no game, only the list of all games
// knows one, and only the command and tests know the virtual table. Surfaces and the referee meet in
// display/shown, which knows no web and no broker. JSON is at the edge: of journals, pages, brokers.
func TestImportsPointOneWay(t *testing.T) {
	house, standard := house(t)
	single := gameFolders(house)
	typed := append(single, "arbitre/games/race", "arbitre/display/keys", "arbitre/display/wording", "arbitre/cmd/arbitre/referee/layers")
	for _, p := range house {
		if slices.Contains(p.Imports, "encoding/json") && within(p.ImportPath, typed...) {
			t.Errorf("%s reads or writes JSON: to it, an answer is a games.Value", p.ImportPath)
		}
		for _, dep := range p.Imports {
			if slices.Contains(single, dep) && p.ImportPath != "arbitre/games/all" {
				t.Errorf("%s knows the game of %s: what it must know of a game is said by its rules", p.ImportPath, dep)
			}
		}
		for _, dep := range p.Deps {
			wrong := false
			switch {
			case p.ImportPath == "arbitre/games/gametest": // which has the libraries of tests
				wrong = within(dep, "arbitre") && !within(dep, "arbitre/games")
			case within(p.ImportPath, "arbitre/games"):
				wrong = !standard[dep] && !within(dep, "arbitre/games", "golang.org/x/text",
					"github.com/cenkalti/backoff", "github.com/google/renameio")
			case within(p.ImportPath, "arbitre/hw"):
				wrong = within(dep, "arbitre") && !within(dep, "arbitre/hw") // which knows no game
			case within(p.ImportPath, "arbitre/systemd"):
				wrong = within(dep, "arbitre") && !within(dep, "arbitre/systemd")
			case within(p.ImportPath, "arbitre/display", "arbitre/sounds"):
				wrong = within(dep, "arbitre/hw", "arbitre/cmd")
			}
			switch surfaces := []string{"arbitre/display/web", "arbitre/display/mqtt"}; {
			case within(p.ImportPath, "arbitre/display/shown"):
				wrong = wrong || within(dep, surfaces...) || within(dep, "net/http", "github.com")
			case within(p.ImportPath, surfaces...): // they know what is shown, and not one another
				wrong = wrong || within(dep, surfaces...) && !within(dep, strings.Join(strings.Split(p.ImportPath, "/")[:3], "/"))
			case within(p.ImportPath, "arbitre/cmd/arbitre/config"): // no font, no broker's library
				wrong = wrong || within(dep, "golang.org/x/image", "github.com/eclipse") ||
					within(dep, "arbitre/display") && !within(dep, "arbitre/display/wording", "arbitre/display/mqtt/address")
			case within(p.ImportPath, "arbitre/cmd/arbitre/referee"):
				wrong = wrong || within(dep, "arbitre/display/web")
			}
			if !within(p.ImportPath, "arbitre/cmd", "arbitre/hw/sim") {
				wrong = wrong || within(dep, "arbitre/hw/sim")
			}
			if within(dep, "arbitre/games/gametest") {
				wrong = true // it is for tests alone
			}
			if wrong {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

// CONTRIBUTING lists the folders by the sentences of their packages.
func TestEveryPackageHasItsSentence(t *testing.T) {
	const document = "../../.github/CONTRIBUTING.md"
	list := "| folder | what its package does |\n|---|---|\n"
	house, _ := house(t)
	slices.SortFunc(house, func(a, b listed) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	for _, p := range house {
		_, says, ok := strings.Cut(strings.TrimSuffix(p.Doc, "."), p.name()+" ")
		if !ok {
			t.Errorf("%s says nothing about itself", p.ImportPath)
		}
		if len(p.CgoFiles) > 0 {
			t.Errorf("%s needs cgo: %v", p.ImportPath, p.CgoFiles)
		}
		list += fmt.Sprintf("| `%s` | %s |\n", strings.TrimPrefix(p.ImportPath, "arbitre/"), says)
	}
	text := must(os.ReadFile(document))
	table := regexp.MustCompile(`(?m)^\| folder \|(.*\n)(\|.*\n)+`)
	want := table.ReplaceAllLiteral(text, []byte(list))
	if *update {
		os.WriteFile(document, want, 0o644)
	} else if diff := cmp.Diff(string(want), string(text)); diff != "" {
		t.Errorf("its table of folders differs; go test ./cmd/arbitre -run Sentence -update writes it (-want +got):\n%s", diff)
	}
}

// name returns the name by which the package's comment begins.
func (p listed) name() string { return p.ImportPath[strings.LastIndex(p.ImportPath, "/")+1:] }

func TestNothingHappensBeforeMain(t *testing.T) {
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init", path)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A game's value says everything about it: only its own folder, the list of all games, documents
// and tests name a game. Clause ids are allowed everywhere, for they point to reasons.
func TestOnlyItsOwnFolderNamesAGame(t *testing.T) {
	clause := regexp.MustCompile(`\b[A-Z]+-[0-9]+`)
	var names []string
	var lower [][]byte
	for _, r := range all.Games() {
		if r.Name == "slap" {
			continue // what hands do in any race
		}
		for _, name := range []string{r.Name, r.Title} {
			lower = append(lower, []byte(strings.ToLower(name)))
			capital := regexp.QuoteMeta(strings.ToUpper(name[:1]) + name[1:])
			if name = `(?i:\b` + regexp.QuoteMeta(name) + `)`; len(capital) < 4 {
				names = append(names, name+`\b`) // part of many words
			} else {
				names = append(names, name, capital) // behind other words, too, as in CueMotus
			}
		}
	}
	named := regexp.MustCompile(strings.Join(names, "|"))
	folders := []string{"games/all", "systemd/arbitre.toml"} // the sample of the configuration is a document
	house, _ := house(t)
	for _, path := range gameFolders(house) {
		folders = append(folders, strings.TrimPrefix(path, "arbitre/"))
	}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && name != "../.."
		switch {
		case entry.IsDir() && (entry.Name() == "testdata" || hidden || slices.Contains(folders, name)):
			return fs.SkipDir
		case entry.IsDir(), hidden, slices.Contains(folders, name),
			strings.HasSuffix(name, "_test.go"),
			slices.Contains([]string{".md", ".patch"}, filepath.Ext(name)): // a patch is planted by a test
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		small := bytes.ToLower(text)
		if !slices.ContainsFunc(lower, func(name []byte) bool { return bytes.Contains(small, name) }) {
			return nil // found out faster than by the expression
		}
		text = clause.ReplaceAll(text, nil)
		if said := named.FindString(string(text)); said != "" {
			t.Errorf("%s names %q: let the rules of that game say what is to be known of it", name, said)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
