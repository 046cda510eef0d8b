package site

import (
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"strings"

	"arbitre/display/wording"
)

// valuesIn returns the values for the gaps of pages in a language, escaped for HTML.
func valuesIn(l wording.Language, words map[string]string) map[string]string {
	dictionary := string(Encode(words)) // encoding/json escapes what would end a script
	values := map[string]string{"page.language": l.String(), "page.words": dictionary}
	for key, word := range words {
		values["words."+key] = html.EscapeString(word)
	}
	var languages strings.Builder
	for _, other := range wording.Languages() {
		current := ""
		if other == l {
			current = ` aria-current="true"`
		}
		fmt.Fprintf(&languages, `<a href="?lang=%[1]v" hreflang="%[1]v" lang="%[1]v"%s>%[1]v</a>`, other, current)
	}
	values["page.languages"] = languages.String()
	return values
}

// gap matches the place of a value or a file: {{words.no_script}}, {{head}}.
var gap = regexp.MustCompile(`\{\{[^{}]*\}\}`)

// fill replaces the gaps of a text by values; a name that has none is an HTML file. html/template
// calls methods by name, so the linker would keep every method of every type: 2.8 MB of the
// program.
func (o Options) fill(text string, values map[string]string) string {
	return gap.ReplaceAllStringFunc(text, func(name string) string {
		name = strings.Trim(name, "{}")
		if value, ok := values[name]; ok {
			return value
		}
		part, err := fs.ReadFile(o.Files, "pages/"+name+".html")
		if err != nil {
			part, err = shared.ReadFile("pages/" + name + ".html")
		}
		if err != nil {
			panic(err) // a page names a part that is not embedded
		}
		return o.fill(strings.TrimSuffix(string(part), "\n"), values)
	})
}
