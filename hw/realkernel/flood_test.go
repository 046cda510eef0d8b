package realkernel

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A flood has associations asked for by phones that there are not, one after the other, as tools against an access
// point do (mdk4, mode a). Its radio hears what the access point replies.
type flood struct {
	away
	radio   string // wlan2, say
	network string // its name
	access  net.HardwareAddr
	channel int // in MHz

	asked   int            // by so many phones
	replied map[string]int // such as "authentication, status 0"
}

// Subtypes of management frames, and the radiotap header that says nothing (IEEE 802.11-2020, 9.2.4.1.3; radiotap.org).
const (
	association         = 0x00
	associationResponse = 0x10
	authentication      = 0xb0
	deauthentication    = 0xc0

	noRadiotap = "\x00\x00\x08\x00\x00\x00\x00\x00"
)

// newFlood has a radio listen and send on the channel on which a phone is.
func newFlood(w away, radio string, anna *phone) *flood {
	w.Helper()
	f := &flood{away: w, radio: radio, network: anna.network, replied: map[string]int{}}
	said := read(w, "/run/phone/log")
	found := regexp.MustCompile(`associate with (\S+) .*freq=(\d+) MHz`).FindStringSubmatch(said)
	if found == nil {
		w.Fatalf("no channel in\n%s", said)
	}
	f.channel = number(w, found[2])
	var err error
	if f.access, err = net.ParseMAC(found[1]); err != nil {
		w.Fatal(err)
	}
	err = f.enter(func() error {
		index, err := net.InterfaceByName(radio)
		if err != nil {
			return err
		}
		if err := nl80211(unix.NL80211_CMD_SET_INTERFACE, word{unix.NL80211_ATTR_IFINDEX, index.Index},
			word{unix.NL80211_ATTR_IFTYPE, unix.NL80211_IFTYPE_MONITOR}); err != nil {
			return fmt.Errorf("monitor: %w", err)
		}
		if err := f.run("/run/guest/busybox", "ifconfig", radio, "up"); err != nil {
			return err
		}
		if err := nl80211(unix.NL80211_CMD_SET_CHANNEL, word{unix.NL80211_ATTR_IFINDEX, index.Index},
			word{unix.NL80211_ATTR_WIPHY_FREQ, f.channel}); err != nil {
			return fmt.Errorf("channel: %w", err)
		}
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
	return f
}

// goesOn floods until the context ends, and returns how many phones have asked.
func (f *flood) goesOn(ctx context.Context) int {
	err := f.enter(func() error {
		index, err := net.InterfaceByName(f.radio)
		if err != nil {
			return err
		}
		all := binary.NativeEndian.Uint16(binary.BigEndian.AppendUint16(nil, unix.ETH_P_ALL))
		socket, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW|unix.SOCK_NONBLOCK, int(all))
		if err != nil {
			return err
		}
		defer unix.Close(socket)
		if err := unix.Bind(socket, &unix.SockaddrLinklayer{Protocol: all, Ifindex: index.Index}); err != nil {
			return err
		}
		for frame := make([]byte, 4096); ctx.Err() == nil; time.Sleep(time.Millisecond) {
			phone := binary.BigEndian.AppendUint64(nil, rand.Uint64())[:6]
			phone[0] = phone[0]&^1 | 2 // of one, and made up
			unix.Write(socket, f.frame(authentication, phone, "\x00\x00\x01\x00\x00\x00"))
			f.asked++
			for {
				n, err := unix.Read(socket, frame)
				if err != nil {
					break
				}
				f.hears(socket, frame[:n])
			}
		}
		return nil
	})
	if err != nil {
		f.Error(err)
	}
	return f.asked
}

// frame is a frame of a phone to the access point.
func (f *flood) frame(kind byte, phone []byte, body string) []byte {
	b := append([]byte(noRadiotap), kind, 0, 0, 0)
	return append(append(append(append(append(b, f.access...), phone...), f.access...), 0, 0), body...)
}

// hears counts what the access point replies, and asks on behalf of who may ask on.
func (f *flood) hears(socket int, frame []byte) {
	if len(frame) < 4 || len(frame) < int(frame[2])+30 {
		return
	}
	frame = frame[frame[2]:]
	if frame[4]&3 != 2 || !bytes.Equal(frame[10:16], f.access) {
		return // not to a phone that was made up
	}
	phone, body := frame[4:10], frame[24:]
	switch frame[0] {
	case authentication:
		f.replied[fmt.Sprint("authentication, status ", body[4])]++
		unix.Write(socket, f.frame(association, phone, "\x11\x04\x0a\x00"+"\x00"+string(rune(len(f.network)))+f.network+
			"\x01\x08\x82\x84\x8b\x96\x0c\x12\x18\x24"+
			"\x30\x14\x01\x00\x00\x0f\xac\x04\x01\x00\x00\x0f\xac\x04\x01\x00\x00\x0f\xac\x02\x00\x00")) // WPA2-PSK, CCMP
	case associationResponse:
		f.replied[fmt.Sprint("association, status ", body[2])]++
	case deauthentication:
		f.replied[fmt.Sprint("sent away, reason ", body[0])]++
	}
}

func (f *flood) String() string {
	var said []string
	for _, what := range slices.Sorted(maps.Keys(f.replied)) {
		said = append(said, fmt.Sprintf("%s: %d", what, f.replied[what]))
	}
	return fmt.Sprintf("%d phones ask; %s", f.asked, strings.Join(said, "; "))
}
