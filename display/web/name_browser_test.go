package web

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/display/web/browser"
)

// program builds the program once.
var program = sync.OnceValues(func() (path string, err error) {
	folder, err := os.MkdirTemp("", "arbitre")
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, "arbitre")
	return path, exec.Command("go", "build", "-o", path, "arbitre/cmd/arbitre").Run()
})

// startTable starts the virtual table, and returns the addresses of its page and of the pages for
// phones, and the folder of its journals.
func startTable(t *testing.T) (table, phones, folder string) {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	command := exec.Command(path, "demo", "--seats", "4", "--guide=false", "--browser=false", "--listen", "127.0.0.1:0")
	command.Env = append(os.Environ(), "XDG_STATE_HOME="+folder, "LC_ALL=C")
	said, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	for lines := bufio.NewScanner(said); phones == "" && lines.Scan(); {
		if _, at, ok := strings.Cut(lines.Text(), "The table is at "); ok {
			table, _, _ = strings.Cut(at, " ")
		} else if _, at, ok := strings.Cut(lines.Text(), "for phones is at "); ok {
			phones, _, _ = strings.Cut(at, ",")
		}
	}
	return table, phones, folder
}

// openTab opens a page.
func openTab(t *testing.T, e engine, url string) *browser.Tab {
	t.Helper()
	shown, err := e(t)
	if err != nil {
		t.Fatal(err)
	}
	tab := &browser.Tab{TB: t, Page: shown}
	tab.Go(url)
	return tab
}

// A player types his name, presses his button, and is called so: on his phone, at the table, on the
// scoreboard, and in the name log.
func entersHisName(t *testing.T, e engine) {
	at, phones, folder := startTable(t)
	table := browser.Open(t, at+"?lang=en") // in a browser of its own: most pause what is not seen
	table.Await(`document.body.dataset.link === "live"`)
	dark := browser.See[string](table, `document.getElementById("panel").toDataURL()`)
	phone := openTab(t, e, phones+"name?lang=en")
	phone.Resize(360, 700)
	phone.Await(`document.querySelectorAll(".paints label").length === 8`)
	phone.Enter("#my-name", "Zoé")
	phone.Click(`label[for="paint-blue"]`)
	phone.Choose("Send")
	phone.Await(`document.getElementById("me-told").textContent === "Now press your button at the table!"`)
	phone.Photograph("name-press.png")
	table.Await(`document.getElementById("said").textContent.startsWith("Zoé: press!")`)
	table.Await(`document.getElementById("panel").toDataURL() !== ` + strconv.Quote(dark))
	time.Sleep(time.Second) // the name is read
	table.Tap("Digit2")
	sits := `document.getElementById("me-told").textContent === "Zoé is at seat 2."`
	phone.Await(sits)
	phone.Photograph("name-sits.png")
	phone.Await(`document.querySelector('label[for="paint-blue"] b').textContent === "2"`)
	phone.Await(`(seats => { // a big team of one colour
		seats.textContent = "1 2 3 4 5 6 7 8";
		const text = new Range();
		text.selectNodeContents(seats);
		const [inner, outer] = [text, seats].map(e => e.getBoundingClientRect());
		return inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom
			&& outer.right <= seats.parentNode.getBoundingClientRect().right && outer.bottom <= seats.parentNode.getBoundingClientRect().bottom;
	})(document.querySelector('label[for="paint-blue"] b'))`)
	table.Await(`document.querySelector("#table [data-button='2']").innerText.includes("Zoé")`)
	table.Await(`document.querySelector("#table [data-button='2']").ariaLabel.includes("Zoé")`)
	table.Photograph("name-table.png")
	phone.Go(phones + "name?lang=en") // the page was lost meanwhile
	phone.Await(sits + ` && document.getElementById("my-name").value === "Zoé"`)
	table.Tap("Enter") // a game, so that the scoreboard has seats
	phone.Go(phones + "?lang=en")
	phone.Await(`document.querySelector('[data-seat="2"] .name')?.textContent === "Zoé" &&
		document.querySelector('[data-seat="2"] .chip').dataset.paint === "blue" && !document.getElementById("enter").hidden`)
	phone.Photograph("name-scoreboard.png")
	logs, _ := filepath.Glob(filepath.Join(folder, "*", "*", "names.jsonl"))
	if len(logs) != 1 {
		t.Fatalf("name logs: %v", logs)
	}
	if log, err := os.ReadFile(logs[0]); err != nil || !strings.Contains(string(log), `"seat":2,"name":"Zoé","colour":"blue"`) {
		t.Errorf("the name log has %s, %v", log, err)
	}
}
