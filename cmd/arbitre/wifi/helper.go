package wifi

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"github.com/godbus/dbus/v5"
)

// Names and numbers of NetworkManager's D-Bus API, from its reference manual.
const (
	name    = "org.freedesktop.NetworkManager"
	path    = "/org/freedesktop/NetworkManager"
	device  = name + ".Device"
	radio   = device + ".Wireless"
	active  = name + ".Connection.Active"
	isWiFi  = 2    // NM_DEVICE_TYPE_WIFI
	canBeAP = 0x40 // NM_WIFI_DEVICE_CAP_AP

	available    = 30 // NM_DEVICE_STATE_DISCONNECTED: the device can be activated
	activated    = 2  // NM_ACTIVE_CONNECTION_STATE_ACTIVATED
	deactivating = 3  // and above: it has ended, or will

	pmfDisable = 1 // NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE
)

// How long the helper waits: for a radio that NetworkManager has just found, and for the Wi-Fi.
const (
	radioTime = 20 * time.Second
	upTime    = 60 * time.Second
)

// answers is read by the dnsmasq of a shared connection a while after NetworkManager has started it
// (NetworkManager(8)). Systemd removes the file, too, for other shared connections are none of ours.
const answers = "/etc/NetworkManager/dnsmasq-shared.d/arbitre.conf"

// A helper makes the Wi-Fi of one connection.
type helper struct {
	bus    *dbus.Conn
	out    *json.Encoder
	wishes chan wish // capacity 1
}

// Serve makes the box's own Wi-Fi and tells its states to out, until in ends, or the context, or the
// Wi-Fi, or until the box has joined a home's as in has asked for. NetworkManager takes the box's own
// away when this process leaves the bus, however it ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	h := helper{out: json.NewEncoder(out), wishes: make(chan wish, 1)}
	go func() {
		h.read(in)
		stop()
	}()
	err := h.run(ctx)
	if known, ok := errors.AsType[failure](err); ok {
		h.out.Encode(State{Phase: Failed, Why: known.Reason}) // whoever has asked may be gone
		return err
	}
	return nil // whoever asked has gone
}

// read reads the daemon's wishes to the end of its lines, or to one that is none. One that comes before
// the last is fulfilled waits, and others are dropped.
func (h helper) read(in io.Reader) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostWish)
	for lines.Scan() {
		w, err := parseWish(lines.Bytes())
		if err != nil {
			return
		}
		select {
		case h.wishes <- w:
		default:
		}
	}
}

// run makes the Wi-Fi and waits for its end. It returns a [failure], or the error of the context, or
// nil once the box is in another network.
func (h helper) run(ctx context.Context) (err error) {
	if h.bus, err = dbus.ConnectSystemBus(); err != nil {
		return fail(Stopped, err)
	}
	defer h.bus.Close()
	if err := h.isRunning(ctx); err != nil {
		return err
	}
	on, err := h.findRadio(ctx)
	if err != nil {
		return err
	}
	defer os.Remove(answers)
	h.search(ctx, on)
	state := State{Phase: Up, Network: "arbitre-" + random(2), Key: random(12)}
	for {
		w, err := h.makeOwn(ctx, on, state)
		switch {
		case err != nil:
			return err
		case w.Search:
			h.search(ctx, on)
			state.Home, state.Why = "", ""
			continue
		}
		state.Home = w.Network.Name()
		if err = h.join(ctx, on, w); err == nil {
			return h.out.Encode(State{Phase: Joined, Home: state.Home})
		}
		known, _ := errors.AsType[failure](err)
		state.Why = known.Reason
		log.Print(err)
	}
}

// makeOwn makes the box's own Wi-Fi and takes it away for the next wish, which it returns.
func (h helper) makeOwn(ctx context.Context, on dbus.ObjectPath, state State) (w wish, err error) {
	if err := answerAllNames(); err != nil {
		return w, fail(Refused, err)
	}
	lasts, err := h.activate(ctx, on, state)
	if err != nil {
		return w, err
	}
	if err := h.out.Encode(state); err != nil {
		return w, err
	}
	waiting, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		_, err := h.await(waiting, lasts, func(s uint32) bool { return s >= deactivating })
		ended <- err
	}()
	select {
	case err := <-ended:
		return w, fail(Refused, fmt.Errorf("the Wi-Fi has ended: %w", err))
	case w = <-h.wishes:
	}
	if err := h.call(ctx, path, name+".DeactivateConnection", lasts).Err; err != nil {
		return w, fail(Refused, err)
	}
	<-ended // in a moment, or with the context
	return w, os.Remove(answers)
}

// call calls a method of an object of NetworkManager.
func (h helper) call(ctx context.Context, of dbus.ObjectPath, method string, args ...any) *dbus.Call {
	return h.bus.Object(name, of).CallWithContext(ctx, method, 0, args...)
}

// isRunning reports as an error that NetworkManager is missing or stopped.
func (h helper) isRunning(ctx context.Context) error {
	var runs bool
	if err := h.bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, name).Store(&runs); err != nil {
		return fail(Stopped, err)
	}
	if runs {
		return nil
	}
	systemd := h.bus.Object("org.freedesktop.systemd1", "/org/freedesktop/systemd1")
	known := systemd.CallWithContext(ctx, "org.freedesktop.systemd1.Manager.GetUnitFileState", 0, "NetworkManager.service")
	if known.Err != nil {
		return fail(NoManager, errors.New("NetworkManager is missing: sudo apt install network-manager"))
	}
	return fail(Stopped, errors.New("NetworkManager does not run: sudo systemctl enable --now NetworkManager"))
}

// property reads a property of an object of NetworkManager.
func property[T any](ctx context.Context, h helper, of dbus.ObjectPath, from, key string) (value T, err error) {
	var v dbus.Variant
	err = h.call(ctx, of, "org.freedesktop.DBus.Properties.Get", from, key).Store(&v)
	if err == nil {
		err = v.Store(&value)
	}
	return value, err
}

// findRadio returns the first radio that can be an access point, once it is available.
func (h helper) findRadio(ctx context.Context) (dbus.ObjectPath, error) {
	late := time.After(radioTime)
	for {
		on, err := h.lookForRadio(ctx)
		if err == nil {
			return on, nil
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-late:
			return "", err
		case <-time.After(time.Second / 4):
		}
	}
}

// lookForRadio looks for a radio once, and switches it on where that can be done by software.
func (h helper) lookForRadio(ctx context.Context) (dbus.ObjectPath, error) {
	var devices []dbus.ObjectPath
	if err := h.call(ctx, path, name+".GetDevices").Store(&devices); err != nil {
		return "", fail(Refused, err)
	}
	none := fail(NoRadio, errors.New("no device is a radio for Wi-Fi"))
	for _, on := range devices {
		if kind, err := property[uint32](ctx, h, on, device, "DeviceType"); err != nil || kind != isWiFi {
			continue
		}
		if can, err := property[uint32](ctx, h, on, radio, "WirelessCapabilities"); err != nil || can&canBeAP == 0 {
			none = fail(NoAccess, fmt.Errorf("capabilities %#x, %v", can, err))
			continue
		}
		state, err := property[uint32](ctx, h, on, device, "State")
		if err == nil && state >= available {
			return on, nil
		}
		none = fail(RadioOff, fmt.Errorf("state %d of the radio, %v", state, err))
		if hard, err := property[bool](ctx, h, path, name, "WirelessHardwareEnabled"); err == nil && hard {
			h.bus.Object(name, path).SetProperty(name+".WirelessEnabled", true) // a refusal shows in the state
		}
	}
	return "", none
}

// activate starts the access point on a radio, and returns the active connection once it is up.
//
// It is WPA2 with CCMP and without protected management frames: with them, and with WPA3, radios of
// the Raspberry Pi let nobody in (raspberrypi/linux#7247, raspberrypi/linux#3619).
func (h helper) activate(ctx context.Context, on dbus.ObjectPath, s State) (dbus.ObjectPath, error) {
	ctx, stop := context.WithTimeout(ctx, upTime)
	defer stop()
	_, up, err := h.add(ctx, on, map[string]setting{
		"connection":      {"id": "arbitre", "type": "802-11-wireless", "autoconnect": false},
		"802-11-wireless": {"ssid": []byte(s.Network), "mode": "ap", "band": "bg"},
		"802-11-wireless-security": {"key-mgmt": "wpa-psk", "psk": s.Key, "proto": []string{"rsn"},
			"pairwise": []string{"ccmp"}, "group": []string{"ccmp"}, "pmf": int32(pmfDisable)},
		"ipv4": {"method": "shared", "address-data": []map[string]dbus.Variant{
			variants(setting{"address": Address.String(), "prefix": uint32(24)})}},
		"ipv6": {"method": "disabled"},
	}, setting{
		"persist":         "volatile",    // nothing is kept of it
		"bind-activation": "dbus-client", // and it ends with this process
	})
	if err != nil {
		return "", fail(Refused, err)
	}
	state, err := h.await(ctx, up, func(s uint32) bool { return s >= activated })
	if err == nil && state != activated {
		err = fmt.Errorf("state %d of the connection", state)
	}
	if err != nil {
		return "", fail(Refused, err)
	}
	return up, nil
}

// A setting is a group of a connection's settings, as nm-settings-dbus(5) lists them, or the options of
// a call.
type setting map[string]any

func variants(values setting) map[string]dbus.Variant {
	all := map[string]dbus.Variant{}
	for key, value := range values {
		all[key] = dbus.MakeVariant(value)
	}
	return all
}

// add adds a connection and activates it on a radio. It returns the connection and the active one.
func (h helper) add(ctx context.Context, on dbus.ObjectPath, groups map[string]setting, options setting) (
	connection, up dbus.ObjectPath, err error,
) {
	settings := map[string]map[string]dbus.Variant{}
	for group, values := range groups {
		settings[group] = variants(values)
	}
	var more map[string]dbus.Variant
	err = h.call(ctx, path, name+".AddAndActivateConnection2", settings, on, dbus.ObjectPath("/"), variants(options)).
		Store(&connection, &up, &more)
	return connection, up, err
}

// listen has signals of the bus come until end is called.
func (h helper) listen(ctx context.Context, matches ...[]dbus.MatchOption) (signals <-chan *dbus.Signal, end func(), err error) {
	heard := make(chan *dbus.Signal, 16)
	h.bus.Signal(heard)
	added := 0
	end = func() {
		for _, match := range matches[:added] {
			h.bus.RemoveMatchSignal(match...)
		}
		h.bus.RemoveSignal(heard)
	}
	for _, match := range matches {
		if err := h.bus.AddMatchSignalContext(ctx, match...); err != nil {
			end()
			return nil, nil, err
		}
		added++
	}
	return heard, end, nil
}

// await waits until the state of an active connection is as asked. One that NetworkManager does not
// know any more has ended.
func (h helper) await(ctx context.Context, of dbus.ObjectPath, is func(uint32) bool) (uint32, error) {
	signals, end, err := h.listen(ctx,
		[]dbus.MatchOption{dbus.WithMatchObjectPath(of), dbus.WithMatchInterface(active)},
		[]dbus.MatchOption{dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, name)})
	if err != nil {
		return 0, err
	}
	defer end()
	for {
		state, err := property[uint32](ctx, h, of, active, "State")
		if err != nil || is(state) {
			return state, err
		}
		select {
		case <-ctx.Done():
			return state, ctx.Err()
		case _, ok := <-signals:
			if !ok {
				return state, dbus.ErrClosed
			}
		}
	}
}

// answerAllNames has the DNS server of the next shared connection answer every name with the box, so
// that a phone's question whether it has the Internet leads there. There are no addresses of IPv6.
func answerAllNames() error {
	text := fmt.Sprintf("# while the Wi-Fi of the referee box is up\naddress=/#/%s\nlocal=/#/\n", Address)
	return os.WriteFile(answers, []byte(text), 0o644)
}
