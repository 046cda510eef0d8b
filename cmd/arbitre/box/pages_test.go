package box

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"arbitre/display/web"
	"arbitre/display/web/site"
)

func TestPagesAreServedOnceTheyCanBe(t *testing.T) {
	t.Parallel()
	taken := must(net.Listen("tcp", "127.0.0.1:0"))
	address := taken.Addr().String()
	told := make(chan error, 2)
	pages := web.New(web.Options{})
	defer pages.Close()
	listen := func() (net.Listener, error) { return site.Listen(t.Context(), address) }
	go serve(t.Context(), listen, pages, func(err error) { told <- err })
	if err := <-told; err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("told %v", err)
	}
	taken.Close()
	if err := <-told; err != nil {
		t.Errorf("told %v, want that it works", err)
	}
	response := must(http.Get("http://" + address + "/"))
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
}
