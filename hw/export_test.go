package hw

// TimerRuns tells whether the lamps will wake by themselves.
func (l *Lamps) TimerRuns() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lamp := range l.lamps {
		if lamp.outage.Lasts() {
			return true
		}
	}
	return l.timer != nil
}
