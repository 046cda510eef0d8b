package hw

// TimerRuns tells whether the lamps will wake by themselves.
func (l *Lamps) TimerRuns() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.timer != nil
}
