package textfile

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"
)

// systems are the forms in which the same text comes from the systems of people.
func systems() map[string]func(text string) []byte {
	utf16 := func(order unicode.Endianness, mark unicode.BOMPolicy) func(string) []byte {
		return func(text string) []byte {
			raw, err := unicode.UTF16(order, mark).NewEncoder().Bytes([]byte(text))
			if err != nil {
				panic(err)
			}
			return raw
		}
	}
	return map[string]func(string) []byte{
		"as it is":                     func(text string) []byte { return []byte(text) },
		"with a mark":                  func(text string) []byte { return []byte("\ufeff" + text) },
		"UTF-16, little end first":     utf16(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16, big end first":        utf16(unicode.BigEndian, unicode.UseBOM),
		"UTF-16 of Windows, unmarked":  utf16(unicode.LittleEndian, unicode.IgnoreBOM),
		"UTF-16 of networks, unmarked": utf16(unicode.BigEndian, unicode.IgnoreBOM),
	}
}

func TestATextIsTheSameFromEverySystem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringMatching(`[a-zA-Zéœß “€😀ש]{0,6}`)).Draw(t, "lines")
		want := "ab" + strings.Join(lines, "\n") + "\n" // two ASCII letters tell UTF-16 without a mark
		ends := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "ends")
		for name, form := range systems() {
			raw := form(strings.ReplaceAll(want, "\n", ends))
			if got, err := Text(raw); err != nil || string(got) != want {
				t.Errorf("%s: %q is %q, %v; want %q", name, raw, got, err, want)
			}
			if got, err := io.ReadAll(Reader(iotest.OneByteReader(bytes.NewReader(raw)))); err != nil || string(got) != want {
				t.Errorf("%s, byte by byte: %q is %q, %v; want %q", name, raw, got, err, want)
			}
		}
	})
}

func TestWhatIsNoText(t *testing.T) {
	for _, tt := range []struct{ raw, want string }{
		{"one\ncaf\xe9\n", "line 2 is not UTF-8: save the file as UTF-8"},
		{"\ufeffone\r\ncaf\xe9", "line 2 is not UTF-8: save the file as UTF-8"},
		{"one\r\rab\x00\x00", "line 3 has a NUL byte, as a power cut may leave them: expected text"},
	} {
		if got, err := Text([]byte(tt.raw)); err == nil || err.Error() != tt.want {
			t.Errorf("%q is %q, %v; want %s", tt.raw, got, err, tt.want)
		}
	}
}

func TestAPasswordIsTheSameFromEverySystem(t *testing.T) {
	for name, form := range systems() {
		path := filepath.Join(t.TempDir(), "password")
		check(t, os.WriteFile(path, form("s3cret wörd \r\n"), 0o600))
		if got, err := ReadPassword(path); err != nil || string(got) != "s3cret wörd " {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	path := filepath.Join(t.TempDir(), "password")
	check(t, os.WriteFile(path, []byte("p\xe9\xff"), 0o600))
	if got, err := ReadPassword(path); err != nil || string(got) != "p\xe9\xff" {
		t.Errorf("a password of any bytes is %q, %v", got, err)
	}
	check(t, os.Truncate(path, mostPassword+1))
	if _, err := ReadPassword(path); err == nil {
		t.Error("a password of any length is read")
	}
}

func FuzzDecode(f *testing.F) {
	for _, form := range systems() {
		f.Add(form("ab\r\nc\rd\n\u2028é"))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		text := Decode(raw)
		if bytes.IndexByte(text, '\r') >= 0 {
			t.Errorf("%q has a carriage return: %q", raw, text)
		}
		if plain := bytes.ReplaceAll(raw, []byte("\r"), nil); utf8.Valid(raw) && bytes.IndexByte(raw, 0) < 0 &&
			len(plain) == len(raw) && string(text) != strings.TrimPrefix(string(raw), "\ufeff") {
			t.Errorf("%q is altered: %q", raw, text)
		}
	})
}
