// Package systemd holds the files by which arbitre is a service of a machine; to the program it gives the sample of its
// configuration.
package systemd

import _ "embed"

// Sample is the configuration with every key, its default, and what it means, all of it commented out.
//
//go:embed arbitre.toml
var Sample string
