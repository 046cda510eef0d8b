package box

import (
	"cmp"
	"os"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/mqtt"
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

// newPublisher makes the publisher for the broker of the configuration; book supplies results and
// names.
func (b *Box) newPublisher(c config.Config, s Service, book *results.Book) *mqtt.Publisher {
	broker := brokerOf(c.MQTT)
	broker.Dial = b.Broker
	outage := hw.Outage{Report: s.Health.Of("broker", games.Text{})}
	return mqtt.New(mqtt.Options{
		Broker: broker, Prefix: c.MQTT.Prefix, Table: tableName(c.MQTT), Arm: c.MQTT.Arm,
		Version: s.Version, Rules: s.Rules, Phrases: s.Phrases,
		Names: book.Seated,
		Games: func(over string) []results.Game { return book.Newest(mqtt.MostGames, over) },
		Tried: outage.Tried,
		Log:   s.Log,
	})
}

// tableName returns the name of the table on its broker, which is the machine's unless it has its
// own.
func tableName(c config.MQTT) string {
	host, _ := os.Hostname()
	if mqtt.Slug(host) == "" {
		host = "table"
	}
	return cmp.Or(c.Table, host)
}

// brokerOf returns the broker of a configuration that has one.
func brokerOf(c config.MQTT) mqtt.Broker {
	url, _ := mqtt.ParseURL(c.Broker) // no error: the configuration was checked
	return mqtt.Broker{URL: url, User: c.User, Password: c.Password}
}

// TryBroker returns a function that reaches the broker of a configuration as the table does, and
// says what is wrong.
func TryBroker(c config.Config) func() error {
	return func() error {
		return brokerOf(c.MQTT).Try(mqtt.Topic{Prefix: c.MQTT.Prefix, Table: mqtt.Slug(tableName(c.MQTT))})
	}
}
