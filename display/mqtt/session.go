package mqtt

import (
	"context"
	"errors"
	"time"

	"arbitre/display/shown"
	"arbitre/games"

	"github.com/eclipse/paho.golang/paho"
	"golang.org/x/time/rate"
)

// A session is one connection to the broker at a time. The next one needs nothing of the last: it
// begins with all that counts. So package paho is enough: the queue of its autopaho has no bound,
// and its other ways to connect make the program 0.13 MB larger.
type session struct {
	*Publisher
	client  *paho.Client
	late    []shown.News    // the event that is on its way, or was when the last session ended; or none
	refused map[string]bool // topics that the broker does not take
	// haRestarts limits how often a start of Home Assistant counts.
	haRestarts rate.Sometimes
}

// run begins one session after the other until the context ends.
func (p *Publisher) run(ctx context.Context) {
	defer close(p.ended)
	s := session{Publisher: p, refused: map[string]bool{}, haRestarts: rate.Sometimes{Interval: time.Second}}
	for ctx.Err() == nil {
		err := s.run(ctx)
		if ctx.Err() != nil {
			return
		}
		pause := p.Tried(err)
		if err == errNamesake {
			pause = time.Minute
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// run connects, and tells what there is to tell until the connection is lost, which is the error.
func (s *session) run(ctx context.Context) error {
	as := Client{ID: "arbitre-" + s.own.Table, Hear: s.hear,
		Will: &paho.WillMessage{Topic: s.own.at(Status), Payload: []byte(Offline), QoS: 1, Retain: true}}
	return s.Broker.Session(ctx, as, func(ctx context.Context, client *paho.Client) error {
		s.client = client
		s.Accounts.remember(s.own)
		s.mu.Lock()
		s.anew, s.drops = true, false
		s.mu.Unlock()
		if err := s.subscribe(ctx); err != nil {
			return err
		}
		return s.publish(ctx)
	})
}

// subscribe asks for the topics that a table reads.
func (s *session) subscribe(ctx context.Context) error {
	wanted := []paho.SubscribeOptions{{Topic: HomeStatus}, {Topic: MembersTopic(s.Prefix)}}
	if s.Arm {
		wanted = append(wanted, paho.SubscribeOptions{Topic: s.own.at(Arm)})
	}
	answer, err := s.client.Subscribe(ctx, &paho.Subscribe{Subscriptions: wanted})
	if err != nil && answer != nil {
		s.Log.Warn("the broker does not let the table read what it would", "err", err)
		return nil
	}
	return err
}

// publish tells the broker one thing after the other, and before each event the newest state, so
// that neither keeps the other waiting.
func (s *session) publish(ctx context.Context) error {
	for was := ""; ; {
		var due []*paho.Publish
		newest, anew := s.next()
		if anew {
			due = s.kept(newest)
		}
		state := s.present(newest)
		if now := string(state.Payload); anew || now != was {
			due, was = append(due, state), now
		}
		for _, news := range s.late {
			due = append(due, s.event(newest, news))
		}
		for _, m := range due {
			if err := s.tell(ctx, m); err != nil {
				return err
			}
		}
		s.Tried(nil)
		s.late = nil
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-s.changed:
		}
	}
}

// next takes the oldest event that waits, unless one is on its way already. It returns the newest
// state, and whether all that the broker keeps is to be told again.
func (s *session) next() (newest shown.State, anew bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.late) == 0 && len(s.events) > 0 {
		s.late, s.events = s.events[:1:1], s.events[1:]
	}
	if len(s.events) > 0 {
		s.wake() // for the next one
	}
	newest, anew, s.anew = s.state, s.anew, false
	return newest, anew
}

// tell publishes a message, and waits until the broker has it. What the broker refuses it would not
// take later either: that is told once in the log.
func (s *session) tell(ctx context.Context, m *paho.Publish) error {
	m.QoS = 1
	answer, err := s.client.Publish(ctx, m)
	if err == nil || answer == nil && !errors.Is(err, paho.ErrInvalidArguments) {
		return err
	}
	if !s.refused[m.Topic] {
		s.Log.Warn("the broker refuses a topic", "topic", m.Topic, "err", err)
	}
	s.refused[m.Topic] = true
	return nil
}

// hear takes the messages that a table knows, and no other. Old ones, which the broker has kept, don't
// count, but for those of a club.
func (s *session) hear(m *paho.Publish) {
	switch {
	case m.Topic == MembersTopic(s.Prefix) && s.Members != nil:
		s.Members(decodeMembers(m.Payload))
	case m.Retain:
	case m.Topic == HomeStatus && string(m.Payload) == Online:
		s.haRestarts.Do(s.Refresh) // Home Assistant may have forgotten what it was told
	case s.Arm && m.Topic == s.own.at(Arm) && string(m.Payload) == "on":
		s.arm()
	}
}

// takeTimeout is how long the table may take to receive an answer of the broker's.
const takeTimeout = 2 * time.Second

// arm gives the answer of the judge's page that switches the buttons on, if that is asked now. The
// serial of the question keeps it from being taken for the next one.
func (s *session) arm() {
	s.mu.Lock()
	judge := s.state.Judge
	s.mu.Unlock()
	rules, err := s.Rules.Find(judge.Game)
	asked, unasked := games.Find(judge.Prompts, rules.ArmAnswer)
	if err != nil || unasked != nil {
		return
	}
	select {
	case s.Answers <- shown.Answer{Input: rules.ArmAnswer, Asked: asked.Serial, Done: func(error) {}}:
	case <-time.After(takeTimeout):
	case <-s.closed:
	}
}
