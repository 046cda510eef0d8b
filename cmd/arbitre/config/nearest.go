package config

import "strings"

// Nearest returns the word that a misspelt one most likely stands for, or "" if none is near. A
// third of the letters, but at least one, may be wrong, missing, too many or swapped with the next.
func Nearest(word string, words []string) string {
	best, least := "", max(1, len([]rune(word))/3)+1
	for _, w := range words {
		if d := editDistance(strings.ToLower(word), strings.ToLower(w)); d < least {
			best, least = w, d
		}
	}
	return best
}

// editDistance returns the optimal string alignment distance of two words.
func editDistance(from, to string) int {
	a, b := []rune(from), []rune(to)
	var before []int // the row above the one above
	above := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			row[j+1] = min(above[j+1]+1, row[j]+1, above[j]+wrong)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, above = above, row
	}
	return above[len(b)]
}
