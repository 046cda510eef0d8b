package doctor

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/hw"
)

// races compares the tie window in force with the shortest that holds on this machine as it is now.
func races(m *Machine) verdict {
	least := milliseconds(m.Say, m.shortestTie)
	switch tie := m.config.Race.Tie; {
	case tie == config.Auto:
		return m.says(fine, `presses less than %s ms apart are a dead heat, as was measured now (tie = "auto")`, least)
	case tie < m.shortestTie:
		return m.says(warning, "presses %s ms apart can't be told apart on this machine as it is now; "+
			"those %s ms apart can", milliseconds(m.Say, tie), least).
			mend("write tie = \"auto\" below [race] in the configuration, or end what else runs on this machine")
	default:
		return m.says(fine, "presses less than %s ms apart are a dead heat; here %s ms would be enough",
			milliseconds(m.Say, tie), least)
	}
}

// milliseconds says a number of them, for some terminals have no µ.
func milliseconds(say wording.Say, d time.Duration) string {
	whole, part := int(d.Milliseconds()), d.Microseconds()%1000
	if part == 0 {
		return strconv.Itoa(whole)
	}
	return say("%d.%s", whole, strings.TrimRight(fmt.Sprintf("%03d", part), "0"))
}

// power looks at the supply voltage, which the firmware of a Pi watches.
func power(m *Machine) verdict {
	text, err := m.program("vcgencmd", "get_throttled")
	low, since, failed := hw.ParseThrottled(text)
	switch {
	case err != nil || failed != nil:
		return m.says(off, "this machine does not tell")
	case low:
		return m.says(warning, "the voltage is too low now: the Pi may stop in the middle of a game").
			mend("use the Pi's own power supply and a short, thick cable")
	case since:
		return m.says(warning, "the voltage was too low since the start").
			mend("use the Pi's own power supply and a short, thick cable")
	}
	return m.says(fine, "the voltage is good")
}

// service looks at the state of arbitre's unit.
func service(m *Machine) verdict {
	u := m.unit
	switch {
	case u == nil:
		return m.says(off, "systemd does not run on this machine")
	case !u.Installed():
		return m.says(off, "not installed; arbitre run starts the referee by hand")
	case u["ActiveState"] == "failed":
		return m.says(missing, "has failed (%s)", u["Result"]).
			mend("journalctl -u arbitre -n 50 says why; then sudo systemctl restart arbitre")
	case u["ActiveState"] == "inactive" && u["UnitFileState"] == "enabled":
		return m.says(warning, "is stopped").run("sudo systemctl start arbitre")
	case u["ActiveState"] == "inactive":
		return m.says(warning, "is stopped, and does not start with the machine").
			run("sudo systemctl enable --now arbitre")
	case !u.Active():
		return m.says(missing, "does not come up: %s, %s (%s)", u["ActiveState"], u["SubState"], u["Result"]).
			mend("journalctl -u arbitre -n 50 says why")
	}
	v := m.says(fine, "runs since %s", u["ExecMainStartTimestamp"])
	if n := u["NRestarts"]; n != "" && n != "0" {
		v.State = warning
		v = v.and("; was restarted %s times (last result: %s)", n, u["Result"]).
			mend(`journalctl -u arbitre -b says why, above each "Failed with result"`)
	}
	if watchdog := u["WatchdogUSec"]; watchdog != "" && watchdog != "0" && watchdog != "infinity" {
		return v.and("; watchdog %s", watchdog)
	}
	v.State = warning
	return v.and("; nobody watches over it").mend("reinstall its unit, or add WatchdogSec=")
}
