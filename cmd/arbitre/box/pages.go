package box

import (
	"context"
	"net"
	"net/netip"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/web"
	"arbitre/display/web/site"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// listensAt returns the address of the pages for phones, or "" if none are served.
func (b *Box) listensAt(c config.Config) string {
	if b.Web != nil {
		return b.Web.Addr().String()
	}
	return c.Web.Listen
}

// listener returns a function that opens the listeners of the pages: the one that the box was made
// with first, and later ones at the address.
func (b *Box) listener(ctx context.Context, address string) func() (net.Listener, error) {
	given := b.Web
	return func() (net.Listener, error) {
		if l := given; l != nil {
			given = nil
			return l, nil
		}
		return site.Listen(ctx, address)
	}
}

// newPages makes the server of the pages; own is its address in a Wi-Fi of its own.
func (a *assembly) newPages(own netip.Addr) *web.Server {
	c, s, book := a.config, a.service, a.book
	judges := func(by func(string) string) func() string {
		return func() string {
			if at := a.reached(by); at != "" {
				return at + "/judge"
			}
			return ""
		}
	}
	return web.New(web.Options{
		Rules:          s.Rules,
		Phrases:        s.Phrases,
		Folder:         c.Journals,
		Boot:           a.box.Machine.Boot,
		Report:         s.Health.Of("paired phones", games.Text{}),
		Hosts:          c.Web.Names,
		Address:        judges(site.Named),
		NumericAddress: judges(site.Numeric),
		OwnWifi:        own,
		NoDisplay:      a.box.Panel == nil,
		Log:            s.Log,
		Answers:        a.answers,
		Claims:         a.claims,
		Book:           func() web.Book { return web.Book{Sitters: book.Sitters(), Known: book.Names()} },
		Results: func(atTable results.Game) web.Results {
			r := web.Results{Evening: book.Evening(atTable), AllTime: book.AllTime(), Before: book.Before()}
			r.Last, r.Story = book.Last()
			return r
		},
		SetName: book.SetName,
		SetTime: book.SetTime,
	})
}

// serve runs the pages until the context ends. Listen opens each listener that they use. If
// listening or serving fails (no network yet, or the port is taken) it reports the error and
// retries.
func serve(ctx context.Context, listen func() (net.Listener, error), pages *web.Server, report func(error)) {
	outage := hw.Outage{Report: report}
	for {
		listener, err := listen()
		if err == nil {
			outage.Tried(nil)
			err = pages.Serve(ctx, listener)
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(outage.Tried(err)):
		}
	}
}
