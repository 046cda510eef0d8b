package canvas_test

import (
	"testing"

	"pgregory.net/rapid"

	"arbitre/display/canvas"
)

func TestShare(t *testing.T) {
	title, field, note := canvas.Wish{Least: 12, Good: 16, Most: 20}, canvas.Wish{Least: 20, Good: 30, Most: 40},
		canvas.Wish{Least: 10, Drop: 1}
	for _, tt := range []struct {
		name   string
		height int
		y, h   [3]int
	}{
		{"not enough for all: the note is left out", 32, [3]int{0, 12, 32}, [3]int{12, 20, 0}},
		{"just enough for all", 42, [3]int{0, 12, 32}, [3]int{12, 20, 10}},
		{"the first has what is good before the next", 50, [3]int{0, 16, 40}, [3]int{16, 24, 10}},
		{"more goes to those who can use it", 63, [3]int{0, 18, 53}, [3]int{18, 35, 10}},
		{"what nobody can use is spread between them", 100, [3]int{0, 30, 80}, [3]int{20, 40, 10}},
	} {
		got := canvas.At(0, 0, canvas.Width, tt.height).Share(title, field, note)
		for i := range tt.y {
			if got[i].Y != tt.y[i] || got[i].H != tt.h[i] {
				t.Errorf("%s: element %d has rows %d to %d, want %d to %d", tt.name, i, got[i].Y, got[i].Bottom(),
					tt.y[i], tt.y[i]+tt.h[i])
			}
		}
	}
}

// Elements never overlap or leave the box. Each has at least its Least, and no more than it wishes,
// or is left out; those with the highest Drop are left out first.
func TestShareStaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := canvas.At(3, rapid.IntRange(0, 20).Draw(t, "y"), 50, rapid.IntRange(30, 128).Draw(t, "h"))
		wishes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) canvas.Wish {
			return canvas.Wish{Least: rapid.IntRange(1, 30).Draw(t, "least"),
				Good: rapid.IntRange(0, 50).Draw(t, "good"),
				Most: rapid.IntRange(0, 70).Draw(t, "most"), Drop: rapid.IntRange(1, 4).Draw(t, "drop")}
		}), 1, 5).Draw(t, "wishes")
		wishes[0].Drop = 0
		boxes := b.Share(wishes...)
		end, leftOut, kept := b.Y, 5, 0 // the lowest Drop that is left out, and the highest that is not
		for i, r := range boxes {
			w := wishes[i]
			if r.X != b.X || r.W != b.W {
				t.Fatalf("element %d has not the columns of the box: %+v", i, r)
			}
			if r.Y < end || r.Bottom() > b.Bottom() {
				t.Fatalf("element %d has rows %d to %d, want some of %d to %d", i, r.Y, r.Bottom(), end, b.Bottom())
			}
			if r.H != 0 && r.H < w.Least {
				t.Fatalf("element %d has %d rows, want at least %d", i, r.H, w.Least)
			}
			if most := max(w.Least, w.Good, w.Most); r.H > most {
				t.Fatalf("element %d has %d rows, want at most %d", i, r.H, most)
			}
			if r.H == 0 {
				leftOut = min(leftOut, w.Drop)
			} else {
				kept = max(kept, w.Drop)
			}
			end = r.Bottom()
		}
		if leftOut < 1 || leftOut < kept {
			t.Fatalf("an element with Drop %d is left out, one with %d is not: %+v", leftOut, kept, boxes)
		}
	})
}
