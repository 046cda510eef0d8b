package display

import (
	"fmt"

	"arbitre/games"
	"arbitre/games/words"
)

// Flaws tells what of the picture drawn last can't be read; "" where all can.
func (p *Painter) Flaws() string {
	if p.spilled+p.smeared+p.cut == 0 {
		return ""
	}
	return fmt.Sprintf("ink is beyond the edge %d times, ink over ink %d times, and %d texts are shortened", p.spilled, p.smeared, p.cut)
}

// Missing lists what a view says that no file of words has.
func (p *Painter) Missing(v games.View) []string { return p.phrases.unknown(v) }

// Untranslated lists what the files of words of a game lack: of each language what only English says, and of English what the
// lobby asks.
func (p *Painter) Untranslated(r games.Rules, asked []games.Prompt) []string {
	missing := p.phrases.unknown(games.View{Game: r.Name, Prompts: asked})
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

// unknown lists what a view says in words that no file has.
func (p Phrases) unknown(v games.View) []string {
	said := p.In(English, v.Game)
	var unknown []string
	check := func(in section, kind, word string) {
		if _, ok := said.find(in, word); !ok && word != "" {
			unknown = append(unknown, kind+" "+word)
		}
	}
	check(singleWords, "game", v.Game)
	check(sentences, "headline", v.Headline.Word)
	for _, t := range v.Lines {
		check(sentences, "line", t.Word)
	}
	for _, s := range v.Seats {
		check(singleWords, "mark", s.Mark)
	}
	for _, p := range v.Prompts {
		check(questions, "prompt", p.ID)
		check(sentences, "question", p.Asks.Word)
		for _, n := range p.Namings {
			check(questions, "naming", n.Asks)
		}
		for _, o := range p.Options {
			if label := p.Label(o); !label.IsZero() {
				check(sentences, "label", label.Word)
			} else if w, err := o.Word(); err == nil {
				if _, ok := said.findOption(p.ID, w); !ok {
					unknown = append(unknown, "option "+w)
				}
			}
		}
	}
	return unknown
}
