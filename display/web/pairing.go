package web

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"net/http"
	"net/netip"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/games"
	"arbitre/games/textfile"
)

// Limits of paired phones.
const (
	mostPaired = 16
	mostUnused = 30 // days without a request, after which a phone is unpaired
	day        = 24 * time.Hour
)

// Phones are the paired phones, and the invitation that pairs one more. Their methods may be called
// from any goroutine, and wait for no browser.
type Phones struct {
	file        string // of the sessions; "" keeps them in memory only
	outcomes    chan shown.Outcome
	options     Options
	triesLogged *rate.Sometimes // those that failed

	mu       sync.Mutex
	sessions []session        // the oldest first
	counted  time.Time        // up to when the days of this start are counted
	viewers  shown.Viewer     // how many phones were paired since the start
	code     string           // to be typed; "" is none
	secret   string           // in the link to be scanned
	until    time.Time        // when code and secret expire; zero without an invitation
	wrong    int              // wrong codes entered during this invitation
	guesses  *site.RateLimits // limits wrong codes

	writing sync.Mutex // one writes the file at a time; never waited for with mu held
}

// A session is one paired phone, as the file keeps it. Only the phone has the token itself.
//
// The file has no date: a Pi may have a wrong one until the network tells it the time. The days on
// which the machine was on are counted in its place: each start is one, and each full day after it.
type session struct {
	Hash   []byte `json:"hash"`   // SHA-256 of the token
	Unused int    `json:"unused"` // days since its last request
	Boot   string `json:"boot"`   // the newest start that is counted
	phone  pairedPhone
}

// A pairedPhone is a phone that is paired now, or was. The zero value is none.
type pairedPhone struct {
	id      shown.Viewer
	revoked chan struct{} // closed when the phone is unpaired
}

// mostKept is the largest file of sessions that is read, in bytes.
const mostKept = 1 << 20

// newPhones returns the phones that were paired before a restart.
func newPhones(o Options) *Phones {
	p := &Phones{outcomes: make(chan shown.Outcome, 1), options: o, counted: time.Now(),
		guesses: site.NewRateLimits(site.Rate{Each: guessTimeOfOne, AtOnce: guessesOfOne},
			site.Rate{Each: guessTimeOfAll, AtOnce: guessesOfAll}),
		triesLogged: &rate.Sometimes{Interval: time.Second}}
	if o.Folder != "" {
		p.open(o)
	}
	return p
}

// open reads the kept sessions. An unreadable file is reported and ignored: phones can be paired
// again.
func (p *Phones) open(o Options) {
	p.file = filepath.Join(o.Folder, "sessions.json")
	text, err := textfile.ReadBytes(p.file, mostKept)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		p.options.Report(fmt.Errorf("the paired phones are not known: %w", err))
		return
	}
	if err := json.Unmarshal(text, &p.sessions); err != nil {
		p.options.Log.Warn("some phones must be paired again", "file", p.file, "err", err)
	}
	p.sessions = slices.DeleteFunc(p.sessions, func(s session) bool { return len(s.Hash) != sha256.Size })
	started := false
	for i := range p.sessions {
		s := &p.sessions[i]
		s.phone = p.newPhone()
		if s.Boot != o.Boot {
			s.Boot, started = o.Boot, true
			s.Unused++
		}
	}
	if started {
		p.keep() // it reports its own errors
	}
}

// keep writes the sessions atomically, for their owner alone to read. The caller does not hold mu:
// a slow disk must not hold up the table, which asks how many phones are paired.
func (p *Phones) keep() error {
	if p.file == "" {
		return nil
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	p.mu.Lock()
	text := append(site.Encode(p.sessions), '\n')
	p.mu.Unlock()
	err := textfile.Replace(p.file, text)
	p.options.Report(err)
	return err
}

// sessionCookie holds a phone's token. It lacks Secure: no authority certifies a key for a name of a
// LAN, so the pages are plain HTTP, over which browsers send no Secure cookie. An attacker who reads
// the LAN's traffic can read the token.
const sessionCookie = "arbitre_judge"

// newPhone returns a phone that is paired from now on. The caller holds mu, or is open.
func (p *Phones) newPhone() pairedPhone {
	p.viewers++
	return pairedPhone{p.viewers, make(chan struct{})}
}

// phone returns the paired phone that sends a request, if one does, and notes its use.
func (p *Phones) phone(r *http.Request) (found pairedPhone, paired bool) {
	found, used := p.find(r)
	if used {
		p.keep() // it reports its own errors
	}
	return found, found != pairedPhone{}
}

// find returns the paired phone that sends a request, and whether its use is to be written: once a
// day, for an SD card wears out.
func (p *Phones) find(r *http.Request) (found pairedPhone, used bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expire()
	for _, c := range r.CookiesNamed(sessionCookie) {
		hash := sha256.Sum256([]byte(c.Value))
		for i, s := range p.sessions {
			if subtle.ConstantTimeCompare(hash[:], s.Hash) != 1 {
				continue
			}
			p.sessions[i].Unused = 0
			return s.phone, s.Unused > 0
		}
	}
	return pairedPhone{}, false
}

// expire unpairs the phones that are not used. The caller holds mu.
func (p *Phones) expire() {
	days := time.Since(p.counted) / day
	p.counted = p.counted.Add(days * day)
	for i := range p.sessions {
		p.sessions[i].Unused += int(days)
	}
	p.sessions = slices.DeleteFunc(p.sessions, func(s session) bool {
		if s.Unused <= mostUnused {
			return false
		}
		close(s.phone.revoked)
		return true
	})
}

// digits is the length of a code. The pages' texts say six.
const digits = 6

// Welcome returns what leads phones to the page on which players enter their names.
func (p *Phones) Welcome() display.Invitation { return p.leadTo("/name", "/name") }

// leadTo returns what leads phones to a page, by its path and by that of a link.
func (p *Phones) leadTo(page, link string) (i display.Invitation) {
	named, numeric := p.options.Addresses()
	if numeric == "" {
		return i
	}
	i.Address, i.Link = named+page, numeric+link
	if numeric != named {
		i.NumericAddress = numeric + page
	}
	return i
}

// Invite begins an invitation for the display of the box to show: to type its code or scan its link
// proves that one sees the box. It pairs one phone, and cancels earlier invitations.
func (p *Phones) Invite() display.Invitation {
	code, _ := rand.Int(rand.Reader, big.NewInt(1e6)) // its reader never fails
	return p.invite(fmt.Sprintf("%0*d", digits, code))
}

// invite begins an invitation with a code and a link, or with a link alone if code is "". The
// secret of 130 bits stands behind the link's #, which browsers send to no server.
func (p *Phones) invite(code string) display.Invitation {
	secret := rand.Text()
	i := p.leadTo("/judge", shortPath+"#"+secret)
	i.Code = code
	p.mu.Lock()
	defer p.mu.Unlock()
	p.code, p.secret, p.until, p.wrong = code, secret, time.Now().Add(shown.InvitationTime), 0
	return i
}

// logInviteLink logs a link that admits the judge, for a box without a display: at its start, when its
// address changes, and after Unpair.
func (p *Phones) logInviteLink() {
	told := slog.NewRecord(time.Now(), slog.LevelWarn, "no display shows what the judge is asked: "+
		"his page does, at this link, which opens it once, within two minutes; a restart tells another", 0)
	told.AddAttrs(slog.String("link", p.invite("").Link))
	p.options.Log.Handler().Handle(context.Background(), told) // at any level: there is no other way in
}

// addressInterval is how often the machine's address is checked for a change.
const addressInterval = 5 * time.Second

// logNewInviteLinks logs a new link each time the machine's address changes, until the context ends.
func (p *Phones) logNewInviteLinks(ctx context.Context, at string) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(addressInterval):
		}
		if _, now := p.options.Addresses(); now != at {
			at = now
			p.logInviteLink()
		}
	}
}

// Uninvite ends the invitation: a code is valid only while the box shows it.
func (p *Phones) Uninvite() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = time.Time{}
}

// Outcomes returns the channel of what happens to invitations. Only the newest outcome is kept.
func (p *Phones) Outcomes() <-chan shown.Outcome { return p.outcomes }

// Unpair unpairs all phones. An error says that they may be paired again after a restart.
func (p *Phones) Unpair() error {
	if p.options.NoDisplay {
		defer p.logInviteLink() // with a new link
	}
	p.mu.Lock()
	for _, s := range p.sessions {
		close(s.phone.revoked)
	}
	p.sessions, p.until = nil, time.Time{}
	p.mu.Unlock()
	if err := p.keep(); err != nil {
		return games.Refuse(games.Text{Word: "unpaired_now"}, fmt.Errorf("unpaired until a restart: %w", err))
	}
	return nil
}

// IsPaired reports whether a viewer is a phone that is paired now.
func (p *Phones) IsPaired(v shown.Viewer) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.sessions, func(s session) bool { return s.phone.id == v })
}

// Paired returns the phones that are paired.
func (p *Phones) Paired() (phones []shown.Viewer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expire()
	for _, s := range p.sessions {
		phones = append(phones, s.phone.id)
	}
	return phones
}

// How many wrong codes one address may enter at once and after how long one more, and the same for
// all addresses together. After as many as one may enter, the box warns that codes are being guessed.
//
// Guesses from one address take no tries from other addresses. An attacker with any number of
// addresses has 100 tries and 240 more an hour while the box shows a code: in an evening of four
// hours 1,060 of a million codes, a chance of one in a thousand. Meanwhile no other phone can type a
// code; the owner scans the link, which has no limit.
const (
	guessesOfOne   = 5
	guessTimeOfOne = time.Minute
	guessesOfAll   = 100
	guessTimeOfAll = 15 * time.Second
)

// Why a phone is not paired.
var (
	errExhausted    = site.Failure{Status: http.StatusTooManyRequests, Word: "exhausted"}
	errGuessing     = site.Failure{Status: http.StatusTooManyRequests, Word: "guessing"}
	errNoInvitation = site.Failure{Status: http.StatusForbidden, Word: "no_invitation"}
	errWrongCode    = site.Failure{Status: http.StatusForbidden, Word: "wrong_code"}
)

// enter tries a code that was typed at an address. It pairs a phone and returns its token, or why
// not.
func (p *Phones) enter(code string, from netip.Addr) (token string, err error) {
	return p.pair(func() error { return p.try(code, from) })
}

// try returns nil for the right code, and otherwise why no phone is paired. The caller holds mu.
func (p *Phones) try(code string, from netip.Addr) error {
	own, all := p.guesses.Address(from), p.guesses.All
	switch {
	case own.Tokens() < 1:
		return errExhausted
	case all.Tokens() < 1:
		return errGuessing
	case p.code == "" || time.Now().After(p.until):
		return errNoInvitation
	case subtle.ConstantTimeCompare([]byte(code), []byte(p.code)) == 1:
		return nil
	}
	own.Allow()
	all.Allow()
	if p.wrong++; p.wrong == guessesOfOne {
		p.tell(shown.Guessed)
	}
	return errWrongCode
}

// scan tries the secret of a link. It has too many bits to be guessed, so tries need no limit.
func (p *Phones) scan(secret string) (token string, err error) {
	return p.pair(func() error {
		if time.Now().After(p.until) || subtle.ConstantTimeCompare([]byte(secret), []byte(p.secret)) != 1 {
			return errNoInvitation
		}
		return nil
	})
}

// pair pairs a phone, ends the invitation and returns the phone's token, unless check says why not.
// It calls check with mu held: a phone that is checked before Unpair is paired before it, too.
func (p *Phones) pair(check func() error) (token string, err error) {
	p.mu.Lock()
	if err := check(); err != nil {
		p.mu.Unlock()
		return "", err
	}
	token = rand.Text()
	hash := sha256.Sum256([]byte(token))
	p.until = time.Time{}
	p.sessions = append(p.sessions, session{Hash: hash[:], Boot: p.options.Boot, phone: p.newPhone()})
	if len(p.sessions) > mostPaired {
		close(p.sessions[0].phone.revoked)
		p.sessions = slices.Delete(p.sessions, 0, 1)
	}
	p.tell(shown.Paired)
	p.mu.Unlock()
	if err := p.keep(); err != nil {
		p.options.Log.Warn("phone is paired until a restart", "err", err)
	}
	return token, nil
}

// tell replaces the outcome that was not taken yet. The caller holds mu.
func (p *Phones) tell(o shown.Outcome) {
	select {
	case <-p.outcomes:
	default:
	}
	p.outcomes <- o
}

// arrived tells that a phone is in the box's own Wi-Fi, unless there is other news.
func (p *Phones) arrived() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case p.outcomes <- shown.Arrived:
	default:
	}
}

// postCode pairs a phone by a typed code, {"code":"123456"}, or a scanned secret, {"secret":"…"}.
func (s *Server) postCode(w http.ResponseWriter, r *http.Request) {
	var entered struct {
		Code   string `json:"code"`
		Secret string `json:"secret"`
	}
	err := s.site.Read(w, r, mostOfAnswer, &entered)
	var token string
	switch {
	case err != nil:
	case entered.Secret != "":
		token, err = s.Phones.scan(entered.Secret)
	case len(entered.Code) == digits:
		token, err = s.Phones.enter(entered.Code, site.AddressOf(r.RemoteAddr))
	default:
		err = site.Failure{Status: http.StatusBadRequest, Word: "no_code"}
	}
	if err != nil {
		s.Phones.triesLogged.Do(func() { s.options.Log.Warn("no phone paired", "from", r.RemoteAddr, "err", err) })
		w.Header().Set("Connection", "close") // each try costs a connection, of which an address has few
		s.site.Refuse(w, r, err)
		return
	}
	s.options.Log.Info("phone paired", "from", r.RemoteAddr)
	http.SetCookie(w, &http.Cookie{Name: sessionCookie, Value: token, Path: "/", MaxAge: site.LongestCookie,
		HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.WriteHeader(http.StatusNoContent)
}

// shortPath is the path of the judge's page in a link: short, so that the QR code is small.
const shortPath = "/j"
