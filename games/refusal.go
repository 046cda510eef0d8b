package games

// A Refusal is an error that the judge is told in his own language: Say for the display, the error
// itself for the log.
type Refusal struct {
	Say Text
	Err error
}

func (r *Refusal) Error() string { return r.Err.Error() }
func (r *Refusal) Unwrap() error { return r.Err }

// Refuse returns an error with a sentence for the display.
func Refuse(say Text, err error) error { return &Refusal{say, err} }
