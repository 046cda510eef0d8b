package main

import (
	"bufio"
	"context"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/games"
	"arbitre/games/journal"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

// A demoTable is the program itself, started as a person would, with its page in a real browser.
type demoTable struct {
	testing.TB
	ctx     context.Context
	command *exec.Cmd
	url     string
	state   string // $XDG_STATE_HOME
}

// startDemo builds and starts the demo, and says at which address it is.
func startDemo(t *testing.T, args ...string) *demoTable {
	t.Helper()
	d := &demoTable{TB: t, state: t.TempDir()}
	binary := filepath.Join(t.TempDir(), "arbitre")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	d.command = exec.Command(binary, append([]string{"demo"}, args...)...)
	d.command.Env = append(os.Environ(), "XDG_STATE_HOME="+d.state)
	d.start()
	return d
}

func (d *demoTable) start() {
	d.Helper()
	stdout, err := d.command.StdoutPipe()
	if err != nil {
		d.Fatal(err)
	}
	d.command.Stderr = os.Stderr
	if err := d.command.Start(); err != nil {
		d.Fatal(err)
	}
	command := d.command
	d.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		d.Fatal(err)
	}
	d.url = regexp.MustCompile(`http://\S+`).FindString(line)
}

func (d *demoTable) browse() {
	d.Helper()
	if os.Getenv("ARBITRE_BROWSER") != "1" {
		d.Skip("needs Chromium: set ARBITRE_BROWSER=1")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // its sandbox refuses to run as root, as it does in a container
		chromedp.DisableGPU,
		chromedp.UserDataDir(d.TempDir()),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en"),
	)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	d.Cleanup(cancel)
	d.ctx, cancel = chromedp.NewContext(ctx)
	d.Cleanup(cancel)
	if err := chromedp.Do(d.ctx, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(d.url)); err != nil {
		d.Fatal(err)
	}
	d.await(`document.body.dataset.link === "live"`)
}

func (d *demoTable) await(expression string) {
	d.Helper()
	ctx, cancel := context.WithTimeout(d.ctx, 20*time.Second)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](expression)); err != nil {
		d.photograph("failed.png")
		d.Fatalf("%s: %v", expression, err)
	}
}

// keys presses keys one after the other, as fast as a person does.
func (d *demoTable) keys(codes ...string) {
	d.Helper()
	for _, code := range codes {
		d.key(code, true)
		time.Sleep(20 * time.Millisecond) // an arrow that is held for half a second, on a busy machine for instance, repeats
		d.key(code, false)
		time.Sleep(40 * time.Millisecond)
	}
}

func (d *demoTable) key(code string, down bool) {
	d.Helper()
	kind := input.DispatchKeyEventTypeRawKeyDown
	if !down {
		kind = input.DispatchKeyEventTypeKeyUp
	}
	params := input.DispatchKeyEventParams{Type: kind, Code: code, Key: strings.TrimPrefix(strings.TrimPrefix(code, "Digit"), "Key")}
	_, err := chromedp.Run(d.ctx, func(ctx context.Context, t *chromedp.Target) (struct{}, error) {
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, params)
		return struct{}{}, err
	})
	if err != nil {
		d.Fatal(err)
	}
}

// journal is that of the game that is on.
func (d *demoTable) journal() []byte {
	d.Helper()
	paths, err := filepath.Glob(filepath.Join(d.state, "arbitre", "demo", "*"+openEnd))
	if err != nil || len(paths) != 1 {
		d.Fatalf("journals %v, %v; want one", paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		d.Fatal(err)
	}
	return text
}

// shows waits until the canvas has just the picture of what the judge sees when the journal is played again.
func (d *demoTable) shows(headline string, desk ...string) {
	d.Helper()
	painter, picture := display.NewPainter(), display.NewPicture()
	var got []byte
	var seen string
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		table, _, err := journal.Play(d.journal(), rules, math.MaxInt64, func(journal.Line) {})
		if err != nil {
			d.Fatal(err)
		}
		table.RunOut()
		v := table.View(games.Judge)
		if len(desk) > 0 {
			v.Prompts = []games.Prompt{deskPrompt(desk[0])}
		}
		painter.Draw(picture, display.Scene{View: v, Language: display.English})
		got, seen = d.canvas(), v.Headline.Word
		if seen == headline && cmp.Equal(got, picture.Pix) {
			return
		}
	}
	d.photograph("failed.png")
	d.Fatalf("the journal tells %q, want %q; its picture is on the canvas: %v", seen, headline, cmp.Equal(got, picture.Pix))
}

// canvas reads the page's pixels, as the panel's memory has them.
func (d *demoTable) canvas() []byte {
	d.Helper()
	bits, err := chromedp.Run(d.ctx, chromedp.Evaluate[[]int](`(() => {
		const bits = new Array(1024).fill(0), pixels = panel.getImageData(0, 0, 128, 64).data;
		for (let i = 0; i < 128 * 64; i++) if (pixels[4 * i + 3]) bits[(i >> 10) * 128 + i % 128] |= 1 << (i >> 7 & 7);
		return bits;
	})()`))
	if err != nil {
		d.Fatal(err)
	}
	pixels := make([]byte, len(bits))
	for i, b := range bits {
		pixels[i] = byte(b)
	}
	return pixels
}

func (d *demoTable) photograph(name string) {
	d.Helper()
	folder := os.Getenv("ARBITRE_ARTEFACTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(d.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), picture, 0o666); err != nil {
		d.Fatal(err)
	}
}

func TestBrowserPlaysARoundOfMito(t *testing.T) {
	if os.Getenv("ARBITRE_BROWSER") != "1" {
		t.Skip("needs Chromium: set ARBITRE_BROWSER=1")
	}
	d := startDemo(t, "--listen", "127.0.0.1:0")
	d.browse()
	d.photograph("lobby.png")
	d.keys("Enter")                               // Mito
	d.keys("Digit1", "Digit2", "Digit3", "Enter") // three join
	d.keys("ArrowLeft", "ArrowLeft", "Enter")     // one round
	d.keys("Enter", "Enter")                      // seat 1 is the guardian; let's go
	d.shows("turn")
	d.photograph("turn.png")

	// Seat 1 ends its turn; the guardian calls and is right.
	d.keys("Digit1")
	time.Sleep(500 * time.Millisecond)
	d.keys("Digit1")
	d.shows("call")
	d.keys("ArrowRight", "Enter") // seat 3
	d.shows("check")
	d.keys("Enter")
	d.shows("guilty")

	// Seat 2 lays a mosquito; 1 and 3 slap at nearly the same time, 3 is later.
	time.Sleep(1600 * time.Millisecond)
	d.keys("ArrowRight", "Enter")
	d.await(`[...document.querySelectorAll("#table .lit")].length > 0`)
	d.key("Digit1", true)
	d.key("Digit3", true)
	d.key("Digit3", false)
	d.key("Digit1", false)
	d.shows("slowest")
	d.photograph("slowest.png")
	table, _, err := journal.Play(d.journal(), rules, math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	table.RunOut()
	if race := table.View(games.Public).Race; len(race.Order) != 2 || race.Slowest != 3 {
		t.Errorf("the race is %+v; want both presses, 3 after 1", race)
	}

	// Undo of the slap by a held Enter, asked for and refused: go on.
	d.key("Enter", true)
	time.Sleep(800 * time.Millisecond)
	d.key("Enter", false)
	d.shows("slowest", deskStop)
	d.keys("ArrowRight", "Enter")
	d.shows("slowest")

	// Seat 3 is out; the hands of 1 and 2 are counted.
	time.Sleep(1600 * time.Millisecond)
	d.keys("ArrowRight", "ArrowLeft", "Enter", "ArrowRight", "ArrowRight", "Enter")
	d.shows("count")
	d.keys("ArrowRight", "Enter", "Enter", "Enter")
	d.keys("ArrowRight", "ArrowRight", "Enter", "Enter", "Enter")
	d.shows("game_over", deskAgain)
	d.photograph("game_over.png")

	var over games.GameOver
	table, _, err = journal.Play(d.journal(), rules, math.MaxInt64, func(l journal.Line) {
		for _, f := range l.Facts {
			if what, ok := f.What.(games.GameOver); ok {
				over = what
			}
		}
	})
	if err != nil || !table.View(games.Public).Over || !slices.Equal(over.Winners, []games.Seat{3}) || over.Totals.Of(1) != 1 || over.Totals.Of(2) != 2 {
		t.Errorf("the game ends with %+v, %v", over, err)
	}
}

func TestBrowserResumesAfterThePlugWasPulled(t *testing.T) {
	if os.Getenv("ARBITRE_BROWSER") != "1" {
		t.Skip("needs Chromium: set ARBITRE_BROWSER=1")
	}
	d := startDemo(t, "--listen", "127.0.0.1:0")
	d.browse()
	d.keys("Enter", "Digit1", "Digit2", "Digit3", "Enter", "Enter", "Enter", "Enter")
	d.shows("turn")
	d.keys("Digit1")
	d.shows("turn")
	time.Sleep(200 * time.Millisecond)
	d.command.Process.Signal(syscall.SIGKILL)
	d.command.Wait()
	d.await(`document.body.dataset.link !== "live"`)

	address := strings.TrimSuffix(strings.TrimPrefix(d.url, "http://"), "/")
	d.command = exec.Command(d.command.Path, "demo", "--listen", address)
	d.command.Env = append(os.Environ(), "XDG_STATE_HOME="+d.state)
	d.start()
	d.await(`document.body.dataset.link === "live"`)
	d.keys("Enter") // resume
	d.shows("turn")
	d.keys("Digit2")
	d.shows("turn")
}

func TestATakenPortIsNoTrouble(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	listener, err := listenNear(taken.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if host, port, _ := net.SplitHostPort(listener.Addr().String()); host != "127.0.0.1" || strings.HasSuffix(taken.Addr().String(), ":"+port) {
		t.Errorf("listens at %v, want another port of 127.0.0.1", listener.Addr())
	}
	if _, err := listenNear("nonsense"); err == nil {
		t.Error("nonsense is taken for an address")
	}
}
