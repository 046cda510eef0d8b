package web

import (
	"embed"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"strings"

	"rsc.io/qr"

	"arbitre/display/web/site"
	"arbitre/display/wording"
)

//go:embed pages words.*.txt
var files embed.FS

// sitePages returns the pages of the box, for its site and for the virtual table's.
func sitePages(phrases wording.Phrases, l *slog.Logger, hosts []string) site.Options {
	return site.Options{
		Files: files,
		Pages: []string{"scoreboard", "name", "tv", "overlay", "judge", "pair", "wifi", "rules", "virtual"},
		Values: func(l wording.Language) map[string]string {
			return map[string]string{"page.rules": leaflets(l, phrases)}
		},
		Hosts: hosts,
		Log:   l,
	}
}

// serveQR serves the QR code of an address for phones, or 404 without one.
func serveQR(w http.ResponseWriter, r *http.Request, address string) {
	code, err := qr.Encode(address, qr.M)
	if address == "" || err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store") // the network may give the box another address
	w.Write(code.PNG())
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
