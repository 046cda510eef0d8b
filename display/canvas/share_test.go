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

// Elements never overlap and never leave the box, each has its least or nothing, and none has more
// than the most of its wishes.
func TestShareIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := canvas.At(3, rapid.IntRange(0, 20).Draw(t, "y"), 50, rapid.IntRange(30, 128).Draw(t, "h"))
		wishes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) canvas.Wish {
			return canvas.Wish{Least: rapid.IntRange(0, 30).Draw(t, "least"),
				Good: rapid.IntRange(0, 50).Draw(t, "good"),
				Most: rapid.IntRange(0, 70).Draw(t, "most"), Drop: rapid.IntRange(1, 3).Draw(t, "drop")}
		}), 1, 5).Draw(t, "wishes")
		wishes[0].Drop = 0
		y := b.Y
		for i, r := range b.Share(wishes...) {
			if i >= len(wishes) {
				break
			}
			w := wishes[i]
			if r.Y < y || r.Bottom() > b.Bottom() || r.X != b.X || r.W != b.W {
				t.Fatalf("%+v of %+v begins above row %d or is beyond", r, b, y)
			}
			if r.H != 0 && r.H < w.Least || r.H > max(w.Least, w.Good, w.Most) || i == 0 && r.H < w.Least {
				t.Fatalf("%d rows for %+v", r.H, w)
			}
			y = r.Bottom()
		}
	})
}
