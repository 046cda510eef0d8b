package config

// A Mistake is an error in what a person wrote rather than in the world.
type Mistake struct{ error }

// Wrong marks an error as a mistake.
func Wrong(err error) Mistake { return Mistake{err} }

func (m Mistake) Unwrap() error { return m.error }
