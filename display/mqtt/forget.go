package mqtt

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"arbitre/display/mqtt/address"
	"arbitre/games/textfile"

	"github.com/cenkalti/backoff/v5"
	"github.com/eclipse/paho.golang/paho"
)

// An account is a name under which the box has told a broker something that the broker keeps.
type account struct {
	Broker string `json:"broker"` // its URL
	User   string `json:"user,omitempty"`
	Prefix string `json:"prefix"`
	Table  string `json:"table"` // the slug
}

// same reports whether two accounts have the same topics on the same broker.
func (a account) same(b account) bool {
	return a.Broker == b.Broker && a.Prefix == b.Prefix && a.Table == b.Table
}

func (a account) at(suffix Suffix) string {
	return Topic{Prefix: a.Prefix, Table: a.Table, Suffix: suffix}.String()
}

// Limits of what is remembered: accounts, and bytes of their file.
const (
	mostAccounts = 16
	mostKept     = 64 << 10
)

// Accounts are the names that the box has had on brokers, in a file. When the box gets another name,
// prefix or broker, what it told under the old one would stay there for ever.
type Accounts struct {
	log  *slog.Logger
	mu   sync.Mutex
	path string // "" keeps them in memory
	list []account
}

// OpenAccounts reads the accounts that a folder keeps; "" keeps none over a restart.
func OpenAccounts(folder string, log *slog.Logger) *Accounts {
	a := &Accounts{log: log}
	if folder == "" {
		return a
	}
	a.path = filepath.Join(folder, "brokers.json")
	text, err := textfile.ReadBytes(a.path, mostKept)
	if err == nil {
		err = json.Unmarshal(text, &a.list)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Warn("it is not known what an earlier name of the table has left on a broker", "err", err)
	}
	return a
}

// change changes the list and writes it.
func (a *Accounts) change(f func([]account) []account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	was := slices.Clone(a.list)
	if a.list = f(a.list); slices.Equal(was, a.list) || a.path == "" {
		return
	}
	if err := textfile.Replace(a.path, append(encode(a.list), '\n')); err != nil {
		a.log.Warn("the table's name on its broker is not remembered", "err", err)
	}
}

// remember notes an account before the broker is told anything under it.
func (a *Accounts) remember(now account) {
	a.change(func(list []account) []account {
		if i := slices.IndexFunc(list, now.same); i >= 0 {
			list[i] = now
			return list
		}
		return append(list[max(0, len(list)-mostAccounts+1):], now)
	})
}

// others returns the accounts that the table does not have now.
func (a *Accounts) others(now account) []account {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(a.list), now.same)
}

// Forget clears what the box has told under other names than those of the options, whose Broker may
// have no URL: then it has none any more. Other options count only for the Broker: its password and
// how to reach it. Forget returns when nothing is left, or when the context ends. A broker that could
// not be cleared is tried again after ten minutes.
func (a *Accounts) Forget(ctx context.Context, now Options) {
	clearAll := func() (none struct{}, failed error) {
		for _, old := range a.others(now.account()) {
			if err := old.clear(ctx, now.account(), now.Broker); err != nil {
				failed = err
				continue
			}
			a.change(func(list []account) []account { return slices.DeleteFunc(list, old.same) })
			a.log.Info("a broker has forgotten an earlier name of the table", "broker", old.Broker, "table", old.Table)
		}
		return none, failed
	}
	var once sync.Once
	backoff.Retry(ctx, clearAll, backoff.WithMaxElapsedTime(0), // it ends with the context alone
		backoff.WithBackOff(backoff.NewConstantBackOff(10*time.Minute)),
		backoff.WithNotify(func(err error, _ time.Duration) {
			once.Do(func() { a.log.Warn("what the table told under an earlier name can't be cleared yet", "err", err) })
		}))
}

// errTaken says why an old name is not cleared.
var errTaken = errors.New("a table of the old name is online")

// retainedTime is how long to wait for what a broker keeps, after a subscription.
const retainedTime = time.Second

// clear takes back all that the broker keeps of an account, unless another table has its name: then
// it is online. So is the box itself, until its broker notices that its plug was pulled. Now is the
// table's present account.
func (a account) clear(ctx context.Context, now account, broker Broker) error {
	url, err := address.ParseURL(a.Broker)
	if err != nil {
		return nil // there is no such broker
	}
	if broker.URL, broker.User = url, a.User; broker.User == "" {
		broker.Password = nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	hear := func(m *paho.Publish) {
		if string(m.Payload) == Online {
			stop(errTaken)
		}
	}
	suffixes := Kept()
	if a.Broker != now.Broker || a.Table != now.Table { // else the device is the table's own
		suffixes = append(suffixes, Home)
	}
	as := Client{ID: "arbitre-forget-" + a.Table, Hear: hear}
	return broker.throttled().Session(ctx, as, func(ctx context.Context, client *paho.Client) error {
		status := []paho.SubscribeOptions{{Topic: a.at(Status)}}
		if _, err := client.Subscribe(ctx, &paho.Subscribe{Subscriptions: status}); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(retainedTime):
		}
		for _, suffix := range suffixes {
			if _, err := client.Publish(ctx, &paho.Publish{QoS: 1, Retain: true, Topic: a.at(suffix)}); err != nil {
				return err
			}
		}
		return nil
	})
}
