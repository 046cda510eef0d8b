package typeface

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// faces returns the faces of every size that pictures use.
func faces() map[int]*Face {
	faces, all := New(), map[int]*Face{}
	for _, size := range []int{11, Small, 13, 14, 16, 18, 20, 24, 30, 36, 42, 48, 55, 60, 66} {
		all[size] = faces.Of(size)
	}
	return all
}

// The nought of the Go fonts is slashed. Ours is a ring: no ink in the middle, ink all around it.
func TestNoughtIsARing(t *testing.T) {
	for size, f := range faces() {
		g := f.Glyph('0')
		middle := g.Columns[len(g.Columns)/2]
		left, right := uint64(0), uint64(0)
		for x, c := range g.Columns {
			if x < len(g.Columns)/2 {
				left |= c
			} else {
				right |= c
			}
		}
		row := uint64(1) << ((g.Down-g.Up)/2 - g.Top)
		if middle&row != 0 {
			t.Errorf("size %d: the middle is inked", size)
		}
		if left&row == 0 || right&row == 0 || bits.OnesCount64(middle) < 2 {
			t.Errorf("size %d: the ring is open: %b", size, g.Columns)
		}
	}
}

func TestEveryLetterOfTheThreeLanguagesIsThere(t *testing.T) {
	for size, f := range faces() {
		missing := f.Glyph('\U0010ffff')
		seen := make(map[string]rune)
		for _, r := range "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?'’&+-−–%/()«»„“”…·" +
			"àâäçéèêëîïôöùûüÿœæßÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆ" {
			g := f.Glyph(r)
			shape := fmt.Sprint(g.Columns, g.Top)
			if len(g.Columns) == 0 || r != '?' && shape == fmt.Sprint(missing.Columns, missing.Top) {
				t.Errorf("size %d lacks %q", size, r)
			}
			// In the smallest size a few accents fall together.
			if other, twice := seen[shape]; twice && size >= Small && strings.ContainsRune("àâäçéèêîïôöùûüßœÄÖÜÉ", r) {
				t.Errorf("size %d: %q looks like %q", size, r, other)
			}
			seen[shape] = r
		}
	}
}

// In every size an accent has ink above its letter, and an umlaut has two dots.
func TestAccentsAreSeen(t *testing.T) {
	inked := func(g *Glyph, row int) (columns int) { // row is counted from the baseline
		for _, c := range g.Columns {
			if row >= g.Top && c>>(row-g.Top)&1 == 1 {
				columns++
			}
		}
		return columns
	}
	for size, f := range faces() {
		for accented, plain := range map[rune]rune{
			'ä': 'a', 'ö': 'o', 'ü': 'u', 'Ä': 'A', 'Ö': 'O', 'Ü': 'U', 'ë': 'e', 'ï': 'ı',
			'é': 'e', 'è': 'e', 'ê': 'e', 'à': 'a', 'â': 'a', 'ô': 'o', 'î': 'ı', 'ù': 'u', 'û': 'u', 'É': 'E',
			'È': 'E', 'À': 'A', 'Ê': 'E',
		} {
			g, bare := f.Glyph(accented), f.Glyph(plain)
			accent, most := 0, 0
			for row := g.Top; row < -bare.Up; row++ {
				accent += inked(g, row)
				most = max(most, inked(g, row))
			}
			if accent < 1 || strings.ContainsRune("äöüÄÖÜëï", accented) && most < 2 {
				t.Errorf("size %d: %q has %d pixels above %q, at most %d in a row: %b", size, accented, accent, plain,
					most, g.Columns)
			}
		}
	}
}
