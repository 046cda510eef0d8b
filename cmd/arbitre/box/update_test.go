package box

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"arbitre/games"
	"arbitre/systemd"

	"github.com/google/go-cmp/cmp"
)

// What the image's scripts leave in their folder is what the menu says.
func TestWhatIsSaidOfAnUpdate(t *testing.T) {
	said := func(word, version string) games.Text { return games.Text{Word: "update_" + word, Extra: version} }
	for name, tc := range map[string]struct {
		files map[string]string
		want  games.Text
	}{
		"no image":      {},
		"offered":       {map[string]string{"offer": "2.0\n"}, said("offered", "2.0")},
		"under way":     {map[string]string{"state": "installing\n"}, said("installing", "")},
		"installed":     {map[string]string{"state": "installed 2.0\n"}, said("installed", "2.0")},
		"of a stranger": {map[string]string{"state": "refused signature\n"}, said("signature", "")},
		"once more":     {map[string]string{"state": "refused failed\n", "offer": "2.0\n"}, said("offered", "2.0")},
	} {
		t.Run(name, func(t *testing.T) {
			u := updates{systemd.Updates{StatusFolder: t.TempDir(), Runtime: t.TempDir()}}
			for file, text := range tc.files {
				check(t, os.WriteFile(filepath.Join(u.StatusFolder, file), []byte(text), 0o600))
			}
			if got := u.Says(); !cmp.Equal(got, tc.want) {
				t.Errorf("it says %+v, want %+v", got, tc.want)
			}
			_, refused := errors.AsType[*games.Refusal](u.Install("of before"))
			if !refused || !cmp.Equal(u.Says(), tc.want) {
				t.Errorf("another version than the one that is there is refused: %v; then it says %+v", refused, u.Says())
			}
			check(t, u.Install(u.Offered()))
			if got := u.Says(); got.Word != "update_installing" {
				t.Errorf("once it is asked for, it says %+v", got)
			}
		})
	}
}
