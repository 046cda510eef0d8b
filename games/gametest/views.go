package gametest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// A look is a line of a story: a time, an audience and what it sees then. It tells one part of a
// view or several, each of which is compared in full:
//
//	5.02 judge says turn seat=2; shout_worth number=9 | lamps 1mog 2* 3 | asked | race | draws | hears turn
//
// It says the headline, the secrets and the lines. A lamp that is lit is *, one that blinks is !.
// What is heard, and what the arbiter judged, is all since the last look that told it.
type look struct {
	line  string
	at    time.Duration
	who   games.Audience
	parts []string
}

// readLook parses a line of a story if it is a look.
func readLook(line string) (look, bool) {
	words := strings.SplitN(line, " ", 3)
	for a := games.Judge; a <= 8; a++ {
		if len(words) == 3 && words[1] == a.String() {
			at, err := Seconds(words[0])
			return look{line, at, a, strings.Split(words[2], " | ")}, err == nil
		}
	}
	return look{}, false
}

// ears count the facts that earlier looks have compared as heard, and as judged.
type ears struct{ heard, judged int }

// compare checks a look against a table. Facts are all that the table has told so far.
func (e *ears) compare(t *testing.T, l look, table *games.Table, facts []games.Fact) {
	facts = append(facts, table.Advance(l.at)...)
	for _, want := range l.parts {
		what, _, _ := strings.Cut(want, " ")
		var got string
		switch what {
		case "hears":
			got, e.heard = cues(facts[e.heard:]), len(facts)
		case "judged":
			got, e.judged = judgements(facts[e.judged:]), len(facts)
		default:
			got = seen(table.View(l.who), what)
		}
		if diff := cmp.Diff(want, strings.TrimSpace(what+" "+got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.line, diff)
		}
	}
}

// seen writes one part of a view.
func seen(v games.View, what string) string {
	switch what {
	case "says":
		return list(slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines))
	case "asked":
		return list(v.Prompts)
	case "slates":
		return list(v.Slates)
	case "race":
		return describe(reflect.ValueOf(v.Race))
	case "totals":
		return list(v.Seats)
	case "draws":
		return describe(reflect.ValueOf(drawn{v.Panel, v.Next, v.Until, v.Result, v.Grids, v.Rivals}))
	case "lamps":
		var lamps []string
		for _, p := range v.Seats {
			lamps = append(lamps, fmt.Sprint(int(p.Seat), map[games.Lamp]string{games.Lit: "*", games.Blinking: "!"}[p.Lamp], p.Mark))
		}
		if v.Over {
			lamps = append(lamps, "over")
		}
		return strings.Join(lamps, " ")
	}
	return "nothing that can be looked at"
}

// drawn is what a view has beside its sentences, prompts and seats.
type drawn struct {
	Panel  games.Panel
	Next   games.Seat
	Until  time.Duration
	Result int
	Grids  []games.Grid
	Rivals []games.Progress
}

func cues(facts []games.Fact) string {
	var heard []string
	for _, f := range facts {
		if c := f.Cue(); c != "" {
			heard = append(heard, string(c))
		}
	}
	return strings.Join(heard, " ")
}

func judgements(facts []games.Fact) string {
	var finishes []games.RaceOver
	for _, f := range facts {
		if finish, ok := f.Judgement(); ok {
			finishes = append(finishes, finish)
		}
	}
	return list(finishes)
}

func list[T any](all []T) string {
	var parts []string
	for _, one := range all {
		parts = append(parts, describe(reflect.ValueOf(one)))
	}
	return strings.Join(parts, "; ")
}

// describe writes a value as name=value pairs, without zero fields. A string that is the first field of
// a struct, and an embedded struct, stand without their names.
func describe(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case games.Role:
		return [...]string{
			games.State: "state", games.News: "news", games.Verdict: "verdict", games.Round: "round",
			games.Leaders: "leaders", games.Winners: "winners", games.Tally: "tally", games.Fault: "fault",
		}[x]
	case games.Panel:
		return [...]string{
			games.Nothing: "nothing", games.Entrants: "entrants", games.PhotoFinish: "finish", games.Standings: "standings",
			games.Replies: "replies", games.Revealed: "revealed", games.Hunts: "hunts", games.Squares: "squares", games.Rivalry: "rivalry",
			games.Clocks: "clocks",
		}[x]
	case time.Duration, games.Audience, games.Value, games.Shape, games.Lamp:
		return fmt.Sprint(x)
	}
	var parts []string
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return describe(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			parts = append(parts, nested(v.Index(i)))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case reflect.Struct:
		for i := range v.NumField() {
			field, one := v.Type().Field(i), v.Field(i)
			switch {
			case one.IsZero() || one.Kind() == reflect.Slice && one.Len() == 0:
			case field.Name == "Serial": // each opening has another
			case field.Anonymous || i == 0 && one.Kind() == reflect.String:
				parts = append(parts, describe(one))
			default:
				parts = append(parts, strings.ToLower(field.Name)+"="+nested(one))
			}
		}
		return strings.Join(parts, " ")
	}
	return fmt.Sprint(v.Interface())
}

// nested writes a value within another, in braces if it has fields.
func nested(v reflect.Value) string {
	_, isValue := v.Interface().(games.Value)
	if (v.Kind() == reflect.Struct || v.Kind() == reflect.Pointer) && !isValue {
		return "{" + describe(v) + "}"
	}
	return describe(v)
}
