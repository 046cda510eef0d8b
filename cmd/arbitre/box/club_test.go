package box

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
)

// A table offers the names that it has heard, and those of the club that it is joined to.
func TestTheNamesOfAClubAreOffered(t *testing.T) {
	t.Parallel()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	players, err := club.Open(t.TempDir(), func(err error) { t.Error(err) })
	must(err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	leave, err := players.Carry(listener, club.Entry{Prefix: "arbitre"})
	must(err)
	defer leave()
	kept := make(chan error, 1)
	go func() { kept <- players.Run(t.Context()) }()
	t.Cleanup(func() { <-kept })

	root := t.TempDir()
	b, _, c := boxBelow(t, root)
	c.MQTT.Broker, c.MQTT.Table = "mqtt://"+listener.Addr().String(), "Kitchen"
	must(os.MkdirAll(c.Journals, 0o700))
	must(os.WriteFile(filepath.Join(c.Journals, "names.jsonl"), []byte(`{"from":"2026-03-14T20:15:00","seat":1,"name":"Anna"}`+"\n"), 0o600))
	_, end := openTable(t, b, c, filepath.Join(root, "runtime"))
	offers := func(names string) func() bool {
		return func() bool {
			stream, err := http.Get("http://" + b.Web.Addr().String() + "/name/events?lang=en")
			must(err)
			defer stream.Body.Close()
			for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
				if page, ok := strings.CutPrefix(lines.Text(), "data: {"); ok {
					return strings.Contains(page, `"known":[`+names+`]`)
				}
			}
			return false
		}
	}
	for _, step := range []struct {
		comes, offered string
	}{{"Zoé", `"Anna","Zoé"`}, {"anna", `"Anna","Zoé"`}, {"אסתר", `"Anna","Zoé","אסתר"`}} {
		must(players.SetPresent(step.comes, true, time.Now()))
		if !soon(offers(step.offered)) {
			t.Errorf("once %s is here, phones are not offered %s", step.comes, step.offered)
		}
	}
	must(end())
}
