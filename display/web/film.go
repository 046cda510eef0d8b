package web

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"time"

	"arbitre/display/film"
	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/textfile"
)

// filmPath is where the film of the last verdict stands, followed by its name.
const filmPath = "/film/"

// Films are made of the last verdict alone, at the first request for it. One is kept for all further
// requests, and one is made at a time, so that a crowd costs no more than one phone.
type films struct {
	options Options
	site    *site.Site
	state   func() shown.State // at present

	turn   chan struct{} // full while a request makes or takes one
	camera *film.Camera  // made for the first film and kept: its fonts are slow to make

	game, name string // of the film that was made last, with all else that it shows
	in         wording.Language
	who        map[games.Seat]games.Sitter
	gif        []byte
	err        error
	tried      time.Time
}

// filmRetry is how long a film that could not be made is not tried again.
const filmRetry = 5 * time.Second

// Why there is no film.
var (
	errFilmGone = site.Failure{Status: http.StatusGone, Word: "film_gone"}
	errNoFilm   = site.Failure{Status: http.StatusServiceUnavailable, Word: "no_film"}
)

// lastVerdict returns the moment of the last verdict, and the name of its film: "" if there is none, or no
// journal from which it could be made.
func lastVerdict(s shown.State) (m film.Moment, name string) {
	m, ok := film.Last(s.Told)
	if !ok || s.Journal == "" {
		return m, ""
	}
	return m, fmt.Sprintf("%d-%d.gif", m.Line, m.At)
}

// serve serves the film of the last verdict. One of a verdict that was taken back, or after which
// another has fallen, is gone.
func (f *films) serve(w http.ResponseWriter, r *http.Request) {
	gif, err := f.film(r)
	if err != nil {
		f.site.Refuse(w, r, err)
		return
	}
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(filmTimeout)) // it may have waited for long
	h := w.Header()
	h.Set("Content-Type", "image/gif")
	h.Set("Content-Disposition", `inline; filename="arbitre.gif"`)
	h.Set("Cache-Control", "no-store")
	w.Write(gif)
}

// filmTimeout is how long a browser may take to receive a film.
const filmTimeout = 15 * time.Second

// film returns the film that a request names. It goes on if the browser leaves meanwhile, for then the
// film is there for the next one: who asks and leaves again and again would else keep the box making it.
func (f *films) film(r *http.Request) (gif []byte, err error) {
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-r.Context().Done():
		return nil, errFilmGone // and so is the browser
	}
	state := f.state()
	m, name := lastVerdict(state)
	if name == "" || name != r.PathValue("name") {
		return nil, errFilmGone
	}
	in := cmp.Or(state.Scene.Language, wording.English)
	who := wording.People(state.Public, f.options.Book().Sitters)
	same := f.game == state.ID && f.name == name && f.in == in && maps.Equal(f.who, who)
	if same && (f.err == nil || time.Since(f.tried) < filmRetry) {
		return f.gif, f.err
	}
	if f.camera == nil {
		f.camera = film.NewCamera(f.options.Rules, f.options.Phrases)
	}
	gif, err = f.shoot(state.Journal, m, who, in)
	switch {
	case errors.Is(err, film.ErrGone), errors.Is(err, os.ErrNotExist):
		err = errFilmGone
	case err != nil:
		f.options.Log.Warn("no film of a verdict", "err", err)
		err = errNoFilm
	}
	f.game, f.name, f.in, f.who, f.gif, f.err, f.tried = state.ID, name, in, who, gif, err, time.Now()
	return gif, err
}

func (f *films) shoot(journal string, m film.Moment, who map[games.Seat]games.Sitter, in wording.Language) ([]byte, error) {
	text, err := textfile.Open(journal, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	return f.camera.Film(f.site.Context(), text, m, who, in)
}
