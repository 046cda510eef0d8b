package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display/web"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw/sim"
	"arbitre/systemd"

	"github.com/spf13/cobra"
)

func demoCommand(w world) *cobra.Command {
	var d demo
	c := &cobra.Command{
		Use: "demo", Short: "play at a virtual table in the browser, without any hardware",
		Long: `It opens its page, says the address and runs until Ctrl-C. At its first start it
leads through a game of a minute. Keys 1 to 8 are the seats'
buttons; the arrows, Enter and Backspace are the judge's. With --listen :8088
phones on the same network can press its buttons, too: its page shows a QR code.

With --bots 3 nobody need be there: bots sit at three seats, in any game. Hold the
button of a seat while players join to have a bot there, or a person again.`,
		Example: "arbitre demo",
		RunE:    func(*cobra.Command, []string) error { return d.run(w) },
	}
	c.Flags().StringVar(&d.listen, "listen", "",
		"serve its page at `ADDRESS` (default 127.0.0.1:8088; if that is taken, the next free one)")
	c.Flags().IntVar(&d.seats, "seats", 0, "have `N` seats, 3 to 8 (default 5)")
	c.Flags().IntVar(&d.bots, "bots", 0, "have bots play the last `N` seats")
	c.Flags().BoolVar(&d.first, "first", false,
		"begin as a new box does, that asks for a press of each button")
	c.Flags().BoolVar(&d.guide, "guide", true, "lead through a first game at the first start")
	c.Flags().BoolVar(&d.browser, "browser", true, "open the page in a browser, if there is one")
	c.Flags().StringVar(&d.file, "config", "",
		"take language, rules and pages for phones from the configuration in `FILE`")
	return c
}

// A demo holds the flags of the command.
type demo struct {
	listen, file string
	seats, bots  int
	first        bool
	guide        bool
	browser      bool
}

// openers are the commands that open an address in the browser of a desktop, the usual one first.
var openers = []string{"xdg-open", "sensible-browser", "x-www-browser"}

// openBrowser opens the table's page on the desktop that the demo was started from. As root, over a
// network and as a service there is none, and nothing happens.
func (d demo) openBrowser(w world, url string) {
	if !d.browser || os.Geteuid() == 0 || w.env("DISPLAY") == "" && w.env("WAYLAND_DISPLAY") == "" {
		return
	}
	for _, name := range openers {
		command := exec.Command(name, url)
		if command.Start() == nil {
			go command.Wait() // the browser may stay open for longer than the demo
			return
		}
	}
}

// demosBeside is how many demos on one machine keep their ports over a restart.
const demosBeside = 8

// ports returns the addresses to try for a page of the demo: every second port from the given one
// on, then any that is free. The pages for phones take the ports between: a phone or a television
// that is open finds them again after a restart.
func ports(address string) []string {
	host, first, _ := net.SplitHostPort(address)
	port, err := net.LookupPort("tcp", first)
	addresses := []string{address}
	for n := range demosBeside {
		if err == nil && port > 0 {
			addresses = append(addresses, net.JoinHostPort(host, strconv.Itoa(port+2*n)))
		}
	}
	return append(addresses, net.JoinHostPort(host, "0"))
}

// listenForDemo opens the listeners of the table's own page and of the pages for phones.
func listenForDemo(c config.Config) (table, phones net.Listener, err error) {
	table, err = site.Listen(context.Background(), ports(c.Demo.Listen)...)
	if err != nil {
		return nil, nil, err
	}
	host, _, _ := net.SplitHostPort(c.Demo.Listen)
	beside := strconv.Itoa(table.Addr().(*net.TCPAddr).Port + 1)
	phones, err = site.Listen(context.Background(), ports(cmp.Or(c.Web.Listen, net.JoinHostPort(host, beside)))...)
	if err != nil {
		table.Close()
	}
	return table, phones, err
}

// config reads the configuration and adapts it to a virtual table.
func (d demo) config(w world) (config.Config, error) {
	c, err := readConfig(w, d.file)
	if err == nil {
		err = d.lay(&c)
	}
	if err != nil {
		return c, err
	}
	if d.file == "" {
		c.Language = w.language(c).String() // until another is chosen at the virtual table
		c.MQTT.Broker = ""                  // which the table itself tells of its games
	}
	c.Journals = demoJournals(c)
	c = d.buttons(w, c)
	played, _ := filepath.Glob(filepath.Join(c.Journals, "*.jsonl")) // the pattern is right
	c.Run.Guide, c.Run.NoGuide = d.guide && d.bots == 0 && len(played) == 0, !d.guide
	// No wire picks up interference, and a network may bring a press and its release at once.
	c.Buttons.Glitch = 0
	if c.Log.Level == "info" {
		c.Log.Level = "warn" // the terminal is for the address
	}
	return c, nil
}

// lay lays the flags over a configuration.
func (d demo) lay(c *config.Config) error {
	if d.listen != "" {
		if _, _, err := net.SplitHostPort(d.listen); err != nil {
			return refuse("demo: --listen is %q but must be an address such as :8088", d.listen)
		}
		c.Demo.Listen = d.listen
	}
	if c.Demo.Seats = cmp.Or(d.seats, c.Demo.Seats); d.bots < 0 || d.bots > c.Demo.Seats {
		return refuse("demo: --bots is %d but must be a number of seats, 0 to %d", d.bots, c.Demo.Seats)
	}
	return nil
}

// buttons returns a configuration with the buttons of the virtual table: as they were learnt there, or
// as in the drawings. What was learnt at a table with other buttons is left out.
func (d demo) buttons(w world, c config.Config) config.Config {
	drawn := box.AsInDrawing(c)
	c = w.withOwn(config.Reader{Rules: all.Games(), Env: w.env}, drawn)
	there := slices.Collect(maps.Values(drawn.Lines()))
	missing := func(line string) bool { return !slices.Contains(there, line) }
	if d.first || d.seats > 0 || slices.ContainsFunc(slices.Collect(maps.Values(c.Lines())), missing) {
		c = box.AsInDrawing(c)
	}
	if d.first {
		c.Journals = filepath.Join(c.Journals, "first") // what it learns is not the other demo's
		c.Buttons.Seats, c.Run.Learn = nil, true
	}
	return c
}

func (d demo) run(w world) error {
	c, err := d.config(w)
	if err != nil {
		return err
	}
	table, err := sim.NewTable(c.Demo.Seats)
	if err != nil {
		return config.Wrong(err)
	}
	log, closeLog := systemd.OpenLog(w.err, w.env, c.Log.Level)
	defer closeLog()
	s := box.NewService(all.Games(), log, systemd.NoSupervisor(), "")
	defer s.Folder.Close()
	s.Version = version()
	listener, forPhones, err := listenForDemo(c)
	if err != nil {
		return err
	}
	own, near := web.Near(listener, forPhones)
	page := web.NewTable(table, near, s.Phrases, log, c.Web.Names)
	ctx, stop := untilStopped()
	defer stop()
	served := make(chan error, 1)
	go func() { served <- page.Serve(ctx, listener) }()
	s.Supervisor.Ready = func() {
		fmt.Fprintf(w.out, "The table is at http://%s/ (Ctrl-C ends it).\n", own)
		if near.Table != "" {
			fmt.Fprintf(w.out, "Phones find it at %s, and press its buttons as well.\n", near.Table)
		}
		d.openBrowser(w, "http://"+own+"/")
		fmt.Fprintf(w.out, "The scoreboard for phones is at %s, the judge's page at %s.\n", near.Scoreboard, near.Judge)
	}
	phones := forPhones.Addr().String()
	refereed := box.RunConfigs(c, func(c config.Config) (*config.Config, error) {
		b := box.FromConfig(table, c)
		b.Web, forPhones = forPhones, nil
		c.Web.Listen = phones // once the configuration was changed at the box
		b.Bots = games.Bots{}
		for _, seat := range b.Seats[max(0, len(b.Seats)-d.bots):] {
			b.Bots[seat] = games.Medium
		}
		b.Told = func(p referee.Picture) {
			page.Say(p.Scene.Language.String(), p.Scene.Spoken(s.Phrases), wording.People(p.Scene.View, p.Scene.Sitters))
		}
		return b.Run(ctx, c, s)
	}, func(error) {})
	stop()
	return errors.Join(refereed, <-served)
}
