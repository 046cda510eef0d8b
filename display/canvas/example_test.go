package canvas_test

import (
	"fmt"

	"arbitre/display/canvas"
	"arbitre/display/typeface"
)

// A page is composed first, and can still be wiped; then its blocks become pixels.
func Example() {
	faces := typeface.New()
	page := canvas.Page{Type: canvas.Type{Faces: faces}}
	button := canvas.At(100, 50, 28, 14)
	page.Label(button, canvas.Middle, "OK", canvas.Note)
	page.Invert(button)
	for _, b := range page.Blocks {
		fmt.Printf("%q %v\n", b.Text, b.Box)
	}

	picture := canvas.NewPicture()
	canvas.Draw(picture, faces, page.Blocks)
	for y := 50; y < 64; y++ {
		for x := 100; x < canvas.Width; x++ {
			if picture.BitAt(x, y) {
				fmt.Print("#")
			} else {
				fmt.Print(".")
			}
		}
		fmt.Println()
	}
	// Output:
	// "OK" {107 52 14 9}
	// "" {100 50 28 14}
	// .##########################.
	// ############################
	// ########....##.####.########
	// #######.####.#.###.#########
	// #######.####.#.##.##########
	// #######.####.#.#.###########
	// #######.####.#..############
	// #######.####.#.#.###########
	// #######.####.#.##.##########
	// #######.####.#.###.#########
	// ########....##.####.########
	// ############################
	// ############################
	// .##########################.
}
