package mqtt

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"arbitre/display"
	"arbitre/display/mqtt/address"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
	mochi "github.com/mochi-mqtt/server/v2"
)

const slapped = "slap 1 2\n1 press 1\n2 slap \"right\""

// tells checks what the broker was told below the table's topics since it last asked.
func (h *house) tells(when string, want ...string) {
	h.Helper()
	if diff := cmp.Diff(want, short(h.hears())); diff != "" {
		h.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

func TestWhatABrokerIsTold(t *testing.T) {
	const lobby = `retained state {"table":"Küche","turn":[],"places":[],"headline":""}`
	inHouse(t, func(h *house) {
		h.tells("at the connection", "retained status online", "retained games []", lobby)

		h.names[2] = games.Sitter{Name: "Zoé & Léo"}
		h.Show(h.state(slapped, 5))
		h.tells("in a game",
			`retained state {"table":"Küche","game":{"id":"0123456789abcdef","kind":"slap","name":"Slap"},"round":1,`+
				`"turn":[],"places":[{"seat":1,"total":1,"won":false},`+
				`{"seat":2,"name":"Zoé & Léo","total":0,"won":false}],`+
				`"headline":"1: +1"}`,
			`event {"event_type":"score","game":"0123456789abcdef","line":3,"n":1,`+
				`"fact":{"t":2000000000,"fact":"score","delta":1,"total":1,"why":"slap","seat":1},"said":"1: +1"}`)

		h.Show(h.state(slapped, 6))
		h.tells("while nothing changes")

		const esther = "\u2068אסתר\u2069" // in a sentence, for it is written from right to left
		h.names[1] = games.Sitter{Name: "אסתר"}
		h.played = []results.Game{{ID: "fedc", Game: "slap", Over: true}}
		h.Refresh()
		if said := short(h.hears()); len(said) != 3 || !strings.Contains(said[1], `"id":"fedc"`) ||
			!strings.Contains(said[2], `"headline":"`+esther+`: +1"`) {
			h.Errorf("after another name and a game: %q", said)
		}

		h.Show(h.state("mito 1 2 3", 0))
		if said := short(h.hears()); !strings.Contains(strings.Join(said, ""), `"turn":[1],`) {
			h.Errorf("when it is the turn of seat 1: %q", said)
		}

		h.Show(h.empty())
		h.tells("in the lobby", lobby)

		won := h.state(slapped+"\n3 finish \"over\"", 0)
		won.News = []shown.News{{Game: "slap", ID: "1", Fact: games.Fact{What: games.GameOver{}, Line: 4, N: 1,
			Said: []games.Text{won.Public.Headline, won.Public.Headline}}}}
		h.Show(won)
		h.tells("at the end", "retained status online",
			`retained games [{"journal":"","began":"0001-01-01T00:00:00","lasted":0,"game":"slap","options":{},"over":true,`+
				`"places":null,"id":"fedc"}]`,
			`retained state {"table":"Küche","game":{"id":"0123456789abcdef","kind":"slap","name":"Slap"},"round":1,"over":true,`+
				`"turn":[],"places":[{"seat":1,"name":"אסתר","total":1,"won":true},`+
				`{"seat":2,"name":"Zoé & Léo","total":0,"won":false}],"headline":"`+esther+` wins the game!"}`,
			`event {"event_type":"game_over","game":"1","line":4,"n":1,`+
				`"fact":{"t":0,"fact":"game_over","totals":{},"winners":null},"said":"`+esther+` wins the game!. `+esther+` wins the game!"}`)

		h.played = nil
		h.Show(h.empty())
		h.hears()
		h.Show(shown.State{Scene: display.Scene{Language: wording.German}})
		h.tells("in another language", "retained status online", "retained games []", lobby)
		if h.log.Len() > 0 {
			h.Errorf("the log says %s", &h.log)
		}
	})
}

// Whoever has seen who won may leave the box as it is: the result is told all the same.
func TestAResultIsToldBeforeItIsPutAway(t *testing.T) {
	const shown = "2026-03-14T20-00-00-slap.open.jsonl"
	toldOf := func(h *house) (games []string) {
		for _, said := range short(h.hears()) {
			if list, ok := strings.CutPrefix(said, "retained games "); ok {
				games = append(games, list)
			}
		}
		return games
	}
	inHouse(t, func(h *house) {
		for _, end := range []struct {
			story string
			want  bool
		}{{"", false}, {"\n3 finish \"over\"", true}, {"\n3 finish \"over\"\n4 undo", false}} {
			s := h.state(slapped+end.story, 0)
			s.Journal = shown
			h.Show(s)
			told := toldOf(h)
			if len(told) != 1 || strings.Contains(told[0], shown) != end.want {
				t.Errorf("after %q: %q", end.story, told)
			}
		}
	}, func(o *Options) {
		o.Games = func(over string) []results.Game { return []results.Game{{Journal: over}} }
	})
}

func TestATableThatEndsIsOffline(t *testing.T) {
	inHouse(t, func(h *house) {
		h.hears()
		began := time.Now()
		h.Close()
		if waited := time.Since(began); waited > 0 {
			h.Errorf("the end waits %v", waited)
		}
		h.tells("after the end", "retained status offline")
		if _, named := h.door.told.Load("arbitre-kuche"); !named {
			h.Error("it connects under another name")
		}
		if h.tries = slices.Compact(h.tries); len(h.tries) != 1 || h.tries[0] != nil {
			h.Errorf("the box was told %v", h.tries)
		}
	})
}

func TestABrokerThatComesBackIsToldAllThatCounts(t *testing.T) {
	inHouse(t, func(h *house) {
		h.hears()
		h.kill()
		h.Show(h.state(slapped, 5))
		time.Sleep(time.Minute)
		h.tells("while it is away", "retained status offline") // by the last will
		h.start()
		time.Sleep(2 * time.Second)
		said := short(h.hears())
		want := []string{"retained status online", "retained games", "retained state", `event {"event_type":"score"`}
		for i, begins := range want {
			if i >= len(said) || !strings.HasPrefix(said[i], begins) {
				h.Fatalf("it was told %q", said)
			}
		}
		if slices.Index(h.tries, nil) < 0 || h.tries[len(h.tries)-1] != nil || len(slices.Compact(h.tries)) < 3 {
			h.Errorf("the box was told %v", h.tries)
		}

		h.door.hangsUp = "event" // which was on its way
		h.Show(h.state(slapped, 5))
		time.Sleep(2 * time.Second)
		told := strings.Join(short(h.hears()), "\n")
		if !strings.Contains(told, `event {"event_type":"score"`) || h.tries[len(h.tries)-2] == nil {
			h.Errorf("of an event on its way it was told %s; the box was told %v", told, h.tries)
		}
	})
}

// Of what waits for a broker the newest state counts, and the newest thousand events.
func TestWhatWaitsIsBounded(t *testing.T) {
	inHouse(t, func(h *house) {
		h.hears()
		h.kill()
		s := h.state(slapped, 5)
		const most = 1000
		for n := range most + 10 {
			s.News[0].N = n + 1
			h.Show(shown.State{Public: s.Public, Line: n + 1, ID: fmt.Sprint(n), News: slices.Clone(s.News)})
		}
		h.start()
		time.Sleep(10 * time.Second)
		var states, events []string
		for _, said := range short(h.hears()) {
			if strings.HasPrefix(said, "event") {
				events = append(events, said)
			} else if strings.HasPrefix(said, "retained state") {
				states = append(states, said)
			}
		}
		if len(states) != 1 || !strings.Contains(states[0], fmt.Sprintf(`"id":"%d"`, most+9)) {
			h.Errorf("of %d states the broker was told %q", most+10, states)
		}
		if len(events) != most || !strings.Contains(events[0], `"n":11,`) {
			h.Errorf("%d events came, the first %s", len(events), events[0])
		}
		if strings.Count(h.log.String(), "the oldest are dropped") != 1 {
			h.Errorf("the log does not say it once:\n%s", &h.log)
		}
	})
}

// Each would take the connection from the other, again and again: it lets the other have it for a minute. The
// test's broker may forget who is connected while another takes over; then both keep their connections.
func TestTwoTablesWithOneName(t *testing.T) {
	inHouse(t, func(h *house) {
		o := h.Options
		o.Log, o.Tried = slog.New(slog.DiscardHandler), func(error) time.Duration { return time.Second }
		twin := New(o)
		twin.Show(h.empty())
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		lost := slices.DeleteFunc(h.tries, func(err error) bool { return err == nil })
		if len(lost) < 1 || len(lost) > 7 || !strings.Contains(lost[0].Error(), "another table") {
			h.Errorf("in ten minutes the connection was lost so often: %v", lost)
		}
		twin.Close()
	})
}

// A broker may switch on the buttons that wait for a sign, if the table allows it, and nothing
// else.
func TestABrokerMaySwitchTheButtonsOn(t *testing.T) {
	const asked, unasked = `quiz 1 2 {"open":"armed"}`, `quiz 1 2`
	for _, c := range []struct {
		name, story, topic, payload string
		refused, old, arms          bool
	}{
		{"the question is read", asked, "arbitre/kuche/arm", "on", false, false, true},
		{"the table does not allow it", asked, "arbitre/kuche/arm", "on", true, false, false},
		{"nothing waits for a sign", unasked, "arbitre/kuche/arm", "on", false, false, false},
		{"they can't be switched off", asked, "arbitre/kuche/arm", "off", false, false, false},
		{"another topic", asked, "arbitre/kuche/disarm", "on", false, false, false},
		{"another table's", asked, "arbitre/bar/arm", "on", false, false, false},
		{"the broker has kept it since yesterday", asked, "arbitre/kuche/arm", "on", false, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var answers chan shown.Answer
			inHouse(t, func(h *house) {
				h.Show(h.state(c.story, 0))
				if c.old { // the table asks for it after it was published
					h.kill()
					h.start()
				}
				h.broker.Publish(c.topic, []byte(c.payload), c.old, 1)
				h.broker.Publish(c.topic, []byte(c.payload), c.old, 1) // a second one changes nothing
				time.Sleep(10 * time.Second)
				synctest.Wait()
				select {
				case a := <-answers:
					open := h.state(c.story, 0).Judge.Prompts
					fits := a.CheckOpen(open) == nil && a.Asked == open[0].Serial && a.Input.Value.Is("ready")
					if !c.arms || !fits {
						h.Errorf("it answers %+v", a)
					}
				default:
					if c.arms {
						h.Error("no answer comes")
					}
				}
				if len(answers) > 0 {
					h.Error("a second answer comes")
				}
			}, func(o *Options) {
				answers = make(chan shown.Answer, 1)
				o.Arm, o.Answers = !c.refused, answers
			})
		})
	}
}

// Whatever is at the other end, the table shows its states at once, and ends within seconds.
func TestABrokerThatMeansHarm(t *testing.T) {
	connack, pong := []byte{0x20, 3, 0, 0, 0}, []byte{0xd0, 0}
	for _, c := range []struct {
		name string
		does func(net.Conn)
	}{
		{"it says nothing", func(c net.Conn) { io.Copy(io.Discard, c) }},
		{"it takes nothing", func(net.Conn) {}},
		{"it hangs up", func(c net.Conn) { c.Close() }},
		{"it speaks another language", func(c net.Conn) { c.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n")) }},
		{"it acknowledges nothing", func(c net.Conn) { c.Write(connack); io.Copy(io.Discard, c) }},
		{"it takes nothing any more", func(c net.Conn) { packets.ReadPacket(c); c.Write(connack) }},
		{"it takes nothing any more, and says that it lives", func(c net.Conn) {
			packets.ReadPacket(c)
			c.Write(connack)
			for _, err := c.Write(pong); err == nil; _, err = c.Write(pong) {
				time.Sleep(time.Second)
			}
		}},
		{"it announces a packet of 256 MB", func(c net.Conn) {
			go io.Copy(io.Discard, c)
			c.Write(append(connack, 0x30, 0xff, 0xff, 0xff, 0x7f))
		}},
		{"it floods", func(c net.Conn) {
			go io.Copy(io.Discard, c)
			c.Write(connack)
			text := append([]byte{0x30, 0, 0, 21}, "homeassistant/statusx\x00online"...)
			text[1] = byte(len(text) - 2)
			for _, err := c.Write(text); err == nil; _, err = c.Write(text) {
			}
		}},
		{"it sends what nobody asked for", func(c net.Conn) {
			go io.Copy(io.Discard, c)
			c.Write(append(connack, 0x40, 2, 0, 7, 0x90, 4, 0, 9, 0, 0, 0xd0, 0, 0x50, 2, 0, 1, 0x70, 2, 0, 1))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			inHouse(t, func(h *house) {
				s, began := h.state(slapped, 5), time.Now()
				for s.Public.Round = range 3 * mostEvents {
					h.Show(s)
				}
				if late := time.Since(began); late > 0 {
					h.Errorf("the table waited for %v", late)
				}
				time.Sleep(90 * time.Second)
				synctest.Wait()
				if !slices.ContainsFunc(h.tries, func(err error) bool { return err != nil }) {
					h.Error("the box does not know that the broker does not take what it is told")
				}
				if n := len(h.tries); n < 4 || n > 200 { // a broker that says nothing is given ten seconds; one that hangs up is tried every second or two, and each try may be told twice
					h.Errorf("in 90 s it is tried %d times", n)
				}
				h.Show(s)
				began = time.Now()
				h.Close()
				if late := time.Since(began); late > 2*time.Second {
					h.Errorf("the end took %v", late)
				}
				time.Sleep(time.Minute) // for what is left of the connection
			}, func(o *Options) { o.Broker.Dial = pipeTo(c.does) })
		})
	}
}

// A broker is reached as its URL says, and by a name that only the machine knows.
func TestWaysToABroker(t *testing.T) {
	broker, door := mochi.New(&mochi.Options{Logger: slog.New(slog.DiscardHandler)}), &door{user: "table", password: "secret"}
	if err := broker.AddHook(door, nil); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err = errors.Join(err, broker.Serve()); err != nil {
		t.Fatal(err)
	}
	defer listener.Close() // the broker ends with the tests: its Close races with clients that come
	serve := func(listener net.Listener) {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go broker.EstablishConnection("tcp", c)
		}
	}
	go serve(listener)
	socket := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		upgrader := websocket.Upgrader{Subprotocols: []string{"mqtt"}}
		if c, err := upgrader.Upgrade(w, r, nil); err == nil && c.Subprotocol() == "mqtt" {
			broker.EstablishConnection("ws", newStream(c))
		}
	}))
	defer socket.Close()
	sockets := socket.Listener.Addr().String()
	secure := httptest.NewUnstartedServer(socket.Config.Handler)
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
	secure.StartTLS()
	defer secure.Close()
	ca, secureSockets := filepath.Join(t.TempDir(), "ca.pem"), secure.Listener.Addr().String()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
	if err := os.WriteFile(ca, authority, 0o600); err != nil {
		t.Fatal(err)
	}
	encrypted, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: secure.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	defer encrypted.Close()
	go serve(encrypted)
	plain := listener.Addr().String()
	_, port, _ := net.SplitHostPort(plain)
	getent := "#!/bin/sh\n[ \"$*\" = \"ahostsv4 home.local\" ] && echo 127.0.0.1 STREAM home.local || echo 192.0.2.1\n"
	folder := t.TempDir()
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	if err := os.WriteFile(filepath.Join(folder, "getent"), []byte(getent), 0o700); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ url, ca, password, want string }{
		{"mqtt://" + plain, "", "secret", ""},
		{"mqtts://" + encrypted.Addr().String(), ca, "secret", ""},
		{"ws://" + sockets + "/mqtt", "", "secret", ""},
		{"wss://" + secureSockets, ca, "secret", ""},
		{"mqtt://home.local:" + port, "", "secret", ""},
		{"mqtt://" + plain, "", "other", "Bad User Name or Password"},
		{"ws://" + sockets, "", "other", "Bad User Name or Password"},
		{"mqtts://" + encrypted.Addr().String(), "", "secret", "certificate"},
		{"wss://" + secureSockets, "", "secret", "certificate"},
		{"mqtts://" + encrypted.Addr().String(), ca + "x", "secret", "no such file"},
		{"mqtts://" + encrypted.Addr().String(), os.Args[0], "secret", "has no certificate in PEM"},
		{"wss://" + sockets, "", "secret", "TLS handshake"},
		{"mqtts://" + plain, "", "secret", "EOF"},
		{"ws://" + plain, "", "secret", "EOF"},
	} {
		u, err := address.ParseURL(c.url)
		if err != nil {
			t.Fatal(err)
		}
		b := Broker{URL: u, CAFile: c.ca, User: "table", Password: func() ([]byte, error) { return []byte(c.password), nil }}
		err = b.Try(Topic{Prefix: "arbitre", Table: fmt.Sprint("kitchen-", i)})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s with %q: %v; want %q", c.url, c.password, err, c.want)
		}
		topic := fmt.Sprintf("arbitre/kitchen-%d/doctor", i)
		if _, told := door.told.Load(topic); told != (c.want == "") {
			t.Errorf("%s: is told at %s: %v", c.url, topic, told)
		}
	}
	if _, beside := door.told.Load("arbitre-doctor-kitchen-0"); !beside {
		t.Error("it takes the place of the table")
	}
	door.refuses = "doctor"
	b := Broker{URL: &url.URL{Scheme: "mqtt", Host: plain}, User: "table", Password: func() ([]byte, error) { return []byte("secret"), nil }}
	if err := b.Try(Topic{Prefix: "arbitre", Table: "kitchen"}); err == nil || !strings.Contains(err.Error(), "not authorized") {
		t.Errorf("without the right to write: %v", err)
	}
	b.Password = func() ([]byte, error) { return nil, os.ErrPermission }
	if err := b.Try(Topic{Prefix: "arbitre", Table: "kitchen"}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("without the right to read the password: %v", err)
	}
}

func FuzzLink(f *testing.F) {
	f.Add([]byte{0x20, 3, 0, 0, 0, 0xd0, 0})
	f.Add([]byte{0x30, 0xff, 0xff, 0xff, 0x7f})
	f.Add([]byte{0x30, 0x80, 0x80, 0x80, 0x80, 1})
	f.Add([]byte{0x30, 0x80, 0x80, 0x80, 0x80, 0, 1, 2}) // a length has four bytes at most
	f.Add([]byte{0x30, 0x82, 0x80, 0x80, 0x00, 1, 2, 0xd0, 0})
	f.Add(append([]byte{0x30, 0x80, 0x01}, make([]byte, 130)...))
	f.Add(append([]byte{0x30, 0xe8, 0x07}, make([]byte, 1001)...)) // 1000 bytes
	f.Add(append([]byte{0x30, 0xe9, 0x07}, make([]byte, 1001)...))
	f.Fuzz(func(t *testing.T, stream []byte) {
		// However it is cut, a stream passes up to the first packet that is too long.
		want := 0
		for rest := stream; len(rest) > 1; rest = stream[want:] {
			length, n := binary.Uvarint(rest[1:min(len(rest), 5)])
			if n <= 0 || length > 1000 {
				break
			}
			want += min(len(rest), 1+n+int(length))
		}
		for _, in := range []io.Reader{bytes.NewReader(stream), iotest.OneByteReader(bytes.NewReader(stream))} {
			got, _ := io.ReadAll(&link{in: bufio.NewReader(in), most: 1000})
			if !bytes.Equal(got, stream[:want]) {
				t.Errorf("of %x passes %x, want %d bytes", stream, got, want)
			}
		}
	})
}

// After a restart the broker keeps the game that it was told of, until the table shows its state.
func TestABrokerIsToldNothingBeforeTheTableShowsIt(t *testing.T) {
	inHouse(t, func(h *house) {
		o := h.Options
		o.Table = "New"
		starting := New(o)
		defer starting.Close()
		h.hears()
		starting.Refresh() // the results were read
		if said := h.hears(); len(said) > 0 {
			h.Errorf("it is told %q", said)
		}
		starting.Show(h.state(slapped, 6))
		if said := h.hears(); !strings.Contains(strings.Join(said, "\n"), `arbitre/new/state {"table":"New","game":{`) {
			h.Errorf("of the game it is told %q", said)
		}
	})
}

// What a broker refuses is said once, and keeps nothing else back.
func TestABrokerThatRefuses(t *testing.T) {
	for refuses, want := range map[string]string{"event": `refuses a topic" topic=arbitre/kuche/event err=`,
		"homeassistant/status": `does not let the table read what it would" err=`} {
		inHouse(t, func(h *house) {
			h.kill()
			h.door.refuses = refuses
			h.start()
			time.Sleep(time.Minute)
			for n := range 3 {
				s := h.state(slapped, 5)
				s.Public.Round = n
				h.Show(s)
			}
			said := strings.Join(short(h.hears()), "\n")
			if !strings.Contains(said, `"round":2`) || strings.Contains(said, refuses) {
				t.Errorf("without %s the broker was told %s", refuses, said)
			}
			if strings.Count(h.log.String(), want) != 1 {
				t.Errorf("without %s the log says %s", refuses, &h.log)
			}
			if h.tries[len(h.tries)-1] != nil {
				t.Errorf("without %s the box is told %v", refuses, h.tries)
			}
		})
	}
}

// What a table says of itself when it connects: MQTT 5, 3.1.
func TestHowATableConnects(t *testing.T) {
	for _, as := range []Client{{ID: "me"}, {ID: "me", Longest: 1 << 20}} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			said := make(chan *packets.Connect, 1)
			b := Broker{URL: &url.URL{Scheme: "mqtt"}, User: "table", Password: func() ([]byte, error) { return []byte("secret"), nil },
				Dial: pipeTo(func(c net.Conn) {
					p, _ := packets.ReadPacket(c)
					said <- p.Content.(*packets.Connect)
					io.Copy(io.Discard, c)
				})}
			err := b.Session(t.Context(), as, func(context.Context, *paho.Client) error { return nil })
			if took := time.Since(began); err == nil || took != 10*time.Second {
				t.Errorf("it gives up after %v: %v", took, err)
			}
			hello := <-said
			longest, most := *hello.Properties.MaximumPacketSize, hello.Properties.ReceiveMaximum
			table := longest == 16<<10 && most != nil && *most == 8
			if larger := longest == 1<<20 && most == nil; as.Longest == 0 && !table || as.Longest > 0 && !larger {
				t.Errorf("it takes packets of %d bytes, %v at a time", longest, most)
			}
			got := fmt.Sprint(hello.ClientID, hello.CleanStart, hello.KeepAlive, hello.Username, string(hello.Password), hello.WillFlag)
			if want := "metrue 30tablesecretfalse"; got != want {
				t.Errorf("it says %s, want %s", got, want)
			}
		})
	}
}

// A flood is read at the pace of a table: 16 KiB, and then 4 KiB a second.
func TestAFloodIsReadSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, err := Broker{Dial: pipeTo(func(c net.Conn) {
			for err := error(nil); err == nil; _, err = c.Write(make([]byte, 100)) {
			}
		})}.throttled().dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		conn.SetReadDeadline(time.Now().Add(100 * time.Second))
		n, _ := io.Copy(io.Discard, conn)
		if want := int64(16<<10 + 100*4<<10); n < want-500 || n > want+500 {
			t.Errorf("in 100 s %d bytes are read, want %d", n, want)
		}
		conn.Close()
	})
}

// However often Home Assistant says that it has started, it is told at most once a second.
func TestHomeAssistantIsToldAgainWhenItStarts(t *testing.T) {
	inHouse(t, func(h *house) {
		first := h.hears()
		for second := range 3 {
			for _, payload := range []string{"offline", "online", "online", "online"} {
				h.broker.Publish(HomeStatus, []byte(payload), false, 1)
				synctest.Wait()
			}
			told := slices.DeleteFunc(h.hears(), func(said string) bool { return strings.HasPrefix(said, HomeStatus) })
			if diff := cmp.Diff(first, told); diff != "" {
				h.Errorf("in second %d (-want +got):\n%s", second, diff)
			}
			time.Sleep(time.Second)
		}
		h.broker.Publish(HomeStatus, []byte("offline"), false, 1)
		if told := h.hears(); len(told) > 1 {
			h.Errorf("when it ends it is told %v", told)
		}
	})
}
