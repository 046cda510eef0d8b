package main

import (
	"bufio"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
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

// A file of passwords is read as any editor has left it.
func TestThePasswordsOfTables(t *testing.T) {
	const text = "# tables\r\nKitchen:a:b \r\n\r\nGroße Küche:onions"
	utf16 := []byte{0xff, 0xfe}
	for _, r := range text {
		utf16 = append(utf16, byte(r), 0)
	}
	for _, raw := range [][]byte{[]byte(text), []byte("\ufeff" + text + "\n"), utf16} {
		file := filepath.Join(t.TempDir(), "tables")
		must(0, os.WriteFile(file, raw, 0o600))
		got, err := readTables(file)
		if want := map[string]string{"kitchen": "a:b ", "grosse-kuche": "onions"}; err != nil || !maps.Equal(got, want) {
			t.Errorf("%q is read as %q, %v", raw, got, err)
		}
		for _, wrong := range []string{"Kitchen", ":secret", "牌:secret", "Kitchen:"} {
			must(0, os.WriteFile(file, []byte(text+"\n"+wrong), 0o600))
			if _, err := readTables(file); err == nil || !strings.Contains(err.Error(), file+":5: expected NAME:PASSWORD") {
				t.Errorf("%q: %v", wrong, err)
			}
		}
		must(0, os.WriteFile(file, make([]byte, 1<<20+1), 0o600))
		if _, err := readTables(file); err == nil {
			t.Error("a file without end is read")
		}
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
