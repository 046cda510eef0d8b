package box

import (
	"context"
	"net"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// listensAt is the address of the pages for phones; "" where there are none.
func (b *Box) listensAt(c config.Config) string {
	if b.Web != nil {
		return b.Web.Addr().String()
	}
	return c.Web.Listen
}

// newPages are the pages for phones, which show the results and names of a book.
func (b *Box) newPages(c config.Config, s Service, book *results.Book, listen string) *web.Server {
	return web.New(web.Options{
		Rules:          s.Rules,
		Phrases:        s.Phrases,
		Folder:         c.Journals,
		Report:         s.Health.Of("paired phones", games.Text{}),
		Hosts:          c.Web.Names,
		Address:        func() string { return web.NamedPage(listen) },
		NumericAddress: func() string { return web.NumericPage(listen) },
		NoDisplay:      b.Panel == nil,
		Log:            s.Log,
		Book: func() web.Book {
			return web.Book{Names: book.Seated(), Known: book.Names(),
				Evening: results.Standings(book.Evening()), AllTime: book.AllTime()}
		},
		SetName: book.SetName,
	})
}

// serve serves until the context ends, on a listener if there is one. Where it can't listen, as
// before there is a network or while another program has the port, it tells so and tries again.
func serve(ctx context.Context, listener net.Listener, address string, pages *web.Server, report func(error)) {
	outage := hw.Outage{Report: report}
	for {
		var err error
		if listener == nil {
			listener, err = web.Listen(ctx, address)
		}
		if err == nil {
			outage.Tried(nil)
			err = pages.Serve(ctx, listener)
			listener = nil
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
