package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/cmd/arbitre-club/page"
	"arbitre/display/mqtt"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games/all"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An evening holds the flags of the command that runs it.
type evening struct {
	listen, carries                    string
	broker, user, passwordFile, caFile string
	prefix                             string
}

func (e *evening) flags(f *pflag.FlagSet) {
	f.SortFlags = false
	f.StringVar(&e.listen, "listen", ":8090", "serve the pages at `ADDRESS`")
	f.StringVar(&e.carries, "mqtt", ":1883", "let tables find the broker that it carries at `ADDRESS`")
	f.StringVar(&e.broker, "broker", "", "use the broker at `URL` instead: mqtt://, mqtts://, ws:// or wss://")
	f.StringVar(&e.user, "user", "", "the `NAME` with which all enter the broker")
	f.StringVar(&e.passwordFile, "password-file", "", "the `FILE` with the password for that")
	f.StringVar(&e.caFile, "ca-file", "", "trust a broker whose certificate is signed by one in `FILE` (PEM)")
	f.StringVar(&e.prefix, "prefix", "arbitre", "the `WORDS` with which all topics begin")
}

// run joins the parts until somebody stops the program: the broker that tables talk to, the club
// that hears and keeps what they say, and the pages that show it.
func (e *evening) run(cmd *cobra.Command, tables *club.Club) error {
	broker, end, err := e.join()
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
	go func() { defer stop(); followed <- tables.Follow(ctx, broker, e.prefix) }()
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

// join returns how the club enters its broker, which it starts itself unless one was named, and
// what ends that.
func (e *evening) join() (b mqtt.Broker, end func() error, err error) {
	if !mqtt.IsPrefix(e.prefix) {
		return b, nil, fmt.Errorf("--prefix is %q: expected words, with / between them", e.prefix)
	}
	var password []byte
	if e.passwordFile != "" {
		password, err = os.ReadFile(e.passwordFile)
		password = bytes.TrimRight(password, "\r\n")
	}
	if err != nil {
		return b, nil, err
	}
	b.User, b.Password = e.user, func() ([]byte, error) { return password, nil }
	if e.broker == "" {
		b.URL, end, err = e.carry(password)
		return b, end, err
	}
	if b.URL, err = mqtt.ParseURL(e.broker); err != nil {
		return b, nil, fmt.Errorf("--broker is %q: %w", e.broker, err)
	}
	b.Roots, err = mqtt.Roots(e.caFile)
	return b, func() error { return nil }, err
}

// carry starts the broker of the club's own, and returns where it is and what ends it.
func (e *evening) carry(password []byte) (at *url.URL, end func() error, err error) {
	listener, err := net.Listen("tcp", e.carries)
	if errors.Is(err, syscall.EADDRINUSE) {
		err = fmt.Errorf("%w: is a broker there already? --broker mqtt://localhost uses it", err)
	}
	if err != nil {
		return nil, nil, err
	}
	end, err = club.ServeBroker(listener, e.prefix, e.user, password)
	return &url.URL{Scheme: "mqtt", Host: listener.Addr().String()}, end, err
}
