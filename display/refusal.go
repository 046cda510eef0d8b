package display

import (
	"errors"

	"arbitre/games"
)

// Refusal is an error as the judge is told it: in his language where it is a [games.Refusal], else as it stands.
func Refusal(err error, l Language) string {
	var r *games.Refusal
	if !errors.As(err, &r) {
		return err.Error()
	}
	d := newDictionary()
	return string(d.fill(nil, template(d.sentences, r.Say.Word, l), r.Say, l))
}
