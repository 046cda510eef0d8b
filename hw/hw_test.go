package hw_test

import (
	"testing"

	"arbitre/hw"
)

func TestShortcutsAreButtonsOfTheirOwn(t *testing.T) {
	if _, ok := hw.Button(8).Shortcut(); ok {
		t.Error("a seat is a shortcut")
	}
	if _, ok := hw.KeyOK.Shortcut(); ok {
		t.Error("a key is a shortcut")
	}
	for i := range 3 {
		if got, ok := hw.Shortcut(i).Shortcut(); !ok || got != i {
			t.Errorf("shortcut %d is %d, %v", i, got, ok)
		}
	}
	for b, want := range map[hw.Button]string{3: "button 3", hw.KeyOK: "key OK", hw.Shortcut(0): "shortcut 1"} {
		if b.String() != want {
			t.Errorf("%q is not %q", b, want)
		}
	}
}
