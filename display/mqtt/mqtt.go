// Package mqtt tells a broker of the house what everyone may see at the table, so that the home
// reacts and a club sees all its tables.
package mqtt

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"arbitre/display/mqtt/address"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// Options say what a [Publisher] tells whom. Its goroutines call the functions.
type Options struct {
	Broker  Broker
	Prefix  string // of the topics
	Table   string // the name of the table, as people say it; its [address.Slug] must not be empty
	Arm     bool   // whether the broker may switch on buttons that wait for a sign
	Version string // of this program
	Rules   games.Rulebook
	Phrases wording.Phrases

	// Accounts remember under which name the broker was told; nil remembers nothing.
	Accounts *Accounts

	Sitters func() map[games.Seat]games.Sitter // returns who sits where now
	// Games returns the newest finished games, the oldest first. The last one may still be on the
	// table: its journal is named if its game is over, else "".
	Games func(over string) []results.Game
	// Members takes the names of a club's players, as often as the broker tells them, and returns at once; nil
	// is of no use for them.
	Members func([]string)
	// Answers takes what the broker answers: the goroutine that owns the game receives it.
	Answers chan<- shown.Answer
	// Tried takes the result of each try to tell the broker how things are, and returns how long to
	// wait before the next one. One goroutine calls it.
	Tried func(error) (pause time.Duration)
	Log   *slog.Logger
}

// A Publisher tells a broker what happens at a table. The table never waits for it: of the state
// and the results only the newest count, and of events that wait the oldest are dropped.
type Publisher struct {
	Options
	own     account
	changed chan struct{} // of capacity 1: something is to be told
	begin   func()        // starts the goroutine that tells the broker, once
	stop    context.CancelFunc
	closed  <-chan struct{} // by stop
	ended   chan struct{}   // closed by that goroutine

	mu     sync.Mutex   // guards what follows
	state  shown.State  // the newest
	events []shown.News // that wait, the oldest first
	anew   bool         // all that the broker keeps is to be told again
	drops  bool         // events were dropped since the connection was made
}

// mostEvents is how many events wait for a broker that is away: those of some minutes.
const mostEvents = 1000

// account returns the name of the table on its broker; the zero account without one.
func (o Options) account() account {
	if o.Broker.URL == nil {
		return account{}
	}
	return account{Broker: o.Broker.URL.String(), User: o.Broker.User, Prefix: o.Prefix, Table: address.Slug(o.Table)}
}

// New returns a publisher. It tries to reach its broker from the first [Publisher.Show] on until it
// is closed: earlier it would have to say that no game is played.
func New(o Options) *Publisher {
	ctx, stop := context.WithCancel(context.Background())
	if o.Accounts == nil {
		o.Accounts = &Accounts{log: o.Log}
	}
	o.Broker = o.Broker.throttled()
	p := &Publisher{
		Options: o,
		own:     o.account(),
		changed: make(chan struct{}, 1),
		stop:    stop,
		closed:  ctx.Done(),
		ended:   make(chan struct{}),
	}
	p.begin = sync.OnceFunc(func() { go p.run(ctx) })
	return p
}

// Close says that the table is offline. It waits no more than a second for the broker to take that.
func (p *Publisher) Close() {
	p.stop()
	p.begin() // if nothing was shown, the goroutine ends at once
	select {
	case <-p.ended:
	case <-time.After(time.Second):
	}
}

// Show takes the newest state and its news. It returns at once.
func (p *Publisher) Show(s shown.State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.anew = p.anew || s.Public.Over != p.state.Public.Over       // then the results change, too
	p.anew = p.anew || s.Scene.Language != p.state.Scene.Language // Home Assistant shows words in it
	p.state = s
	p.events = append(p.events, s.News...)
	if over := len(p.events) - mostEvents; over > 0 {
		p.events = p.events[over:]
		if !p.drops {
			p.Log.Warn("the broker does not keep up: of the events that wait the oldest are dropped")
		}
		p.drops = true
	}
	p.begin()
	p.wake()
}

// Refresh tells the results and the names anew: they have changed. It returns at once.
func (p *Publisher) Refresh() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.anew = true
	p.wake()
}

func (p *Publisher) wake() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}
