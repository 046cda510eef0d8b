// Package box assembles a table from real or virtual parts, by a configuration.
//
// [Service.Run] is the daemon: it runs one configuration after the other on this machine. [FromConfig]
// and onMachine make a [Box], which is hardware, virtual or real. [Box.Run] joins that with what has no
// hardware (results, pages, broker, sounds, pictures), makes the referee, and runs it.
package box

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/systemd"
)

// A Box is the hardware that a referee works with, real or virtual. A nil part is missing.
type Box struct {
	Seats   []games.Seat                     // with a button
	Learn   *layers.Buttons                  // how the buttons are learnt; nil if they are known
	Learns  bool                             // whether they can be learnt anew
	Buttons referee.Buttons                  // on lines, or virtual
	Plugged referee.Buttons                  // on plugged-in devices
	Playing func(*games.Start)               // called with the game that begins, and with nil in the lobby
	Polled  func([]games.Seat) []race.Device // returns the devices with these seats' buttons; nil if all are on lines
	Typed   <-chan hw.Event                  // from keyboards
	Lamps   map[hw.Button]func() (hw.Output, error)
	Panel   *hw.OLED
	Public  *hw.OLED              // faces all players
	Told    func(referee.Picture) // called with what the panel shows; may be nil
	Web     net.Listener          // first listener of the pages for phones; nil to listen as configured
	Buzzer  func() (hw.ToneOutput, error)
	Broker  func(context.Context) (net.Conn, error) // connects to the broker, if one is configured; nil to use its URL
	Clock   func() time.Duration                    // stamps the edges; nil for the kernel's
	Alarm   referee.Alarm                           // goes by that clock; nil for the runtime's timers
	Machine results.Clock                           // dates the games; of another clock than the kernel's
	Virtual bool                                    // people sit at a virtual table
	Bots    games.Bots                              // that sit there when the box starts
	Seed    func() uint64                           // seeds a game's random draws
}

// Run runs the table on this hardware until the context ends, or until a new configuration takes
// effect, which it returns. It creates all parts, each after those that it needs.
func (b Box) Run(ctx context.Context, c config.Config, s Service) (next *config.Config, err error) {
	a := newAssembly(b, c, s)
	defer a.close()
	alarm, err := a.clock()
	if err != nil {
		return nil, err
	}
	language := wording.Language(c.Language)
	houseRules, err := a.houseRules(language)
	if err != nil {
		return nil, err
	}
	s.Folder.Move(c.Journals)
	a.openBook()

	lamps := a.lamps()
	play, setVolume, command := a.sounds()
	showJudge, showPublic := a.displays()
	pages := a.pages()
	a.broker()
	a.complete.Store(true)

	o := a.options(language, houseRules, pages)
	r := referee.New(o, a.box.Clock())
	if b.Panel == nil {
		a.ready() // with a panel, after the first picture
	}
	return r.Run(ctx, referee.Devices{
		Clock:          a.box.Clock,
		Alarm:          alarm,
		Events:         events(b.Buttons),
		Plugged:        events(b.Plugged),
		CatchUp:        a.box.catchUp,
		Typed:          b.Typed,
		Answers:        a.answers,
		Claims:         a.claims,
		Reload:         s.Reload,
		Renamed:        a.renamed,
		Judge:          showJudge,
		Public:         showPublic,
		Lamp:           lamps.Set,
		Play:           play,
		Volume:         setVolume,
		Command:        command,
		Heartbeat:      s.Supervisor.Heartbeat,
		HeartbeatEvery: s.Supervisor.HeartbeatEvery,
		Status:         func(broken []string) { s.Supervisor.Status(statusLine(broken)) },
	}), nil
}

// powerOff asks systemd to shut the machine down.
func powerOff(runtime string) error {
	if runtime == "" {
		return games.Refuse(games.Text{Word: "no_power_off"},
			errors.New("only as a service of systemd can arbitre shut the machine down"))
	}
	return systemd.PowerOff(runtime)
}

// seed returns a random seed for a game: 53 bits, which every JSON reader keeps exactly.
func seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// statusLine returns the status shown by systemd, with the names of the broken parts.
func statusLine(broken []string) string {
	if len(broken) == 0 {
		return "The table is open."
	}
	return fmt.Sprintf("The table is open; not working: %s.", strings.Join(broken, ", "))
}
