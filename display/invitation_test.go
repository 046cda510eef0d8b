package display_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/scan"
	"arbitre/display/wording"

	gocmp "github.com/google/go-cmp/cmp"
	"periph.io/x/devices/v3/ssd1306/image1bit"
	"pgregory.net/rapid"
)

// A phone reads the addresses from the pictures as they are told, but for a host that is too long
// in small letters.
func TestAnInvitationCanBeScanned(t *testing.T) {
	zbar, err := exec.LookPath("zbarimg")
	if err != nil {
		t.Skip("needs zbarimg, of zbar-tools")
	}
	painter, folder := display.NewPainter(house()), t.TempDir()
	args := []string{"--quiet", "--raw"}
	var want []string
	for i, address := range [][2]string{
		{"http://arbitre.local:8080/judge"},
		{"http://192.168.178.123:8080/judge"},
		{"http://10.0.0.7/Judge"},
		{"http://box_beside_the_table.fritz.box:8080/judge"},
		{"http://arbitre.local:8080/j#7QZ4M2KXWB5TNRY3HAVC6DLEGP"},
		{"http://192.168.178.123:8080/j#7QZ4M2KXWB5TNRY3HAVC6DLEGP"},
		{"http://255.255.255.255:65535/j#OCYZHPWECJSZN2S7HADLMJXI7Y"},
		{"http://[fd00::1]:8080/j#7QZ4M2KXWB5TNRY3HAVC6DLEGP"},
		{"http://box-beside-the-table.local:8080/j#7QZ4M2KXWB5TNRY3HAVC6DLEGP",
			"http://BOX-BESIDE-THE-TABLE.LOCAL:8080/j#7QZ4M2KXWB5TNRY3HAVC6DLEGP"},
	} {
		want = append(want, cmp.Or(address[1], address[0]))
		picture := canvas.NewPicture()
		painter.Draw(picture, display.Scene{Invitation: &display.Invitation{Link: address[0], Code: "482913"}})
		path := filepath.Join(folder, fmt.Sprint(i, ".png"))
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(canvas.WritePNG(file, picture, 3), file.Close()); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	read, err := exec.Command(zbar, args...).Output()
	if diff := gocmp.Diff(want, strings.Fields(string(read))); err != nil || diff != "" {
		t.Errorf("%v: %s", err, diff)
	}
}

// The code of every numeric address has room and says what is told, letter by letter.
func TestACodeSaysItsAddress(t *testing.T) {
	painter := display.NewPainter(house())
	rapid.Check(t, func(t *rapid.T) {
		octet := rapid.IntRange(0, 255)
		link := fmt.Sprintf("http://%d.%d.%d.%d", octet.Draw(t, "a"), octet.Draw(t, "b"), octet.Draw(t, "c"), octet.Draw(t, "d"))
		if port := rapid.IntRange(1, 65535).Draw(t, "port"); port != 80 {
			link += fmt.Sprint(":", port)
		}
		link += rapid.SampledFrom([]string{"/judge", "/j#"}).Draw(t, "path")
		if strings.HasSuffix(link, "#") {
			link += rapid.StringMatching(`[A-Z2-7]{26}`).Draw(t, "secret")
		}
		picture := canvas.NewPicture()
		painter.Draw(picture, display.Scene{Invitation: &display.Invitation{Address: "-", Link: link, Code: "482913"}})
		if read := scan.Code(picture); read != link {
			t.Errorf("the code of %s says %q", link, read)
		}
	})
}

// The QR code alone stands on lit ground: readers expect it dark on light.
func TestAnInvitationLightsTheGroundOfItsCode(t *testing.T) {
	painter, picture := display.NewPainter(house()), canvas.NewPicture()
	invitation := display.Invitation{Address: "http://192.168.178.123:8080/judge", Code: "482913"}
	painter.Draw(picture, display.Scene{Invitation: &invitation})
	for i := range canvas.Height {
		for edge := range display.Quiet {
			far := canvas.Height - 1 - edge
			for _, at := range [][2]int{{i, edge}, {i, far}, {edge, i}, {far, i}} {
				if !picture.BitAt(at[0], at[1]) {
					t.Fatalf("the quiet zone is dark at %v", at)
				}
			}
		}
		if picture.BitAt(canvas.Height, i) || picture.BitAt(canvas.Height+1, i) {
			t.Fatalf("row %d: the text stands too near", i)
		}
	}
}

// An address that is too long for a QR code is still shown in letters.
func TestAnInvitationAlwaysTellsItsAddressAndCode(t *testing.T) {
	painter := display.NewPainter(house())
	for _, s := range []struct {
		address string
		coded   bool
	}{
		{"http://arbitre.local:8080/judge", true},
		{"http://[2001:db8:85a3:8d3:1319:8a2e:370:7348]:8080/judge", false},
	} {
		picture := canvas.NewPicture()
		painter.Draw(picture, display.Scene{Invitation: &display.Invitation{Address: s.address, Code: "482913"}})
		if coded := bool(picture.BitAt(0, 0)); coded != s.coded {
			t.Errorf("%s: a code is drawn: %v", s.address, coded)
		}
		if painter.Flaws() != "" {
			t.Errorf("%s is not whole:\n%s", s.address, inDots(picture))
		}
	}
}

// The numeric address stands below the one with a name, if there is room; else they take turns.
func TestAnInvitationShowsNameAndNumber(t *testing.T) {
	painter := display.NewPainter(house())
	for _, tt := range []struct {
		name, number string
		both         bool
	}{
		{"http://arbitre.local:8080/judge", "http://192.168.178.123:8080/judge", true},
		{"http://arbitre.local/judge", "http://10.0.0.7/judge", true},
		{"http://box-beside-the-table.local:8080/judge", "http://192.168.178.123:8080/judge", false},
	} {
		invitation := display.Invitation{Address: tt.name, NumericAddress: tt.number, Code: "482913"}
		var shown []*image1bit.VerticalLSB
		for _, turned := range []bool{false, true} {
			invitation.Turned = turned
			shown = append(shown, canvas.NewPicture())
			painter.Draw(shown[len(shown)-1], display.Scene{Invitation: &invitation})
			if painter.Flaws() != "" {
				t.Errorf("%s and %s are not whole:\n%s", tt.name, tt.number,
					inDots(shown[len(shown)-1]))
			}
		}
		for _, l := range wording.Languages() { // without a code it leads to where names are entered
			way := display.Invitation{Address: tt.name, NumericAddress: tt.number}
			if painter.Draw(canvas.NewPicture(), display.Scene{Invitation: &way, Language: l}); painter.Flaws() != "" {
				t.Errorf("in %s %+v is not whole: %s", l, way, painter.Flaws())
			}
		}
		if both := bytes.Equal(shown[0].Pix, shown[1].Pix); both != tt.both {
			t.Errorf("%s and %s stand there together: %v", tt.name, tt.number, both)
		}
	}
}

// The warning that codes are being guessed fits in every language, and changes the picture.
func TestAnInvitationTellsOfWhoGuesses(t *testing.T) {
	painter := display.NewPainter(house())
	invitation := display.Invitation{Address: "http://arbitre.local:8080/judge", Code: "482913",
		Link: "http://arbitre.local:8080/j#7QZ4M2KXWB5TNRY3HAVC6DLEGP", Guessed: true}
	for _, l := range wording.Languages() {
		picture := canvas.NewPicture()
		s := display.Scene{Invitation: &invitation, Language: l, Dialogue: keys.Dialogue{Shown: true}}
		painter.Draw(picture, s)
		if painter.Flaws() != "" {
			t.Errorf("%v is not whole:\n%s", l, inDots(picture))
		}
		invitation.Guessed = false
		other := canvas.NewPicture()
		painter.Draw(other, s)
		if invitation.Guessed = true; bytes.Equal(picture.Pix, other.Pix) {
			t.Errorf("%v says nothing of it", l)
		}
	}
}
