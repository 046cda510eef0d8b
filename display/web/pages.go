package web

import (
	"embed"
	"fmt"
	"html"
	"log/slog"
	"strings"

	"arbitre/display/web/site"
	"arbitre/display/wording"
)

//go:embed pages words.*.txt
var files embed.FS

// sitePages returns the pages of the box, for its site and for the virtual table's.
func sitePages(phrases wording.Phrases, l *slog.Logger, hosts []string) site.Options {
	return site.Options{
		Files: files,
		Pages: []string{"scoreboard", "overlay", "judge", "pair", "rules", "virtual"},
		Values: func(l wording.Language) map[string]string {
			return map[string]string{"page.rules": leaflets(l, phrases)}
		},
		Hosts: hosts,
		Log:   l,
	}
}

// leaflets returns the rules of all games in brief, as HTML.
func leaflets(l wording.Language, phrases wording.Phrases) string {
	var rules strings.Builder
	for _, r := range phrases.Rules(l) {
		fmt.Fprintf(&rules, "\n  <section id=%[1]q aria-labelledby=\"%[1]s-title\">"+
			"<h2 id=\"%[1]s-title\">%s</h2>\n    <ul>", r.Game, html.EscapeString(r.Title))
		for _, advice := range r.Advices {
			fmt.Fprintf(&rules, "<li>%s</li>", html.EscapeString(advice))
		}
		rules.WriteString("</ul>\n  </section>")
	}
	return rules.String()
}
