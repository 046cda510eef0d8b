package referee

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An imports finds packages by their export data, and those that were just read by themselves.
type imports struct {
	types.Importer
	read map[string]*types.Package
}

func (i imports) Import(path string) (*types.Package, error) {
	if p, ok := i.read[path]; ok {
		return p, nil
	}
	return i.Importer.Import(path)
}

// needs returns which files of the referee and of the packages below it need which others: they use
// what those declare, be it a type, a method or a field.
func needs(t *testing.T) map[string][]string {
	t.Helper()
	packages := []string{"./layers", "./match", "."}
	list := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,DepOnly"}, packages...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	exports := map[string]string{}
	type pack struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
		DepOnly                 bool
	}
	var own []pack // each behind those that it imports
	for decoder := json.NewDecoder(strings.NewReader(string(out))); decoder.More(); {
		var p pack
		if err := decoder.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if exports[p.ImportPath] = p.Export; !p.DepOnly {
			own = append(own, p)
		}
	}
	files := token.NewFileSet()
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	from := imports{importer.ForCompiler(files, "gc", lookup), map[string]*types.Package{}}
	needs := map[string][]string{}
	name := func(at token.Pos) string {
		path := files.Position(at).Filename
		return filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path))
	}
	for _, p := range own {
		var parsed []*ast.File
		for _, file := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, file), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
			needs[name(f.Package)] = nil
		}
		info := types.Info{Uses: map[*ast.Ident]types.Object{}}
		checked, err := (&types.Config{Importer: from}).Check(p.ImportPath, files, parsed, &info)
		if err != nil {
			t.Fatal(err)
		}
		from.read[p.ImportPath] = checked
		for use, of := range info.Uses {
			if of.Pkg() == nil || from.read[of.Pkg().Path()] == nil || !of.Pos().IsValid() {
				continue
			}
			user, declared := name(use.Pos()), name(of.Pos())
			if _, isFile := needs[declared]; isFile && user != declared && !slices.Contains(needs[user], declared) {
				needs[user] = append(needs[user], declared)
			}
		}
	}
	return needs
}

// The files of the referee and below point one way: each can be read with nothing in mind but those
// that it needs, which need it in no way. And no file is needed by more than half of the others.
func TestFilesPointOneWay(t *testing.T) {
	needs := needs(t)
	if len(needs) < 20 {
		t.Fatalf("only %d files were read", len(needs))
	}
	arrows, users := 0, map[string]int{}
	for _, needed := range needs {
		arrows += len(needed)
		for _, file := range needed {
			users[file]++
		}
	}
	for file, n := range users {
		if 2*n > len(needs)-1 {
			t.Errorf("%s is needed by %d of %d files", file, n, len(needs)-1)
		}
	}
	t.Logf("%d files, %d arrows", len(needs), arrows)
	for left := needs; len(left) > 0; {
		var free []string // files that need none of those that are left
		for file, needed := range left {
			if !slices.ContainsFunc(needed, func(f string) bool { _, is := left[f]; return is }) {
				free = append(free, file)
			}
		}
		if free == nil {
			for file, needed := range left {
				t.Errorf("%s needs %v in a circle", file, slices.DeleteFunc(needed, func(f string) bool { _, is := left[f]; return !is }))
			}
			return
		}
		for _, file := range free {
			delete(left, file)
		}
	}
}
