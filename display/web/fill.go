package web

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"arbitre/display/wording"
)

// makePages returns all pages in a language, by name. They contain nothing that changes. The other
// HTML files are parts of them.
func makePages(l wording.Language, phrases wording.Phrases, words map[string]string) map[string]string {
	pages, values := map[string]string{}, valuesIn(l, phrases, words)
	for _, name := range []string{"scoreboard", "overlay", "judge", "pair", "rules", "virtual"} {
		values["page.name"] = name
		pages[name] = fill("{{"+name+"}}", values)
	}
	return pages
}

// valuesIn returns the values for the gaps of pages in a language, escaped for HTML.
func valuesIn(l wording.Language, phrases wording.Phrases, words map[string]string) map[string]string {
	dictionary := string(encode(words)) // encoding/json escapes what would end a script
	values := map[string]string{"page.language": l.String(), "page.words": dictionary}
	for key, word := range words {
		values["words."+key] = html.EscapeString(word)
	}
	var languages, rules strings.Builder
	for _, other := range wording.Languages() {
		current := ""
		if other == l {
			current = ` aria-current="true"`
		}
		fmt.Fprintf(&languages, `<a href="?lang=%[1]v" hreflang="%[1]v" lang="%[1]v"%s>%[1]v</a>`, other, current)
	}
	for _, r := range phrases.Rules(l) {
		fmt.Fprintf(&rules, "\n  <section id=%[1]q aria-labelledby=\"%[1]s-title\">"+
			"<h2 id=\"%[1]s-title\">%s</h2>\n    <ul>", r.Game, html.EscapeString(r.Title))
		for _, advice := range r.Advices {
			fmt.Fprintf(&rules, "<li>%s</li>", html.EscapeString(advice))
		}
		rules.WriteString("</ul>\n  </section>")
	}
	values["page.languages"], values["page.rules"] = languages.String(), rules.String()
	return values
}

// gap matches the place of a value or a file: {{words.seats}}, {{head}}.
var gap = regexp.MustCompile(`\{\{[^{}]*\}\}`)

// fill replaces the gaps of a text by values; a name that has none is an HTML file. html/template
// calls methods by name, so the linker would keep every method of every type: 2.3 MB of the
// program.
func fill(text string, values map[string]string) string {
	return gap.ReplaceAllStringFunc(text, func(name string) string {
		name = strings.Trim(name, "{}")
		if value, ok := values[name]; ok {
			return value
		}
		part, err := pageFiles.ReadFile("pages/" + name + ".html")
		if err != nil {
			panic(err) // a page names a part that is not embedded beside it
		}
		return fill(strings.TrimSuffix(string(part), "\n"), values)
	})
}
