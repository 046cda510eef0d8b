package web

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/hw"
	"arbitre/hw/sim"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A virtualTable has the simulated chips and the page.
type virtualTable struct {
	*sim.Table
	page *Table
}

func newTable(t testing.TB, seats int) *virtualTable {
	t.Helper()
	chips, err := sim.NewTable(seats)
	if err != nil {
		t.Fatal(err)
	}
	return &virtualTable{chips, NewTable(chips, nearby(), wording.Phrases{}, nil, nil)}
}

func nearby() Nearby {
	return Nearby{Scoreboard: "http://192.0.2.7:8089/", Table: "http://192.0.2.7:8088/"}
}

// serveTable puts a table on the network.
func serveTable(t testing.TB, table *virtualTable) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(table.page)
	t.Cleanup(func() {
		table.page.Close()
		server.Close()
	})
	return server
}

// connect puts the table's panel on a bus and returns its driver.
func connect(t testing.TB, table *virtualTable) *hw.OLED {
	t.Helper()
	bus := sim.NewBus()
	bus.Attach(0x3C, table.Panel)
	return hw.NewOLED(bus.Open, 0x3C)
}

// testPicture returns a picture of random pixels, the same each time.
func testPicture() *image1bit.VerticalLSB {
	p := image1bit.NewVerticalLSB(image.Rect(0, 0, hw.OLEDWidth, hw.OLEDHeight))
	rand.NewChaCha8([32]byte{}).Read(p.Pix)
	return p
}

// news is an event of the table's stream.
type news struct {
	Session string
	Panel   *panelNews
	Lamps   map[string]bool
	Tone    *toneNews
	Said    *spokenPanel
	Nearby  *Nearby
}

type panelNews struct {
	Pixels   []byte
	Contrast uint8
	On       bool
}

type toneNews struct{ Tone, Loudness float64 }

// asks sends a request to the table's page, by a name or an address in the URL; a body is JSON.
func (v *virtualTable) asks(method, url, body string, header ...string) (status int, said string) {
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer := httptest.NewRecorder()
	v.page.ServeHTTP(answer, r)
	return answer.Code, strings.TrimSpace(answer.Body.String())
}

// edges tells the table that buttons have moved.
func (v *virtualTable) edges(session, edges string) (status int, said string) {
	return v.asks("POST", "http://localhost/edges", fmt.Sprintf(`{"session":%q,"edges":[%s]}`, session, edges))
}

// moves tells the table that one button has moved.
func (v *virtualTable) moves(t testing.TB, session, button string, down bool) {
	t.Helper()
	if status, said := v.edges(session, edge(button, down)); status != http.StatusNoContent {
		t.Fatalf("%d: %s", status, said)
	}
}

func edge(button string, down bool) string {
	return fmt.Sprintf(`{"button":%q,"down":%v}`, button, down)
}

func takeEvent(t testing.TB, table *virtualTable) hw.Edge {
	t.Helper()
	select {
	case e := <-table.Buttons.Events():
		return e.Edge
	case <-time.After(40 * time.Second):
		t.Fatal("no edge")
	}
	panic("not reached")
}

func TestAPageIsToldEverythingThenChanges(t *testing.T) {
	table := newTable(t, 3)
	oled := connect(t, table)
	picture := testPicture()
	if err := oled.Draw(picture); err != nil {
		t.Fatal(err)
	}
	table.Lamps[2].Out(gpio.High)
	table.page.Say("fr", "À vos boutons !", nil)
	stream := listen(t, serveTable(t, table).URL+"/state")
	next := func() (n news) {
		t.Helper()
		if err := json.Unmarshal([]byte(stream.next().raw), &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	first := next()
	tells := func(when string, got, want news) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	beside := nearby()
	if first.Session == "" {
		t.Error("it has no session")
	}
	tells("at first", first, news{
		Session: first.Session,
		Panel:   &panelNews{picture.Pix, 255, true},
		Lamps:   map[string]bool{"1": false, "2": true, "3": false},
		Tone:    &toneNews{},
		Said:    &spokenPanel{"fr", "À vos boutons !"},
		Nearby:  &beside,
	})

	table.Lamps[3].Out(gpio.High)
	tells("lamp 3 is lit", next(), news{Lamps: map[string]bool{"1": false, "2": true, "3": true}})
	table.Buzzer.PWM(gpio.DutyHalf, 880*physic.Hertz)
	tells("the buzzer sounds", next(), news{Tone: &toneNews{880, 1}})
	if err := oled.SetContrast(7); err != nil {
		t.Fatal(err)
	}
	tells("the panel is dimmed", next(), news{Panel: &panelNews{picture.Pix, 7, true}})
	table.Panel.Tx([]byte{0x00, 0xAE}, nil) // "display off"
	tells("the panel is off", next(), news{Panel: &panelNews{make([]byte, 1024), 7, false}})
	table.page.Say("fr", "1, 2", nil)
	tells("the display says something", next(), news{Said: &spokenPanel{"fr", "1, 2"}})
}

// sends tells the table edges that waited, in ms of the page's clock and of its wait.
func (v *virtualTable) sends(session string, sent float64, edges string) (status int) {
	status, _ = v.asks("POST", "http://localhost/edges",
		fmt.Sprintf(`{"session":%q,"sent":%v,"edges":[%s]}`, session, sent, edges))
	return status
}

func waited(button string, down bool, ago float64) string {
	return fmt.Sprintf(`{"button":%q,"down":%v,"ago":%v}`, button, down, ago)
}

// An edge is stamped when it was made, however long it waited for the request before it, and never
// before what the table has read. Each request here comes after a time, in ms, since the beginning.
func TestAnEdgeIsStampedWhenItWasMade(t *testing.T) {
	type request struct {
		by, at int
		sent   float64
		edges  string
	}
	for _, tt := range []struct {
		name string
		told []request
		want []float64 // ms
	}{
		{"nothing has waited", []request{{0, 50, 1000, waited("1", true, 0)}, {0, 90, 1040, waited("1", false, 0)}},
			[]float64{50, 90}},
		{"presses of one tick that waited 368 ms for the first", []request{{0, 50, 1000, waited("1", true, 0)},
			{0, 420, 1370, waited("2", true, 369.5) + "," + waited("3", true, 369) + "," + waited("4", true, 368.5)}},
			[]float64{50, 50.5, 51, 51.5}},
		{"a short OK stays short on a busy machine", []request{{0, 50, 1000, waited("ok", true, 0)},
			{0, 900, 1850, waited("ok", false, 770)}}, []float64{50, 130}},
		{"a long OK stays long, and a second press apart, if its first request was slow", []request{
			{0, 450, 1000, waited("ok", true, 0)},
			{0, 1060, 2050, waited("ok", false, 250) + "," + waited("ok", true, 220)}}, []float64{450, 1250, 1280}},
		{"not before another page's edge, and as long as it was", []request{{1, 300, 70, waited("2", true, 0)},
			{0, 310, 1000, waited("1", true, 200) + "," + waited("1", false, 120)}}, []float64{300, 300, 380}},
		{"the two clocks are compared anew after a rest", []request{{0, 450, 1000, waited("1", true, 0)},
			{0, 2100, 3050, waited("1", false, 20)}}, []float64{450, 2080}},
		{"typed letters, too", []request{{0, 500, 1000, `{"typed":"é","ago":30}`}}, []float64{470}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				table, began := newTable(t, 5), time.Now()
				table.Buttons.Clock = func() time.Duration { return time.Hour + time.Since(began) }
				sessions := []string{table.page.enter().session, table.page.enter().session}
				for _, r := range tt.told {
					time.Sleep(time.Duration(r.at)*time.Millisecond - time.Since(began))
					if status := table.sends(sessions[r.by], r.sent, r.edges); status != http.StatusNoContent {
						t.Fatalf("%s: %d", r.edges, status)
					}
				}
				var got []float64
				for range tt.want {
					got = append(got, float64(takeEvent(t, table).At-time.Hour)/float64(time.Millisecond))
				}
				if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(0, 1e-3)); diff != "" {
					t.Errorf("stamped at (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestWhoeverLeavesLetsGo(t *testing.T) {
	table := newTable(t, 5)
	v, other := table.page.enter(), table.page.enter()
	press := func(v *visitor, button string, down bool) { table.moves(t, v.session, button, down) }
	press(v, "3", true)
	press(other, "3", true)
	press(v, "ok", true)
	press(other, "ok", true)
	press(other, "ok", false) // the first visitor still holds it
	last := time.Duration(0)
	moved := func(want ...hw.Edge) {
		t.Helper()
		for _, want := range want {
			e := takeEvent(t, table)
			if e.Button != want.Button || e.Down != want.Down || e.At <= last {
				t.Errorf("%+v, want %+v after %v", e, want, last)
			}
			last = e.At
		}
	}
	moved(hw.Edge{Button: 3, Down: true}, hw.Edge{Button: hw.KeyOK, Down: true})
	if down, err := table.Buttons.Down(); err != nil || !cmp.Equal(down, []hw.Button{3, hw.KeyOK}) {
		t.Errorf("down are %v, %v", down, err)
	}
	table.page.leave(v)
	moved(hw.Edge{Button: hw.KeyOK})
	press(other, "3", false) // nobody else holds it
	moved(hw.Edge{Button: 3})
	if status, answer := table.edges(v.session, edge("1", true)); status != http.StatusConflict {
		t.Errorf("after leaving: %d: %s", status, answer)
	}
}

func TestEdgesThatAreRefused(t *testing.T) {
	table := newTable(t, 5)
	session := table.page.enter().session
	for edges, want := range map[string]int{
		edge("6", true):                         400,
		edge("undo", true):                      400,
		edge("1", true) + "," + edge("9", true): 400, // a good one beside a bad one
		`7`:                                     400,
		`]}{"edges":[`:                          400, // two values
		`{"typed":"ab"}`:                        400,
		`{"typed":"1"}`:                         400,
		`{"typed":"a","button":"1"}`:            400,
		waited("1", true, -0.1):                 400, // after it was sent
		waited("1", true, 5001):                 400,
		waited("7", true, 0):                    400,
		waited("1", true, 1) + "," + waited("1", false, 2):          400, // the younger first
		`{"button":"1","ago":"1"}`:                                  400,
		strings.Repeat(edge("1", true)+",", 3000) + edge("1", true): 413,
	} {
		status, said := table.edges(session, edges)
		if status != want || said != "The box does not understand this." {
			t.Errorf("%.80s: %d: %s, want %d", edges, status, said, want)
		}
	}
	for sent, want := range map[float64]int{-1: 400, 1e300: 400, 1<<40 + 1: 400, 1 << 40: 204} {
		if status := table.sends(session, sent, ""); status != want {
			t.Errorf("sent at %g by its clock: %d, want %d", sent, status, want)
		}
	}
	if status, answer := table.edges("nobody's", ""); status != http.StatusConflict {
		t.Errorf("an unknown session: %d: %s", status, answer)
	}
	select {
	case e := <-table.Buttons.Events():
		t.Errorf("an edge came through: %+v", e)
	default:
	}
	table.moves(t, session, "1", true) // the session still works
	takeEvent(t, table)
	table.edges(session, `{"typed":"é"},{"typed":"T"}`)
	if e, t1 := (<-table.Buttons.Events()).Typed, (<-table.Buttons.Events()).Typed; e != 'É' || t1 != 'T' {
		t.Errorf("typed are %c and %c, want É and T", e, t1)
	}
}

// The table may be called by any IP address, but no page of another site moves its buttons.
func TestWhoMayAsk(t *testing.T) {
	table := newTable(t, 5)
	for _, tt := range []struct {
		name, method, url, site string
		status                  int
	}{
		{"by an address", "GET", "http://192.168.1.20/", "", 200},
		{"by an address of IPv6", "GET", "http://[::1]:8088/", "", 200},
		{"by a name that DNS could give anyone", "GET", "http://evil.example:8088/", "", 421},
		{"no browser", "POST", "http://localhost/edges", "", 409},
		{"our page", "POST", "http://localhost/edges", "same-origin", 409},
		{"another site", "POST", "http://localhost/edges", "cross-site", 403},
	} {
		status, said := table.asks(tt.method, tt.url, `{"session":"x","edges":[]}`, "Sec-Fetch-Site", tt.site)
		if status != tt.status {
			t.Errorf("%s: %d: %s\nwant %d", tt.name, status, said, tt.status)
		}
	}
}

func TestAPageThatIsToldNothingIsToldThat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := newTable(t, 3)
		told := func(within time.Duration) string {
			ctx, leave := context.WithTimeout(t.Context(), within)
			defer leave()
			stream := httptest.NewRecorder()
			table.page.ServeHTTP(stream, httptest.NewRequestWithContext(ctx, "GET", "http://localhost/state", nil))
			if len(table.page.visitors) > 0 {
				t.Error("who has gone is still taken for there")
			}
			return stream.Body.String()
		}
		const event, sign = "event: ", "event: sign\ndata: 2000\n\n"
		atOnce := strings.Count(told(time.Millisecond), event)
		if got := told(1500 * time.Millisecond); strings.Count(got, event) != atOnce {
			t.Errorf("within 1.5 s: %q, want %d events", got, atOnce)
		}
		got := told(4500 * time.Millisecond)
		if strings.Count(got, event) != atOnce+2 || !strings.HasSuffix(got, sign+sign) {
			t.Errorf("within 4.5 s: %q, want %d events and two signs", got, atOnce)
		}
		table.page.Close()
		table.page.Close() // the second call does nothing, and no goroutine is left in the bubble
	})
}

// FuzzEdges sends anything as edges: a refused request moves no button, and accepted edges are
// stamped at most as long ago as they may have waited, and one after the other.
func FuzzEdges(f *testing.F) {
	f.Add(`[{"button":"1","down":true},{"button":"ok","down":true}]`)
	f.Add(`[{"button":"2","down":true,"ago":3e3},{"button":"2","down":null}],"sent":7`)
	table := newTable(f, 5)
	session, last := table.page.enter().session, time.Duration(0)
	f.Fuzz(func(t *testing.T, rest string) {
		before := hw.Now()
		edges := fmt.Sprintf(`{"session":%q,"edges":%s}`, session, rest)
		status, said := table.asks("POST", "http://localhost/edges", edges)
		now := hw.Now()
		if status >= 500 {
			t.Fatalf("%d: %s", status, said)
		}
		for len(table.Buttons.Events()) > 0 {
			e := <-table.Buttons.Events()
			if e.Lost > 0 || e.At < before-mostAgo || e.At < last || e.At > now ||
				status != http.StatusNoContent {
				t.Errorf("answered by %d, between %v and %v, it tells %+v", status, before, now, e)
			}
			last = e.At
		}
	})
}

// A table that only this machine can reach has no address for phones.
func TestWhatIsNearATable(t *testing.T) {
	phones := virtualAt("127.0.0.1:8089")
	for table, want := range map[string][2]string{
		"127.0.0.1:8088": {"127.0.0.1:8088", ""}, "192.0.2.7:8088": {"192.0.2.7:8088", "http://192.0.2.7:8088/"},
		"0.0.0.0:8088": {"localhost:8088", site.Numeric("0.0.0.0:8088") + "/"},
	} {
		own, near := Near(virtualAt(table), phones)
		if own != want[0] || near != (Nearby{"http://127.0.0.1:8089/", "http://127.0.0.1:8089/judge", want[1]}) {
			t.Errorf("at %s: %s, %+v", table, own, near)
		}
	}
}

// A virtualAt is a listener at an address.
type virtualAt string

func (virtualAt) Accept() (net.Conn, error) { return nil, net.ErrClosed }
func (virtualAt) Close() error              { return nil }
func (a virtualAt) Addr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(string(a)))
}

// The address for phones is a QR code, too, if the table has one.
func TestPhonesFindTheTable(t *testing.T) {
	table := newTable(t, 3)
	_, code := table.asks("GET", "http://localhost/qr.png", "")
	if picture, err := png.DecodeConfig(strings.NewReader(code)); err != nil || picture.Width < 100 {
		t.Errorf("the QR code is %+v: %v", picture, err)
	}
	table.page.nearby = Nearby{}
	if status, said := table.asks("GET", "http://localhost/qr.png", ""); status != http.StatusNotFound {
		t.Errorf("without an address: %d: %s", status, said)
	}
}
