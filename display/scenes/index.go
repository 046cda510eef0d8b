package scenes

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
)

// WriteIndex writes an HTML page with the pictures of every scene beside each other. It does not
// escape names: none needs it.
func WriteIndex(w io.Writer, pictures map[string][]string) error {
	page := bufio.NewWriter(w)
	fmt.Fprint(page, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scenes of arbitre</title>
<style>body { background: #222; color: #ddd } img { width: 256px; margin: 4px; image-rendering: pixelated }</style>
`)
	for _, scene := range slices.Sorted(maps.Keys(pictures)) {
		fmt.Fprintf(page, "<h2 id=\"%[1]s\">%[1]s</h2>\n", scene)
		for _, path := range pictures[scene] {
			fmt.Fprintf(page, "<a href=\"%[1]s\"><img src=\"%[1]s\" alt=\"%[1]s\" loading=\"lazy\"></a>\n", path)
		}
	}
	return page.Flush()
}
