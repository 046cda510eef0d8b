package box

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/web"
)

func TestPagesAreServedOnceTheyCanBe(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := taken.Addr().String()
	told := make(chan error, 2)
	pages := web.New(web.Options{})
	defer pages.Close()
	listen := func() (net.Listener, error) { return web.Listen(t.Context(), address) }
	go serve(t.Context(), listen, pages, func(err error) { told <- err })
	if err := <-told; err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("told %v", err)
	}
	taken.Close()
	if err := <-told; err != nil {
		t.Errorf("told %v, want that it works", err)
	}
	response, err := http.Get("http://" + address + "/")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}

// A listener that opens, but takes nobody, is no pause between two outages.
func TestPagesThatFailAtOnceAreOneOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages := web.New(web.Options{})
		defer pages.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		tries, broken := 0, newWire()
		broken.Close()
		listen := func() (net.Listener, error) {
			tries++
			return broken, nil
		}
		var told []error
		serve(ctx, listen, pages, func(err error) { told = append(told, err) })
		if len(told) != 1 || told[0] == nil {
			t.Errorf("told %v, want one error", told)
		}
		if tries < 60 || tries > 70 { // 1 s, 2 s, 4 s and so on, then one a minute
			t.Errorf("%d tries in an hour, want 60 to 70", tries)
		}
	})
}
