package box

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"strings"
	"sync"
	"time"

	"arbitre/games/journal"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"
)

// A broker remembers all that it is told.
type broker struct {
	mu     sync.Mutex
	state  string   // the newest
	games  string   // the newest results
	events []string // since it was last asked
}

// An everybody lets everybody in, and read and write everything.
type everybody struct{ mochi.HookBase }

func (*everybody) ID() string { return "everybody" }

func (*everybody) Provides(b byte) bool {
	return b == mochi.OnConnectAuthenticate || b == mochi.OnACLCheck
}

func (*everybody) OnConnectAuthenticate(*mochi.Client, packets.Packet) bool { return true }

func (*everybody) OnACLCheck(*mochi.Client, string, bool) bool { return true }

func (b *broker) dial(context.Context) (net.Conn, error) {
	own, its := net.Pipe()
	server := mochi.New(&mochi.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	err := errors.Join(server.AddHook(new(everybody), nil), server.Subscribe("#", 1, b.hear))
	go server.EstablishConnection("pipe", its)
	return own, err
}

// identity matches the id of a game, which has the seed in it, so that twins differ.
var identity = regexp.MustCompile(`"(id|game)":"[0-9a-f]{16}"`)

func (b *broker) hear(_ *mochi.Client, _ packets.Subscription, p packets.Packet) {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := identity.ReplaceAllString(string(p.Payload), `"$1"`)
	switch _, leaf, _ := strings.Cut(p.TopicName, "/kitchen/"); leaf {
	case "event":
		b.events = append(b.events, said)
	case "state":
		b.state = said
	case "games":
		b.games = said
	}
}

// told returns the newest state, and the events since it was last asked. States in between may have
// been left out.
func (b *broker) told() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := append([]string{b.state}, b.events...)
	b.events = nil
	return said
}

// theResultIsTold checks that a broker knows the result of a game that is over, though it is still
// on the table.
func (e *evening) theResultIsTold() error {
	if !e.shown.Scene.View.Over {
		return nil
	}
	e.wait(time.Millisecond)
	e.broker.mu.Lock()
	defer e.broker.mu.Unlock()
	if name := e.log.on + journal.OverEnd; !strings.Contains(e.broker.games, `"journal":"`+name+`"`) {
		return fmt.Errorf("%s is over, and the broker knows of %s", name, e.broker.games)
	}
	return nil
}
