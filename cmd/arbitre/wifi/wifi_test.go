package wifi

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A phone reads a network's name and key from the code, whatever is in them.
func TestACodeKeepsWhatIsInIt(t *testing.T) {
	for _, tt := range [][3]string{
		{"arbitre-kx", "abcdefghjkmn", "WIFI:S:arbitre-kx;T:WPA;P:abcdefghjkmn;;"},
		{`a;b:c\d"e,f`, `\;`, `WIFI:S:a\;b\:c\\d\"e\,f;T:WPA;P:\\\;;;`},
		{"Jörg’s 🎲", "käse", "WIFI:S:Jörg’s 🎲;T:WPA;P:käse;;"},
		{"\x00\xff\n", "", "WIFI:S:\x00\xff\n;T:WPA;P:;;"},
	} {
		if got := Code(tt[0], tt[1]); got != tt[2] {
			t.Errorf("%q with key %q is %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

// A key is typed by people who can't scan it: every letter comes, and none that looks like another.
func TestAKeyIsOfLettersThatNobodyMistakes(t *testing.T) {
	all := random(10_000)
	for _, r := range "il01oO" {
		if strings.ContainsRune(all, r) {
			t.Errorf("%c may be taken for another", r)
		}
	}
	for _, r := range letters {
		if n := strings.Count(all, string(r)); n < 300 || n > 600 { // 435 on average, 20 of deviation
			t.Errorf("%c stands %d times in 10,000", r, n)
		}
	}
}

// The daemon hears its helper as long as that lives, and knows when it is gone, whatever it says.
func TestADaemonHearsItsHelper(t *testing.T) {
	c := NewClient(filepath.Join(t.TempDir(), "socket"))
	next := func(want State) {
		t.Helper()
		if got := <-c.Changes(); got != want {
			t.Fatalf("it is %+v, want %+v", got, want)
		}
	}
	if c.IsOffered() {
		t.Error("a socket that is not there is offered")
	}
	c.Open() // nobody listens
	next(State{Phase: Failed, Why: Refused})
	helpers := must(net.Listen("unix", c.socket))
	defer helpers.Close()
	if !c.IsOffered() {
		t.Error("the socket is not offered")
	}
	open := func() net.Conn {
		c.Open()
		c.Open() // is of no effect
		next(State{Phase: Starting})
		return must(helpers.Accept())
	}
	up := State{Phase: Up, Network: "arbitre-kx", Key: "abcdefghjkmn"}
	for said, want := range map[string]State{
		"": {Phase: Failed, Why: Refused},
		`{"phase":"failed","why":"wifi_no_radio"}` + "\n": {Phase: Failed, Why: NoRadio},
		"rubbish\n":                     {Phase: Failed, Why: Refused},
		strings.Repeat("x", 2*mostLine): {Phase: Failed, Why: Refused},
	} {
		helper := open()
		helper.Write([]byte(`{"phase":"up","network":"arbitre-kx","key":"abcdefghjkmn"}` + "\n"))
		next(up)
		helper.Write([]byte(said))
		helper.Close()
		next(want)
	}
	open().Close() // the one before still ends its Wi-Fi
	helper := must(helpers.Accept())
	helper.Write([]byte(`{"phase":"up","network":"arbitre-kx","key":"abcdefghjkmn"}` + "\n"))
	next(up)
	c.Close()
	next(State{})
	helper.SetReadDeadline(time.Now().Add(time.Minute))
	if n, err := helper.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Error("the helper does not notice that its Wi-Fi is not wanted any more")
	}
	if c.State() != (State{}) {
		t.Errorf("after its end it is %+v", c.State())
	}
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
