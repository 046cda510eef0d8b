package wording

import (
	"fmt"

	"arbitre/games"
	"arbitre/games/words"
)

// Unknown lists what a view says that no file of words has.
func (p Phrases) Unknown(v games.View) []string {
	said := p.In(English, v.Game)
	var unknown []string
	check := func(in Section, kind, word string) {
		if _, ok := said.Find(in, word); !ok && word != "" {
			unknown = append(unknown, kind+" "+word)
		}
	}
	check(Words, "game", v.Game)
	check(Sentences, "headline", v.Headline.Word)
	for _, t := range v.Lines {
		check(Sentences, "line", t.Word)
	}
	for _, s := range v.Seats {
		check(Words, "mark", s.Mark)
	}
	for _, p := range v.Prompts {
		check(Questions, "prompt", p.ID)
		check(Sentences, "question", p.Asks.Word)
		for _, n := range p.Namings {
			check(Questions, "naming", n.Asks)
		}
		for _, o := range p.Options {
			if label := p.Label(o); !label.IsZero() {
				check(Sentences, "label", label.Word)
			} else if w, err := o.Word(); err == nil {
				if _, ok := said.findOption(p.ID, w); !ok {
					unknown = append(unknown, "option "+w)
				}
			}
		}
	}
	return unknown
}

// Untranslated lists what the files of words of a game lack: of each language what only English says, and of English what the
// lobby asks.
func (p Phrases) Untranslated(r games.Rules, asked []games.Prompt) []string {
	missing := p.Unknown(games.View{Game: r.Name, Prompts: asked})
	for _, name := range []string{"words", r.Name} {
		english, err := words.Read(r.Words, name+".en.txt")
		if err != nil {
			missing = append(missing, err.Error())
		}
		for _, l := range Languages() {
			said, err := words.Read(r.Words, name+"."+string(l)+".txt")
			if err != nil {
				missing = append(missing, err.Error())
			}
			for _, fault := range words.Compare(english, said) {
				missing = append(missing, fmt.Sprintf("%s.%s.txt: %s", name, l, fault))
			}
		}
	}
	return missing
}
