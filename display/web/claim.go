package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"regexp"
	"slices"
	"time"

	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// newEntries returns the limits of the names that are entered: of one address, which may be that of a
// family behind a router, and of all.
func newEntries() *site.RateLimits {
	return site.NewRateLimits(site.Rate{Each: 3 * time.Second, AtOnce: 10}, site.Rate{Each: time.Second, AtOnce: 40})
}

var errEntries = site.Failure{Status: http.StatusTooManyRequests, Word: "too_many_names"}

// isPhoneKey matches the secret by which a phone tells itself from others: random letters that its
// page has drawn.
var isPhoneKey = regexp.MustCompile(`^[0-9a-z]{16,64}$`).MatchString

// postClaim enters a name for the seat whose button is pressed next:
// {"key":"…","name":"Anna","colour":"red","team":"","joins":false}. It responds with what the key is
// called in the stream.
func (s *Server) postClaim(w http.ResponseWriter, r *http.Request) {
	var entered struct {
		Key    string `json:"key"`
		Name   string `json:"name"`
		Colour string `json:"colour"`
		Team   string `json:"team"`
		Joins  bool   `json:"joins"`
	}
	from := site.AddressOf(r.RemoteAddr)
	err := s.site.Read(w, r, mostOfAnswer, &entered)
	c := shown.Claim{Phone: phoneID(entered.Key), Host: from.String(), Joins: entered.Joins}
	c.Colour = entered.Colour
	switch {
	case err != nil:
	case !isPhoneKey(entered.Key) || c.Colour != "" && !slices.Contains(games.Colours(), c.Colour):
		err = site.ErrNotUnderstood
	case !s.entries.Address(from).Allow() || !s.entries.All.Allow():
		err = errEntries
	default:
		if c.Name, err = results.Tidy(entered.Name); err == nil {
			c.Team, err = results.Tidy(entered.Team)
		}
		if err == nil {
			err = pass(s, r, s.options.Claims, func(done func(error)) shown.Claim { c.Done = done; return c })
		}
	}
	if err != nil {
		s.respond(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(site.Encode(map[string]string{"phone": c.Phone}))
}

// phoneID returns what everyone may know of a phone, whose key is its own.
func phoneID(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:8])
}

// mostKnown is how many names a phone is offered.
const mostKnown = 300

// An outcome is what has become of a phone's claim.
type outcome struct {
	Phone string     `json:"phone"`
	Seat  games.Seat `json:"seat,omitempty"`
	Why   string     `json:"why,omitempty"` // it was refused
}

// forEntrants encodes the page on which a player enters his name.
func (c *content) forEntrants(l wording.Language) []byte {
	page := struct {
		Open    bool      `json:"open"`
		Asked   string    `json:"asked"`   // the name whose seat is to be pressed
		Waiting []string  `json:"waiting"` // phones, that one's first
		Done    []outcome `json:"done"`    // the newest last
		Seats   []player  `json:"seats"`
		Known   []string  `json:"known"`
		Colours []colour  `json:"colours"`
		Longest int       `json:"longest"`
	}{Open: c.state.Claims.Open, Waiting: []string{}, Done: []outcome{}, Seats: []player{},
		Longest: results.LongestName, Known: append([]string{}, c.book.Known[:min(len(c.book.Known), mostKnown)]...)}
	box := c.options.Phrases.In(l, "")
	for _, name := range games.Colours() {
		page.Colours = append(page.Colours, colour{name, box.Word(name)})
	}
	for i, claim := range c.state.Claims.Waiting {
		if page.Waiting = append(page.Waiting, claim.Phone); i == 0 {
			page.Asked = claim.Name
		}
	}
	say := c.voice(c.state.Public, l)
	for _, d := range c.state.Claims.Done {
		o := outcome{Phone: d.Phone, Seat: d.Seat}
		if d.Err != nil {
			o.Why = say.Refusal(d.Err)
		}
		page.Done = append(page.Done, o)
	}
	for _, seat := range c.state.Seats {
		who := c.book.Sitters[seat]
		page.Seats = append(page.Seats, player{Seat: seat, Name: who.Name, Colour: who.Colour})
	}
	return site.Encode(page)
}
