package referee

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Every fault that a part reports is among those for which the pictures have room: those that the
// health of the box names itself, and those that the box gives it.
func TestFaultsAreComplete(t *testing.T) {
	var words []string
	health := NewHealth(slog.New(slog.DiscardHandler))
	health.Button(1, hw.Stuck)
	health.Button(2, errors.New("noisy"))
	health.Device(1, errors.New("any"))
	health.Device(2, evdev.ErrMissing)
	health.Device(3, evdev.ErrSlower)
	for i, err := range []error{syscall.ENOSPC, syscall.EROFS, syscall.EIO, errors.New("any")} {
		health.Disk(strconv.Itoa(i))(err)
	}
	for _, said := range health.texts() {
		words = append(words, said.Word)
	}
	named := len(words)
	files, _ := filepath.Glob("../box/*.go")
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if of, ok := call.Fun.(*ast.SelectorExpr); !ok || of.Sel.Name != "Of" || len(call.Args) != 2 {
				return true
			}
			ast.Inspect(call.Args[1], func(n ast.Node) bool {
				if pair, ok := n.(*ast.KeyValueExpr); ok && pair.Key.(*ast.Ident).Name == "Word" {
					word, _ := strconv.Unquote(pair.Value.(*ast.BasicLit).Value)
					words = append(words, word)
				}
				return true
			})
			return true
		})
	}
	if len(words) < named+8 {
		t.Fatalf("only these faults were found: %v", words)
	}
	for _, word := range words {
		has := false
		for _, f := range Faults() {
			has = has || f.Word == word
		}
		if !has {
			t.Errorf("%s is missing", word)
		}
	}
	for _, f := range Faults() {
		if f.Word != "edges_lost" && !slices.Contains(words, f.Word) {
			t.Errorf("nobody reports %s", f.Word)
		}
	}
}
