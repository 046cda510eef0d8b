package keyboard

import (
	"slices"
	"time"

	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A keyDecoder turns the moves of one keyboard's keys into events.
type keyDecoder struct {
	plain, shifted map[uint16]rune
	held           []uint16 // codes of the judge's keys, Shift, and commands that are down
}

func newKeyDecoder(l Layout) *keyDecoder {
	plain, shifted := l.characters()
	return &keyDecoder{plain: plain, shifted: shifted}
}

func (d *keyDecoder) take(m evdev.Move, pass func(hw.Event)) {
	if m.Lost {
		d.release(m.At, pass) // any key may have gone up meanwhile
	} else if e, ok := d.key(m.Key, m.Down); ok {
		e.At = m.At
		pass(e)
	}
}

// key takes a key that went down or up. Keys that type do so when they go down. A button with
// several keys is down as long as one of them is.
func (d *keyDecoder) key(code uint16, down bool) (hw.Event, bool) {
	button := Answers(code)
	if button == 0 && !isShift(code) && !isCommand(code) {
		return d.character(code, down)
	}
	if down == slices.Contains(d.held, code) {
		return hw.Event{}, false // was held when the keyboard was opened, or taken for released
	}
	if down {
		d.held = append(d.held, code)
	} else {
		d.held = slices.DeleteFunc(d.held, func(h uint16) bool { return h == code })
	}
	others := slices.ContainsFunc(d.held, func(h uint16) bool { return h != code && Answers(h) == button })
	return hw.Event{Edge: hw.Edge{Button: button, Down: down}}, button != 0 && !others
}

func (d *keyDecoder) character(code uint16, down bool) (hw.Event, bool) {
	typed := d.plain[code]
	if slices.ContainsFunc(d.held, isShift) {
		typed = d.shifted[code]
	}
	return hw.Event{Typed: typed}, down && typed != 0 && !slices.ContainsFunc(d.held, isCommand)
}

// release releases all keys.
func (d *keyDecoder) release(at time.Duration, pass func(hw.Event)) {
	for len(d.held) > 0 {
		d.take(evdev.Move{At: at, Key: d.held[0]}, pass)
	}
}

// Answers returns the judge's key that a key of the keyboard stands for, or 0.
func Answers(code uint16) hw.Button {
	switch code {
	case 103, 105: // up, left
		return hw.KeyPrevious
	case 106, 108: // right, down
		return hw.KeyNext
	case evdev.KeyEnter, 96: // and that of the keypad
		return hw.KeyOK
	case 1, 14: // Escape, Backspace
		return hw.KeyBack
	}
	return 0
}

func isShift(code uint16) bool { return code == 42 || code == 54 }

// isCommand reports whether a key is Ctrl, Alt, AltGr or Meta: with one of them down, no letter is typed.
func isCommand(code uint16) bool {
	return evdev.IsModifier(code) && !isShift(code)
}
