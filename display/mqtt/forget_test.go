package mqtt

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// kept returns the topics that the broker keeps, with their payloads.
func (h *house) kept() map[string]string {
	h.Helper()
	kept := map[string]string{}
	for topic, m := range h.broker.Topics.Retained.GetAll() {
		if !strings.HasPrefix(topic, "$") && len(m.Payload) > 0 {
			kept[topic] = string(m.Payload)
		}
	}
	return kept
}

// restart ends the publisher and starts another one, with its accounts from the disk.
func (h *house) restart(folder string, change func(*Options)) {
	h.Helper()
	h.Publisher.Close()
	synctest.Wait()
	o := h.Options
	o.Broker.Dial = h.dial
	o.Accounts = OpenAccounts(folder, h.Options.Log)
	change(&o)
	if o.Broker.URL != nil {
		h.Publisher = New(o)
		h.Show(h.empty())
		synctest.Wait()
	}
	ctx, stop := context.WithTimeout(h.Context(), time.Minute)
	defer stop()
	o.Accounts.Forget(ctx, o)
	synctest.Wait()
}

// Whatever a table was called, and on which broker, nothing of it stays when it is called otherwise.
func TestAnEarlierNameIsForgotten(t *testing.T) {
	of := func(prefix, table string) []string {
		at := prefix + "/" + table + "/"
		return []string{at + "games", at + "state", at + "status", "homeassistant/device/arbitre_" + table + "/config"}
	}
	for _, tt := range []struct {
		name   string
		change func(*Options)
		want   []string
	}{
		{"the same", func(*Options) {}, of("arbitre", "kuche")},
		{"another name", func(o *Options) { o.Table = "Salon" }, of("arbitre", "salon")},
		{"another prefix", func(o *Options) { o.Prefix = "home/games" }, of("home/games", "kuche")},
		{"no broker", func(o *Options) { o.Broker.URL = nil }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			inHouse(t, func(h *house) {
				h.restart(folder, tt.change)
				var got []string
				for topic := range h.kept() {
					got = append(got, topic)
				}
				slices.Sort(got)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("the broker keeps (-want +got):\n%s", diff)
				}
				if left := OpenAccounts(folder, h.Options.Log).others(h.Options.account()); tt.want != nil && len(left) > 0 {
					t.Errorf("remembered are %+v", left)
				}
			}, func(o *Options) {
				o.Accounts = OpenAccounts(folder, o.Log)
				o.Broker.User, o.Broker.Password = "table", func() ([]byte, error) { return []byte("secret"), nil }
			})
		})
	}
}

// What another table tells under the old name stays. So does what the box itself is still taken to
// tell, until its broker notices that the plug was pulled.
func TestANameThatAnotherTableHasIsNotForgotten(t *testing.T) {
	folder := t.TempDir()
	inHouse(t, func(h *house) {
		h.restart(folder, func(o *Options) { o.Table = "Bar" })
		h.restart(folder, func(o *Options) { o.Table = "Salon" })
		h.Close()
		h.broker.Publish("arbitre/bar/status", []byte(Online), true, 1)
		accounts := OpenAccounts(folder, h.Options.Log)
		accounts.remember(account{Broker: "mqtt://broker:1883", Prefix: "arbitre", Table: "bar"})
		accounts.remember(account{Broker: "nonsense", Prefix: "arbitre", Table: "bar"}) // which nobody can reach
		now, ended, began := h.Options, make(chan struct{}), time.Now()
		now.Broker.User, now.Broker.Password = "table", func() ([]byte, error) { return []byte("secret"), nil } // of the new name alone
		go func() { accounts.Forget(h.Context(), now); close(ended) }()
		time.Sleep(25 * time.Minute)
		if h.kept()["arbitre/bar/status"] != Online {
			t.Error("another table's topic is cleared")
		}
		h.broker.Publish("arbitre/bar/status", []byte(Offline), true, 1)
		<-ended
		if said, kept := h.kept()["arbitre/bar/status"]; kept {
			t.Errorf("it still says %q", said)
		}
		if took := time.Since(began).Round(time.Minute); took != 30*time.Minute {
			t.Errorf("it is cleared after %v; it is tried every ten minutes", took)
		}
		if log := h.log.String(); strings.Count(log, "can't be cleared yet") != 1 || strings.Count(log, `forgotten an earlier name of the table" broker=`) != 4 || strings.Count(log, " table=") != 4 {
			t.Errorf("the log says\n%s", log)
		}
	}, func(o *Options) { o.Accounts = OpenAccounts(folder, o.Log) })
}

// However often a table is renamed, what is remembered is bounded; a file that can't be read is said,
// and the table goes on.
func TestWhatIsRemembered(t *testing.T) {
	folder := t.TempDir()
	inHouse(t, func(h *house) {
		accounts := OpenAccounts(folder, h.Options.Log)
		for n := range 3 * mostAccounts {
			accounts.remember(account{Broker: "mqtt://broker:1883", Prefix: "arbitre", Table: strings.Repeat("x", n+1)})
		}
		list := OpenAccounts(folder, h.Options.Log).others(account{})
		if len(list) != 16 || len(list[15].Table) != 48 {
			t.Errorf("remembered are %d accounts, want the newest 16: %v", len(list), list)
		}
		file := filepath.Join(folder, "brokers.json")
		before, _ := os.Stat(file)
		accounts.remember(list[3])
		if after, err := os.Stat(file); err != nil || !os.SameFile(before, after) {
			t.Errorf("the file is written though nothing has changed: %v", err)
		}
		for text, known := range map[string]int{
			"{": 0, `[{"table":"bar"}]` + strings.Repeat(" ", 64<<10-17): 1, `[{"table":"bar"}]` + strings.Repeat(" ", 64<<10-16): 0,
		} {
			h.log.Reset()
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			n := len(OpenAccounts(folder, h.Options.Log).others(account{}))
			if said := strings.Contains(h.log.String(), "earlier name"); n != known || said != (known == 0) {
				t.Errorf("of %d bytes %d accounts are known, want %d; the log is %s", len(text), n, known, h.log.String())
			}
		}
		os.RemoveAll(folder)
		h.log.Reset()
		accounts.path = filepath.Join(folder, "gone", "\x00") // where nothing can be written
		if accounts.remember(account{Table: "new"}); !strings.Contains(h.log.String(), "is not remembered") {
			t.Errorf("a name that can't be written is not reported: %s", h.log.String())
		}
	})
}
