package referee

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/journal"
)

// Strangers take all connections of the pages while the process may open few files. A game that
// begins then still has its journal.
func TestStrangersTakeNoFileFromAJournal(t *testing.T) {
	if folder := os.Getenv("ARBITRE_FEW_FILES"); folder != "" {
		playWithFewFiles(t, folder)
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, "-test.run=^"+t.Name()+"$")
	command.Env = append(os.Environ(), "ARBITRE_FEW_FILES="+t.TempDir())
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	begin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	told := bufio.NewReader(out)
	address, err := told.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		// one address may only open a few
		from := net.Dialer{Timeout: time.Second, LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+i/8))}}
		stranger, err := from.Dial("tcp", strings.TrimSpace(address))
		if err != nil {
			break // nobody else is let in
		}
		defer stranger.Close()
	}
	begin.Close()
	var rest bytes.Buffer
	told.WriteTo(&rest)
	if err := command.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &rest)
	}
}

// playWithFewFiles serves the pages and plays when its standard input ends.
func playWithFewFiles(t *testing.T, folder string) {
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 64, Max: 64}); err != nil {
		t.Fatal(err)
	}
	pages := web.New(web.Options{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go pages.Serve(t.Context(), listener)
	fmt.Println(listener.Addr())
	os.Stdin.Read(make([]byte, 1))
	time.Sleep(200 * time.Millisecond) // until waiting strangers are connected

	r := newDaemon(folder, "")
	start := mitoOfThree()
	if err := r.Begin(start); err != nil {
		t.Fatal(err)
	}
	in := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("ant")}
	if err := r.take(in, nil); err != nil {
		t.Fatal(err)
	}
	r.stack.match.write()
	path := r.stack.match.file.Path()
	if path == "" {
		t.Fatalf("the game is in memory alone: %v do not work", r.Health.Parts())
	}
	start = r.stack.match.table.Start()
	got, err := os.ReadFile(path)
	if want := journal.AppendInput(journal.AppendStart(nil, start), in); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("the journal is %v\n%s", err, got)
	}
}
