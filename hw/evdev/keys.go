package evdev

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// keyMax is KEY_MAX of linux/input-event-codes.h.
const keyMax = 0x2ff

// happy is BTN_TRIGGER_HAPPY1, the first of the buttons beyond those with names of their own.
const (
	happy      = 0x2c0
	happyCount = 40
	happyName  = "BTN_TRIGGER_HAPPY"
)

// A run is keys whose codes follow one another.
type run struct {
	first  uint16
	prefix string
	names  string
}

// runs are the keys of keyboards, and the buttons of mice, joysticks, gamepads and wheels, as
// linux/input-event-codes.h names their codes. Of two names for one code the first is used.
func runs() []run {
	return []run{
		{1, "KEY_", `ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER
			LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA
			DOT SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK
			SCROLLLOCK KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT`},
		{85, "KEY_", `ZENKAKUHANKAKU 102ND F11 F12 RO KATAKANA HIRAGANA HENKAN KATAKANAHIRAGANA MUHENKAN KPJPCOMMA
			KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN
			INSERT DELETE MACRO MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE SCALE KPCOMMA
			HANGEUL HANJA YEN LEFTMETA RIGHTMETA COMPOSE STOP AGAIN PROPS UNDO FRONT COPY OPEN PASTE FIND
			CUT HELP MENU CALC SETUP SLEEP WAKEUP FILE SENDFILE DELETEFILE XFER PROG1 PROG2 WWW MSDOS COFFEE
			ROTATE_DISPLAY CYCLEWINDOWS MAIL BOOKMARKS COMPUTER BACK FORWARD CLOSECD EJECTCD EJECTCLOSECD
			NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD RECORD REWIND PHONE ISO CONFIG HOMEPAGE REFRESH EXIT MOVE
			EDIT SCROLLUP SCROLLDOWN KPLEFTPAREN KPRIGHTPAREN NEW REDO F13 F14 F15 F16 F17 F18 F19 F20 F21
			F22 F23 F24`},
		{200, "KEY_", `PLAYCD PAUSECD PROG3 PROG4 ALL_APPLICATIONS SUSPEND CLOSE PLAY FASTFORWARD BASSBOOST PRINT HP
			CAMERA SOUND QUESTION EMAIL CHAT SEARCH CONNECT FINANCE SPORT SHOP ALTERASE CANCEL
			BRIGHTNESSDOWN BRIGHTNESSUP MEDIA SWITCHVIDEOMODE KBDILLUMTOGGLE KBDILLUMDOWN KBDILLUMUP SEND
			REPLY FORWARDMAIL SAVE DOCUMENTS BATTERY BLUETOOTH WLAN UWB UNKNOWN VIDEO_NEXT VIDEO_PREV
			BRIGHTNESS_CYCLE BRIGHTNESS_AUTO DISPLAY_OFF WWAN RFKILL MICMUTE`},
		{0x100, "BTN_", "0 1 2 3 4 5 6 7 8 9"},
		{0x110, "BTN_", "LEFT RIGHT MIDDLE SIDE EXTRA FORWARD BACK TASK"},
		{0x120, "BTN_", "TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6"},
		{0x12f, "BTN_", "DEAD"},
		{0x130, "BTN_", "SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR"},
		{0x130, "BTN_", "A B"},
		{0x133, "BTN_", "X Y"},
		{0x14a, "BTN_", "TOUCH STYLUS STYLUS2"},
		{0x150, "BTN_", "GEAR_DOWN GEAR_UP"},
		{0x220, "BTN_", "DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT"},
	}
}

// buttonTrigger is BTN_TRIGGER, the first button of joysticks: those before it are of mice. From
// buttonTool, which is BTN_TOOL_PEN, to lastTool they tell what touches a tablet or a touchpad.
const (
	buttonTrigger = 0x120
	buttonTool    = 0x140
	lastTool      = 0x14f
)

// Plays tells joysticks, gamepads and boxes of buttons from mice and keyboards.
func (d Device) Plays() bool {
	for _, code := range keys {
		if d.Has(code) && (code >= buttonTrigger && code < buttonTool || code >= happy) {
			return true
		}
	}
	return false
}

// Within says how late at most the stamp of a touch is, for people: "± 8 ms".
func Within(resolution time.Duration) string {
	return "± " + strconv.FormatFloat(float64(resolution)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}

// keys passes each name and its code, until it is told to stop.
func keys(pass func(name string, code uint16) (more bool)) {
	for _, r := range runs() {
		for i, name := range strings.Fields(r.names) {
			if !pass(r.prefix+name, r.first+uint16(i)) {
				return
			}
		}
	}
	for n := range uint16(happyCount) {
		if !pass(happyName+strconv.Itoa(int(n)+1), happy+n) {
			return
		}
	}
}

// KeyNames are the names that a [Place] may have besides a number.
func KeyNames() (names []string) {
	for name := range keys {
		names = append(names, name)
	}
	return names
}

// KeyName is what a key is called; one without a name by its number.
func KeyName(code uint16) string {
	for name, c := range keys {
		if c == code {
			return name
		}
	}
	return fmt.Sprint(code)
}

func keyCode(name string) (code uint16, ok bool) {
	for n, c := range keys {
		if n == name {
			return c, true
		}
	}
	return 0, false
}
