package web

import (
	"fmt"
	"slices"
)

// A look is all that can be seen and heard of the virtual table at one moment.
type look struct {
	panel virtualPanel
	lit   []bool
	tone  float64
	said  saying
}

type virtualPanel struct {
	Pixels   []byte `json:"pixels"`
	Contrast uint8  `json:"contrast"`
	On       bool   `json:"on"`
}

func (p virtualPanel) same(q virtualPanel) bool {
	return p.Contrast == q.Contrast && p.On == q.On && slices.Equal(p.Pixels, q.Pixels)
}

func (t *Table) look() (l look) {
	l.panel.Pixels, l.panel.Contrast, l.panel.On = t.hardware.Shown()
	l.lit, l.tone = t.hardware.Lit(), t.hardware.Tone()
	t.mu.Lock()
	defer t.mu.Unlock()
	l.said = t.said
	return l
}

// virtualNews is what a page of the virtual table is told: what has changed, and at first everything.
type virtualNews struct {
	Session string        `json:"session,omitempty"` // only at first
	Panel   *virtualPanel `json:"panel,omitempty"`
	Lamps   map[int]bool  `json:"lamps,omitempty"` // of the seats: lit
	Tone    *float64      `json:"tone,omitempty"`  // Hz; 0 is silence
	Said    *saying       `json:"said,omitempty"`
	Nearby  *Nearby       `json:"nearby,omitempty"` // only at first
}

// news tells how the table now differs from an earlier look, or from nothing; nil is not at all.
func (l *look) news(before *look) *virtualNews {
	n := virtualNews{Lamps: map[int]bool{}}
	if before == nil || !before.panel.same(l.panel) {
		n.Panel = &l.panel
	}
	for i, lit := range l.lit {
		if before == nil || before.lit[i] != lit {
			n.Lamps[i+1] = lit
		}
	}
	if before == nil || before.tone != l.tone {
		n.Tone = &l.tone
	}
	if before == nil || before.said != l.said {
		n.Said = &l.said
	}
	if n.Panel == nil && len(n.Lamps) == 0 && n.Tone == nil && n.Said == nil {
		return nil
	}
	return &n
}

func (n *virtualNews) event() []byte {
	return fmt.Appendf(nil, "data: %s\n\n", encode(n))
}
