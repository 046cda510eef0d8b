package config

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

const refused = "testdata/refused.txtar"

// refusedConfigs returns files that must not be accepted, each followed by its error message.
func refusedConfigs(t testing.TB) *txtar.Archive {
	cases, err := txtar.ParseFile(refused)
	if err != nil || len(cases.Files) == 0 || len(cases.Files)%2 != 0 {
		t.Fatalf("%d files: %v", len(cases.Files), err)
	}
	return cases
}

// Every file of the archive is refused for the reasons beside it. With -update those are written
// anew.
func TestRefuses(t *testing.T) {
	cases := refusedConfigs(t)
	for i := 0; i < len(cases.Files); i += 2 {
		t.Run(cases.Files[i].Name, func(t *testing.T) {
			c, err := reader(atHome).Parse("arbitre.toml", cases.Files[i].Data)
			if err == nil {
				t.Fatalf("accepted as\n%s", c)
			}
			says := err.Error() + "\n"
			if *update {
				cases.Files[i+1].Data = []byte(says)
			}
			if diff := cmp.Diff(string(cases.Files[i+1].Data), says); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(refused, txtar.Format(cases), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The archive of refused files is in UTF-8 itself.
func TestRefusesLatin1(t *testing.T) {
	_, err := reader(atHome).Parse("arbitre.toml", []byte("# caf\xe9\n"))
	if want := "arbitre.toml:1: invalid UTF-8 character in comment"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
