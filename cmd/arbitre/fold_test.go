package main

import (
	"strings"
	"testing"
)

func TestLongLinesGoOnBelowTheirLastColumn(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"short\n\n", "short\n\n"},
		{"ok       clock  arch_sys_counter\n", "ok       clock  arch_sys_counter\n"},
		{"warning  races  presses 1 ms apart can't be told apart\n",
			"warning  races  presses 1 ms apart\n                can't be told apart\n"},
		{"  anticonstitutionnellement/anticonstitutionnellement ends\n",
			"  anticonstitutionnellement/anticonstitutionnellement ends\n"},
		{"1234567890 1234567890 1234567890 1234567890", "1234567890 1234567890 1234567890\n  1234567890"},
		{"äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöü\n", "äöüäöüäöü äöüäöüäöü äöüäöüäöü äöüäöü\n"},
	} {
		var out strings.Builder
		f := &folding{to: &out, width: 36}
		for _, b := range []byte(tt.text) {
			f.Write([]byte{b})
		}
		if err := f.flush(); err != nil || out.String() != tt.want {
			t.Errorf("%q is printed as %q, want %q (%v)", tt.text, out.String(), tt.want, err)
		}
	}
}
