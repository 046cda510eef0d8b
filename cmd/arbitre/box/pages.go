package box

import (
	"context"
	"net"
	"net/url"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/web"
	"arbitre/display/web/site"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// pages serves the pages for phones, on the network and in a Wi-Fi of the box's own; nil if none are
// served.
func (a *assembly) pages() referee.Pages {
	listen := a.listensAt()
	a.wifi = a.service.ownWifi() && a.box.Panel != nil
	if listen == "" && !a.wifi {
		return nil
	}
	server := web.New(a.webOptions())
	a.onClose(func() { server.Close() })
	a.surfaces = append(a.surfaces, server)
	serves := func(part string, listen func() (net.Listener, error)) {
		failed := a.service.Health.Of(part, games.Text{Word: "no_web"})
		a.working.Go(func() { serve(a.beside, listen, server, failed) })
	}
	given := a.box.Web
	serves("pages", func() (net.Listener, error) {
		if l := given; l != nil {
			given = nil
			return l, nil
		}
		if listen == "" { // a home's network is joined first
			<-a.joined.Done()
		}
		return site.Listen(a.beside, a.listensAt())
	})
	if a.wifi {
		serves("pages in its own Wi-Fi", func() (net.Listener, error) { return site.ListenOn(a.service.Portal) })
	}
	return server.Phones
}

// webOptions returns what the server of the pages gets.
func (a *assembly) webOptions() web.Options {
	s, book := a.service, a.book
	o := web.Options{
		Rules:     s.Rules,
		Phrases:   s.Phrases,
		Folder:    a.config.Journals,
		Boot:      a.box.Machine.Boot,
		Report:    s.Health.Of("paired phones", games.Text{}),
		Hosts:     a.config.Web.Names,
		Addresses: a.addresses,
		NoDisplay: a.box.Panel == nil,
		Log:       s.Log,
		Answers:   a.answers,
		Claims:    a.claims,
		Book:      func() web.Book { return web.Book{Sitters: book.Sitters(), Known: a.known()} },
		Results: func(atTable results.Game) web.Results {
			r := web.Results{Evening: book.Evening(atTable), AllTime: book.AllTime(), Before: book.Before()}
			r.Last, r.Story = book.Last()
			return r
		},
		SetName: book.SetName,
		SetTime: book.SetTime,
	}
	if a.wifi {
		o.OwnWifi, o.Homes = wifi.Address, s.Wifi
	}
	return o
}

// listensAt returns the address of the pages for phones, or "" if none are served but in the box's own
// Wi-Fi.
func (a *assembly) listensAt() string {
	switch {
	case a.box.Web != nil:
		return a.box.Web.Addr().String()
	case a.config.Web.Listen == "" && a.joined.Err() != nil:
		return referee.InHome
	}
	return a.config.Web.Listen
}

// addresses returns where phones reach the pages, as [web.Options] has it.
func (a *assembly) addresses() (named, numeric string) {
	if a.wifi && a.service.Wifi.State().Phase == wifi.Up {
		at := "http://" + wifi.Address.String()
		return at, at
	}
	return site.Named(a.listensAt()), site.Numeric(a.listensAt())
}

// networked reports whether there is a network in which phones reach the pages.
func (a *assembly) networked() bool {
	at, err := url.Parse(site.Numeric(a.listensAt()))
	return err == nil && at.Hostname() != "" && at.Hostname() != "localhost"
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
