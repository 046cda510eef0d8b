package club

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"arbitre/display/mqtt"

	"github.com/cenkalti/backoff/v5"
	"github.com/eclipse/paho.golang/paho"
	"golang.org/x/time/rate"
)

// largestPacket is the greatest size of a packet, in bytes, that the club takes.
const largestPacket = mostList + 1<<10

// Follow hears and keeps what tables say on a broker until the context is done. It tries again,
// however long the broker is away, and reports what is wrong at most once a minute.
//
// Nothing hangs on a session at the broker: what counts is retained there, and is heard anew with
// each connection.
func (c *Club) Follow(ctx context.Context, b mqtt.Broker, prefix string) error {
	linked, end := context.WithCancel(context.Background())
	go func() { defer end(); c.link(ctx, b, prefix) }()
	return c.Run(linked)
}

// Run keeps what is heard, now and then, so that a slow disk holds up nobody, until the context is
// done.
func (c *Club) Run(ctx context.Context) error {
	next := time.NewTicker(time.Second)
	defer next.Stop()
	seldom := rate.Sometimes{Interval: time.Minute}
	for {
		select {
		case <-ctx.Done():
			return c.keep()
		case <-next.C:
			if err := c.keep(); err != nil && !errors.Is(err, context.Canceled) {
				seldom.Do(func() { c.report(fmt.Errorf("it is tried again: %w", err)) })
			}
		}
	}
}

// link connects to the broker, again and again. It waits longer after each failure, and after each
// connection that was lost at once.
func (c *Club) link(ctx context.Context, b mqtt.Broker, prefix string) {
	seldom := rate.Sometimes{Interval: time.Minute}
	const least, most = 50 * time.Millisecond, 5 * time.Second
	pauses := backoff.ExponentialBackOff{InitialInterval: least, Multiplier: 2, MaxInterval: most}
	for ctx.Err() == nil {
		began := time.Now()
		err := c.listen(ctx, b, prefix)
		if time.Since(began) > time.Second {
			pauses.Reset()
		}
		if ctx.Err() == nil {
			seldom.Do(func() { c.report(fmt.Errorf("the broker: %w; it is tried again", err)) })
		}
		c.offline()
		select {
		case <-ctx.Done():
		case <-time.After(pauses.NextBackOff()):
		}
	}
}

// listen connects, and hears what tables say until the connection is lost. The error says why.
func (c *Club) listen(ctx context.Context, b mqtt.Broker, prefix string) error {
	hear := func(m *paho.Publish) {
		if topic, ok := mqtt.ParseTopic(prefix, m.Topic); ok {
			c.Hear(topic, m.Payload)
		}
	}
	as := mqtt.Client{ID: "arbitre-club-" + rand.Text(), Longest: largestPacket, Hear: hear}
	return b.Session(ctx, as, func(ctx context.Context, client *paho.Client) error {
		if _, err := client.Subscribe(ctx, subscription(prefix)); err != nil {
			return err
		}
		c.setClear(func(tables []string) error {
			for _, table := range tables {
				for _, topic := range topicsOf(prefix, table) {
					if _, err := client.Publish(ctx, &paho.Publish{Topic: topic, QoS: 1, Retain: true}); err != nil {
						return cmp.Or(ctx.Err(), err)
					}
				}
			}
			return nil
		})
		defer c.setClear(nil)
		<-ctx.Done()
		return context.Cause(ctx)
	})
}

// setClear sets what takes away what the broker keeps of tables; nil while there is no broker.
func (c *Club) setClear(clear func([]string) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear = clear
}

// subscription asks for what all tables say, but for single facts, which no page shows.
func subscription(prefix string) *paho.Subscribe {
	s := &paho.Subscribe{}
	for _, suffix := range []mqtt.Suffix{mqtt.Status, mqtt.StateSuffix, mqtt.GamesSuffix} {
		topic := mqtt.Topic{Prefix: prefix, Table: mqtt.EveryTable, Suffix: suffix}
		s.Subscriptions = append(s.Subscriptions, paho.SubscribeOptions{Topic: topic.String(), QoS: 1})
	}
	return s
}
