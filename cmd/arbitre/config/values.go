package config

import (
	"fmt"
	"strings"
	"time"
)

// set sets the value of a row. It reports whether the document's value has the right type. Expected
// describes that type.
func set(into, value any) (expected string, ok bool) {
	switch into := into.(type) {
	case *string:
		*into, ok = value.(string)
		return "a text in quotes", ok
	case *bool:
		*into, ok = value.(bool)
		return "true or false", ok
	case *int: // which has 32 bits on some Pis
		n, is := value.(int64)
		*into = int(n)
		return "a whole number", is && int64(*into) == n
	case *Address:
		n, is := value.(int64)
		*into = Address(n)
		return "a whole number such as 0x3C", is && int64(*into) == n
	case *time.Duration:
		text, _ := value.(string)
		d, err := parseDuration(text)
		*into = d
		return `a duration such as "10ms"`, err == nil
	case *[]string:
		*into, ok = listOf[string](value)
		return `a list of texts such as ["GPIO17", "GPIO27"]`, ok
	}
	panic(fmt.Sprintf("a row has a %T", into))
}

// listOf returns the elements of a list, and whether it is one and all of them have type T.
func listOf[T any](value any) (all []T, ok bool) {
	list, ok := value.([]any)
	all = make([]T, len(list))
	for i, v := range list {
		var is bool
		all[i], is = v.(T)
		ok = ok && is
	}
	return all, ok
}

// Auto stands for a duration that the machine measures itself.
const Auto = time.Duration(-1)

// durationText formats a duration as in the file: "10ms", "auto", and "2m" rather than "2m0s".
func durationText(d time.Duration) string {
	if d == Auto {
		return "auto"
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// parseDuration is [time.ParseDuration] that accepts "auto", too.
func parseDuration(text string) (time.Duration, error) {
	if text == "auto" {
		return Auto, nil
	}
	return time.ParseDuration(text)
}

// An Address is the 7-bit address of a device on an I²C bus; hexadecimal in TOML, as in datasheets.
type Address uint16

func (a Address) String() string { return fmt.Sprintf("0x%02X", uint16(a)) }

// MarshalTOML writes the text of String without quotes.
func (a Address) MarshalTOML() ([]byte, error) { return []byte(a.String()), nil }
