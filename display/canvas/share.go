package canvas

// A Wish is how many rows of a picture one of its elements would like to have.
type Wish struct {
	Least int // with fewer it can't be read
	Good  int // it gets these before any other gets more than is good
	Most  int // more would be of no use
	Drop  int // where not all have their least the element with the largest is left out first; never with 0
}

// most is how many elements can share a picture.
const most = 6

// Share lays elements out below each other, as many as there is room for, and returns the box of each: one without rows for
// an element that is left out. What nobody has a use for is spread between them.
func (b Box) Share(wishes ...Wish) (boxes [most]Box) {
	var rows [most]int
	spare := b.H
	for i, w := range wishes {
		rows[i] = w.Least
		spare -= w.Least
	}
	for spare < 0 {
		last := -1
		for i, w := range wishes {
			if rows[i] > 0 && w.Drop > 0 && (last < 0 || w.Drop > wishes[last].Drop) {
				last = i
			}
		}
		if last < 0 {
			break
		}
		spare, rows[last] = spare+rows[last], 0
	}
	present := 0
	for i, w := range wishes {
		if rows[i] > 0 {
			present++
			more := max(0, min(spare, w.Good-rows[i]))
			rows[i], spare = rows[i]+more, spare-more
		}
	}
	useful := 0 // rows beyond those that are good
	for i, w := range wishes {
		if rows[i] > 0 {
			useful += max(0, w.Most-rows[i])
		}
	}
	share := max(0, min(spare, useful))
	for i, w := range wishes {
		if more := max(0, w.Most-rows[i]); rows[i] > 0 && more > 0 {
			got := share * more / useful
			rows[i], spare, share, useful = rows[i]+got, spare-got, share-got, useful-more
		}
	}
	y := b.Y
	for i := range wishes {
		if boxes[i] = At(b.X, y, b.W, rows[i]); rows[i] > 0 {
			between := (max(0, spare) + present/2) / present
			y, spare, present = y+rows[i]+between, spare-between, present-1
		}
	}
	return boxes
}
