package mastermind

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbitre/games"
)

// readBoards reads how many boards each seat has: 1 or 2 for all, or as in [1,2] for two players.
func readBoards(v games.Value, seats int) ([]int, error) {
	each, err := v.List()
	if err != nil {
		each = slices.Repeat([]games.Value{v}, seats)
	} else if len(each) != 2 || seats != 2 {
		return nil, fmt.Errorf("%s: expected one number for each of two players, for only they choose", v.JSON())
	}
	boards := make([]int, seats)
	for i, v := range each {
		switch n, err := v.Int(); {
		case err != nil:
			return nil, err
		case n == 2 && seats > 2:
			return nil, fmt.Errorf("two boards with %d seats: expected one, for only two players can have two each",
				seats)
		case n < 1 || n > 2:
			return nil, fmt.Errorf("%d: expected 1 or 2", n)
		default:
			boards[i] = n
		}
	}
	return boards, nil
}

// readToken reads {"colour":"blue","position":3}, with a number that no token has yet. A colour may
// be on all boards: there are four tokens of it, and at most four boards.
func readToken(v games.Value, colours []string, before deal) (token, error) {
	// Neither error repeats what was entered: it is a secret, and errors are logged.
	wrong := fmt.Errorf(`no token: expected {"colour":"%s","position":3}, a colour of %s and a number from 1 to %d`,
		colours[0], strings.Join(colours, ", "), places)
	o, err := v.Reader("colour", "position")
	if err != nil {
		return token{}, wrong
	}
	t := token{o.Word("colour", colours...), o.Within("position", 1, places)}
	switch {
	case o.Err() != nil || t.colour == "" || t.position == 0: // wrong, or not there
		return token{}, wrong
	case slices.ContainsFunc(before, func(other token) bool { return other.position == t.position }):
		return token{}, games.Refuse(games.Text{Word: "number_taken", Number: t.position},
			errors.New("this number has been entered before: expected another, for each is there once"))
	}
	return t, nil
}

// readCode reads five entries with exactly as many colours as there are boards (MM-5).
func readCode(v games.Value, colours []string, boards int) (code Code, err error) {
	list, err := v.List()
	if err != nil || len(list) != places {
		return code, fmt.Errorf(`%s: expected %d entries, each a colour or ""`, v.JSON(), places)
	}
	count := 0
	for i, item := range list {
		colour, err := item.Word()
		switch {
		case err != nil:
			return code, err
		case colour == "":
			continue
		case !slices.Contains(colours, colour):
			return code, fmt.Errorf(`%q is no colour: expected %s or ""`, colour, strings.Join(colours, ", "))
		}
		code[i] = colour
		count++
	}
	if count != boards {
		return code, games.Refuse(games.Text{Word: "colours_exact", Number: boards},
			fmt.Errorf(`%d colours: expected exactly %d, one for each board, and "" for the rest`,
				count, boards))
	}
	return code, nil
}
