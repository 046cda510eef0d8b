package mqtt

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/results"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// A house is a publisher and a broker, in the time of a synctest bubble.
type house struct {
	*testing.T
	*Publisher
	broker *mochi.Server // nil while there is none
	tries  []error       // as the box is told of them
	log    strings.Builder
	names  map[games.Seat]games.Sitter
	played []results.Game
	door   door

	mu    sync.Mutex
	heard []string // "TOPIC PAYLOAD", with "retained" before it
}

// inHouse tests a publisher at a broker that is there.
func inHouse(t *testing.T, test func(*house), alter ...func(*Options)) {
	synctest.Test(t, func(t *testing.T) {
		h := &house{T: t, names: map[games.Seat]games.Sitter{}}
		o := Options{
			Broker: Broker{URL: &url.URL{Scheme: "mqtt", Host: "broker:1883"}, Dial: h.dial},
			Prefix: "arbitre", Table: "Küche", Version: "1",
			Rules: all.Games(), Phrases: wording.NewPhrases(all.Games()),
			Sitters: func() map[games.Seat]games.Sitter { return h.names },
			Games:   func(string) []results.Game { return h.played },
			Tried: func(err error) time.Duration {
				if h.tries = append(h.tries, err); err != nil {
					return time.Second
				}
				return 0
			},
			Log: slog.New(slog.NewTextHandler(&h.log, nil)),
		}
		for _, change := range alter {
			change(&o)
		}
		if h.door.user = o.Broker.User; o.Broker.Password != nil {
			password, _ := o.Broker.Password()
			h.door.password = string(password)
		}
		h.start()
		h.Publisher = New(o)
		defer func() { h.Close(); h.kill() }()
		h.Show(h.empty())
		synctest.Wait()
		test(h)
	})
}

// dial connects to the broker, if there is one.
func (h *house) dial(context.Context) (net.Conn, error) {
	h.mu.Lock()
	broker := h.broker
	h.mu.Unlock()
	if broker == nil {
		return nil, errors.New("no broker")
	}
	own, its := net.Pipe()
	go broker.EstablishConnection("pipe", its)
	return own, nil
}

// A door lets in who has its user and password, who then may read and write everything else than
// what it refuses.
type door struct {
	mochi.HookBase
	user, password string
	refuses        string   // topics with this text
	hangsUp        string   // once, when somebody publishes at a topic with this text
	told           sync.Map // topics at which somebody publishes, or which somebody reads; clients
}

func (*door) ID() string { return "door" }

func (*door) Provides(b byte) bool {
	return slices.Contains([]byte{mochi.OnConnectAuthenticate, mochi.OnACLCheck}, b)
}

func (d *door) OnConnectAuthenticate(_ *mochi.Client, p packets.Packet) bool {
	d.told.Store(p.Connect.ClientIdentifier, true)
	return string(p.Connect.Username) == d.user && string(p.Connect.Password) == d.password
}

func (d *door) OnACLCheck(client *mochi.Client, topic string, _ bool) bool {
	d.told.Store(topic, true)
	if d.hangsUp != "" && strings.Contains(topic, d.hangsUp) {
		d.hangsUp = ""
		client.Stop(errors.New("hung up"))
		return false
	}
	return d.refuses == "" || !strings.Contains(topic, d.refuses)
}

// start starts a broker that keeps nothing from before.
func (h *house) start() {
	broker := mochi.New(&mochi.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	broker.AddHook(&h.door, nil)
	if err := broker.Subscribe("#", 1, h.hear); err != nil {
		h.Fatal(err)
	}
	h.mu.Lock()
	h.broker = broker
	h.mu.Unlock()
}

// kill ends the broker and all its connections.
func (h *house) kill() {
	h.mu.Lock()
	broker := h.broker
	h.broker = nil
	h.mu.Unlock()
	if broker == nil {
		return
	}
	for _, c := range broker.Clients.GetAll() {
		c.Stop(errors.New("killed"))
	}
	broker.Close()
	synctest.Wait()
}

// hear remembers what the broker is told.
func (h *house) hear(_ *mochi.Client, _ packets.Subscription, pk packets.Packet) {
	h.mu.Lock()
	defer h.mu.Unlock()
	said := pk.TopicName + " " + string(pk.Payload)
	if pk.FixedHeader.Retain {
		said = "retained " + said
	}
	h.heard = append(h.heard, said)
	if pk.FixedHeader.Qos != 1 {
		h.Errorf("%s has quality of service %d, want 1", pk.TopicName, pk.FixedHeader.Qos)
	}
}

// hears waits until all is quiet, and returns what the broker was told since it last asked.
func (h *house) hears() []string {
	h.Helper()
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	heard := h.heard
	h.heard = nil
	return heard
}

// short keeps the table's topics alone, without what they begin with.
func short(heard []string) (list []string) {
	const table = "arbitre/kuche/"
	for _, one := range heard {
		if strings.HasPrefix(strings.TrimPrefix(one, "retained "), table) {
			list = append(list, strings.Replace(one, table, "", 1))
		}
	}
	return list
}

// state returns what a table shows after a story, with the facts from a number on.
func (h *house) state(story string, from int) shown.State {
	h.Helper()
	table, facts, err := gametest.Play(all.Games(), story)
	if err != nil {
		h.Fatal(err)
	}
	judge := table.View(games.Judge)
	judge.Headline.Word = "secret"
	s := shown.State{
		Public: table.View(games.Public), Judge: judge, Line: table.Lines(), ID: "0123456789abcdef",
		Scene: display.Scene{View: judge, Language: wording.English},
	}
	for _, f := range facts[from:] {
		s.News = append(s.News, shown.News{Game: table.Rules().Name, ID: s.ID, Fact: f})
	}
	return s
}

// empty returns what a table shows while no game is played.
func (h *house) empty() shown.State {
	return shown.State{Scene: display.Scene{Language: wording.English}}
}

// pipeTo returns a dial function whose connections lead to a broker that does something.
func pipeTo(does func(net.Conn)) func(context.Context) (net.Conn, error) {
	return func(context.Context) (net.Conn, error) {
		own, its := net.Pipe()
		go does(its)
		return own, nil
	}
}
