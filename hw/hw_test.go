package hw_test

import (
	"testing"

	"arbitre/hw"
)

func TestNoButtonIsOfTwoKinds(t *testing.T) {
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
	for b, want := range map[hw.Button][2]bool{8: {}, hw.KeyBack: {}, hw.Shortcut(99): {true}, hw.Hand(1): {false, true},
		hw.Hand(8): {false, true}, hw.FirstKey: {}, hw.FirstKey + 768: {}} {
		_, shortcut := b.Shortcut()
		_, hand := b.Hand()
		if got := [2]bool{shortcut, hand}; got != want {
			t.Errorf("button %d is a shortcut, a hand: %v, want %v", int(b), got, want)
		}
	}
	for b, want := range map[hw.Button]string{3: "button 3", hw.KeyOK: "key OK", hw.Shortcut(0): "shortcut 1"} {
		if b.String() != want {
			t.Errorf("%q is not %q", b, want)
		}
	}
}
