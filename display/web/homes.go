package web

import (
	"net/http"

	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/games"
)

// Homes are the networks of homes that the box may join from its own Wi-Fi, as a paired phone asks. The
// methods wait for nobody. Their errors are [games.Refusal].
type Homes interface {
	Homes() shown.Homes
	Search() error // anew; the box's own Wi-Fi is away meanwhile, as it is for Join
	Join(ssid []byte, key string) error
}

// joins serves the page that has the box join a home's network. The key goes from the request to the
// helper that NetworkManager has it from, past all that is shown, kept or logged.
func (s *Server) joins(homes Homes) {
	s.site.Handle("GET /wifi", s.site.PageFor("wifi", "pair"))
	s.site.Handle("GET /wifi/near", func(w http.ResponseWriter, r *http.Request) {
		if _, paired := s.Phones.phone(r); !paired {
			s.site.Refuse(w, r, errNotPaired)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.Write(s.near(r, homes.Homes()))
	})
	s.site.Handle("POST /wifi/search", func(w http.ResponseWriter, r *http.Request) {
		_, err := s.readFromJudge(w, r, &struct{}{})
		if err == nil {
			err = homes.Search()
		}
		s.respond(w, r, err)
	})
	s.site.Handle("POST /wifi/join", func(w http.ResponseWriter, r *http.Request) {
		var wish struct {
			SSID []byte `json:"ssid"`
			Key  string `json:"key"`
		}
		_, err := s.readFromJudge(w, r, &wish)
		if err == nil {
			err = homes.Join(wish.SSID, wish.Key)
		}
		s.respond(w, r, err)
	})
}

// near encodes the networks for the page.
func (s *Server) near(r *http.Request, homes shown.Homes) []byte {
	say := s.options.Phrases.In(s.site.LanguageOf(r), "")
	type network struct {
		shown.Network
		Name  string `json:"name"`
		Never string `json:"never,omitempty"` // why it can't be joined
	}
	page := struct {
		Near []network `json:"near"`
		Open bool      `json:"open"`
		Last string    `json:"last,omitempty"`
		Said string    `json:"said,omitempty"` // why the last one was not joined
	}{[]network{}, homes.Open, homes.Last, ""}
	for _, n := range homes.Near {
		is := network{n, n.Name(), ""}
		if never := n.Lock.Never(); never != "" {
			is.Never = say.Sentence(games.Text{Word: never})
		}
		page.Near = append(page.Near, is)
	}
	if homes.Why != "" {
		page.Said = say.Sentence(games.Text{Word: homes.Why})
	}
	return site.Encode(page)
}
