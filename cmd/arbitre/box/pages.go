package box

import (
	"context"
	"net"
	"sync/atomic"
	"time"

	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// openPages opens the book of results, and the pages for phones, which it tells.
func (o *open) openPages() (err error) {
	var served atomic.Pointer[web.Server]
	clock := MachineClock()
	if o.Clock != nil {
		clock = results.Clock{Wall: time.Now, Up: o.Clock}
	}
	o.book = results.Open(o.config.Journals, o.Rules, clock, o.Health.Of("results", games.Text{}), func() {
		if pages := served.Load(); pages != nil {
			pages.Refresh()
		}
	})
	o.closing = append(o.closing, o.book.Close)
	listen := o.config.Web.Listen
	if o.Web != nil {
		listen = o.Web.Addr().String()
	}
	if listen == "" {
		return nil
	}
	o.pages, err = web.New(web.Options{
		Phrases: o.Phrases,
		Folder:  o.config.Journals,
		Unkept:  o.Health.Of("paired phones", games.Text{}),
		Hosts:   o.config.Web.Names,
		Address: func() string { return web.NamedPage(listen) },
		Number:  func() string { return web.NumberedPage(listen) },
		Unseen:  o.Panel == nil,
		Log:     o.Log,
		Results: func() web.Results {
			return web.Results{Evening: rows(o.Rules, results.Standings(o.book.Evening())), AllTime: rows(o.Rules, o.book.AllTime())}
		},
		Names:   o.book.Seated,
		Known:   o.book.Names,
		SetName: o.book.SetName, LongestName: results.LongestName,
	})
	if err != nil {
		return err
	}
	o.closing = append(o.closing, o.pages.Close)
	served.Store(o.pages)
	report := o.Health.Of("pages", games.Text{Word: "no_web"})
	o.beside(func(ctx context.Context) { serve(ctx, o.Web, listen, o.pages, report) })
	return nil
}

func rows(rules games.Rulebook, standings []results.Row) (rows []web.Row) {
	for _, r := range standings {
		game, err := rules.Find(r.Game)
		rows = append(rows, web.Row{
			Game: r.Game, Few: err == nil && game.FewIsGood(), Name: r.Name, Seat: r.Seat, Played: r.Played, Won: r.Won, Points: r.Points,
		})
	}
	return rows
}

// serve serves until the context ends, on a listener if there is one. Where it can't listen, as before there is a network
// or while another program has the port, it tells so and tries again.
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
