package mqtt

import (
	"testing"
	"unicode"
)

func FuzzParseTopic(f *testing.F) {
	f.Add("arbitre", "arbitre/kitchen/state")
	f.Add("a/b", "a/b/c/d")
	f.Fuzz(func(t *testing.T, prefix, topic string) {
		at, ok := ParseTopic(prefix, topic)
		if !ok {
			return
		}
		if at.String() != topic {
			t.Errorf("%q is read as %q", topic, at)
		}
		for _, r := range at.Table {
			if r > unicode.MaxASCII || unicode.IsUpper(r) {
				t.Errorf("the table of %q is %q", topic, at.Table)
			}
		}
	})
}
