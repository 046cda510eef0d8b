package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/cmd/arbitre-club/page"
	"arbitre/display/mqtt"
	"arbitre/display/mqtt/address"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games/all"
	"arbitre/games/textfile"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An evening holds the flags of the command that runs it.
type evening struct {
	listen, carries                    string
	broker, user, passwordFile, caFile string
	tablesFile, prefix                 string
}

func (e *evening) flags(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringVar(&e.listen, "listen", ":8090", "serve the pages at `ADDRESS`")
	f.StringVar(&e.carries, "mqtt", ":1883", "let tables find the broker that it carries at `ADDRESS`")
	f.StringVar(&e.broker, "broker", "", "use the broker at `URL` instead: mqtt://, mqtts://, ws:// or wss://")
	f.StringVar(&e.user, "user", "", "the `NAME` with which all enter the broker")
	f.StringVar(&e.passwordFile, "password-file", "", "the `FILE` with the password for that")
	f.StringVar(&e.tablesFile, "tables-file", "", "let tables in with passwords of their own: `FILE` has lines NAME:PASSWORD")
	f.StringVar(&e.caFile, "ca-file", "", "trust a broker whose certificate is signed by one in `FILE` (PEM)")
	f.StringVar(&e.prefix, "prefix", "arbitre", "the `WORDS` with which all topics begin")
}

// run joins the parts until the program is stopped: the broker that tables talk to, the club that
// hears and keeps what they say, and the pages that show it.
func (e *evening) run(cmd *cobra.Command, tables *club.Club) error {
	follow, end, err := e.join(tables)
	if err != nil {
		return err
	}
	defer end()
	pages, err := page.New(page.Options{Club: tables, Rules: all.Games(), Phrases: wording.NewPhrases(all.Games()),
		Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))})
	if err != nil {
		return err
	}
	defer pages.Close()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	listener, err := site.Listen(ctx, e.listen)
	if err != nil {
		return err
	}
	welcome(pages, site.Named(listener.Addr().String()))

	followed := make(chan error, 1)
	go func() { defer stop(); followed <- follow(ctx) }()
	served := pages.Serve(ctx, listener)
	stop()
	return errors.Join(<-followed, served)
}

// welcome tells where the pages are. On a terminal the organiser's link is a QR code as well.
func welcome(pages *page.Pages, at string) {
	link := pages.Link(at)
	fmt.Printf("All tables are at %s (Ctrl-C ends it).\nWho has this link is the organiser: %s\n", at, link)
	if info, err := os.Stdout.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Print(page.QR(link))
	}
}

// join returns what has the club hear its broker, which it carries itself unless one was named, and
// what ends that.
func (e *evening) join(tables *club.Club) (follow func(context.Context) error, end func() error, err error) {
	if !address.IsPrefix(e.prefix) {
		return nil, nil, fmt.Errorf("--prefix is %q: expected words, with / between them", e.prefix)
	}
	var password []byte
	if e.passwordFile != "" {
		password, err = textfile.ReadPassword(e.passwordFile)
	}
	if err != nil {
		return nil, nil, err
	}
	if e.broker == "" {
		end, err = e.carry(tables, password)
		return tables.Run, end, err
	}
	b := mqtt.Broker{User: e.user, Password: func() ([]byte, error) { return password, nil }, CAFile: e.caFile}
	if b.URL, err = address.ParseURL(e.broker); err != nil {
		return nil, nil, fmt.Errorf("--broker is %q: %w", e.broker, err)
	}
	_, err = mqtt.Roots(e.caFile) // said at the start, and not with each connection
	follow = func(ctx context.Context) error { return tables.Follow(ctx, b, e.prefix) }
	return follow, func() error { return nil }, err
}

// carry starts the broker of the club's own, and returns what ends it.
func (e *evening) carry(tables *club.Club, password []byte) (end func() error, err error) {
	entry := club.Entry{Prefix: e.prefix, User: e.user, Password: password}
	if e.tablesFile != "" {
		if entry.Tables, err = readTables(e.tablesFile); err != nil {
			return nil, err
		}
	}
	listener, err := net.Listen("tcp", e.carries)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w: is a broker there already? --broker mqtt://localhost uses it", err)
	}
	if err != nil {
		return nil, err
	}
	return tables.Carry(listener, entry)
}

// readTables reads the passwords of tables from a file, by their names in topics.
func readTables(file string) (map[string]string, error) {
	const most = 1 << 20 // bytes of the file
	raw, err := textfile.ReadBytes(file, most)
	tables := map[string]string{}
	for i, line := range strings.Split(string(textfile.Decode(raw)), "\n") {
		name, password, ok := strings.Cut(line, ":")
		switch topic := address.Slug(name); {
		case line == "" || strings.HasPrefix(line, "#"):
		case !ok || topic == "" || password == "":
			return nil, fmt.Errorf("%s:%d: expected NAME:PASSWORD, and in the name a letter from a to z or a digit", file, i+1)
		default:
			tables[topic] = password
		}
	}
	return tables, err
}
