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

// Views plays every case as a subtest named by its clause, and holds the looks among the lines of
// its story to what an audience sees at that time. A look tells one part or several, each of which
// is compared in full:
//
//	5.02 judge says turn seat=2; shout_worth number=9 | lamps 1mog 2* 3 | asked | slates | race | hears start turn
//
// It says the headline, the secrets and the lines. A lamp that is lit is *, one that blinks is !.
// What is heard, and what the arbiter judged, is all since the last look that told it.
func Views(t *testing.T, rules games.Rulebook, cases []Case) {
	for _, c := range cases {
		t.Run(c.Clause, func(t *testing.T) {
			var story strings.Builder
			var looks, heard, judged int
			for _, line := range lines(c.Story) {
				who, parts, ok := look(line)
				if !ok {
					story.WriteString(line + "\n")
					continue
				}
				looks++
				table, facts, err := Play(rules, story.String())
				if err != nil {
					t.Fatal(err)
				}
				at, err := Seconds(strings.Fields(line)[0])
				if err != nil {
					t.Fatal(err)
				}
				facts = append(facts, table.Advance(at)...)
				for _, want := range parts {
					what, _, _ := strings.Cut(want, " ")
					var got string
					switch what {
					case "hears":
						got, heard = cues(facts[heard:]), len(facts)
					case "judged":
						got, judged = judgements(facts[judged:]), len(facts)
					default:
						got = seen(table.View(who), what)
					}
					if diff := cmp.Diff(want, strings.TrimSpace(what+" "+got)); diff != "" {
						t.Errorf("%s (-want +got):\n%s", line, diff)
					}
				}
			}
			if looks == 0 {
				t.Error("nobody looks: a look is a time, an audience and what it sees")
			}
		})
	}
}

// look reads a line of a story that is a look.
func look(line string) (who games.Audience, parts []string, ok bool) {
	words := strings.SplitN(line, " ", 3)
	for a := games.Judge; a <= 8; a++ {
		if len(words) == 3 && words[1] == a.String() {
			return a, strings.Split(words[2], " | "), true
		}
	}
	return 0, nil, false
}

// seen tells one part of a view.
func seen(v games.View, what string) string {
	switch what {
	case "says":
		return list(slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines))
	case "asked":
		return list(v.Prompts)
	case "slates":
		return list(v.Slates)
	case "race":
		return tell(reflect.ValueOf(v.Race))
	case "totals":
		return list(v.Seats)
	case "lamps":
		var lamps []string
		for _, p := range v.Seats {
			lamps = append(lamps, fmt.Sprint(int(p.Seat), [...]string{"", "*", "!"}[p.Lamp], p.Mark))
		}
		if v.Over {
			lamps = append(lamps, "over")
		}
		return strings.Join(lamps, " ")
	}
	return "nothing that can be looked at"
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
		if judged, ok := f.What.(games.Judged); ok {
			if finish, ok := judged.Judgement(); ok {
				finishes = append(finishes, finish)
			}
		}
	}
	return list(finishes)
}

func list[T any](all []T) string {
	var told []string
	for _, one := range all {
		told = append(told, tell(reflect.ValueOf(one)))
	}
	return strings.Join(told, "; ")
}

// tell writes all of a value but what is zero: a field as its name and value, the word that a
// struct begins with without its name.
func tell(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case games.Role:
		return [...]string{"state", "news", "verdict", "round", "leaders", "winners", "tally", "fault"}[x]
	case games.Shape:
		return [...]string{"choice", "hand", "card", "code", "token", "letters", "amount", "peek"}[x]
	case time.Duration, games.Audience, games.Value:
		return fmt.Sprint(x)
	}
	var told []string
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return tell(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			told = append(told, nested(v.Index(i)))
		}
		return "[" + strings.Join(told, ",") + "]"
	case reflect.Struct:
		for i := range v.NumField() {
			field, one := v.Type().Field(i), v.Field(i)
			switch {
			case one.IsZero() || one.Kind() == reflect.Slice && one.Len() == 0:
			case field.Name == "Serial": // each opening has another
			case field.Anonymous || i == 0 && one.Kind() == reflect.String:
				told = append(told, tell(one))
			default:
				told = append(told, strings.ToLower(field.Name)+"="+nested(one))
			}
		}
		return strings.Join(told, " ")
	}
	return fmt.Sprint(v.Interface())
}

// nested tells a value within another.
func nested(v reflect.Value) string {
	if v.Kind() == reflect.Struct || v.Kind() == reflect.Pointer {
		return "{" + tell(v) + "}"
	}
	return tell(v)
}
