package main

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

func TestAnEveningNeedsNothingElse(t *testing.T) {
	at := freeAddress()
	program := self("club", "--folder", t.TempDir(), "--mqtt", at, "--listen", "127.0.0.1:0")()
	out := must(program.StdoutPipe())
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	defer program.Process.Kill()
	lines := bufio.NewReader(out)
	first, second := must(lines.ReadString('\n')), must(lines.ReadString('\n'))
	page := regexp.MustCompile(`http://[^ ]+`).FindString(first)
	if answer, err := http.Get(page); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("its page at %q: %v, %v", page, answer, err)
	}
	if !strings.Contains(second, page+"/organiser#") {
		t.Errorf("the organiser is told %q", second)
	}
	if conn, err := net.Dial("tcp", at); err != nil {
		t.Error("its broker:", err)
	} else {
		conn.Close()
	}
	program.Process.Signal(syscall.SIGTERM)
	if err := program.Wait(); err != nil {
		t.Error("it ends with", err)
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	taken := must(net.Listen("tcp", "127.0.0.1:0"))
	defer taken.Close()
	folder := t.TempDir()
	for want, args := range map[string][]string{
		"expected mqtt://HOST":              {"--broker", "localhost"},
		"expected words, with /":            {"--prefix", "arbitre/"},
		"no such file":                      {"--user", "club", "--password-file", folder + "/none"},
		"has no certificate in PEM":         {"--broker", "mqtts://localhost", "--ca-file", os.Args[0]},
		"--broker mqtt://localhost uses it": {"--mqtt", taken.Addr().String()},
		"missing [user]":                    {"--password-file", os.Args[0]},
		"open " + folder + "/none: no such": {"import", folder + "/none"},
		"no journals in " + folder:          {"import", folder},
		"expected a letter from a to z":     {"import", "--table", "牌", folder},
	} {
		if _, said := typed(t, folder, args...); !strings.Contains(said, want) {
			t.Errorf("%q: it says %q, want %q", args, said, want)
		}
	}
}
