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
func (b *Box) newPages(c config.Config, s Service, book *results.Book, listen string) (*web.Server, error) {
	return web.New(web.Options{
		Phrases:   s.Phrases,
		Folder:    c.Journals,
		Report:    s.Health.Of("paired phones", games.Text{}),
		Hosts:     c.Web.Names,
		Address:   func() string { return web.NamedPage(listen) },
		Number:    func() string { return web.NumberedPage(listen) },
		NoDisplay: b.Panel == nil,
		Log:       s.Log,
		Results: func() web.Results {
			return web.Results{
				Evening: rows(s.Rules, results.Standings(book.Evening())),
				AllTime: rows(s.Rules, book.AllTime()),
			}
		},
		Names:       book.Seated,
		Known:       book.Names,
		SetName:     book.SetName,
		LongestName: results.LongestName,
	})
}

func rows(rules games.Rulebook, standings []results.Row) (rows []web.Row) {
	for _, r := range standings {
		game, err := rules.Find(r.Game)
		rows = append(rows, web.Row{
			Game: r.Game, Few: err == nil && game.FewIsGood(),
			Name: r.Name, Seat: r.Seat, Played: r.Played, Won: r.Won, Points: r.Points,
		})
	}
	return rows
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
