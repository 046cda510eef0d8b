package box

import (
	"cmp"
	"context"
	"os"

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

// newPublisher makes the publisher for the broker of the configuration, nil if there is none, and a
// function that has brokers forget earlier names of the table; book supplies results and names,
// and answers takes what the broker answers.
func (b *Box) newPublisher(
	c config.Config, s Service, book *results.Book, answers chan<- shown.Answer,
) (publisher *mqtt.Publisher, forget func(context.Context)) {
	broker := brokerOf(c.MQTT)
	broker.Dial = b.Broker
	accounts := mqtt.OpenAccounts(c.Journals, s.Log)
	outage := hw.Outage{Report: s.Health.Of("broker", games.Text{})}
	o := mqtt.Options{
		Broker: broker, Accounts: accounts,
		Prefix: c.MQTT.Prefix, Table: tableName(c.MQTT), Arm: c.MQTT.Arm,
		Version: s.Version, Rules: s.Rules, Phrases: s.Phrases,
		Sitters: book.Sitters,
		Games:   func(over string) []results.Game { return book.Newest(mqtt.MostGames, over) },
		Answers: answers,
		Tried:   outage.Tried,
		Log:     s.Log,
	}
	if broker.URL != nil {
		publisher = mqtt.New(o)
	}
	return publisher, func(ctx context.Context) { accounts.Forget(ctx, o) }
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
