package display

import (
	"errors"

	"arbitre/games"
)

// Refusal is an error as a person is told it, in his language. One that is no [games.Refusal] is for the log alone: he is
// told that it did not work.
func Refusal(err error, l Language) string {
	say := games.Text{Word: "failed"}
	if r := (*games.Refusal)(nil); errors.As(err, &r) {
		say = r.Say
	}
	d := newDictionary()
	return string(d.fill(nil, template(d.sentences, say.Word, l), say, l))
}
