package box

import (
	"path/filepath"
	"strings"

	"arbitre/display/wording"
	"arbitre/games/journal"
)

// languageFile stands beside the journals and holds the language that was last chosen on the box,
// by its code.
const languageFile = "language"

// KeptLanguage is the language that was last chosen on the box whose journals lie in a folder. It
// is not ok where none was, or the file can't be read: then the configuration's holds.
func KeptLanguage(folder string) (l wording.Language, ok bool) {
	text, err := journal.ReadFile(filepath.Join(folder, languageFile), 100)
	if err != nil {
		return l, false
	}
	l, err = wording.ParseLanguage(strings.TrimSpace(string(text)))
	return l, err == nil
}

// keepLanguage writes down the language that was chosen on the box whose journals lie in a folder.
func keepLanguage(folder string, l wording.Language) error {
	return journal.Replace(filepath.Join(folder, languageFile), []byte(l.String()+"\n"))
}
