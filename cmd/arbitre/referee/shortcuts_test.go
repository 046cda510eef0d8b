package referee

import (
	"testing"

	"arbitre/display/wording"
)

// Every question of the box and each of its choices has words in every language.
func TestEveryQuestionOfTheBoxHasItsWords(t *testing.T) {
	for _, l := range wording.Languages() {
		voice := wording.NewPhrases(nil).In(l, "")
		for id, options := range answers(nil, 0) {
			if _, ok := voice.Find(wording.Questions, id); !ok {
				t.Errorf("%s: %q has no words", l, id)
			}
			for _, o := range options {
				_, own := voice.Find(wording.Words, id+"."+o)
				if _, ok := voice.Find(wording.Words, o); !own && !ok {
					t.Errorf("%s: the answer %s to %q has no words", l, o, id)
				}
			}
		}
	}
}
