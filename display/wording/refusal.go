package wording

import (
	"errors"

	"arbitre/games"
)

// Refusal is an error as a person is told it. One that is no [games.Refusal] is for the log alone: he is
// told that it did not work.
func (v *Voice) Refusal(err error) string {
	say := games.Text{Word: "failed"}
	if r := (*games.Refusal)(nil); errors.As(err, &r) {
		say = r.Say
	}
	return v.Sentence(say)
}
