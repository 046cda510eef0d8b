package box

import (
	"cmp"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/mqtt"
	"arbitre/display/mqtt/address"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// A surface shows what everyone may see, on pages or elsewhere. Its methods return at once.
type surface interface {
	Show(shown.State)
	Refresh() // the results or the names have changed
}

// broker publishes the table to a broker, if one is configured. It has brokers forget earlier names of
// the table.
func (a *assembly) broker() {
	c, s := a.config.MQTT, a.service
	broker := brokerOf(c)
	broker.Dial = a.box.Broker
	var refreshes atomic.Bool // soon: once a second at most, however often a broker tells other names
	outage := hw.Outage{Report: s.Health.Of("broker", games.Text{})}
	o := mqtt.Options{
		Broker: broker, Accounts: mqtt.OpenAccounts(a.config.Journals, s.Log),
		Prefix: c.Prefix, Table: tableName(c), Arm: c.Arm,
		Version: s.Version, Rules: s.Rules, Phrases: s.Phrases,
		Sitters: a.book.Sitters,
		Games:   func(over string) []results.Game { return a.book.Newest(mqtt.MostGames, over) },
		Members: func(names []string) {
			a.members.Store(&names)
			if refreshes.CompareAndSwap(false, true) {
				time.AfterFunc(time.Second, func() { refreshes.Store(false); a.refresh() })
			}
		},
		Answers: a.answers,
		Tried:   outage.Tried,
		Log:     s.Log,
	}
	a.working.Go(func() { o.Accounts.Forget(a.beside, o) })
	if broker.URL == nil {
		return
	}
	publisher := mqtt.New(o)
	a.onClose(func() { publisher.Close() })
	a.surfaces = append(a.surfaces, publisher)
}

// known returns the names that are offered: those that the box has heard, and then those of the club.
func (a *assembly) known() []string {
	names, offered := a.book.Names(), map[string]bool{}
	for _, name := range names {
		offered[strings.ToLower(name)] = true
	}
	if members := a.members.Load(); members != nil {
		for _, name := range *members {
			if !offered[strings.ToLower(name)] {
				names = append(names, name)
			}
		}
	}
	return names
}

// tableName returns the name of the table on its broker, which is the machine's unless it has its
// own.
func tableName(c config.MQTT) string {
	host, _ := os.Hostname()
	if address.Slug(host) == "" {
		host = "table"
	}
	return cmp.Or(c.Table, host)
}

// brokerOf returns the broker of a configuration; its URL is nil if there is none.
func brokerOf(c config.MQTT) mqtt.Broker {
	url, _ := address.ParseURL(c.Broker) // an error: there is none, for the configuration was checked
	return mqtt.Broker{URL: url, User: c.User, Password: c.Password, CAFile: c.CAFile}
}

// TryBroker returns a function that reaches the broker of a configuration as the table does, and
// says what is wrong.
func TryBroker(c config.Config) func() error {
	return func() error {
		return brokerOf(c.MQTT).Try(mqtt.Topic{Prefix: c.MQTT.Prefix, Table: address.Slug(tableName(c.MQTT))})
	}
}
