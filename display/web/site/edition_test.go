package site

import (
	"testing"
	"testing/fstest"
)

// Pages that are open know by its edition that the box has other pages now.
func TestAnEditionIsThatOfThePages(t *testing.T) {
	of := func(page, script string) string {
		s := New(Options{Files: fstest.MapFS{"pages/a.html": {Data: []byte(page)}, "pages/a.js": {Data: []byte(script)}}})
		s.Close()
		return s.Edition
	}
	first := of("page", "script")
	if of("page", "script") != first {
		t.Error("the same pages have another edition")
	}
	if of("page!", "script") == first || of("page", "script!") == first {
		t.Error("other pages have the same edition")
	}
}
