package layers

import (
	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// Effects on what is asked and heard.
type (
	// Close closes the open question of the box, and ends its pause.
	Close struct{}
	// Ask opens a question of the box by its ID, in place of the one that is open.
	Ask struct {
		ID    string
		About Subject
	}
	// Open opens any layer as a question of the box is opened. Back must close it.
	Open struct{ Layer }
	// Reject says why the input is refused, and ends its effects.
	Reject struct{ Err error }
	// ClearRefusal clears the refusal that is shown.
	ClearRefusal struct{}
	// NewSerial gives the box's questions a new serial, so that late answers to earlier ones are refused.
	NewSerial struct{}
	// Cue plays a cue of the box.
	Cue struct{ games.Cue }
	// Log writes a line into the log.
	Log struct {
		Text string
		Args []any // pairs, as of [slog.Logger.Info]
	}
)

// Effects on the game.
type (
	// Give gives the game an input at the present time.
	Give struct{ games.Input }
	// Confirm gives the game a hand that the judge has confirmed.
	Confirm struct{ Hand }
	// Recount takes back a round's hands and gives the game the mended ones, all but the last, which the
	// judge confirms. They are tried on a copy first: if one is refused, nothing changes.
	Recount struct{ Inputs []games.Input }
	// Tell passes on new facts of the game.
	Tell struct{ Facts []games.Fact }
	// Leave goes back to the lobby.
	Leave struct{}
	// Rematch begins the same game again.
	Rematch struct{}
	// Begin begins a game. If the game continues another one with other players, Series is the path of that
	// one's journal, which is then put away.
	Begin struct {
		games.Start
		Series string
	}
	// SitDown has a person sit at a seat in the lobby or, with a strength, the box play it.
	SitDown struct {
		games.Seat
		Strength string // one of [games.Strengths]; "" for a person
	}
	// Sit notes who sits at a seat, and lets that join. Nothing of a colour or a team stays as it was.
	Sit struct {
		games.Seat
		games.Sitter
		Claimed bool // the first name that waits asks for it
	}
	// ChangePlayers goes on with other players: a seat that has pressed its button joins or leaves.
	ChangePlayers struct{ Seat games.Seat } // 0 for none
	// Resume resumes a game that was left.
	Resume struct{ Path string }
	// Postpone keeps a game that was left for another day.
	Postpone struct{ Path string }
	// Discard puts a game away that was left.
	Discard struct{ Path string }
	// Count lets the recorded game count in the results, or not.
	Count struct{ Counts bool }
)

// Effects on who looks at the display.
type (
	// Look hands the display to a player who wants to see his secret. For seat 0 it asks which one, unless
	// only one has a secret.
	Look struct{ games.Seat }
	// TakeBack takes the display back from a player.
	TakeBack struct{}
	// Restore brings an entry back that a player had begun when the display was taken back.
	Restore struct{ games.Seat }
)

// Effects on the box.
type (
	// Set sets keys of the configuration, which hold at once and after a restart. The value is a
	// string, bool or int.
	Set struct {
		Value any
		Keys  []string
	}
	// StartGuide leads through a first game, and StopGuide ends that before the game has begun.
	StartGuide struct{}
	StopGuide  struct{}
	// PlayWithChildren says whether the games that begin this evening are played with children.
	PlayWithChildren struct{ Yes bool }
	// Speak changes the language. Kept says whether it is kept over a restart.
	Speak struct {
		wording.Language
		Kept bool
	}
	// Restart opens the box again, with a configuration of which these keys are kept.
	Restart struct {
		config.Config
		Keep []string
	}
	// Learn begins to learn the buttons anew, or one alone: the judge's back, or a shortcut for an answer.
	Learn struct {
		Only          hw.Button
		Prompt, Value string // of the shortcut; empty: none
	}
	// TryButtons opens a test of the buttons.
	TryButtons struct{}
	// Invite invites a phone, with a new code.
	Invite struct{}
	// Welcome shows phones the way to where players enter their names.
	Welcome struct{}
	// Renew gives the invitation a new code.
	Renew struct{}
	// Uninvite ends the invitation.
	Uninvite struct{}
	// Unpair unpairs all phones.
	Unpair struct{}
	// OpenWifi makes the box's own Wi-Fi, InviteToWifi shows how a phone joins it, and CloseWifi ends it.
	OpenWifi     struct{}
	InviteToWifi struct{}
	CloseWifi    struct{}
	// InstallUpdate installs an update, if it is still the one that is offered.
	InstallUpdate struct{ Version string }
	// SwitchOff shuts the machine down.
	SwitchOff struct{}
)

// Effects on the learning of the buttons, which the layer that learns them carries out itself.
type (
	// skipButton says that there are no more of what is asked for.
	skipButton struct{}
	// startOver begins with seat 1 again.
	startOver struct{}
	// stopLearning leaves all as it was.
	stopLearning struct{}
)

// Effects on the lobby, which it carries out itself.
type (
	choose    struct{ games.Rules }
	toOptions struct{}
	agree     struct{ games.Value }
	deal      struct{ teams int }
	lineUp    struct{}
	begin     struct{}
	stepBack  struct{}
)
