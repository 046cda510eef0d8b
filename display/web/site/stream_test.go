package site

import (
	"encoding/json"
	"testing"
)

func TestPartsAreToldWhenTheyChange(t *testing.T) {
	var now Parts
	news := Changes(func() Parts { return now })
	for _, tc := range []struct{ b, want string }{
		{"2", `data: {"a":1,"b":2}` + "\n\n"}, {"3", `data: {"b":3}` + "\n\n"}, {"3", ""},
	} {
		now = Parts{"a": json.RawMessage("1"), "b": json.RawMessage(tc.b)}
		if got := string(news()); got != tc.want {
			t.Errorf("b is %s: it tells %q, want %q", tc.b, got, tc.want)
		}
	}
}
