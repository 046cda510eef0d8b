package box

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"
)

// A defect once escaped the project's own tests: somebody else found it. A patch plants it again.
type defect struct {
	name    string
	planted string            // what the patch does, in a sentence
	command []string          // the test that must fail with it, as typed in a shell
	files   map[string]string // planted files, by their paths in the tree
}

// readDefect reads a patch, and applies it to the files of a tree. Each hunk's old lines must stand
// in their file exactly once; where, does not matter.
func readDefect(path, tree string) (d defect, err error) {
	text, err := os.ReadFile(path)
	parts := regexp.MustCompile(`(?m)^--- a/`).Split(string(text), -1)
	said := regexp.MustCompile(`^Planted: (.+)\nCommand: (.+)\n\n$`).FindStringSubmatch(parts[0])
	if said == nil || len(parts) < 2 {
		return d, errors.Join(err, fmt.Errorf("%s has no Planted, no Command, or plants nothing", path))
	}
	d = defect{strings.TrimSuffix(filepath.Base(path), ".patch"), said[1], strings.Fields(said[2]), map[string]string{}}
	for _, part := range parts[1:] {
		file, hunks, _ := strings.Cut(part, "\n")
		source, err := os.ReadFile(filepath.Join(tree, file))
		if err != nil {
			return d, fmt.Errorf("%s: %w", path, err)
		}
		planted := string(source)
		for _, hunk := range regexp.MustCompile(`(?m)^@@.*\n`).Split(hunks, -1)[1:] {
			var before, after strings.Builder
			for line := range strings.Lines(hunk) {
				if line[0] != '+' {
					before.WriteString(line[1:])
				}
				if line[0] != '-' {
					after.WriteString(line[1:])
				}
			}
			if n := strings.Count(planted, before.String()); n != 1 {
				return d, fmt.Errorf("%s: these lines stand %d times in %s:\n%s", path, n, file, &before)
			}
			planted = strings.Replace(planted, before.String(), after.String(), 1)
		}
		d.files[file] = planted
	}
	return d, nil
}

// overlay writes the planted files into a folder, beside a file that has go build take them in place
// of the tree's own.
func (d defect) overlay(folder string) (path string, err error) {
	instead := map[string]string{}
	for file, text := range d.files {
		instead[file] = filepath.Join(folder, strings.ReplaceAll(file, "/", "_"))
		err = errors.Join(err, os.WriteFile(instead[file], []byte(text), 0o600))
	}
	list, failed := json.Marshal(map[string]any{"Replace": instead})
	path = filepath.Join(folder, "overlay.json")
	return path, errors.Join(err, failed, os.WriteFile(path, list, 0o600))
}

// A trial says how one test ended.
type trial struct {
	failed bool
	cases  string // what the test said of the number of the case that failed
	took   time.Duration
}

// theCase matches the number of a case in the report of a random test: ours, or else rapid's, which
// counts those that passed before.
var theCase = regexp.MustCompile(`\b(?:card|case|evening|race) \d+ of \d+\b|after \d+ tests`)

// try runs the test of a command in a tree, until it ends or has failed. Anything but a test that ran
// and passed or failed is an error: no test of that name, a skipped one, code that does not build, a
// timeout.
func try(ctx context.Context, tree string, command []string, flags ...string) (t trial, err error) {
	began := time.Now()
	ctx, stop := context.WithTimeout(ctx, 9*time.Minute)
	defer stop()
	scratch, err := os.MkdirTemp("", "escaped") // for whoever is killed does not tidy up
	if err != nil {
		return t, err
	}
	defer os.RemoveAll(scratch)
	run := slices.Index(command, "-run")
	if run < 2 || run+2 >= len(command) || command[run-1] != "test" {
		return t, fmt.Errorf("not VARIABLE=… go test -run ^TestName$ PACKAGE …: %v", command)
	}
	test := strings.Trim(command[run+1], "^$")
	args := slices.Concat([]string{"test", "-json", "-vet=off", "-count=1", "-timeout=8m"}, flags, command[run:])
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir, c.Env = tree, slices.Concat(os.Environ(), []string{"ARBITRE_ESCAPED=", "TMPDIR=" + scratch}, command[:run-2])
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // for go test has children
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	out, w := io.Pipe()
	c.Stdout, c.Stderr = w, w
	if err := c.Start(); err != nil {
		return t, err
	}
	waited := make(chan struct{})
	go func() { w.CloseWithError(cmp.Or(c.Wait(), io.EOF)); close(waited) }()
	defer func() { stop(); out.Close(); <-waited }()
	ended, text, said := "", new(bytes.Buffer), map[string]string{}
	for read := json.NewDecoder(out); ended == ""; {
		var e struct{ Action, Test, Output string }
		if err := read.Decode(&e); err != nil {
			return t, fmt.Errorf("%s did not run to an end: %w\n%s", test, err, text)
		}
		text.WriteString(e.Output)
		if all := theCase.FindAllString(e.Output, -1); said[e.Test] == "" && all != nil {
			passed := 0
			if said[e.Test] = all[len(all)-1]; strings.HasPrefix(said[e.Test], "after") {
				fmt.Sscanf(said[e.Test], "after %d", &passed)
				said[e.Test] = fmt.Sprint("case ", passed+1)
			}
		}
		// A part that has failed is enough, but one that has passed is not.
		part, _, _ := strings.Cut(e.Test, "/")
		switch {
		case e.Action == "build-fail":
			return t, fmt.Errorf("it does not build:\n%s", text)
		case strings.Contains(e.Output, "panic: test timed out"):
			return t, fmt.Errorf("%s took too long:\n%s", test, text)
		case e.Test == test && e.Action == "skip":
			return t, fmt.Errorf("%s was skipped:\n%s", test, text)
		case e.Test == test && e.Action == "pass", part == test && e.Action == "fail":
			ended = e.Action
			t = trial{e.Action == "fail", said[e.Test], time.Since(began).Round(time.Second / 10)}
		}
	}
	return t, nil
}

// project is the project's tree, which is only read.
const project = "../../.."

// defects returns all that can be planted. There must be some, and each must fit today's files.
func defects(t *testing.T) (list []defect) {
	paths, _ := filepath.Glob("escaped/*.patch")
	for _, path := range paths {
		d, err := readDefect(path, project)
		if err != nil {
			t.Error(err)
		}
		list = append(list, d)
	}
	if len(list) == 0 || t.Failed() {
		t.Fatalf("of %d defects not all can be planted", len(list))
	}
	return list
}

// Every defect that escaped is found once it is planted again: its test passes without it and fails
// with it.
func TestEscaped(t *testing.T) {
	if os.Getenv("ARBITRE_ESCAPED") != "1" {
		t.Skip("ARBITRE_ESCAPED=1 plants each defect that escaped, for minutes (with -timeout 1h)")
	}
	table, healthy, ran := new(bytes.Buffer), map[string]error{}, 0
	w := tabwriter.NewWriter(table, 0, 0, 2, ' ', 0)
	for _, d := range defects(t) {
		t.Run(d.name, func(t *testing.T) {
			ran++
			usual := d.command[slices.Index(d.command, "go"):] // with as many cases as go test ./... plays
			test := strings.Join(usual, " ")
			if _, known := healthy[test]; !known {
				control, err := try(t.Context(), project, usual)
				if err == nil && control.failed {
					err = fmt.Errorf("%s fails without any defect: %s", test, control.cases)
				}
				healthy[test] = err
			}
			overlay, err := d.overlay(t.TempDir())
			if err = cmp.Or(healthy[test], err); err != nil {
				t.Fatal(err)
			}
			planted := must(try(t.Context(), project, d.command, "-overlay", overlay))
			fmt.Fprintf(w, "%s\tfound %t\t%s\t%v\n", d.name, planted.failed, planted.cases, planted.took)
			if !planted.failed {
				t.Errorf("%s does not find that %s", strings.Join(d.command, " "), d.planted)
			}
		})
	}
	w.Flush()
	if t.Logf("\n%s", table); ran == 0 {
		t.Error("nothing was planted")
	}
}

// Every patch fits today's files, and stands in ESCAPED.md beside its test; no row there has lost its
// patch or its test.
func TestEscapedDefectsAreRecorded(t *testing.T) {
	record, err := os.ReadFile("ESCAPED.md")
	var source []byte
	filepath.WalkDir(project, func(path string, _ os.DirEntry, failed error) error {
		if err = errors.Join(err, failed); strings.HasSuffix(path, "_test.go") {
			text, failed := os.ReadFile(path)
			source, err = append(source, text...), errors.Join(err, failed)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, named := range regexp.MustCompile("`(Test\\w+)`").FindAllSubmatch(record, -1) {
		if !bytes.Contains(source, fmt.Appendf(nil, "\nfunc %s(", named[1])) {
			t.Errorf("there is no %s", named[1])
		}
	}
	var rows, patches []string
	for _, row := range regexp.MustCompile("\\(escaped/(\\S+)\\.patch\\) \\| `(Test\\w+)`").FindAllStringSubmatch(string(record), -1) {
		rows = append(rows, row[1]+" ^"+row[2]+"$")
	}
	for _, d := range defects(t) {
		patches = append(patches, d.name+" "+d.command[slices.Index(d.command, "-run")+1])
	}
	if slices.Sort(rows); !slices.Equal(patches, rows) {
		t.Errorf("the patches are\n%q\nand the rows of ESCAPED.md\n%q", patches, rows)
	}
}

// A patch that says too little, plants nothing, or whose lines are not there once is an error.
func TestEscapedPatchesThatDoNotFit(t *testing.T) {
	tree := t.TempDir()
	os.WriteFile(filepath.Join(tree, "a.go"), []byte("one\ntwo\n\none\n"), 0o600)
	for patch, want := range map[string]string{
		"--- a/a.go\n+++ b/a.go\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n \n": "one\n2\n\none\n",
		"--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-three\n+3\n":            "stand 0 times in a.go",
		"--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-one\n+1\n":              "stand 2 times in a.go",
		"--- a/c.go\n+++ b/c.go\n@@ -1 +1 @@\n-one\n+1\n":              "no such file",
		"": "plants nothing",
	} {
		path := filepath.Join(t.TempDir(), "x.patch")
		os.WriteFile(path, []byte("Planted: it\nCommand: go test -run ^TestX$ ./x\n\n"+patch), 0o600)
		if d, err := readDefect(path, tree); !strings.Contains(fmt.Sprint(err, d.files["a.go"]), want) {
			t.Errorf("%q: %v, and a.go is %q; want %q", patch, err, d.files["a.go"], want)
		}
	}
}

// What ran no test has found nothing: only a test that fails has.
func TestEscapedCommandsThatFindNothing(t *testing.T) {
	tree := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n", "empty/a.go": "package a\n",
		"broken/a_test.go": "package a\n\nfunc TestX() { no }\n",
		"a/a_test.go": `package a

import ("testing"; "time")

func TestPasses(t *testing.T) { t.Run("a part", func(t *testing.T) { t.Log("case 1 of 8") }) }
func TestFails(t *testing.T) {
	TestPasses(t)
	t.Run("another", func(t *testing.T) { t.Error("case 3 of 8") })
	TestHangs(t)
}
func TestPanics(t *testing.T) { panic("[rapid] panic after 4 tests") }
func TestSkips(t *testing.T) { t.Skip() }
func TestHangs(t *testing.T) { time.Sleep(time.Hour) }
`} {
		path := filepath.Join(tree, name)
		check(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
	}
	for command, want := range map[string]string{
		"go test -run ^TestPasses$ ./a":              "false",
		"X=1 go test -run ^TestFails$ ./a":           "true case 3 of 8",
		"go test -run ^TestPanics$ ./a":              "true case 5 ",
		"go test -run ^TestSkips$ ./a":               "was skipped",
		"go test -run ^TestHangs$ ./a -timeout 99ms": "took too long",
		"go test -run ^TestX$ ./a":                   "no tests to run",
		"go test -run ^TestX$ ./a -unknown":          "did not run to an end",
		"go test -run ^TestX$ ./empty":               "no test files",
		"go test -run ^TestX$ ./broken":              "does not build",
		"go test ./a":                                "not VARIABLE=…",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			got, err := try(t.Context(), tree, strings.Fields(command))
			if said := fmt.Sprintln(got.failed, got.cases, err); !strings.Contains(said, want) {
				t.Errorf("%s; want %s", said, want)
			}
		})
	}
}
