package web

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// One line for each try would be 33 MB in a quarter of a minute.
func TestStrangersWhoGuessFillNoLog(t *testing.T) {
	var b bytes.Buffer
	pages := New(Options{Hosts: []string{"box.test"}, Log: slog.New(slog.NewTextHandler(&b, nil))})
	defer pages.Close()
	pages.Invite()
	for range 200 {
		request := httptest.NewRequest("POST", "http://box.test/judge/pair", strings.NewReader(`{"code":"000000"}`))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		if pages.ServeHTTP(answer, request); answer.Code == http.StatusNoContent {
			t.Fatal("it was the code")
		}
	}
	if n := strings.Count(b.String(), "no phone paired"); n < 1 || n > 5 {
		t.Errorf("%d lines of 200 tries in a moment", n)
	}
}

func TestOfEachKindOneLineASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		untimed := func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
		log := newSparingLog(slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: untimed})))
		for i := range 25 { // for 2.5 s
			log.spare(slog.LevelWarn, "guessed", "from", i)
			if i%5 == 0 {
				log.spare(slog.LevelInfo, "called")
			}
			time.Sleep(100 * time.Millisecond)
		}
		want := strings.Join([]string{
			"level=WARN msg=guessed from=0", "level=INFO msg=called",
			"level=WARN msg=guessed from=10 left_out_before=9", "level=INFO msg=called left_out_before=1",
			"level=WARN msg=guessed from=20 left_out_before=9", "level=INFO msg=called left_out_before=1",
		}, "\n") + "\n"
		if got := b.String(); got != want {
			t.Errorf("the log is\n%swant\n%s", got, want)
		}
	})
}
