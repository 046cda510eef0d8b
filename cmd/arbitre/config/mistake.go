package config

// A Mistake is an error in what a person wrote rather than in the world.
type Mistake struct{ error }

// Wrong makes one of an error.
func Wrong(err error) Mistake { return Mistake{err} }

func (m Mistake) Unwrap() error { return m.error }
