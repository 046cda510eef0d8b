package box

import (
	"path/filepath"
	"strings"

	"arbitre/display/wording"
	"arbitre/games/journal"
)

// languageFile is a file beside the journals with the code of the language last chosen on the box.
const languageFile = "language"

// KeptLanguage returns the language last chosen on the box whose journals lie in a folder. If none
// was chosen, or the file can't be read, ok is false, and the configuration's language holds.
func KeptLanguage(folder string) (l wording.Language, ok bool) {
	text, err := journal.ReadFile(filepath.Join(folder, languageFile), 100)
	if err != nil {
		return l, false
	}
	l, err = wording.ParseLanguage(strings.TrimSpace(string(text)))
	return l, err == nil
}

// keepLanguage saves the language chosen on the box beside its journals.
func keepLanguage(folder string, l wording.Language) error {
	return journal.Replace(filepath.Join(folder, languageFile), []byte(l.String()+"\n"))
}
