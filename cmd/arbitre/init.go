package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/display"
	"arbitre/games/all"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
)

func initCommand(w world) *cobra.Command {
	return &cobra.Command{
		Use: "init [FILE]", Short: "ask a few questions and write the configuration",
		Long: `It asks in French, German or English for the seats, the pins and what else there
is, and writes /etc/arbitre/arbitre.toml, or FILE, with every key and what it
means. Enter takes what stands in brackets. A file that is there is kept as
FILE.old. Nothing is written before the last answer.`,
		Example: "sudo arbitre init",
		Args:    takes(0, 1, "at most one file"),
		RunE:    func(_ *cobra.Command, files []string) error { return initialise(w, files) },
	}
}

// questions are what init asks, in one language.
type questions struct {
	seats, lamps, pins, lampPins, height, buzzer, card, speaker, phones string
	wrong, done                                                         string
	yes, no                                                             string
	kinds                                                               [3]string // of buzzers: passive, active, none
}

func questionsIn(l display.Language) questions {
	switch l {
	case display.French:
		return questions{
			seats: "Combien de places, 3 à 8", lamps: "Les boutons ont-ils des lampes (oui, non)",
			pins: "Lignes des boutons, dans le sens horaire", lampPins: "Lignes des lampes, dans le même ordre",
			height: "Hauteur de l’écran OLED (64, 32, 0 sans écran)", buzzer: "Buzzer (passif, actif, aucun)",
			kinds:   [3]string{"passif", "actif", "aucun"},
			card:    "Une carte son est-elle sur le connecteur à 40 broches (oui, non)",
			speaker: "Y a-t-il un haut-parleur (oui, non)", phones: "Servir les pages pour téléphones (oui, non)",
			wrong: "Ce n’est pas possible : ", yes: "oui", no: "non",
			done: "%s est écrit. Ensuite : arbitre wiring montre le câblage, arbitre doctor vérifie tout.\n",
		}
	case display.German:
		return questions{
			seats: "Wie viele Plätze, 3 bis 8", lamps: "Haben die Knöpfe Lampen (ja, nein)",
			pins: "Leitungen der Knöpfe, im Uhrzeigersinn", lampPins: "Leitungen der Lampen, in derselben Reihenfolge",
			height: "Höhe der OLED-Anzeige (64, 32, 0 ohne Anzeige)", buzzer: "Summer (passiv, aktiv, keiner)",
			kinds:   [3]string{"passiv", "aktiv", "keiner"},
			card:    "Steckt eine Soundkarte auf der 40-poligen Leiste (ja, nein)",
			speaker: "Gibt es einen Lautsprecher (ja, nein)", phones: "Seiten für Handys anbieten (ja, nein)",
			wrong: "Das geht nicht: ", yes: "ja", no: "nein",
			done: "%s ist geschrieben. Weiter: arbitre wiring zeigt die Verdrahtung, arbitre doctor prüft alles.\n",
		}
	}
	return questions{
		seats: "How many seats, 3 to 8", lamps: "Do the buttons have lamps (yes, no)",
		pins: "Lines of the buttons, clockwise", lampPins: "Lines of the lamps, in the same order",
		height: "Height of the OLED display (64, 32, 0 for none)", buzzer: "Buzzer (passive, active, none)",
		kinds:   [3]string{"passive", "active", "none"},
		card:    "Is there a sound card on the 40-pin header (yes, no)",
		speaker: "Is there a loudspeaker (yes, no)", phones: "Serve pages for phones (yes, no)",
		wrong: "That is not possible: ", yes: "yes", no: "no",
		done: "%s is written. Next: arbitre wiring shows the wires, arbitre doctor checks everything.\n",
	}
}

// A form asks line by line. After an error it asks no more.
type form struct {
	in  *bufio.Scanner
	out io.Writer
	err error
	questions
}

// ask asks until the answer passes the check. An empty line is the preset.
func (f *form) ask(question, preset string, check func(string) error) string {
	for f.err == nil {
		fmt.Fprintf(f.out, "%s [%s]: ", question, preset)
		if !f.in.Scan() {
			fmt.Fprintln(f.out)
			f.err = errors.Join(errors.New("the answers ended before the last question: nothing is written"), f.in.Err())
			break
		}
		answer := cmp.Or(strings.TrimSpace(f.in.Text()), preset)
		err := check(answer)
		if err == nil {
			return answer
		}
		fmt.Fprintf(f.out, "%s%v\n", f.wrong, err)
	}
	return preset
}

// oneOf takes one of the words, or what only one of them begins with.
func (f *form) oneOf(question, preset string, words ...string) string {
	meant := func(answer string) (word string) {
		answer = strings.ToLower(answer)
		for _, w := range words {
			switch {
			case w == answer:
				return w
			case strings.HasPrefix(w, answer) && word != "":
				return ""
			case strings.HasPrefix(w, answer):
				word = w
			}
		}
		return word
	}
	return meant(f.ask(question, preset, func(answer string) error {
		if meant(answer) != "" {
			return nil
		}
		return fmt.Errorf("%q; %s", answer, strings.Join(words, ", "))
	}))
}

func (f *form) yesOrNo(question string, preset bool) bool {
	word := f.no
	if preset {
		word = f.yes
	}
	return f.oneOf(question, word, f.yes, f.no) == f.yes
}

// lines asks for as many lines as the preset has, until they can be wired. A bare number is that of a GPIO line.
func (f *form) lines(question string, preset []string, wired func(lines []string) error) {
	split := func(answer string) []string {
		lines := strings.FieldsFunc(strings.ToUpper(answer), func(r rune) bool { return r == ' ' || r == ',' })
		for i, line := range lines {
			if _, err := strconv.ParseUint(line, 10, 8); err == nil {
				lines[i] = "GPIO" + line
			}
		}
		return lines
	}
	f.ask(question, strings.Join(preset, " "), func(answer string) error {
		lines := split(answer)
		if n := len(lines); n != len(preset) {
			return fmt.Errorf("expected %d lines, not %d", len(preset), n)
		}
		return wired(lines)
	})
}

// seatLines are free on every Pi, for up to eight seats, as hw/WIRING.md draws them.
func seatLines() []string {
	return []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24", "GPIO4", "GPIO8", "GPIO7"}
}

// lampLines are those of the lamps in the same buttons.
func lampLines() []string {
	return []string{"GPIO25", "GPIO16", "GPIO26", "GPIO20", "GPIO21", "GPIO18", "GPIO19", "GPIO13"}
}

func initialise(w world, files []string) error {
	path := "/etc/arbitre/arbitre.toml"
	if len(files) > 0 {
		path = files[0]
	}
	if err := doctor.MayUse(doctor.NearestFolder(filepath.Dir(path)), unix.W_OK|unix.X_OK); errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; sudo arbitre init may write there", err) // said before the first question, not after the last
	} else if err != nil {
		return err
	}
	f := form{in: bufio.NewScanner(w.in), out: w.out}
	c, err := f.fill(w.language(config.Default(all.Games(), w.env)).String())
	if err != nil {
		return err
	}
	if err := replace(path, c.File()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, f.done, path)
	return err
}

// fill asks everything that differs from table to table.
func (f *form) fill(language string) (c config.Config, err error) {
	c = config.Default(all.Games(), func(string) string { return "" })
	c.Language = f.oneOf("Langue / Sprache / Language", language, "fr", "de", "en")
	l, err := display.ParseLanguage(c.Language)
	if err != nil {
		return c, err
	}
	f.questions = questionsIn(l)

	// What needs pins of its own is asked before the pins.
	seats, err := strconv.Atoi(f.oneOf(f.seats, "5", "3", "4", "5", "6", "7", "8"))
	if err != nil {
		return c, err
	}
	height := f.oneOf(f.height, "64", "64", "32", "0")
	if c.OLED.Enabled = height != "0"; height == "32" {
		c.OLED.Height = display.LowHeight
	}
	buzzer := f.oneOf(f.buzzer, f.kinds[0], f.kinds[:]...)
	if c.Buzzer.Enabled = buzzer != f.kinds[2]; buzzer == f.kinds[1] {
		c.Buzzer.Kind = "active"
	}
	c.Speaker.Header = f.yesOrNo(f.card, false)

	ok := c.Judge.OK
	wired := func(into *[]string) func([]string) error {
		return func(lines []string) error {
			*into = lines
			c.Judge.OK = ok
			if slices.Contains(slices.Concat(c.Buttons.Seats, c.Buttons.Lamps), ok) {
				c.Judge.OK = "GPIO9"
			}
			return c.Check()
		}
	}
	c.Buttons.Lamps = []string{}
	f.lines(f.pins, seatLines()[:seats], wired(&c.Buttons.Seats))
	if f.yesOrNo(f.lamps, true) {
		preset := lampLines()[:seats]
		if c.Speaker.Header { // it needs lines that lamps would have: those go to a board
			for i := range preset {
				preset[i] = fmt.Sprintf("PCA%d", i)
			}
		}
		f.lines(f.lampPins, preset, wired(&c.Buttons.Lamps))
	}
	c.Speaker.Enabled = f.yesOrNo(f.speaker, c.Speaker.Header)
	if f.yesOrNo(f.phones, false) {
		c.Web.Listen = ":8080"
	}
	return c, f.err
}

// replace writes a file as a whole, and keeps the one that was there. A power cut leaves the old one or the new one.
func replace(path, text string) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, ".arbitre")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(text)
	if err := errors.Join(err, file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	old := path + ".old"
	if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(path, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		if err := os.Rename(path, old); err != nil { // FAT knows no links
			return err
		}
	}
	return os.Rename(file.Name(), path)
}
