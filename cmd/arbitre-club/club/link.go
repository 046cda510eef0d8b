package club

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"arbitre/display/mqtt"

	"github.com/cenkalti/backoff/v5"
	"github.com/eclipse/paho.golang/paho"
	"golang.org/x/time/rate"
)

// Follow hears and keeps what tables say on a broker until the context is done. It tries again,
// however long the broker is away, and reports what is wrong at most once a minute.
//
// Nothing hangs on a session at the broker: what counts is retained there, and is heard anew with
// each connection.
func (c *Club) Follow(ctx context.Context, b mqtt.Broker, prefix string) error {
	linked, end := context.WithCancel(context.Background())
	go func() { defer end(); link{c, b, prefix}.run(ctx) }()
	return c.Run(linked)
}

// A link has a club hear a broker that is not its own.
type link struct {
	club   *Club
	broker mqtt.Broker
	prefix string // of the topics of tables
}

// run connects to the broker, again and again. It waits longer after each failure, and after each
// connection that was lost at once.
func (l link) run(ctx context.Context) {
	seldom := rate.Sometimes{Interval: time.Minute}
	const least, most = 50 * time.Millisecond, 5 * time.Second
	pauses := backoff.ExponentialBackOff{InitialInterval: least, Multiplier: 2, MaxInterval: most}
	for ctx.Err() == nil {
		began := time.Now()
		err := l.listen(ctx)
		if time.Since(began) > time.Second {
			pauses.Reset()
		}
		if ctx.Err() == nil {
			seldom.Do(func() { l.club.report(fmt.Errorf("the broker: %w; it is tried again", err)) })
		}
		l.club.connected(l.prefix, nil)
		select {
		case <-ctx.Done():
		case <-time.After(pauses.NextBackOff()):
		}
	}
}

// listen connects, and hears what tables say until the connection is lost. The error says why.
func (l link) listen(ctx context.Context) error {
	hear := func(m *paho.Publish) {
		if topic, ok := mqtt.ParseTopic(l.prefix, m.Topic); ok {
			l.club.Hear(topic, m.Payload)
		}
	}
	wanted := &paho.Subscribe{} // what all tables say, but for single facts, which no page shows
	for _, suffix := range mqtt.Kept() {
		topic := mqtt.Topic{Prefix: l.prefix, Table: mqtt.EveryTable, Suffix: suffix}
		wanted.Subscriptions = append(wanted.Subscriptions, paho.SubscribeOptions{Topic: topic.String(), QoS: 1})
	}
	as := mqtt.Client{ID: "arbitre-club-" + rand.Text(), Longest: largestPacket, Hear: hear}
	return l.broker.Session(ctx, as, func(ctx context.Context, client *paho.Client) error {
		if _, err := client.Subscribe(ctx, wanted); err != nil {
			return err
		}
		l.club.connected(l.prefix, func(topic string, payload []byte) error {
			_, err := client.Publish(ctx, &paho.Publish{Topic: topic, Payload: payload, QoS: 1, Retain: true})
			return cmp.Or(ctx.Err(), err)
		})
		<-ctx.Done()
		return context.Cause(ctx)
	})
}
