package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A listed package is what go list says of one.
type listed struct {
	ImportPath string
	Doc        string
	Imports    []string
	Deps       []string
	Standard   bool
	CgoFiles   []string
}

func goList(t *testing.T, args ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json"}, args...)...)
	cmd.Dir = "../.."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// Imports point one way: games know nobody, hardware knows no game, only the command and tests know the virtual table.
func TestImportsPointOneWay(t *testing.T) {
	standard := map[string]bool{}
	for _, p := range goList(t, "-deps", "./...") {
		standard[p.ImportPath] = p.Standard
	}
	within := func(path string, folders ...string) bool {
		return slices.ContainsFunc(folders, func(f string) bool { return path == f || strings.HasPrefix(path, f+"/") })
	}
	for _, p := range goList(t, "./...") {
		for _, dep := range p.Deps {
			wrong := false
			switch {
			case p.ImportPath == "arbitre/games/gametest": // for tests alone
			case within(p.ImportPath, "arbitre/games"):
				wrong = !standard[dep] && !within(dep, "arbitre/games", "golang.org/x/text")
			case within(p.ImportPath, "arbitre/hw"):
				wrong = within(dep, "arbitre") && !within(dep, "arbitre/hw")
			case within(p.ImportPath, "arbitre/display", "arbitre/sounds"):
				wrong = within(dep, "arbitre/hw", "arbitre/cmd")
			}
			if !within(p.ImportPath, "arbitre/cmd", "arbitre/hw/sim") {
				wrong = wrong || within(dep, "arbitre/hw/sim")
			}
			if within(dep, "arbitre/games/gametest") {
				wrong = true
			}
			if wrong {
				t.Errorf("%s depends on %s", p.ImportPath, dep)
			}
		}
	}
}

func TestEveryPackageHasItsSentence(t *testing.T) {
	for _, p := range goList(t, "./...") {
		if p.Doc == "" {
			t.Errorf("%s says nothing about itself", p.ImportPath)
		}
		if len(p.CgoFiles) > 0 {
			t.Errorf("%s needs cgo: %v", p.ImportPath, p.CgoFiles)
		}
	}
}

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
