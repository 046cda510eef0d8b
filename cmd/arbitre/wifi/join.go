package wifi

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"arbitre/display/shown"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"
)

// More names and numbers of NetworkManager's D-Bus API.
const (
	point    = name + ".AccessPoint"
	kept     = name + ".Settings.Connection"
	settings = path + "/Settings"

	hasPrivacy = 0x1 // NM_802_11_AP_FLAGS_PRIVACY

	keyPSK        = 0x100 // NM_802_11_AP_SEC_KEY_MGMT_PSK
	keySAE        = 0x400
	keyOWE        = 0x800  // 0x1000 is an open network beside such a one
	keyEnterprise = 0x2200 // …_802_1X, …_EAP_SUITE_B_192

	connected = 100 // NM_DEVICE_STATE_ACTIVATED
	failed    = 120 // NM_DEVICE_STATE_FAILED
)

// mostPoints is how many access points are asked what they are, of those that a radio hears.
const mostPoints = 200

// How long the helper waits: for what a radio hears, and for a network to let it in.
const (
	searchTime = 8 * time.Second
	joinTime   = 60 * time.Second
	dhcpTime   = 30 * time.Second
)

// reasons are those of NMDeviceStateReason that people can do something about.
var reasons = map[uint32]Reason{
	5: NoAddress, 15: NoAddress, 16: NoAddress, 17: NoAddress, // IP_CONFIG_UNAVAILABLE, DHCP_…
	7:  WrongKey, // NO_SECRETS: those that it has were refused
	53: NotFound, // SSID_NOT_FOUND
}

// search has a radio look around, and tells the networks that it hears. It has no access point of its
// own meanwhile, for many radios can't do both. None is told after an error.
func (h helper) search(ctx context.Context, on dbus.ObjectPath) {
	late := time.Now().Add(searchTime)
	before, _ := property[int64](ctx, h, on, radio, "LastScan")
	h.call(ctx, on, radio+".RequestScan", map[string]dbus.Variant{}) // it is refused while one is under way
	for now := before; now == before && time.Now().Before(late) && ctx.Err() == nil; {
		time.Sleep(time.Second / 4)
		now, _ = property[int64](ctx, h, on, radio, "LastScan")
	}
	near := []shown.Network{}
	var points []dbus.ObjectPath
	h.call(ctx, on, radio+".GetAllAccessPoints").Store(&points)
	for _, p := range points[:min(len(points), mostPoints)] {
		if heard, err := h.hear(ctx, p); err == nil {
			near = append(near, heard)
		}
	}
	h.out.Encode(news{Near: strongest(near)})
}

// hear returns the network of an access point.
func (h helper) hear(ctx context.Context, of dbus.ObjectPath) (n shown.Network, err error) {
	var all map[string]dbus.Variant
	if err = h.call(ctx, of, "org.freedesktop.DBus.Properties.GetAll", point).Store(&all); err != nil {
		return n, err
	}
	n.SSID, _ = all["Ssid"].Value().([]byte)
	strength, _ := all["Strength"].Value().(uint8)
	flags, _ := all["Flags"].Value().(uint32)
	wpa, _ := all["WpaFlags"].Value().(uint32)
	rsn, _ := all["RsnFlags"].Value().(uint32)
	n.Strength, n.Lock = max(1, int(strength)), lockOf(flags, wpa|rsn)
	return n, nil
}

// lockOf returns the lock that an access point announces.
func lockOf(flags, security uint32) shown.Lock {
	switch {
	case security&keyPSK != 0:
		return shown.WPA
	case security&keySAE != 0:
		return shown.WPA3
	case security&keyEnterprise != 0:
		return shown.Enterprise
	case security&keyOWE != 0:
		return shown.OpenPrivate
	case flags&hasPrivacy != 0:
		return shown.WEP
	}
	return ""
}

// strongest returns one network of each name, the strongest first, as many as a line may have. Those
// that hide their name have none.
func strongest(near []shown.Network) []shown.Network {
	slices.SortStableFunc(near, func(a, b shown.Network) int { return cmp.Compare(b.Strength, a.Strength) })
	heard := map[string]bool{"": true}
	near = slices.DeleteFunc(near, func(n shown.Network) bool {
		known := heard[string(n.SSID)] || len(n.SSID) > mostSSID || len(bytes.Trim(n.SSID, "\x00")) == 0
		heard[string(n.SSID)] = true
		return known
	})
	return near[:min(len(near), mostNear)]
}

// join joins a network. It is kept on the disk only then, in place of an older one of that name; until
// then nothing of it outlives NetworkManager.
func (h helper) join(ctx context.Context, on dbus.ObjectPath, w wish) error {
	ctx, stop := context.WithTimeout(ctx, joinTime)
	defer stop()
	connection, err := h.enter(ctx, on, w)
	if err == nil {
		err = h.keep(ctx, connection, w)
	}
	if err == nil {
		return nil
	}
	if connection != "" {
		forget, end := context.WithTimeout(context.WithoutCancel(ctx), searchTime)
		defer end()
		h.call(forget, connection, kept+".Delete")
	}
	return fail(NotJoined, err)
}

// enter activates a connection to a network, and returns it also if that fails.
func (h helper) enter(ctx context.Context, on dbus.ObjectPath, w wish) (connection dbus.ObjectPath, err error) {
	signals, end, err := h.listen(ctx, []dbus.MatchOption{
		dbus.WithMatchObjectPath(on), dbus.WithMatchInterface(device), dbus.WithMatchMember("StateChanged")})
	if err != nil {
		return "", err
	}
	defer end()
	connection, up, err := h.add(ctx, on, w.groups(), setting{"persist": "memory"})
	if err != nil {
		return "", err
	}
	for {
		var s *dbus.Signal
		var now, before, why uint32
		select {
		case <-ctx.Done():
			return connection, ctx.Err()
		case s = <-signals:
		}
		if s == nil {
			return connection, dbus.ErrClosed
		} else if s.Path != on || dbus.Store(s.Body, &now, &before, &why) != nil {
			continue
		}
		switch is, err := property[dbus.ObjectPath](ctx, h, on, device, "ActiveConnection"); {
		case now == connected && is == up:
			return connection, err
		case now == failed && (is == up || len(is) <= len("/")):
			return connection, fail(cmp.Or(reasons[why], NotJoined), fmt.Errorf("reason %d of the radio", why))
		}
	}
}

// groups returns the settings of a connection to a network.
func (w wish) groups() map[string]setting {
	groups := map[string]setting{
		"connection":      {"id": "home", "type": "802-11-wireless"},
		"802-11-wireless": {"ssid": w.Network.SSID, "hidden": w.Network.Strength == 0}, // asked for by its name
		"ipv4":            {"method": "auto", "dhcp-timeout": int32(dhcpTime / time.Second)},
	}
	switch w.Network.Lock {
	case shown.WPA: // NetworkManager takes WPA3 where both can do it
		groups["802-11-wireless-security"] = setting{"key-mgmt": "wpa-psk", "psk": w.Key}
	case shown.WPA3:
		groups["802-11-wireless-security"] = setting{"key-mgmt": "sae", "psk": w.Key}
	case shown.OpenPrivate:
		groups["802-11-wireless-security"] = setting{"key-mgmt": "owe"}
	}
	return groups
}

// keep keeps the connection of a network on the disk, then forgets older ones of that name.
func (h helper) keep(ctx context.Context, connection dbus.ObjectPath, w wish) error {
	if err := h.call(ctx, connection, kept+".Save").Err; err != nil {
		return err
	}
	unix.Sync() // before anybody is told
	var all []dbus.ObjectPath
	h.call(ctx, settings, name+".Settings.ListConnections").Store(&all) // without the list they stay
	for _, other := range all {
		var has map[string]map[string]dbus.Variant
		h.call(ctx, other, kept+".GetSettings").Store(&has)
		ssid, _ := has["802-11-wireless"]["ssid"].Value().([]byte)
		if other != connection && bytes.Equal(ssid, w.Network.SSID) {
			h.call(ctx, other, kept+".Delete")
		}
	}
	return nil
}
