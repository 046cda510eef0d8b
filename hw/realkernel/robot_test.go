package realkernel

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbitre/display/scan"
	"arbitre/display/web/browser"
)

// From READY to the first verdict by phone, in a room without a network, in three languages: a robot
// presses the box's buttons, reads the codes in the display's memory, and is a phone with a radio of
// its own. It types a name and nothing else. ARBITRE_RUNS is how often in each language, all in one
// boot; with ARBITRE_LIMIT, such as 90s, a run that takes longer fails.
func TestCardRobotOwnWifi(t *testing.T) {
	c := newCard(t)
	c.bringsTests()
	c.configures(inARoom)
	c.boot(withHeader)
	c.opens()
	c.tests("TestOnCardRobot", fmt.Sprintf("ARBITRE_RUNS=%s ARBITRE_LIMIT=%s",
		cmp.Or(os.Getenv("ARBITRE_RUNS"), "1"), os.Getenv("ARBITRE_LIMIT")))
}

// inARoom is the configuration of a box in a room without a network.
const inARoom = "language = 'en'\n[buzzer]\nenabled = false\n[judge]\nshutdown = '5s'\n"

// The stages of a run, each of which ends with what its name says.
var stages = []string{"the code of the Wi-Fi", "joined", "led to the scoreboard", "paired", "a game is on", "verdict"}

// A run is when each stage ended, since READY.
type run struct {
	language string
	ended    []time.Duration
	failed   error // in the stage that follows
}

func TestOnCardRobot(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	n, err := strconv.Atoi(cmp.Or(os.Getenv("ARBITRE_RUNS"), "1"))
	if err != nil {
		t.Fatal(err)
	}
	limit, _ := time.ParseDuration(os.Getenv("ARBITRE_LIMIT")) // none without
	anna := newPhone(radios(t, 1)[0])
	languages := []string{"en", "fr", "de"}
	var runs []run
	pictures := map[string]string{} // of the lobby, by language
	for i := range len(languages) * n {
		anna.language = languages[i/n]
		r := p.firstVerdict(anna, languages[(i+1)/n%len(languages)])
		runs = append(runs, r)
		fmt.Printf("run %d, %s: %v, %v\n", i+1, r.language, r.ended, r.failed)
		if last := r.ended[len(r.ended)-1]; r.failed != nil || limit > 0 && last > limit {
			t.Errorf("run %d, %s: after %v, %v", i+1, r.language, last, r.failed)
		}
		pictures[string(anna.lobby)] = r.language
	}
	if len(pictures) != len(languages) {
		t.Errorf("the lobby has %d pictures in %d languages", len(pictures), len(languages))
	}
	for _, language := range append(languages, "") {
		t.Log(summary(language, runs))
	}
}

// summary tells how long the runs of a language took, "" for all.
func summary(language string, runs []run) string {
	text := fmt.Sprintf("%-3s", cmp.Or(language, "all"))
	runs = slices.DeleteFunc(slices.Clone(runs), func(r run) bool { return language != "" && r.language != language })
	whole := slices.DeleteFunc(slices.Clone(runs), func(r run) bool { return r.failed != nil })
	text += fmt.Sprintf(" %d runs, %d failed", len(runs), len(runs)-len(whole))
	for i, stage := range stages {
		var at []time.Duration
		for _, r := range whole {
			at = append(at, r.ended[i])
		}
		if slices.Sort(at); len(at) > 0 {
			text += fmt.Sprintf("; %s %.1f s (95 in 100 %.1f, slowest %.1f)", stage, at[len(at)/2].Seconds(),
				at[(len(at)*95-1)/100].Seconds(), at[len(at)-1].Seconds())
		}
	}
	return text
}

// firstVerdict plugs the box in, as far as its service goes, and does what leads to a verdict, then
// chooses the language of the next run and ends the Wi-Fi, all by phone.
func (p *table) firstVerdict(anna *phone, next string) (r run) {
	p.Helper()
	r = run{language: anna.language}
	do(p, "systemctl", "stop", "arbitre")
	left, err := filepath.Glob(filepath.Join(state, "*"))
	if err != nil {
		p.Fatal(err)
	}
	for _, path := range left { // all but the language
		if filepath.Base(path) != "settings.toml" {
			if err := os.RemoveAll(path); err != nil {
				p.Fatal(err)
			}
		}
	}
	do(p, "systemctl", "start", "arbitre") // returns with READY
	ready := time.Now()
	p.isSeen()
	p.reads()
	anna.lobby = slices.Clone(p.panel.picture().Pix)
	defer anna.leave()
	for _, stage := range []func(*phone) error{p.opensWifi, p.hasPhone, p.leadsPhone, p.pairsPhone, p.beginsQuiz, p.hasVerdict} {
		if r.failed = stage(anna); r.failed != nil {
			r.ended = append(r.ended, time.Since(ready).Round(time.Second/10))
			p.Logf("%v\n%s", r.failed, art(p.panel.picture().Pix))
			return r
		}
		r.ended = append(r.ended, time.Since(ready).Round(time.Second/10))
	}
	r.failed = p.isLeft(anna, next)
	return r
}

func (p *table) opensWifi(anna *phone) error {
	if err := p.presses(previous, previous, ok); err != nil { // the last but one of the lobby's list: phone
		return err
	}
	return p.showsWifi(anna)
}

// presses presses switches one after the other and looks at the display each time, as a person does: where it
// stays as it is the press was not seen, and is made anew. The machine that is emulated, on a busy host, at
// times sees a press and its release as one edge (see "The kernel, as it was found").
func (p *table) presses(on ...int) error {
	for _, line := range on {
		before := slices.Clone(p.panel.picture().Pix)
		for tries := 1; ; tries++ {
			p.press(line)
			for seen := time.Now().Add(2 * time.Second); bytes.Equal(before, p.panel.picture().Pix) && time.Now().Before(seen); {
				time.Sleep(20 * time.Millisecond)
			}
			if !bytes.Equal(before, p.panel.picture().Pix) {
				break
			}
			if fmt.Printf("line %d: a press was not seen\n", line); tries == 3 {
				return fmt.Errorf("line %d is pressed in vain", line)
			}
		}
	}
	return nil
}

// showsWifi has the phone read the way into the Wi-Fi, once the display shows it.
func (p *table) showsWifi(anna *phone) error {
	return soon("the display shows the way into the Wi-Fi", func() error {
		code := regexp.MustCompile(`^WIFI:S:(arbitre-[a-z]{2});T:WPA;P:([a-z]{12});;$`).FindStringSubmatch(scan.Code(p.panel.picture()))
		if code == nil {
			return errors.New("no code")
		}
		anna.network, anna.key = code[1], code[2]
		return nil
	})
}

func (p *table) hasPhone(anna *phone) error { return anna.join() }

func (p *table) leadsPhone(anna *phone) error {
	return anna.isLed("http://connectivitycheck.gstatic.com/generate_204") // by Android's question
}

func (p *table) pairsPhone(anna *phone) error {
	link, err := p.judgeLink()
	if err != nil {
		return err
	}
	return anna.post("/judge/pair", map[string]any{"secret": strings.TrimPrefix(link, home+"/j#")})
}

// judgeLink returns the way to the judge's page, once the display shows it.
func (p *table) judgeLink() (link string, err error) {
	err = soon("the display shows the way to the judge's page", func() error {
		if link = scan.Code(p.panel.picture()); !strings.HasPrefix(link, home+"/j#") {
			return fmt.Errorf("it shows %q", link)
		}
		return nil
	})
	return link, err
}

// beginsQuiz has Anna enter her name, who sits at seat 1; seat 2 joins without a name. Every option is
// as it is offered first.
func (p *table) beginsQuiz(anna *phone) error {
	if err := anna.answer("game", "quiz"); err != nil {
		return err
	}
	if err := anna.asked("players"); err != nil {
		return err
	}
	if err := anna.post("/name", map[string]any{"key": "abcdefghijklmnop", "name": "Anna"}); err != nil {
		return err
	}
	time.Sleep(time.Second) // she reads that she is to press
	p.press(seats[1])
	err := soon("Anna sits at seat 1", func() error {
		return anna.look(func(page judgePage) bool {
			return len(page.Seats) > 0 && page.Seats[0].Seat == 1 && page.Seats[0].Name == "Anna"
		})
	})
	if err != nil {
		return err
	}
	p.press(seats[2])
	if err := anna.answer("players", "ready"); err != nil {
		return err
	}
	for answered := 0; ; {
		page, err := anna.page()
		switch {
		case err != nil:
			return err
		case len(page.Prompts) == 0 || page.Prompts[0].ID == "players" || page.Prompts[0].Asked == answered: // it has not heard
			time.Sleep(50 * time.Millisecond)
			continue
		case page.Prompts[0].ID == "question_over":
			return nil
		}
		if err := anna.answer(page.Prompts[0].ID, page.Prompts[0].Options[0].Value); err != nil {
			return err
		}
		answered = page.Prompts[0].Asked
	}
}

func (p *table) hasVerdict(anna *phone) error {
	p.reads()
	if err := p.presses(seats[1]); err != nil {
		return err
	}
	if err := anna.answer("verdict", "right"); err != nil {
		return err
	}
	return p.isJudged()
}

// isJudged waits until the journal has the judge's word.
func (p *table) isJudged() error {
	return soon("the journal has the verdict", func() error {
		if _, text := p.openJournal(); !strings.Contains(text, `"answer":"verdict"`) {
			return fmt.Errorf("it is\n%s", text)
		}
		return nil
	})
}

func (p *table) isLeft(anna *phone, language string) error {
	for _, a := range [][2]any{{"finish", "over"}, {"again", "leave"}, {"game", "language"}, {"language", language},
		{"game", "settings"}, {"settings", "wifi"}, {"wifi", "wifi_end"}} {
		if err := anna.answer(a[0].(string), a[1]); err != nil {
			return err
		}
	}
	return endsWifi()
}

// endsWifi waits until the box's radio has no address any more.
func endsWifi() error {
	return soon("the Wi-Fi ends", func() error {
		if has, err := radioAddresses(); err != nil || len(has) > 0 {
			return fmt.Errorf("%v, %v", has, err)
		}
		return nil
	})
}

func radioAddresses() ([]net.Addr, error) {
	radio, err := net.InterfaceByName("wlan0")
	if err != nil {
		return nil, err
	}
	return radio.Addrs()
}

// home is where the pages stand in the box's own Wi-Fi.
const home = "http://10.77.85.1"

// soon waits for what takes an emulated machine half a minute.
func (p *table) soon(what string, is func() bool) {
	p.Helper()
	err := soon(what, func() error {
		if !is() {
			return errors.New("not yet")
		}
		return nil
	})
	if err != nil {
		p.Fatalf("%v\n%s", err, art(p.panel.picture().Pix))
	}
}

// soon tries something for as long as a minute.
func soon(what string, try func() error) (err error) {
	for late := time.Now().Add(time.Minute); time.Now().Before(late); time.Sleep(50 * time.Millisecond) {
		if err = try(); err == nil {
			return nil
		}
	}
	return fmt.Errorf("waited in vain: %s: %w", what, err)
}

// A press lights its lamp as soon while the Wi-Fi is up as it does without. The phone that loads pages
// shares the machine's processors with the box.
func TestCardPressesDuringOwnWifi(t *testing.T) {
	c := newCard(t)
	c.bringsTests()
	c.configures(inARoom)
	c.boot(withHeader)
	c.opens()
	c.tests("TestOnCardPresses", "ARBITRE_RUNS="+cmp.Or(os.Getenv("ARBITRE_RUNS"), "100"))
}

func TestOnCardPresses(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	n, err := strconv.Atoi(os.Getenv("ARBITRE_RUNS"))
	if err != nil {
		t.Fatal(err)
	}
	others := radios(t, 2)
	anna := newPhone(others[0])
	anna.language = "en"
	p.isReady()
	p.isSeen()
	p.reads()
	p.press(previous, previous, previous, ok) // settings
	p.reads()
	p.press(previous, previous, previous, ok) // test the buttons
	p.reads()
	p.latencies("no Wi-Fi", n)
	do(t, "systemctl", "restart", "arbitre")
	p.isSeen()
	p.reads()
	for _, stage := range []func(*phone) error{p.opensWifi, p.hasPhone, p.leadsPhone, p.pairsPhone} {
		if err := stage(anna); err != nil {
			t.Fatal(err)
		}
	}
	defer anna.leave()
	for _, a := range [][2]string{{"game", "settings"}, {"settings", "try"}} {
		if err := anna.answer(a[0], a[1]); err != nil {
			t.Fatal(err)
		}
	}
	p.reads()
	neighbour := newFlood(others[1], "wlan2", anna)
	for _, of := range []struct {
		name  string
		makes func(context.Context) int
	}{
		{"the Wi-Fi is up", func(ctx context.Context) int { <-ctx.Done(); return 0 }},
		{"a neighbour floods it with associations", neighbour.goesOn},
		{"a phone loads pages without end", anna.loads},
	} {
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan int)
		go func() { done <- of.makes(ctx) }()
		time.Sleep(time.Second)
		p.latencies(of.name, n)
		stop()
		t.Logf("%d times", <-done)
	}
	t.Log(neighbour)
	if err := anna.answer("try", "done"); err != nil { // the box answers after all that
		t.Error(err)
	}
	if neighbour.replied["authentication, status 0"] == 0 {
		t.Error("the flood has not reached the box")
	}
	anna.leave()
	began := time.Now()
	if err := anna.join(); err != nil {
		t.Errorf("after the flood: %v", err)
	}
	t.Logf("after the flood a phone has joined in %.1f s", time.Since(began).Seconds())
}

// latencies presses seat 1, while the buttons are tested, and tells how long after the press its lamp
// is lit, and how much of a processor the box took meanwhile.
func (p *table) latencies(name string, n int) {
	p.Helper()
	began, before := time.Now(), p.processors()
	var all []time.Duration
	for range n {
		at := time.Now()
		p.set(seats[1], true)
		for p.level(lamps[1]) != "1" {
			if time.Since(at) > 10*time.Second {
				p.Fatalf("%s: the lamp is not lit\n%s", name, art(p.panel.picture().Pix))
			}
		}
		all = append(all, time.Since(at))
		time.Sleep(100 * time.Millisecond)
		p.set(seats[1], false)
		time.Sleep(100*time.Millisecond + rand.N(10*time.Millisecond))
	}
	text := fmt.Sprintf("%s: %d presses, lamp after %s", name, n, percentiles(all))
	lasted := time.Since(began)
	for i, after := range p.processors() {
		text += fmt.Sprintf(", %s %.1f%%", boxed[i], 100*float64(after-before[i])/float64(lasted))
	}
	fmt.Println(text)
}

// percentiles tells the median of some times, within which 95 in 100 are, and the latest.
func percentiles(all []time.Duration) string {
	slices.Sort(all)
	n, unit := len(all), 10*time.Microsecond
	return fmt.Sprintf("%v, 95 in 100 within %v, latest %v", all[n/2].Round(unit), all[(n*95-1)/100].Round(unit), all[n-1].Round(unit))
}

// boxed are the services of which the box's Wi-Fi is made.
var boxed = []string{"arbitre", "wpa_supplicant", "NetworkManager"}

// processors returns how much of a processor each service of the box has taken so far.
func (p *table) processors() (all []time.Duration) {
	p.Helper()
	for _, name := range boxed {
		used := time.Duration(0) // it may not run
		if stat, err := os.ReadFile("/proc/" + do(p, "systemctl", "show", "--property=MainPID", "--value", name) + "/stat"); err == nil {
			fields := strings.Fields(string(stat))
			used = time.Duration(number(p, fields[13])+number(p, fields[14])) * 10 * time.Millisecond // USER_HZ
		}
		all = append(all, used)
	}
	return all
}

// The same with a real browser, Chromium on this machine, whose every connection leaves by the phone's
// radio: it is led to the scoreboard by the question that Android asks, becomes the judge's by the
// code, enters a name, and judges. It needs ARBITRE_BROWSER=1.
func TestCardBrowserOwnWifi(t *testing.T) {
	browser.Need(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	proxy := free.Addr().String()
	free.Close()
	c := newCard(t)
	c.bringsTests()
	c.configures(inARoom)
	c.boot(withHeader, "-netdev", "user,id=way,restrict=on,hostfwd=tcp:"+proxy+"-:1080", "-device", "virtio-net-pci,netdev=way,romfile=")
	c.opens()
	tab := &browser.Tab{TB: t, Page: browser.Start(t, "proxy-server=socks5://"+proxy)}
	out, code := c.follow(runTest("TestOnCardBrowser", ""), func(line string) {
		what, link, _ := strings.Cut(line, " ")
		switch what {
		case "joined:":
			tab.Go("http://connectivitycheck.gstatic.com/generate_204")
			tab.Resize(360, 640)
			tab.Await(fmt.Sprintf(`location.href === %q && document.documentElement.dataset.page === "scoreboard"`, home+"/"))
			tab.Photograph("own-wifi-led.png")
		case "link:":
			tab.Go(link)
			tab.Asked("Which game?")
			tab.Choose("Quiz")
			tab.Asked("Press your button!")
			tab.Go(home + "/name")
			tab.Enter("#my-name", "Anna")
			tab.Choose("Send")
		case "seated:":
			tab.Go(home + "/judge")
			for question := ""; !strings.HasPrefix(question, "Question"); {
				const first = `document.querySelector("section.prompt .option:not([disabled])")`
				tab.Await(`!document.querySelector("[aria-busy]") && (` + first + ` || document.getElementById("headline").textContent.startsWith("Question"))`)
				tab.Photograph("own-wifi-asked.png")
				browser.See[bool](tab, "("+first+"?.click(), true)")
				time.Sleep(time.Second)
				question = browser.See[string](tab, `document.getElementById("headline").textContent`)
			}
		case "pressed:":
			tab.Choose("Right")
		}
	})
	t.Log(out)
	if code != 0 {
		t.Fatalf("it failed\n%s", c.do("journalctl --boot --no-pager | tail -60"))
	}
}

// TestOnCardBrowser has the hands, the camera and the radio of TestCardBrowserOwnWifi.
func TestOnCardBrowser(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	anna := newPhone(radios(t, 1)[0])
	wires, err := filepath.Glob("/sys/class/net/e*")
	if err != nil || len(wires) != 1 {
		t.Fatalf("wires %v, %v; want one, to the browser", wires, err)
	}
	wire := filepath.Base(wires[0])
	do(t, "/run/guest/busybox", "ip", "link", "set", "dev", wire, "netns", strconv.Itoa(anna.process))
	if err := anna.run("/run/guest/busybox", "ifconfig", wire, "10.0.2.15", "netmask", "255.255.255.0", "up"); err != nil {
		t.Fatal(err)
	}
	if err := anna.relays(); err != nil {
		t.Fatal(err)
	}
	p.isReady()
	p.isSeen()
	p.reads()
	began := time.Now()
	stage := func(name string, do func(*phone) error) {
		t.Helper()
		if err := do(anna); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, art(p.panel.picture().Pix))
		}
		fmt.Println(name)
		t.Logf("%s after %.1f s", name, time.Since(began).Seconds())
	}
	stage("up:", p.opensWifi)
	stage("joined:", p.hasPhone)
	link, err := p.judgeLink()
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("link:", link)
	stage("seated:", func(*phone) error {
		err := soon("Anna sits at seat 1", func() error {
			time.Sleep(time.Second)
			names, err := os.ReadFile(filepath.Join(state, "names.jsonl"))
			if err != nil || !bytes.Contains(names, []byte(`"seat":1,"name":"Anna"`)) {
				p.press(seats[1])
				return fmt.Errorf("%s, %v", names, err)
			}
			return nil
		})
		p.press(seats[2])
		return err
	})
	stage("pressed:", func(*phone) error {
		p.begins()
		time.Sleep(2 * time.Second) // until the page has the question, too
		p.press(seats[1])
		return nil
	})
	stage("verdict:", func(*phone) error { return p.isJudged() })
}
