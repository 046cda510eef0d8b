package doctor

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"arbitre/display/wording"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// buzzer looks for the kernel's PWM, which a passive buzzer needs. An active one is among the
// outputs.
func buzzer(m *Machine) []finding {
	b := m.config.Buzzer
	switch {
	case !b.Enabled:
		return []finding{{Part: m.Say("buzzer"), verdict: m.unwanted()}}
	case b.Kind == "active":
		return nil
	}
	return []finding{{Part: m.Say("buzzer"), verdict: m.passiveBuzzer(b.Pin), Line: b.Pin}}
}

func (m *Machine) passiveBuzzer(line string) verdict {
	overlay, ok := hw.PWMOverlay(line)
	chip := hw.SurveyPWM(m.root, line)
	switch {
	case !ok:
		return m.says(warning, "%s: has no PWM, which a passive buzzer needs", line).
			mend(`use GPIO12, GPIO13, GPIO18 or GPIO19, or an active buzzer with [buzzer] kind = "active"`)
	case chip == "":
		v := m.says(warning, "%s: the kernel's PWM is switched off", line)
		return m.onPi(v, "add %s to %s and restart", overlay, configTxt)
	}
	folder := strings.TrimPrefix(chip, strings.TrimSuffix(m.root, "/"))
	export := folder + "/export" // it can be written, but not read
	if m.may(filepath.Join(m.root, export), unix.W_OK) != nil {
		return m.denied(m.outsider(warning, export, "gpio"))
	}
	return m.says(fine, "%s: PWM by %s", line, folder)
}

// speaker looks for aplay and for the card that it plays on.
func speaker(m *Machine) verdict {
	if !m.config.Speaker.Enabled {
		return m.unwanted()
	}
	configured := m.config.Speaker.Card
	device := hw.SoundDevice(m.files, configured, "") // the service has no user's sound server
	listed, err := m.program("aplay", "-L")
	if err != nil {
		return m.says(warning, "aplay is not installed, which plays the sounds").run("sudo apt install alsa-utils")
	}
	cards, err := hw.SoundCards(m.files)
	if err != nil || len(cards) == 0 {
		return m.says(warning, "this machine has no sound card").
			mend("plug in a USB sound card, or on a Pi with a jack add dtparam=audio=on to %s and restart", configTxt)
	}
	var ids []string
	for _, card := range cards {
		ids = append(ids, card.ID)
	}
	// "plughw:CARD=Headphones,DEV=0" and "hw:1,0" name a card. "default" namesCard no card: without a
	// sound server it is the first one, and aplay does not list it.
	_, id, namesCard := strings.Cut(device, ":")
	id, _, _ = strings.Cut(strings.TrimPrefix(id, "CARD="), ",")
	i := slices.IndexFunc(cards, func(c hw.SoundCard) bool { return c.ID == id || strconv.Itoa(c.Number) == id })
	isListed := device == "default" || slices.Contains(strings.Split(listed, "\n"), device)
	if namesCard && i < 0 || !namesCard && !isListed {
		return m.says(warning, "there is no %q among the cards, which are %s", device, strings.Join(ids, ", ")).
			mend("aplay -L lists the devices; for instance [speaker] card = %q", "plughw:CARD="+ids[0])
	}
	card := cards[max(0, i)]
	if nodes, _ := fs.Glob(m.files, fmt.Sprintf("dev/snd/pcmC%dD*p", card.Number)); len(nodes) > 0 {
		if v, refused := m.refused("/"+nodes[0], warning); refused {
			return v
		}
	}
	if !namesCard {
		return m.says(fine, "%s, of %s", device, strings.Join(ids, ", "))
	}
	return verdict{State: fine, Says: configured + ": " + card.Name}
}

// voice looks for what the loudspeaker speaks by.
func voice(m *Machine) verdict {
	if m.config.Sounds.Voice == string(wording.Silent) {
		return m.unwanted()
	}
	if !m.config.Speaker.Enabled {
		return m.says(warning, "there is no loudspeaker that speaks").mend("write enabled = true below [speaker] in the configuration")
	}
	version, err := m.program("espeak-ng", "--version")
	if err != nil {
		return m.says(warning, "espeak-ng is not installed, which speaks").run("sudo apt install espeak-ng")
	}
	version, _, _ = strings.Cut(version, " Data at:")
	return verdict{State: fine, Says: strings.TrimSpace(version)}
}
