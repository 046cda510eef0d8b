package box

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/mqtt"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"
)

// openKitchen opens a table that has heard of Anna, and is joined to a broker. It returns what waits
// until a phone is offered some names, and what ends it.
func openKitchen(t *testing.T, broker net.Listener) (offers func(names string) bool, end func() error) {
	t.Helper()
	root := t.TempDir()
	b, _, c := boxBelow(t, root)
	c.MQTT.Broker, c.MQTT.Table = "mqtt://"+broker.Addr().String(), "Kitchen"
	check(t, os.MkdirAll(c.Journals, 0o700))
	check(t, os.WriteFile(filepath.Join(c.Journals, "names.jsonl"), []byte(`{"from":"2026-03-14T20:15:00","seat":1,"name":"Anna"}`+"\n"), 0o600))
	_, end = openTable(t, b, c, filepath.Join(root, "runtime"))
	return func(names string) bool {
		return soon(func() bool {
			stream := must(http.Get("http://" + b.Web.Addr().String() + "/name/events?lang=en"))
			defer stream.Body.Close()
			for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
				if page, ok := strings.CutPrefix(lines.Text(), "data: {"); ok {
					return strings.Contains(page, `"known":[`+names+`]`)
				}
			}
			return false
		})
	}, end
}

// A table offers the names that it has heard, and those of the club that it is joined to.
func TestTheNamesOfAClubAreOffered(t *testing.T) {
	t.Parallel()
	players := must(club.Open(t.TempDir(), func(err error) { t.Error(err) }))
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	leave := must(players.Carry(listener, club.Entry{Prefix: "arbitre"}))
	defer leave()
	kept := make(chan error, 1)
	go func() { kept <- players.Run(t.Context()) }()
	t.Cleanup(func() { <-kept })
	offers, end := openKitchen(t, listener)
	for _, step := range []struct {
		comes, offered string
	}{{"Zoé", `"Anna","Zoé"`}, {"anna", `"Anna","Zoé"`}, {"אסתר", `"Anna","Zoé","אסתר"`}} {
		check(t, players.SetPresent(step.comes, true, time.Now()))
		if !offers(step.offered) {
			t.Errorf("once %s is here, phones are not offered %s", step.comes, step.offered)
		}
	}
	check(t, end())
}

// Of lists that a broker tells one right after the other, none is left unread.
func TestTheNewestNamesAreOffered(t *testing.T) {
	t.Parallel()
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	broker := mochi.New(&mochi.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	check(t, errors.Join(broker.AddHook(new(everybody), nil), broker.AddListener(listeners.NewNet("tables", listener)), broker.Serve()))
	defer broker.Close()
	offers, end := openKitchen(t, listener)
	names, offered := []string{}, `"Anna"`
	for _, name := range []string{"Ben", "Cleo", "Dan", "Eve"} {
		names, offered = append(names, name), fmt.Sprintf("%s,%q", offered, name)
		check(t, broker.Publish(mqtt.MembersTopic("arbitre"), mqtt.EncodeMembers(names), true, 1))
		if !offers(offered) {
			t.Errorf("phones are not offered %s", name)
		}
	}
	check(t, end())
}
